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

## Lessons

lesson-leap-leap = Leap over pieces
lesson-leap-leap-1 = Your alfil (the elephant) leaps exactly two squares diagonally, over anything: leap to d4.
lesson-leap-leap-2 = Your dabbabah (the wagon) leaps exactly two squares straight, over anything. Leap over your pawn to give check.
lesson-leap-leap-3 = Your sail (the boat) leaps two squares straight or diagonally, over anything. Attack king and alfil from where nothing can take it.
    .hint = On d5, the alfil would take it.
    .done = It never moves just one square, so it attacks nothing right next to it.
lesson-leap-leap-4 = An alfil reaches only one square in eight. Find the one that can take the dabbabah in two leaps, and make its first leap.
    .hint = From c2, an alfil can get to c6 in two leaps.
    .done = Your other alfil would never get there.

lesson-leap-capture = You must capture
lesson-leap-capture-1 = If you can capture, you must. This costs you the alfil, but it's your only legal move.
    .done = Now Black must capture, too: the e6 pawn takes your alfil.
lesson-leap-capture-2 = If there are several captures, you choose. Take the sail rather than the pawn.
lesson-leap-capture-3 = Your opponent must capture, too. Offer something that Black's sail must take, and take the sail.
    .hint = The sail on c6 can leap to e4.
lesson-leap-capture-4 = Your king can't take a guarded pawn, so there's no capture, and you're free. Promote your pawn.
lesson-leap-capture-5 = En passant counts, too. Black's pawn has just come from c7, so taking it is your only legal move.
    .hint = Your pawn goes to c6.

lesson-leap-castling = Castle with a knight
lesson-leap-castling-1 = You castle with a knight. Kingside (O-O), it swaps places with the king, even on move one: follow the arrow.
lesson-leap-castling-2 = Queenside (O-O-O), the king goes to c1, which must be empty, and the b1 knight leaps to d1. Castle queenside.
    .hint = Choose O-O-O among your king's moves: Kc1 moves only the king.
lesson-leap-castling-3 = The king can't land on an attacked square, and the dabbabah attacks e1. Castle on the other side, with O-O-O.
lesson-leap-castling-4 = Castling isn't a capture, and captures come first. Take the pawn, then castle kingside.

lesson-leap-pawns = Pawns in Leap Chess
lesson-leap-pawns-1 = There's no queen: pawns become a sail, dabbabah, alfil or knight. Promote to a sail.
lesson-leap-pawns-2 = There's no square a8, so a pawn on a7 can only capture. Take the knight and become a sail.
lesson-leap-pawns-3 = Only a pawn on its second rank can move two squares. Attack both knights with one.
    .hint = From b4, a pawn attacks a5 and c5.

lesson-leap-win = Three ways to win
lesson-leap-win-1 = You win if your opponent has only the king left. Take the knight: it's your only legal move.
lesson-leap-win-2 = Stalemate wins, too. Leave Black without a legal move, but don't give check.
    .hint = The king can still go to b8: take that square away.
lesson-leap-win-3 = And checkmate wins, as in chess. Find the mate with your sail.
    .hint = Leap straight up.

lesson-leap-chains = Multiple captures
lesson-leap-chains-1 = Another form of the game has multiple captures: a piece that captures must go on while it can. Your only move takes three.
    .done = In the standard form, taught so far, your turn would have ended after the first capture.
lesson-leap-chains-2 = With multiple captures, you don't have to choose the longest chain. Take the sail rather than two pawns.
lesson-leap-chains-3 = With multiple captures, there's a fourth way to win: a chain that captures the king. Find it.
    .hint = The king on e6 is two leaps away.
lesson-leap-chains-4 = With multiple captures, the dabbabah could take your knight, then your king, though it isn't check. Don't let it.
    .hint = Without the knight in between, it can't get there. Moving the king helps, too.
    .done = Only a single capture of the king counts as check, so watch for chains yourself.

lesson-leap-stops = Where a chain ends
lesson-leap-stops-1 = With multiple captures, a pawn that promotes ends its turn, even if it could go on. Take the knight and become a sail.
lesson-leap-stops-2 = A chain of captures must stop where going on would leave your king attacked. Take the alfil with your king.
    .done = Taking the e4 pawn as well would have been illegal: the dabbabah guards it.
lesson-leap-stops-3 = En passant can come later in a chain of captures. Take the alfil and the pawn with your pawn.
    .hint = Once your pawn is on d5, the pawn that has just come from e7 is right beside it.

lesson-leap-forms = The other forms
lesson-leap-forms-1 = In another form, captures are optional. Leave the f6 pawn alone and checkmate.
    .hint = Your sail mates from d6.
lesson-leap-forms-2 = Each form can also be played on 64 squares. There you castle as in chess, with the dabbabahs in the corners. Castle kingside.
lesson-leap-forms-3 = On 64 squares, pawns promote on all of the last rank. Promote to a sail.
lesson-leap-forms-4 = On 64 squares with multiple captures, chains go on in the same way. Take two pawns in one turn.
lesson-leap-forms-5 = On 64 squares with optional captures, you could take the pawn here, but you needn't: castle.
