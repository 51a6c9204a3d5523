# The answer to `/about`.

command-about = What Delos is, its version, and who invented the games
about-version = **Delos** { $version } plays { -number-of-games } rare chess variants: { $games }.
# $year is the year in which the game was published.
about-game = { $name } ({ $inventor }, { $year })
about-license = Free software under the MIT license or the Apache License 2.0, at your option.
about-source = Source: { $url }.
about-privacy = What I keep about people: { $url }.
about-start = Last restart: { $when }. Use `/help` to see how to play.
button-privacy = Privacy
