# /rules of Leap Chess in its six forms (LEAP-1 to LEAP-11).

rules-leap-aim = **Aim.** Checkmate or stalemate your opponent, or capture everything but their king.
rules-leap-board-44 = **Board.** Six files and eight ranks without the four corners: 44 squares.
rules-leap-board-64 = **Board.** A regular chessboard. From the corners inward: dabbabahs, knights, alfils, then the sail and the king.
rules-leap-red-first = **Red** moves first; the other side is Black.
rules-leap-form-mandatory = **This form:** Captures are mandatory.
rules-leap-form-multi = **This form:** Captures are mandatory, and a piece that captures must continue capturing.
rules-leap-form-optional = **This form:** Captures are optional.

rules-leap-alfil = **The alfil** leaps exactly two squares diagonally.
rules-leap-dabbabah = **The dabbabah** leaps exactly two squares straight.
rules-leap-sail = **The sail** leaps like either of them.
rules-leap-leaping = **Leaping.** These pieces jump over anything and capture where they land.
rules-leap-chessmen = **King and knight** move as in chess.
rules-leap-pawn-44 = **Pawns** move and capture as in chess, en passant included. From the second rank (Black: the seventh) a pawn can move two squares if both are empty; pawns that start on the third rank (Black: the sixth) can't. Pawns promote on the last rank, b8 to e8 (Black: b1 to e1), to sail, dabbabah, alfil or knight. A pawn on a7 or f7 (Black: a2 or f2) has no square ahead and can only capture.
rules-leap-pawn-64 = **Pawns** move and capture as in chess, with double step and en passant. On the last rank they promote to a sail, dabbabah, alfil or knight.

rules-leap-title-castling = Castling
rules-leap-castling-44 = **You castle with a knight.** Neither king nor knight may have moved, the king may not be in check, and it may not land on an attacked square.
rules-leap-castling-king-side = **Kingside.** King and knight swap places: king d1 to e1, knight e1 to d1. No square has to be empty, so you can castle on move one.
rules-leap-castling-queen-side = **Queenside.** The king moves to c1, which must be empty, and the knight leaps from b1 to d1. Black does the same on the eighth rank.
rules-leap-castling-64 = **Castling** is as in chess, but with the dabbabahs in the corners: king and dabbabah may not have moved, the squares between them must be empty, and the king may not be in, pass through or move into check.
rules-leap-castling-captures = **Not while you can capture:** castling isn't a capture, and captures come first.

rules-leap-title-captures = You must capture
rules-leap-mandatory = **Captures are mandatory.** If you have a legal capture, you must capture; which one is up to you. En passant counts.
rules-leap-king-first = **Your king comes first.** A capture that would leave your king in check isn't legal, so it never forces you.

rules-leap-title-chains = One capture after another
rules-leap-chain = **Keep capturing.** A piece that has captured and can capture again must continue in the same turn until it can't. You don't have to choose the longest chain. Capturing the king on the way wins.
rules-leap-chain-check = **Check** means that a single capture could take the king. Your own king has to be safe only at the end of your whole turn.
rules-leap-chain-stop = **When to stop.** A further capture counts only if the turn can be finished legally after it. If every continuation would leave your king attacked, you may stop earlier where that's safe.
rules-leap-chain-promotion = **A pawn that promotes** ends its turn.
rules-leap-chain-king = **Taking the king** ends the turn, even if your own king is attacked. If the only way to continue is to take the king, you must; a pawn that takes it on the last rank still promotes.
rules-leap-chain-bare-king = **Bare king and en passant.** Whether a side has only its king left is judged at the end of the turn. A later capture of a turn can be en passant.

rules-leap-win = **You win** if you checkmate the enemy king.
rules-leap-win-multi = **You win** if you checkmate the enemy king or capture it on the way.
rules-leap-stalemate = **Stalemate wins, too:** if it's your opponent's turn and they aren't in check but have no legal move, you win.
rules-leap-bare-king = **Bare king.** If your capture leaves your opponent with nothing but the king, you win at once.
rules-leap-draw-automatic = **Automatic draw.** When the same position occurs for the fifth time, or after 75 such moves by each side. A winning move comes before any draw.

rules-leap-jump = **Can I jump?** Alfils, dabbabahs, sails and knights jump over anything. Kings and pawns don't.
rules-leap-must-capture = **Do I have to capture?** Yes, if you legally can. Which capture is up to you.
rules-leap-must-capture-multi = **Do I have to capture?** Yes, and again as long as the same piece can capture. Which capture is up to you.
rules-leap-must-capture-optional = **Do I have to capture?** No, not in this form.
rules-leap-step = **Can an alfil move to the next square?** No. It always leaps exactly two, like the dabbabah and the sail.
rules-leap-only-king = **I only have my king left. Have I lost?** Yes, at once.
rules-leap-credits = **Credits.** Leap Chess was invented by Ken Franklin in 2000. It has six forms: on 44 or 64 squares, with mandatory, multiple or optional captures.
