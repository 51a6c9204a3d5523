# Words that several areas share.

list-comma = { $list }, { $next }
list-and = { $list } and { $last }
list-or = { $list } or { $last }
# How a list of alternatives ends when it is cut: "Nf3, Nc3 and 4 more".
list-and-more = { $list } and { $more } more
