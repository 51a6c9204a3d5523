# Games: boards, moves, offers, results, premoves, analysis, lists.

command-move = Make a move
command-board-words = Describe the position in words, without a picture
command-draw = Offer, accept or claim a draw
command-takeback = Ask to take back your last move, or allow your opponent to
command-resign = Resign a game
command-refuse = Decline a draw or a takeback
command-refuse-what = What you decline
command-withdraw = Withdraw your draw offer or takeback request
command-abort = Abort a game that has hardly begun
command-confirm = Make a move that I asked you about
command-why = Explain why a move isn't legal, or why it loses at once

# The line at a board's foot.
game-line = { $variant }: { $white } ({ $white_color }) – { $black } ({ $black_color }){ $stakes ->
        [untimed] {""}
        [casual] {" "}· { $time }
       *[rated] {" "}· { $time }, rated
    } · game `{ $id }`
# The other player of a game that is shown in two places; $platform is the name of a platform.
game-played-from = { $player } plays from { $platform }.
game-played-elsewhere = { $player } plays from another chat.
# "12... Nf3 (knight g1 to f3)".
game-last-move = **{ $played }** ({ $words })
game-retired = **{ $played }** ({ $words }) · game `{ $id }`

game-your-move = { $player }, it's your move ({ $color }).
game-line-entered = The fighting line is now in play: end this turn and every later one with a piece on it, or you lose.
game-line-empty = You have no piece on the fighting line: get one there this turn, or you lose.
game-must-capture-now = You must capture.
game-gap = I may have missed a message. If your move isn't on the board, please send it again.
game-time-runs-out = Your time runs out { $when }.
game-first-move = Make your first move within { $minutes ->
        [one] 1 minute
       *[other] { $minutes } minutes
    }, or the game is aborted.
game-engine-thinks = { $engine } is thinking...
game-claim-threefold = You can claim a draw: this position has occurred three times.
game-claim-fifty = You can claim a draw: 50 moves without a capture or a pawn move.
# What became of an offer in this position.
game-draw-offered = { $by } offers a draw.
game-draw-declined = { $by } declined the draw offer.
game-draw-withdrawn = { $by } withdrew the draw offer.
game-takeback-asked = { $by } asks to take back **{ $played }**.
game-takeback-declined = { $by } declined the takeback request.
game-takeback-withdrawn = { $by } withdrew the takeback request.
game-took-back = { $by } took back **{ $played }**.

# A rule that a player may not know yet, with a legal move that shows it. $rule is one of the messages below, or of movement.ftl.
game-tip = **Tip:** { $rule } Try **{ $played }** ({ $words }).
tip-capture-by-throw = A Leto captures by throwing an enemy piece over the next piece in line, onto another enemy piece.
tip-throw = A Leto throws the enemy piece it stops right in front of over the next piece in line.
tip-pull = If two pieces are lined up right behind your Leto and the second one is yours, move straight away to pull it along.
tip-second-leap = If a Kwagga's leap lands on an empty square, it can make the same leap again, to another empty square.
tip-chain = If a piece that has captured can capture again, it goes on in the same turn.
tip-must-capture = If you can capture, you must. Which capture is up to you.
tip-enter-line = Your pieces can go up to the fighting line, never across it. Once anyone has, end every turn with a piece there, or you lose.
tip-step-along-line = On the fighting line, every piece can also step one square along it.
# Legan Chess: ahead and left are as the pawn's own player sees the board.
tip-pawn-capture = A pawn captures one square straight ahead or to the left.

# Results. The winner comes first, as a mention on boards and as a name in pictures.
game-won = { $winner } **won**.
game-won-checkmate = { $winner } **won** by checkmate.
game-won-stalemate = { $winner } **won** by stalemate: { $loser } has no legal move.
game-won-bare-king = { $winner } **won** by bare king: { $loser } has only a king left.
game-won-king-captured = { $winner } **won** by capturing { $loser }'s king.
game-won-line-left = { $winner } **won**: { $loser } left the fighting line.
game-won-line-missed = { $winner } **won**: { $loser } didn't get a piece onto the fighting line.
game-won-no-moves = { $winner } **won**: { $loser } has no legal move.
game-won-resignation = { $winner } **won** by resignation.
game-won-time = { $winner } **won** on time.
game-won-forfeit = { $winner } **won** by forfeit: { $loser } didn't make their first move in time.
game-won-decision = { $winner } **won** by the organizer's decision.
game-drawn = **The game is drawn.**
game-drawn-stalemate = **The game is drawn** by stalemate.
game-drawn-fivefold = **The game is drawn**: the same position occurred five times.
game-drawn-seventy-five = **The game is drawn**: 75 moves without a capture or a pawn move.
game-drawn-dead = **The game is drawn**: neither side can win.
game-drawn-claim-threefold = **The game is drawn** by claim: the same position occurred three times.
game-drawn-claim-fifty = **The game is drawn** by claim: 50 moves without a capture or a pawn move.
game-drawn-agreement = **The game is drawn** by agreement.
game-drawn-time = **The game is drawn**: { $late } ran out of time, but { $other } has only a king left.
game-drawn-decision = **The game is drawn** by the organizer's decision.
game-aborted-by = { $player } **aborted the game** before both sides had moved. It doesn't count.
game-aborted-late = **The game was aborted**: { $late } didn't make their first move in time. It doesn't count.
game-replayed = The organizer had this game replayed. Its result doesn't count in the tournament.
game-annulled = **The game was annulled** by the organizer. It doesn't count.

