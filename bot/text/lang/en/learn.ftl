# Lessons: what happens around the positions, whose own words are beside the rules of their game. There the ids follow from bot/lessons/data:
# lesson-GAME-LESSON is a title of two to four words, lesson-GAME-LESSON-N what step N asks for and why, in one line. `.hint` helps to find the
# move, `.done` says afterward what was learned; both may be left out.

command-learn-game = Which game (default: choose from a { -menu })
command-learn-all = Whether to list all lessons of the game
learn-which = **Which game do you want to learn?** A lesson is a few positions, and you make the moves.
learn-progress = { $finished } of { $lessons } lessons, { $stars } of { $most } stars
# $progress is learn-progress.
learn-lessons-of = **{ $game }**: { $progress }

command-lesson = Show a position of a lesson, or try a move in it
command-lesson-at = The position, as a lesson names it
command-lesson-piece = Square of a piece, to list its moves
command-lesson-solution = Whether to show the solution of a puzzle
command-lesson-vote = Your vote on a puzzle
# In a lesson. $title is its name.
learn-heading = { $game } · **{ $title }** · position { $step } of { $steps }
# For those who get no picture.
learn-arrow = Arrow: **{ $move }** ({ $words })
learn-hint = **Hint:** { $hint }
learn-not-the-goal = **{ $played }** ({ $words }) is legal, but not what you're asked for here.
# $move is game-last-move.
learn-solved = **Right!** { $move }
# Above a right move and the reply to it: the position goes on.
learn-right = **Right!** Go on:
# How the move that solved a position ended the game. $opponent is a color.
learn-won-checkmate = You win by checkmate.
learn-won-bare-king = You win: { $opponent } has only the king left.
learn-won-king-captured = You win: you've captured { $opponent }'s king.
learn-won-no-moves = You win: { $opponent } has no legal move.
# $reason is the name of an outcome.
learn-drawn = It's a draw: { $reason }.
learn-finished = { $stars ->
        [3] ★★★ **Lesson done** without a miss.
        [2] ★★☆ **Lesson done.** Finish it without a miss to get three stars.
       *[other] ★☆☆ **Lesson done.** Finish it without a miss to get three stars.
    }
learn-all-finished = You've done all the lessons of { $game }.
learn-stars = { $stars ->
        [3] ★★★
        [2] ★★☆
       *[other] ★☆☆
    }
learn-unfinished = Not done yet
learn-no-such-position = "{ $typed }" isn't a position of a lesson. Use `/learn` to open one.

learn-privately = Lessons are between you and me.

command-puzzle = Solve a puzzle: find the only move that wins
command-puzzle-theme = What to look for, which makes answers count less (default: anything)
puzzle-which = **Which game's puzzle would you like?** Find the one move that wins, and go on until it's solved. Only your first answer counts.
puzzle-none = None tried yet
puzzle-progress = { $solved } of { $answered } solved, rating { $rating }
puzzle-all-answered = You've answered all the puzzles for { $game }.
puzzle-theme-none = { $game } has no puzzles with this theme: { $theme }.
puzzle-theme-answered = I have no puzzles left for you with this theme: { $theme }.
# $side is a color.
puzzle-heading = { $game } · **Puzzle { $number }** · { $side } to move
puzzle-task = Find the only winning move at each turn.
puzzle-wrong = **{ $played }** ({ $words }) is legal, but doesn't win.
# $opponent is a color; $replied is $reply in words.
puzzle-refuted = **{ $played }** ({ $words }) doesn't win: { $opponent } answers **{ $reply }** ({ $replied }).
puzzle-no-position = That isn't a position of this puzzle. It counts as a wrong answer.
# $moves are in algebraic notation.
puzzle-solution = The solution: **{ $moves }**
# How a puzzle could go on, up to what it wins.
puzzle-point = The point: **{ $moves }**
# After a puzzle. A puzzle's rating says how difficult it is.
puzzle-difficulty = Puzzle rating: { $rating }
# $themes is a list of the themes that follow.
puzzle-themes = Themes: { $themes }
puzzle-theme-win = { $moves ->
        [one] win in { $moves } move
       *[other] win in { $moves } moves
    }
puzzle-theme-win-any = win by force
puzzle-theme-throw = throw
puzzle-theme-pull = pull
puzzle-theme-chain = chain of captures
puzzle-theme-promotion = promotion
# $rating is as in rating-changes.
puzzle-rated = Your puzzle rating: { $rating }
puzzle-not-answered = You can vote on a puzzle once you've answered it.
puzzle-voted = Thanks for your vote. You can still change it.
puzzle-privately = Puzzles are between you and me.

command-daily = Solve today's puzzle, or see how everyone did
# A server's puzzle of the day: $level is one of the next three.
daily-heading = **Daily puzzle { $number }** · { $level }
daily-easy = easy
daily-medium = medium
daily-hard = hard
daily-counts = { $tried ->
        [0] No one has tried it yet.
       *[other] { $tried } tried, { $solved } solved, { $first } on the first try.
    }
# When the day is over. $people is a list.
daily-first = Solved on the first try: { $people }
daily-streak = Solved here { $days } days in a row
# $points is a list of daily-person.
daily-week = This week: { $points }
daily-person = { $person } { $points }
# To one person.
daily-points = { $points ->
        [0] You haven't solved it yet.
        [one] You solved it: **1 point.**
       *[other] You solved it: **{ $points } points.**
    }
daily-own-streak = { $days } days in a row!
daily-gave-up = You looked at the solution, so no points today.
daily-too-late = This puzzle's day is over, so it earns no points.
daily-full = Only the first { $most } people's answers count, so yours earns no points.
daily-none = There's no daily puzzle here. A { -server }'s managers can turn it on in its settings.

button-daily = Daily puzzle
button-daily-solve = Solve
button-puzzle = Puzzle
button-puzzle-next = Next puzzle
button-puzzle-like = Similar puzzles
button-puzzle-post = Share puzzle
button-puzzle-solution = Show the solution
button-puzzle-vote-up = Good puzzle
button-puzzle-vote-down = Bad puzzle
button-learn = Learn
button-learn-try = Try it
button-learn-game-stars = { $game } · { $stars } ★
button-learn-other = Other games
button-lesson-next = Next
button-lesson-retry = Try again
button-lesson-again = Again
button-lesson-next-lesson = Next lesson
button-lesson-play = Play level { $level }
button-lesson-play-coached = Play a coached game
button-lessons = All lessons
button-lesson-together = Learn together
button-lesson-open = Try it

menu-learn-games = Choose a game
menu-lessons = Choose a lesson
