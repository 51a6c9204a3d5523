//! Every sentence that a person can read, one function each. Nothing here decides anything.

use rules_core::{Claim, Color, Game, Piece, Reason, Variant};

use crate::command::Press;
use crate::effect::{Choice, Control, Look};
use crate::ids::Person;
use crate::record::{
    ChallengeRecord, ChallengeState, ColorWish, End, GameRecord, GameResult, Level, Seat,
};
use crate::refusal::{Candidate, Refusal};
use crate::text::{Part, Text, text};

fn strong(words: impl Into<String>) -> Part {
    Part::Strong(words.into())
}

fn code(words: impl std::fmt::Display) -> Part {
    Part::Code(format!("{words}"))
}

/// Who plays, as a mention of a person or as the engine's name.
pub fn seat(seat: &Seat) -> Part {
    match seat {
        Seat::Person(person) => Part::from(&person.id),
        Seat::Engine(level) => Part::Plain(engine_name(*level)),
    }
}

/// Who plays, in plain letters, as on a picture.
pub fn seat_name(seat: &Seat) -> String {
    match seat {
        Seat::Person(person) => person.name.clone(),
        Seat::Engine(level) => engine_name(*level),
    }
}

fn engine_name(level: Level) -> String {
    format!("Delos (level {})", level.number())
}

/// The number of the move that half-move `ply` is part of, as scores write it: `12.` for White, `12...` for Black.
pub fn move_number(game: &Game, ply: u32) -> String {
    let first = game.start();
    let black_began = u32::from(first.turn() == Color::Black);
    let number = first.fullmove_number() + u32::midpoint(ply, black_began);
    let dots = if (ply + black_began).is_multiple_of(2) {
        "."
    } else {
        "..."
    };
    format!("{number}{dots}")
}

/// The last move of a game in notation and in words.
pub fn last_move(game: &Game) -> Text {
    let mut before = game.clone();
    let Some(last) = before.undo() else {
        return Text::default();
    };
    let number = move_number(game, u32::try_from(before.ply()).unwrap_or(0));
    text![
        strong(format!("{number} {}", before.san(last))),
        " (",
        before.words(last),
        ")"
    ]
}

/// The rule set, the players and the code of a game: the line at a board's foot.
pub fn game_line(record: &GameRecord) -> Text {
    let side = |color| record.variant.color_name(color);
    text![
        record.variant.name(),
        ": ",
        seat(&record.seats[Color::White]),
        format!(" ({}) – ", side(Color::White)),
        seat(&record.seats[Color::Black]),
        format!(" ({}) · game ", side(Color::Black)),
        code(record.id)
    ]
}

/// What remains of a board's message when a newer board takes its place: one line.
pub fn retired_board(record: &GameRecord, game: &Game) -> Text {
    match last_move(game) {
        first if first.is_empty() => game_line(record),
        last => last.then(text![" · game ", code(record.id)]),
    }
}

/// What a board's message says: the last move, what is awaited or how it ended, and which game it is.
pub fn board(record: &GameRecord, game: &Game) -> Text {
    let status = match (&record.result, record.draw_offer) {
        (Some(result), _) => result_line(record.variant, result),
        (None, Some(offer)) if !offer.declined => {
            text![
                seat(&record.seats[offer.by]),
                " offers a draw. ",
                seat(&record.seats[!offer.by]),
                ", do you agree?"
            ]
        }
        (None, _) => to_move(record, game),
    };
    last_move(game).line(status).line(game_line(record))
}

fn to_move(record: &GameRecord, game: &Game) -> Text {
    let turn = game.turn();
    let check = if game.position().is_check() {
        " You are in check."
    } else {
        ""
    };
    match &record.seats[turn] {
        Seat::Person(person) => {
            text![
                &person.id,
                format!(
                    ", it is your move ({}).{check}",
                    record.variant.color_name(turn)
                )
            ]
        }
        Seat::Engine(_) => text![seat(&record.seats[turn]), " is thinking ..."],
    }
}

/// How a game ended, in one sentence.
pub fn result_line(variant: Variant, result: &GameResult) -> Text {
    let how = reason(result.end);
    match result.winner {
        Some(color) => text![
            strong(format!("{} wins", variant.color_name(color))),
            format!(" {how}.")
        ],
        None => text![strong("The game is drawn"), format!(" {how}.")],
    }
}

