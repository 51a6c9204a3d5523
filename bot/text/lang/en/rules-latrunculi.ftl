# /rules of Chess Latrunculi duo milia et septum (LATR-1 to LATR-5).

rules-latrunculi-start = **Everything is as in chess**, but rooks and bishops wear crowns: they can also step like kings.
rules-latrunculi-start-caption = Crowned rooks and bishops start as in chess.

rules-latrunculi-title-rook = The crowned rook
rules-latrunculi-rook = **The crowned rook** moves and captures like a rook, or one square diagonally.
rules-latrunculi-rook-caption = Dots are the crowned rook's moves, rings its captures.
rules-latrunculi-title-bishop = The crowned bishop
rules-latrunculi-bishop = **The crowned bishop** moves and captures like a bishop, or one square straight.
rules-latrunculi-bishop-color = That lets it switch to squares of the other color.
rules-latrunculi-bishop-caption = Dots are the crowned bishop's moves, rings its captures.

rules-latrunculi-tip-beside = **Tip:** A crowned rook or bishop attacks all eight squares around it: don't leave an unprotected piece next to one.
rules-latrunculi-tip-bishop = **Tip:** Don't trade a crowned bishop for a knight: the bishop can even mate with just its king's help.

rules-latrunculi-dead = king against king; king and knight against king
rules-latrunculi-not-dead = King and crowned bishop against king goes on, because the bishop can mate with its king's help.
rules-latrunculi-castling = **Castling** is as in chess, with a crowned rook that hasn't moved.
rules-latrunculi-pawn = **Pawns** have the double step and en passant, and promote to a queen, crowned rook, crowned bishop or knight.
rules-latrunculi-king = **King, queen and knight** move as in chess.
rules-latrunculi-jump = **Only knights jump**, except when castling.
rules-latrunculi-title-details-pieces = The pieces in detail
rules-latrunculi-letters = Crowned rooks and bishops keep the letters R and B.
rules-latrunculi-credits = Chess Latrunculi duo milia et septum was invented by Gary K. Gifford in 2007.

## Lessons

lesson-latrunculi-rook = The crowned rook
lesson-latrunculi-rook-1 = The crowned rook can also move and capture one square diagonally. Take the knight.
lesson-latrunculi-rook-2 = The rook checks your king diagonally, from right beside it. Take it.
lesson-latrunculi-rook-3 = A crowned rook attacks all eight squares around it. Find the mate.
    .hint = Your pawn guards g7.

lesson-latrunculi-bishop = The crowned bishop
lesson-latrunculi-bishop-1 = The crowned bishop can also move and capture one square straight. Take the knight.
lesson-latrunculi-bishop-2 = With a straight step, it changes color. Take the h7 pawn in two moves.
    .hint = A step from d4 leads to the light diagonal to h7, for instance to e4.
lesson-latrunculi-bishop-3 = It attacks everything right beside it. Attack both knights at once.
    .hint = Go between the knights.

lesson-latrunculi-ending = Castling and endings
lesson-latrunculi-ending-1 = You castle as in chess, with a crowned rook that hasn't moved. Castle on either side.
lesson-latrunculi-ending-2 = The rook on b2 attacks c1, diagonally. Castle on the side where your king is safe.
lesson-latrunculi-ending-3 = A crowned bishop and its king can mate. Find the mate.
    .hint = Right beside the king, your bishop attacks straight and diagonally, and your king guards it.
lesson-latrunculi-ending-4 = Mate in two moves: take c8 from the king, so that only the corner is left, and be ready to mate there.
    .hint = From a6, the bishop sees c8.
lesson-latrunculi-ending-5 = A lone knight can't win, but a crowned bishop can. Take the piece that makes it a draw.
