help-managers = Server managers choose the game channels and more in `/settings`.
help-move = **To move**, press **Move** below the board, or reply to the board with a move, like `d4`.
help-move-direct = **To move**, press **Move** below the board, or type a move, like `d4`.
help-more-direct = Invite me to a server to play other people there, and to run tournaments.
