# Slash commands, their options and choices. At most 100 characters each.

command-challenge = Invite someone, or everyone here, to a game
command-challenge-opponent = Who can accept (default: anyone here)
command-play = Play against Delos
command-move = Make a move
command-premove = Prepare a reply to your opponent's next move
command-premove-moves = Their move and your reply, such as Kxe5 Rd1 (default: show your premoves)
command-board-words = Describe the position in words, without a picture
command-games-whose = Whose games (default: yours)
command-watch = Follow someone else's game by direct message
command-watch-game = Choose a game, or type the code under its board
command-analyze = Review a finished game, or analyze a position
command-analyze-game = Choose a finished game, or type its code
command-analyze-position = FEN of any position, instead of a game
command-analyze-rules = Which game the position is from (default: the { -server }'s default game)
command-replay-game = Choose a finished game, or type its code (default: your latest)
command-draw = Offer, accept or claim a draw
command-takeback = Ask to take back your last move, or allow your opponent to
command-resign = Resign a game
command-rules-game = Which game's rules?
command-puzzle = Solve a puzzle: find the only move that wins
command-daily = Solve today's puzzle, or see how everyone did
command-lesson-solution = Whether to show the solution of a puzzle
command-learn-game = Which game (default: choose from a { -menu })
command-settings = Your boards and notifications, and this { -server }'s settings
command-space = Share a space's leaderboard, settings and tournaments
command-space-space = The space's address or ID, or `none` (default: show which one it is)
command-vacation = Pause your clocks in daily games
command-vacation-days = How many days (default: show how many you have left)
command-profile = Ratings and results, yours or someone else's
command-profile-person = Whose (default: yours)
command-history = Finished games, yours or someone else's
command-history-person = Whose (default: yours)
command-leaderboard = Top-rated players
command-leaderboard-where = Games { -on } this { -server } (default), or { -on } all { -server(form: "plural") }
command-statistics = { -server(form: "capital") } managers: see what's been played here
command-block = Block someone from playing you; they won't be told
command-block-person = Who
command-unblock = Unblock someone
command-unblock-person = Who
command-privacy = See what is stored about you, get a copy, or delete it
command-privacy-wish = Get a copy of your data, or delete it
command-link = Link your Discord and Matrix accounts: one rating, one list of games
command-link-code = The code that I gave you on the other platform (default: get one)
command-unlink = Separate your Discord and Matrix accounts
command-about = What Delos is, its version, and who invented the games

# Options that several commands have.

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
choice-games-mine = Mine
choice-games-server = All games here
choice-leaderboard-here = This { -server }
choice-leaderboard-everywhere = All { -server(form: "plural") }
choice-privacy-read = What's stored, and why
choice-privacy-export = Get a copy of my data
choice-privacy-delete = Delete my data

# /tournament

command-tournament = Tournaments: Swiss, round robin, knockout, arena
command-tournament-tournament = Tournament code (default: the current tournament here)
command-tournament-create = Organizers: announce a tournament, step by step
command-tournament-create-name = Name of the tournament (default: I'll ask you)
command-tournament-create-format = How players are paired
command-tournament-create-time = Time control of each game, such as 10+5 or 1 day (default: 10+5)
command-tournament-create-starts = Start time, such as 6:30 pm, Friday 8 pm or in 2 hours (default: when you start it)
command-tournament-create-rounds = Number of rounds in a Swiss (default: 5)
command-tournament-manage = Organizers: start, change, pause, correct or cancel a tournament
command-tournament-join = Join the tournament
command-tournament-leave = Leave the tournament
command-tournament-standings = Show the standings
command-tournament-results = Show all results: the crosstable, or the bracket of a knockout
command-tournament-pairings = Show this round's pairings
command-tournament-me = Your games, and why you were paired that way
command-tournament-history = Past tournaments, their winners, and the hall of fame
command-tournament-history-series = Show the points in one series (default: all tournaments)
command-tournament-audit = Audit log: every change to the tournament, and who made it
command-tournament-export = Get the tournament as TRF, CSV and PGN files
command-tournament-pause = Organizers: pause the tournament, so that no new round starts
command-tournament-resume = Organizers: resume after a pause, or continue here if the { -channel } is gone
command-tournament-start = Organizers: start the tournament now
command-tournament-adjudicate = Organizers: decide the result of a game in this round
command-tournament-adjudicate-result = Result of the game
command-tournament-replay = Organizers: annul a game in this round and replay it
command-tournament-substitute = Organizers: ask someone to replace a player
command-tournament-substitute-out = Who leaves
command-tournament-substitute-in = Who joins
command-tournament-add = Organizers: invite a player or add the engine, even after the start
command-tournament-add-player = Who to invite
command-tournament-add-level = Level of the engine that joins
command-tournament-remove = Organizers: remove a player or the engine
command-tournament-remove-player = Who leaves
command-tournament-remove-level = Level of the engine that leaves
command-tournament-cancel = Organizers: cancel the tournament

choice-format-swiss = Swiss
choice-format-round-robin = Round robin
choice-format-double-round-robin = Double round robin
choice-format-knockout = Knockout
choice-format-double-elimination = Double elimination
choice-format-arena = Arena
choice-result-white = White wins
choice-result-black = Black wins
choice-result-draw = Draw

# Commands and options of chats without buttons, where they are typed.

command-accept = Accept a challenge by its code
command-decline = Decline a challenge or a counteroffer, or withdraw your challenge
command-propose = Propose other terms for a challenge
command-refuse = Decline a draw or a takeback
command-refuse-what = What you decline
command-withdraw = Withdraw your draw offer or takeback request
command-abort = Abort a game that has hardly begun
command-begin = Start a game against me, or choose one if you're already playing here
command-rematch = Offer or accept a rematch
command-unwatch = Stop following a game
command-confirm = Make a move that I asked you about
command-lesson = Show a position of a lesson, or try a move in it
command-next = Open the next game that waits for your move
command-why = Explain why a move isn't legal, or why it loses at once

command-option-code = The game's code, from under its board
command-option-challenge = The challenge's code
command-option-proposal = The number of the counteroffer
command-option-page = Which page (default: the first)
command-option-share = Whether to post it here for everyone
command-option-sure = Whether to do it without asking first
command-option-at = How many half-moves were played before it
command-option-side = White or Black
command-premove-clear = Whether to clear your premoves in a game
command-vacation-end = Whether to end your vacation early
command-history-before = Code of a game, to list only games played before it
command-learn-all = Whether to list all lessons of the game
command-lesson-at = The position, as a lesson names it
command-lesson-piece = Square of a piece, to list its moves
command-settings-setting = Which setting (default: show them all)
command-settings-value = What to set it to (default: show the choices)
command-settings-room = The { -channel } to set it to
command-settings-role = The { -role } to set it to
command-settings-server = Whether to show the { -server }'s settings
command-tournament-accept = Accept your invitation
command-tournament-decline = Decline your invitation
command-tournament-checkin = Check in
command-tournament-bye = Ask for a half-point bye in the next round
command-tournament-bracket = Show the bracket of a knockout
command-tournament-tiebreaks = Show the standings, and what each tie-break means
command-tournament-change = Organizers: change the tournament before it starts
command-tournament-change-part = What to change
command-tournament-change-value = What to change it to (default: switch it on or off)
command-tournament-change-role = The { -role } to change it to
command-tournament-postpone = Organizers: postpone the start or the next round
command-tournament-postpone-minutes = By how many minutes
command-tournament-undo = Organizers: undo your last change
command-tournament-confirm = Organizers: do what I asked you about
command-tournament-confirm-what = What I asked you about
command-tournament-confirm-stamp = The number in my question

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