fn reason(end: End) -> &'static str {
    match end {
        End::Board(reason) => match reason {
            Reason::Checkmate => "by checkmate",
            Reason::Stalemate => "by stalemate",
            Reason::BareKing => "by bare king: the other side has nothing but its king left",
            Reason::KingCaptured => "by capturing the king",
            Reason::LeftLine => "because the other side left the fighting line",
            Reason::NoMoves => "because the other side has no move left",
            Reason::Fivefold => "because the same position came about five times",
            Reason::SeventyFive => "because 75 moves went by without a capture or a pawn move",
            Reason::Dead => "because neither side can win any more",
        },
        End::Claim(Claim::Threefold) => "by a claim: the same position came about three times",
        End::Claim(Claim::FiftyMoves) => {
            "by a claim: 50 moves went by without a capture or a pawn move"
        }
        End::Resignation => "by resignation",
        End::Agreement => "by agreement",
    }
}

/// What a challenge's message says.
pub fn challenge(record: &ChallengeRecord) -> Text {
    let Terms { what, sides } = terms(record);
    let by = Part::from(&record.by.id);
    match (&record.state, &record.to) {
        (ChallengeState::Open, Some(to)) => {
            text![
                &to.id,
                ", ",
                by,
                " challenges you to ",
                what,
                format!(". {sides} This stands until "),
                Part::Relative(record.expires),
                "."
            ]
        }
        (ChallengeState::Open, None) => {
            text![
                by,
                " would like to play ",
                what,
                format!(". {sides} Who accepts? This stands until "),
                Part::Relative(record.expires),
                "."
            ]
        }
        (ChallengeState::Accepted { by: taker, game }, _) => {
            text![
                &taker.id,
                " accepted the challenge of ",
                by,
                " to ",
                what,
                ": game ",
                code(game),
                "."
            ]
        }
        (ChallengeState::Declined, Some(to)) => {
            text![&to.id, " declined the challenge of ", by, " to ", what, "."]
        }
        (ChallengeState::Declined, None) => {
            text!["The challenge of ", by, " to ", what, " was declined."]
        }
        (ChallengeState::Withdrawn, _) => text![by, " took back the challenge to ", what, "."],
        (ChallengeState::Expired, _) => text![
            "Nobody answered the challenge of ",
            by,
            " to ",
            what,
            " in time."
        ],
    }
}

struct Terms {
    what: Part,
    sides: String,
}

fn terms(record: &ChallengeRecord) -> Terms {
    let variant = record.terms.variant;
    let from = if record.terms.start.is_some() {
        " from a set-up position"
    } else {
        ""
    };
    let sides = match record.terms.color {
        ColorWish::Random => "Sides are drawn by lot.".to_owned(),
        ColorWish::Only(color) => {
            format!(
                "{} plays {}, you play {}.",
                record.by.name,
                variant.color_name(color),
                variant.color_name(!color)
            )
        }
    };
    Terms {
        what: strong(format!("{}{from}", variant.name())),
        sides,
    }
}

/// A move was made in a game whose board is in another room.
pub fn moved_elsewhere(record: &GameRecord, game: &Game) -> Text {
    text!["Done: "]
        .then(retired_board(record, game))
        .then(text![
            ". The board is in the channel where the game is played."
        ])
}

/// The question before resigning.
pub fn ask_resign(record: &GameRecord, side: Color) -> Text {
    text![
        "Do you want to resign your game of ",
        record.variant.name(),
        " against ",
        seat(&record.seats[!side]),
        "? It counts as lost."
    ]
}

/// Somebody's games and challenges, one on a line.
pub fn games(ongoing: &[(GameRecord, Color)], challenges: &[ChallengeRecord], more: bool) -> Text {
    if ongoing.is_empty() && challenges.is_empty() {
        return text![
            "You have no game in progress. ",
            code("/challenge"),
            " invites somebody, ",
            code("/play"),
            " begins a game with me."
        ];
    }
    let mut list = Text::default();
    for (record, side) in ongoing {
        let turn = if record.ply().is_multiple_of(2) {
            first_to_move(record)
        } else {
            !first_to_move(record)
        };
        let state = if turn == *side {
            strong("your move")
        } else {
            Part::from("their move")
        };
        list = list.line(text![
            code(record.id),
            format!(" {} against ", record.variant.name()),
            seat(&record.seats[!*side]),
            ": ",
            state
        ]);
    }
    for challenge in challenges {
        let Terms { what, .. } = terms(challenge);
        let whom = challenge
            .to
            .as_ref()
            .map_or(Part::from("anybody"), |to| Part::from(&to.id));
        list = list.line(text![
            &challenge.by.id,
            " challenges ",
            whom,
            " to ",
            what,
            ", until ",
            Part::Relative(challenge.expires)
        ]);
    }
    if more {
        list.line(text!["... and more."])
    } else {
        list
    }
}

