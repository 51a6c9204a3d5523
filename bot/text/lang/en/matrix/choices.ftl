# What can be chosen beneath a message. $choices has an item or more, divided by dots; $key is an emoji.
choices-reply = Reply with: { $choices }
choices-reply-or-react = Reply or react: { $choices }
choices-button = **{ $label }**
choices-button-reaction = { $key } **{ $label }**

# A numbered list. $prompt is an invitation like "Choose a game".
choices-menu = { $prompt } (reply with a number):
choices-option = { $number }. { $label }
choices-option-detail = { $number }. { $label } · { $detail }

# The end of a list of games: their further forms.
choices-forms = { $number }. More forms of these games
# In a second list's place. $prompt is like "Level 1" or "Change time or colors", $word the next message.
choices-change = { $prompt }: reply with **{ $word }**
choices-change-word = Change

# What only names can choose.
choices-person = { $prompt } (reply with a member's name or ID)
choices-rooms = { $prompt } (reply with their IDs, like `!abc:example.org`)
choices-role = { $prompt } (reply with a power level, like `50`)
