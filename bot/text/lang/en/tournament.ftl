# Tournaments: announcement, plan, rounds, standings, views, and what players and organizers are told.

## Commands

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

## The tournament's message

# $games: one game or several; $time: the time control.
tournament-headline = **{ $name }**: { $games }, { $time }. Code `{ $code }`.
tournament-headline-rated = **{ $name }**: { $games }, { $time }, rated. Code `{ $code }`.
# $games: all but the last, joined by commas.
tournament-games = { $games } in turn
tournament-entrants = { $entered } of { $capacity } spots taken.
tournament-starts = Starts { $date } ({ $at }).
tournament-starts-when-full = Starts when full.
tournament-starts-on-word = Starts when the organizer starts it.
tournament-check-in = Check in before the start, or you won't be paired ({ $count } checked in).
# $knockout: whether it is one, yes or no.
tournament-first-move = Make your first move within { $minutes ->
    [one] { $minutes } minute
   *[other] { $minutes } minutes
} or { $knockout ->
    [yes] lose the match.
   *[no] forfeit the game. Two forfeits and you're out.
}
tournament-first-move-arena = Make your first move within { $minutes ->
    [one] { $minutes } minute
   *[other] { $minutes } minutes
}, or you forfeit the game and aren't paired again until you join again.
# $knockout: as in tournament-first-move.
tournament-first-move-daily = Make your first move in time or { $knockout ->
    [yes] lose the match.
   *[no] forfeit the game. Two forfeits and you're out.
}
# $people: mentions.
tournament-get-ready = Get ready: { $people }
tournament-lacks-players = Fewer than two players have joined. If it stays that way, I'll cancel the tournament when it's time to start. { $people }
tournament-may-end-early = With { $players } players, it may end before round { $rounds }, because no two players meet twice.
tournament-please-check-in = Please check in: { $people }
tournament-for-role = For members with { $role }.
tournament-for-ratings = For ratings { $ratings }.
tournament-for-role-and-ratings = For members with { $role } and ratings { $ratings }.
tournament-between = Round { $round } is over. The next one starts { $at }.
tournament-paused = **Paused.** No new round starts until the organizer resumes. Games in progress continue.
tournament-canceled = The organizer canceled this tournament.
tournament-deserted = Canceled: fewer than two players { $checked ->
    [yes] checked in
   *[no] joined
}.
tournament-over = **The tournament is over.**
tournament-won = **{ $winner }** won. Congratulations!
tournament-won-with = **{ $winner }** won with { $points }. Congratulations!
tournament-shared = **{ $winners }** share first place. Congratulations!
tournament-ended-early = It ended after { $played } of { $rounds } rounds, because no further round could be paired.
# $people: mentions.
tournament-podium = On the podium: { $people }
tournament-thanks = Thanks to everyone who played. Use `/tournament export` to get the tournament as files.
tournament-new-elsewhere = New tournament in { $room }:
tournament-in = In { $room }:
tournament-over-elsewhere = A tournament has ended in { $room }:
tournament-retired-round = **{ $name }**, round { $round }.
tournament-finished-round = **{ $name }**, round { $round }: { $games ->
    [one] { $games } game
   *[other] { $games } games
}.
tournament-finished-arena = **{ $name }**: { $games ->
    [one] { $games } game
   *[other] { $games } games
}.
# $points: as tournament-points.
tournament-leader = { $leader } leads with { $points }. See `/tournament standings`.
tournament-leaders = { $leaders } lead with { $points } each. See `/tournament standings`.
tournament-results-below = The final result is below.

# $halves: the points times two, which selects the plural form; $points: the points in digits, such as 2½.
tournament-points = { $halves ->
    [1] { $points } point
    [2] { $points } point
   *[other] { $points } points
}

# Spans of ratings, used as { $ratings }.
tournament-ratings-from = of { $from } or higher
tournament-ratings-up-to = up to { $to }
tournament-ratings-between = from { $from } to { $to }

## Formats

