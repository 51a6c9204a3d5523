//! Tournaments: announced, played, corrected, won.

use pairing::knockout::Elimination;
use pairing::round_robin::Cycles;
use pairing::swiss::{ColorReason, Float, Preference, Strength, Why};
use pairing::{Bye, PairingResult, Seed};
use rules_core::Color;

use super::{code, seat, strong, time_control};
use crate::record::{
    Act, AuditRecord, Entry, Format, RoundRecord, Seat, Stage, TournamentBoard, TournamentRecord,
};
use crate::refusal::TournamentRefusal;
use crate::text::{Part, Text, text};

/// Games of a round that its message lists; the others are in `/tournament pairings`.
const LISTED: usize = 12;
/// Entrants that the announcement names.
const NAMED: usize = 20;
/// The most games that fit into any message.
const MOST: usize = 40;

/// How entrants are brought together.
pub fn format(format: Format) -> String {
    match format {
        Format::Swiss { rounds } => format!("Swiss, {rounds} rounds"),
        Format::RoundRobin(Cycles::Single) => "everybody meets everybody".to_owned(),
        Format::RoundRobin(Cycles::Double) => "everybody meets everybody twice".to_owned(),
        Format::Knockout { elimination, rules } => {
            let kind = match elimination {
                Elimination::Single => "knock-out",
                Elimination::Double => "double elimination",
            };
            let games = match rules.games {
                0 | 1 => "one game a match".to_owned(),
                games => format!("{games} games a match"),
            };
            format!(
                "{kind}, {games}; a draw is played again with colors changed, and if all is level in the end, Black of the last game goes on"
            )
        }
    }
}

fn headline(record: &TournamentRecord) -> Text {
    let plan = &record.plan;
    let rated = if plan.rated { ", rated" } else { "" };
    text![
        strong(plan.name.clone()),
        format!(
            ": {}, {}{rated}. {}. Code ",
            plan.variant.name(),
            time_control(plan.time),
            capitalized(&format(plan.format)),
        ),
        code(record.id),
        "."
    ]
}

