# How pieces move: the first sentence of each piece also explains a refused move.

movement-step = The { $piece } moves one square { $directions ->
        [orthogonal] along a rank or file
        [diagonal] diagonally
       *[all] in any direction
    }.
movement-slide = The { $piece } moves any distance { $directions ->
        [orthogonal] along ranks and files
        [diagonal] along diagonals
       *[all] along ranks, files and diagonals
    }.
# The crowned rook and the crowned bishop of Latrunculi.
movement-slide-or-step = The { $piece } moves any distance { $slides ->
        [orthogonal] along ranks and files
        [diagonal] along diagonals
       *[all] along ranks, files and diagonals
    }, or one square { $steps ->
        [orthogonal] along a rank or file
        [diagonal] diagonally
       *[all] in any direction
    }.
movement-leap-two = The { $piece } leaps exactly two squares { $directions ->
        [orthogonal] along a rank or file
        [diagonal] diagonally
       *[all] along a rank, file or diagonal
    }, over anything in between.
movement-knight = The { $piece } leaps two squares along a rank or file and one square to the side, over anything in between.
movement-kwagga = The { $piece } leaps three squares along a rank or file and one square to the side, over anything in between.
movement-kwagga-again = If that square is empty, it may make the same leap again, to another empty square.
movement-leto = The { $piece } moves one or two squares in any direction, over empty squares to an empty square, and never captures by landing.
movement-leto-effects = If it stops directly in front of an enemy piece, it throws that piece over the next one in the same direction, onto the square just beyond it, capturing an enemy piece there. If there's a piece directly behind where it starts, and a friendly piece right behind that one, it pulls the friendly piece to the square it leaves.

movement-pawn = Pawns move one square straight ahead and capture one square diagonally ahead.
# Legan Chess: ahead and left are as the pawn's own player sees the board.
movement-pawn-legan = In { $game } pawns move one square diagonally, ahead and to the left, and capture one square straight ahead or to the left.
movement-pawn-double-step = From their second rank they may move two squares. They capture en passant.
movement-pawn-promotion = On the last rank they promote to a { $roles }.
movement-pawn-promotion-legan = They promote to a { $roles } on squares where the opponent's king, bishops, knights or rooks began.

# Toto40
movement-fighting-line = On the fighting line it may also move or capture one square diagonally along the line. It never crosses the line.
movement-pawn-fighting-line = On the fighting line they only move and capture one square diagonally along the line.
