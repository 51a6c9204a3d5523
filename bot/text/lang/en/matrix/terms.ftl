### Matrix's words for what every platform has. Other messages name it by these terms.

-platform = Matrix

# Rooms with the same members and managers.
-server = { $form ->
   *[one] space
    [plural] spaces
    [capital] Space
}

# The preposition before it: "in this space".
-on = in

# A room that people share.
-channel = { $form ->
   *[one] room
    [plural] rooms
}

# A group of members with the same rights.
-role = { $form ->
   *[one] power level
    [capital] Power level
}

# How to use what a button stands for, before its label.
-press = { $form ->
   *[small] reply with
    [capital] Reply with
}

# Options of which one is chosen.
-menu = { $form ->
   *[one] list
    [plural] lists
}
