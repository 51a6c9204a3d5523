//! The commands that are tried.

use std::collections::BTreeSet;

use app::{
    Action, Command, Draft, LessonPosition, Level, MoveText, NewGame, Occasion, OrganizerPage,
    PeopleCommand, Postable, Reach, Scope, Setting, SpaceCommand, Span, Terms, TournamentCommand,
    TournamentDraft, Viewed, Vote, Which,
};
use rules_core::{Color, Family, Variant};

use super::world::{Scene, World, announced};
use crate::common::{moving, person, play};
use crate::typed_actions::{Control, controls};

/// A command in a scene, by its name below or by how it is typed.
pub(crate) struct Try {
    pub(crate) name: &'static str,
    pub(crate) scene: Scene,
    pub(crate) command: Box<dyn Fn(&World) -> Command>,
}

/// Commands about linked accounts, which no one has in these scenes; `linking` tries them.
const LINKED: [&str; 3] = ["ConfirmLink", "AskUnlink", "Unlink"];

/// Every command that has a name below, and every other that a control gives, as the rows of the document.
pub(crate) fn tries() -> Vec<Try> {
    let mut tries = named();
    let kinds = tries
        .iter()
        .map(|one| kind_of(&(one.command)(&World::new(one.scene))));
    let mut kinds: BTreeSet<_> = kinds.collect();
    let world = World::new(Scene::Begun);
    for control in controls() {
        let kind = kind_of(&pressed(&control, &world));
        let is_linked = LINKED.iter().any(|linked| kind.starts_with(linked));
        if !is_linked && kinds.insert(kind) {
            tries.push(Try {
                name: control.typed,
                scene: Scene::Begun,
                command: Box::new(move |world: &World| pressed(&control, world)),
            });
        }
    }
    tries
}

/// The command of a control in a world: an example's game, challenge and tournament are replaced with the world's own.
fn pressed(control: &Control, world: &World) -> Command {
    let (game, challenge) = (world.game.to_string(), world.to_bob.to_string());
    let here = |text: &str| text.replace("k7f3q2", &game).replace("chc0de", &challenge);
    let action = Action::from_address(&here(&control.address)).unwrap();
    let input = control.input.as_deref().map(here);
    match action.command(input.as_deref()).unwrap() {
        Command::Tournament(_, command) => Command::Tournament(None, command),
        command => command,
    }
}

/// The kind of a command, without its arguments.
pub(crate) fn kind_of(command: &Command) -> String {
    let name = match command {
        Command::People(command) => word(&format!("{command:?}")),
        other => word(&format!("{other:?}")),
    };
    format!("{name} {:?}", command.needs())
}

/// The first word of a value's debug form.
pub(crate) fn word(debug: &str) -> String {
    debug
        .chars()
        .take_while(char::is_ascii_alphanumeric)
        .collect()
}

macro_rules! tries {
    ($($name:literal, $scene:ident, |$world:tt| $command:expr;)+) => {
        /// Commands with a name. One that isn't allowed when a game has begun, or that needs arguments of its own, is here.
        fn named() -> Vec<Try> {
            vec![$(Try {
                name: $name,
                scene: Scene::$scene,
                command: Box::new(|$world: &World| $command),
            }),+]
        }
    };
}

