//! How long profiles, histories and leaderboards take in a store with a million finished games, and how long working out all
//! ratings again takes.
//!
//! `cargo bench -p bot --bench people`; `-- --games 100000` is sooner done, and `-- --keep FOLDER` leaves the data folder there
//! and asks it again the next time.

#![allow(clippy::unwrap_used, reason = "a measurement fails by a panic")]
#![allow(clippy::print_stdout, reason = "it tells what it measured")]

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use app::attachment::Attachment;
use app::effect::Answer;
use app::store::{Batch, Store as _, Write};
use app::{
    App, Command, Context, Counted, End, GameRecord, GameResult, Limits, Moment, PeopleCommand,
    Person, PlayerId, Reach, Request, RoomId, Seat, ServerId, Timestamp, Venue,
};
use bot::drawing::Artist;
use bot::store::SledStore;
use clap::Parser;
use rules_core::{ByColor, Color, Family, Game, Variant};
use text::Lang;

#[derive(Parser, Debug)]
struct Plan {
    /// Finished games
    #[arg(long, default_value_t = 1_000_000)]
    games: usize,
    /// People who played them
    #[arg(long, default_value_t = 20_000)]
    people: usize,
    /// Where the data folder is left, and taken from if it is there; it is removed if this is left out
    #[arg(long)]
    keep: Option<PathBuf>,
    #[arg(long, hide = true)]
    bench: bool,
}

/// Games committed at once.
const BATCH: usize = 1000;
/// Questions of each kind.
const QUESTIONS: usize = 1000;
/// The first game's end, and the time between two.
const BEGAN: i64 = 1_700_000_000_000;
const APART: i64 = 60_000;

fn person(number: usize) -> Person {
    let id = format!("discord:{}", 100_000_000_000_000_000 + number);
    Person::new(PlayerId::new(id), &format!("person {number}"))
}

/// Spreads numbers; the same in every run.
fn spread(number: usize, over: usize) -> usize {
    let mixed = (number as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 33;
    usize::try_from(mixed).unwrap() % over
}

fn venue() -> Venue {
    Venue {
        room: RoomId::new("discord:2"),
        server: Some(ServerId::new("discord:3")),
    }
}

/// The public code of this number.
fn code(number: usize) -> String {
    let letters = b"0123456789abcdefghjkmnpqrstvwxyz";
    let letter = |place: usize| char::from(letters[(number >> (5 * place)) & 31]);
    (0..6).rev().map(letter).collect()
}

/// The game of this number: two half-moves, then somebody resigns.
fn game(plan: &Plan, number: usize) -> GameRecord {
    let variant = Variant::ALL[number % Variant::ALL.len()];
    let mut board = Game::new(variant);
    let mut moves = Vec::new();
    for _ in 0..2 {
        let mv = board.legal_moves()[0];
        moves.push(mv.uci(variant.shape()).to_string());
        board.play(mv).unwrap();
    }
    let white = spread(number, plan.people);
    let black = (white + 1 + spread(number + 7, plan.people - 1)) % plan.people;
    let at = Timestamp(BEGAN + APART * i64::try_from(number).unwrap());
    let winner = [Color::White, Color::Black][spread(number + 3, 2)];
    let base = serde_json::json!({
        "id": code(number), "variant": variant, "moves": moves,
        "seats": ByColor { white: Seat::Person(person(white)), black: Seat::Person(person(black)) },
        "venue": venue(), "began": at, "touched": at, "rated": true,
        "result": GameResult { winner: Some(winner), end: End::Resignation, at },
        "counted": Counted { at, ratings: None },
    });
    serde_json::from_value(base).unwrap()
}

fn ask(app: &App, who: Person, command: PeopleCommand) -> Vec<Attachment> {
    let request = Request {
        who,
        venue: venue(),
        context: Context::default(),
        command: Command::People(command),
    };
    let moment = Moment {
        now: Timestamp(BEGAN + 1_000_000 * APART),
        seed: 1,
    };
    match app.handle(&request, moment).unwrap().answer {
        Answer::Private(card) => card.attachments,
        Answer::Seen | Answer::Hint(_) | Answer::Study(_) => panic!("something is answered"),
    }
}

/// The middle and the 99th percentile of how long it takes.
fn measure(name: &str, mut question: impl FnMut(usize)) {
    let mut times: Vec<Duration> = (0..QUESTIONS)
        .map(|number| {
            let begun = Instant::now();
            question(number);
            begun.elapsed()
        })
        .collect();
    times.sort_unstable();
    let (middle, most) = (times[QUESTIONS / 2], times[QUESTIONS * 99 / 100]);
    println!("{name}: median {middle:.1?}, p99 {most:.1?}");
}

/// Writes the games.
fn fill(plan: &Plan, store: &SledStore) {
    let begun = Instant::now();
    for first in (0..plan.games).step_by(BATCH) {
        let games = (first..plan.games.min(first + BATCH)).map(|number| Write {
            expected: 0,
            record: game(plan, number).into(),
        });
        store
            .commit(Batch {
                writes: games.collect(),
                ..Batch::default()
            })
            .unwrap();
    }
    println!("games written in {:.1?}", begun.elapsed());
}

fn main() {
    let plan = Plan::parse();
    println!("{plan:?}, {QUESTIONS} questions of each kind");
    let scratch = tempfile::tempdir().unwrap();
    let folder = plan.keep.as_deref().unwrap_or(scratch.path());
    let filled = folder.join("store").exists();
    let begun = Instant::now();
    let store = Arc::new(SledStore::open(folder).unwrap());
    println!("opened in {:.1?}", begun.elapsed());
    let app = App::new(Arc::clone(&store), Limits::default());
    if !filled {
        fill(&plan, &store);
        let begun = Instant::now();
        let rebuilt = app.rebuild_ratings(true).unwrap();
        println!("{rebuilt:?} in {:.1?}", begun.elapsed());
        assert_eq!(rebuilt.games, plan.games);
    }

    let anybody = |number: usize| person(spread(number + 11, plan.people));
    measure("/profile of somebody else", |number| {
        let of = Some(anybody(number + 1));
        ask(&app, anybody(number), PeopleCommand::Profile(of));
    });
    measure("/history", |number| {
        ask(&app, anybody(number), PeopleCommand::History(None));
    });
    let board = |number: usize| {
        let reach = Reach::ALL[number % 2];
        let page = u16::try_from(number % 5).unwrap();
        PeopleCommand::Leaderboard(Family::ALL[number % 5], reach, page)
    };
    measure("/leaderboard, pages 1 to 5", |number| {
        ask(&app, anybody(number), board(number));
    });
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let mut drawn = 0;
    let artist = Artist::default();
    measure("/leaderboard with its picture", |number| {
        for attachment in ask(&app, anybody(number), board(number)) {
            if let Attachment::Table(table) = attachment {
                let drawing = artist.draw(Box::new(table), Lang::ENGLISH);
                runtime.block_on(drawing).unwrap();
                drawn += 1;
            }
        }
    });
    println!("{drawn} of {QUESTIONS} leaderboards had somebody on them");
    store.shut_down();
}
