# What is kept about people, and how they get or delete it.

command-privacy = See what is stored about you, get a copy, or delete it
command-privacy-wish = Get a copy of your data, or delete it
choice-privacy-read = What's stored, and why
choice-privacy-export = Get a copy of my data
choice-privacy-delete = Delete my data
privacy-summary = **What I keep about you**: your { -platform } ID and the name you had in your latest games, your games and their moves, your results and ratings, what you chose in `/settings`, and who you've blocked. I only read messages that are meant for me, and I don't share anything with anyone else.
privacy-page = Details, reasons, how long I keep it, and what happens when you delete it: { $page }.
privacy-file = The file has the details: why, how long, and what happens when you delete it.
# Describes the attached file to people who can't see it.
privacy-policy-file = What Delos keeps about people, why and for how long
button-get-data = Get my data
button-delete-data = Delete my data

## Export

privacy-exported = Here's everything I keep about you: { $records ->
        [one] 1 record
       *[other] { $records } records
    }. Only you can see this; save the file if you want to keep it.
privacy-export-left-out = { $games ->
        [one] 1 older game didn't
       *[other] { $games } older games didn't
    } fit in the file. Ask the operator if you want the rest.
# Describes the attached file to people who can't see it.
privacy-export-file = Everything Delos keeps about you, as JSON

## Deletion

privacy-ask-delete = Delete everything about you?
privacy-ask-delete-games = { $games ->
        [one] Your game in progress will be resigned, or aborted if not both sides have moved.
       *[other] Your { $games } games in progress will be resigned, or aborted if not both sides have moved.
    }
privacy-ask-delete-details = Your ratings, results, settings and blocks will be deleted. Your opponents keep finished games, without your name. **You can't undo this.**
button-delete-everything = Delete everything about me
