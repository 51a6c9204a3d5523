# The audit of a tournament: what was done, one line each.

audit-heading = **Audit log of { $name }**
# $act: one of the lines below.
audit-line = { $at }: { $act }
audit-line-by = { $at }: { $act }, by { $by }

audit-create = announced
audit-begin = started
audit-end-early = ended, because no further round could be paired
audit-cancel = canceled
audit-cancel-deserted = canceled, because fewer than two players { $checked ->
    [yes] checked in
   *[no] joined
}
audit-pause = paused
audit-resume = resumed
audit-postpone = postponed to { $at }
audit-adjudicate = game `{ $game }` awarded to { $color }
audit-adjudicate-draw = game `{ $game }` declared a draw
audit-replay = game `{ $game }` annulled, replayed as `{ $replay }`
audit-substitute = { $new } replaces { $out }
audit-remove = { $name } removed
audit-no-show = { $name } withdrawn after missing two games
audit-withdraw = { $name } left
audit-late = { $name } joined late
audit-add = { $name } added
audit-join = { $name } joined
audit-accept = { $name } joined, invited by { $inviter }
audit-readmit = { $name } let back in
audit-sit-out = { $name } will take a half-point bye in the next round
audit-missing = { $name } dropped for not checking in
audit-round = round { $round } paired
audit-round-bye = round { $round } paired; { $name } has the bye
audit-back = { $name } back in, because a missed game is being replayed
audit-stand-in = { $engine } fills in when a player has no opponent
audit-byes-refused = half-point byes refused: the other players couldn't be paired
audit-away = { $name } missed a game and is no longer paired
audit-gone = { $name } withdrawn after leaving the { -server }
audit-lost = stopped, because its message can no longer be posted
audit-move = moved to another { -channel }
audit-edit = plan changed ({ $part })
audit-undo = last change undone

button-audit-older = Older
button-audit-newer = Newer
