//! A tournament in a hall.

use app::attachment::Attachment;
use app::card::Card;
use app::effect::{EffectId, Handled, LookFor, Outgoing, Subject};
use app::store::Key;
use app::{
    Command, Context, Cycles, Entry, Failure, Format, GameId, GameRecord, OrganizerPage, PlanPart,
    Refusal, Risk, RoundId, RoundRecord, Seat, Shown, Span, Stage, TournamentId, TournamentPlan,
    TournamentRecord, TournamentView, Which,
};
use pairing::Seed;
use pairing::knockout::{Elimination, MatchRules};
use pictures::Table;
use rules_core::{Color, Variant};
use text::Platform;

// The tests say `assert_refused("p1", Do::Join, Why::Entered)`.
pub(crate) use app::{TournamentCommand as Do, TournamentRefusal as Why};

use super::{Hall, LIVE, assert_says, moving, person, reply, text_of, tournament_of};

pub(crate) const SWISS: Format = Format::Swiss { rounds: 3 };

pub(crate) const ROUND_ROBIN: Format = Format::RoundRobin(Cycles::Single);

pub(crate) const ARENA: Format = Format::Arena { minutes: 60 };

pub(crate) fn knockout(elimination: Elimination) -> Format {
    let rules = MatchRules::default();
    Format::Knockout { elimination, rules }
}

pub(crate) fn plan(format: Format) -> TournamentPlan {
    TournamentPlan {
        capacity: 256,
        ..TournamentPlan::new("Friday cup", Variant::Toto40, LIVE, format)
    }
}

pub(crate) fn plan_with(
    format: Format,
    change: impl FnOnce(&mut TournamentPlan),
) -> TournamentPlan {
    let mut plan = plan(format);
    change(&mut plan);
    plan
}

/// A Swiss whose players have to check in.
pub(crate) fn with_check_in() -> TournamentPlan {
    plan_with(SWISS, |plan| plan.check_in = true)
}

pub(crate) fn announce(plan: TournamentPlan) -> Command {
    Command::Tournament(None, Do::create(plan))
}

pub(crate) fn add(name: &str) -> Do {
    Do::Add(Seat::Person(person(name)))
}

pub(crate) fn remove(name: &str) -> Do {
    Do::Remove(Seat::Person(person(name)))
}

pub(crate) fn substitute(out: &str, new: &str) -> Do {
    let (out, new) = (person(out), person(new));
    Do::Substitute { out, new }
}

pub(crate) fn edit(part: PlanPart, text: &str) -> Do {
    Do::Edit(part, Some(text.to_owned()))
}

pub(crate) fn see(view: TournamentView) -> Do {
    Do::See(view, None)
}

/// A tournament that org has announced.
pub(crate) struct Cup {
    pub(crate) hall: Hall,
    pub(crate) id: TournamentId,
}

impl Cup {
    /// Announces a tournament whose games are played in the room.
    pub(crate) fn new(plan: TournamentPlan) -> Self {
        let mut hall = Hall::new();
        hall.context.threadless = true;
        Self::create(hall, plan)
    }

    /// Announces a tournament whose games get threads.
    pub(crate) fn in_threads(plan: TournamentPlan) -> Self {
        Self::create(Hall::new(), plan)
    }

    pub(crate) fn create(mut hall: Hall, plan: TournamentPlan) -> Self {
        hall.context.manages = true;
        hall.context.manages_roles = true;
        let handled = hall.act("org", announce(plan));
        hall.context = Context::default();
        let id = tournament_of(&handled.outgoing);
        Self { hall, id }
    }

    /// Announces a tournament with players p1 to pN.
    pub(crate) fn with(format: Format, entrants: usize) -> Self {
        let mut cup = Self::new(plan(format));
        cup.enter_numbered(entrants);
        cup
    }

    /// Starts a tournament with players p1 to pN.
    pub(crate) fn started(format: Format, entrants: usize) -> Self {
        let mut cup = Self::with(format, entrants);
        cup.start_now();
        cup
    }

    /// Starts a tournament with these players.
    pub(crate) fn begun<const N: usize>(plan: TournamentPlan, names: [&str; N]) -> Self {
        let mut cup = Self::new(plan);
        cup.enter(names);
        cup.start_now();
        cup
    }

    pub(crate) fn enter_numbered(&mut self, entrants: usize) {
        for number in 1..=entrants {
            self.join(&format!("p{number}"));
        }
    }

    pub(crate) fn enter<const N: usize>(&mut self, names: [&str; N]) {
        for name in names {
            self.join(name);
        }
    }

