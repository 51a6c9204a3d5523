### Messages that every platform puts in its own way.

## As in challenge.ftl

challenge-posted-to = Challenge posted. { $to } can accept it by replying with **Accept**.
# Not every client shows the caption of the first board, which also says how to move.
challenge-accepted = { $taker } accepted { $by }'s challenge: **{ $terms }**, game `{ $game }`. To move, reply to the board with a move.
challenge-posted = Challenge posted. Anyone here can accept it by replying with **Accept**.

## Commands

command-hint = Get a hint in a casual game (in a direct message); a win against me is then unrated
command-board = Show the board
command-games = List games in progress and challenges (in a direct message)
command-replay = Step through a finished game
command-learn = Learn a game move by move, in short lessons (in a direct message)
command-rules = Learn how to play a game, with pictures
command-blocked = List the people you've blocked (in a direct message)
command-help = See what Delos plays, and how to start
command-move-move = A move like e4 or e2e4
command-tournament-code = The game's code

## As in game.ftl

# $example is a legal move of the position.
game-how-to-move = Reply to this board with a move, like **{ $example }**, or with **Move** to see what you can play.
game-how-to-move-thread = Type a move in this thread, like **{ $example }**, or **Move** to see what you can play.
game-how-to-move-direct = Type a move, like **{ $example }**, or **Move** to see what you can play.
watch-too-many = { $most ->
        [one] You're already watching 1 game, the most allowed.
       *[other] You're already watching { $most } games, the most allowed.
    } Stop watching one first: reply to its board with **Stop watching**.
input-resign-privately = To resign, use `/resign`.
input-no-board = That message doesn't show a board, and there's nothing left to choose in it. To move, reply to your game's board, or use `/move`.
input-unknown-command = There's no such command. Use `/help` to see what I can do.
input-unknown-button = That choice is no longer open. Use `/games` to see your games.
input-no-such-code = "{ $typed }" isn't a game code. A code is six letters and digits, like `k7f3q2`. Use `/games` to see your games.
input-no-such-variant = I don't know a game called "{ $typed }". Use `/rules` to see the games I know.
input-cannot-post = I'm not allowed to post here, so no one would see the game. Ask a moderator to raise my power level, or play in another room or in a direct message to me.
input-cannot-post-here = I'm not allowed to post here. Please ask a moderator to raise my power level.
input-quiet-for-now = That's a lot of answers in a short time, so I'll be slower to answer you here. Your moves still count, and in a direct message to me everything works as usual.

## As in notices.ftl

notice-board-not-posted = I can no longer post the board of your game of { $variant } against { $opponent } ({ $game }): the room is gone, or I'm not allowed to post there. You can continue the game here; `/move` and `/board` work in this conversation too. A moderator can let me back in by inviting me again, or by raising my power level.
notice-award-forbidden = I couldn't give the winner of **{ $name }** their power level. To do that, I need the right to change power levels, and my own must be higher than that one. Please set it yourself this time.

## As in privacy.ftl

privacy-deleting = I'm deleting everything about you. If you have a lot of games, that takes a few minutes. Messages I've already posted stay in their rooms; the rooms' moderators can remove those.

## As in linking.ftl

link-code = Your code is **{ $code }**. On Discord, use the command `link` with `code:{ $code }` to make that account a second name of this one. It works once and expires { $expires }. Keep it secret: anyone who uses it plays under your name.

## As in refusals.ftl

refusal-other-servers-room = That room has settings of its own. Choose this room, or another room in the same space.
refusal-no-person = I don't know who you mean. Please name a member of this room.
refusal-guest = I'm not a member here, so I can't post a board. Play me in a direct message, or in a room that has invited me.
refusal-not-on-a-server = That only works in a room that you share with others, not in direct messages.

## As in settings.ftl

option-setting-variant = Default game
    .detail = Offered first by `/play` and `/challenge`
option-setting-organizers = Tournament organizers
    .detail = The lowest power level that can run tournaments; this room's managers always can

## As in tournament.ftl

# Threads have no names. $room is a link like "a thread in Chess club".
round-thread = { $board }. { $white } – { $black }: { $room }
round-thread-arena = { $white } – { $black }: { $room }
organizer-lost = **{ $name }** has stopped because I can't post in its room. Use `/tournament resume` in the room where it should continue.
organizer-winners-role = Choose a power level. The winner gets it when the tournament ends. I need the right to change power levels, and my own must be higher than the one you choose.
tournament-may-not-give-roles = You need the right to change power levels to choose one for the winner.
tournament-unfit-role = I can't give that power level to a winner: everyone has it, or it comes with a moderator's rights. Choose another one.
tournament-entered-check-in = You're in **{ $name }**. Reply with **Check in** before it starts, or you won't be paired.
tournament-not-entered = You're not in this tournament. While it's open, you can join by replying to its announcement with **Join**.
tournament-nothing-to-postpone = You can only postpone the start, or a round that hasn't started. To hold back the next round, use `/tournament manage` and reply with **Pause**.
tournament-pause-first = The next round is about to start. Use `/tournament manage` and reply with **Pause** first, then replay the game.

plan-heading = **{ $name }** is announced. Reply with **Start** when everyone's in, or with the number of what you want to change. `/tournament manage` brings this card up again.
menu-plan = Change something

# Matrix has no list of events.
notice-event-forbidden = I can't create an event for **{ $name }**: Matrix has no list of scheduled events.
notice-event-too-many = I can't create an event for **{ $name }**: there are too many.
notice-event-refused = The event for **{ $name }** wasn't accepted, so I turned it off.
notice-event-gone = The event for **{ $name }** is gone, so I turned it off.
notice-event-unchanged = I couldn't update the event for **{ $name }**.
tournament-may-not-create-events = You can't turn on an event here: Matrix has no list of scheduled events.
tournament-cannot-schedule = I can't create an event here: Matrix has no list of scheduled events.
server-event-join = To join, use `/tournament join` with the code { $code }.