fn first_to_move(record: &GameRecord) -> Color {
    let black = record
        .start
        .as_deref()
        .and_then(|fen| fen.split(' ').nth(1))
        == Some("b");
    if black { Color::Black } else { Color::White }
}

/// A game in a list to choose from: at most about 80 characters.
pub fn game_label(record: &GameRecord, side: Color) -> String {
    format!(
        "{} against {} (#{})",
        record.variant.name(),
        seat_name(&record.seats[!side]),
        record.id
    )
}

/// A challenge was sent.
pub fn challenge_sent(to: Option<&Person>) -> Text {
    match to {
        Some(person) => text![
            "Your challenge to ",
            &person.id,
            " stands. They can accept it with the button."
        ],
        None => text!["Your challenge stands. Anybody here can accept it with the button."],
    }
}

/// Why a command was refused, and what to do instead.
pub fn refusal(refusal: &Refusal) -> Text {
    match refusal {
        Refusal::NoSuchGame(id) => text![
            "There is no game ",
            code(id),
            ". ",
            code("/games"),
            " lists yours."
        ],
        Refusal::NoSuchChallenge(_) => text![
            "That challenge is gone. ",
            code("/challenge"),
            " makes a new one."
        ],
        Refusal::NoGame => {
            text![
                "You have no game in progress here. ",
                code("/challenge"),
                " invites somebody, ",
                code("/play"),
                " begins a game with me."
            ]
        }
        Refusal::WhichGame(candidates) => which_game(candidates),
        Refusal::NotAPlayer(id) => text![
            "Game ",
            code(id),
            " is played by others: you can watch it with ",
            code("/board"),
            "."
        ],
        Refusal::NotYourTurn { waiting_for } => {
            text!["It is not your turn: ", seat(waiting_for), " is to move."]
        }
        Refusal::Stale { seen, now, .. } => {
            text![format!(
                "That board was after {}; the game is now after {}. Look at the board again.",
                plies(*seen),
                plies(*now)
            )]
        }
        Refusal::GameOver(id, _) => text!["Game ", code(id), " is over."],
        Refusal::Illegal(why) => text![why.to_string()],
        Refusal::TooLong => text![format!(
            "A game can have {} half-moves at most, and this one has. Agree to a draw or resign.",
            GameRecord::MAX_PLIES
        )],
        Refusal::OwnChallenge => {
            text!["This is your own challenge: somebody else has to accept it."]
        }
        Refusal::Oneself => text![
            "You cannot challenge yourself. ",
            code("/play"),
            " begins a game with me."
        ],
        Refusal::NotForYou { to: Some(to), by } => text![
            "This challenge is for ",
            &to.id,
            ", from ",
            &by.id,
            ". Only they can answer it."
        ],
        Refusal::NotForYou { to: None, by } => text![
            "This challenge is ",
            &by.id,
            "'s. Only they can take it back."
        ],
        Refusal::ChallengeClosed(state) => closed(state),
        Refusal::TooManyGames(person, most) => {
            text![
                &person.id,
                format!(" has {most} games in progress, and that is the most. Finish one first.")
            ]
        }
        Refusal::TooManyChallenges(most) => text![format!(
            "You have {most} open challenges, and that is the most. Take one back first."
        )],
        Refusal::BadStart(error) => {
            text!["This is not a position to begin from: ", error.to_string()]
        }
        Refusal::StartIsOver => text!["In this position the game is already over."],
        Refusal::StartTooWide => {
            text!["This position has so many possible moves that they cannot be listed."]
        }
        Refusal::DrawOffered { declined: false } => {
            text!["You have offered a draw in this position. It is for the other side to answer."]
        }
        Refusal::DrawOffered { declined: true } => {
            text!["A draw was declined in this position. Move first, then offer again."]
        }
        Refusal::NoDrawOffer => text!["There is no draw offer to decline."],
        Refusal::EngineDeclines => text!["I play on: there is something in this position yet."],
        Refusal::Busy => text!["Others changed this at the same moment. Please try again."],
    }
}