# Answers to a command from another room, and where the board is.
game-you-played = You played **{ $played }** ({ $words }).
game-you-offered-draw = You offered a draw.
game-you-declined = You declined.
game-you-withdrew = You withdrew your offer.
game-move-taken-back = The move was taken back.
game-you-asked-takeback = You asked for a takeback.
game-shown-by-command = Use `/board` to see game `{ $id }`.
game-shown-where-played = Game `{ $id }` is in the conversation where you started it.
game-shown-in = You'll find game `{ $id }` in { $room }.

game-ask-move = Do you want to play **{ $played }** ({ $words })?
# Follows game-ask-move.
game-warning-line = This loses at once: you'd have no piece on the fighting line.
game-warning-king = This loses at once: { $opponent } could capture your king with **{ $reply }**.
game-warning-mate = This loses at once: { $opponent } could checkmate you with **{ $reply }**.
game-warning-bare-king = This loses at once: { $opponent } could leave you with only a king by playing **{ $reply }**.
game-warning-no-moves = This loses at once: { $opponent } could leave you without a legal move by playing **{ $reply }**.
# Where the opponent reads it too; **Why?** tells how in private.
game-ask-losing-move = **{ $played }** ({ $words }) loses at once. Play it anyway?
game-ask-resign = Resign your game of { $variant } against { $opponent }? This can't be undone.
game-ask-abort = Abort your game of { $variant } against { $opponent }? It won't count for either of you.

button-game-move = Move
button-game-type-move = Type a move
button-game-accept-draw = Accept draw
button-game-decline-draw = Decline draw
button-game-allow-takeback = Allow takeback
button-game-decline-takeback = Decline takeback
button-game-withdraw = Withdraw
button-game-offer-draw = Offer draw
button-game-claim-draw = Claim draw
button-game-take-back = Take back
button-game-hint = Hint
button-game-abort = Abort
button-game-resign = Resign
button-game-rematch = Rematch
button-game-play-again = Play again
button-game-confirm-move = Make this move
button-game-play-anyway = Play it anyway
button-game-another-move = Another move
button-game-why = Why?
button-game-another-piece = Another piece
button-game-stop-watching = Stop watching
button-game-forget-premoves = Clear premoves

# Choosing a move from menus, or typing it.
game-choose-piece = Choose a piece. Only those that can move are listed.
game-choose-target = **{ $piece }** can make these moves; the board shows them.
game-choose-capture = You must capture: **{ $piece }** can make these moves; the board shows them.
menu-game-piece = Which piece?
menu-game-target = Where to?
menu-game-promotion = Promote to what?
option-game-piece = { $piece-id ->
    [role-pawn] Pawn
    [role-knight] Knight
    [role-bishop] Bishop
    [role-rook] Rook
    [role-queen] Queen
    [role-king] King
    [role-leto] Leto
    [role-kwagga] Kwagga
    [role-alfil] Alfil
    [role-dabbabah] Dabbabah
    [role-sail] Sail
   *[role-hawk] Hawk
} { $square }
# $moves are all moves of a piece.
option-game-piece-loses = Loses at once: { $moves }
option-game-move-loses = { $san } (loses at once)
option-more = More...
    .detail = { $left } more
modal-game-move =
    .title = Make a move
    .label = Your move
    .example = { $moves }, ...
# A move while it is typed: "Nf3: knight g1 to f3".
choice-game-move = { $san }: { $words }
# A move in one of several games: "Nf3 – Toto40: bob #k7f3q2".
choice-game-move-of = { $san } – { $game }
choice-game-move-loses = { $san } (loses at once): { $words }

# Why a move is illegal, and what the piece can do.
game-see-move-button = { -press(form: "capital") } **Move** to see every piece that can move.
game-piece-stuck = **{ $piece }** can't move right now.
game-piece-moves = **{ $piece }** can make these moves: { $moves }. The board shows them.
game-pieces-stuck = None of your { $pieces } can move right now.
game-pieces-move = Your { $pieces } can make these moves: { $moves }.
game-escapes = These moves get you out of check: { $moves }.
game-moves-to = You can get to **{ $square }** with { $moves }.
game-square-out-of-reach = None of your pieces can go to **{ $square }** right now.
game-must-capture = In { $game }, you must capture if you can. Which capture is up to you.
game-first-time = New to { $game }? { -press(form: "capital") } **Learn** to try it in a few moves, or **Rules** to read how to play.

game-no-hint = I have nothing to suggest right now. Please try again in a minute.

# A board in words: "White: king e1, pawns a2 b2." $pieces is a list of pieces-on.
game-side-pieces = **{ $color }**: { $pieces }.

