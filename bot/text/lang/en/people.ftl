# Profiles, histories, leaderboards, statistics, blocks and vacations.

## Profiles

command-profile = Ratings and results, yours or someone else's
command-profile-person = Whose (default: yours)
profile-share-own = You can post only your own profile, so leave out the person.
profile-empty = **{ $name }** hasn't finished a game yet.
profile-name = **{ $name }**
profile-rating = **{ $game }**: **{ $rating }** (give or take { $margin }), rated games: { $won } won, { $drawn } drawn, { $lost } lost
profile-engine-rating = **{ $game }** against me: { $rating } ({ $games ->
        [one] 1 game
       *[other] { $games } games
    })
profile-games-with-people = All games against people: { $won } won, { $drawn } drawn, { $lost } lost.
profile-games-with-engine = All games against me: { $won } won, { $drawn } drawn, { $lost } lost.
profile-unfinished = Lost on time: { $forfeits }. Aborted: { $left }.
profile-head-to-head = You against { $name }: { $won } won, { $drawn } drawn, { $lost } lost.
profile-provisional = A rating with a question mark is provisional; it settles after a few more rated games.
profile-recent-games = **Recent games**
# Title of a chart.
profile-chart = Ratings of { $name }

# A player whose data was deleted.
former-player = a former player

## Finished games

command-history = Finished games, yours or someone else's
command-history-person = Whose (default: yours)
command-history-before = Code of a game, to list only games played before it
history-title = Finished games of **{ $name }**
history-empty = { $name } has no finished games to show here.
history-game = { $game } { $variant } against { $opponent }: **{ $outcome ->
        [won] won
        [lost] lost
        [drawn] drawn
       *[aborted] aborted
    }**, { $when }
# $change has its sign: "+12".
history-rated-game = { $game } { $variant } against { $opponent }: **{ $outcome ->
        [won] won
        [lost] lost
        [drawn] drawn
       *[aborted] aborted
    }**, rating { $change }, { $when }
button-older-games = Older games

# After a rated game: "Ratings: ann 1512 (+12), bob 1488 (-12)."
# The ratings are rating-change, or a provisional one such as "1338?".
rating-changes = Ratings: { $white } { $white_rating }, { $black } { $black_rating }.
rating-change = { $rating } ({ $change })
rating-unchanged-decision = Games decided by an organizer aren't rated.

## Leaderboards

command-leaderboard = Top-rated players
command-leaderboard-where = Games { -on } this { -server } (default), or { -on } all { -server(form: "plural") }
choice-leaderboard-here = This { -server }
choice-leaderboard-everywhere = All { -server(form: "plural") }
leaderboard-title-here = { $game }: top players here
leaderboard-title-everywhere = { $game }: top players { -on } all { -server(form: "plural") }
leaderboard-heading = **{ $title }**
leaderboard-empty = No one is listed yet. Play about a dozen rated games to get on the list: use `/challenge` with `time` and `rated`.
leaderboard-own-rating = Your rating is **{ $rating }**.
leaderboard-own-provisional-rating = Your rating, **{ $rating }**, is provisional, so you aren't listed yet.
# Column headings of a picture: keep them short.
leaderboard-rating = Rating
leaderboard-games = Games
leaderboard-won = Won
leaderboard-drawn = Drawn
leaderboard-lost = Lost
button-leaderboard-previous = Previous page
button-leaderboard-next = Next page
button-leaderboard-everywhere = All { -server(form: "plural") }
button-leaderboard-here = This { -server }

## A server's statistics

command-statistics = { -server(form: "capital") } managers: see what's been played here
statistics-title = Games that ended { -on } this { -server }
statistics-none = No games have ended { -on } this { -server } yet.
statistics-summary = { $games ->
        [one] 1 game
       *[other] { $games } games
    } ended here in the weeks shown. Most played: **{ $favorite }**.
# $date is a chart-day: "Nov 16".
statistics-week = Week of { $date }
# Column headings of a picture: keep them short.
statistics-games = Games
statistics-rated = Rated
statistics-with-engine = vs. Delos
statistics-on-time = Timeouts

## Blocks

command-block = Block someone from playing you; they won't be told
command-block-person = Who
command-unblock = Unblock someone
command-unblock-person = Who
block-added = You've blocked { $person }. Neither of you can start a game with the other, but games in progress continue. I won't tell them. Use `/unblock` to undo this.
block-removed = You've unblocked { $person }.
block-list = You've blocked:
block-list-deleted = { $count ->
        [one] One account whose ID I no longer keep
       *[other] { $count } accounts whose IDs I no longer keep
    }
block-list-empty = You haven't blocked anyone.

## Vacations

command-vacation = Pause your clocks in daily games
command-vacation-days = How many days (default: show how many you have left)
command-vacation-end = Whether to end your vacation early
vacation-started = Have a good time! Your clocks are paused in daily games until { $until }, and I'll tell your opponents. Live games and tournaments continue, and you can still move whenever you like.
vacation-ended = Welcome back! Your clocks pick up where they stopped, and I'll tell your opponents.
vacation-current = You're on vacation until { $until }. If you end it now, you keep the days that haven't started.
vacation-none = You're not on vacation.
vacation-how-to = A vacation pauses your clocks in daily games. Use `/vacation days:3` to take three days off.
vacation-days-left = { $days ->
        [0] You have no vacation days left this year.
        [one] You have 1 vacation day left this year.
       *[other] You have { $days } vacation days left this year.
    }
button-end-vacation = End vacation now
