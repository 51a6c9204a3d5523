# What Matrix's front end says itself.
answer-current-board = The current board is here: { $link }
answer-no-one-named = I don't know anyone or anything by that name here. Please use the full ID.
# The reply to a list or to a message with choices is none of them.
answer-no-such-choice = That isn't one of the choices in that message. Reply with one of its numbers, or with a word from its last line.
answer-choices-of-another = Those choices are for { $person }. To get your own, use the command yourself.
# A number that is no reply.
answer-which-list = I don't know which list you mean. Reply to the message with the list.
# A challenge to someone who would not see it.
answer-opponent-not-here = { $person } isn't in this room. Challenge them in a room that you share, or add `elsewhere:yes` to get a code that you can send them.
# Before an answer to a reaction.
answer-to = { $person }:
answer-edited = I don't read edits. Please send it again as a new message.
answer-no-direct-room = I couldn't write to you directly. Please start a direct chat with me, and ask again there.

# What a link to a thread is called.
thread-in-room = a thread in { $room }

# A form in words. $title is like "Your time zone".
form-ask = **{ $title }**: type your answer as a reply to this message.
form-ask-lines = **{ $title }**: type your answers as a reply to this message, each on its own line.
form-field = { $label }, for example: { $example }
form-optional-field = { $label } (optional), for example: { $example }

room-upgraded = I've moved here from the old room. Its games, challenges and tournaments continue here, with the same settings and leaderboard.
space-not-both = I can't bind this room to that space. Invite me to the space first, and make sure that you can change power levels both here and there.
room-unreadable = I couldn't read a message here: I don't have its encryption keys. Please send it again. If that doesn't help, write to me directly.
# To a person with many rooms. $when is a time like "in 5 hours".
room-invitation-postponed = You've invited me to a lot of rooms today. I'll accept your next invitation { $when }.
