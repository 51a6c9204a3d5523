help-managers = The managers of this room choose its default game and more in `/settings`.
help-move = **To move**, reply to the board with a move, like `d4`. Reply with **Move** to see every piece that can move.
help-move-direct = **To move**, type a move, like `d4`. Type **Move** to see every piece that can move.
help-more-direct = Invite me to a room to play other people there, and to run tournaments.
