# /rules of Toto40 (TOTO-1 to TOTO-13).

rules-toto40-aim = **Capture the enemy king**, or make the other side leave the fighting line.
rules-toto40-crossing = **Your pieces** can stand in your own section and on the line, but never cross it.
rules-toto40-start-caption = White's section is below, Black's above; the fighting line between them runs from a10 to h3.

rules-toto40-title-line = The fighting line
rules-toto40-captures = **Captures** happen only on the line, because the two sides don't meet anywhere else.
rules-toto40-on-line = **On the line**, every piece can also move or capture one square diagonally along it.
rules-toto40-pawn-stays = A pawn has no other move there, so it never leaves the line.
rules-toto40-line-caption = White's rook on d7 captures the hawk on c8 with a step along the line.

rules-toto40-title-hold = Hold the line
rules-toto40-hold = **Once any piece has stood on the line**, a player whose turn ends with no piece of theirs on it loses at once.
rules-toto40-hold-pieces = Pawns and kings count as pieces.
rules-toto40-answer = **So answer at once** when the first enemy piece enters.
rules-toto40-leaving-caption = White's hawk leaves the line: White has no other piece there and loses.

rules-toto40-chessmen = **King, rook, knight:** as in chess.
rules-toto40-hawk = **The hawk** (the bird) leaps exactly two squares in any direction.
rules-toto40-pawn = **The pawn** moves one square ahead and captures diagonally ahead.
rules-toto40-hawk-caption = The hawk off and on the line.

rules-toto40-title-king = Your king
rules-toto40-check = **Check is only a warning:** you may ignore it, or expose your king.
rules-toto40-king = But if it's captured, you lose.
rules-toto40-king-caption = The king off and on the line; dots are moves, rings are captures.

rules-toto40-lose = **You lose, too,** if it's your turn and you have no legal move.
rules-toto40-draws = **Draws** are by agreement only, and either player can resign.

rules-toto40-title-details-repetition = Repetition in detail
rules-toto40-repetition = **A move can't repeat a position** from earlier in this game, no matter whose turn it is.
rules-toto40-repetition-start = The starting position counts, too.
rules-toto40-refused = If that rules out your move, I'll tell you which earlier position it repeats.

rules-toto40-tip-two = **Tip:** Keep at least two pieces on the line, so that one capture can't empty it.
rules-toto40-tip-last = **Tip:** If you capture the last enemy piece on the line, your opponent must put another there at once or lose.

rules-toto40-title-details-line = The line in detail
rules-toto40-board = **The board** has 40 squares, and the line is a10 b9 c8 d7 e6 f5 g4 h3.
rules-toto40-empty-line = **The line can be empty** until a piece first stands on it.
rules-toto40-allowed = After that, you may still play a move that leaves you without a piece there, but it loses.
rules-toto40-title-details-pieces = The pieces in detail
rules-toto40-return = **Pieces other than pawns** can return from the line to their section.
rules-toto40-stop = **Rooks** stop on the line.
rules-toto40-jump = **Knights and hawks** leap over anything, but never past the line.
rules-toto40-pawn-black = **Ahead** is up for White's pawns and down for Black's.
rules-toto40-pawn-absent = No castling, no double step, no en passant, no promotion.
rules-toto40-pawn-caption = The pawn off and on the line; dots are moves, rings are captures.
rules-toto40-no-draws = There's no stalemate, no draw by repetition and no move limit.
rules-toto40-credits = Toto40 was invented by Peter Aronson in 1999.

## Lessons

lesson-toto40-line = The fighting line
lesson-toto40-line-1 = The board is turned: a file slants up-left, a rank up-right. Move your rook up its file.
    .done = Along these directions, rook and king move as in chess, as far as the fighting line.
lesson-toto40-line-2 = The fighting line runs from a10 to h3. Your pieces can go up to it, never across. Step onto it with your rook or hawk.
    .done = From now on, for the rest of the game, whoever ends a turn without a piece on the line loses.
lesson-toto40-line-3 = Once the line has been entered, a player who ends a turn with no piece on it loses. Black just entered it: put a piece there, too.
    .hint = Any piece will do but the king, which Black's bird, the hawk, would take.
lesson-toto40-line-4 = Captures happen only on the line, where every piece can also step along it. Take the hawk (the bird).
    .hint = Your rook can step from d7 to c8.

lesson-toto40-hold = Hold the line
lesson-toto40-hold-1 = Your hawk is all you have on the line: if it leaves, you lose. Move another piece, as the arrow does.
lesson-toto40-hold-2 = Your hawk holds the line, so your rook may leave. Black's hawk, which leaps two squares, attacks the rook: move it back to your side.
    .hint = Your side is below the line. On the line, the hawk could still reach it.
    .done = Pieces can go back from the line to their own side; only pawns can't.
lesson-toto40-hold-3 = Black has just taken your last piece on the line. Come back at once, or you lose.
    .hint = Take back on d7.
    .done = Two pieces on the line are safer than one: a single capture can't empty it.
lesson-toto40-hold-4 = Take Black's last piece on the line. Black has nothing close enough to come back.
    .done = Whatever Black moves, there will be no black piece on the line, and you win.

lesson-toto40-hawk = The hawk leaps
lesson-toto40-hawk-1 = Your hawk (the bird) leaps exactly two squares, over anything: leap over the knight to the line.
    .done = It can leap along files, ranks and diagonals.
lesson-toto40-hawk-2 = On the line, it can step one square along it or leap two. Take the rook.
    .hint = From f5, leap past e6.
lesson-toto40-hawk-3 = No piece crosses the line, so the rook on e7 is out of reach. Which hawk can capture?
    .hint = From d5, a hawk leaps two squares up its file and lands on the line.

lesson-toto40-pawns = Pawns and the line
lesson-toto40-pawns-1 = A pawn moves one square along its file, never two. Enter the line with the pawn that's close enough.
lesson-toto40-pawns-2 = A pawn captures one square diagonally upward, here straight up, never along its file. Take the rook.
    .done = The pawn on c7 was blocked: the rook stood in its way.
lesson-toto40-pawns-3 = On the line, a pawn moves and captures one square along it, either way, and never leaves. Take the rook.
    .done = Your pawn holds the line for you until it's captured.

lesson-toto40-king = Take the king
lesson-toto40-king-1 = You win by capturing the king, which can be taken only on the line. Follow the arrow and take it.
lesson-toto40-king-2 = Your king is attacked, but you needn't answer. Take Black's king first.
    .done = Check is only a warning here.
lesson-toto40-king-3 = The rook attacks your king. You could ignore it, but if your king is taken, you lose. Save it.
    .hint = Your knight holds the line, so your king may go back.
lesson-toto40-king-4 = The hawk attacks your king, your only piece on the line. Save it, and hold the line.
    .hint = Step along the line, where the hawk can't reach you.

lesson-toto40-repeat = No repetition
lesson-toto40-repeat-1 = Moving your king back to c6 would repeat an earlier position, which is never allowed. Enter the line instead.
    .hint = A rook or a hawk can get there.
    .done = It doesn't matter whose turn it was: only where the pieces stood.
lesson-toto40-repeat-2 = Your king can't go back to d7: that would repeat a position. Find another safe square on the line.
    .hint = Go the other way along the line.
lesson-toto40-repeat-3 = There's no stalemate: a player without a legal move loses. Take the rook, and Black has none.
