# Names of games with what is special about each (`line`), of pieces and of sides.
# Messages with a piece can select by it: { $piece-id -> [role-alfil] … *[other] … }

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

# What depends on how many games and platforms there are.
-number-of-games = five
-platforms = { $form ->
    [or] Discord or Matrix
   *[and] Discord and Matrix
}

variant-leto = Leto Chess
    .line = Letos throw enemy pieces and pull their own along
variant-leto-kwagga = Leto Chess with Kwaggas
    .line = Leto Chess with long-leaping Kwaggas instead of knights
variant-legan = Legan Chess
    .line = The armies face each other across the diagonal
variant-toto40 = Toto40
    .line = Two armies fight over one diagonal line
variant-leap = Leap Chess
    .line = Pieces leap, and you must capture if you can
variant-leap-multi = Leap Chess, multiple captures
    .line = One turn can be a whole chain of captures
variant-leap-optional = Leap Chess, optional captures
    .line = You don't have to capture
variant-leap64 = Leap Chess on 64 squares
    .line = On the full board; you must capture if you can
variant-leap64-multi = Leap Chess on 64 squares, multiple captures
    .line = On the full board, with chains of captures
variant-leap64-optional = Leap Chess on 64 squares, optional captures
    .line = On the full board; you don't have to capture
variant-latrunculi = Chess Latrunculi
    .line = Chess, but rooks and bishops can also step like kings
