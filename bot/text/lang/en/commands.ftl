# Options that several commands have, and what is wrong with a typed command.

command-option-game = Which game (default: choose from a { -menu })
command-option-your-game = Which of your games, if you're playing several
command-option-level = How strong I play (default: { $lowest })
command-option-color = Your color (default: random)
command-option-start = FEN of a position to start from
command-option-time = 10+5, 3 days, 14 days + 1 day, ... (default: no clock)
command-option-rated = Whether the result changes your ratings (default: casual)
command-option-thread = Whether the game gets its own thread (default: the { -server }'s setting)
command-option-elsewhere = Whether someone in another chat can accept it by its code (default: no)
choice-color-white = White (moves first)
choice-color-black = Black
choice-color-random = Random
command-option-code = The game's code, from under its board
command-option-challenge = The challenge's code
command-option-proposal = The number of the counteroffer
command-option-page = Which page (default: the first)
command-option-share = Whether to post it here for everyone
command-option-sure = Whether to do it without asking first
command-option-at = How many half-moves were played before it
command-option-side = White or Black

# What is wrong with a typed command. $names is a list of commands, $usage a line such as "move <move> [game]".
typed-command-unknown = There's no command called "{ $typed }". The commands are: { $names }. To learn more about one, type `/help` and its name.
typed-command-similar = There's no command called "{ $typed }". Did you mean { $name }? Use `/help commands` to see them all.
typed-command-incomplete = Which one? After { $name }, type one of these: { $names }.
typed-command-unknown-part = { $name } has no subcommand called "{ $typed }". Choose one of these: { $names }.
typed-command-unplaced = I don't know what "{ $typed }" means here. The command is { $usage }. If several words belong together, put quotes around them.
typed-command-missing = Something's missing: { $option } ({ $about }). The command is { $usage }.
typed-command-twice = I can only use one { $option }.
typed-command-too-long = That's too long to be a command. Use `/help` to see what I can do.
typed-command-yes-or-no = { $option } must be `yes` or `no`.
typed-command-number = { $option } must be a number from { $lowest } to { $highest }.
typed-command-choice = { $option } must be { $choices }.
typed-command-long = { $option } can have at most { $longest } characters.
typed-command-no-one = I can't find "{ $typed }" here.
# $names is a list of ids.
typed-command-which-person = I don't know who "{ $typed }" is. Did you mean { $names }?
typed-command-no-challenge = "{ $typed }" isn't a challenge code. A code is six letters and digits, like `k7f3q2`.
typed-command-whole-proposal = Give all of `game`, `color`, `time` and `rated`, or none of them to see the terms first.
typed-command-nothing-asked = I didn't ask about that. Copy the command from my question.

# An explanation of a typed command.
typed-command-all = Type `/help` and a command's name to see its options:
typed-command-about = { $usage }: { $about }.
typed-command-line = { $name }: { $about }
typed-command-choices = { $name }: { $about } · { $choices }
typed-command-range = { $name }: { $about } · { $lowest } to { $highest }
