# The /rules pages: what several games share. A page has a picture with a caption or none, and at most three sentences, each a message;
# a phone shows a page with a picture as a whole.

command-rules-game = Which game's rules?

# $place is rules-place or rules-place-details.
rules-heading = **{ $game } · { $title }** ({ $place })
rules-place = { $page } of { $pages }
rules-place-details = details, { $page } of { $pages }
# The caption comes first, then the rules that the picture shows.
rules-caption = **Picture:** { $caption }
rules-which = Which game's rules?
rules-inferred = { $rule } (Our reading)

button-rules = Rules
button-rules-back = Back
button-rules-next = Next
button-rules-details = Details
menu-rules-games = Choose a game
menu-rules-pages = Go to a page

rules-title-start = Goal and setup
rules-title-pieces = Pieces
rules-title-values = Values and tips
rules-title-end = How it ends
rules-title-draws = Draws
rules-title-details-draws = Draws in detail
rules-title-details-pawns = Pawns in detail
rules-title-details-castling = Castling in detail
rules-title-details-more = Other rules
rules-title-origin = Origin and more

rules-white-first = **White** moves first.

# $pieces is a list of rules-value.
rules-values = **Approximate values:** { $pieces }.
rules-value = { $piece } { $value }

rules-checkmate = **Checkmate** wins; **stalemate** (no legal move, but no check) is a draw.
rules-draw-claim = **On your turn, you can claim a draw** with `/draw` when a position occurs for the third time, or after 50 moves by each side without a pawn move or capture.
rules-draw-agreement = You can agree to a draw, or resign, at any time.
rules-draw-automatic = **Automatic draw:** the same position occurs for the fifth time, or each side makes 75 moves without a pawn move or capture.
rules-draw-dead = **It's also a draw** when no one can win: { $dead }.
rules-draw-won = A winning move takes precedence over any draw.
rules-must-capture-no = You don't have to capture.
