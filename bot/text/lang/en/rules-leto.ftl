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

## Lessons

lesson-leto-throw = Throw a piece
lesson-leto-throw-1 = Your Leto (the palm) moves one or two squares in any direction, to an empty square. Follow the arrow: it throws the rook over the pawn.
    .done = Your Leto stopped right in front of the rook, which flew over the next piece in line and landed right behind it.
lesson-leto-throw-2 = The next piece in line can be far away. Move up to the queen to throw it over the b7 pawn.
    .hint = Move straight toward the queen and stop right in front of it.
    .done = However far away the next piece is, the thrown piece lands just beyond it.
lesson-leto-throw-3 = Without a piece to fly over and a square to land on, nothing is thrown. Find the move that throws.
    .hint = Behind the knight on f4 there's a pawn to fly over, and then an empty square.
    .done = The rook on d5 had nothing to fly over, and the knight on b4 would have left the board.

lesson-leto-capture = Capture by throwing
lesson-leto-capture-1 = A Leto never captures by landing: it throws one enemy piece onto another. Throw the rook onto the g7 pawn.
    .done = Your opponent's own rook took the pawn.
lesson-leto-capture-2 = Pawns can be thrown, too. Find the throw that captures the queen.
    .hint = Look up the c-file: a pawn, a knight, the queen.
lesson-leto-capture-3 = The piece in between may be yours. Throw Black's knight over your own, onto the queen.
    .hint = Stop right in front of the knight on c5, on its rank.
lesson-leto-capture-4 = A piece can't be thrown onto one of yours. Find the throw that works: it takes the queen.
    .hint = On the c-file, your rook is where the knight would land.

lesson-leto-pull = Pull your own
lesson-leto-pull-1 = Next to your Leto is a pawn, right behind it your rook. Move directly away: the rook jumps over the pawn to the square your Leto just left.
    .done = That's a pull: it needs a piece right next to the Leto, and your own piece right behind that one.
lesson-leto-pull-2 = The piece in between may be your opponent's. Pull your knight over Black's pawn.
    .hint = The knight, the pawn and the Leto stand on the d-file: move up that file.
lesson-leto-pull-3 = One move can throw and pull. Find the move that does both.
    .hint = Go up the long diagonal and stop right in front of the knight.
    .done = You can't decline: whenever a throw or a pull is possible, it happens.
lesson-leto-pull-4 = A king that's pulled can no longer castle. Throw a knight without pulling your king along.
    .hint = On the e-file, a pawn and then your king are right behind the Leto.
    .done = Your king stayed at home and can still castle.

lesson-leto-check = A Leto's check
lesson-leto-check-1 = A Leto checks a king if it could throw a piece onto it. Follow the arrow to give check.
    .done = Next, your Leto could stop on c4 and throw the rook over the pawn, onto the king.
lesson-leto-check-2 = A pulled piece can give check, too. Pull your rook to the king's file.
    .hint = The rook, a pawn and your Leto stand on one diagonal.
lesson-leto-check-3 = Black's king has no free square. Find your Leto's check: it's mate.
    .hint = To throw the f3 pawn over the g4 pawn, the Leto must move up their diagonal. Where must it start?
    .done = Your Leto could throw the f3 pawn over the g4 pawn onto the king, and Black can't prevent it.

lesson-leto-escape = Keep your king safe
lesson-leto-escape-1 = Check: Black's Leto could stop on c5 and throw your knight onto your king. Move the knight away.
    .done = With nothing to throw, there's no check.
lesson-leto-escape-2 = Black's Leto gives check: it could throw your d4 pawn over the f2 pawn. Move the pawn that it would fly over.
    .done = With nothing next to your king to fly over, nothing can be thrown onto it.
lesson-leto-escape-3 = The rook gives check, and your king is shut in. Let your Leto pull it out.
    .hint = The king, the f2 pawn and your Leto stand on one diagonal.
    .done = What counts is where everything stands after your move: on e3, your king is safe.
lesson-leto-escape-4 = Take the queen or the rook? If your knight stood on d4, Black's Leto could throw it onto your king.
    .done = A move that leaves your king under a Leto's attack isn't legal.

lesson-leto-moved = Kings, rooks and pawns
lesson-leto-moved-1 = Even a king can be thrown. Throw Black's king over its pawn, onto its own queen.
lesson-leto-moved-2 = Without its corner rook, a king can't castle on that side. Throw the knight onto the rook on h8.
    .hint = Stop right in front of the knight, on the long diagonal.
lesson-leto-moved-3 = A pawn thrown onto its last rank becomes a queen. Don't give Black one: throw the rook.
    .hint = Stop right in front of the rook, on its rank.
lesson-leto-moved-4 = A pawn is never thrown onto its own first rank: the Leto may move, but the pawn stays. Find the move that throws.
    .hint = Rank 8 is the first rank of Black's pawns. Throw the knight there.
lesson-leto-moved-5 = A pawn can become a Leto, too. Find the promotion that gives check.
    .done = Your Leto could stop on d6 and throw the knight over the pawn, onto the king.
lesson-leto-moved-6 = Your king is alone. Against a king with nothing but Letos, that's a draw at once. Save the game with one capture.
    .hint = If you take the Leto, Black's pawn wins.

lesson-leto-kwagga = Meet the Kwagga
lesson-leto-kwagga-1 = Another form of the game has Kwaggas (the zebra, letter G). They leap three squares straight and one to the side. Take the rook.
lesson-leto-kwagga-2 = If its leap lands on an empty square, your Kwagga can make the same leap again in that direction. Leap twice to attack king and queen.
    .hint = The first leap goes to b4.
    .done = From c7, the Kwagga attacks f8 and f6.
lesson-leto-kwagga-3 = It captures only with its first leap. Take the piece that it can reach.
    .hint = One leap from b1 goes to a4, c4 or e2.
lesson-leto-kwagga-4 = Its first leap must land on an empty square to go on. Move your pawn, then leap to c7.
    .hint = The way to c7 leads over b4.
