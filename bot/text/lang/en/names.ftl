# Names of games, pieces and sides. Messages with a piece can select by it: { $piece-id -> [role-alfil] … *[other] … }

role-pawn = pawn
    .plural = pawns
role-knight = knight
    .plural = knights
role-bishop = bishop
    .plural = bishops
role-rook = rook
    .plural = rooks
role-queen = queen
    .plural = queens
role-king = king
    .plural = kings
role-leto = Leto
    .plural = Letos
role-kwagga = Kwagga
    .plural = Kwaggas
role-alfil = alfil
    .plural = alfils
role-dabbabah = dabbabah
    .plural = dabbabahs
role-sail = sail
    .plural = sails
role-hawk = hawk
    .plural = hawks

color-white = White
color-black = Black
# The first player in Leap Chess.
color-red = Red

variant-leto = Leto Chess
variant-leto-kwagga = Leto Chess with Kwaggas
variant-legan = Legan Chess
variant-toto40 = Toto40
variant-leap = Leap Chess
variant-leap-multi = Leap Chess, multiple captures
variant-leap-optional = Leap Chess, optional captures
variant-leap64 = Leap Chess on 64 squares
variant-leap64-multi = Leap Chess on 64 squares, multiple captures
variant-leap64-optional = Leap Chess on 64 squares, optional captures
variant-latrunculi = Chess Latrunculi
