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