format-swiss = Swiss, { $rounds ->
    [one] { $rounds } round
   *[other] { $rounds } rounds
}: each round, you play someone with about as many points as you. No one is knocked out.
format-arena = Arena, { $minutes ->
    [one] { $minutes } minute
   *[other] { $minutes } minutes
}. Players are paired again as soon as they're free. A win scores 2 and a draw 1, doubled after two wins in a row. Games still in progress at the end don't count.
format-round-robin = Round robin: everyone plays everyone.
format-double-round-robin = Double round robin: everyone plays everyone twice, once with each color.
format-knockout = { $elimination ->
    [double] Double elimination
   *[single] Knockout
}, { $games ->
    [one] one game
   *[other] { $games } games
} per match: lose { $elimination ->
    [double] two matches
   *[single] a match
} and you're out. A draw is replayed with colors reversed. If the match is still tied at the end, the player who had Black in the last game advances.

## A new tournament

# $game: the game; $time: the time control.
draft-heading = **New tournament:** { $game }, { $time }. Which format?
draft-format = **{ $format }:** { $help }
draft-next = Next, I'll ask for its name and start time. Everything else has a default that you can change before it starts.
draft-zone-utc = Times are in UTC. A { -server } manager can set another time zone with `/settings`.
draft-zone = Times are in { $zone }.
# The suggested name.
draft-name = { $game } Cup
menu-draft-game = Change the game
modal-draft =
    .title = { $format } tournament
modal-draft-when =
    .label = Start (leave empty to start it yourself)
    .example = 6:30 pm, Friday 8 pm, in 2 hours
format-help-swiss = any number of players, five rounds, no one is knocked out
format-help-knockout = lose a match and you're out
format-help-round-robin = everyone plays everyone
format-help-arena = as many games as you can in an hour; join and leave anytime
format-help-double-elimination = lose two matches and you're out
format-help-double-round-robin = everyone plays everyone twice, once with each color

## The organizer's card

organizer-playing = **{ $name }:** round { $round } is in progress.
organizer-between = **{ $name }:** round { $round } is over. The next one starts { $at }.
organizer-paused = **{ $name }** is paused. No new round starts until you resume it. Games in progress continue.
organizer-arena = **{ $name }** is in progress and ends { $at }.
# $first and $second: the names of the colors.
organizer-game = { $white } ({ $first }) against { $black } ({ $second }), game `{ $code }`.
organizer-decide = How should it end? A decision can't be undone and doesn't change ratings.
organizer-players = { $white } – { $black }
organizer-games = Choose a game to decide or replay it.
organizer-no-games = No games are in progress.
organizer-role = Choose the { -role } that players need to join.
organizer-invite = Choose someone to invite. I'll ask them in a direct message. To add me as a player, use `/tournament add level:`.
organizer-remove = Choose who to remove. I'll ask you to confirm.
organizer-postpone = Postpone by how long?
# A button was pressed twice, or after someone else changed something.
organizer-stale = That's already been done, or something has changed since then. Here's how things stand now.
button-organizer-start = Start
button-organizer-pause = Pause
button-organizer-resume = Resume
button-organizer-invite = Invite
button-organizer-remove = Remove
button-organizer-postpone = Postpone
button-organizer-games = Decide a game
button-organizer-undo = Undo
button-organizer-refresh = Refresh
button-organizer-audit = Audit log
button-organizer-cancel = Cancel tournament
# $color: the color of the pieces that they play.
button-organizer-win = { $name } ({ $color }) wins
button-organizer-replay = Annul and replay
button-postpone-quarter = 15 minutes
button-postpone-hour = 1 hour
button-postpone-day = 1 day
button-postpone-week = 1 week
button-sit-out = Sit out next round
menu-organizer-invite = Choose a member
menu-organizer-remove = Choose a player
menu-organizer-games = Choose a game

