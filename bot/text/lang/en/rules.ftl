# The /rules pages: what several games share.

rules-heading = **{ $game }: { $title }** ({ $page } of { $pages })
rules-which = Which game's rules?
rules-inferred = { $rule } (Inferred: the inventor's page leaves this open.)

button-rules = Rules
button-rules-back = Back
button-rules-next = Next
menu-rules-games = Choose a game
menu-rules-pages = Go to a page
option-rules-page = { $title }
    .detail = Page { $page } of { $pages }

rules-title-start = Aim and start
rules-title-pieces = Pieces
rules-title-end = How it ends
rules-title-questions = Questions

rules-aim-checkmate = **Aim.** Checkmate the enemy king, as in chess.
rules-white-first = **White** moves first.
rules-checkmate = **Checkmate** wins. If you're not in check and have no legal move, it's stalemate: a draw.
rules-draw-claim = **Draw by claim.** When the same position occurs for the third time, or after 50 moves by each side without a pawn move or a capture, the player to move can claim a draw with `/draw`.
rules-draw-automatic = **Automatic draw.** When the same position occurs for the fifth time, after 75 such moves by each side, or when no one can win: { $dead }. A winning move comes before any draw.
rules-draw-agreement = **By agreement.** Both players can agree to a draw at any time, and either can resign.
rules-must-capture-no = **Do I have to capture?** No.
