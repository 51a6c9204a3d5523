//! Other terms: whoever is challenged can propose them from a menu, and the challenger agrees or keeps to the first ones.
//!
//! A draft travels in the address of its menu, so nothing is stored before it is sent. One proposal waits at a time.

use std::fmt;
use std::str::FromStr;

use rules_core::{Color, Variant};

use crate::app::{App, Change, Loaded};
use crate::challenges::{checked, first_mover, still_open};
use crate::command::Press;
use crate::effect::{Answer, Card, Choice, Control, Effect, Look, Manner, Menu, Show, Subject};
use crate::ids::{ChallengeId, Person};
use crate::moment::Moment;
use crate::record::{
    ChallengeRecord, ChallengeState, ColorWish, Proposal, Seat, Terms, TimeControl,
};
use crate::refusal::{Failure, Refusal};
use crate::say;
use crate::store::Store;

/// How often other terms can be proposed for one challenge.
const MOST: u8 = 3;

/// Terms as they are put together; the color is the challenger's, as in a challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draft {
    /// The rule set.
    pub variant: Variant,
    /// The challenger's side.
    pub color: ColorWish,
    /// How much time the players have.
    pub time: TimeControl,
    /// Whether the result changes the players' ratings.
    pub rated: bool,
}

/// One thing about a draft that can be changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Color(ColorWish),
    Rated(bool),
    Time(TimeControl),
    Variant(Variant),
}

impl Draft {
    fn of(terms: &Terms) -> Self {
        Self {
            variant: terms.variant,
            color: terms.color,
            time: terms.time,
            rated: terms.rated,
        }
    }

    /// The draft with what was chosen from its menu; nothing for a value that is on no menu.
    pub(crate) fn with(self, value: &str) -> Option<Self> {
        let part = self.parts().into_iter().find(|part| code(*part) == value)?;
        Some(self.with_part(part))
    }

    fn with_part(self, part: Part) -> Self {
        let mut draft = self;
        match part {
            Part::Color(color) => draft.color = color,
            Part::Rated(rated) => draft.rated = rated,
            Part::Time(time) => draft.time = time,
            Part::Variant(variant) => draft.variant = variant,
        }
        // A game without clocks cannot be rated.
        draft.rated &= draft.time != TimeControl::Unlimited;
        draft
    }

    /// Everything that would make a difference, as many as a menu takes.
    fn parts(self) -> Vec<Part> {
        let colors = [
            ColorWish::Random,
            ColorWish::Only(Color::White),
            ColorWish::Only(Color::Black),
        ];
        let colors = colors.map(Part::Color).into_iter();
        let rated = [Part::Rated(!self.rated)].into_iter();
        let times = TimeControl::USUAL.map(Part::Time).into_iter();
        let variants = Variant::ALL.map(Part::Variant).into_iter();
        colors
            .chain(rated)
            .chain(times)
            .chain(variants)
            .filter(|part| self.with_part(*part) != self)
            .collect()
    }

    /// These terms in place of former ones: a start position that was set up belongs to its rule set.
    fn terms(self, former: &Terms) -> Terms {
        Terms {
            variant: self.variant,
            color: self.color,
            start: former
                .start
                .clone()
                .filter(|_| former.variant == self.variant),
            time: self.time,
            rated: self.rated,
            thread: former.thread,
        }
    }
}

fn color_code(color: ColorWish) -> &'static str {
    match color {
        ColorWish::Random => "x",
        ColorWish::Only(Color::White) => "w",
        ColorWish::Only(Color::Black) => "b",
    }
}

fn code(part: Part) -> String {
    match part {
        Part::Color(color) => format!("color {}", color_code(color)),
        Part::Rated(rated) => format!("rated {rated}"),
        Part::Time(time) => format!("time {time}"),
        Part::Variant(variant) => format!("game {}", variant.id()),
    }
}

/// As the address of a button holds it: `leto,w,10+5,r`.
impl fmt::Display for Draft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rated = if self.rated { "r" } else { "c" };
        let color = color_code(self.color);
        write!(f, "{},{color},{},{rated}", self.variant.id(), self.time)
    }
}

/// A text that is no draft.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadDraft;

