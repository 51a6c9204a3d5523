# /rules of Leto Chess (LETO-1 to LETO-15). The Leto throws enemy pieces (the inventor's "repulsion") and pulls its own ("kidnapping"): these
# two words are used everywhere.

rules-leto-aim = **Checkmate** the enemy king, as in chess.
rules-leto-start = **Everything is as in chess**, but Letos replace the bishops.
rules-leto-start-kwagga = **Everything is as in chess**, but Letos replace the bishops and Kwaggas the knights.
rules-leto-start-caption = The palm tree is the Leto.
rules-leto-start-kwagga-caption = The palm tree is the Leto; the zebra is the Kwagga.

rules-leto-title-throw = The Leto throws
rules-leto-move = **The Leto** moves one or two squares in any direction, if they're empty.
rules-leto-throw = **If it stops right in front of an enemy piece**, it throws that piece over the next piece in line, however far away.
rules-leto-throw-lands = **It lands** just beyond; the piece in between may be of either color.
rules-leto-throw-caption = The Leto moves to c4 and throws the d5 rook over the pawn to f7.

rules-leto-title-capture = The Leto captures
rules-leto-throw-capture = **An enemy piece where it lands is captured:** your opponent's own piece takes it.
rules-leto-no-throw = **Nothing is thrown** without a piece to fly over, off the board or onto your own piece; the Leto just moves.
rules-leto-capture-caption = The Leto moves to d4 and throws the e5 rook over a pawn onto the g7 pawn.

rules-leto-title-pull = The Leto pulls
rules-leto-pull-look = **Look behind the Leto**, away from where it's going.
rules-leto-pull = **If any piece is right behind it**, and one of yours right behind that, yours is pulled to the square it leaves.
rules-leto-no-choice = **You can't decline** a throw or a pull; one move can do both.
rules-leto-pull-caption = The Leto moves to e5 and pulls the a1 rook over the pawn to c3.

rules-leto-title-kwagga = The Kwagga
rules-leto-kwagga = **The Kwagga** (letter G) leaps three squares straight and one to the side, over anything.
rules-leto-kwagga-again = **If that square is empty**, it may make the same leap once more, to an empty square.
rules-leto-kwagga-capture = It captures only with its first leap.
rules-leto-kwagga-caption = Dots are the Kwagga's moves, rings its captures.

rules-leto-title-check = Check
rules-leto-check = **A Leto checks a king** if it could throw a piece onto the king's square.
rules-leto-check-after = **After your move** and everything it throws or pulls, your king must not be attacked.
rules-leto-check-caption = Black is in check: the Leto could move to c4 and throw the rook over the pawn onto the king.

rules-leto-title-pawns = Pawns and promotion
rules-leto-promotion = **A pawn on its last rank** becomes a queen, rook, bishop, knight or Leto.
rules-leto-promotion-kwagga = **A pawn on its last rank** becomes a queen, rook, bishop, Kwagga or Leto.
rules-leto-promotion-thrown = **A pawn thrown onto its last rank** becomes a queen of its own color.
rules-leto-pawn-first-rank = **A pawn is never thrown onto its own first rank:** then nothing is thrown.
rules-leto-promotion-caption = The Leto moves to e5 and throws Black's pawn over White's to e1, where it becomes a queen.

rules-leto-tip-king = **Tip:** Beware of your own pieces next to your king: a Leto can throw another piece over them, onto the king.
rules-leto-tip-rook = **Tip:** Line up your Leto, any piece and a rook: if the Leto moves straight away, the rook comes along.

rules-leto-title-details-leto = The Leto in detail
rules-leto-leto-caption = The palm tree is the Leto; dots are its moves.
rules-leto-no-landing = **It never captures by landing** and jumps over nothing.
rules-leto-own-piece = **Your own pieces** are never thrown by your Leto, which can only pull them.
rules-leto-who = **Kings** can be thrown, too, and your Leto can pull a king, a rook, a pawn or another Leto.
rules-leto-title-details-moved = Pieces that a Leto has moved
rules-leto-castling-lost = **A king or rook that a Leto has moved** can no longer castle, and if a rook is captured in its corner, its king can't castle on that side.
rules-leto-double-step = **A pawn on its second rank** may move two squares, however it got there.
rules-leto-en-passant = **A thrown or pulled pawn** can't be captured en passant.
rules-leto-castling = **Castling** is as in chess: the square that the king passes must be safe with the king on it and the rook in its corner.
rules-leto-castling-lands = The square where it lands must be safe after both have moved, so your own rook may be the piece that a throw flies over.
rules-leto-check-exposed = **A Leto attacks a king** even if its move would expose its own side's king.
rules-leto-chess = **King, queen, rook, knight and pawn** move as in chess, with castling, double step and en passant.
rules-leto-chess-kwagga = **King, queen, rook and pawn** move as in chess, with castling, double step and en passant.
rules-leto-jump = **Only knights jump**, except that a piece thrown by a Leto flies over another.
rules-leto-jump-kwagga = **Only Kwaggas jump**, except that a piece thrown by a Leto flies over another.
rules-leto-must-capture = **You don't have to capture**, but if your Leto's move causes a throw, you can't decline it.
rules-leto-dead = king against king; king and one knight or bishop against king; king and any number of Letos against king
rules-leto-dead-kwagga = king against king; king and one Kwagga or bishop against king; king and any number of Letos against king
rules-leto-title-details-counting = Counting and notation
rules-leto-counting = **Counting:** Throwing or pulling a pawn counts as a pawn move, and a capture by throwing as a capture.
rules-leto-notation = **Lc4(d5-f7):** the Leto moves to c4 and throws the piece on d5 to f7.
rules-leto-notation-short = You don't have to type the part in parentheses.
rules-leto-inferred = **Our reading:** the inventor doesn't say where the Letos start, or whether a throw or pull can be declined.
rules-leto-words = The inventor calls throwing repulsion and pulling kidnapping, and rates a Leto as high as a knight.
rules-leto-credits = Leto Chess was invented by M. Winther in 2007.
