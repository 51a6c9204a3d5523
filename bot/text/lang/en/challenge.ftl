# Challenges: terms, counteroffers and results.

command-challenge = Invite someone, or everyone here, to a game
command-challenge-opponent = Who can accept (default: anyone here)
command-play = Play against Delos
command-accept = Accept a challenge by its code
command-decline = Decline a challenge or a counteroffer, or withdraw your challenge
command-propose = Propose other terms for a challenge
command-begin = Start a game against me, or choose one if you're already playing here
command-rematch = Offer or accept a rematch

# "Leto Chess from a custom position, 10 minutes + 5 seconds per move, rated".
challenge-terms = { $variant }{ $start ->
        [own] {""}
       *[set-up] {" "}from a custom position
    }{ $stakes ->
        [untimed] {""}
        [casual] , { $time }
       *[rated] , { $time }, rated
    }

challenge-made = { $to }, { $by } challenges you to **{ $terms }**.
challenge-made-open = { $by } would like to play **{ $terms }**.
challenge-who-accepts = Who's in?
challenge-first-terms-kept = { $to }, { $by } is sticking with the original terms: **{ $terms }**.
challenge-proposed = { $by }, { $to } would rather play **{ $terms }**.
challenge-own-terms = Your original terms: **{ $terms }**.
challenge-do-you-agree = Do you agree?
# For those who are not in this room; $code is the challenge's.
challenge-code = Anyone with the code `{ $code }` can also accept it in another chat with me, even on another platform, using the command **accept**.
challenge-code-to = With the code `{ $code }`, { $to } can also accept it in another chat with me, using the command **accept**.
# A challenge from another room, shown to someone who has its code.
challenge-shown-here = If you accept, the game is shown here, too.
challenge-first-rated = A player's first rated game of { $game } changes their rating by about { $points } points, later ones by much less. Rated games have no hints or takebacks, and no warnings about moves that lose to a reply.
challenge-expires = Expires { $when }.

challenge-sides-random = Random colors.
challenge-sides-opponent = { $challenger } plays { $theirs } and you play { $yours }.
challenge-sides-challenger = You play { $yours } and { $opponent } plays { $theirs }.

challenge-agreed = { $by } accepted { $taker }'s counteroffer: **{ $terms }**, game `{ $game }`.
# The answer to someone who accepts in another room than that of the challenge.
challenge-you-accepted = You accepted the challenge.
challenge-declined = { $to } declined { $by }'s challenge to **{ $terms }**.
challenge-declined-open = { $by }'s challenge to **{ $terms }** was declined.
challenge-withdrawn = { $by } withdrew the challenge to **{ $terms }**.
challenge-expired = No one answered { $by }'s challenge to **{ $terms }** in time.
challenge-proposal-expired = { $by } didn't answer { $to }'s counteroffer in time: **{ $terms }**.

# Answers to a button of a challenge that is no longer open.
challenge-was-accepted = { $by } accepted this challenge: game `{ $game }`.
challenge-was-declined = This challenge was declined.
challenge-was-withdrawn = This challenge was withdrawn.
challenge-has-expired = This challenge has expired. Use `/challenge` to make a new one.

# Drafting a counteroffer.
challenge-draft-first = { $by }'s terms: **{ $terms }**.
challenge-draft-question = What would you like to change?
challenge-draft = Your counteroffer: **{ $terms }**.
menu-challenge-change = Choose what to change
option-challenge-random = Random colors
    .detail = Decided when the game starts
option-challenge-side = I play { $mine }
    .detail = They play { $theirs }
option-challenge-rated = Rated
    .detail = The result changes our ratings
option-challenge-casual = Casual
    .detail = The result doesn't change our ratings
option-challenge-time = Time: { $time }
    .detail = For each of us
option-challenge-elsewhere = Open to other chats
    .detail = Someone who gets its code from you can accept it there
option-challenge-here = Only in this chat
    .detail = No one elsewhere can accept it
option-challenge-game = Game: { $variant }
    .detail = From the standard starting position
button-challenge-send = Send

button-challenge-accept = Accept
button-challenge-counter = Counteroffer
button-challenge-decline = Decline
button-challenge-withdraw = Withdraw
button-challenge-agree = Agree
button-challenge-keep = Keep my terms