# Questions before what can't be undone.
ask-again = Things have changed since I asked, so please check again.
ask-start = Start **{ $name }** with only { $players ->
    [one] { $players } player
   *[other] { $players } players
}? Once it starts, the plan can't be changed.
# $players: those who have checked in; $absent: those who haven't.
ask-start-checked-in = Start **{ $name }** with { $players ->
    [one] { $players } player
   *[other] { $players } players
} checked in? { $absent ->
    [0] Everyone who joined has checked in.
    [one] { $absent } player who hasn't checked in won't play.
   *[other] { $absent } players who haven't checked in won't play.
}
ask-cancel = Cancel **{ $name }**? { $players ->
    [0] No one has joined yet.
    [one] { $players } player has joined.
   *[other] { $players } players have joined.
}
ask-cancel-begun = Cancel **{ $name }**? { $players ->
    [one] { $players } player
   *[other] { $players } players
}, { $games ->
    [0] no games in progress.
    [one] { $games } game in progress. It will continue as an ordinary game.
   *[other] { $games } games in progress. They'll continue as ordinary games.
} There will be no winner.
ask-cancel-final = This can't be undone.
ask-replay = Annul this game after { $moves ->
    [0] no moves
    [one] { $moves } move
   *[other] { $moves } moves
} and start it again with the same colors? This can't be undone.
ask-replay-over = Annul the result of this game and start it again with the same colors? This can't be undone.
ask-remove = Remove { $who } from **{ $name }**? They can join again until it starts.
ask-remove-begun = Remove { $who } from **{ $name }**? A game in progress continues, but they won't be paired again. You can undo this right afterward.
button-sure-start = Start anyway
button-sure-cancel = Cancel tournament
button-sure-replay = Annul and replay
button-sure-remove = Remove

# What was undone.
undone-return = Undone: the player you removed is back.
undone-entry = Undone: the player you let in is out again.
undone-substitute = Undone: the player who was replaced is back.
undone-invite = Undone: the invitation is withdrawn.
undone-postpone = Undone: the earlier time for the next round is back.
undone-pause = Undone: the tournament is as it was before.
undone-plan = Undone: the previous plan is back.

## The plan

plan-games = **Games:** { $games }
plan-time = **Time:** { $time }, { $rated ->
    [yes] rated
   *[no] casual
}
plan-format = **Format:** { $format }
plan-capacity = **Players:** up to { $most }
plan-starts = **Starts:** { $date } ({ $at })
plan-starts-or-when-full = **Starts:** { $date } ({ $at }), or as soon as it's full
plan-starts-when-full = **Starts:** as soon as it's full
plan-starts-on-word = **Starts:** when you { -press } Start
tie-break-buchholz = Buchholz
tie-break-buchholz-cut-1 = Buchholz Cut 1
tie-break-sonneborn-berger = Sonneborn-Berger
tie-break-direct-encounter = Direct Encounter
tie-break-number-of-wins = Number of Wins
tie-break-performance-rating = Tournament Performance Rating
plan-tie-breaks = **Tie-breaks:** { $order }
plan-stand-in = **Stand-in:** { $engine } fills in when a player has no opponent
plan-series = **Series:** { $name }
plan-server-event = **{ -server(form: "capital") } event:** on

# The parts of a plan, each a line of a menu with its value below.
option-plan-name = Name
option-plan-games = Games
option-plan-format = Format
option-plan-time = Time control
option-plan-minutes = Minutes
option-plan-rounds = Rounds
option-plan-match-games = Games per match
option-plan-capacity = Maximum number of players
option-plan-starts = Start
option-plan-tie-breaks = Tie-breaks
option-plan-ratings = Rating limits
option-plan-stand-in = Stand-in
option-plan-series = Series
option-plan-role = { -role(form: "capital") } needed to join
option-plan-winners-role = Winner's { -role }
option-plan-server-event = { -server(form: "capital") } event
option-plan-rated = Rated games
option-plan-when-full = Start as soon as it's full
option-plan-check-in = Check-in
plan-value-none = None
plan-value-starts-on-word = When you { -press } Start
plan-value-starts-at-time = At the time above
menu-plan-format = Choose a format
button-plan-any-role = No { -role } needed
menu-plan-role = { -role(form: "capital") } needed to join
button-plan-no-winners-role = No { -role } for the winner
menu-plan-winners-role = Winner's { -role }
tournament-winners-role = The winner gets { $role }.
tournament-event-without-start = A { -server } event needs a start time. Choose **Start** to set one. To remove the start time, turn off **{ -server(form: "capital") } event** first.
# The description of a server event, without markup. $games: one game or several; $time: the time control.
server-event-games = { $games }, { $time }, { $rated ->
    [yes] rated
   *[no] casual
}.

# Parts of a plan, as $part of tournament-bad-part and audit-edit.
plan-part-name = name
plan-part-games = games
plan-part-format = format
plan-part-time = time control
plan-part-rounds = rounds or minutes
plan-part-match-games = games per match
plan-part-capacity = number of players
plan-part-starts = start
plan-part-tie-breaks = tie-breaks
plan-part-ratings = ratings
plan-part-stand-in = stand-in
plan-part-series = series
plan-part-role = { -role }
plan-part-winners-role = winner's { -role }
plan-part-server-event = { -server } event
plan-part-rated = rated or casual
plan-part-when-full = start when full
plan-part-check-in = check-in

