//! What buttons, select menus and modals do: one row for each, with its address and the command it stands for.
//!
//! An address holds everything that its control needs, so that a control works after a restart and for as long as its subject
//! lives: `1:accept:k7f3q2` is a format number, a verb and the fields of the row, divided by colons.

use std::fmt::Write as _;
use std::str::FromStr;

use rules_core::{Color, Family, Variant};

use crate::model::ids::{ChallengeId, GameId, LinkCode, Person, PlayerId, TournamentId};
use crate::model::moment::Span;
use crate::model::record::{PlanPart, Seat};
use crate::protocol::command::{Command, MoveText, Which};
use crate::protocol::draft::Draft;
use crate::protocol::move_choice::Chosen;
use crate::protocol::new_game::NewGame;
use crate::protocol::people::{PeopleCommand, Reach};
use crate::protocol::replay::{Postable, Step, Viewed};
use crate::protocol::setting::{Scope, Setting};
use crate::protocol::tournament::{OrganizerPage, Risk, TournamentCommand, TournamentView};
use crate::protocol::tournament_draft::TournamentDraft;

/// The address format. A later one can still read the controls of this one.
const FORMAT: &str = "1";

/// A field of an address: no colon in any but the last.
trait Field: Sized {
    fn encode(&self, address: &mut String);
    fn decode(text: &str) -> Option<Self>;
}

/// Fields that are written by `Display` and read by `FromStr`.
macro_rules! plain_fields {
    ($($field:ty),*) => {$(
        impl Field for $field {
            fn encode(&self, address: &mut String) {
                let _ = write!(address, "{self}");
            }

            fn decode(text: &str) -> Option<Self> {
                Self::from_str(text).ok()
            }
        }
    )*};
}
plain_fields!(
    ChallengeId,
    Draft,
    GameId,
    LinkCode,
    MoveText,
    NewGame,
    OrganizerPage,
    Risk,
    TournamentDraft,
    TournamentId,
    u8,
    u16,
    u32
);

/// Fields with a short code of their own.
macro_rules! coded_fields {
    ($($field:ty { $code:expr, $read:expr }),* $(,)?) => {$(
        impl Field for $field {
            fn encode(&self, address: &mut String) {
                let code: fn(Self) -> &'static str = $code;
                address.push_str(code(*self));
            }

            fn decode(text: &str) -> Option<Self> {
                let read: fn(&str) -> Option<Self> = $read;
                read(text)
            }
        }
    )*};
}
coded_fields! {
    Family { Self::id, |id| id.parse().ok() },
    PlanPart { Self::code, Self::from_code },
    Reach { Self::code, Self::from_code },
    Scope { Self::code, Self::from_code },
    Setting { Self::code, Self::from_code },
    Step { Self::code, Self::from_code },
    TournamentView { Self::code, Self::from_code },
    Variant { Self::id, |id| id.parse().ok() },
    Color {
        |color| if color == Self::White { "w" } else { "b" },
        |code| match code {
            "w" => Some(Self::White),
            "b" => Some(Self::Black),
            _ => None,
        }
    },
    Option<Color> {
        |winner| match winner {
            Some(Color::White) => "w",
            Some(Color::Black) => "b",
            None => "d",
        },
        |code| match code {
            "w" => Some(Some(Color::White)),
            "b" => Some(Some(Color::Black)),
            "d" => Some(None),
            _ => None,
        }
    },
}

