//! An application over a store in memory, with a scripted clock. People are created by name.

pub(crate) mod cup;
pub(crate) mod directory;
pub(crate) mod hooked;

use std::collections::HashSet;

use app::commands::Completion;
use app::effect::{Effect, Handled, Manner, Outgoing, Subject};
use app::store::Key;
use app::store::memory::MemoryStore;
use app::{
    App, ChallengeId, ColorWish, Command, Context, Failure, GameId, GameRecord, Limits, Moment,
    Person, PlayerId, Record, Refusal, Request, RoomId, ServerId, Suggestion, Terms, TimeControl,
    Timestamp, Venue, Which,
};
use rules_core::{Color, Variant};

/// A request on a server by someone who may manage it.
pub(crate) fn request(who: &str, command: Command) -> Request {
    Request {
        who: person(who),
        venue: Venue {
            room: RoomId::new("t:room"),
            server: Some(ServerId::new("t:server")),
        },
        context: Context {
            manages: true,
            ..Context::default()
        },
        command,
    }
}

/// The application under test.
pub(crate) struct Hall {
    pub(crate) app: App,
    pub(crate) now: i64,
    pub(crate) seed: u64,
    /// What the platform says about the author of the next command.
    pub(crate) context: Context,
}

impl Hall {
    pub(crate) fn new() -> Self {
        Self::with(Limits::default())
    }

    pub(crate) fn with(limits: Limits) -> Self {
        Self {
            app: App::new(MemoryStore::default(), limits),
            now: 1_000_000,
            seed: 0,
            context: Context::default(),
        }
    }

    pub(crate) fn moment(&mut self) -> Moment {
        self.now += 1000;
        self.seed += 1;
        Moment {
            now: Timestamp(self.now),
            seed: self.seed,
        }
    }

    pub(crate) fn ask(
        &mut self,
        who: &str,
        room: &str,
        command: Command,
    ) -> Result<Handled, Failure> {
        let venue = Venue {
            room: RoomId::new(format!("t:{room}")),
            server: Some(ServerId::new("t:server")),
        };
        let moment = self.moment();
        self.app.handle(
            &Request {
                who: person(who),
                venue,
                context: self.context.clone(),
                command,
            },
            moment,
        )
    }

    /// What is suggested to someone who types.
    pub(crate) fn suggest(
        &self,
        who: &str,
        completion: Completion,
        typed: &str,
    ) -> Vec<Suggestion> {
        let request = request(who, Command::Games);
        self.app.suggest(&request, completion, typed).unwrap()
    }

    /// Gives a command that must succeed.
    pub(crate) fn act(&mut self, who: &str, command: Command) -> Handled {
        self.ask(who, "room", command)
            .unwrap_or_else(|failure| panic!("{who} was refused: {failure:?}"))
    }

    /// Gives a command that must be refused, and returns why.
    pub(crate) fn refused(&mut self, who: &str, command: Command) -> Refusal {
        match self.ask(who, "room", command) {
            Err(Failure::Refused(refusal)) => refusal,
            other => panic!("expected a refusal, got {other:?}"),
        }
    }

    /// Lets ann, as White, challenge bob.
    pub(crate) fn challenge(&mut self, variant: Variant) -> ChallengeId {
        self.challenge_on(Terms::of(variant))
    }

    pub(crate) fn challenge_on(&mut self, terms: Terms) -> ChallengeId {
        let terms = Terms {
            color: ColorWish::Only(Color::White),
            ..terms
        };
        let opponent = Some(person("bob"));
        let made = self.act("ann", Command::Challenge { opponent, terms });
        challenge_of(&made.outgoing)
    }

    /// Begins a game between ann (White) and bob.
    pub(crate) fn game(&mut self, variant: Variant) -> GameId {
        self.game_on(Terms::of(variant))
    }

    pub(crate) fn game_on(&mut self, terms: Terms) -> GameId {
        let id = self.challenge_on(terms);
        game_of(&self.act("bob", Command::Accept(id)).outgoing)
    }

    pub(crate) fn play(&mut self, who: &str, text: &str) -> Handled {
        self.act(who, moving(Which::Mine, text))
    }

    /// Reads a stored game.
    pub(crate) fn record(&self, id: GameId) -> GameRecord {
        match self
            .app
            .store()
            .get(&Key::Game(id))
            .unwrap()
            .unwrap()
            .record
        {
            Record::Game(game) => game,
            other => panic!("not a game: {other:?}"),
        }
    }

    pub(crate) fn text(&self, subject: Subject) -> String {
        self.app
            .show(subject)
            .unwrap()
            .unwrap()
            .card
            .text
            .to_string()
    }

    pub(crate) fn buttons(&self, subject: Subject) -> Vec<String> {
        let card = self.app.show(subject).unwrap().unwrap().card;
        let buttons: Vec<_> = card.controls.iter().flatten().collect();
        let addresses: HashSet<_> = buttons.iter().map(|b| b.action.address()).collect();
        assert_eq!(addresses.len(), buttons.len(), "Discord refuses two alike");
        buttons.iter().map(|b| b.label.to_string()).collect()
    }
}

pub(crate) fn person(name: &str) -> Person {
    Person::new(PlayerId::new(format!("t:{name}")), name)
}

/// Terms with a time control; the challenger plays White.
pub(crate) fn timed(variant: Variant, time: TimeControl) -> Terms {
    Terms {
        time,
        color: ColorWish::Only(Color::White),
        ..Terms::of(variant)
    }
}

/// Rated terms with three days per move; the challenger plays White.
pub(crate) fn rated(variant: Variant) -> Terms {
    Terms {
        rated: true,
        ..timed(variant, TimeControl::PerMove { days: 3 })
    }
}

pub(crate) fn moving(game: Which, text: &str) -> Command {
    Command::Move {
        game,
        text: text.to_owned(),
        ply: None,
    }
}

pub(crate) fn challenge_of(outgoing: &[Outgoing]) -> ChallengeId {
    let subject = outgoing.iter().find_map(|o| match &o.effect {
        Effect::Show(show) => match show.subject {
            Subject::Challenge(id) => Some(id),
            _ => None,
        },
        _ => None,
    });
    subject.expect("a challenge is shown")
}

pub(crate) fn game_of(outgoing: &[Outgoing]) -> GameId {
    let subject = outgoing.iter().find_map(|o| match &o.effect {
        Effect::Show(show) => match show.subject {
            Subject::Game(id) => Some(id),
            _ => None,
        },
        _ => None,
    });
    subject.expect("a game is shown")
}

/// The players mentioned by a new message about the game; `None` if no new message is posted.
pub(crate) fn called(handled: &Handled) -> Option<Vec<String>> {
    handled.outgoing.iter().find_map(|o| match &o.effect {
        Effect::Show(show) if matches!(show.subject, Subject::Game(_)) => match &show.manner {
            Manner::Fresh { call } => Some(call.iter().map(|id| id.as_str().to_owned()).collect()),
            Manner::InPlace => None,
        },
        _ => None,
    })
}