modal-plan =
    .title = The tournament's plan
modal-plan-name =
    .label = Name
    .example = Friday Cup
modal-plan-games =
    .label = Games, one per round in turn
    .example = leto, toto40, latrunculi
modal-plan-time =
    .label = Time control of each game
    .example = 10+5
modal-plan-rounds =
    .label = Rounds
    .example = 5
modal-plan-minutes =
    .title = Arena length
    .label = Minutes
    .example = 60
modal-plan-match-games =
    .label = Games per match (knockout)
    .example = 2
modal-plan-capacity =
    .label = Maximum number of players
    .example = 32
modal-plan-starts =
    .label = When it starts
    .example = 6:30 pm, Friday 8 pm, in 2 hours, 2026-12-24 18:30; or none
modal-plan-tie-breaks =
    .label = Tie-breaks, in order
    .example = BH-C1, BH, SB, DE, WIN, TPR; or none for the default
modal-plan-ratings =
    .label = Rating limits
    .example = 1200-1800, from 1500, up to 1600; or none
modal-plan-stand-in =
    .label = Level of the stand-in (Delos)
    .example = a level from 1 to 10, or none
modal-plan-series =
    .label = Series it belongs to
    .example = Winter League, or none

## Rounds

round-heading = **Round { $round }**
round-heading-of = **Round { $round } of { $rounds }**
# $heading: round-heading or round-heading-of; $game: the game of this round.
round-heading-game = { $heading } ({ $game })
round-progress = { $heading }: { $over } of { $games ->
    [one] { $games } game
   *[other] { $games } games
} finished.
# $next: whether there are two players to pair.
round-arena = { $games ->
    [0] { $next ->
        [yes] The next games start in a moment.
       *[no] Waiting for another player.
    }
    [one] { $games } game in progress.
   *[other] { $games } games in progress.
} The arena ends { $at }. Join or leave anytime before that.
# The place of a game, on its board.
event-line = **{ $name }**, round { $round }, board { $board }
event-line-arena = **{ $name }** (arena)
round-more-threads = and { $games ->
    [one] { $games } more game
   *[other] { $games } more games
}: see **Pairings**.
round-bye = { $name } has a bye (1 point).
round-half-point-bye = { $name } has a half-point bye.
round-zero-point-bye = { $name } has a bye (no points).
round-title = { $name }, round { $round }
round-title-arena = { $name }: games in progress
round-note-bye = bye (1 point)
round-note-half-point-bye = bye (½ point)
round-note-zero-point-bye = bye

## Standings and other views

standings-title = { $name }: final standings
standings-after = **{ $name }**: standings in round { $round }
standings-final = **{ $name }**: final standings
standings-arena = **{ $name }**. With equal points, the player with fewer games ranks higher.
standings-knockout = **{ $name }**. Players with a dash (–) are still in.
standings-knockout-final = **{ $name }**. Players who went out in the same round share a place.
# What decides between players with equal points; the sentences are about the player in a line of the table.
tie-breaks-heading = **{ $name }**: ties on points are broken in this order.
# $about: one of the sentences below.
tie-break-line = **{ $code }** { $name }: { $about }
tie-break-about-buchholz = add up your opponents' points.
tie-break-about-buchholz-cut-1 = add up your opponents' points, leaving out the lowest.
tie-break-about-sonneborn-berger = add the points of each opponent you beat and half the points of each you drew with.
tie-break-about-direct-encounter = count only the games among the tied players.
tie-break-about-number-of-wins = count your wins; forfeit wins and byes worth a point count too.
tie-break-about-performance-rating = the rating at which your score against these opponents would be expected.
tie-break-own = (yours: { $value })
standings-withdrawn = { $name } (withdrawn)
# A page of a longer list.
standings-page = { $title } ({ $first }–{ $last } of { $all })
crosstable-swiss = **{ $name }**. 5w1: White against line 5, won. + and -: won and lost by forfeit. *: in progress.
crosstable-round-robin = **{ $name }**. Columns: opponents by line. + and -: won and lost by forfeit. *: in progress. Results against a player who left before playing half of their games don't count.
bracket-caption = **{ $name }**. Winners are highlighted; numbers are points in the match.
bracket-final = Final
bracket-second-final = Second final
bracket-semifinals = Semifinals
bracket-quarterfinals = Quarterfinals
bracket-round-of = Round of { $players }
bracket-upper-round = Upper round { $round }
bracket-lower-round = Lower round { $round }
bracket-title-upper = { $name }: upper bracket
bracket-title-lower = { $name }: lower bracket
# The opponent of a player who advances without a game.
bracket-bye = bye
column-points = Pts
column-games = Games
column-streak = Streak
column-won = Won
column-top-3 = Top 3
column-played = Played

