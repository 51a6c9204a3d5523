# /rules of Chess Latrunculi duo milia et septum (LATR-1 to LATR-5).

rules-latrunculi-start = **Start.** As in chess, with crowned rooks and crowned bishops in place of rooks and bishops. They keep the letters R and B.

rules-latrunculi-title-crowned = The crowned pieces
rules-latrunculi-rook = **The crowned rook** moves and captures like a rook, or one square diagonally.
rules-latrunculi-bishop = **The crowned bishop** moves and captures like a bishop, or one square straight, so it can switch to squares of the other color.
rules-latrunculi-chess = **Everything else is chess:** king, queen, knight and pawn, double step, en passant, castling with a rook that hasn't left its corner, promotion to queen, crowned rook, crowned bishop or knight.

rules-latrunculi-dead = king against king; king and knight against king
rules-latrunculi-not-dead = **Not a draw:** king and crowned bishop against king, because the bishop can mate with its king's help.

rules-latrunculi-jump = **Can I jump?** Only with knights, and when castling.
rules-latrunculi-king = **Does the king move differently?** No, it moves as in chess. Rooks and bishops just borrow its steps.
rules-latrunculi-credits = **Credits.** Chess Latrunculi duo milia et septum was invented by Gary K. Gifford in 2007.
