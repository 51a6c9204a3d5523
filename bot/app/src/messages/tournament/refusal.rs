//! Why something could not be done about a tournament.

use text::{Message, Part, Text, msg};

use crate::messages::shortened;
use crate::messages::tournament::plan::{field_of, part_name, rating_limits};
use crate::model::TournamentId;
use crate::protocol::{Field, StartTimeError, TournamentRefusal};

/// No tournament has the code that was typed; these are in progress.
fn no_such_code(typed: &str, open: &[(TournamentId, String)]) -> Text {
    let no_such = msg!("tournament-no-such-code", code = shortened(typed));
    if open.is_empty() {
        return Text::sentences([no_such, msg!("tournament-none-open")]);
    }
    let lines = open.iter();
    let lines = lines.map(|(id, name)| msg!("tournament-open-here", name, code = id.to_string()));
    Text::sentences([no_such, msg!("tournament-these-open")]).line(Text::lines(lines))
}

fn bad_start(why: &StartTimeError) -> Message {
    match why {
        StartTimeError::Unreadable => msg!("tournament-bad-start"),
        StartTimeError::Past(at) => msg!("tournament-start-past", at = Part::Date(*at)),
        StartTimeError::Skipped(zone) => msg!("tournament-start-skipped", zone),
        StartTimeError::Repeated(zone) => msg!("tournament-start-repeated", zone),
    }
}

/// A person who is not on the server was to be invited.
pub fn not_a_member() -> Text {
    msg!("tournament-not-a-member").into()
}

pub(in crate::messages) fn refused(refusal: &TournamentRefusal) -> Text {
    let message = match refusal {
        TournamentRefusal::Unknown => msg!("tournament-unknown"),
        TournamentRefusal::NoSuchCode(code, open) => return no_such_code(code, open),
        TournamentRefusal::NotTheOrganizer => msg!("tournament-not-organizer"),
        TournamentRefusal::TooOften(until) => {
            msg!("tournament-too-often", when = Part::Relative(*until))
        }
        TournamentRefusal::TooMany(most) => msg!("tournament-too-many", most = *most),
        TournamentRefusal::BadPlan => msg!("tournament-bad-plan"),
        TournamentRefusal::Begun => msg!("tournament-begun"),
        TournamentRefusal::NotBegun => msg!("tournament-not-begun"),
        TournamentRefusal::Over => msg!("tournament-is-over"),
        TournamentRefusal::Canceled => msg!("tournament-was-canceled"),
        TournamentRefusal::BadStart(why) => bad_start(why),
        TournamentRefusal::Entered => msg!("tournament-already-entered"),
        TournamentRefusal::NotEntered => msg!("tournament-not-entered"),
        TournamentRefusal::PlayerEntered => msg!("tournament-player-already-entered"),
        TournamentRefusal::PlayerNotEntered => msg!("tournament-player-not-entered"),
        TournamentRefusal::Full(entered) => msg!("tournament-full", entered = *entered),
        TournamentRefusal::TooFew => msg!("tournament-too-few"),
        TournamentRefusal::NoHalfPointBye => msg!("tournament-no-half-point-bye"),
        TournamentRefusal::NotPaused => msg!("tournament-not-paused"),
        TournamentRefusal::NothingToPostpone => msg!("tournament-nothing-to-postpone"),
        TournamentRefusal::PauseFirst => msg!("tournament-pause-first"),
        TournamentRefusal::NotOfThisRound(id) => {
            msg!("tournament-not-of-this-round", code = id.to_string())
        }
        TournamentRefusal::BadPart(bad) => {
            let part = part_name(*bad);
            match field_of(*bad) {
                None => msg!("tournament-fixed-part", part),
                Some(Field { example, .. }) => msg!("tournament-bad-part", part, example),
            }
        }
        TournamentRefusal::NotAdmitted(limits) => {
            msg!("tournament-not-admitted", ratings = rating_limits(*limits))
        }
        TournamentRefusal::NeedsRole(role) => msg!("tournament-needs-role", role),
        TournamentRefusal::MayNotGiveRoles => msg!("tournament-may-not-give-roles"),
        TournamentRefusal::MayNotCreateEvents => msg!("tournament-may-not-create-events"),
        TournamentRefusal::CannotSchedule => msg!("tournament-cannot-schedule"),
        TournamentRefusal::EventWithoutStart => msg!("tournament-event-without-start"),
        TournamentRefusal::UnfitRole => msg!("tournament-unfit-role"),
        TournamentRefusal::Removed => msg!("tournament-removed"),
        TournamentRefusal::Absent => msg!("tournament-absent"),
        TournamentRefusal::PlayerLeft => msg!("tournament-player-left"),
        TournamentRefusal::NotInvited => msg!("tournament-not-invited"),
        TournamentRefusal::InvitedOtherwise(person) => {
            msg!("tournament-invited-otherwise", person = &person.id)
        }
        TournamentRefusal::TooManyInvited(most) => {
            msg!("tournament-too-many-invited", most = *most)
        }
        TournamentRefusal::OwnGame => msg!("tournament-own-game"),
        TournamentRefusal::OwnPlace => msg!("tournament-own-place"),
        TournamentRefusal::WouldHaveBegun => msg!("tournament-would-have-begun"),
        TournamentRefusal::NothingToUndo => msg!("tournament-nothing-to-undo"),
    };
    message.into()
}
