# Why a command was refused, and what to do instead.

## Which game

refusal-no-such-game = There's no game { $game } here. Use `/games` to see yours.
refusal-no-such-challenge = That challenge is gone. Use `/challenge` to make a new one.
refusal-no-game = You're not in a game here yet. { -press(form: "capital") } **Play** to start one.
refusal-not-a-player = You aren't a player in game { $game }. Use `/board` to look at it, or `/watch` to follow it.
refusal-not-your-turn = It's { $player }'s turn.
refusal-stale = That board is out of date. Look at the current board first.
refusal-game-over = Game { $game } is over.
refusal-time-up = Time is up in game { $game }. If the result doesn't appear in a moment, try again.
refusal-too-long = A game can have at most { $most } half-moves, and this one has reached that limit. Agree to a draw or resign.
refusal-not-over = Game { $game } is still in progress. Try again when it's over.
refusal-busy = Someone else changed this at the same moment. Please try again.
refusal-too-many-at-once = I'm still working on your last { $most } requests. Please wait until I've answered them.
refusal-not-in-lesson = That position is no longer part of a lesson. Use `/learn` to go on.
refusal-overloaded = I'm busy with other people's positions right now. Please try again in a minute.

## Challenges

refusal-own-challenge = This is your own challenge. Someone else has to accept it.
refusal-self-challenge = You can't challenge yourself. Use `/play` to play me.
refusal-challenge-for-another = This challenge is from { $by } to { $to }. Only { $to } can answer it.
refusal-challenge-of-another = This is { $by }'s challenge. Only they can withdraw it.
refusal-open-to-all = Anyone can accept this challenge, so its terms can't be changed. Use `/challenge` to play on other terms.
refusal-same-terms = These are the current terms. Accept them, or change something.
refusal-proposal-pending = Your counteroffer is waiting for { $by }'s answer.
refusal-proposal-elsewhere = You can only change the terms in the chat where { $by } made this challenge. Here you can accept it as it is.
refusal-too-many-proposals = There have already been { $most } counteroffers, the most allowed. Accept the challenge as it is, or decline it.
refusal-not-your-proposal = Only { $by } can answer this, because it's their challenge.
refusal-no-proposal = This counteroffer is no longer open. Look for a newer message about the challenge.
refusal-too-many-games = { $player } already has { $most ->
        [one] 1 game
       *[other] { $most } games
    } in progress, the most allowed. One has to end before another can start.
refusal-too-many-challenges = You have { $most ->
        [one] 1 open challenge
       *[other] { $most } open challenges
    }, the most allowed. Withdraw one first.
refusal-start-is-over = In this position the game is already over.
refusal-start-too-wide = This position has too many legal moves to list.
refusal-not-ratable = A rated game needs two people, the standard starting position and a clock. Set `time` to something like `10+5` or `3 days`, or leave out `rated`.
refusal-rematch-requested = You've already asked for a rematch. It's up to your opponent to answer.
refusal-rematch-started = The next game has already started: { $game }. Use `/board` to see it.

## During a game

refusal-draw-offered = You've already offered a draw. It's up to your opponent to answer.
refusal-draw-offered-before = A draw has already been offered in this position. You can offer one after the next move.
refusal-offer-open = Another offer in this game is waiting for an answer. Answer it or withdraw it first.
refusal-no-offer = No one is waiting for a yes or no from you in this game.
refusal-no-draw-offer = You have no draw offer to answer.
refusal-takeback-requested = You've already asked for a takeback. It's up to your opponent to answer.
refusal-takeback-requested-before = A takeback has already been requested in this position. You can ask for one after the next move.
refusal-no-takeback-request = No one has asked for a takeback.
refusal-nothing-to-withdraw = You have no open offer in this game.
refusal-nothing-to-take-back = You haven't moved yet, so there's nothing to take back.
refusal-rated-takeback = There are no takebacks in rated or tournament games.
refusal-no-abort = You can't abort a tournament game. Play it, resign with `/resign`, or ask the organizer.
refusal-too-late-to-abort = Both players have moved, so the game counts. Use `/resign` to resign or `/draw` to offer a draw.
refusal-move-first = It's your turn. Move first, then set a premove while your opponent thinks.
refusal-no-premoves-with-engine = I answer right away, so there's no time for premoves against me.
refusal-too-many-premoves = You have { $most } lines of premoves, the most allowed. Clear your premoves first.
refusal-premove-too-long = That line is too long. It can have at most { $most } half-moves, and it can't go past the end of the game.
refusal-premove-without-answer = Write the move you expect and your answer, like `Kxe5 Rd1`.
refusal-not-their-move = { $color } can't play **{ $typed }** here. Write their move first, then your reply, like `/premove Kxe5 Rd1`.
refusal-rated-hint = There are no hints in rated or tournament games.
refusal-engine-declines = I'd rather play on. This game isn't decided yet.