    #[track_caller]
    pub(crate) fn join(&mut self, name: &str) -> Handled {
        self.act(name, Do::Join)
    }

    #[track_caller]
    pub(crate) fn leave(&mut self, name: &str) -> Handled {
        self.act(name, Do::Leave)
    }

    #[track_caller]
    pub(crate) fn act(&mut self, who: &str, command: Do) -> Handled {
        self.hall
            .act(who, Command::Tournament(Some(self.id), command))
    }

    #[track_caller]
    pub(crate) fn see(&mut self, who: &str, view: TournamentView) -> Card {
        reply(self.act(who, see(view)))
    }

    #[track_caller]
    pub(crate) fn manage(&mut self, page: OrganizerPage) -> Card {
        reply(self.organize(Do::Manage(page)))
    }

    /// Gives a command as the organizer.
    #[track_caller]
    pub(crate) fn organize(&mut self, command: Do) -> Handled {
        self.act("org", command)
    }

    /// Gives a command as a manager of the server.
    #[track_caller]
    pub(crate) fn act_as_manager(&mut self, who: &str, command: Do) -> Handled {
        self.hall
            .manage(who, Command::Tournament(Some(self.id), command))
    }

    #[track_caller]
    pub(crate) fn start_now(&mut self) -> Handled {
        self.organize(self.start())
    }

    #[track_caller]
    pub(crate) fn undo_now(&mut self) -> Handled {
        self.organize(self.undo())
    }

    /// The start, confirmed.
    pub(crate) fn start(&self) -> Do {
        let record = self.record();
        let entries = record.entries.iter();
        let here = entries.filter(|entry| entry.checked_in || !record.plan.check_in);
        Do::Sure(Risk::Start, here.count().try_into().unwrap())
    }

    /// The annulment of a game, confirmed.
    pub(crate) fn replay(&self, game: GameId) -> Do {
        let stamp = self.game(game).result.is_some().into();
        Do::Sure(Risk::Replay(game), stamp)
    }

    /// The command of the button "Undo" on the organizer's current card.
    pub(crate) fn undo(&self) -> Do {
        Do::Undo(Some(self.record().undo_stamp()))
    }

    /// The command of a button that postpones, on the current card.
    pub(crate) fn postpone(&self, by: Span) -> Do {
        Do::Postpone(by, Some(self.record().start_stamp()))
    }

    /// The organizer invites a person, who accepts.
    pub(crate) fn admit(&mut self, name: &str) {
        self.organize(add(name));
        self.act(name, Do::Accept);
    }

    /// The organizer asks a person to take another's place, and they accept.
    pub(crate) fn substitute(&mut self, out: &str, new: &str) {
        self.organize(substitute(out, new));
        self.act(new, Do::Accept);
    }

    #[track_caller]
    pub(crate) fn refused(&mut self, who: &str, command: Do) -> Why {
        let command = Command::Tournament(Some(self.id), command);
        match self.hall.refused(who, command) {
            Refusal::Tournament(refusal) => refusal,
            other => panic!("{other:?}"),
        }
    }

    #[track_caller]
    pub(crate) fn assert_refused(&mut self, who: &str, command: Do, why: impl Into<Failure>) {
        let command = Command::Tournament(Some(self.id), command);
        self.hall.assert_refused(who, command, why);
    }

    #[track_caller]
    pub(crate) fn said(&mut self, who: &str, command: Do) -> String {
        let said = text_of(&self.act(who, command));
        assert!(!said.is_empty(), "nothing was said");
        said
    }

    /// The newest page of the audit.
    pub(crate) fn audit(&mut self) -> String {
        self.said("p1", Do::Audit(0))
    }

    #[track_caller]
    pub(crate) fn assert_audited(&mut self, lines: &[&str]) {
        let audit = self.audit();
        for line in lines {
            assert_says(&audit, line);
        }
    }

    pub(crate) fn record(&self) -> TournamentRecord {
        self.hall.read(&Key::Tournament(self.id)).unwrap()
    }

    pub(crate) fn stage(&self) -> Stage {
        self.record().stage
    }

    pub(crate) fn is_finished(&self) -> bool {
        matches!(self.stage(), Stage::Finished(_))
    }

    pub(crate) fn seed(&self, name: &str) -> Seed {
        self.record().seed_of(&person(name).id).unwrap()
    }

    pub(crate) fn entry(&self, name: &str) -> Entry {
        self.entry_of(self.seed(name))
    }

    pub(crate) fn entry_of(&self, seed: Seed) -> Entry {
        self.record().entry(seed).unwrap().clone()
    }

