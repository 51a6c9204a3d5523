# What one person is told in a direct message, or mentioned for; and announcements.

notice-your-turn = It's your turn in { $variant } against { $opponent } ({ $game }).
notice-time-running-out = It's your turn in { $variant } against { $opponent } ({ $game }). Your time runs out { $when }.
notice-round-started-move = Your tournament game has started: { $variant } against { $opponent } ({ $game }). You play { $color } and move first.
notice-round-started-wait = Your tournament game has started: { $variant } against { $opponent } ({ $game }). You play { $color }. I'll tell you when it's your turn.
notice-first-move-live = Make your first move within { $minutes ->
        [one] 1 minute
       *[other] { $minutes } minutes
    }, or you'll forfeit the game.
notice-first-move-daily = Make your first move in time, or you'll forfeit the game.
board-only-you = I can't post this game's board in its channel, so I'm showing it only to you.
notice-board-not-posted = I can no longer post the board of your game of { $variant } against { $opponent } ({ $game }): the channel is gone, or I'm not allowed to write or attach files there. You can continue the game here; `/move` and `/board` work in this conversation too. A moderator can let me back in by allowing View Channel, Send Messages and Attach Files.
notice-opponent-away = { $opponent } is on vacation until { $until }. Their clock is paused in your game of { $variant } ({ $game }), but they can still move.
notice-opponent-back = { $opponent } is back from vacation. Their clock is running again in your game of { $variant } ({ $game }).
button-notice-move = Move
button-notice-board = Show the board
notice-invited = { $by } invites you to a tournament in { $room }. You won't be entered unless you accept.
notice-invited-substitute = { $by } asks you to replace { $out } in a tournament in { $room } and take over their points. You won't be entered unless you accept.
notice-blocked-pairing = In round { $round } of **{ $name }**, I had to pair two players even though one has blocked the other. Round robins and knockouts have fixed pairings, and a Swiss sometimes has no other option.
notice-award-forbidden = I couldn't assign the winner's role for **{ $name }**. I need the Manage Roles permission, and my own role must be above that one in Server Settings > Roles. Please assign it yourself this time.
notice-award-no-role = I couldn't assign the winner's role for **{ $name }**, because the role no longer exists.
notice-award-left = I couldn't assign the winner's role for **{ $name }**, because { $winner } is no longer on the server.
notice-event-forbidden = I couldn't create the server event for **{ $name }**, because I don't have the Create Events permission. A server manager can give it to my role in Server Settings > Roles. Then turn on **Server event** again with `/tournament manage`.
notice-event-too-many = I couldn't create the server event for **{ $name }**, because this server already has 100 events, the most that Discord allows. Delete an event, then turn on **Server event** again with `/tournament manage`.
notice-event-refused = Discord didn't accept the server event for **{ $name }**, so I turned it off. Check the start time, then turn on **Server event** again with `/tournament manage`.
notice-event-gone = The server event for **{ $name }** was deleted or has ended, so I turned it off. To create a new one, turn on **Server event** again with `/tournament manage`.
notice-event-unchanged = I couldn't update the server event for **{ $name }**. Check that I have the Create Events permission, or edit or delete the event yourself.
button-accept-invitation = Accept
button-decline-invitation = Decline

announcement = **From the operator:** { $words }
button-announcement-join = Join
