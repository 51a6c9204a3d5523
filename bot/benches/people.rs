//! Latency of profiles, histories and leaderboards in a store with a million finished games, and the time to rebuild all
//! ratings.
//!
//! `cargo bench -p bot --bench people`; `-- --games 100000` is faster, and `-- --keep FOLDER` keeps the data folder for the next
//! run.

#![allow(clippy::unwrap_used, reason = "a panic fails the benchmark")]
#![allow(clippy::print_stdout, reason = "the benchmark prints its results")]

mod figures;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use app::attachment::Attachment;
use app::effect::Answer;
use app::store::{Batch, Store as _, Write};
use app::{
    App, Command, Counted, End, GameRecord, GameResult, Limits, Moment, PeopleCommand, Person,
    PlayerId, Reach, Request, Seat, Timestamp, Venue,
};
use clap::Parser;
use figures::{code, percentile, times};
use rules_core::{ByColor, Color, Family, Game, Variant};
use runtime::drawing::Artist;
use store::{Database as _, SledStore};
use text::Lang;

#[derive(Parser, Debug)]
struct Plan {
    /// Finished games
    #[arg(long, default_value_t = 1_000_000)]
    games: usize,
    /// Their players
    #[arg(long, default_value_t = 20_000)]
    people: usize,
    /// Folder to keep the data in or to reuse [default: removed]
    #[arg(long)]
    keep: Option<PathBuf>,
    #[arg(long, hide = true)]
    bench: bool,
}

/// Games per commit.
const BATCH: usize = 1000;
/// Queries of each kind.
const QUERIES: usize = 1000;
/// The end of the first game, in milliseconds since 1970.
const FIRST_END: i64 = 1_700_000_000_000;
/// Time between the ends of two games, in milliseconds.
const INTERVAL: i64 = 60_000;

fn person(number: usize) -> Person {
    let id = format!("discord:{}", 100_000_000_000_000_000 + number);
    Person::new(PlayerId::new(id), &format!("person {number}"))
}

/// Returns a reproducible pseudorandom number below `over`.
fn spread(number: usize, over: usize) -> usize {
    let mixed = (number as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 33;
    usize::try_from(mixed).unwrap() % over
}

fn venue() -> Venue {
    Venue::on_server("discord:2", "discord:3")
}

/// Returns the game with this number: two half-moves and a resignation.
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
    let at = Timestamp(FIRST_END + INTERVAL * i64::try_from(number).unwrap());
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
    let request = Request::new(who, venue(), Command::People(command));
    let moment = Moment {
        now: Timestamp(FIRST_END + 1_000_000 * INTERVAL),
        seed: 1,
    };
    match app.handle(&request, moment).unwrap().answer {
        Answer::Aside(card) | Answer::Secret(card) => card.attachments,
        Answer::Seen | Answer::Hint(_) | Answer::Study(_) | Answer::Wrong(_) => {
            panic!("not a private answer")
        }
    }
}

/// Prints the median and the 99th percentile of a query's latency.
fn measure(name: &str, query: impl FnMut(usize)) {
    let mut times = times(QUERIES, query);
    let [median, p99] = [50, 99].map(|percent| percentile(&mut times, percent));
    println!("{name}: median {median:.1?}, p99 {p99:.1?}");
}

fn fill(plan: &Plan, store: &SledStore) {
    let begun = Instant::now();
    for first in (0..plan.games).step_by(BATCH) {
        let games =
            (first..plan.games.min(first + BATCH)).map(|number| Write::new(0, game(plan, number)));
        store.commit(Batch::writing(games)).unwrap();
    }
    println!("games written in {:.1?}", begun.elapsed());
}

fn main() {
    let plan = Plan::parse();
    println!("{plan:?}, {QUERIES} queries of each kind");
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
        let rebuilt = app.rebuild_ratings(&|_| {}).unwrap();
        println!("{rebuilt:?} in {:.1?}", begun.elapsed());
        assert_eq!(rebuilt.games, plan.games);
    }

    let someone = |number: usize| person(spread(number + 11, plan.people));
    measure("/profile of another player", |number| {
        let of = Some(someone(number + 1));
        ask(&app, someone(number), PeopleCommand::Profile(of));
    });
    measure("/history", |number| {
        ask(&app, someone(number), PeopleCommand::History(None));
    });
    let board = |number: usize| {
        let reach = Reach::ALL[number % 2];
        let page = u16::try_from(number % 5).unwrap();
        PeopleCommand::Leaderboard(Family::ALL[number % 5], reach, page)
    };
    measure("/leaderboard, pages 1 to 5", |number| {
        ask(&app, someone(number), board(number));
    });
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let mut drawn = 0;
    let artist = Artist::default();
    measure("/leaderboard with its picture", |number| {
        for attachment in ask(&app, someone(number), board(number)) {
            if let Attachment::Table(table) = attachment {
                let drawing = artist.draw(Box::new(table), Lang::ENGLISH);
                runtime.block_on(drawing).unwrap();
                drawn += 1;
            }
        }
    });
    println!("{drawn} of {QUERIES} leaderboards had entries");
    store.shut_down();
}
