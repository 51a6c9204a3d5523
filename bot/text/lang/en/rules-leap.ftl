# /rules of Leap Chess in its six forms (LEAP-1 to LEAP-11).

rules-leap-aim = **Checkmate or stalemate** your opponent, or capture everything but their king.
rules-leap-chessmen = **Kings, knights and pawns** move as in chess.
rules-leap-chessmen-optional = **Kings, knights and pawns** move as in chess, and captures are optional.
rules-leap-red-first = **Red** moves first; the other side is Black.
rules-leap-start-caption = Boats are sails, elephants are alfils, wagons are dabbabahs.

rules-leap-alfil = **Alfils** leap exactly two squares diagonally, **dabbabahs** straight.
rules-leap-sail = **The sail** leaps like either of them.
rules-leap-leaping = **All three jump** over anything and capture where they land.
rules-leap-sail-caption = The boat is the sail; dots are its moves, rings its captures.

rules-leap-title-captures = You must capture
rules-leap-mandatory = **If you have a legal capture**, you must capture; which one is up to you.
rules-leap-en-passant = En passant counts.
rules-leap-king-first = **A capture that exposes your king** isn't legal and never forces you.
rules-leap-mandatory-caption = The arrows are all the legal moves.

rules-leap-title-chains = One capture after another
rules-leap-chain = **A piece that has captured** must keep capturing in the same turn until it can't.
rules-leap-chain-choice = You don't have to choose the longest chain.
rules-leap-chain-wins = **Capturing the king** in a chain wins.
rules-leap-chain-caption = The arrows are one turn: the sail captures a piece with every leap.

rules-leap-title-win = How you win
rules-leap-win = **Checkmate** wins.
rules-leap-win-multi = **Checkmate** wins, and so does capturing the king in a chain.
rules-leap-stalemate = **Stalemate wins, too:** your opponent isn't in check but has no legal move.
rules-leap-bare-king = **Bare king:** if your capture leaves your opponent with only a king, you win at once.

rules-leap-title-pawns = Pawns
rules-leap-pawn = **Pawns** move and capture as in chess, with double step and en passant.
rules-leap-pawn-44 = **Pawns** move as in chess, but two squares only from the second rank (Black: the seventh).
rules-leap-promotion = **On the last rank** they promote to a sail, dabbabah, alfil or knight.
rules-leap-pawn-caption = The pawn on c2 can move to the dots and capture in the rings.

rules-leap-title-castling = Castling with a knight
rules-leap-castling-king-side = **Kingside**, the king and knight swap places, even on move one.
rules-leap-castling-king-side-caption = The king moves from d1 to e1, and the knight from e1 to d1.
rules-leap-title-castling-queen-side = Castling queenside
rules-leap-castling-queen-side = **Queenside**, the king moves to c1, which must be empty, and the knight leaps from b1 to d1.
rules-leap-castling-black = **Black** does the same on the eighth rank.
rules-leap-castling-queen-side-caption = The arrow points to the knight that the king castles with; the king ends on c1, the knight on d1.
rules-leap-castling-rights = **Neither the king nor that knight** may have moved.
rules-leap-castling-check = **The king** may not be in check, and may not land on an attacked square.
rules-leap-castling-64 = **As in chess**, but with the dabbabahs in the corners: the king and that dabbabah must not have moved, and the squares between them must be empty.
rules-leap-castling-64-check = **The king** may not be in, pass through or move into check.
rules-leap-castling-captures = **Not while you can capture:** castling isn't a capture, and captures come first.

rules-leap-tip-lure = **Tip:** Offer a piece to lure an enemy piece away: your opponent must capture.
rules-leap-tip-beside = **Tip:** A piece right beside an alfil, dabbabah or sail is safe from it.
rules-leap-tip-reach = **Tip:** A sail or dabbabah can reach only a quarter of the squares, an alfil only an eighth; a knight can reach them all.

rules-leap-draw-automatic = **Automatic draw:** the same position occurs for the fifth time, or each side makes 75 such moves; a winning move takes precedence.

rules-leap-title-details-chains = Chains in detail
rules-leap-title-details-stopping = Ending a chain
rules-leap-title-details-counting = More on chains
rules-leap-chain-check = **Check** means that a single capture could take the king; your own king only has to be safe at the end of your whole turn.
rules-leap-chain-stop = **A further capture counts** only if the turn can be finished legally after it.
rules-leap-chain-stop-early = **If every continuation** would leave your king attacked, you may stop earlier where that's safe.
rules-leap-chain-promotion = **A pawn that promotes** ends its turn.
rules-leap-chain-king = **Taking the king** ends the turn, even if your own king is attacked.
rules-leap-chain-king-must = **If the only way to continue** is to take the king, you must; a pawn that takes it on the last rank still promotes.
rules-leap-chain-bare-king = **Bare king** is judged at the end of the turn.
rules-leap-chain-en-passant = **En passant** can also come later in a chain.
rules-leap-title-details-board = The board in detail
rules-leap-board-44 = **The board** has six files and eight ranks without the four corners: 44 squares.
rules-leap-board-44-pawn = **Pawns promote** on b8 to e8 (Black: b1 to e1); on a7 or f7 (Black: a2 or f2) they have no square ahead and can only capture.
rules-leap-board-64 = **The board** is a regular chessboard, with dabbabahs, knights and alfils from the corners inward, then the sail and the king.
rules-leap-step = **Alfil, dabbabah and sail** always leap exactly two squares, never one.
rules-leap-jump = **Knights jump**, too, but kings and pawns don't.
rules-leap-inferred = **Our reading** marks points that the inventor left open.
rules-leap-forms = It has six forms: on 44 or 64 squares, with mandatory, multiple or optional captures.
rules-leap-credits = Leap Chess was invented by Ken Franklin in 2000.
