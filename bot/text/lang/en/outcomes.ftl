# Why a game ended, to follow "White wins: " or "Draw: ".

outcome-king-captured = the king was captured
outcome-left-line = no piece on the fighting line
outcome-bare-king = bare king
outcome-checkmate = checkmate
outcome-stalemate = stalemate
outcome-no-moves = no legal moves
outcome-dead = neither side can win with the pieces left
outcome-fivefold = the position occurred five times
outcome-seventy-five = 75 moves without a capture or a pawn move

# Why a player may claim a draw.
outcome-threefold = the position occurred three times
outcome-fifty-moves = 50 moves without a capture or a pawn move
