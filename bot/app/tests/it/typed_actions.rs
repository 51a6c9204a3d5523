//! Controls and typed commands: each button, menu and form has a typed equivalent, for front ends without controls.

use std::collections::BTreeSet;

use app::commands::{Parsed, parse};
use app::{Action, Command, Text};
use rules_core::Variant;

use crate::common::directory::Everyone;

/// A control and how to type what it does, a line each. `< input` is a choice or a form's fields (`|` ends a line of them);
/// `=` gives the same command, `~` one that leads to the same end, for the reason behind `#`. The usual game is Leto Chess.
const CONTROLS: &str = r#"
new-game:leto,x,none,c;-;3                      = play level:3
change-new:leto,x,none,c;-;3 < 5                = play level:5
begin:leto,x,10+5,c;-;3 < legan                 = play legan 3 10+5
begin-usual:leto,b,10+5,r;t;*                   = challenge leto black 10+5 rated thread
accept:chc0de                                   = accept chc0de
accept-here:chc0de                              = accept chc0de sure
decline:chc0de                                  = decline chc0de
withdraw-challenge:chc0de                       ~ decline chc0de # the challenger withdraws by declining
propose:chc0de                                  = propose chc0de
change-proposal:chc0de:leto,x,3d,c < color w    ~ propose chc0de leto white 3d rated:no # typed as a whole
send-proposal:chc0de:leto,w,3d,r                = propose chc0de leto white 3d rated
agree:chc0de:2                                  = accept chc0de 2
disagree:chc0de:2                               = decline chc0de 2

panel:k7f3q2:12                                 ~ move e2e4 k7f3q2 # moves are typed, not put together from menus
piece:k7f3q2:12 < e2                            ~ move e2e4 k7f3q2 # moves are typed, not put together from menus
pick-piece:k7f3q2:12:e2                         ~ move e2e4 k7f3q2 # moves are typed, not put together from buttons
pick-move:k7f3q2:12:e2e4                        = move k7f3q2 e2e4 at:12
target:k7f3q2:12 < e2e4                         = move k7f3q2 e2e4 at:12
move:k7f3q2:12 < e4                             = move k7f3q2 e4 at:12
sure:k7f3q2:12:e2e4                             = confirm k7f3q2 e2e4 at:12
why-not:k7f3q2:12:e2e5                          = why k7f3q2 e2e5 at:12
in-game:draw < k7f3q2                           = draw k7f3q2
move-in:e2e4 < k7f3q2                           = move k7f3q2 e2e4
premove-in:e5 d4 < k7f3q2                       = premove k7f3q2 e5 d4
games                                           = games
next-game                                       = next
board:k7f3q2                                    = board k7f3q2
draw:k7f3q2                                     = draw k7f3q2
accept-draw:k7f3q2                              ~ draw k7f3q2 # typed, it offers a draw where there is none to accept
no-draw:k7f3q2                                  = refuse draw k7f3q2
ask-resign:k7f3q2                               = resign k7f3q2
resign:k7f3q2                                   = resign k7f3q2 sure
take-back-at:k7f3q2:12                          = takeback k7f3q2 at:12
take-back:k7f3q2                                = takeback k7f3q2
no-take-back:k7f3q2                             = refuse takeback k7f3q2
withdraw:k7f3q2                                 = withdraw k7f3q2
hint:k7f3q2                                     = hint k7f3q2
forget-prepared:k7f3q2                          = premove k7f3q2 clear
ask-abort:k7f3q2                                = abort k7f3q2
abort:k7f3q2                                    = abort k7f3q2 sure
rematch:k7f3q2                                  = rematch k7f3q2
replay:k7f3q2                                   = replay k7f3q2
replay-of < k7f3q2                              = replay k7f3q2
review-of < k7f3q2                              = analyze k7f3q2
step:k7f3q2:12:b:n                              = replay k7f3q2 black at:13
jump:k7f3q2:w < 7                               = replay k7f3q2 white at:7
replay-review:k7f3q2:12:w                       ~ analyze k7f3q2 # no viewer stays open beside the review
post-game:k7f3q2:12:b                           = replay k7f3q2 black at:12 share
unwatch:k7f3q2                                  = unwatch k7f3q2

