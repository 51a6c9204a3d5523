# /rules of Leto Chess (LETO-1 to LETO-15). The Leto throws (repulsion) and pulls (kidnapping); on the board it is drawn as a palm.

rules-leto-start = **Start.** A regular chess set on a regular board, but with Letos instead of bishops. On the board, a palm tree is a Leto.
rules-leto-start-kwagga = **Start.** A regular chess set on a regular board, but with Letos instead of bishops and Kwaggas instead of knights. On the board, a palm tree is a Leto.
rules-leto-chess = **Everything else** is as in chess: White moves first, pawns may move two squares from their second rank, and there's castling and en passant.

rules-leto-title-throw = The Leto throws
rules-leto-move = **Move.** The Leto moves one or two squares in any direction, over empty squares to an empty square. It never captures by landing and jumps over nothing.
rules-leto-throw = **Throwing (repulsion).** If it stops right in front of an enemy piece, it throws that piece onward in the same direction: over the next piece in the way, of either color and however far off, onto the square just beyond that piece.
rules-leto-throw-capture = **Capture.** If an enemy piece is on that square, the thrown piece captures it: your opponent loses a piece to their own piece.
rules-leto-no-throw = **Nothing is thrown** if there's no piece to fly over, if the board ends beyond that piece, or if a piece of yours is there. The Leto can still move there.

rules-leto-title-pull = The Leto pulls
rules-leto-pull = **Pulling (kidnapping).** Look at what's behind the Leto before it moves, on the side away from where it's going. If any piece is right behind it, and a piece of yours is right behind that one, the Leto pulls your piece to the square it leaves. It can be a king, a rook, a pawn or another Leto.
rules-leto-no-choice = **No choice.** Throwing and pulling happen whenever they can. Each works without the other, and both can happen in one move.
rules-leto-kings = **Kings** can be thrown, too. A king or rook that a Leto has moved can no longer castle. If a rook is captured in its corner, castling on that side is over.
rules-leto-pawns = **Pawns.** A pawn is never thrown onto its own first rank; nothing is thrown then. A pawn thrown onto its last rank becomes a queen of its own color. A pawn on its second rank may move two squares, however it got there. A thrown or pulled pawn can't be captured en passant.

rules-leto-title-others = The other pieces
rules-leto-chessmen = **As in chess.** King, queen, rook, knight and pawn move as in chess.
rules-leto-chessmen-kwagga = **As in chess.** King, queen, rook and pawn move as in chess.
rules-leto-kwagga = **The Kwagga** leaps three squares straight and one to the side, over anything. If that square is empty, it may continue with one more identical leap to an empty square. It captures only with its first leap.
rules-leto-promotion = **Promotion.** A pawn on the last rank becomes a queen, rook, bishop, knight or Leto.
rules-leto-promotion-kwagga = **Promotion.** A pawn on the last rank becomes a queen, rook, bishop, Kwagga or Leto.
rules-leto-castling = **Castling** is as in chess. The square that the king passes is judged with the king on it and the rook in its corner. The square where it lands is judged after both have moved, so your own rook may be the piece that a throw flies over.

rules-leto-check = **Check.** A Leto attacks a king if it could throw a piece onto the king's square, even if that would expose its own king. After your move, with everything it throws and pulls, your king must not be attacked.
rules-leto-dead = king against king; king and one knight or bishop against king; king and any number of Letos against king
rules-leto-dead-kwagga = king against king; king and one Kwagga or bishop against king; king and any number of Letos against king
rules-leto-counting = **Counting.** Throwing or pulling a pawn counts as a pawn move, and a capture by throwing as a capture.

rules-leto-capture = **Can a Leto capture?** Not by landing. It throws an enemy piece onto another enemy piece, which is then captured.
rules-leto-jump = **Can I jump?** Only knights jump, and whatever a Leto throws flies over one piece.
rules-leto-jump-kwagga = **Can I jump?** Only Kwaggas jump, and whatever a Leto throws flies over one piece.
rules-leto-must-capture = **Do I have to capture?** No. But if your Leto's move throws something, it's thrown: you can't decline.
rules-leto-own-piece = **Can my own piece be thrown?** Never by your own Leto, which can only pull it along.
rules-leto-notation = **How is it written?** Lc4(d5-f7): the Leto moves to c4 and throws d5 to f7. You don't have to type the part in parentheses.
rules-leto-credits = **Credits.** Leto Chess was invented by M. Winther in 2007.
