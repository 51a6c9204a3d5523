# Words that several areas share.

yes = yes
no = no
# How a list of alternatives goes on when it is cut: "Nf3, Nc3 and 4 more".
list-and-more = { $list } and { $more } more
