//! The commands that are tried.

use app::{
    Command, Draft, Level, MoveText, NewGame, Occasion, OrganizerPage, PeopleCommand, Postable,
    Reach, Scope, Setting, SpaceCommand, Span, Terms, TournamentCommand, TournamentDraft, Viewed,
    Which,
};
use rules_core::{Color, Family, Variant};

use super::world::{Scene, World, announced};
use crate::common::{moving, person};

/// A command in a scene, by the name that the table gives it.
pub(crate) struct Try {
    pub(crate) name: &'static str,
    pub(crate) scene: Scene,
    pub(crate) command: fn(&World) -> Command,
}

pub(crate) fn tries() -> Vec<Try> {
    let mut all = playing();
    all.extend(beside());
    all
}

/// A row of the table.
fn row(name: &'static str, scene: Scene, command: fn(&World) -> Command) -> Try {
    Try {
        name,
        scene,
        command,
    }
}

#[allow(clippy::too_many_lines, reason = "a list")]
fn playing() -> Vec<Try> {
    use Scene::{Begun, DrawOffered, New, Over, TakeBackWanted};
    vec![
        row("open challenge", Begun, |_| invite(None)),
        row("challenge a person", Begun, |_| invite(Some("zoe"))),
        row("challenge the player", Begun, |_| invite(Some("ann"))),
        row("accept a challenge to you", Begun, |w| {
            Command::Accept(w.to_bob)
        }),
        row("accept an open challenge", Begun, |w| {
            Command::Accept(w.to_all)
        }),
        row("accept a challenge in your own room", Begun, |w| {
            Command::AcceptHere(w.to_bob)
        }),
        row("draft new terms", Begun, |w| {
            Command::DraftProposal(w.to_bob, None)
        }),
        row("propose new terms", Begun, |w| {
            Command::SendProposal(w.to_bob, other_terms())
        }),
        row("accept new terms", Begun, |w| {
            Command::AgreeToProposal(w.proposed, 1)
        }),
        row("decline new terms", Begun, |w| {
            Command::DeclineProposal(w.proposed, 1)
        }),
        row("decline or withdraw a challenge", Begun, |w| {
            Command::Decline(w.to_bob)
        }),
        row("play the engine", Begun, |_| Command::Play {
            terms: Terms::of(Variant::Leto),
            level: Level::LOWEST,
        }),
        row("choose a game to start", Begun, |_| {
            Command::ChooseGame(NewGame::play(&Terms::of(Variant::Leto), Level::LOWEST))
        }),
        row("move", Begun, |w| moving(Which::Id(w.game), "Kd7")),
        row("confirm a move", Begun, |w| Command::SureMove {
            game: w.game,
            ply: 2,
            text: MoveText::from("c6d7").unwrap(),
        }),
        row("ask why a move is illegal", Begun, |w| Command::WhyNot {
            game: w.game,
            ply: 2,
            text: MoveText::from("c6c9").unwrap(),
        }),
        row("choose a move from menus", Begun, |w| Command::Panel {
            game: w.game,
            ply: 2,
            chosen: None,
        }),
        row("look at a board", Begun, |w| {
            Command::Board(Which::Id(w.game))
        }),
        row("get a board in words", Begun, |w| {
            Command::Describe(Which::Id(w.game))
        }),
        row("take a vacation", Begun, |_| Command::Vacation(Some(1))),
        row("see the room's space", Begun, |_| {
            Command::Space(SpaceCommand::Show)
        }),
        row("end a vacation", Begun, |_| Command::EndVacation),
        row("analyze a position", Begun, |_| {
            Command::Study(Variant::Legan, "4k3/8/8/8/8/8/4Q3/4K3 b - - 0 1".to_owned())
        }),
        row("list your games", Begun, |_| Command::Games),
        row("offer, claim or accept a draw", Begun, |w| {
            Command::Draw(Which::Id(w.game))
        }),
        row("decline a draw", DrawOffered, |w| {
            Command::DeclineDraw(w.game)
        }),
        row("ask for a takeback or accept one", Begun, |w| {
            Command::TakeBack(Which::Id(w.game), None)
        }),
        row("decline a takeback", TakeBackWanted, |w| {
            Command::DeclineTakeBack(w.game)
        }),
        row("withdraw an offer", DrawOffered, |w| {
            Command::Withdraw(w.game)
        }),
        row("see your premoves", Begun, |w| {
            Command::Prepare(Which::Id(w.game), String::new())
        }),
        row("clear your premoves", Begun, |w| {
            Command::ForgetPrepared(w.game)
        }),
        row("get a hint", Begun, |w| Command::Hint(Which::Id(w.game))),
        row("ask to resign", Begun, |w| {
            Command::AskResign(Which::Id(w.game))
        }),
        row("resign", Begun, |w| Command::Resign(w.game)),
        row("ask to abort a game", New, |w| Command::AskAbort(w.game)),
        row("abort a game", New, |w| Command::Abort(w.game)),
        row("analyze a finished game", Over, |w| {
            Command::Analyze(w.game)
        }),
        row("step through a finished game", Over, |w| {
            Command::Replay(Which::Id(w.game), None)
        }),
        row("analyze the game in the viewer", Over, |w| {
            Command::AnalyzeReplay(w.game, viewed())
        }),
        row("post a finished game", Over, |w| {
            Command::Post(Postable::Game(w.game, viewed()))
        }),
        row("ask for a rematch or accept one", Over, |w| {
            Command::Rematch(w.game)
        }),
    ]
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

fn invite(opponent: Option<&str>) -> Command {
    Command::Challenge {
        opponent: opponent.map(person),
        terms: Terms::of(Variant::Legan),
    }
}

fn beside() -> Vec<Try> {
    use Scene::Begun;
    fn about(command: PeopleCommand) -> Command {
        Command::People(command)
    }
    vec![
        row("watch a game", Begun, |w| Command::Watch(w.game)),
        row("stop watching", Begun, |w| Command::Unwatch(w.game)),
        row("list the games here", Begun, |_| Command::GamesHere),
        row("read the rules", Begun, |_| {
            Command::Rules(Some(Variant::Leto), 0)
        }),
        row("read the rules of a game in progress", Begun, |w| {
            Command::RulesOfGame(Which::Id(w.game))
        }),
        row("get help", Begun, |_| Command::Help(Occasion::Asked)),
        row("see your preferences", Begun, |_| {
            Command::Settings(Scope::Own, None)
        }),
        row("see a server's settings", Begun, |_| {
            Command::Settings(Scope::Server, None)
        }),
        row("change a preference", Begun, |_| {
            Command::Change(Setting::Confirm, "yes".to_owned())
        }),
        row("change a server's setting", Begun, |_| {
            Command::Change(Setting::Threads, "yes".to_owned())
        }),
        row("read about Delos", Begun, |_| Command::About),
        row("see a profile", Begun, |_| {
            about(PeopleCommand::Profile(Some(person("ann"))))
        }),
        row("see a history", Begun, |_| {
            about(PeopleCommand::History(Some(person("ann"))))
        }),
        row("see older games", Scene::Over, |w| {
            about(PeopleCommand::OlderHistory(w.game, Color::White))
        }),
        row("see a leaderboard", Begun, |_| {
            about(PeopleCommand::Leaderboard(Family::Leto, Reach::Here, 0))
        }),
        row("post your profile", Begun, |_| {
            Command::Post(Postable::Profile)
        }),
        row("post a leaderboard", Begun, |_| {
            Command::Post(Postable::Leaderboard(Family::Leto, Reach::Here, 0))
        }),
        row("see a server's statistics", Begun, |_| {
            about(PeopleCommand::Statistics)
        }),
        row("block", Begun, |_| {
            about(PeopleCommand::Block(person("zoe")))
        }),
        row("unblock", Begun, |_| {
            about(PeopleCommand::Unblock(person("hal")))
        }),
        row("list the people you blocked", Begun, |_| {
            about(PeopleCommand::Blocked)
        }),
        row("read about privacy", Begun, |_| {
            about(PeopleCommand::Privacy)
        }),
        row("get your data", Begun, |_| about(PeopleCommand::Export)),
        row("ask to delete your data", Begun, |_| {
            about(PeopleCommand::AskErase)
        }),
        row("delete your data", Begun, |_| about(PeopleCommand::Erase)),
        row("get a code to link an account", Begun, |_| {
            about(PeopleCommand::Link)
        }),
        row("create a tournament step by step", Begun, |_| {
            Command::Tournament(
                None,
                TournamentCommand::Draft {
                    draft: TournamentDraft::new(Variant::Leto),
                    starts: None,
                },
            )
        }),
        row("manage a tournament", Begun, |_| {
            Command::Tournament(None, TournamentCommand::Manage(OrganizerPage::Front))
        }),
        row("create a tournament", Begun, |_| {
            Command::Tournament(None, announced())
        }),
        row("join, leave or view a tournament", Begun, |_| {
            Command::Tournament(None, TournamentCommand::Join)
        }),
        row(
            "accept or decline an invitation to a tournament",
            Begun,
            |_| Command::Tournament(None, TournamentCommand::Accept),
        ),
        row("start, postpone or correct a tournament", Begun, |_| {
            Command::Tournament(None, TournamentCommand::Postpone(Span::hours(1), Some(0)))
        }),
    ]
}
