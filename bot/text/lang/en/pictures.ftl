# Words in pictures, and descriptions of pictures for people who cannot see them.

## Words that are drawn: keep them short

# At the end of a player's bar, where there is no clock.
board-to-move = to move
# Under a table that has more lines than fit.
table-more = and { $count } more
crosstable-points = Points
crosstable-tie-break = TB
chart-month-name = { $month ->
    [1] Jan
    [2] Feb
    [3] Mar
    [4] Apr
    [5] May
    [6] Jun
    [7] Jul
    [8] Aug
    [9] Sep
    [10] Oct
    [11] Nov
   *[12] Dec
}
# $month is a chart-month-name.
chart-day = { $month } { $day }
chart-year = { $year }
chart-month = { $month } { $year }
chart-date = { $month } { $day }, { $year }

## Descriptions of boards
## They are read aloud, and someone who cannot see the board plays by them. $side is "White" or "Red".

alt-side-to-move = { $side } to move.
alt-side-won = { $side } won.
alt-draw = Draw.
# $move is a move in words.
alt-last-move = { $side }'s last move: { $move }.
# $pieces is a list of pieces-on, the king first.
alt-side = { $side }: { $pieces }.
alt-no-pieces = no pieces
# $piece is a piece-name, $squares one or more names of squares: "rooks a1 h1".
pieces-on = { $piece } { $squares }
alt-next = Arrows show a move: { $move }.
alt-selected = { $square } is selected and can move to { $squares }.
alt-selected-blocked = { $square } is selected and can't move.
# A square in the list of alt-selected where something is captured.
alt-capture = { $square } (capture)
# Marks in a diagram of the rules.
alt-marked = Marked: { $squares }.
# $arrows is a list of alt-arrow.
alt-arrows = Arrows: { $arrows }.
alt-arrow = { $from } to { $to }
piece-name = { $count ->
    [one] { $piece }
   *[other] { $pieces }
}

## Descriptions of other pictures

graph-alt = Evaluation graph: { $title }.
graph-alt-empty = No moves yet.
# $first and $last are percentages. $move is the last move of the graph, which may end before a long game does.
graph-alt-course = { $side }'s winning chances: { $first }% at the start, { $last }% after move { $move }.
graph-alt-turn = The biggest change came with { $side }'s move { $move }: from { $from }% to { $to }%.

curve-alt = Rating chart: { $title }.
curve-alt-empty = No games yet.
# The dates are chart-date.
curve-alt-series = { $name }: { $first } on { $since }, { $last } on { $until }, highest { $highest }.

table-alt = Table: { $title }.
# The figures in a line of a table.
table-alt-games = { $count ->
    [one] { $count } game
   *[other] { $count } games
}
table-alt-streak = streak of { $count }
table-alt-won = { $count } won
table-alt-top-3 = { $count } in the top 3
table-alt-played = { $count } played
crosstable-alt = Crosstable: { $title }.
# $score is a number of points such as "2½".
crosstable-alt-row = { $name }, points: { $score }

pairings-alt = Pairings: { $title }.
pairings-alt-playing = in progress
pairings-alt-game = Board { $board }: { $white } against { $black }, { $result }
# The last word is the code of the game.
pairings-alt-game-code = Board { $board }: { $white } against { $black }, { $result }, game { $code }

bracket-alt = Knockout bracket: { $title }.
bracket-alt-match = { $round }: { $first } against { $second }.
bracket-alt-bye = { $round }: { $name } has a bye.
# $name is followed by the score, if there is one.
bracket-alt-winner = { $name } (won)
bracket-alt-open = to be decided

gallery-alt = The { -number-of-games } games, each with its starting position.
# $game is a game's name, $squares the number of its board's squares.
gallery-alt-game = { $game }: { $squares } squares.

podium-alt = Podium: { $title }.
podium-alt-place = { $rank }: { $name }.
podium-alt-place-points = { $rank }: { $name }, { $points }.
