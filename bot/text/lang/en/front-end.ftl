# Words of the front end itself.

# A person, channel or role from another platform.
unknown-person = someone
unknown-room = a channel
unknown-role = a role

# Permissions by the names that Discord gives them in this language.
permission-view-channel = View Channel
permission-send-messages = Send Messages
permission-send-messages-in-threads = Send Messages in Threads
permission-attach-files = Attach Files
permission-connect = Connect
permission-manage-threads = Manage Threads
permission-read-message-history = Read Message History
permission-create-public-threads = Create Public Threads

# The engine's opinion of a position, after "I think".
verdict-lost = { $color } is lost
verdict-mate = { $color } wins in { $moves ->
    [one] one move
   *[other] { $moves } moves
}
verdict-even = the position is equal
verdict-slightly-better = { $color } is slightly better
verdict-clearly-better = { $color } is clearly better
verdict-winning = { $color } is winning

# Where to look for a good move.
hint-wins = The { $piece } on { $square } can win the game right now.
hint-forced-win = The { $piece } on { $square } starts a forced win.
hint-capture = Look for a capture with the { $piece } on { $square }.
hint-move = Look for a good move with the { $piece } on { $square }.

# Above an answer that comes as a direct message, after the 15 minutes in which Discord accepts it in the channel.
answer-late = Discord had problems, so this answer is late:

# After the person's name, in the channel, for people who accept no direct messages.
answer-lost = Discord had problems, so I couldn't answer you in time. Please try again.
