# The viewer of finished games, and posting what it shows.

# $ply and $all count half-moves: "12... Nf3 (knight g1 to f3) · 24/61".
replay-start = Start of the game · 0/{ $all }
replay-move = { $move } · { $ply }/{ $all }
replay-chances = Winning chances: { $white } **{ $white_chances }%**, { $black } **{ $black_chances }%**
replay-turning-point = **Turning point**: **{ $best }** is best here; { $player } played **{ $played }**.
replay-analyzing = I'm analyzing the game. The winning chances will show here in a minute or two.
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
