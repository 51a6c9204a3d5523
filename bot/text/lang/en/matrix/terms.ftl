### Matrix's words for what every platform has. Other messages name it by these terms.

-platform = Matrix

# Where settings and ratings are shared: a room by itself.
-server = { $form ->
   *[one] room
    [plural] rooms
    [capital] Room
}

# The preposition before it: "in this room".
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