fn capitalized(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// A tournament's message.
pub fn tournament(record: &TournamentRecord, last: Option<&RoundRecord>) -> Text {
    let head = headline(record);
    match record.stage {
        Stage::Open => head.line(open(record)),
        Stage::Playing => head.line(pairings(record, last, LISTED)),
        Stage::Between(next) => head
            .line(text![
                format!("Round {} is over. The next one begins ", record.rounds),
                Part::Relative(next),
                "."
            ])
            .line(pairings(record, last, LISTED)),
        Stage::Paused => head
            .line(text![
                strong("Paused."),
                " No round begins until the organizer goes on; games that have begun are played."
            ])
            .line(pairings(record, last, LISTED)),
        Stage::Finished(_) => head.line(text![
            strong("It is over."),
            " Congratulations to everybody who played! ",
            code("/tournament export"),
            " has it as files."
        ]),
        Stage::Canceled(_) => head.line(text!["It was called off."]),
    }
}

fn open(record: &TournamentRecord) -> Text {
    let entries = &record.entries;
    let mut words = text![format!(
        "{} of {} have entered. ",
        entries.len(),
        record.plan.capacity
    )];
    words = words.then(match record.plan.starts {
        Some(starts) => text!["It begins ", Part::Relative(starts), "."],
        None if record.plan.when_full => text!["It begins when it is full."],
        None => text!["It begins when the organizer says so."],
    });
    if record.plan.check_in {
        let here = entries.iter().filter(|entry| entry.checked_in).count();
        words = words.then(text![format!(
            " Only those play who have checked in before; {here} have."
        )]);
    }
    if !entries.is_empty() {
        let names: Vec<&str> = entries
            .iter()
            .take(NAMED)
            .map(|entry| entry.person.name.as_str())
            .collect();
        let more = entries.len() - names.len();
        let more = if more > 0 {
            format!(" and {more} more")
        } else {
            String::new()
        };
        words = words.line(text![format!("{}{more}", names.join(", "))]);
    }
    words
}

/// What remains of a tournament's message when a newer one takes its place.
pub fn retired_tournament(record: &TournamentRecord) -> Text {
    match record.stage {
        Stage::Open => headline(record),
        _ => text![
            strong(record.plan.name.clone()),
            format!(", round {}.", record.rounds)
        ],
    }
}

/// Who plays whom in a round, as far as it fits.
pub fn pairings(record: &TournamentRecord, round: Option<&RoundRecord>, most: usize) -> Text {
    let Some(round) = round else {
        return Text::default();
    };
    let most = most.min(MOST);
    let mut words = text![strong(format!("Round {}", round.id.number))];
    for board in round.boards.iter().take(most) {
        words = words.line(board_line(record, board));
    }
    let more = round.boards.len().saturating_sub(most);
    if more > 0 {
        words = words.line(text![format!("and {more} more games")]);
    }
    for &(seed, bye) in round.byes.iter().take(most) {
        let what = match bye {
            Bye::PairingAllocated => "is free this round, for a point",
            Bye::HalfPoint => "sits out this round, for half a point",
            Bye::ZeroPoint => "is free this round",
        };
        words = words.line(text![format!("{} {what}", name(record, seed))]);
    }
    words
}

fn board_line(record: &TournamentRecord, board: &TournamentBoard) -> Text {
    let pairing = board.pairing;
    let result = match pairing.result {
        None => "–".to_owned(),
        Some(result) => {
            let points = |color| result.points(color).to_string();
            let mark = if result.was_played() {
                ""
            } else {
                " (not played)"
            };
            format!("{}:{}{mark}", points(Color::White), points(Color::Black))
        }
    };
    let line = text![format!(
        "{} {result} {}",
        name(record, pairing.white),
        name(record, pairing.black)
    )];
    match board.game {
        Some(game) => line.then(text![" · ", code(game)]),
        None => line,
    }
}

fn name(record: &TournamentRecord, seed: Seed) -> String {
    record
        .entry(seed)
        .map_or_else(|| "?".to_owned(), |entry| entry.person.name.clone())
}

/// An entrant in a table.
pub fn entry_name(entry: &Entry) -> String {
    let gone = if entry.withdrawn { " (left)" } else { "" };
    match entry.rating {
        Some(rating) => format!("{} {rating}{gone}", entry.person.name),
        None => format!("{}{gone}", entry.person.name),
    }
}

/// The heading of the standings.
pub fn standings_title(record: &TournamentRecord) -> String {
    match record.stage {
        Stage::Finished(_) => format!("{}: final standings", record.plan.name),
        _ => format!("{}, round {}", record.plan.name, record.rounds),
    }
}

/// What the figures of the standings mean.
pub fn standings_of(record: &TournamentRecord) -> Text {
    if let Format::Knockout { .. } = record.plan.format {
        return text![
            strong(record.plan.name.clone()),
            ": places of those who are out; the others are still in."
        ];
    }
    let order: Vec<&str> = record
        .ranking
        .tie_breaks
        .iter()
        .map(|t| tie_break(*t))
        .collect();
    text![
        strong(record.plan.name.clone()),
        format!(". Equal points are decided by {}.", order.join(", then "))
    ]
}

fn tie_break(tie_break: pairing::TieBreak) -> &'static str {
    match tie_break {
        pairing::TieBreak::Buchholz => "the points of all opponents (BH)",
        pairing::TieBreak::BuchholzCut1 => "the points of all opponents but the weakest (BH-C1)",
        pairing::TieBreak::SonnebornBerger => "the points of those one has beaten (SB)",
        pairing::TieBreak::DirectEncounter => "the games among those who are equal (DE)",
        pairing::TieBreak::NumberOfWins => "the number of wins (WIN)",
        pairing::TieBreak::PerformanceRating => "the performance rating (TPR)",
    }
}