button-join = Join
button-leave = Leave
button-check-in = Check in
button-my-games = My games
button-standings = Standings
button-pairings = Pairings
button-crosstable = Crosstable
button-bracket = Bracket
button-tie-breaks = Tie-breaks
button-page-back = ◀ Back
button-page-next = Next ▶

## A player's own games

mine-heading = **Your games in { $name }**
mine-heading-last = **Your last { $count } games in { $name }**
mine-game = { $round }. { $color } against { $opponent }: { $result ->
    [won] won
    [drawn] drawn
    [lost] lost
   *[playing] in progress
}
# $room: where the game in progress is played.
mine-game-in = { $round }. { $color } against { $opponent }: in progress in { $room }
mine-no-game = { $round }. no game
# $bye: round-note-bye or its like.
mine-bye = { $round }. { $bye }
why-heading = **Why this pairing?**
# $points, $own, $other: as tournament-points.
why-same-score = You both had { $points }.
why-float-down = You had { $own }, your opponent { $other }: no one was left for you to play in your score group.
why-float-up = You had { $own }, your opponent { $other }: no one was left for them to play in their score group.
why-preference = You had { $strength ->
    [absolute] an absolute
    [strong] a strong
   *[mild] a mild
} color preference for { $color }.
why-colors-granted = Both of you got the color you were due.
why-colors-stronger = The stronger color preference was granted.
why-colors-alternation = You were both due the same color, so colors alternate from the last round in which you had different ones.
why-colors-rank = You were both due the same color; it went to the higher-ranked player.
why-colors-initial = Neither of you had played yet, so colors alternate down the starting list.
why-no-rematch = No one plays the same opponent twice.

## Past tournaments

past-none = No tournament has finished here yet. Use `/tournament create` to announce one.
past-heading = **Recent tournaments here**
past-line = { $name } · { $at } · won by { $winners } ({ $players ->
    [one] { $players } player
   *[other] { $players } players
}) · `{ $code }`
past-line-no-winner = { $name } · { $at } · no winner ({ $players ->
    [one] { $players } player
   *[other] { $players } players
}) · `{ $code }`
past-series = Series: { $names }. Use `/tournament history series:` to see the points in one.
past-no-such-series = No tournament in the series "{ $name }" has finished here. Use `/tournament history` to list the series.
past-series-points = Points by place: { $points }.
past-hall-of-fame = Hall of fame

## Answers

tournament-entered = You're in **{ $name }**. I'll let you know when your first game starts.
tournament-entered-late = You're in **{ $name }**. You'll play from the next round on.
tournament-left = You've left **{ $name }**. If you're still playing a game, it continues; resign it if you can't finish it.
# After tournament-left, in a round robin. A game in progress can still change it.
tournament-left-early = You've played fewer than half of your games. Unless a game still in progress changes that, your results won't count in the standings.
tournament-checked-in = You're checked in. I'll let you know when your first game starts.
tournament-sits-out = You'll have a half-point bye in the next round.
tournament-started = Started. Have fun!
tournament-organized = Done. Everyone can see it in `/tournament audit`.
tournament-canceled-done = Canceled. I'll let the players know, except those who turned off notifications.
tournament-invited = I've invited { $person }. They'll be entered when they accept.
tournament-invitation-declined = You've declined the invitation to **{ $name }**. No one will be told.
# For organizers; $names: joined by commas.
tournament-invitations = Invited: { $names }
tournament-stopped = I can no longer post in { $room }, so **{ $name }** has stopped. Nothing is lost. Let me post there again, or choose another { -channel }, then use `/tournament manage tournament:{ $code }` where it should continue, and { -press } **Resume**.
export-files = The tournament as files: { $files }.
export-trf = a report for pairing programs (TRF)
export-csv = a table for spreadsheets (CSV)
export-pgn = the finished games (PGN)
export-incomplete = The last games are missing, because the full file would be too large for a message.
export-report = Tournament report for pairing programs
export-standings = Standings for a spreadsheet

