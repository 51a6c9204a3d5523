# What Matrix's front end says itself.
answer-current-board = The current board is here: { $link }
answer-no-one-named = I don't know anyone or anything by that name here. Please use the full ID.
# Before an answer to a reaction.
answer-to = { $person }:
answer-no-direct-room = I couldn't write to you directly. Please start a direct chat with me, and ask again there.

# What a link to a thread is called.
thread-in-room = a thread in { $room }

# A form in words. $title is like "Your time zone".
form-ask = **{ $title }**: reply to this message with the text.
form-ask-lines = **{ $title }**: reply to this message with the text, each part on a line of its own.
form-field = { $label }, for example: { $example }
form-optional-field = { $label } (optional), for example: { $example }

room-upgraded = I've moved here from the old room. Its games, challenges and tournaments continue here, with the same settings and leaderboard.
space-not-both = I can't bind this room to that space. Invite me to the space first, and make sure that you can change power levels both here and there.
room-unreadable = I couldn't read a message here: I don't have its encryption keys. Please send it again. If that doesn't help, write to me directly.