    pub(crate) fn names(&self) -> Vec<String> {
        let entries = self.record().entries;
        entries.iter().map(|entry| entry.seat.name()).collect()
    }

    pub(crate) fn round(&self, number: u16) -> RoundRecord {
        let tournament = self.id;
        let key = Key::Round(RoundId { tournament, number });
        self.hall.read(&key).unwrap()
    }

    pub(crate) fn last_round(&self) -> RoundRecord {
        self.round(self.record().rounds)
    }

    /// Whether an entrant plays in the last round.
    pub(crate) fn is_paired(&self, seed: Seed) -> bool {
        let boards = self.last_round().boards;
        boards.iter().any(|b| b.pairing.color_of(seed).is_some())
    }

    /// The games of the last round, by board.
    pub(crate) fn games(&self) -> Vec<GameId> {
        let boards = self.last_round().boards;
        boards.iter().map(|board| board.game.unwrap()).collect()
    }

    pub(crate) fn game(&self, id: GameId) -> GameRecord {
        self.hall.record(id)
    }

    /// The name of a player in a game.
    pub(crate) fn name(&self, game: GameId, color: Color) -> String {
        self.game(game).seats[color].name()
    }

    /// White makes a move that opens the game.
    pub(crate) fn white_moves(&mut self, game: GameId) {
        let white = self.name(game, Color::White);
        self.hall.act(&white, moving(Which::Id(game), "d5d7"));
    }

    /// Both players make a move that decides nothing.
    pub(crate) fn both_move(&mut self, game: GameId) {
        self.hall.play_on(game, &["d5e5", "Kf6"]);
    }

    /// The player of this color resigns.
    pub(crate) fn lose(&mut self, game: GameId, loser: Color) {
        let name = self.name(game, loser);
        self.hall.act(&name, Command::Resign(game));
    }

    /// Ends the games of this round: the lower seed loses each.
    pub(crate) fn play_round(&mut self) {
        for board in self.last_round().boards {
            if let (Some(game), None) = (board.game, board.pairing.result) {
                let lower = board.pairing.white.max(board.pairing.black);
                self.lose(game, board.pairing.color_of(lower).unwrap());
            }
        }
    }

    /// Ends this round and begins the next.
    pub(crate) fn next_round(&mut self) {
        self.play_round();
        self.pass(Span::minutes(2));
    }

    pub(crate) fn pass(&mut self, span: Span) -> Vec<Outgoing> {
        self.hall.wait(span);
        self.hall.tick_on(Platform::Discord)
    }

    pub(crate) fn play_to_the_end(&mut self) {
        for _ in 0..100 {
            match self.stage() {
                Stage::Playing => self.play_round(),
                Stage::Between(_) => drop(self.pass(Span::minutes(2))),
                Stage::Finished(_) => return,
                other => panic!("{other:?}"),
            }
        }
        panic!("it never ends");
    }

    /// The answer to a search for members: these have left the server.
    pub(crate) fn note_gone(&mut self, asked: &EffectId, look: &LookFor, all: bool) {
        let gone = if all { &look.people[..] } else { &[] };
        self.hall.report(app::Report::Gone(asked, look, gone));
    }

    /// A search finds that a person has left the server.
    pub(crate) fn note_left(&mut self, name: &str) {
        let look = LookFor {
            tournament: self.id,
            server: self.record().venue.server.unwrap(),
            people: vec![person(name).id],
        };
        self.note_gone(&EffectId("none".to_owned()), &look, true);
    }

    /// The tournament's channel is gone.
    pub(crate) fn note_lost(&mut self) -> Vec<Outgoing> {
        self.hall.report(app::Report::ChannelGone(self.id))
    }

    pub(crate) fn shown(&self) -> Shown {
        self.hall.shown(Subject::Tournament(self.id))
    }

    pub(crate) fn message(&self) -> String {
        self.shown().card.text.to_string()
    }

    pub(crate) fn picture(&self) -> Attachment {
        let mut attached = self.shown().card.attachments;
        assert_eq!(attached.len(), 1, "one picture, as large as can be");
        attached.remove(0)
    }

    pub(crate) fn buttons(&self) -> Vec<String> {
        self.hall.buttons(Subject::Tournament(self.id))
    }

    /// The text of a game's board.
    pub(crate) fn board(&self, game: GameId) -> String {
        self.hall.text(Subject::Game(game))
    }
}

pub(crate) fn columns_of(table: &Table) -> Vec<String> {
    table.columns.iter().map(ToString::to_string).collect()
}
