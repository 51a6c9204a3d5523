# Why a FEN is not a position of a game.

position-fields = A FEN for this game has { $expected } fields, separated by spaces.
position-ranks = The board has { $expected } ranks, but the FEN has { $found }.
position-rank = Rank { $rank } has the wrong number of squares.
position-piece = There's no piece "{ $letter }" in this game.
position-turn = The side to move must be `w` or `b`, not "{ $text }".
position-rights = The third field can't be "{ $text }".
position-en-passant = "{ $text }" isn't an en passant square. Use `-` for none.
position-counter = "{ $text }" isn't a valid move count.
position-right-without-pieces = The castling right `{ $right }` needs the king and its castling partner on their starting squares.
position-en-passant-without-pawn = No pawn has just passed { $square }, so it can't be the en passant square.
position-kings = Each side needs exactly one king.
position-too-many-pieces = One side has too many pieces.
position-pawn = A pawn can't be on { $square }.
position-wrong-section = The piece on { $square } is on the wrong side of the fighting line.
position-opponent-in-check = The side that just moved left its king in check.