/// Somebody's own games, and why the last one was paired so.
pub fn my_pairings(
    record: &TournamentRecord,
    rounds: &[RoundRecord],
    seed: Seed,
    why: Option<(Why, Color)>,
) -> Text {
    let mut words = text![strong(format!("Your games in {}", record.plan.name))];
    for round in rounds {
        let number = round.id.number;
        let board = round
            .boards
            .iter()
            .find(|board| board.pairing.color_of(seed).is_some());
        if let Some((board, color)) = board.and_then(|b| Some((b, b.pairing.color_of(seed)?))) {
            let opponent = record.entry(board.pairing.seed(!color));
            let opponent = opponent.map_or(Part::from("?"), |entry| {
                seat(&Seat::Person(entry.person.clone()))
            });
            let line = text![
                format!(
                    "{number}. {} against ",
                    record.plan.variant.color_name(color)
                ),
                opponent,
                format!(": {}", own_result(board.pairing.result, color))
            ];
            words = words.line(line);
        } else {
            words = words.line(text![format!("{number}. no game")]);
        }
    }
    match why {
        Some((why, color)) => words.line(why_paired(&why, color)),
        None => words,
    }
}

fn own_result(result: Option<PairingResult>, color: Color) -> String {
    match result {
        None => "being played".to_owned(),
        Some(result) => match result.points(color).0 {
            2 => "won".to_owned(),
            1 => "drawn".to_owned(),
            _ => "lost".to_owned(),
        },
    }
}

/// Why somebody was paired so, for the side they have.
pub fn why_paired(why: &Why, color: Color) -> Text {
    let (own, other) = match color {
        Color::White => (why.white_score, why.black_score),
        Color::Black => (why.black_score, why.white_score),
    };
    let group = match why.float_of(color) {
        None => format!("You both had {own} points."),
        Some(Float::Down) => format!(
            "You had {own} points and your opponent {other}: in your own score group nobody was left whom you could meet."
        ),
        Some(Float::Up) => format!(
            "You had {own} points and your opponent {other}: in theirs nobody was left whom they could meet."
        ),
    };
    let wish = match color {
        Color::White => why.white_preference,
        Color::Black => why.black_preference,
    };
    let colors = match why.colors {
        ColorReason::Granted => "Both of you got the color that was due.",
        ColorReason::Stronger => "The color went to whoever needed it more.",
        ColorReason::Alternation => {
            "Both were due the same color; it alternates with the last round in which you had different ones."
        }
        ColorReason::Rank => "Both were due the same color; it went to the higher-ranked one.",
        ColorReason::Initial => "Neither had played yet: colors alternate down the starting list.",
    };
    text![
        strong("Why this pairing?"),
        format!(" {group} {}{colors} Nobody meets twice.", due(wish))
    ]
}

fn due(wish: Option<Preference>) -> String {
    match wish {
        None => String::new(),
        Some(Preference { color, strength }) => {
            let how = match strength {
                Strength::Mild => "should have",
                Strength::Strong => "clearly should have",
                Strength::Absolute => "had to have",
            };
            format!("You {how} {}. ", color.name())
        }
    }
}

/// The last lines of the audit.
pub fn audit(record: &TournamentRecord, lines: &[AuditRecord]) -> Text {
    let mut words = text![strong(format!("What was done in {}", record.plan.name))];
    for line in lines {
        let by = line
            .by
            .as_ref()
            .map_or_else(Text::default, |by| text![format!(", by {}", by.name)]);
        words = words.line(
            text![Part::Relative(line.at), ": "]
                .then(act(&line.act))
                .then(by),
        );
    }
    words
}

fn act(act: &Act) -> Text {
    match act {
        Act::Create => text!["announced"],
        Act::Begin => text!["begun"],
        Act::EndEarly => {
            text!["ended, because no further round can be paired without a second meeting"]
        }
        Act::Cancel => text!["called off"],
        Act::Pause => text!["paused"],
        Act::Resume => text!["resumed"],
        Act::Postpone(until) => text!["put off to ", Part::Relative(*until)],
        Act::Adjudicate(game, Some(color)) => {
            text!["game ", code(game), format!(" given to {}", color.name())]
        }
        Act::Adjudicate(game, None) => text!["game ", code(game), " declared drawn"],
        Act::Replay(game, again) => {
            text![
                "game ",
                code(game),
                " annulled; ",
                code(again),
                " is played instead"
            ]
        }
        Act::Substitute { out, new } => {
            text![format!("{} plays in the place of {}", new.name, out.name)]
        }
        Act::Remove(person) => text![format!("{} removed", person.name)],
        Act::NoShow(person) => {
            text![format!(
                "{} withdrawn after not coming to two games",
                person.name
            )]
        }
        Act::Withdraw(person) => text![format!("{} left", person.name)],
        Act::Late(person) => text![format!("{} came late", person.name)],
        Act::Undo => text!["the last change taken back"],
    }
}

