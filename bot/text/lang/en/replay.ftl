# The viewer of finished games, and posting what it shows.

command-replay-game = Choose a finished game, or type its code (default: your latest)

# $ply and $all count half-moves: "12... Nf3 (knight g1 to f3) · 24/61".
replay-start = Start of the game · 0/{ $all }
replay-move = { $move } · { $ply }/{ $all }
replay-chances = Winning chances: **{ $white_chances }%** for { $white }, **{ $black_chances }%** for { $black }
replay-turning-point = **Turning point**: { $player } played **{ $played }**; **{ $best }** was better.
replay-analyzing = I'm analyzing the game. Use ▶ or ◀ in a minute or two to see the winning chances.
replay-game-of-others = { $white } – { $black }, { $variant }

button-replay = Replay
button-replay-first = ⏮
button-replay-back = ◀
button-replay-forward = ▶
button-replay-last = ⏭
button-replay-flip = Flip
button-replay-analyze = Analyze
button-post = Post it here

menu-replay = Replay a game
menu-replay-positions = Jump to a move
option-replay = { $variant } against { $opponent }
    .detail = { $outcome ->
        [won] Won
        [lost] Lost
        [drawn] Drawn
       *[aborted] Aborted
    } · game { $game }
option-replay-turn = Turning point: { $played }
    .detail = { $best } was better
# A game of a tournament, with its round and its result such as "1–0".
option-replay-board = { $white } – { $black }
    .detail = Round { $round } · { $result }

post-done = Posted.
post-by = Posted by { $person }
