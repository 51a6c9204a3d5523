### Messages that every platform puts in its own way, and messages of Discord alone.

## As in challenge.ftl

challenge-accepted = { $taker } accepted { $by }'s challenge: **{ $terms }**, game `{ $game }`.
challenge-posted-to = Challenge posted. { $to } can accept it with the button.
challenge-posted = Challenge posted. Anyone here can accept it with the button.

## Commands

command-hint = Get a hint in a casual game (only you can see it); a win against me is then unrated
command-board = Show the board (only you can see it)
command-games = List games in progress and challenges (only you can see them)
command-replay = Step through a finished game (only you can see it)
command-learn = Learn a game move by move, in short lessons
command-rules = Learn how to play a game, with pictures (only you can see it)
command-blocked = List the people you've blocked (only you can see it)
command-help = See what Delos plays, and how to start (only you can see it)
command-move-move = A move like e4 or e2e4, or choose from the list
command-tournament-code = Choose the game from the list

## As in game.ftl

# $example is a legal move of the position.
game-how-to-move = Press **Move**, or reply to this board with a move, like **{ $example }**.
game-how-to-move-thread = Press **Move**, reply to this board with a move, or mention me with one, like **{ $example }**.
game-how-to-move-direct = Press **Move**, or type a move, like **{ $example }**.
watch-too-many = { $most ->
        [one] You're already watching 1 game, the most allowed.
       *[other] You're already watching { $most } games, the most allowed.
    } Stop watching one first, with the button under its board.
input-resign-privately = To resign, use `/resign` or the **Resign** button.
input-no-board = That message doesn't show a board, so I don't know which game you mean. Reply to the board, or use `/move`.
input-unknown-command = This command no longer exists. Please choose one from the list.
input-unknown-button = This button no longer works. Use `/games` to see your games.
input-no-such-code = "{ $typed }" isn't a game code. Choose one from the list; a code is six letters and digits, like `k7f3q2`.
input-no-such-variant = I don't know a game called "{ $typed }". Please choose one from the list.
input-cannot-post = Discord doesn't let me post here, so no one would see the game. In a private thread, mention me first to add me. Otherwise, play in another channel or in a direct message to me.
input-cannot-post-here = Discord doesn't let me post here. In a private thread, mention me first to add me.
input-quiet-for-now = I won't answer your messages here for a few minutes, but your moves still count. `/move` and the buttons work as usual; only you'll see the answers.

## As in notices.ftl

notice-board-not-posted = I can no longer post the board of your game of { $variant } against { $opponent } ({ $game }): the channel is gone, or I'm not allowed to write or attach files there. You can continue the game here; `/move` and `/board` work in this conversation too. A moderator can let me back in by allowing View Channel, Send Messages and Attach Files.
notice-award-forbidden = I couldn't assign the winner's role for **{ $name }**. I need the Manage Roles permission, and my own role must be above that one in Server Settings > Roles. Please assign it yourself this time.

## As in privacy.ftl

privacy-deleting = I'm deleting everything about you. If you have a lot of games, that takes a few minutes. Messages I've already posted stay in their channels; Discord and the servers' moderators can delete those.

## As in linking.ftl

link-code = Your code is **{ $code }**. On Matrix, write `!delos link { $code }` to make that account a second name of this one. It works once and expires { $expires }. Keep it secret: anyone who uses it plays under your name.

## As in refusals.ftl

refusal-other-servers-room = That channel isn't on this server.
refusal-no-person = Please choose a person from the list.
refusal-guest = I'm not a member here, so I can't post a board. Play me in a direct message, or on a server that has invited me.
refusal-not-on-a-server = That only works on a server, not in direct messages.

## As in settings.ftl

option-setting-variant = Default game
    .detail = Offered first by /play and /challenge
option-setting-organizers = Tournament organizers
    .detail = A role whose members can run tournaments, as server managers can

## As in tournament.ftl

# $room: a link to a thread, which shows its name: that of the players.
round-thread = { $board }. { $room }{ $white ->
   *[named] {""}
}{ $black ->
   *[named] {""}
}
round-thread-arena = { $room }{ $white ->
   *[named] {""}
}{ $black ->
   *[named] {""}
}
plan-heading = **{ $name }** is announced. { -press(form: "capital") } **Start** when everyone's in, or choose **More...** to change anything. `/tournament manage` brings this card up again.
menu-plan = More...
organizer-lost = **{ $name }** has stopped because I can't post in its channel. Press **Resume** in the channel where it should continue.
organizer-winners-role = Choose a role. The winner gets it when the tournament ends. I need the Manage Roles permission, and my own role must be above the one you choose.
tournament-may-not-give-roles = You need the Manage Roles permission to choose a role for the winner.
tournament-unfit-role = I can't give that role to a winner: everyone has it, it's managed by an app, or it has moderator permissions. Choose another role.
tournament-entered-check-in = You're in **{ $name }**. Check in with the button before it starts, or you won't be paired.
tournament-not-entered = You're not in this tournament. While it's open, you can join with the **Join** button below its announcement.
tournament-nothing-to-postpone = You can only postpone the start, or a round that hasn't started. To hold back the next round, press **Pause** in `/tournament manage`.
tournament-pause-first = The next round is about to start. Press **Pause** in `/tournament manage` first, then replay the game.

## Messages that only Discord has

# Permissions by the names that Discord gives them in this language.
permission-view-channel = View Channel
permission-send-messages = Send Messages
permission-send-messages-in-threads = Send Messages in Threads
permission-attach-files = Attach Files
permission-connect = Connect
permission-manage-threads = Manage Threads
permission-read-message-history = Read Message History
permission-create-public-threads = Create Public Threads

# Above an answer that comes as a direct message, after the 15 minutes in which Discord accepts it in the channel.
answer-late = Discord had problems, so this answer is late:

# After the person's name, in the channel, for people who accept no direct messages.
answer-lost = Discord had problems, so I couldn't answer you in time. Please try again.

# How Discord shows what Delos is doing, at most 128 characters.
status-line = /help | { -number-of-games } rare chess games

# The event of a tournament in the server's list.
notice-event-forbidden = I couldn't create the server event for **{ $name }**, because I don't have the Create Events permission. A server manager can give it to my role in Server Settings > Roles. Then turn on **Server event** again with `/tournament manage`.
notice-event-too-many = I couldn't create the server event for **{ $name }**, because this server already has 100 events, the most that Discord allows. Delete an event, then turn on **Server event** again with `/tournament manage`.
notice-event-refused = Discord didn't accept the server event for **{ $name }**, so I turned it off. Check the tournament's name and start time, then turn on **Server event** again with `/tournament manage`.
notice-event-gone = The server event for **{ $name }** was deleted or has ended, so I turned it off. To create a new one, turn on **Server event** again with `/tournament manage`.
notice-event-unchanged = I couldn't update the server event for **{ $name }**. Check that I have the Create Events permission, or edit or delete the event yourself.
tournament-may-not-create-events = You need the Create Events permission to turn on the server event.
tournament-cannot-schedule = To create a server event, I need the Create Events permission. A server manager can give it to my role in Server Settings > Roles.
server-event-join = To join, open the link and press Join, or use /tournament join with the code { $code }.
