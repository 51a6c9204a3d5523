# What people type to Delos in a message, in lower case, divided by "|". Case and closing punctuation don't matter.

said-help = help | help me | hi | hi there | hello | hey | info
said-thanks = thanks | thank you | thx | ty | gg | good game
said-rules = rules | the rules | how to play
said-games = games | my games | list games | which games
said-board = board | show board
said-describe = describe | describe the board | board in words
said-draw = draw | offer draw | offer a draw
said-hint = hint
said-resign = resign | i resign
said-takeback = takeback | take back | undo

# Understood only where Delos is addressed: people say these to each other, too.
said-help-addressed = how | what | how do i play | how do i start | how do i move | how does this work | what can you do | what can i do | who are you | what is this | commands
said-resign-addressed = stop | quit | exit | end | end game | end the game | give up | i give up | i quit | i surrender | surrender | abort | cancel | leave | leave game
said-yes-addressed = yes | yep | accept | i accept | agree | i agree | agreed
said-no-addressed = no | nope | no thanks | no thank you | decline | i decline

# Before a request: "can we play toto40".
said-courtesies = the | a | an | my | please | pls | ok | okay | hey | hi | can i | can we | can you | could i | could we | could you | may i | i want to | i wanna | i'd like to | i would like to | let's | lets | let us | let me | show me | show | tell me | give me | how about | want to | wanna

# A request begins with one of these; then come its options, such as a game, a level or a person.
said-play = play | start | begin | new game | level | i'll play
said-rules-of = rules | rules of | rules for | how do i play | how to play | how do you play | how do we play | explain
said-learn = learn | learn to play | learn how to play | teach me | how do i learn | how can i learn | how to learn | lesson | lessons
said-puzzle = puzzle | puzzles | a puzzle | give me a puzzle | solve a puzzle | next puzzle
said-daily = daily | daily puzzle | the daily puzzle | puzzle of the day | today's puzzle | the puzzle of the day
said-challenge = challenge | i challenge | invite | duel | play a friend | play with a friend | play someone | play with someone | play another player | play people | play against someone
said-move = move | play

# Left out of the options.
said-small-words = a | an | the | of | with | against | at | in | for | to | on | as | game | level | lvl | me | you | us | delos | bot | please | pls | now | vs | versus | called | chess | and
