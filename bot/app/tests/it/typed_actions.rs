//! What buttons, menus and forms do can be typed as well, for front ends without them.

use std::collections::BTreeSet;

use app::commands::{Directory, Mention, Parsed, parse};
use app::{Action, Command, Person, PlayerId, RoleId, RoomId, Text};
use rules_core::Variant;

/// How to type what a control does.
enum Typed {
    /// This is the same command.
    Same(&'static str),
    /// This leads to the same end, for the reason given.
    Instead(&'static str, &'static str),
}
use Typed::{Instead, Same};

/// The address of a control, what was chosen or filled in, and how to type it.
type Row = (&'static str, Option<&'static str>, Typed);

/// The usual game is Leto Chess.
const NEW_GAMES_AND_CHALLENGES: &[Row] = &[
    ("new-game:leto,x,none,c;-;3", None, Same("play level:3")),
    (
        "change-new:leto,x,none,c;-;3",
        Some("5"),
        Same("play level:5"),
    ),
    (
        "begin:leto,x,10+5,c;-;3",
        Some("legan"),
        Same("play legan 3 10+5"),
    ),
    (
        "begin-usual:leto,b,10+5,r;t;*",
        None,
        Same("challenge leto black 10+5 rated thread"),
    ),
    ("accept:chc0de", None, Same("accept chc0de")),
    ("accept-here:chc0de", None, Same("accept chc0de sure")),
    ("decline:chc0de", None, Same("decline chc0de")),
    ("propose:chc0de", None, Same("propose chc0de")),
    (
        "change-proposal:chc0de:leto,x,3d,c",
        Some("color w"),
        Instead(
            "propose chc0de leto white 3d rated:no",
            "a counteroffer is typed as a whole",
        ),
    ),
    (
        "send-proposal:chc0de:leto,w,3d,r",
        None,
        Same("propose chc0de leto white 3d rated"),
    ),
    ("agree:chc0de:2", None, Same("accept chc0de 2")),
    ("disagree:chc0de:2", None, Same("decline chc0de 2")),
];

const GAMES: &[Row] = &[
    (
        "panel:k7f3q2:12",
        None,
        Instead(
            "move e2e4 k7f3q2",
            "a move is typed, not put together from menus",
        ),
    ),
    (
        "piece:k7f3q2:12",
        Some("e2"),
        Instead(
            "move e2e4 k7f3q2",
            "a move is typed, not put together from menus",
        ),
    ),
    (
        "target:k7f3q2:12",
        Some("e2e4"),
        Same("move k7f3q2 e2e4 at:12"),
    ),
    ("move:k7f3q2:12", Some("e4"), Same("move k7f3q2 e4 at:12")),
    (
        "sure:k7f3q2:12:e2e4",
        None,
        Same("confirm k7f3q2 e2e4 at:12"),
    ),
    (
        "why-not:k7f3q2:12:e2e5",
        None,
        Same("why k7f3q2 e2e5 at:12"),
    ),
    ("board:k7f3q2", None, Same("board k7f3q2")),
    ("draw:k7f3q2", None, Same("draw k7f3q2")),
    ("no-draw:k7f3q2", None, Same("refuse draw k7f3q2")),
    ("ask-resign:k7f3q2", None, Same("resign k7f3q2")),
    ("resign:k7f3q2", None, Same("resign k7f3q2 sure")),
    (
        "take-back-at:k7f3q2:12",
        None,
        Same("takeback k7f3q2 at:12"),
    ),
    ("take-back:k7f3q2", None, Same("takeback k7f3q2")),
    ("no-take-back:k7f3q2", None, Same("refuse takeback k7f3q2")),
    ("withdraw:k7f3q2", None, Same("withdraw k7f3q2")),
    ("hint:k7f3q2", None, Same("hint k7f3q2")),
    ("forget-prepared:k7f3q2", None, Same("premove k7f3q2 clear")),
    ("ask-abort:k7f3q2", None, Same("abort k7f3q2")),
    ("abort:k7f3q2", None, Same("abort k7f3q2 sure")),
    ("rematch:k7f3q2", None, Same("rematch k7f3q2")),
    ("replay:k7f3q2", None, Same("replay k7f3q2")),
    ("replay-of", Some("k7f3q2"), Same("replay k7f3q2")),
    (
        "step:k7f3q2:12:b:n",
        None,
        Same("replay k7f3q2 black at:13"),
    ),
    ("jump:k7f3q2:w", Some("7"), Same("replay k7f3q2 white at:7")),
    (
        "replay-review:k7f3q2:12:w",
        None,
        Instead(
            "analyze k7f3q2",
            "there is no viewer that stays open beside the review",
        ),
    ),
    (
        "post-game:k7f3q2:12:b",
        None,
        Same("replay k7f3q2 black at:12 share"),
    ),
    ("unwatch:k7f3q2", None, Same("unwatch k7f3q2")),
];

const BESIDE: &[Row] = &[
    ("post-profile", None, Same("profile share")),
    (
        "post-best:latrunculi:h:2",
        None,
        Same("leaderboard latrunculi here 3 share"),
    ),
    ("vacation", None, Same("vacation end")),
    ("rules:leto:2", None, Same("rules leto 3")),
    ("rules-page:leto", Some("2"), Same("rules leto 3")),
    ("rules-of-any", None, Same("rules")),
    ("rules-of", Some("legan"), Same("rules legan")),
    ("settings:own", None, Same("settings")),
    ("settings:server", None, Same("settings server")),
    ("setting:own", Some("theme"), Same("settings theme")),
    ("set:theme", Some("dark"), Same("settings theme dark")),
    (
        "pick:server-organizers",
        Some("t:mods"),
        Same("settings server-organizers role:mods"),
    ),
    (
        "pick:server-rooms",
        Some("t:#chess"),
        Same("settings server-rooms #chess"),
    ),
    (
        "write:server-quiet",
        Some("23-7"),
        Same("settings server-quiet 23-7"),
    ),
    (
        "history:k7f3q2:b",
        None,
        Same("history before:k7f3q2 black"),
    ),
    ("best:leto:e:2", None, Same("leaderboard leto everywhere 3")),
    ("privacy", None, Same("privacy")),
    ("export", None, Same("privacy export")),
    ("ask-erase", None, Same("privacy delete")),
    ("erase", None, Same("privacy delete sure")),
    ("link:k7f3-q2hx", None, Same("link k7f3-q2hx sure")),
    ("ask-unlink", None, Same("unlink")),
    ("unlink", None, Same("unlink sure")),
];

const TOURNAMENTS: &[Row] = &[
    ("join:t4b1e5", None, Same("tournament join t4b1e5")),
    (
        "accept-invitation:t4b1e5",
        None,
        Same("tournament accept t4b1e5"),
    ),
    (
        "decline-invitation:t4b1e5",
        None,
        Same("tournament decline t4b1e5"),
    ),
    ("audit:t4b1e5:2", None, Same("tournament audit t4b1e5 3")),
    ("leave:t4b1e5", None, Same("tournament leave t4b1e5")),
    ("check-in:t4b1e5", None, Same("tournament checkin t4b1e5")),
    (
        "see:t4b1e5:standings",
        None,
        Same("tournament standings t4b1e5"),
    ),
    (
        "see:t4b1e5:crosstable",
        None,
        Same("tournament results t4b1e5"),
    ),
    (
        "see:t4b1e5:bracket",
        None,
        Same("tournament bracket t4b1e5"),
    ),
    (
        "see:t4b1e5:tie-breaks",
        None,
        Same("tournament tiebreaks t4b1e5"),
    ),
    (
        "see-page:t4b1e5:pairings:2",
        None,
        Same("tournament pairings t4b1e5 3"),
    ),
    ("my-pairings:t4b1e5", None, Same("tournament me t4b1e5")),
    ("sit-out:t4b1e5", None, Same("tournament bye t4b1e5")),
    (
        "new-tournament:leto,10+5,swiss,7,-",
        Some("legan"),
        Same("tournament create swiss legan 10+5 7"),
    ),
    (
        "announce:legan,3d,arena,-,-",
        Some("Friday cup\nFriday 8 pm"),
        Same("tournament create Friday cup arena legan 3d starts:\"Friday 8 pm\""),
    ),
    (
        "manage:t4b1e5:front",
        None,
        Same("tournament manage t4b1e5"),
    ),
    (
        "manage:t4b1e5:format",
        None,
        Instead(
            "tournament change format swiss t4b1e5",
            "the pages are menus of other commands",
        ),
    ),
    (
        "manage-game:t4b1e5",
        Some("k7f3q2"),
        Instead(
            "tournament adjudicate k7f3q2 draw t4b1e5",
            "the pages are menus of other commands",
        ),
    ),
    (
        "decide:t4b1e5:k7f3q2:b",
        None,
        Same("tournament adjudicate k7f3q2 black t4b1e5"),
    ),
    (
        "invite:t4b1e5",
        Some("t:@bob bob"),
        Same("tournament add @bob t4b1e5"),
    ),
    (
        "remove:t4b1e5",
        Some("remove-3"),
        Instead(
            "tournament remove @bob t4b1e5",
            "players are named, not numbered",
        ),
    ),
    ("pause:t4b1e5", None, Same("tournament pause t4b1e5")),
    ("resume:t4b1e5", None, Same("tournament resume t4b1e5")),
    (
        "postpone:t4b1e5:30:7",
        None,
        Instead(
            "tournament postpone 30 t4b1e5",
            "a button acts once; who types it again means it again",
        ),
    ),
    (
        "undo:t4b1e5:7",
        None,
        Instead(
            "tournament undo t4b1e5",
            "a button acts once; who types it again means it again",
        ),
    ),
    ("ask:t4b1e5:start", None, Same("tournament start t4b1e5")),
    ("ask:t4b1e5:cancel", None, Same("tournament cancel t4b1e5")),
    (
        "ask:t4b1e5:replay-k7f3q2",
        None,
        Same("tournament replay k7f3q2 t4b1e5"),
    ),
    (
        "sure-tournament:t4b1e5:replay-k7f3q2:4217",
        None,
        Same("tournament confirm replay-k7f3q2 4217 t4b1e5"),
    ),
    (
        "change-plan:t4b1e5",
        Some("rated"),
        Same("tournament change rated t4b1e5"),
    ),
    (
        "plan:t4b1e5:check-in",
        None,
        Same("tournament change check-in t4b1e5"),
    ),
    (
        "edit-plan:t4b1e5:name",
        Some("Spring cup"),
        Same("tournament change name Spring cup t4b1e5"),
    ),
    (
        "edit-plan:t4b1e5:role",
        Some("t:mods"),
        Same("tournament change role role:mods t4b1e5"),
    ),
];

fn rows() -> impl Iterator<Item = &'static Row> {
    let all = [NEW_GAMES_AND_CHALLENGES, GAMES, BESIDE, TOURNAMENTS];
    all.into_iter().flatten()
}

