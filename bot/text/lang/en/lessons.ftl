# The lessons. The ids follow from bot/lessons/data: lesson-GAME-LESSON is a title of two to four words, lesson-GAME-LESSON-N what step N asks
# for and why, in one line. `.hint` helps to find the move, `.done` says afterward what was learned; both may be left out.

# Leto Chess

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

# Toto40

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

# Leap Chess

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

# Legan Chess

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

# Chess Latrunculi

lesson-latrunculi-rook = The crowned rook
lesson-latrunculi-rook-1 = The crowned rook can also move and capture one square diagonally. Take the knight.
lesson-latrunculi-rook-2 = The rook checks your king diagonally, from right beside it. Take it.
lesson-latrunculi-rook-3 = A crowned rook attacks all eight squares around it. Find the mate.
    .hint = Your pawn guards g7.

lesson-latrunculi-bishop = The crowned bishop
lesson-latrunculi-bishop-1 = The crowned bishop can also move and capture one square straight. Take the knight.
lesson-latrunculi-bishop-2 = With a straight step, it changes color. Take the h7 pawn in two moves.
    .hint = A step from d4 leads to the light diagonal to h7, for instance to e4.
lesson-latrunculi-bishop-3 = It attacks everything right beside it. Attack both knights at once.
    .hint = Go between the knights.

lesson-latrunculi-ending = Castling and endings
lesson-latrunculi-ending-1 = You castle as in chess, with a crowned rook that hasn't moved. Castle on either side.
lesson-latrunculi-ending-2 = The rook on b2 attacks c1, diagonally. Castle on the side where your king is safe.
lesson-latrunculi-ending-3 = A crowned bishop and its king can mate. Find the mate.
    .hint = Right beside the king, your bishop attacks straight and diagonally, and your king guards it.
lesson-latrunculi-ending-4 = Mate in two moves: take c8 from the king, so that only the corner is left, and be ready to mate there.
    .hint = From a6, the bishop sees c8.
lesson-latrunculi-ending-5 = A lone knight can't win, but a crowned bishop can. Take the piece that makes it a draw.
