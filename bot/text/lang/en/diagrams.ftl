# Captions of the diagrams in the rules. The pictures are described after them.

# $piece is a piece-name in the singular.
diagram-piece = The { $piece }: dots are moves, rings are captures.
diagram-piece-crowned = The crowned { $piece } also moves like a king. Dots are moves, rings are captures.
diagram-piece-toto40 = The { $piece } in its own section and on the fighting line. Captures happen only on the line.
diagram-piece-leto = The Leto moves one or two squares in any direction. It lands only on empty squares.

diagram-repulsion = Repulsion: the Leto stops next to an enemy piece, which is thrown onward over the next piece.
diagram-repulsion-capture = Capture by repulsion: a piece that is thrown onto another enemy piece captures it.
diagram-repulsion-promotion = A pawn that is thrown onto its last rank becomes a queen of its own color.
diagram-kidnapping = Kidnapping: with any piece right behind it and a friendly piece behind that one, the Leto pulls its friend to the square it leaves.

diagram-legan-start = The armies start in opposite corners. Turn the board 45 degrees to see why pawns move diagonally.
diagram-legan-promotion = A white pawn promotes where Black's king, bishops, knights and rooks started.

diagram-toto40-start = Two sections and the fighting line between them. No piece may cross it.
diagram-toto40-line = Captures happen on the line, where every piece can also move one square along it.
diagram-toto40-leaving = Once any piece has stood on the line, a player who ends a turn without a piece on it loses.

diagram-castling-king-side = You castle with a knight. On the kingside, the two swap places.
diagram-castling-queen-side = On the queenside, the king moves to the c-file and the knight leaps to the king's square.
diagram-mandatory = Captures are mandatory: these are all the legal moves here.
diagram-chain = A piece that has captured continues in the same turn while it can capture again.
