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
