//! A game's board and what happens on it.

use rules_core::{Claim, Color, Game, Move, Reason};
use text::{Part, Text, text};

use crate::messages::{code, seat, strong, time_control};
use crate::model::record::{End, GameRecord, GameResult, Offer, Seat, TimeControl};

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

/// The last move, after the one that it answered if it was made by itself: nobody saw the board between them.
fn last_moves(game: &Game, answered: u32) -> Text {
    /// More than a reader wants.
    const MOST: u32 = 5;
    let mut game = game.clone();
    let mut moves = vec![last_move(&game)];
    for _ in 0..answered.min(MOST) {
        game.undo();
        moves.push(last_move(&game));
    }
    moves.into_iter().rev().fold(Text::default(), Text::line)
}

/// The rule set, the players, the time control and the code of a game: the line at a board's foot.
pub fn game_line(record: &GameRecord) -> Text {
    let side = |color| record.variant.color_name(color);
    let stakes = match (record.time, record.rated) {
        (TimeControl::Unlimited, _) => String::new(),
        (time, false) => format!(" · {}", time_control(time)),
        (time, true) => format!(" · {}, rated", time_control(time)),
    };
    text![
        record.variant.name(),
        ": ",
        seat(&record.seats[Color::White]),
        format!(" ({}) – ", side(Color::White)),
        seat(&record.seats[Color::Black]),
        format!(" ({}){stakes} · game ", side(Color::Black)),
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
    let open = |offer: Option<Offer>| offer.filter(|offer| !offer.declined);
    let status = match (
        &record.result,
        open(record.draw_offer),
        open(record.take_back_offer),
    ) {
        (Some(result), ..) => result_line(record, result),
        (None, Some(offer), _) => text![
            seat(&record.seats[offer.by]),
            " offers a draw. ",
            seat(&record.seats[!offer.by]),
            ", do you agree?"
        ],
        (None, None, Some(offer)) => text![
            seat(&record.seats[offer.by]),
            " asks to take back the last move. ",
            seat(&record.seats[!offer.by]),
            ", do you allow it?"
        ],
        (None, None, None) => to_move(record, game).then(claimable(game)),
    };
    last_moves(game, record.answered)
        .line(status)
        .line(game_line(record))
}

/// Why the side to move may claim a draw, if it may.
fn claimable(game: &Game) -> Text {
    match game.claim() {
        None => Text::default(),
        Some(Claim::Threefold) => {
            text![" You may claim a draw: this position has come about three times."]
        }
        Some(Claim::FiftyMoves) => {
            text![" You may claim a draw: 50 moves have gone by without a capture or a pawn move."]
        }
    }
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
            let call = text![
                &person.id,
                format!(
                    ", it is your move ({}).{check}",
                    record.variant.color_name(turn)
                )
            ];
            match record.flag() {
                Some(flag) => call.then(text![" Your time runs out ", Part::Relative(flag), "."]),
                None => call,
            }
        }
        Seat::Engine(_) => text![seat(&record.seats[turn]), " is thinking ..."],
    }
}

/// How a game ended, in one sentence.
pub fn result_line(record: &GameRecord, result: &GameResult) -> Text {
    let how = reason(result.end);
    match result.winner {
        None if record.annulled => {
            text![
                strong("The game was annulled"),
                " by the organizer: it does not count."
            ]
        }
        None if result.end == End::Abandonment => {
            text![
                strong("The game was aborted"),
                format!(" {how}: it does not count.")
            ]
        }
        None if result.end == End::TimeForfeit => text![
            strong("The game is drawn"),
            ": one side's time ran out, and the other has nothing but a king left."
        ],
        Some(color) => text![
            strong(format!("{} wins", record.variant.color_name(color))),
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
        End::TimeForfeit => "on time",
        End::Abandonment => "before both sides had moved",
        End::Adjudication => "by the organizer's decision",
    }
}

/// Something was done in a game whose board is in another room.
pub fn done_elsewhere(record: &GameRecord, what: Text) -> Text {
    let done = text!["Done: "].then(what);
    if record.unseen {
        return done.then(text![
            " ",
            code("/board"),
            " shows game ",
            code(record.id),
            "."
        ]);
    }
    if record.venue.server.is_none() {
        return done.then(text![
            " Game ",
            code(record.id),
            " is shown where it is played."
        ]);
    }
    done.then(text![
        " Game ",
        code(record.id),
        " is shown in ",
        Part::Room(record.venue.room.clone()),
        "."
    ])
}

/// A move was made.
pub fn moved(game: &Game) -> Text {
    last_move(game).then(text!["."])
}

/// A draw was offered.
pub fn draw_offered() -> Text {
    text!["you have offered a draw."]
}

/// An offer was declined.
pub fn offer_declined() -> Text {
    text!["you have declined."]
}

/// A move was taken back.
pub fn took_back() -> Text {
    text!["the move is taken back."]
}

/// Somebody asked to take a move back.
pub fn take_back_asked() -> Text {
    text!["you have asked to take your move back."]
}

/// The question before a move is made.
pub fn ask_move(game: &Game, mv: Move) -> Text {
    text![
        "Do you want to play ",
        strong(game.san(mv)),
        format!(" ({})?", game.words(mv))
    ]
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