/// Somebody has entered.
pub fn entered(record: &TournamentRecord) -> Text {
    let then = match (record.stage, record.plan.check_in) {
        (Stage::Open, true) => {
            "Check in with the button before it begins, or you will not be paired."
        }
        (Stage::Open, false) => "I will call you when your first game begins.",
        _ => "You play from the next round on.",
    };
    text![
        "You are in ",
        strong(record.plan.name.clone()),
        format!(". {then}")
    ]
}

/// Somebody has left.
pub fn left(record: &TournamentRecord) -> Text {
    text![
        "You have left ",
        strong(record.plan.name.clone()),
        ". A game that you are playing goes on; resign it if you cannot finish it."
    ]
}

/// Somebody has checked in.
pub fn checked_in() -> Text {
    text!["Good to see you. I will call you when your first game begins."]
}

/// Somebody has a half-point bye.
pub fn sits_out() -> Text {
    text!["You sit out the next round, for half a point."]
}

/// The organizer's word was carried out.
pub fn organized() -> Text {
    text![
        "Done. Everybody can see it in ",
        code("/tournament audit"),
        "."
    ]
}

/// Files of a tournament.
pub fn tournament_files() -> Text {
    text![
        "The tournament as files: a report for pairing programs (TRF) and a table for spreadsheets (CSV)."
    ]
}

/// No tournament has such a code.
pub fn no_such_tournament(typed: &str) -> Text {
    text![
        "There is no tournament ",
        code(super::shortened(typed)),
        ". Its code stands in its announcement; leave it out for the one under way here."
    ]
}

pub(super) fn refused(refusal: TournamentRefusal) -> Text {
    match refusal {
        TournamentRefusal::Unknown => text![
            "There is no tournament here. ",
            code("/tournament create"),
            " announces one."
        ],
        TournamentRefusal::NotTheOrganizer => text![
            "Only whoever manages this server or has its organizers' role can do that. ",
            code("/settings"),
            " says which role that is."
        ],
        TournamentRefusal::TooMany(most) => text![format!(
            "This server has {most} tournaments under way; that is the most. Finish or cancel one first."
        )],
        TournamentRefusal::BadPlan => text![
            "A tournament needs a name, a clock (for instance ",
            code("10+5"),
            "), 1 to 15 rounds, and a beginning that is yet to come."
        ],
        TournamentRefusal::Begun => {
            text!["The tournament has begun; that was only possible before."]
        }
        TournamentRefusal::NotBegun => text!["The tournament has not begun yet."],
        TournamentRefusal::Over => text!["The tournament is over."],
        TournamentRefusal::Entered => text!["Already entered."],
        TournamentRefusal::NotEntered => {
            text!["Not in this tournament. The Join button is beneath its announcement."]
        }
        TournamentRefusal::Full(most) => {
            text![format!("The tournament is full: {most} have entered.")]
        }
        TournamentRefusal::TooFew => text!["It takes at least two to begin."],
        TournamentRefusal::NoHalfPointBye => text![
            "Half a point for sitting out exists in Swiss tournaments only, and not in the last round."
        ],
        TournamentRefusal::NotPaused => text!["The tournament is not paused."],
        TournamentRefusal::NothingToPostpone => text![
            "Only the beginning, or a round that has yet to begin, can be put off. ",
            code("/tournament pause"),
            " stops the next one."
        ],
        TournamentRefusal::PauseFirst => text![
            "The next round is about to begin. Use ",
            code("/tournament pause"),
            " first, then replay the game."
        ],
        TournamentRefusal::NotOfThisRound(id) => text![
            "Game ",
            code(id),
            " is not one of the present round. ",
            code("/tournament pairings"),
            " lists them."
        ],
        TournamentRefusal::NothingToUndo => text!["There is nothing that could be taken back."],
    }
}
