//! Tournaments: announced, joined, paired, played with the games at hand, corrected by the organizer, and ended.
//!
//! A round and its games are created in one commit, under codes that follow from the tournament, the round and the board: a
//! crash leaves either all of a round or nothing of it. What a finished game means for its round is worked out in a commit of
//! its own, from the games as they are stored, so that it can be done again at any time.

mod arena;
mod bracket;
mod entering;
mod exporting;
mod games;
mod life;
mod next;
mod organizing;
mod past;
mod pictures;
mod planning;
mod rounds;
mod showing;
mod viewing;

use rules_core::Color;

use crate::app::{App, Change, Loaded};
use crate::command::Request;
use crate::effect::{Answer, Effect, Manner, Show, Subject};
use crate::ids::{GameId, Person, TournamentId};
use crate::moment::{Moment, Span};
use crate::record::{
    Act, AuditId, AuditRecord, PlanPart, RoundId, RoundRecord, Seat, Stage, TournamentPlan,
    TournamentRecord,
};
use crate::refusal::{Failure, TournamentRefusal};
use crate::store::{Index, Key, Page, Store, StoreError, Write};

pub(crate) use life::CALLED;
pub(crate) use past::SEASON;
pub use viewing::TournamentView;

/// What somebody can do about a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TournamentCommand {
    /// Announce one.
    Create {
        /// What it will be.
        plan: Box<TournamentPlan>,
        /// Parts of it as they were written, which are read in this order.
        written: Vec<(PlanPart, String)>,
    },
    /// See the plan, to change it.
    Plan,
    /// Change a part of the plan: to this, or where nothing was written, to the other of two.
    Edit(PlanPart, Option<String>),
    /// Enter, or come back.
    Join,
    /// Leave.
    Leave,
    /// Say that one is there.
    CheckIn,
    /// Have no opponent in the next round, for half a point.
    SitOut,
    /// Begin.
    Start,
    /// Begin no round until it goes on.
    Pause,
    /// Go on.
    Resume,
    /// Put the beginning or the next round off.
    Postpone(Span),
    /// Call it off.
    Cancel,
    /// Give a game a result: a winner, or a draw.
    Adjudicate(GameId, Option<Color>),
    /// Annul a game and begin it again.
    Replay(GameId),
    /// Put somebody in the place of somebody.
    Substitute {
        /// Who leaves.
        out: Person,
        /// Who comes.
        new: Person,
    },
    /// Let somebody in, a person or the engine, late too.
    Add(Seat),
    /// Withdraw somebody.
    Remove(Seat),
    /// Take the organizer's last word back.
    Undo,
    /// Look at something, at the page of this number or where something happens now.
    See(TournamentView, Option<u16>),
    /// See one's own opponents, and why they were paired so.
    Mine,
    /// See everything that was done.
    Audit,
    /// Have it as files for other programs.
    Export,
    /// See what was played on this server, or in one series.
    Past(Option<String>),
}

impl TournamentCommand {
    /// Announce one of this plan.
    pub fn create(plan: TournamentPlan) -> Self {
        Self::Create {
            plan: Box::new(plan),
            written: Vec::new(),
        }
    }

    /// Whether only the organizer may do it.
    pub(crate) fn is_organizers(&self) -> bool {
        matches!(
            self,
            Self::Create { .. }
                | Self::Plan
                | Self::Edit(..)
                | Self::Start
                | Self::Pause
                | Self::Resume
                | Self::Postpone(_)
                | Self::Cancel
                | Self::Adjudicate(..)
                | Self::Replay(_)
                | Self::Substitute { .. }
                | Self::Add(_)
                | Self::Remove(_)
                | Self::Undo
        )
    }
}

/// A change of a tournament in the making.
struct Work {
    record: Loaded<TournamentRecord>,
    writes: Vec<Write>,
    effects: Vec<Effect>,
}

impl Work {
    fn new(record: Loaded<TournamentRecord>) -> Self {
        Self {
            record,
            writes: Vec::new(),
            effects: Vec::new(),
        }
    }

    /// Writes a line of the audit.
    fn note(&mut self, act: Act, by: Option<&Person>, moment: Moment) {
        let record = &mut self.record.value;
        let line = AuditRecord {
            id: AuditId {
                tournament: record.id,
                number: record.audit,
            },
            at: moment.now,
            by: by.cloned(),
            act,
        };
        record.audit += 1;
        self.writes.push(Write {
            expected: 0,
            record: line.into(),
        });
    }

    /// The change, with the tournament's message brought up to date.
    fn done(mut self, manner: Manner, answer: Answer, moment: Moment) -> Change {
        self.record.value.touched = moment.now;
        let show = Show {
            subject: Subject::Tournament(self.record.value.id),
            version: self.record.version + 1,
            manner,
            ply: None,
        };
        // First who plays whom, then the boards.
        self.effects.insert(0, Effect::Show(show));
        self.writes.push(self.record.write());
        Change {
            writes: self.writes,
            effects: self.effects,
            settled: Vec::new(),
            answer,
        }
    }
}

