//! Why a command was refused, and what to do instead.

use text::chess::{color_name, fen_error, move_error};
use text::{Part, Text, msg};

use crate::messages::{
    challenge, code, illegal_move, named, privacy, seat, settings, shortened, tournament,
};
use crate::model::{EffectiveSettings, GameRecord, Level, ParseQuietHoursError, Terms, Timestamp};
use crate::protocol::{Action, Button, NewGame, PeopleRefusal, Refusal};

/// Why a command was refused, and what to do instead.
pub fn refusal(refusal: &Refusal) -> Text {
    let message = match refusal {
        Refusal::Illegal(why) | Refusal::NoMove { why, .. } => move_error(why),
        Refusal::ChallengeClosed(state) => return challenge::closed(state),
        Refusal::OwnGame(id) => msg!("watch-own-game", id = id.to_string()),
        Refusal::WatchesTooMany(most) => msg!("watch-too-many", most = *most),
        Refusal::TooManyWatchers(id) => msg!("watch-full", id = id.to_string()),
        Refusal::People(why) => return people_refusal(why),
        Refusal::Tournament(why) => return tournament::refused(why),
        Refusal::WhichGame(_) => msg!("games-which"),
        Refusal::NoSuchGame(id) => msg!("refusal-no-such-game", game = code(id)),
        Refusal::NoSuchChallenge(_) => msg!("refusal-no-such-challenge"),
        Refusal::NoGame => msg!("refusal-no-game"),
        Refusal::NotAPlayer(id) => msg!("refusal-not-a-player", game = code(id)),
        Refusal::NotYourTurn { waiting_for } => {
            msg!("refusal-not-your-turn", player = seat(waiting_for))
        }
        Refusal::Stale { .. } => msg!("refusal-stale"),
        Refusal::GameOver(id, _) => msg!("refusal-game-over", game = code(id)),
        Refusal::TimeUp(id) => msg!("refusal-time-up", game = code(id)),
        Refusal::TooLong => msg!("refusal-too-long", most = GameRecord::MAX_PLIES),
        Refusal::OwnChallenge => msg!("refusal-own-challenge"),
        Refusal::SelfChallenge => msg!("refusal-self-challenge"),
        Refusal::NotForYou { to: Some(to), by } => {
            let (to, by) = (named(to), named(by));
            msg!("refusal-challenge-for-another", to, by)
        }
        Refusal::NotForYou { to: None, by } => msg!("refusal-challenge-of-another", by = named(by)),
        Refusal::OpenToAll => msg!("refusal-open-to-all"),
        Refusal::NoVacationLeft(left) => msg!("refusal-no-vacation-left", days = *left),
        Refusal::SameTerms => msg!("refusal-same-terms"),
        Refusal::ProposalPending(by) => msg!("refusal-proposal-pending", by = named(by)),
        Refusal::ProposalElsewhere(by) => msg!("refusal-proposal-elsewhere", by = named(by)),
        Refusal::TooManyProposals(most) => msg!("refusal-too-many-proposals", most = *most),
        Refusal::NotYourProposal(by) => msg!("refusal-not-your-proposal", by = named(by)),
        Refusal::NoProposal => msg!("refusal-no-proposal"),
        Refusal::TooManyGames(person, most) => {
            let player = named(person);
            msg!("refusal-too-many-games", player, most = *most)
        }
        Refusal::TooManyChallenges(most) => msg!("refusal-too-many-challenges", most = *most),
        Refusal::BadStart(error) => fen_error(error),
        Refusal::StartIsOver => msg!("refusal-start-is-over"),
        Refusal::StartTooWide => msg!("refusal-start-too-wide"),
        Refusal::NotRatable => msg!("refusal-not-ratable"),
        Refusal::DrawOffered { open: true } => msg!("refusal-draw-offered"),
        Refusal::DrawOffered { open: false } => msg!("refusal-draw-offered-before"),
        Refusal::NoDrawOffer => msg!("refusal-no-draw-offer"),
        Refusal::NoOffer => msg!("refusal-no-offer"),
        Refusal::OfferOpen => msg!("refusal-offer-open"),
        Refusal::TakebackRequested { open: true } => msg!("refusal-takeback-requested"),
        Refusal::TakebackRequested { open: false } => msg!("refusal-takeback-requested-before"),
        Refusal::NoTakebackRequest => msg!("refusal-no-takeback-request"),
        Refusal::NothingToWithdraw => msg!("refusal-nothing-to-withdraw"),
        Refusal::NothingToTakeBack => msg!("refusal-nothing-to-take-back"),
        Refusal::RatedTakeback => msg!("refusal-rated-takeback"),
        Refusal::NoAbort(_) => msg!("refusal-no-abort"),
        Refusal::TooLateToAbort => msg!("refusal-too-late-to-abort"),
        Refusal::NotOver(id) => msg!("refusal-not-over", game = code(id)),
        Refusal::MoveFirst => msg!("refusal-move-first"),
        Refusal::NoPremovesWithEngine => msg!("refusal-no-premoves-with-engine"),
        Refusal::TooManyPremoves(most) => msg!("refusal-too-many-premoves", most = *most),
        Refusal::PremoveTooLong(most) => msg!("refusal-premove-too-long", most = *most),
        Refusal::PremoveWithoutAnswer => msg!("refusal-premove-without-answer"),
        Refusal::NotTheirMove {
            variant,
            color,
            typed,
        } => {
            let (color, typed) = (color_name(*variant, *color), shortened(typed));
            msg!("refusal-not-their-move", color, typed)
        }
        Refusal::NotInLesson => msg!("refusal-not-in-lesson"),
        Refusal::RatedHint => msg!("refusal-rated-hint"),
        Refusal::RematchRequested => msg!("refusal-rematch-requested"),
        Refusal::RematchStarted(next) => msg!("refusal-rematch-started", game = code(next)),
        Refusal::EngineDeclines => msg!("refusal-engine-declines"),
        Refusal::NotAManager => msg!("refusal-not-a-manager"),
        Refusal::NotOnAServer => msg!("refusal-not-on-a-server"),
        Refusal::OtherServersRoom => msg!("refusal-other-servers-room"),
        Refusal::NoSuchValue => msg!("refusal-no-such-value"),
        Refusal::BadQuietHours(ParseQuietHoursError::Hours) => msg!("refusal-quiet-hours"),
        Refusal::BadQuietHours(ParseQuietHoursError::Zone) => msg!("refusal-quiet-hours-zone"),
        Refusal::BadZone => msg!("refusal-zone"),
        Refusal::Elsewhere(rooms) => msg!("refusal-elsewhere", rooms = settings::rooms(rooms)),
        Refusal::Guest => msg!("refusal-guest"),
        Refusal::Busy => msg!("refusal-busy"),
        Refusal::TooManyAtOnce(most) => msg!("refusal-too-many-at-once", most = *most),
        Refusal::Overloaded => msg!("refusal-overloaded"),
    };
    message.into()
}

