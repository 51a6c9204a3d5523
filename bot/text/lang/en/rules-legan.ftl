# /rules of Legan Chess (LEGAN-1 to LEGAN-6).

rules-legan-start = **Start.** The armies stand in opposite corners: White's king on h1, Black's on a8. Turn the board 45 degrees to see why pawns move diagonally.

rules-legan-title-pawns = Pawns
rules-legan-pawn-move = **Move.** A white pawn moves one square diagonally up and left, from f3 to e4, if that square is empty. A black pawn moves down and right, from b6 to c5.
rules-legan-pawn-capture = **Capture.** A white pawn captures one square to the left or straight up: from f3 on e3 or f4. A black pawn captures one square to the right or straight down.
rules-legan-promotion = **Promotion.** A pawn that reaches a square where the enemy king, bishops, knights or rooks started must become a queen, rook, bishop or knight. For White, these squares are a5 a6 a7 a8 b8 c8 d8; for Black, e1 f1 g1 h1 h2 h3 h4. The queens' squares, b7 and g2, don't count.
rules-legan-pawn-absent = **No** double step, no en passant.

rules-legan-pieces-chess = **As in chess.** King, queen, rook, bishop and knight move and capture as in chess.
rules-legan-castling = **No** castling.

rules-legan-dead = king against king; king and knight against king; kings and bishops alone, with all bishops on one square color

rules-legan-jump = **Can I jump?** Only with knights.
rules-legan-straight = **Can a pawn move straight?** Only to capture. Otherwise it moves diagonally, toward the opposite corner.
rules-legan-edge = **What if the board ends in front of a pawn?** Then it can't move that way. A white pawn on the a-file below a5 can only capture upward.
rules-legan-queen-square = **Why didn't my pawn promote on b7?** The queen started there, and her square doesn't count.
rules-legan-credits = **Credits.** Legan Chess was invented by L. Legan in 1913.
