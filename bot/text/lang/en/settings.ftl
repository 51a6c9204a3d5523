# Preferences and server settings. An option's label is also its value in a list: "Board colors: Wood (default)".

settings-own = **Your preferences**
settings-server = **This server's settings**
settings-line = { $setting }: { $value } ({ $source ->
        [own] your choice
        [server] set by this server
       *[default] default
    })
settings-saved = Saved. { $setting }: { $value }.
setting-heading = **{ $setting }**: { $help }.
setting-now = Now: { $value } ({ $source ->
        [own] your choice
        [server] set by this server
       *[default] default
    }).
setting-quiet-hours-format = Write the hours and your time zone like `22-7 Europe/Berlin`.
setting-shared-boards = Shared boards use the settings of the player to move.
setting-shared-words = If you share a board with someone who wants pictures, it keeps the picture and adds the words.

menu-settings = What do you want to change?
menu-setting-value = Choose
menu-setting-default = Reset to default
menu-setting-channel = Choose a channel
menu-setting-channels = Choose channels
menu-setting-role = Choose a role
button-server-settings = This server's settings
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
    .detail = The side of the board that's nearest to you
option-setting-theme = Board colors
    .detail = How boards look to you
option-setting-server-theme = Board colors
    .detail = How boards look to people who haven't chosen
option-setting-pings = When it's my turn
    .detail = How you want to hear from me
option-setting-words-only = Words instead of pictures
    .detail = Every move and board described, without a picture
option-setting-confirm = Ask before each move
    .detail = You see the move first and confirm it
option-setting-only-move = Play forced moves for me
    .detail = When you have only one legal move
option-setting-reminders = Time reminders
    .detail = Before your time for a move runs out
option-setting-variant = Default game
    .detail = For /challenge and /play without a game
option-setting-rooms = Game channels
    .detail = The channels where games can start
option-setting-threads = A thread for each game
    .detail = Keeps games out of the channel
option-setting-announcements = Announcement channel
    .detail = For tournaments and maintenance
option-setting-organizers = Tournament organizers
    .detail = A role, in addition to people who manage the server
option-setting-zone = Time zone
    .detail = Of the times that organizers write, such as 18:30
option-setting-quiet = Quiet hours
    .detail = No one is mentioned during these hours

## Values

# The second line says what the default is.
option-default = Default
option-view-own = My side
    .detail = You're at the bottom; when you watch, White is
option-view-white = White's side
    .detail = Always, whatever you play
option-view-mover = Side to move
    .detail = The board turns after each move
option-theme-wood = Wood
    .detail = Warm brown; last move in blue
option-theme-sea = Sea
    .detail = Cool gray blue; last move in yellow
option-theme-meadow = Meadow
    .detail = Green; last move in yellow
option-theme-night = Night
    .detail = Dim squares for dark rooms
option-theme-contrast = Contrast
    .detail = High contrast, safe for color-blind eyes
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
option-only-move-yes =
    .detail = I play your move when it's the only legal one
option-only-move-no =
    .detail = You play every move yourself
option-reminders-yes =
    .detail = I remind you before your time runs out
option-reminders-no =
    .detail = You keep an eye on the clock yourself
option-threads-yes =
    .detail = Each game gets its own thread
option-threads-no =
    .detail = Games are played in the channel itself
# A time zone's name is its label.
option-zone =
    .detail = Follows daylight saving time
# A game's name is its label.
option-variant =
    .detail = { $squares } squares, by { $inventor } ({ $year })

setting-rooms-any = everywhere
setting-announcements-anywhere = where a game or tournament is played
setting-organizers-managers = people who manage the server
setting-quiet-none = none
