//! Challenges and clocks that expire while the program is being disrupted.

use std::sync::Arc;

use app::effect::{Handled, Subject};
use app::{
    App, ChallengeId, ChallengeState, ColorWish, Command, GameId, Limits, Moment, Person, PlayerId,
    Request, Terms, TimeControl, Timestamp, Venue, Which,
};
use playground::{Channel, Playground, User};
use rules_core::{Color, Game, Variant};
use store::Database;

use crate::storage::Storage;
use crate::{invariants, scripted_game};

/// Time until the first one expires, in milliseconds.
const FIRST: i64 = 3000;
/// Time between two of them, in milliseconds.
const INTERVAL: i64 = 700;
/// White's time in a game, in milliseconds.
const MINUTE: i64 = 60_000;

/// Challenges and clocks that expire, in two channels.
pub(crate) struct Expiring {
    challenges: Vec<ChallengeId>,
    challenge_channel: Channel,
    /// Games in which White's clock expires.
    games: Vec<GameId>,
    game_channel: Channel,
}

impl Expiring {
    /// Creates them in a store that no program uses yet.
    pub(crate) fn new(pg: &Playground, storage: &Storage, count: usize) -> Self {
        let mut expiring = Self {
            challenges: Vec::new(),
            challenge_channel: pg.channel("expiry"),
            games: Vec::new(),
            game_channel: pg.channel("flags"),
        };
        let app = App::new(Arc::new(storage.open()), Limits::default());
        let now = i64::try_from(pg.clock().now_ms()).unwrap();
        for (number, delay) in (0..count as u64).zip(0..) {
            expiring.add(&app, pg, number, now + FIRST + INTERVAL * delay);
        }
        expiring
    }

    fn add(&mut self, app: &App, pg: &Playground, number: u64, expires: i64) {
        let challenger = pg.user(&format!("challenger{number}"));
        let opponent = pg.user(&format!("flagged{number}"));
        let server = format!("discord:{}", pg.guild("").id());
        let handle = |user: &User, channel: &Channel, command, moment| {
            let [who, room] = [user.id(), channel.id()].map(|id| format!("discord:{id}"));
            let who = Person::new(PlayerId::new(who), user.name());
            let request = Request::new(who, Venue::on_server(room, server.as_str()), command);
            app.handle(&request, moment).unwrap()
        };
        let before = |life: i64, seed| Moment {
            now: Timestamp(expires - life),
            seed: 10 * number + seed,
        };
        let life = Timestamp(0).plus(Limits::default().challenge_life).0;
        let (channel, command) = (&self.challenge_channel, challenge(TimeControl::Unlimited));
        let open = handle(&challenger, channel, command, before(life, 0));
        self.challenges.push(challenged(&open));
        // Both sides make one move; then White's clock runs out.
        let channel = &self.game_channel;
        let command = challenge(TimeControl::Live {
            minutes: 1,
            increment: 0,
        });
        let open = handle(&challenger, channel, command, before(MINUTE, 1));
        let command = Command::Accept(challenged(&open));
        let begun = handle(&opponent, channel, command, before(MINUTE, 2));
        let id = begun.subjects().find_map(Subject::game).unwrap();
        let mut game = Game::new(Variant::ALL[0]);
        for (user, seed) in [(&challenger, 3), (&opponent, 4)] {
            let mv = game.legal_moves()[0];
            let command = Command::Move {
                game: Which::Id(id),
                text: mv.uci(game.variant().shape()).to_string(),
                ply: None,
            };
            game.play(mv).unwrap();
            handle(user, channel, command, before(MINUTE, seed));
        }
        self.games.push(id);
    }

    /// Whether everything has expired on screen.
    pub(crate) fn is_shown(&self) -> bool {
        let channels = [&self.challenge_channel, &self.game_channel];
        let mut messages = channels.into_iter().flat_map(Channel::messages);
        !messages.any(|message| scripted_game::is_open(&message))
    }

    pub(crate) fn lines(&self) -> [Vec<String>; 2] {
        [&self.challenge_channel, &self.game_channel].map(invariants::lines)
    }

    /// Asserts that everything has expired in the store, and was posted exactly once.
    pub(crate) fn assert_expired(&self, store: &dyn Database) {
        for id in &self.challenges {
            assert_eq!(invariants::challenge(store, *id), ChallengeState::Expired);
        }
        let [challenge_lines, _] = self.lines();
        assert_eq!(challenge_lines.len(), self.challenges.len());
        for id in &self.games {
            let is_over = invariants::ended_by_time(store, *id);
            assert!(is_over, "game {id} is not over");
        }
    }
}

/// Returns the command for an open challenge in which the challenger has White.
fn challenge(time: TimeControl) -> Command {
    Command::Challenge {
        opponent: None,
        terms: Terms {
            color: ColorWish::Only(Color::White),
            time,
            ..Terms::of(Variant::ALL[0])
        },
    }
}

fn challenged(handled: &Handled) -> ChallengeId {
    handled.subjects().find_map(Subject::challenge).unwrap()
}
