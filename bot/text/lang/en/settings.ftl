# Preferences and server settings. An option's label is also its value in a list: "Board colors: Wood (default)".

command-settings = Your boards and notifications, and this { -server }'s settings
command-settings-setting = Which setting (default: show them all)
command-settings-value = What to set it to (default: show the choices)
command-settings-room = The { -channel } to set it to
command-settings-role = The { -role } to set it to
command-settings-server = Whether to show the { -server }'s settings
settings-own = **Your preferences**
settings-server = **This { -server }'s settings**
settings-of-space = All rooms that belong to { $space } share these settings.
settings-line = { $setting }: { $value } ({ $source ->
        [own] your choice
        [server] set by this { -server }
       *[default] default
    })
setting-takes-room = This setting takes a { -channel }, not a { -role }.
setting-takes-role = This setting takes a { -role }, not a { -channel }.
settings-saved = Saved. { $setting }: { $value }.
setting-heading = **{ $setting }**: { $help }.
setting-now = Now: { $value } ({ $source ->
        [own] your choice
        [server] set by this { -server }
       *[default] default
    }).
setting-quiet-hours-format = Write the hours and your time zone like `22-7 Europe/Berlin`.
setting-own-boards = For boards that only you see and for your games against me. A board that two players share looks the same to everyone.
setting-view-preview = In the picture, you're Black and it's White's turn.
setting-shared-boards = For boards that two players share. Games against me use the player's own settings.
setting-server-boards = For boards that two players share, and for people who haven't made a choice of their own.
setting-shared-words = If you share a board with someone who wants pictures, it keeps the picture and adds the words.

command-space = Share a space's leaderboard, settings and tournaments
command-space-space = The space's address or ID, or `none` (default: show which one it is)
space-bound = This room now belongs to { $space }. Its leaderboard, settings and tournaments are those of the space, and they're managed by everyone who can change power levels there. Games, challenges and tournaments that were open here continue as the space's. Finished ones stay on this room's own leaderboard.
space-left = This room no longer belongs to a space: its own leaderboard and settings are back. Games, challenges and tournaments that were open here continue as this room's.
space-is = This room belongs to { $space }: it shares the leaderboard, settings and tournaments of that space. `/space none` separates them.
space-none = This room doesn't belong to a space. To share a leaderboard, settings and tournaments with other rooms, invite me to your space, then use `/space` with its address. You must be able to change power levels here and there.

menu-settings = What do you want to change?
menu-setting-value = Choose
menu-setting-default = Reset to default
menu-setting-channel = Choose a { -channel }
menu-setting-channels = Choose { -channel(form: "plural") }
menu-setting-role = Choose a { -role }
button-server-settings = This { -server }'s settings
button-own-settings = My preferences
button-settings-back = Back
button-quiet-hours = Enter the hours
button-zone = Enter another
modal-zone =
    .title = Time zone
    .label = Name of the time zone
    .example = Europe/Berlin
modal-quiet-hours =
    .title = Quiet hours
    .label = From, to, and time zone
    .example = 22-7 Europe/Berlin

## What can be chosen

option-setting-view = Board orientation
    .detail = The side at the bottom of your boards
option-setting-theme = Board colors
    .detail = The colors of your boards
option-setting-server-theme = Board colors
    .detail = The colors of shared boards
option-setting-server-view = Shared board orientation
    .detail = The side at the bottom when two people play
option-setting-legan = Legan Chess board
    .detail = How it's turned
option-setting-toto40 = Toto40 board
    .detail = How it's turned
option-setting-pings = When it's my turn
    .detail = How you want to hear from me
option-setting-words-only = Words instead of pictures
    .detail = How you get moves and boards
option-setting-confirm = Ask before each move
    .detail = Whether I ask you to confirm it first
option-setting-warnings = Warn me before moves that lose at once
    .detail = In casual games. In rated ones, only for new players about to end a turn off the line in Toto40
option-setting-only-move = Play forced moves for me
    .detail = When you have only one legal move
option-setting-reminders = Time reminders
    .detail = Before your time for a move runs out
option-setting-puzzles = Use my finished games for puzzles
    .detail = Without names, and only if your opponent also agrees
option-setting-rooms = Game { -channel(form: "plural") }
    .detail = The { -channel(form: "plural") } where games can start
option-setting-threads = A thread for each game
    .detail = Keeps games out of the { -channel }. Default: only tournament games
option-setting-announcements = Announcement { -channel }
    .detail = For tournaments and maintenance
option-setting-daily = Daily puzzle
    .detail = The { -channel } that gets a puzzle every day, the first one at once
option-here = Here
    .detail = In this { -channel }
option-setting-daily-hour = Daily puzzle time
    .detail = When it's posted, in the { -server }'s time zone
option-setting-zone = Time zone
    .detail = For the daily puzzle, and start times that organizers enter, such as 6:30 pm
option-setting-quiet = Quiet hours
    .detail = No one is mentioned during these hours

## Values

# The second line says what the default is.
option-default = Default
option-view-own = My side
    .detail = You're at the bottom; when you watch, White is
option-view-white = White's side
    .detail = White is always at the bottom
option-view-mover = Side to move
    .detail = The board turns after each move, except against me
option-shared-view-white =
    .detail = White is always at the bottom
option-shared-view-mover =
    .detail = The board turns after each move
option-legan-upright = Straight
    .detail = Like a chessboard; larger squares
option-legan-diagonal = On its corner
    .detail = Pawns move straight ahead; smaller squares
option-toto40-upright = Upright
    .detail = Tall; best on a phone
option-toto40-diagonal = Line across
    .detail = The fighting line is horizontal; best on a computer
option-theme-wood = Wood
    .detail = Warm brown; last move in blue
option-theme-sea = Sea
    .detail = Cool gray-blue; last move in yellow
option-theme-meadow = Meadow
    .detail = Green; last move in yellow
option-theme-night = Night
    .detail = Dim squares for dark rooms
option-theme-contrast = Contrast
    .detail = High contrast, colorblind-friendly
option-pings-mention = Mention me
    .detail = Where the game is played
option-pings-direct = Message me
    .detail = In a direct message
option-pings-none = Don't notify me
    .detail = You'll check for yourself
option-yes = Yes
option-no = No
option-words-only-yes =
    .detail = Moves and boards come in words
option-words-only-no =
    .detail = Boards come as pictures
option-confirm-yes =
    .detail = I show each move and wait for you to confirm it
option-confirm-no =
    .detail = I play your moves right away
option-warnings-yes =
    .detail = I ask before you play such a move, and { -menu(form: "plural") } mark it
option-warnings-no =
    .detail = I don't ask, and { -menu(form: "plural") } don't mark such moves
option-only-move-yes =
    .detail = I play your move when it's the only legal one
option-only-move-no =
    .detail = You play every move yourself
option-reminders-yes =
    .detail = I remind you before your time runs out
option-reminders-no =
    .detail = You keep an eye on the clock yourself
option-puzzles-yes =
    .detail = Your games can become puzzles if your opponent also agrees
option-puzzles-no =
    .detail = Your games stay out of puzzles
option-threads-yes =
    .detail = Each game gets its own thread
option-threads-no =
    .detail = Games are played in the { -channel } itself
# A game's name is its label.
option-variant =
    .detail = { $squares } squares, by { $inventor } ({ $year })

setting-warnings-first = In your first { $games } games of each kind
setting-rooms-any = Everywhere
setting-announcements-anywhere = Where a game or tournament is played
setting-daily-none = None
setting-organizers-managers = { -server(form: "capital") } managers
setting-quiet-none = None
