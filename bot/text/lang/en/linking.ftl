# Accounts of one person on Discord and on Matrix.

# An account: "ann on Discord".
link-account = **{ $name }** on { $platform }
# Names aren't unique on Matrix: "ann on Matrix (@ann:example.org)".
link-account-matrix = **{ $name }** on Matrix ({ $id })

## Linking

command-link = Link your { -platforms } accounts: one rating, one list of games
command-link-code = The code that I gave you on the other platform (default: get one)
link-ask = Link { $second } to { $first }?
link-ask-details = **Only do this if both accounts are yours.** Games, results and blocks move to that account, both ratings become one, and where both accounts have a setting, that account's applies. You can separate the accounts later, but what has moved stays there.
button-link = Link them
link-done = Done: this account is now a second name of { $first }. You have one rating and one list of games on both platforms.
link-state = Your accounts are linked: { $others } is a second name of { $first }.
link-renaming = I'm still moving your older games; that takes a few minutes.

## Separating

command-unlink = Separate your { -platforms } accounts
unlink-ask = Separate your accounts? All games, ratings and settings stay with { $first }; the other account starts from scratch.
button-unlink = Separate them
unlink-done = Done: your accounts are separate again.
