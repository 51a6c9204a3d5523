# How to start: the answer to /help and to a greeting, the welcome on a server, and the choice of a game. How to move differs by
# platform: discord/help.ftl, matrix/help.ftl.

# $games is a list of games.
help-hello = I'm **Delos**, and I play five rare chess games: { $games }.
help-joined = Thanks for inviting me! I'm **Delos**, and I play five rare chess games: { $games }.
help-thanked = Anytime! Another game?

# On a server.
help-start = **To start**, { -press } **Play** to play me, or **Challenge** to play someone here. `/play` and `/challenge` do the same.
help-more = **To run a tournament**, use `/tournament create`. Use `/settings` to change your boards and notifications.
help-elsewhere = You can play me in a direct message, too.

# In a direct message.
help-start-direct = **To start**, { -press } **Play**, or type `/play`.

# Where people can have an account on another platform, too.
help-link = **If you also play on Discord or Matrix**, use `/link` to make your accounts one: one rating, one list of games.

button-help-play = Play
button-help-challenge = Challenge

# Choosing a game to start.
new-game-which = **Which game?**
new-game-play = You'll play me at level **{ $level }**.
new-game-open = Anyone here can accept your challenge.
new-game-challenge = You're challenging { $opponent }.
new-game-terms = { $stakes ->
        [untimed] Casual, no clock.
        [casual] Casual, { $time }.
       *[rated] Rated, { $time }.
    }
new-game-first = You move first.
new-game-second = You move second.
new-game-elsewhere = Someone in another chat can accept, too.
menu-new-game = Choose a game
menu-new-game-terms = Change the time or your color (rated games need a clock)
button-new-game-usual = Start { $game }

# What is special about a game.
in-one-line-leto = Letos throw enemy pieces and pull their own along
in-one-line-leto-kwagga = Leto Chess with long-leaping Kwaggas instead of knights
in-one-line-legan = The armies face each other across the diagonal
in-one-line-toto40 = Two armies fight over one diagonal line
in-one-line-leap = Pieces leap, and you must capture if you can
in-one-line-leap-multi = One turn can be a whole chain of captures
in-one-line-leap-optional = You don't have to capture
in-one-line-leap64 = On the full board; you must capture if you can
in-one-line-leap64-multi = On the full board, with chains of captures
in-one-line-leap64-optional = On the full board; you don't have to capture
in-one-line-latrunculi = Chess, but rooks and bishops can also step like kings