post-profile                                    = profile share
post-best:latrunculi:h:2                        = leaderboard latrunculi here 3 share
post-lesson:leto-throw                          = lesson leto-throw.0.0 share
vacation                                        = vacation end
rules:leto:2                                    = rules leto 3
rules-page:leto < 2                             = rules leto 3
rules-of-any                                    = rules
rules-of < legan                                = rules legan
learn                                           = learn
learn-game:toto40                               = learn toto40
learn-of < leap                                 = learn leap
lessons:legan                                   = learn legan all
lesson-of < leto-throw                          = lesson leto-throw.0.0
lesson:leto-throw.0.1h                          = lesson leto-throw.0.1h
lesson-piece:leto-throw.0.0 < a2                = lesson leto-throw.0.0 piece:a2
pick-lesson:leto-throw.0.0:a2                   = lesson leto-throw.0.0 piece:a2
lesson-target:leto-throw.0.0 < a2c4             = lesson leto-throw.0.0 move:a2c4
pick-try:leto-throw.0.0.a2c4                    = lesson leto-throw.0.0 move:a2c4
lesson-move:leto-throw.0.0 < Lc4                = lesson leto-throw.0.0 move:Lc4
puzzle                                          = puzzle
puzzle-game:toto40                              = puzzle toto40
puzzle-of < leap                                = puzzle leap
puzzle-like:leto:throw                          = puzzle leto theme:throw
solution:leto-p12.0.0                           = lesson leto-p12.0.0 solution
vote:leto-p12:up                                = lesson leto-p12.0.0 vote:up
daily:chc0de                                    ~ daily # typed, it opens the server's
today                                           = daily
settings:own                                    = settings
settings:server                                 = settings server
setting:own < theme                             = settings theme
setting:server < server-theme                   = settings server-theme
setting:server < server-rooms                   = settings server-rooms
setting:server < server-organizers              = settings server-organizers
set:theme < dark                                = settings theme dark
set:server-theme < dark                         = settings server-theme dark
set:server-threads < yes                        = settings server-threads yes
pick:server-organizers < mods                   = settings server-organizers role:mods
pick:server-organizers < 50                     = settings server-organizers 50
pick:server-rooms < #chess !hall                = settings server-rooms #chess, !hall
write:server-quiet < 23-7                       = settings server-quiet 23-7
history:k7f3q2:b                                = history before:k7f3q2 black
best:leto:e:2                                   = leaderboard leto everywhere 3
privacy                                         = privacy
export                                          = privacy export
ask-erase                                       = privacy delete
erase                                           = privacy delete sure
link:k7f3-q2hx                                  = link k7f3-q2hx sure
ask-unlink                                      = unlink
unlink                                          = unlink sure