fn people_refusal(refusal: &PeopleRefusal) -> Text {
    let when = |until: &Timestamp| Part::Relative(*until);
    let message = match refusal {
        PeopleRefusal::BlockSelf => msg!("refusal-block-self"),
        PeopleRefusal::InvitedTooOften(until) => {
            msg!("refusal-invited-too-often", when = when(until))
        }
        PeopleRefusal::TooManyBlocked(most) => msg!("refusal-too-many-blocked", most = *most),
        PeopleRefusal::NotBlocked(person) => msg!("refusal-not-blocked", person = named(person)),
        PeopleRefusal::Blocked(person) => msg!("refusal-blocked", person = named(person)),
        PeopleRefusal::NotAvailable(person) => {
            msg!("refusal-not-available", person = named(person))
        }
        PeopleRefusal::TooOften(until) => msg!("refusal-too-often", when = when(until)),
        PeopleRefusal::TooOftenHere(until) => msg!("refusal-too-often-here", when = when(until)),
        PeopleRefusal::JustDeclined(person, until) => {
            let (person, when) = (named(person), when(until));
            msg!("refusal-just-declined", person, when)
        }
        PeopleRefusal::CalledTooOften(person, until) => {
            let (person, when) = (named(person), when(until));
            msg!("refusal-called-too-often", person, when)
        }
        PeopleRefusal::TooManyStarted(until) => {
            msg!("refusal-too-many-started", when = when(until))
        }
        PeopleRefusal::TooManyReviews(until) => {
            msg!("refusal-too-many-reviews", when = when(until))
        }
        PeopleRefusal::TooManyPosts(until) => msg!("refusal-too-many-posts", when = when(until)),
        PeopleRefusal::PrivateGame(id) => msg!("refusal-private-game", game = code(id)),
        PeopleRefusal::NoFinishedGame => msg!("refusal-no-finished-game"),
        PeopleRefusal::ExportTooSoon(until) => msg!("refusal-export-too-soon", when = when(until)),
        PeopleRefusal::DailyPosition => msg!("refusal-daily-position"),
        PeopleRefusal::DailyReview => msg!("refusal-daily-review"),
        PeopleRefusal::RatedPosition(id) => msg!("refusal-rated-position", game = code(id)),
        PeopleRefusal::RatedReview(id) => msg!("refusal-rated-review", game = code(id)),
        PeopleRefusal::BeingDeleted => msg!("refusal-being-deleted"),
        PeopleRefusal::Link(why) => return privacy::link_refusal(why),
    };
    message.into()
}

/// The buttons that help after a refusal.
pub fn refusal_controls(refusal: &Refusal) -> Vec<Vec<Button>> {
    let (label, action) = match refusal {
        Refusal::Stale { game, .. } => (msg!("button-refusal-board"), Action::Board(*game)),
        Refusal::NoMove {
            game,
            ply,
            typed,
            why,
        } => {
            if illegal_move::has_more(why) {
                let action = Action::WhyNot(*game, *ply, *typed);
                (msg!("button-refusal-why"), action)
            } else {
                (msg!("button-game-move"), Action::Panel(*game, *ply))
            }
        }
        Refusal::NotInLesson => (msg!("button-learn"), Action::Learn),
        Refusal::NoGame => {
            let terms = Terms::of(EffectiveSettings::VARIANT);
            let game = NewGame::play(&terms, Level::LOWEST);
            (msg!("button-help-play"), Action::ChooseGame(game))
        }
        _ => return Vec::new(),
    };
    vec![vec![Button::primary(label, action)]]
}

/// The answer to a command that failed because of the store.
pub fn store_failed() -> Text {
    msg!("refusal-store-failed").into()
}

/// The answer to a command that the store may or may not have taken.
pub fn store_unknown() -> Text {
    msg!("refusal-store-unknown").into()
}

/// The answer to a command that was not carried out because its acknowledgment took too long.
pub fn too_late() -> Text {
    msg!("refusal-too-late").into()
}