## Servers and settings

refusal-not-a-manager = Only { -server } managers can change this { -server }'s settings. Use `/settings` to change your own preferences.
refusal-no-such-value = I don't have that choice. Use `/settings` to see the current ones.
refusal-quiet-hours = Enter two different hours, without minutes, like `22-7 Europe/Berlin`.
refusal-zone = I don't know that time zone. Write its name like `Europe/Berlin` or `America/New_York`.
refusal-quiet-hours-zone = I don't know that time zone. Write the hours like `22-7 Europe/Berlin`.
refusal-elsewhere = You can't play in this { -channel }. Please use one of these: { $rooms }

## People

refusal-block-self = You can't block yourself.
refusal-too-many-blocked = You've blocked { $most } people, the most allowed. Unblock someone first.
refusal-not-blocked = You haven't blocked { $person }.
refusal-blocked = You've blocked { $person }. Use `/unblock` to unblock them.
refusal-not-available = { $person } isn't available to play you. Please challenge someone else.
refusal-too-often = You've made a lot of challenges in the last hour. You can make the next one { $when }.
refusal-too-often-here = There have been a lot of challenges { -on } this { -server } in the last hour. You can make the next one { $when }.
refusal-just-declined = { $person } just declined your challenge. You can ask again { $when }.
refusal-called-too-often = You've challenged or invited { $person } several times in the last hour. You can ask them again { $when }.
refusal-invited-too-often = You've invited a lot of people in the last hour. You can invite the next one { $when }.
refusal-too-many-started = You've started a lot of games with me in the last hour. You can start the next one { $when }.
refusal-too-many-posts = You've posted a lot recently. You can post again { $when }.
refusal-private-game = Not everyone here can see game { $game }, so only its players can post it.
refusal-no-finished-game = You haven't finished a game yet.
refusal-too-many-reviews = You've asked me to analyze a lot of games recently. You can ask for the next one { $when }.
refusal-export-too-soon = You got your data a moment ago. You can get it again { $when }.
refusal-rated-position = This position is from your game { $game } or close to it, and I can't help with rated or tournament games in progress. Ask again when the game is over.
refusal-daily-position = This position is from a daily puzzle, and I don't help with those until the day is over everywhere.
refusal-daily-review = That game contains a position from a daily puzzle, and I don't help with those until the day is over everywhere.
refusal-rated-review = That game reached the position that your game { $game } is in now, and I can't help with rated or tournament games in progress. Ask again when it's over.
refusal-being-deleted = I'm deleting everything about you, as you asked. Please wait a few minutes before you do anything new.
refusal-link-alone = I'm on { -platform } only, so there's no other account to link.
refusal-link-unreadable = `{ $typed }` isn't a code. A code looks like `k7f3-q2hx`.
refusal-link-no-such-code = I don't know that code. A code works once, for ten minutes. Use `/link` with your other account to get a new one.
refusal-link-too-many-codes = You've tried a lot of codes. You can try the next one { $when }.
refusal-link-own-code = I gave that code to this account. Use it with your other account, on the other platform.
refusal-link-same-platform = Both accounts are on { -platform }. You can only link an account here to one on another platform.
refusal-link-already = One of these accounts is already linked. Use `/unlink` with it first.
refusal-link-vacation = One of these accounts is on vacation. End the vacation first.
refusal-link-game = These accounts are playing each other in game { $game }. Finish it first.
refusal-link-challenge = One of these accounts has challenged the other. Withdraw or decline the challenge first.
refusal-link-tournament = This account is part of the tournament **{ $name }**. Wait until it's over, or leave it. Or do it the other way around: get a code with this account, and use it with the other.
refusal-link-too-much = This account has too many games and challenges in progress to link it. Finish some first, or get a code with this account and use it with the other.
refusal-not-linked = This account isn't linked to another. Use `/link` to link one.
refusal-still-linking = I'm still moving your games. Please try again in a few minutes.
refusal-no-vacation-left = { $days ->
        [0] You have no vacation days left this year.
        [one] You have 1 vacation day left this year, so you can only take 1.
       *[other] You have { $days } vacation days left this year. Choose a number from 1 to { $days }.
    }

## After a failure

# The store failed; nothing was changed.
refusal-store-failed = I can't save anything right now, so nothing has changed. Please try again in a minute.
refusal-store-unknown = Something went wrong while I was saving this, so I can't tell whether it worked. Please check before you try again.

# The acknowledgment took too long; nothing was changed.
refusal-too-late = I was too busy to get to this in time, so nothing has changed. Please try again.

button-refusal-board = Show the board
button-refusal-why = Why not?