join:t4b1e5                                     = tournament join t4b1e5
accept-invitation:t4b1e5                        = tournament accept t4b1e5
decline-invitation:t4b1e5                       = tournament decline t4b1e5
audit:t4b1e5:2                                  = tournament audit t4b1e5 3
leave:t4b1e5                                    = tournament leave t4b1e5
check-in:t4b1e5                                 = tournament checkin t4b1e5
see:t4b1e5:standings                            = tournament standings t4b1e5
see:t4b1e5:crosstable                           = tournament results t4b1e5
see:t4b1e5:bracket                              = tournament bracket t4b1e5
see:t4b1e5:tie-breaks                           = tournament tiebreaks t4b1e5
see-page:t4b1e5:pairings:2                      = tournament pairings t4b1e5 3
my-pairings:t4b1e5                              = tournament me t4b1e5
sit-out:t4b1e5                                  = tournament bye t4b1e5
new-tournament:leto,10+5,swiss,7,- < legan      = tournament create swiss legan 10+5 7
announce:legan,3d,arena,-,- < Friday cup|Friday 8 pm = tournament create Friday cup arena legan 3d starts:"Friday 8 pm"
manage:t4b1e5:front                             = tournament manage t4b1e5
manage:t4b1e5:format                            ~ tournament change format swiss t4b1e5 # pages are menus of other commands
manage-game:t4b1e5 < k7f3q2                     ~ tournament adjudicate k7f3q2 draw t4b1e5 # pages are menus of other commands
decide:t4b1e5:k7f3q2:b                          = tournament adjudicate k7f3q2 black t4b1e5
invite:t4b1e5 < @bob someone                    = tournament add @bob t4b1e5
remove:t4b1e5 < remove-3                        ~ tournament remove @bob t4b1e5 # players are named, not numbered
pause:t4b1e5                                    = tournament pause t4b1e5
resume:t4b1e5                                   = tournament resume t4b1e5
postpone:t4b1e5:30:7                            ~ tournament postpone 30 t4b1e5 # a button acts once, typing it again repeats it
undo:t4b1e5:7                                   ~ tournament undo t4b1e5 # a button acts once, typing it again repeats it
ask:t4b1e5:start                                = tournament start t4b1e5
ask:t4b1e5:cancel                               = tournament cancel t4b1e5
ask:t4b1e5:replay-k7f3q2                        = tournament replay k7f3q2 t4b1e5
sure-tournament:t4b1e5:replay-k7f3q2:4217       = tournament confirm replay-k7f3q2 4217 t4b1e5
change-plan:t4b1e5 < rated                      = tournament change rated t4b1e5
plan:t4b1e5:check-in                            = tournament change check-in t4b1e5
edit-plan:t4b1e5:name < Spring cup              = tournament change name Spring cup t4b1e5
edit-plan:t4b1e5:role < mods                    = tournament change role role:mods t4b1e5
edit-plan:t4b1e5:role < 50                      = tournament change role 50 t4b1e5
"#;

/// An address of each kind.
pub(crate) fn addresses() -> impl Iterator<Item = String> {
    controls().map(|control| format!("1:{}", control.address))
}

/// A control of each kind, with the command that it gives.
pub(crate) fn presses() -> impl Iterator<Item = (Action, Command)> {
    controls().map(|control| {
        let action = Action::from_address(&format!("1:{}", control.address)).unwrap();
        (action, action.command(control.input.as_deref()).unwrap())
    })
}

struct Control {
    address: &'static str,
    input: Option<String>,
    typed: &'static str,
    is_same: bool,
}

fn controls() -> impl Iterator<Item = Control> {
    let lines = CONTROLS.lines().filter(|line| !line.is_empty());
    lines.map(|line| {
        let (control, typed, is_same) = if let Some((control, rest)) = line.split_once(" ~ ") {
            (control, rest.split_once(" # ").unwrap().0, false)
        } else {
            let (control, typed) = line.split_once(" = ").unwrap();
            (control, typed, true)
        };
        let (address, input) = match control.split_once(" < ") {
            Some((address, input)) => (address, Some(input.trim().replace('|', "\n"))),
            None => (control.trim(), None),
        };
        Control {
            address,
            input,
            typed,
            is_same,
        }
    })
}

fn typed(text: &str) -> Result<Command, Text> {
    match parse(text)? {
        Parsed::Call(mut call) => {
            call.resolve(&Everyone)?;
            call.read(Variant::Leto)
        }
        Parsed::Help(help) => Err(help),
    }
}

#[test]
fn every_control_can_be_typed() {
    let mut wrong = Vec::new();
    for control in controls() {
        let Control { address, input, .. } = &control;
        let action = Action::from_address(&format!("1:{address}"));
        let Some(pressed) = action.and_then(|action| action.command(input.as_deref())) else {
            wrong.push(format!("{address} does nothing with {input:?}"));
            continue;
        };
        match typed(control.typed) {
            Ok(command) if (command == pressed) == control.is_same => {}
            other => wrong.push(format!("{address}: {pressed:?}, but typed: {other:?}")),
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn no_control_is_left_out() {
    let verb = |address: &'static str| address.split(':').next().unwrap();
    let tried: BTreeSet<_> = controls().map(|control| verb(control.address)).collect();
    let all: BTreeSet<_> = Action::VERBS.iter().copied().collect();
    assert_eq!(tried, all);
}
