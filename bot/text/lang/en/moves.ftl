# Moves in words, without a capital or a full stop: "rook d5 takes the pawn on d7".

# "knight g1 to f3"
move-quiet = { $piece } { $from } to { $to }
# $victims is one or more of move-victim and move-victim-en-passant.
move-captures = { $piece } { $from } takes { $victims }
move-victim = the { $piece } on { $at }
move-victim-en-passant = the { $piece } on { $at } en passant, landing on { $to }
move-promotes = { $move }, promotes to { $piece-id ->
        [role-alfil] an
       *[other] a
    } { $piece }
move-castles-kingside = castles kingside
move-castles-queenside = castles queenside

# What else a Leto moves: an enemy piece that it throws, then a piece of its own side that it pulls along.
move-throws = { $move }; throws the { $from } { $piece } to { $to }
move-throws-capturing = { $move }; throws the { $from } { $piece } onto { $to }, capturing the { $victim } there
move-throws-promoting = { $move }; throws the { $from } { $piece } to { $to }, where it promotes to a { $promoted }
move-throws-capturing-and-promoting = { $move }; throws the { $from } { $piece } onto { $to }, capturing the { $victim } there and promoting to a { $promoted }
move-pulls = { $move }; pulls the { $piece } from { $from } to { $to }

# Checks. $attackers lists check-piece: "the rook on e8 and the queen on e2".
check = You're in check from { $attackers }.
check-side = { $side } to move, in check from { $attackers }.
# Toto40, where check is only a warning.
check-warning = Your king can be captured by { $attackers }.
check-side-warning = { $side } to move; their king can be captured by { $attackers }.
check-piece = the { $piece } on { $square }
# If a Leto attacks, $threats lists check-attacks and check-throws: "the Leto on e2 could throw your e5 knight over the
# e7 pawn onto your king on e8".
check-thrown = You're in check: { $threats }.
check-side-thrown = { $side } to move, in check: { $threats }.
check-attacks = the { $piece } on { $at } attacks { $whose ->
        [yours] your
       *[theirs] the
    } king on { $king }
check-throws = the { $piece } on { $at } could throw { $whose ->
        [yours] your
       *[theirs] the
    } { $from } { $thrown } over the { $over } { $screen } onto { $whose ->
        [yours] your
       *[theirs] the
    } king on { $king }
