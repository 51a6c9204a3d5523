# /rules of Legan Chess (LEGAN-1 to LEGAN-6).

rules-legan-aim = **Checkmate** the enemy king; White moves first.
rules-legan-pieces = **King, queen, rook, bishop and knight** move as in chess; only pawns are different.
rules-legan-absent = **No** castling, no double step, no en passant.
rules-legan-start-caption = The armies start in opposite corners; turn the board 45 degrees to see why pawns move diagonally.

rules-legan-title-pawns = Pawns
rules-legan-pawn-move = **Move:** one square diagonally, up and left, if that square is empty.
rules-legan-pawn-capture = **Capture:** one square to the left or straight up.
rules-legan-pawn-black = **Black's pawns** move down and right, and capture to the right or straight down.
rules-legan-pawn-caption = White's pawn on e3 can move to d4, or capture on d3 or e4.

rules-legan-title-promotion = Promotion
rules-legan-promotion = **A pawn promotes** on the squares where the enemy king, bishops, knights or rooks started.
rules-legan-promotion-must = There it must become a queen, rook, bishop or knight.
rules-legan-promotion-queen = **The queens' squares**, b7 and g2, don't count.
rules-legan-promotion-caption = Dots are where White promotes; every board outlines them.

rules-legan-tip-pawns = **Tip:** Keep pawns side by side or one behind the other; on a diagonal they don't guard each other.
rules-legan-tip-edge = **Tip:** Don't run a pawn to the edge before its promotion squares: there it can only capture.

rules-legan-dead = king against king; king and knight against king; only kings and bishops, with all bishops on squares of one color
rules-legan-straight = **A pawn moves straight** only to capture; otherwise it goes diagonally, toward the opposite corner.
rules-legan-edge = **At the edge of the board**, a pawn can't keep going that way: a white pawn on the a-file below a5 can only capture upward.
rules-legan-squares = **White promotes** on a5 a6 a7 a8 b8 c8 d8, but not on b7, where Black's queen started.
rules-legan-credits = Legan Chess was invented by L. Legan in 1913.

## Lessons

lesson-legan-pawns = Slanted pawns
lesson-legan-pawns-1 = The armies face each other from corner to corner. Your pawns move one square diagonally, up-left: move one of them.
    .done = Ahead of your pawns is the far corner, a8, where Black's king stands.
lesson-legan-pawns-2 = There's no double step, no en passant and no castling; the other pieces move as in chess. Walk your pawn to d5 in two moves.
lesson-legan-pawns-3 = A pawn captures straight up or straight left, never diagonally. Take the rook.
    .done = Black's pawns are the reverse: they move diagonally down-right, and capture straight down or straight right.

lesson-legan-guard = Guard and take
lesson-legan-guard-1 = A white pawn guards the square above it and the one on its left. Guard your knight with a pawn.
lesson-legan-guard-2 = Black's pawns capture straight down or straight right, so one guards another. Take the unguarded pawn.
lesson-legan-guard-3 = It's a draw if only kings and bishops are left, and all bishops on squares of one color. Save the game: take the last pawn.

lesson-legan-promotion = Where pawns promote
lesson-legan-promotion-1 = Pawns must promote beyond the dark red lines: yours on a5, a6, a7, a8, b8, c8 and d8. Become a queen.
    .done = These are the squares where Black's king, bishops, knights and rooks began.
lesson-legan-promotion-2 = Black's queen began on b7, and pawns don't promote there. Promote to a queen elsewhere.
    .hint = Black's rook began on a5.
lesson-legan-promotion-3 = A capture can promote, too. Take the piece on a promotion square and become a queen.
    .hint = a6 is a promotion square, b7 isn't.
lesson-legan-promotion-4 = On the a-file below a5, a pawn can only capture. Move the pawn that can still promote.
    .hint = On a4, the other pawn would be stuck.