/// Knows everyone and everything.
struct Platform;

impl Directory for Platform {
    fn person(&self, typed: &str) -> Option<Mention> {
        let name = typed.strip_prefix('@')?;
        Some(Mention {
            person: Person::new(PlayerId::new(format!("t:{typed}")), name),
            is_bot: false,
            is_member: true,
        })
    }

    fn room(&self, typed: &str) -> Option<RoomId> {
        Some(RoomId::new(format!("t:{typed}")))
    }

    fn role(&self, typed: &str) -> Option<RoleId> {
        Some(RoleId::new(format!("t:{typed}")))
    }
}

fn typed(text: &str) -> Result<Command, Text> {
    match parse(text)? {
        Parsed::Call(mut call) => {
            call.resolve(&Platform)?;
            call.read(Variant::Leto)
        }
        Parsed::Help(help) => Err(help),
    }
}

#[test]
fn every_control_can_be_typed() {
    let mut wrong = Vec::new();
    for (address, input, by_words) in rows() {
        let action = Action::from_address(&format!("1:{address}"));
        let Some(pressed) = action.and_then(|action| action.command(*input)) else {
            wrong.push(format!("{address} does nothing with {input:?}"));
            continue;
        };
        let (words, reason) = match by_words {
            Same(words) => (words, None),
            Instead(words, reason) => (words, Some(reason)),
        };
        match typed(words) {
            Ok(command) if (command == pressed) == reason.is_none() => {}
            other => wrong.push(format!(
                "{address}: {pressed:?}, but {words}: {other:?} {reason:?}"
            )),
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn no_control_is_left_out() {
    let verb = |address: &'static str| address.split(':').next().unwrap();
    let tried: BTreeSet<_> = rows().map(|(address, ..)| verb(address)).collect();
    let all: BTreeSet<_> = Action::VERBS.iter().copied().collect();
    assert_eq!(tried, all);
}
