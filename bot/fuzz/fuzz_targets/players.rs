//! Two players, a moderator, and their commands.
#![allow(dead_code, reason = "each target uses a part")]

use app::effect::Handled;
use app::store::{Index, Page};
use app::{
    App, ChallengeId, ColorWish, Command, Context, Failure, Moment, Person, PlayerId, Request, Terms,
    Timestamp, Venue,
};
use rules_core::{Color, Variant};

/// White, Black, and a person who may manage the server.
pub const ALL: [&str; 3] = ["test:ann", "test:bob", "test:cid"];

/// A variant for each text.
pub fn variant_of(text: &str) -> Variant {
    Variant::ALL[text.len() % Variant::ALL.len()]
}

/// Handles a person's command on a server.
pub fn ask(app: &App, who: &str, command: Command) -> Result<Handled, Failure> {
    let request = Request {
        who: Person::new(PlayerId::new(who), who),
        venue: Venue::on_server("test:room", "test:server"),
        context: Context { manages: who == ALL[2], ..Context::default() },
        command,
    };
    app.handle(&request, Moment { now: Timestamp(1_000_000), seed: 7 })
}

/// Begins a game of the first two.
pub fn begin(app: &App, variant: Variant) {
    let terms = Terms { color: ColorWish::Only(Color::White), ..Terms::of(variant) };
    ask(app, ALL[0], Command::Challenge { opponent: None, terms }).unwrap();
    ask(app, ALL[1], Command::Accept(challenge(app))).unwrap();
}

fn challenge(app: &App) -> ChallengeId {
    let by = Index::ChallengesBy(PlayerId::new(ALL[0]));
    let rows = app.store().list(&by, Page::first(1)).unwrap();
    match rows.into_iter().next() {
        Some((_, app::store::Key::Challenge(id))) => id,
        other => panic!("no challenge: {other:?}"),
    }
}
