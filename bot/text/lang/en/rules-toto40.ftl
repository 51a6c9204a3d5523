# /rules of Toto40 (TOTO-1 to TOTO-13).

rules-toto40-aim = **Aim.** Capture the enemy king, or make the other side leave the fighting line.
rules-toto40-board = **Board.** 40 squares: White's section below, Black's above, and between them the fighting line a10 b9 c8 d7 e6 f5 g4 h3.
rules-toto40-crossing = **No one crosses the line.** Your pieces can stand in your own section and on the line, nowhere else. Rooks stop on the line.

rules-toto40-chessmen = **King, rook and knight** move as in chess. There's no castling.
rules-toto40-hawk = **The hawk** leaps exactly two squares, straight or diagonally, over anything.
rules-toto40-pawn = **The pawn** moves one square up and captures one square diagonally up; Black's pawns do so downward. No double step, no en passant, no promotion.
rules-toto40-on-line = **On the line** every piece can also move or capture one square diagonally along it. That's a pawn's only move there, so it never leaves the line. Other pieces can return to their section.

rules-toto40-title-line = The fighting line
rules-toto40-captures = **Captures** happen only on the line, because the two sides don't meet anywhere else.
rules-toto40-hold = **Hold the line.** The line can be empty until someone first stands on it. From then on, a player who ends a turn with no piece of their own on the line loses at once. Pawns and kings count as pieces. You may play such a move, but it loses.
rules-toto40-repetition = **No repetition.** A move can't bring back a board that has already occurred in this game, no matter which player moves next. The start counts, too.

rules-toto40-win = **You win** by capturing the king.
rules-toto40-check = **Check is only a warning.** You don't have to answer a threat to your king, and you may expose it. But then it can be captured.
rules-toto40-lose-line = **You lose** if your turn ends without a piece of yours on the line, once anyone has stood there.
rules-toto40-lose-moves = **You lose** if it's your turn and you have no move.
rules-toto40-draws = **Draws** are by agreement only: there's no stalemate, no draw by repetition and no move limit. Either player can resign.

rules-toto40-empty-line = **What if no one is on the line?** At the start that's fine. Once someone has been there, a player whose turn ends without a piece on the line loses. So when the first piece enters the line, the other player must answer with a piece of their own.
rules-toto40-jump = **Can I jump?** Knights and hawks leap over anything, but never past the line.
rules-toto40-king = **Do I have to save my king?** No, but if it's captured, you lose.
rules-toto40-refused = **My move looks fine. Why was it refused?** It may bring back an earlier board. The refusal tells you after which move.
rules-toto40-credits = **Credits.** Toto40 was invented by Peter Aronson in 1999.
