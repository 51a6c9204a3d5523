//! A hall in which a tournament is played.

use app::effect::{Answer, Effect, Handled, Outgoing, Subject};
use app::store::Key;
use app::{
    Command, Context, Format, GameId, GameRecord, Record, Refusal, Risk, RoundId, RoundRecord,
    Seat, Span, Stage, TimeControl, TournamentCommand, TournamentId, TournamentPlan,
    TournamentRecord, TournamentRefusal,
};
use pictures::Table;
use rules_core::{Color, Variant};
use text::Platform;

use super::{Hall, person};

pub(crate) fn plan(format: Format) -> TournamentPlan {
    let time = TimeControl::Live {
        minutes: 10,
        increment: 5,
    };
    TournamentPlan {
        capacity: 256,
        ..TournamentPlan::new("Friday cup", Variant::Toto40, time, format)
    }
}

/// A hall in which a tournament is played.
pub(crate) struct Cup {
    pub(crate) hall: Hall,
    pub(crate) id: TournamentId,
}

impl Cup {
    /// A tournament whose games are played in the room.
    pub(crate) fn new(plan: TournamentPlan) -> Self {
        let mut hall = Hall::new();
        hall.context.threadless = true;
        Self::create(hall, plan)
    }

    /// A tournament whose games get threads.
    pub(crate) fn in_threads(plan: TournamentPlan) -> Self {
        Self::create(Hall::new(), plan)
    }

    fn create(mut hall: Hall, plan: TournamentPlan) -> Self {
        hall.context.manages = true;
        hall.context.manages_roles = true;
        let announce = TournamentCommand::create(plan);
        let handled = hall.act("org", Command::Tournament(None, announce));
        hall.context = Context::default();
        let id = tournament_of(&handled.outgoing);
        Self { hall, id }
    }

    pub(crate) fn with(format: Format, entrants: usize) -> Self {
        let mut cup = Self::new(plan(format));
        for number in 1..=entrants {
            cup.act(&format!("p{number}"), TournamentCommand::Join);
        }
        cup
    }

    pub(crate) fn act(&mut self, who: &str, command: TournamentCommand) -> Handled {
        self.hall
            .act(who, Command::Tournament(Some(self.id), command))
    }

    /// The start, confirmed.
    pub(crate) fn start(&self) -> TournamentCommand {
        let record = self.record();
        let entries = record.entries.iter();
        let here = entries.filter(|entry| entry.checked_in || !record.plan.check_in);
        TournamentCommand::Sure(Risk::Start, here.count().try_into().unwrap())
    }

    /// The annulment of a game, confirmed.
    pub(crate) fn replay(&self, game: GameId) -> TournamentCommand {
        let stamp = self.game(game).result.is_some().into();
        TournamentCommand::Sure(Risk::Replay(game), stamp)
    }

    /// What the button "Undo" of the organizer's card does now.
    pub(crate) fn undo(&self) -> TournamentCommand {
        TournamentCommand::Undo(Some(self.record().undo_stamp()))
    }

    /// What a button that postpones does now.
    pub(crate) fn postpone(&self, by: Span) -> TournamentCommand {
        TournamentCommand::Postpone(by, Some(self.record().start_stamp()))
    }

    /// The organizer invites a person, who accepts.
    pub(crate) fn admit(&mut self, name: &str) {
        self.act("org", TournamentCommand::Add(Seat::Person(person(name))));
        self.act(name, TournamentCommand::Accept);
    }

    /// The organizer asks a person to take another's place, and they accept.
    pub(crate) fn substitute(&mut self, out: &str, new: &str) {
        let command = TournamentCommand::Substitute {
            out: person(out),
            new: person(new),
        };
        self.act("org", command);
        self.act(new, TournamentCommand::Accept);
    }

    pub(crate) fn refused(&mut self, who: &str, command: TournamentCommand) -> TournamentRefusal {
        match self.refusal(who, command) {
            Refusal::Tournament(refusal) => refusal,
            other => panic!("{other:?}"),
        }
    }

    pub(crate) fn refusal(&mut self, who: &str, command: TournamentCommand) -> Refusal {
        self.hall
            .refused(who, Command::Tournament(Some(self.id), command))
    }

    pub(crate) fn said(&mut self, who: &str, command: TournamentCommand) -> String {
        match self.act(who, command).answer {
            Answer::Aside(card) | Answer::Secret(card) => card.text.to_string(),
            Answer::Seen | Answer::Hint(_) | Answer::Study(_) => panic!("nothing was said"),
        }
    }

    pub(crate) fn record(&self) -> TournamentRecord {
        match self
            .hall
            .app
            .store()
            .get(&Key::Tournament(self.id))
            .unwrap()
            .unwrap()
            .record
        {
            Record::Tournament(record) => record,
            other => panic!("{other:?}"),
        }
    }

    pub(crate) fn round(&self, number: u16) -> RoundRecord {
        let id = RoundId {
            tournament: self.id,
            number,
        };
        match self
            .hall
            .app
            .store()
            .get(&Key::Round(id))
            .unwrap()
            .unwrap()
            .record
        {
            Record::Round(record) => record,
            other => panic!("{other:?}"),
        }
    }

    pub(crate) fn last_round(&self) -> RoundRecord {
        self.round(self.record().rounds)
    }

    /// The games of the last round, by board.
    pub(crate) fn games(&self) -> Vec<GameId> {
        let boards = self.last_round().boards;
        boards.iter().map(|board| board.game.unwrap()).collect()
    }

    pub(crate) fn game(&self, id: GameId) -> GameRecord {
        self.hall.record(id)
    }

    /// The player of this color resigns.
    pub(crate) fn lose(&mut self, game: GameId, loser: Color) {
        let name = self.game(game).seats[loser].person().unwrap().name.clone();
        self.hall.act(&name, Command::Resign(game));
    }

    /// Ends the games of this round: the lower seed loses each.
    pub(crate) fn play_round(&mut self) {
        for board in self.last_round().boards {
            if let (Some(game), None) = (board.game, board.pairing.result) {
                let loser = if board.pairing.white < board.pairing.black {
                    Color::Black
                } else {
                    Color::White
                };
                self.lose(game, loser);
            }
        }
    }

    pub(crate) fn pass(&mut self, span: Span) -> Vec<Outgoing> {
        self.hall.now += span.0;
        let moment = self.hall.moment();
        self.hall
            .app
            .pass_time_on(Platform::Discord, moment)
            .unwrap()
    }

    pub(crate) fn play_to_the_end(&mut self) {
        for _ in 0..100 {
            match self.record().stage {
                Stage::Playing => self.play_round(),
                Stage::Between(_) => drop(self.pass(Span::minutes(2))),
                Stage::Finished(_) => return,
                other => panic!("{other:?}"),
            }
        }
        panic!("it never ends");
    }

    pub(crate) fn message(&self) -> String {
        self.hall.text(Subject::Tournament(self.id))
    }
}

/// The headings of a table's figures.
pub(crate) fn columns_of(table: &Table) -> Vec<String> {
    table.columns.iter().map(ToString::to_string).collect()
}

pub(crate) fn tournament_of(outgoing: &[Outgoing]) -> TournamentId {
    let subject = outgoing.iter().find_map(|o| match &o.effect {
        Effect::Show(show) => match show.subject {
            Subject::Tournament(id) => Some(id),
            _ => None,
        },
        _ => None,
    });
    subject.expect("a tournament is shown")
}

pub(crate) const SWISS: Format = Format::Swiss { rounds: 3 };