fn plies(plies: u32) -> String {
    match plies {
        0 => "no move".to_owned(),
        1 => "1 half-move".to_owned(),
        n => format!("{n} half-moves"),
    }
}

fn which_game(candidates: &[Candidate]) -> Text {
    candidates.iter().fold(
        text!["Which game do you mean? Reply to its board, or name it:"],
        |list, candidate| {
            list.line(text![
                code(candidate.game),
                format!(" {} against ", candidate.variant),
                seat(&candidate.opponent)
            ])
        },
    )
}

fn closed(state: &ChallengeState) -> Text {
    match state {
        ChallengeState::Accepted { by, game } => {
            text![&by.id, " accepted this challenge: game ", code(game), "."]
        }
        ChallengeState::Declined => text!["This challenge was declined."],
        ChallengeState::Withdrawn => text!["This challenge was taken back."],
        ChallengeState::Expired | ChallengeState::Open => {
            text![
                "This challenge has lapsed. ",
                code("/challenge"),
                " makes a new one."
            ]
        }
    }
}

/// The store does not work.
pub fn store_failed() -> Text {
    text![
        "I cannot save anything at the moment, so I do nothing. Whoever runs me has been told; please try again in a minute."
    ]
}

/// A piece by color, kind and square, for a menu.
pub fn piece_on(piece: Piece, square: &str) -> String {
    let name = piece.role.name();
    let mut letters = name.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first
        .into_iter()
        .chain(letters)
        .chain([' '])
        .chain(square.chars())
        .collect()
}

/// The first step of the move panel.
pub fn choose_piece() -> Text {
    text!["Choose the piece that you want to move. Only those that can move are listed."]
}

/// The second step of the move panel.
pub fn choose_target(piece: Piece, square: &str) -> Text {
    text![
        strong(piece_on(piece, square)),
        " can make these moves; the board shows them."
    ]
}

/// The entry of a menu that shows the rest of it.
pub fn more_choices(left: usize, value: String) -> Choice {
    Choice {
        label: "More ...".to_owned(),
        detail: format!("{left} more"),
        value,
    }
}

/// The buttons that help after a refusal.
pub fn refusal_controls(refusal: &Refusal) -> Vec<Vec<Control>> {
    match refusal {
        Refusal::Stale { game, .. } => {
            vec![vec![Control {
                label: "Show the board",
                look: Look::Primary,
                press: Press::Board(*game),
            }]]
        }
        _ => Vec::new(),
    }
}

/// A slash command that this program does not have (any more).
pub fn unknown_command() -> Text {
    text!["I do not know this command any more. Please choose one from the list."]
}

/// A button that this program does not have (any more).
pub fn unknown_button() -> Text {
    text![
        "I cannot do what this button says any more. ",
        code("/games"),
        " lists your games."
    ]
}

/// Something that was typed as a game's code and is none.
pub fn no_such_code(typed: &str) -> Text {
    text![
        "\"",
        shortened(typed),
        "\" is not the code of a game. Choose one from the list; a code has six letters and digits, like ",
        code("k7f3q2"),
        "."
    ]
}

/// Something that was given as a game's name and is none.
pub fn no_such_variant(typed: &str) -> Text {
    text![
        "I do not know a game called \"",
        shortened(typed),
        "\". Please choose one from the list."
    ]
}

/// A level outside the range.
pub fn no_such_level(lowest: Level, highest: Level) -> Text {
    text![format!(
        "My levels go from {} to {}.",
        lowest.number(),
        highest.number()
    )]
}

/// Another bot was challenged.
pub fn bots_are_not_challenged() -> Text {
    text![
        "Bots cannot accept a challenge. ",
        code("/play"),
        " begins a game with me."
    ]
}

/// The bot lacks permissions in this channel, by Discord's names for them.
pub fn may_not_post(missing: &[&str]) -> Text {
    text![
        "I may not post here, so a game could not be seen. Please ask a moderator to allow me in this channel: ",
        strong(missing.join(", ")),
        "."
    ]
}

/// A message far longer than any move.
pub fn too_long_to_read() -> Text {
    text![
        "That is too long to be a move. Write it like ",
        code("e4"),
        ", ",
        code("Rxd7"),
        " or ",
        code("d5d7"),
        "."
    ]
}

fn shortened(typed: &str) -> String {
    const MOST: usize = 40;
    let mut short: String = typed.chars().take(MOST).collect();
    if typed.chars().nth(MOST).is_some() {
        short.push('…');
    }
    short
}