# Lists of games.
command-games-whose = Whose games (default: yours)
choice-games-mine = Mine
choice-games-server = All games here
command-next = Open the next game that waits for your move
games-none = You don't have any games in progress. Use `/play` to start one.
games-entry = `{ $id }` { $variant } against { $opponent }: { $turn ->
        [yours] **your move**
       *[theirs] their move
    }
games-entry-timed = `{ $id }` { $variant } against { $opponent }: { $turn ->
        [yours] **your move**
       *[theirs] their move
    }, time runs out { $when }
games-challenge = { $by } challenges you to **{ $terms }** (expires { $when })
games-challenge-own = You challenged { $to } to **{ $terms }** (expires { $when })
games-challenge-own-open = Your open challenge: **{ $terms }** (expires { $when })
games-more = ...and more.
choice-game = { $variant }: { $opponent } #{ $id }
games-which = **Which game?**
menu-games-which = Choose a game
menu-games-open = Open a board
option-game = { $variant } against { $opponent }
    .detail = { $turn ->
        [yours] Your move
       *[theirs] Their move
    } · { $id }
games-waiting = { $count ->
        [one] One more game is waiting for your move.
       *[other] { $count } more games are waiting for your move.
    }
games-none-waiting = It's not your move in any of your games.
button-games-next = Next game
button-games-mine = My games

# Premoves.
command-premove = Prepare a reply to your opponent's next move
command-premove-moves = Their move and your reply, such as Kxe5 Rd1 (default: show your premoves)
command-premove-clear = Whether to clear your premoves in a game
premove-none = You have no premoves in game `{ $id }`. Set one while your opponent is thinking: `/premove Kxe5 Rd1` means that if they play Kxe5, you answer Rd1 right away.
premove-list = Your premoves in game `{ $id }` (only you can see this):
premove-pair = if **{ $theirs }** then **{ $yours }**
premove-open = if **{ $theirs }** then ...

# Analysis.
command-analyze = Review a finished game, or analyze a position
command-analyze-game = Choose a finished game, or type its code
command-analyze-position = FEN of any position, instead of a game
command-analyze-rules = Which game the position is from (default: the { -server }'s default game)
review-asked = I'm analyzing the game. In a minute or two, its final board will show a graph, the turning points, and each player's accuracy and mistakes.
# Above a review-accuracy-of for each player, whose $errors is a list of review-errors.
review-accuracy = **Accuracy**
review-accuracy-until = **Accuracy up to move { $number }**
review-accuracy-of = { $player }: **{ $accuracy }%** ({ $errors })
review-errors = { $count } { $kind ->
    [inaccuracy] { $count ->
        [one] inaccuracy
       *[other] inaccuracies
    }
    [mistake] { $count ->
        [one] mistake
       *[other] mistakes
    }
   *[blunder] { $count ->
        [one] blunder
       *[other] blunders
    }
}
review-no-errors = no mistakes
review-no-turns = There was no turning point.
review-winning-since = { $winner } was winning from move { $number } on.
review-resigned = { $loser } resigned with { $chances }% winning chances.
review-turns = **Turning points**
review-turn = { $number } **{ $played }**: { $color }'s winning chances fell from { $before }% to { $after }%; **{ $best }** was better.
study-verdict = **{ $variant }**: { $verdict }. I'd play **{ $line }**.

# Watching other people's games.
command-watch = Follow someone else's game by direct message
command-watch-game = Choose a game, or type the code under its board
command-unwatch = Stop following a game
watch-started = You're watching { $variant }, { $white } – { $black }. I'll send you each new board in a direct message.
watch-stopped = You're no longer watching game `{ $id }`.
watch-no-games = No one is playing here. Use `/play` to start a game.
watch-game = `{ $id }` { $variant }: { $white } – { $black }
watch-how = Use `/watch` to follow one of them.
watch-own-game = You're playing game `{ $id }` yourself. I'll let you know when it's your move.
watch-full = Game `{ $id }` already has as many watchers as allowed. Use `/board` to see it.

thread-opening = { $name } · game `{ $id }`

# Answers that only one person should see, to a word in a channel.
input-no-question = That message asks nothing that you can answer with yes or no. Reply to the one that does.
input-hint-privately = Use `/hint` so that only you see the hint.
input-board-privately = Use `/board` to see your board.

# What can't be read, and what the platform doesn't allow.
input-no-such-level = My levels go from { $lowest } to { $highest }.
input-bot-invited = Bots can't be invited. To add me as a player, use `/tournament add level:`.
input-bot-challenged = Bots can't accept a challenge. Use `/play` to play me.
input-may-not-post = I can't post in this { -channel }. Please ask a moderator to give me these permissions here: **{ $permissions }**.
input-too-long = That's too long to be a move. Type just the move, or `help`.
input-game-or-position = Choose a finished game, or enter a position.
input-games-privately = Your games, shown only to you:
analyze-which = Which game should I analyze? For any other position, use `/analyze position:` with its FEN.
menu-analyze = Choose a finished game

# The description of an attached file.
game-pgn-file = The game as PGN, to keep or open elsewhere
