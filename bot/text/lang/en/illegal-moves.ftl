# Why what a player typed is not a legal move.

illegal-unreadable = I can't read that as a move. Type two squares, like `{ $squares }`, or notation, like `{ $notation }`.
illegal-unknown-piece = There's no { $piece } in { $game }.
illegal-unknown-square = There's no square { $square } in { $game }.
# $moves lists two or more moves: "Rae4, Rhe4".
illegal-ambiguous = That could be several moves: { $moves }.
illegal-promotion-missing = Choose what the pawn promotes to: { $moves }.
illegal-game-over = The game is over: { $reason }.

illegal-none-before-promotion = There are no { $pieces } here. In { $game } you only get one by promoting a pawn.
illegal-none-left = You don't have any { $pieces } left.
illegal-none-on-side = You don't have { $piece-id ->
        [role-alfil] an
       *[other] a
    } { $piece }.
illegal-none-on-file = You don't have { $piece-id ->
        [role-alfil] an
       *[other] a
    } { $piece } on the { $file }-file.
illegal-none-on-rank = You don't have { $piece-id ->
        [role-alfil] an
       *[other] a
    } { $piece } on rank { $rank }.
illegal-empty-square = There's no piece on { $square }.
illegal-opponents-piece = The { $piece } on { $square } is your opponent's.
illegal-other-piece = The piece on { $square } is { $piece-id ->
        [role-alfil] an
       *[other] a
    } { $piece }, not { $said-id ->
        [role-alfil] an
       *[other] a
    } { $said }.

# $movement is a sentence of movement.ftl.
illegal-out-of-reach = The { $piece } on { $from } can't go to { $to }. { $movement }
# $squares is a list: "b1 and g1".
illegal-few-in-reach = Your { $pieces } on { $squares } can't go to { $to }. { $movement }
illegal-none-in-reach = None of your { $pieces } can go to { $to }. { $movement }
illegal-blocked = The { $piece } on { $from } can't go to { $to }: the { $blocker } on { $at } is in the way.
illegal-occupied = The { $piece } on { $from } can't go to { $to }: there's { $blocker-id ->
        [role-alfil] an
       *[other] a
    } { $blocker } on that square. { $movement }
illegal-own-piece = The { $piece } on { $from } can't go to { $to }: your own { $blocker } is there.
illegal-nothing-to-capture = The { $piece } on { $from } can't go to { $to }: there's nothing to capture. { $movement }
illegal-leto-landing = The { $piece } on { $from } can't capture the { $victim } on { $to }: a { $piece } only lands on empty squares.
illegal-fighting-line = The { $piece } on { $from } can't go to { $to }: no piece may cross the fighting line.

# Instead of a sentence of movement.ftl, for a pawn on the fighting line in Toto40 and for the pawns of a side in Legan Chess.
illegal-pawn-on-line = On the fighting line, pawns only move and capture one square diagonally along the line.
illegal-pawn-legan = In Legan Chess your pawns move one square diagonally, toward { $side ->
        [white] a8
       *[black] h1
    }, and capture one square straight, toward { $side ->
        [white] rank 8 or the a-file
       *[black] rank 1 or the h-file
    }.

# $attackers and $threats are as in check and check-thrown.
illegal-still-in-check = Your king on { $king } would still be attacked by { $attackers }.
illegal-still-in-check-thrown = You'd still be in check: { $threats }.
illegal-exposes-king = Your king on { $king } would be attacked by { $attackers }.
illegal-exposes-king-thrown = You'd put yourself in check: { $threats }.

illegal-must-capture = You must capture: { $moves }.
illegal-unfinished-chain = The piece must keep capturing while it can: { $moves }.
illegal-broken-chain = That move can't continue from { $at } to { $to }. You can play { $moves }.
illegal-repeats-start = That repeats the position at the start of the game, which isn't allowed.
# $after is a move with its number: "1...Hc8".
illegal-repeats-position = That repeats the position after { $after }, which isn't allowed.

illegal-not-a-promotion = Only pawns promote.
illegal-no-promotion-there = Pawns don't promote on { $to }.
illegal-no-promotion-queen = Pawns don't promote on { $to }, where the queen started.
# $choices lists illegal-promotion-choice: "queen (Q), rook (R)".
illegal-wrong-promotion = A pawn can't promote to { $piece-id ->
        [role-alfil] an
       *[other] a
    } { $piece } there. Choose: { $choices }.
illegal-promotion-choice = { $piece } ({ $letter })

illegal-castling-never = There's no castling in { $game }.
illegal-castling-no-right = You can't castle that way: the king or that { $partner } has moved or isn't on its starting square.
illegal-castling-occupied = You can't castle now: { $square } isn't empty.
illegal-castling-in-check = You can't castle now: your king is in check.
illegal-castling-attacked = You can't castle now: { $square } is attacked by { $attackers }.
illegal-castling-thrown = You can't castle now: { $threats }.
