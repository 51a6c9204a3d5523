# How to start: the answer to /help and to a greeting, the welcome on a server, and the choice of a game. How to move differs by
# platform: discord/help.ftl, matrix/help.ftl.

# $games is a list of games.
help-hello = I'm **Delos**, and I play { -number-of-games } rare chess games: { $games }.
help-joined = Thanks for inviting me! I'm **Delos**, and I play { -number-of-games } rare chess games: { $games }.
help-thanked = Anytime! Another game?

# On a server.
help-start = **To start**, { -press } **Play** to play me, or **Challenge** to play someone here. `/play` and `/challenge` do the same.
help-more = **To run a tournament**, use `/tournament create`. Use `/settings` to change your boards and notifications.
help-elsewhere = You can play me in a direct message, too.

# In a direct message.
help-start-direct = **To start**, { -press } **Play**, or type `/play`.

# Where people can have an account on another platform, too.
help-link = **If you also play on { -platforms(form: "or") }**, use `/link` to make your accounts one: one rating, one list of games.

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
