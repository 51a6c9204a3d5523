### Discord's words for what every platform has. Other messages name it by these terms.

-platform = Discord

# Rooms with the same members and managers.
-server = { $form ->
   *[one] server
    [plural] servers
    [capital] Server
}

# The preposition before it: "on this server".
-on = on

# A room that people share.
-channel = { $form ->
   *[one] channel
    [plural] channels
}

# A group of members with the same rights.
-role = { $form ->
   *[one] role
    [capital] Role
}

# How to use what a button stands for, before its label.
-press = { $form ->
   *[small] press
    [capital] Press
}

# Options of which one is chosen.
-menu = { $form ->
   *[one] menu
    [plural] menus
}