## Refusals

tournament-no-such-code = There's no tournament `{ $code }` here.
tournament-these-open = Current tournaments:
tournament-open-here = **{ $name }** (`{ $code }`)
tournament-none-open = No tournament is open or in progress. Use `/tournament create` to announce one.
tournament-was-canceled = This tournament was canceled, which can't be undone. Use `/tournament create` to announce another one.
tournament-start-past = { $at } is in the past. Choose a later start.
tournament-start-skipped = That time doesn't exist in { $zone }: the clocks go forward that night. Choose another time.
tournament-start-repeated = That time happens twice in { $zone }: the clocks go back that night. Choose another time, or write it in UTC, such as `00:30 UTC`.
# Suggestions: $players is organizer-players.
choice-tournament-open = { $name } (open) · { $code }
choice-tournament-playing = { $name } (in progress) · { $code }
choice-tournament-over = { $name } (over) · { $code }
choice-tournament-game = { $players } · { $code }
tournament-no-player-named = Name a member of this { -server }, or choose one of my levels.
tournament-not-a-member = Only members of this { -server } can be invited.
tournament-unknown = There's no tournament here. Use `/tournament create` to announce one.
tournament-not-organizer = Only organizers can do that. Ask a { -server } manager.
tournament-too-often = This { -server } has announced a lot of tournaments in the last hour. The next one can be announced { $when }.
tournament-too-many = This { -server } has { $most } tournaments in progress, the most allowed. Finish or cancel one first.
tournament-bad-plan = A tournament needs a name, a clock like `10+5` (no daily games in an arena), and 1 to 15 rounds (Swiss) or 5 to 720 minutes (arena).
tournament-begun = Too late: the tournament has started.
tournament-not-begun = The tournament hasn't started yet.
tournament-is-over = The tournament is over.
tournament-already-entered = You're already in this tournament.
tournament-player-already-entered = That player is already in this tournament.
tournament-player-not-entered = That player isn't in this tournament. Choose someone who is.
tournament-full = The tournament is full: { $entered } players have joined.
tournament-too-few = It takes at least two players to start.
tournament-no-half-point-bye = You can only take a half-point bye in a Swiss tournament, and not in the last round.
tournament-not-paused = The tournament isn't paused.
tournament-not-of-this-round = Game `{ $code }` isn't in the current round. Use `/tournament pairings` to list its games.
tournament-fixed-part = This can't be changed that way: { $part }.
tournament-bad-part = I can't read that. Write the { $part } like `{ $example }`.
tournament-bad-start = I can't read that start time. Try `6:30 pm`, `Friday 8 pm`, `in 2 hours` or `none`.
tournament-not-admitted = This tournament is for ratings { $ratings }, based on your rating in the games it uses; games against me don't count. The organizer can still let you in.
tournament-needs-role = This tournament is for members with { $role }. The organizer can still let you in.
tournament-removed = The organizer removed you from this tournament. Only the organizer can let you back in, with `/tournament add`.
tournament-absent = You're out of this tournament because you missed two games. The organizer can let you back in with `/tournament add`.
tournament-would-have-begun = Under the previous plan, the tournament would have started already. Use `/tournament manage` to change the start, or to start it now.
tournament-player-left = One of the players has left the tournament. They have to come back before their game can be replayed.
tournament-not-invited = You have no open invitation to this tournament.
tournament-invited-otherwise = { $person } already has a different invitation to this tournament, and it can't be changed. Please choose someone else.
tournament-too-many-invited = You've already invited { $most } people, the most one tournament allows. Others can still join on their own.
tournament-own-game = You can't decide your own game, or remove or replace your opponent. Ask another organizer or a { -server } manager.
tournament-own-place = You can't do that to your own entry. Use **Join** or **Leave**, or ask another organizer or a { -server } manager.
tournament-nothing-to-undo = There's nothing to undo. Only your last change can be undone; a start, a decided or replayed game, and a cancellation can't.