tries! {
    "open challenge", Begun, |_| invite(None);
    "challenge a person", Begun, |_| invite(Some("zoe"));
    "challenge the player", Begun, |_| invite(Some("ann"));
    "accept a challenge to you", Begun, |w| Command::Accept(w.to_bob);
    "accept an open challenge", Begun, |w| Command::Accept(w.to_all);
    "accept a challenge in your own room", Begun, |w| Command::AcceptHere(w.to_bob);
    "draft new terms", Begun, |w| Command::DraftProposal(w.to_bob, None);
    "propose new terms", Begun, |w| Command::SendProposal(w.to_bob, other_terms());
    "accept new terms", Begun, |w| Command::AgreeToProposal(w.proposed, 1);
    "decline new terms", Begun, |w| Command::DeclineProposal(w.proposed, 1);
    "decline or withdraw a challenge", Begun, |w| Command::Decline(w.to_bob);
    "withdraw a challenge", Begun, |w| Command::WithdrawChallenge(w.to_bob);
    "play the engine", Begun, |_| play(Terms::of(Variant::Leto));
    "choose a game to start", Begun, |_|
        Command::ChooseGame(NewGame::play(&Terms::of(Variant::Leto), Level::LOWEST));
    "move", Begun, |w| moving(Which::Id(w.game), "Kd7");
    "confirm a move", Begun, |w|
        Command::SureMove { game: w.game, ply: 2, text: MoveText::from("c6d7").unwrap() };
    "ask why a move is illegal", Begun, |w|
        Command::WhyNot { game: w.game, ply: 2, text: MoveText::from("c6c9").unwrap() };
    "choose a move from menus", Begun, |w| Command::Panel { game: w.game, ply: 2, chosen: None };
    "look at a board", Begun, |w| Command::Board(Which::Id(w.game));
    "get a board in words", Begun, |w| Command::Describe(Which::Id(w.game));
    "take a vacation", Begun, |_| Command::Vacation(Some(1));
    "see the room's space", Begun, |_| Command::Space(SpaceCommand::Show);
    "end a vacation", Begun, |_| Command::EndVacation;
    "analyze a position", Begun, |_|
        Command::Study(Variant::Legan, "4k3/8/8/8/8/8/4Q3/4K3 b - - 0 1".to_owned());
    "list your games", Begun, |_| Command::Games;
    "start a game by its name", Begun, |_| Command::Begin(Variant::Toto40);
    "open your next game", Begun, |_| Command::NextGame;
    "choose a game to analyze", Begun, |_| Command::ChooseReview;
    "offer, claim or accept a draw", Begun, |w| Command::Draw(Which::Id(w.game));
    "answer an offer with yes or no", DrawOffered, |w| Command::AnswerOffer(Which::Id(w.game), true);
    "accept a draw", DrawOffered, |w| Command::AcceptDraw(w.game);
    "decline a draw", DrawOffered, |w| Command::DeclineDraw(w.game);
    "ask for a takeback or accept one", Begun, |w| Command::TakeBack(Which::Id(w.game), None);
    "decline a takeback", TakeBackWanted, |w| Command::DeclineTakeBack(w.game);
    "withdraw an offer", DrawOffered, |w| Command::Withdraw(w.game);
    "see your premoves", Begun, |w| Command::Prepare(Which::Id(w.game), String::new());
    "clear your premoves", Begun, |w| Command::ForgetPrepared(w.game);
    "get a hint", Begun, |w| Command::Hint(Which::Id(w.game));
    "ask to resign", Begun, |w| Command::AskResign(Which::Id(w.game));
    "resign", Begun, |w| Command::Resign(w.game);
    "ask to abort a game", New, |w| Command::AskAbort(w.game);
    "abort a game", New, |w| Command::Abort(w.game);
    "analyze a finished game", Over, |w| Command::Analyze(w.game);
    "step through a finished game", Over, |w| Command::Replay(Which::Id(w.game), None);
    "analyze the game in the viewer", Over, |w| Command::AnalyzeReplay(w.game, viewed());
    "post a finished game", Over, |w| Command::Post(Postable::Game(w.game, viewed()));
    "ask for a rematch or accept one", Over, |w| Command::Rematch(w.game);
    "watch a game", Begun, |w| Command::Watch(w.game);
    "stop watching", Begun, |w| Command::Unwatch(w.game);
    "list the games here", Begun, |_| Command::GamesHere;
    "learn a game", Begun, |_| Command::Learn(Some(Family::Leto));
    "list a game's lessons", Begun, |_| Command::Lessons(Family::Leto);
    "see a position of a lesson", Begun, |_| Command::Lesson(lesson(), None);
    "try a move in a lesson", Begun, |_| Command::TryInLesson(lesson(), "a2c4".to_owned());
    "open a puzzle", Begun, |_| Command::Puzzle(Some(Family::Leto), None);
    "vote on a puzzle", Begun, |_| Command::Vote("leto-p1".parse().unwrap(), Vote::Up);
    "see a puzzle's solution", Begun, |_| Command::Solution(LessonPosition::first("leto-p1".parse().unwrap()));
    "open the daily puzzle", Begun, |_| Command::Daily(None);
    "read the rules", Begun, |_| Command::Rules(Some(Variant::Leto), 0);
    "read the rules of a game in progress", Begun, |w| Command::RulesOfGame(Which::Id(w.game));
    "get help", Begun, |_| Command::Help(Occasion::Asked);
    "see your preferences", Begun, |_| Command::Settings(Scope::Own, None);
    "see a server's settings", Begun, |_| Command::Settings(Scope::Server, None);
    "change a preference", Begun, |_| Command::Change(Setting::Confirm, "yes".to_owned());
    "change a server's setting", Begun, |_| Command::Change(Setting::Threads, "yes".to_owned());
    "read about Delos", Begun, |_| Command::About;
    "see a profile", Begun, |_| Command::People(PeopleCommand::Profile(Some(person("ann"))));
    "see a history", Begun, |_| Command::People(PeopleCommand::History(Some(person("ann"))));
    "see older games", Over, |w| Command::People(PeopleCommand::OlderHistory(w.game, Color::White));
    "see a leaderboard", Begun, |_| Command::People(PeopleCommand::Leaderboard(Family::Leto, Reach::Here, 0));
    "post your profile", Begun, |_| Command::Post(Postable::Profile);
    "post a leaderboard", Begun, |_| Command::Post(Postable::Leaderboard(Family::Leto, Reach::Here, 0));
    "post a lesson", Begun, |_| Command::Post(Postable::Lesson(lesson().lesson));
    "see a server's statistics", Begun, |_| Command::People(PeopleCommand::Statistics);
    "block", Begun, |_| Command::People(PeopleCommand::Block(person("zoe")));
    "unblock", Begun, |_| Command::People(PeopleCommand::Unblock(person("hal")));
    "list the people you blocked", Begun, |_| Command::People(PeopleCommand::Blocked);
    "read about privacy", Begun, |_| Command::People(PeopleCommand::Privacy);
    "get your data", Begun, |_| Command::People(PeopleCommand::Export);
    "ask to delete your data", Begun, |_| Command::People(PeopleCommand::AskErase);
    "delete your data", Begun, |_| Command::People(PeopleCommand::Erase);
    "get a code to link an account", Begun, |_| Command::People(PeopleCommand::Link);
    "create a tournament step by step", Begun, |_| draft_of_tournament();
    "manage a tournament", Begun, |_|
        Command::Tournament(None, TournamentCommand::Manage(OrganizerPage::Front));
    "create a tournament", Begun, |_| Command::Tournament(None, announced());
    "join, leave or view a tournament", Begun, |_| Command::Tournament(None, TournamentCommand::Join);
    "accept or decline an invitation to a tournament", Begun, |_|
        Command::Tournament(None, TournamentCommand::Accept);
    "start, postpone or correct a tournament", Begun, |_|
        Command::Tournament(None, TournamentCommand::Postpone(Span::hours(1), Some(0)));
}

/// The first position of the first lesson.
fn lesson() -> LessonPosition {
    "leto-throw.0.0".parse().unwrap()
}

fn viewed() -> Viewed {
    Viewed {
        ply: 1,
        bottom: Color::White,
    }
}

pub(crate) fn other_terms() -> Draft {
    "legan,x,3d,c".parse().unwrap()
}

fn draft_of_tournament() -> Command {
    let draft = TournamentCommand::Draft {
        draft: TournamentDraft::new(Variant::Leto),
        starts: None,
    };
    Command::Tournament(None, draft)
}

fn invite(opponent: Option<&str>) -> Command {
    Command::Challenge {
        opponent: opponent.map(person),
        terms: Terms::of(Variant::Legan),
    }
}
