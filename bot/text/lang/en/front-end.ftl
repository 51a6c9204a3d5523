# Words of the front end itself.

# A person, channel or role from another platform.
unknown-person = someone
unknown-person-on = someone on { $platform }
unknown-room = a { -channel }
unknown-role = a { -role }

# A role that is a number, such as a power level.
numbered-role = { -role } { $number }

# The engine's opinion of a position.
verdict-lost = { $color } is lost
verdict-mate = { $color } wins in { $moves ->
    [one] one move
   *[other] { $moves } moves
}
verdict-even = I think the position is equal
verdict-slightly-better = I think { $color } is slightly better
verdict-clearly-better = I think { $color } is clearly better
verdict-winning = I think { $color } is winning

# Where to look for a good move.
hint-wins = The { $piece } on { $square } can win the game right now.
hint-forced-win = The { $piece } on { $square } starts a forced win.
hint-idea = Look { $idea ->
        [promotion] for a promotion with the
        [throw] for a throw with the
        [pull] for a pull with the
        [chain] for a chain of captures with the
        [capture] for a capture with the
        [check] for a check with the
       *[move] at your
    } { $piece } on { $square }.
# After each of these.
hint-more = Ask for another hint to see the move.
# When asked again.
hint-best-move = I'd play **{ $san }** ({ $words }).