impl FromStr for Draft {
    type Err = BadDraft;

    fn from_str(text: &str) -> Result<Self, BadDraft> {
        let mut parts = text.split(',');
        let mut next = || parts.next().ok_or(BadDraft);
        let draft = Self {
            variant: next()?.parse().map_err(|_| BadDraft)?,
            color: match next()? {
                "x" => ColorWish::Random,
                "w" => ColorWish::Only(Color::White),
                "b" => ColorWish::Only(Color::Black),
                _ => return Err(BadDraft),
            },
            time: next()?.parse().map_err(|_| BadDraft)?,
            rated: match next()? {
                "r" => true,
                "c" => false,
                _ => return Err(BadDraft),
            },
        };
        if parts.next().is_some() {
            return Err(BadDraft);
        }
        Ok(draft)
    }
}

impl<S: Store> App<S> {
    /// The menu for other terms, with what is chosen so far.
    pub(crate) fn draft_proposal(
        &self,
        who: &Person,
        id: ChallengeId,
        draft: Option<Draft>,
        moment: Moment,
    ) -> Result<Change, Failure> {
        let record = self.proposable(who, id, moment)?.value;
        let draft = draft.unwrap_or_else(|| Draft::of(&record.terms));
        let choices = draft.parts().into_iter().map(|part| {
            let (label, detail) = match part {
                Part::Color(color) => say::propose_color(draft.variant, color),
                Part::Rated(rated) => say::propose_stakes(rated),
                Part::Time(time) => say::propose_time(time),
                Part::Variant(variant) => say::propose_game(variant),
            };
            Choice {
                label,
                detail,
                value: code(part),
            }
        });
        let mut controls = Vec::new();
        if draft.terms(&record.terms) != record.terms {
            controls.push(vec![Control {
                label: "Send",
                look: Look::Primary,
                press: Press::SendProposal(id, draft),
            }]);
        }
        let card = Card {
            menu: Some(Menu {
                press: Press::ChangeProposal(id, draft),
                prompt: "Choose what to change",
                choices: choices.collect(),
            }),
            controls,
            ..Card::words(say::draft_proposal(&record, &draft.terms(&record.terms)))
        };
        Ok(Change::nothing(Answer::Private(Box::new(card))))
    }

    pub(crate) fn send_proposal(
        &self,
        who: &Person,
        id: ChallengeId,
        draft: Draft,
        moment: Moment,
    ) -> Result<Change, Failure> {
        let mut challenge = self.proposable(who, id, moment)?;
        let record = &mut challenge.value;
        let terms = checked(&draft.terms(&record.terms))?;
        if terms == record.terms {
            return Err(Refusal::SameTerms.into());
        }
        record.proposals += 1;
        record.proposal = Some(Proposal { terms });
        let call = vec![record.by.id.clone()];
        Ok(Self::renewed(challenge, call))
    }

    pub(crate) fn agree_to_proposal(
        &self,
        who: &Person,
        id: ChallengeId,
        number: u8,
        moment: Moment,
        attempt: u32,
    ) -> Result<Change, Failure> {
        let (mut challenge, proposal) = self.proposed(who, id, number, moment)?;
        let Some(other) = challenge.value.to.clone() else {
            return Err(Refusal::NoProposal.into());
        };
        challenge.value.terms = proposal.terms;
        self.begin_challenged(challenge, &other, moment, attempt)
    }

    pub(crate) fn decline_proposal(
        &self,
        who: &Person,
        id: ChallengeId,
        number: u8,
        moment: Moment,
    ) -> Result<Change, Failure> {
        let (mut challenge, _) = self.proposed(who, id, number, moment)?;
        let record = &mut challenge.value;
        record.proposal = None;
        let call = record.to.iter().map(|to| to.id.clone()).collect();
        Ok(Self::renewed(challenge, call))
    }

