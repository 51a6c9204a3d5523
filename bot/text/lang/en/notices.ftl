# What one person is told in a direct message, or mentioned for; and announcements.

notice-your-turn = It's your turn in { $variant } against { $opponent } ({ $game }).
notice-time-running-out = It's your turn in { $variant } against { $opponent } ({ $game }). Your time runs out { $when }.
notice-digest = Waiting for you in your daily games:
notice-draw-offered = { $opponent } offers you a draw in { $variant } ({ $game }).
notice-draw-declined = { $opponent } declined your draw offer in { $variant } ({ $game }).
notice-takeback-asked = { $opponent } asks to take back **{ $played }** in { $variant } ({ $game }).
notice-takeback-declined = { $opponent } declined your takeback request in { $variant } ({ $game }).
notice-round-started-move = Your tournament game has started: { $variant } against { $opponent } ({ $game }). You play { $color } and move first.
notice-round-started-wait = Your tournament game has started: { $variant } against { $opponent } ({ $game }). You play { $color }. I'll tell you when it's your turn.
notice-first-move-live = Make your first move within { $minutes ->
        [one] 1 minute
       *[other] { $minutes } minutes
    }, or you'll forfeit the game.
notice-first-move-daily = Make your first move in time, or you'll forfeit the game.
board-only-you = I can't post this game's board in its { -channel }, so I'm showing it only to you.
notice-opponent-away = { $opponent } is on vacation until { $until }. Their clock is paused in your game of { $variant } ({ $game }), but they can still move.
notice-opponent-back = { $opponent } is back from vacation. Their clock is no longer paused in your game of { $variant } ({ $game }).
button-notice-move = Move
button-notice-board = Show the board
notice-invited = { $by } invites you to a tournament in { $room }. You won't be entered unless you accept.
notice-invited-substitute = { $by } asks you to replace { $out } in a tournament in { $room } and take over their points. You won't be entered unless you accept.
notice-withdrawn = You missed two games of **{ $name }** in { $room }, so you're out. The organizer can let you back in.
notice-withdrawn-arena = You missed a game of **{ $name }** in { $room }, so you're not paired anymore. Join again to play on.
notice-blocked-pairing = In round { $round } of **{ $name }**, I had to pair two players even though one has blocked the other. Round robins and knockouts have fixed pairings, and a Swiss sometimes has no other option.
notice-award-no-role = I couldn't assign the winner's { -role } for **{ $name }**, because the { -role } no longer exists.
notice-award-left = I couldn't assign the winner's { -role } for **{ $name }**, because { $winner } is no longer { -on } the { -server }.
button-accept-invitation = Accept
button-decline-invitation = Decline

announcement = **From the operator:** { $words }
button-announcement-join = Join
