# Time controls and clocks.

time-none = no clock
time-live = { $minutes ->
        [one] 1 minute
       *[other] { $minutes } minutes
    } + { $increment ->
        [one] 1 second
       *[other] { $increment } seconds
    } per move
time-sudden-death = { $minutes ->
        [one] 1 minute
       *[other] { $minutes } minutes
    } for the game
time-daily = { $days ->
        [one] 1 day
       *[other] { $days } days
    } per move
time-bank = { $start ->
        [one] 1 day
       *[other] { $start } days
    } + { $increment ->
        [one] 1 day
       *[other] { $increment } days
    } per move, at most { $cap } days

# What a clock shows when it has a day or more left; below, it shows "1:04:05".
clock-days = { $days ->
        [one] 1 day
       *[other] { $days } days
    }
clock-days-hours = { $days ->
        [one] 1 day
       *[other] { $days } days
    } { $hours } h

time-unreadable = I can't read "{ $typed }" as a time control. Write `10+5` (minutes, and seconds per move), `3 days` (per move), `14 days + 1 day` (a time bank) or `none`.
time-bad-minutes = In a live game, each side gets { $low } to { $high } minutes.
time-bad-increment = In a live game, each move adds { $low } to { $high } seconds.
time-bad-days = In a daily game, you get { $low } to { $high } days per move.
time-bad-bank = A time bank starts with { $start_low } to { $start_high } days, gains { $increment_low } to { $increment_high } with each move, and holds at most { $cap } days. Write it like `14 days + 1 day`.

# Points in time, on platforms that don't know the reader's time zone. $clock is like "18:30 UTC".
moment-now = now
moment-in-minutes = in { $count ->
    [one] 1 minute
   *[other] { $count } minutes
}
moment-in-hours = in { $count ->
    [one] 1 hour
   *[other] { $count } hours
}
moment-in-days = in { $count ->
    [one] 1 day
   *[other] { $count } days
}
moment-minutes-ago = { $count ->
    [one] 1 minute
   *[other] { $count } minutes
} ago
moment-hours-ago = { $count ->
    [one] 1 hour
   *[other] { $count } hours
} ago
moment-days-ago = { $count ->
    [one] 1 day
   *[other] { $count } days
} ago
moment-with-clock = { $moment } ({ $clock })
moment-clock = { $hour }:{ $minute } UTC
moment-date = { $day } { $month ->
    [1] January
    [2] February
    [3] March
    [4] April
    [5] May
    [6] June
    [7] July
    [8] August
    [9] September
    [10] October
    [11] November
   *[12] December
} { $year }, { $clock }
