# Words of the front end itself.

# A person, channel or role from another platform.
unknown-person = someone
unknown-person-on-discord = someone on Discord
unknown-room = a { -channel }
unknown-role = a { -role }

# A role that is a number, such as a power level.
numbered-role = { -role } { $number }

# The engine's opinion of a position, after "I think".
verdict-lost = { $color } is lost
verdict-mate = { $color } wins in { $moves ->
    [one] one move
   *[other] { $moves } moves
}
verdict-even = the position is equal
verdict-slightly-better = { $color } is slightly better
verdict-clearly-better = { $color } is clearly better
verdict-winning = { $color } is winning

# Where to look for a good move.
hint-wins = The { $piece } on { $square } can win the game right now.
hint-forced-win = The { $piece } on { $square } starts a forced win.
hint-idea = Look for a { $idea ->
        [promotion] promotion
        [throw] throw
        [pull] pull
        [chain] chain of captures
        [capture] capture
        [check] check
       *[move] good move
    } with the { $piece } on { $square }.
# When asked again.
hint-best-move = I'd play **{ $san }** ({ $words }).
# When asked once more.
hint-told = I've already told you the move I'd play here.