/// Declares [`Action`] with its addresses and commands.
///
/// `input` is the value of a chosen menu option or the text of a sent modal; a row that names it has no command without one.
macro_rules! actions {
    ($($(#[$doc:meta])* $name:ident$(($($field:ident: $type:ty),+))? = $verb:literal $(, $input:ident)? => $command:expr;)+) => {
        /// What a button, select menu or modal does.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Action {
            $($(#[$doc])* $name$(($($type),+))?,)+
        }

        impl Action {
            /// What tells the addresses of one kind of action from those of another.
            pub const VERBS: &[&str] = &[$($verb),+];

            /// The address of a control that does this, at most 100 characters.
            pub fn address(self) -> String {
                let mut address = String::from(FORMAT);
                match self {
                    $(Self::$name$(($($field),+))? => {
                        address.push_str(concat!(":", $verb));
                        $($(address.push(':'); $field.encode(&mut address);)+)?
                    })+
                }
                address
            }

            /// Reads an address; `None` for one that this program did not write.
            pub fn from_address(address: &str) -> Option<Self> {
                let (format, rest) = address.split_once(':')?;
                if format != FORMAT {
                    return None;
                }
                let (verb, fields) = match rest.split_once(':') {
                    Some((verb, fields)) => (verb, Some(fields)),
                    None => (rest, None),
                };
                Some(match verb {
                    $($verb => {
                        let count = 0 $($(+ { let _ = stringify!($field); 1 })+)?;
                        let mut fields = Fields::new(fields, count);
                        let action = Self::$name$(($(fields.next::<$type>()?),+))?;
                        fields.end()?;
                        action
                    })+
                    _ => return None,
                })
            }

            /// The command that it stands for; `None` for a control that needs `input` first, or for input that fits nothing.
            pub fn command(self, input: Option<&str>) -> Option<Command> {
                match self {
                    $(Self::$name$(($($field),+))? => {
                        $(let $input = input?;)?
                        Some($command)
                    })+
                }
            }
        }
    };
}

impl Action {
    /// What it does with an option chosen: a part of a plan may be written in a modal of its own.
    #[must_use]
    pub fn chosen(self, value: Option<&str>) -> Self {
        match (self, value.and_then(PlanPart::from_code)) {
            (Self::ChangePlan(id), Some(part)) if part.is_written() => Self::EditPlan(id, part),
            _ => self,
        }
    }
}

/// The fields of an address, read one by one.
struct Fields<'a>(std::vec::IntoIter<&'a str>);

impl<'a> Fields<'a> {
    /// Splits at most `count` fields: the last one may contain colons.
    fn new(fields: Option<&'a str>, count: usize) -> Self {
        let fields: Vec<_> = match fields {
            Some(fields) => fields.splitn(count.max(1), ':').collect(),
            None => Vec::new(),
        };
        Self(fields.into_iter())
    }

    fn next<T: Field>(&mut self) -> Option<T> {
        T::decode(self.0.next()?)
    }

    fn end(&mut self) -> Option<()> {
        self.0.next().is_none().then_some(())
    }
}

/// The command of a tournament's control.
fn tournament(id: TournamentId, command: TournamentCommand) -> Command {
    Command::Tournament(Some(id), command)
}

fn replay(game: GameId, viewed: Option<Viewed>) -> Command {
    Command::Replay(Which::Id(game), viewed)
}

/// The command for a part of a plan that was chosen from a menu; `None` for one that is written.
fn plan_change(id: TournamentId, part: PlanPart) -> Option<Command> {
    let command = match part {
        PlanPart::Format => TournamentCommand::Manage(OrganizerPage::Format),
        PlanPart::Role => TournamentCommand::Manage(OrganizerPage::Role),
        PlanPart::WinnersRole => TournamentCommand::Manage(OrganizerPage::WinnersRole),
        part if part.is_written() => return None,
        part => TournamentCommand::Edit(part, None),
    };
    Some(tournament(id, command))
}

/// The entrant of a menu's option, or the menu's next page.
fn removal(id: TournamentId, value: &str) -> Option<Command> {
    let page = value.parse().ok().map(TournamentCommand::Manage);
    let risk = || value.parse().ok().map(TournamentCommand::Ask);
    Some(tournament(id, page.or_else(risk)?))
}

/// The game of a menu's option, or the menu's next page.
fn managed_game(id: TournamentId, value: &str) -> Option<Command> {
    let game = value.parse().ok().map(OrganizerPage::Game);
    let page = game.or_else(|| value.parse().ok())?;
    Some(tournament(id, TournamentCommand::Manage(page)))
}

/// A person chosen from the platform's list: their id, a space, their name.
fn person_chosen(value: &str) -> Option<Person> {
    let (id, name) = value.split_once(' ')?;
    Some(Person::new(PlayerId::new(id), name))
}

fn panel(game: GameId, ply: u32, chosen: Option<Chosen>) -> Command {
    Command::Panel { game, ply, chosen }
}

/// A move of a menu's option, or the menu's next page.
fn chosen_move(game: GameId, ply: u32, value: &str) -> Command {
    match Chosen::read(value) {
        Chosen::Piece(text) => written_move(game, ply, &text),
        more @ Chosen::More { .. } => panel(game, ply, Some(more)),
    }
}

fn written_move(game: GameId, ply: u32, text: &str) -> Command {
    Command::Move {
        game: Which::Id(game),
        text: text.to_owned(),
        ply: Some(ply),
    }
}

actions! {
    /// Asks which game to start.
    ChooseGame(game: NewGame) = "new-game" => Command::ChooseGame(game);
    /// Menu of levels or terms for it.
    ChangeNewGame(game: NewGame) = "change-new", value => Command::ChooseGame(game.with(value)?);
    /// Menu of games, which begins the chosen one.
    BeginGame(game: NewGame) = "begin", value => game.begin(value.parse().ok()?);
    /// Begins the server's usual game.
    BeginUsual(game: NewGame) = "begin-usual" => game.begin(game.draft.variant);
    /// Accepts the challenge.
    Accept(id: ChallengeId) = "accept" => Command::Accept(id);
    /// Accepts the challenge in the room where it is pressed.
    AcceptHere(id: ChallengeId) = "accept-here" => Command::AcceptHere(id);
    /// Declines or withdraws the challenge.
    Decline(id: ChallengeId) = "decline" => Command::Decline(id);
    /// Starts a counter-offer.
    Propose(id: ChallengeId) = "propose" => Command::DraftProposal(id, None);
    /// Menu of changes to the counter-offer.
    ChangeProposal(id: ChallengeId, draft: Draft) = "change-proposal", value
        => Command::DraftProposal(id, Some(draft.with(value)?));
    /// Sends the counter-offer.
    SendProposal(id: ChallengeId, draft: Draft) = "send-proposal" => Command::SendProposal(id, draft);
    /// Accepts the counter-offer of that number.
    AgreeToProposal(id: ChallengeId, number: u8) = "agree" => Command::AgreeToProposal(id, number);
    /// Declines the counter-offer of that number.
    DeclineProposal(id: ChallengeId, number: u8) = "disagree" => Command::DeclineProposal(id, number);
    /// Opens the move picker, for the board after that many half-moves, as all that follow.
    Panel(game: GameId, ply: u32) = "panel" => panel(game, ply, None);
    /// Menu of pieces.
    ChoosePiece(game: GameId, ply: u32) = "piece", value => panel(game, ply, Some(Chosen::read(value)));
    /// Menu of a piece's moves.
    ChooseMove(game: GameId, ply: u32) = "target", value => chosen_move(game, ply, value);
    /// Modal for a move.
    WriteMove(game: GameId, ply: u32) = "move", text => written_move(game, ply, text);
    /// Makes the move that was previewed.
    SureMove(game: GameId, ply: u32, text: MoveText) = "sure" => Command::SureMove { game, ply, text };
    /// Explains why the text is not a legal move, or how the move loses at once.
    WhyNot(game: GameId, ply: u32, text: MoveText) = "why-not" => Command::WhyNot { game, ply, text };
    /// Shows the current board.
    Board(id: GameId) = "board" => Command::Board(Which::Id(id));
    /// Offers, accepts or claims a draw.
    Draw(id: GameId) = "draw" => Command::Draw(Which::Id(id));
    /// Declines the draw offer.
    DeclineDraw(id: GameId) = "no-draw" => Command::DeclineDraw(id);
    /// Asks whether to resign.
    AskResign(id: GameId) = "ask-resign" => Command::AskResign(Which::Id(id));
    /// Resigns.
    Resign(id: GameId) = "resign" => Command::Resign(id);
    /// Requests or grants a takeback on the board after that many half-moves.
    TakeBack(id: GameId, ply: u32) = "take-back-at" => Command::TakeBack(Which::Id(id), Some(ply));
    /// Requests or grants a takeback on the current board; only older messages have it.
    TakeBackNow(id: GameId) = "take-back" => Command::TakeBack(Which::Id(id), None);
    /// Declines the takeback.
    DeclineTakeBack(id: GameId) = "no-take-back" => Command::DeclineTakeBack(id);
    /// Withdraws your offer.
    Withdraw(id: GameId) = "withdraw" => Command::Withdraw(id);
    /// Gives a hint.
    Hint(id: GameId) = "hint" => Command::Hint(Which::Id(id));
    /// Clears your premoves.
    ForgetPrepared(id: GameId) = "forget-prepared" => Command::ForgetPrepared(id);
    /// Aborts a game in which no one has moved, or asks whether to.
    AskAbort(id: GameId) = "ask-abort" => Command::AskAbort(id);
    /// Aborts a game that has not really begun.
    Abort(id: GameId) = "abort" => Command::Abort(id);
    /// Offers or accepts a rematch.
    Rematch(id: GameId) = "rematch" => Command::Rematch(id);
    /// Opens a finished game in the viewer.
    OpenReplay(id: GameId) = "replay" => replay(id, None);
    /// Menu of finished games, each of which opens in the viewer.
    ChooseReplay = "replay-of", value => replay(value.parse().ok()?, None);
    /// Steps on in the viewer, from this position seen by this side.
    StepReplay(game: GameId, ply: u32, bottom: Color, step: Step) = "step"
        => replay(game, Some(step.from(Viewed { ply, bottom })));
    /// Menu of positions of the game in the viewer.
    JumpReplay(game: GameId, bottom: Color) = "jump", value
        => replay(game, Some(Viewed { ply: value.parse().ok()?, bottom }));
    /// Asks for a review of the game in the viewer.
    AnalyzeReplay(game: GameId, ply: u32, bottom: Color) = "replay-review"
        => Command::AnalyzeReplay(game, Viewed { ply, bottom });
    /// Posts the position in the viewer for everyone.
    PostReplay(game: GameId, ply: u32, bottom: Color) = "post-game"
        => Command::Post(Postable::Game(game, Viewed { ply, bottom }));
    /// Posts your profile for everyone.
    PostProfile = "post-profile" => Command::Post(Postable::Profile);
    /// Posts a page of a leaderboard for everyone.
    PostLeaderboard(family: Family, reach: Reach, page: u16) = "post-best"
        => Command::Post(Postable::Leaderboard(family, reach, page));
    /// Stops watching the game.
    Unwatch(id: GameId) = "unwatch" => Command::Unwatch(id);
    /// Ends your vacation early.
    EndVacation = "vacation" => Command::EndVacation;
    /// Shows a page of a game's rules.
    Rules(variant: Variant, page: u32) = "rules" => Command::Rules(Some(variant), page as usize);
    /// Menu of the pages of a game's rules.
    RulesPage(variant: Variant) = "rules-page", value => Command::Rules(Some(variant), value.parse().ok()?);
    /// Asks which game's rules to show.
    RulesOfAny = "rules-of-any" => Command::Rules(None, 0);
    /// Menu of the games.
    RulesOf = "rules-of", value => Command::Rules(Some(value.parse().ok()?), 0);
    /// Shows preferences or server settings.
    Settings(scope: Scope) = "settings" => Command::Settings(scope, None);
    /// Menu of settings.
    OpenSetting(scope: Scope) = "setting", value => Command::Settings(scope, Setting::from_code(value));
    /// Menu of a setting's values.
    ChangeSetting(setting: Setting) = "set", value => Command::Change(setting, value.to_owned());
    /// Menu of rooms or roles for a setting.
    PickSetting(setting: Setting) = "pick", value => Command::Change(setting, value.to_owned());
    /// Modal for a setting's value.
    WriteSetting(setting: Setting) = "write", text => Command::Change(setting, text.to_owned());
    /// Older games of the person who played this side in this game.
    History(game: GameId, side: Color) = "history" => Command::People(PeopleCommand::OlderHistory(game, side));
    /// A page of a leaderboard.
    Leaderboard(family: Family, reach: Reach, page: u16) = "best"
        => Command::People(PeopleCommand::Leaderboard(family, reach, page));
    /// Shows what is stored about people.
    Privacy = "privacy" => Command::People(PeopleCommand::Privacy);
    /// Sends you a copy of your data.
    Export = "export" => Command::People(PeopleCommand::Export);
    /// Asks whether to delete your data.
    AskErase = "ask-erase" => Command::People(PeopleCommand::AskErase);
    /// Deletes your data.
    Erase = "erase" => Command::People(PeopleCommand::Erase);
    /// Links this account to the one that was given the code.
    ConfirmLink(code: LinkCode) = "link" => Command::People(PeopleCommand::ConfirmLink(code));
    /// Asks whether to separate your accounts.
    AskUnlink = "ask-unlink" => Command::People(PeopleCommand::AskUnlink);
    /// Separates your accounts.
    Unlink = "unlink" => Command::People(PeopleCommand::Unlink);
    /// Joins the tournament.
    Join(id: TournamentId) = "join" => tournament(id, TournamentCommand::Join);
    /// Accepts an invitation to the tournament.
    AcceptInvitation(id: TournamentId) = "accept-invitation" => tournament(id, TournamentCommand::Accept);
    /// Declines an invitation to the tournament.
    DeclineInvitation(id: TournamentId) = "decline-invitation" => tournament(id, TournamentCommand::Decline);
    /// Shows a page of the tournament's audit.
    Audit(id: TournamentId, page: u32) = "audit" => tournament(id, TournamentCommand::Audit(page));
    /// Leaves the tournament.
    Leave(id: TournamentId) = "leave" => tournament(id, TournamentCommand::Leave);
    /// Checks in.
    CheckIn(id: TournamentId) = "check-in" => tournament(id, TournamentCommand::CheckIn);
    /// Shows a view of the tournament, at the page on which something happens now.
    SeeTournament(id: TournamentId, view: TournamentView) = "see"
        => tournament(id, TournamentCommand::See(view, None));
    /// Shows a page of a view of the tournament.
    SeePage(id: TournamentId, view: TournamentView, page: u16) = "see-page"
        => tournament(id, TournamentCommand::See(view, Some(page)));
    /// Shows your opponents and why you were paired.
    MyPairings(id: TournamentId) = "my-pairings" => tournament(id, TournamentCommand::Mine);
    /// Asks for a half-point bye in the next round.
    SitOut(id: TournamentId) = "sit-out" => tournament(id, TournamentCommand::SitOut);
    /// Menu of the games for a new tournament.
    DraftGame(draft: TournamentDraft) = "new-tournament", value => Command::Tournament(None, TournamentCommand::Draft {
        draft: TournamentDraft { variant: value.parse().ok()?, ..draft },
        starts: None,
    });
    /// Modal for the name and the start of a new tournament.
    AnnounceDraft(draft: TournamentDraft) = "announce", text => Command::Tournament(None, draft.filled_in(text));
    /// Shows a page of the organizer's card.
    Manage(id: TournamentId, page: OrganizerPage) = "manage" => tournament(id, TournamentCommand::Manage(page));
    /// Menu of the games in progress.
    ManageGame(id: TournamentId) = "manage-game", value => managed_game(id, value)?;
    /// Gives a game a winner, or a draw.
    Decide(id: TournamentId, game: GameId, winner: Option<Color>) = "decide"
        => tournament(id, TournamentCommand::Adjudicate(game, winner));
    /// Menu of people to invite.
    Invite(id: TournamentId) = "invite", value
        => tournament(id, TournamentCommand::Add(Seat::Person(person_chosen(value)?)));
    /// Menu of entrants to remove.
    RemoveEntrant(id: TournamentId) = "remove", value => removal(id, value)?;
    /// Holds back rounds.
    Pause(id: TournamentId) = "pause" => tournament(id, TournamentCommand::Pause);
    /// Continues, perhaps in the room where it is pressed.
    Resume(id: TournamentId) = "resume" => tournament(id, TournamentCommand::Resume);
    /// Postpones the start or the next round, which has that stamp, by that many minutes.
    Postpone(id: TournamentId, minutes: u16, stamp: u32) = "postpone"
        => tournament(id, TournamentCommand::Postpone(Span::minutes(minutes.into()), Some(stamp)));
    /// Undoes the organizer's last action, which has that stamp.
    Undo(id: TournamentId, stamp: u32) = "undo" => tournament(id, TournamentCommand::Undo(Some(stamp)));
    /// Does something that cannot be undone, or asks first.
    Ask(id: TournamentId, risk: Risk) = "ask" => tournament(id, TournamentCommand::Ask(risk));
    /// Does what was asked about in a state with that stamp.
    Sure(id: TournamentId, risk: Risk, stamp: u32) = "sure-tournament" => tournament(id, TournamentCommand::Sure(risk, stamp));
    /// Menu of the parts of the plan.
    ChangePlan(id: TournamentId) = "change-plan", value => plan_change(id, PlanPart::from_code(value)?)?;
    /// Switches a part of the plan between its two values.
    TogglePlan(id: TournamentId, part: PlanPart) = "plan" => tournament(id, TournamentCommand::Edit(part, None));
    /// Menu of roles for a part of the plan, or a modal for its text.
    EditPlan(id: TournamentId, part: PlanPart) = "edit-plan", value
        => tournament(id, TournamentCommand::Edit(part, Some(value.to_owned())));
}