impl<S: Store> App<S> {
    pub(crate) fn tournament(
        &self,
        request: &Request,
        which: Option<TournamentId>,
        command: &TournamentCommand,
        moment: Moment,
        attempt: u32,
    ) -> Result<Change, Failure> {
        if let TournamentCommand::Create { plan, written } = command {
            let mut plan = plan.as_ref().clone();
            for (part, text) in written {
                planning::write(&mut plan, *part, text, moment.now)?;
            }
            return self.announce(request, plan, moment, attempt);
        }
        if let TournamentCommand::Past(series) = command {
            return self.past(request, series.as_deref());
        }
        let record = self.tournament_meant(request, which)?;
        if command.is_organizers() && !self.organizes(request, &record.value)? {
            return Err(TournamentRefusal::NotTheOrganizer.into());
        }
        let changes = !matches!(
            command,
            TournamentCommand::See(..)
                | TournamentCommand::Mine
                | TournamentCommand::Audit
                | TournamentCommand::Export
        );
        if changes && record.value.is_over() {
            return Err(TournamentRefusal::Over.into());
        }
        let who = &request.who;
        match command {
            TournamentCommand::Join => {
                // Whoever is in may come back, whatever has become of their rating.
                if record.value.seed_of(&who.id).is_none() {
                    self.may_enter(request, &record.value)?;
                }
                let seat = Seat::Person(who.clone());
                self.join(record, &seat, None, moment, attempt)
            }
            TournamentCommand::Add(seat) => self.join(record, seat, Some(who), moment, attempt),
            TournamentCommand::Plan => {
                must_be_open(&record.value)?;
                let card = planning::card(&record.value);
                Ok(Change::nothing(Answer::Private(Box::new(card))))
            }
            TournamentCommand::Edit(part, written) => {
                self.edit(record, who, (*part, written.as_deref()), moment, attempt)
            }
            TournamentCommand::Leave => Self::leave(record, who, moment),
            TournamentCommand::CheckIn => self.check_in(record, who, moment, attempt),
            TournamentCommand::SitOut => Self::sit_out(record, who, moment),
            TournamentCommand::Start => self.start(Work::new(record), Some(who), moment, attempt),
            TournamentCommand::Adjudicate(game, winner) => {
                self.adjudicate(record, who, *game, *winner, moment)
            }
            TournamentCommand::Replay(game) => self.replay(record, who, *game, moment, attempt),
            TournamentCommand::See(..)
            | TournamentCommand::Mine
            | TournamentCommand::Audit
            | TournamentCommand::Export => self.tell_about(&record.value, who, command),
            TournamentCommand::Resume => self.resume(record, request, moment),
            organizing => self.organize(record, who, organizing, moment, attempt),
        }
    }

    pub(crate) fn tournament_record(
        &self,
        id: TournamentId,
    ) -> Result<Loaded<TournamentRecord>, Failure> {
        self.load(Key::Tournament(id))?
            .ok_or_else(|| TournamentRefusal::Unknown.into())
    }

    /// The one of that code; failing a code the last one of this room, or of this server.
    fn tournament_meant(
        &self,
        request: &Request,
        which: Option<TournamentId>,
    ) -> Result<Loaded<TournamentRecord>, Failure> {
        if let Some(id) = which {
            let record = self.tournament_record(id)?;
            // From elsewhere it is as if there were none.
            if record.value.venue.server != request.venue.server {
                return Err(TournamentRefusal::Unknown.into());
            }
            return Ok(record);
        }
        let Some(server) = &request.venue.server else {
            return Err(TournamentRefusal::Unknown.into());
        };
        let index = Index::TournamentsOf(server.clone());
        let mut latest = None;
        for (_, key) in self.store.list(&index, Page::last(25))? {
            let Key::Tournament(id) = key else { continue };
            let record = self.tournament_record(id)?;
            let here = record.value.venue.room == request.venue.room
                || Some(&record.value.venue.room) == request.context.parent.as_ref();
            if here && !record.value.is_over() {
                return Ok(record);
            }
            let better = |former: &Loaded<TournamentRecord>| {
                former.value.is_over() && !record.value.is_over()
            };
            if latest.as_ref().is_none_or(better) {
                latest = Some(record);
            }
        }
        latest.ok_or_else(|| TournamentRefusal::Unknown.into())
    }

    /// Whether somebody may organize: whoever made it, manages the server, or has the organizers' role.
    fn organizes(&self, request: &Request, record: &TournamentRecord) -> Result<bool, Failure> {
        Ok(record.by.id == request.who.id || self.is_organizer(request)?)
    }

    fn is_organizer(&self, request: &Request) -> Result<bool, Failure> {
        let settings = self.in_force(None, request.venue.server.as_ref())?.settings;
        let role = settings.organizers.as_ref();
        Ok(
            request.context.manages
                || role.is_some_and(|role| request.context.roles.contains(role)),
        )
    }

    fn round_record(&self, id: RoundId) -> Result<Loaded<RoundRecord>, Failure> {
        self.load(Key::Round(id))?.ok_or_else(|| {
            StoreError::Unreadable(Key::Round(id), "the round is missing".to_owned()).into()
        })
    }

    /// The round that was paired last.
    fn last_round(&self, record: &TournamentRecord) -> Result<Loaded<RoundRecord>, Failure> {
        if record.rounds == 0 {
            return Err(TournamentRefusal::NotBegun.into());
        }
        self.round_record(RoundId {
            tournament: record.id,
            number: record.rounds,
        })
    }

    /// All rounds, the first one first.
    fn rounds_of(&self, record: &TournamentRecord) -> Result<Vec<RoundRecord>, Failure> {
        (1..=record.rounds)
            .map(|number| {
                let id = RoundId {
                    tournament: record.id,
                    number,
                };
                Ok(self.round_record(id)?.value)
            })
            .collect()
    }
}

/// Refuses what can only be done before the beginning.
fn must_be_open(record: &TournamentRecord) -> Result<(), TournamentRefusal> {
    match record.stage {
        Stage::Open => Ok(()),
        _ => Err(TournamentRefusal::Begun),
    }
}