    /// A challenge for which `who` can propose other terms.
    fn proposable(
        &self,
        who: &Person,
        id: ChallengeId,
        moment: Moment,
    ) -> Result<Loaded<ChallengeRecord>, Failure> {
        let challenge = self.challenge_record(id)?;
        let record = &challenge.value;
        still_open(record, moment)?;
        if record.to.as_ref().is_none_or(|to| to.id != who.id) {
            return Err(Refusal::NotForYou {
                to: record.to.clone(),
                by: record.by.clone(),
            }
            .into());
        }
        if record.proposal.is_some() {
            return Err(Refusal::ProposalWaits(record.by.clone()).into());
        }
        if !record.takes_proposals() {
            return Err(Refusal::TooManyProposals(MOST).into());
        }
        Ok(challenge)
    }

    /// A challenge whose maker `who` is, with the proposal that waits for their answer.
    fn proposed(
        &self,
        who: &Person,
        id: ChallengeId,
        number: u8,
        moment: Moment,
    ) -> Result<(Loaded<ChallengeRecord>, Proposal), Failure> {
        let challenge = self.challenge_record(id)?;
        let record = &challenge.value;
        still_open(record, moment)?;
        if record.by.id != who.id {
            return Err(Refusal::NotYourProposal(record.by.clone()).into());
        }
        match record.proposal.clone() {
            Some(proposal) if record.proposals == number => Ok((challenge, proposal)),
            _ => Err(Refusal::NoProposal.into()),
        }
    }

    /// A challenge shown anew, since somebody else has to answer now.
    fn renewed(challenge: Loaded<ChallengeRecord>, call: Vec<crate::PlayerId>) -> Change {
        let show = Show {
            subject: Subject::Challenge(challenge.value.id),
            version: challenge.version + 1,
            manner: Manner::Fresh { call },
            ply: None,
        };
        Change {
            writes: vec![challenge.write()],
            effects: vec![Effect::Show(show)],
            settled: Vec::new(),
            answer: Answer::Seen,
        }
    }

    /// The game of a challenge begins on its present terms, against `other`.
    pub(crate) fn begin_challenged(
        &self,
        mut challenge: Loaded<ChallengeRecord>,
        other: &Person,
        moment: Moment,
        attempt: u32,
    ) -> Result<Change, Failure> {
        let record = &challenge.value;
        // Both may have asked for the next game at the same moment.
        if let Some(former) = record.rematch_of
            && let Some(next) = self.game(former)?.value.rematch
        {
            return Err(Refusal::RematchBegan(next).into());
        }
        self.room_for_a_game(other)?;
        self.room_for_a_game(&record.by)?;
        self.not_blocked(other, &record.by)?;
        let thread = self.thread_for(&record.venue, record.terms.thread, Some(record.id))?;
        let game = crate::challenges::begin(
            &record.terms,
            thread,
            Seat::Person(record.by.clone()),
            Seat::Person(other.clone()),
            record.venue.clone(),
            moment,
            attempt,
        );
        let rematch_of = record.rematch_of;
        challenge.value.state = ChallengeState::Accepted {
            by: other.clone(),
            game: game.id,
        };
        let mut change = Self::update_challenge(challenge);
        let to_move = first_mover(&game)
            .and_then(Seat::person)
            .map(|person| person.id.clone());
        change.add_new_game(game, to_move);
        if let Some(former) = rematch_of {
            self.follow(&mut change, former)?;
        }
        Ok(change)
    }
}

impl ChallengeRecord {
    /// Whether other terms can still be proposed.
    pub(crate) fn takes_proposals(&self) -> bool {
        self.to.is_some() && self.proposals < MOST
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_reads_back_and_its_menu_has_room() {
        for variant in Variant::ALL {
            for time in TimeControl::USUAL {
                let draft = Draft {
                    variant,
                    color: ColorWish::Only(Color::Black),
                    time,
                    rated: time != TimeControl::Unlimited,
                };
                assert_eq!(draft.to_string().parse(), Ok(draft));
                let parts = draft.parts();
                assert!(parts.len() <= Menu::MOST, "{}", parts.len());
                for part in parts {
                    let changed = draft.with(&code(part));
                    assert!(changed.is_some_and(|changed| changed != draft));
                }
            }
        }
        assert_eq!("leto,w,10+5".parse::<Draft>(), Err(BadDraft));
        assert_eq!("leto,w,10+5,r,r".parse::<Draft>(), Err(BadDraft));
    }
}
