//! Tries every command as every kind of person, and checks the table in `PERMISSIONS.md`.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod common;

use std::fmt::Write as _;

use app::{
    Action, ChallengeId, Command, Context, Draft, Failure, Format, GameId, Level, MoveText, Need,
    NewGame, Occasion, OrganizerPage, PeopleCommand, PlanPart, Postable, Reach, Request, Risk,
    RoleId, RoomId, Scope, Seat, ServerId, Setting, Span, Step, Terms, TimeControl,
    TournamentCommand, TournamentDraft, TournamentId, TournamentPlan, TournamentView, Venue,
    Viewed, Which,
};
use common::{Hall, challenge_of, moving, person};
use rules_core::{Color, Family, Variant};

/// Who tries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// Ann: White, to move; made the challenges.
    Player,
    /// Bob: Black; was challenged, and made an offer.
    Opponent,
    /// Cat, on the same server.
    Spectator,
    /// Max, who may manage the server.
    Manager,
    /// Olga, who may organize tournaments there.
    Organizer,
    /// Dan, who speaks from another server.
    OtherServer,
    /// Eve, whom ann and bob have blocked.
    Blocked,
    /// Gus, in whose server Delos is not.
    Guest,
    /// Fay, whose data is being deleted.
    Leaving,
}

const KINDS: [(Kind, &str, &str); 9] = [
    (Kind::Player, "ann", "player"),
    (Kind::Opponent, "bob", "opponent"),
    (Kind::Spectator, "cat", "spectator"),
    (Kind::Manager, "max", "manager"),
    (Kind::Organizer, "olga", "organizer"),
    (Kind::OtherServer, "dan", "other server"),
    (Kind::Blocked, "eve", "blocked"),
    (Kind::Guest, "gus", "guest"),
    (Kind::Leaving, "fay", "leaving"),
];

/// The state in which a command is tried.
#[derive(Clone, Copy)]
enum Scene {
    /// The game has begun, ann is to move.
    Begun,
    /// No one has moved yet.
    New,
    /// Bob has offered a draw.
    DrawOffered,
    /// Bob has asked for a takeback.
    TakeBackWanted,
    /// The game is over.
    Over,
}

/// A hall in that state.
struct World {
    hall: Hall,
    game: GameId,
    to_bob: ChallengeId,
    to_all: ChallengeId,
    proposed: ChallengeId,
}

impl World {
    fn new(scene: Scene) -> Self {
        let mut hall = Hall::new();
        let game = hall.game(Variant::Toto40);
        let to_bob = hall.challenge(Variant::Leto);
        let proposed = hall.challenge(Variant::Leto);
        hall.act("bob", Command::SendProposal(proposed, other_terms()));
        let open = Command::Challenge {
            opponent: None,
            terms: Terms::of(Variant::Leto),
        };
        let to_all = challenge_of(&hall.act("ann", open).outgoing);
        for who in ["ann", "bob"] {
            people(&mut hall, who, PeopleCommand::Block(person("eve")));
        }
        people(&mut hall, "fay", PeopleCommand::Erase);
        hall.context.manages = true;
        let organizers = Command::Change(Setting::Organizers, "t:organizers".to_owned());
        hall.act("max", organizers);
        hall.act("max", Command::Tournament(None, announced()));
        let invite = TournamentCommand::Add(Seat::Person(person("bob")));
        hall.act("max", Command::Tournament(None, invite));
        hall.context.manages = false;
        for (kind, who, _) in KINDS {
            if kind != Kind::Leaving {
                people(&mut hall, who, PeopleCommand::Block(person("hal")));
            }
        }
        let which = Which::Id(game);
        if !matches!(scene, Scene::New) {
            hall.act("ann", moving(which, "d5e5"));
            hall.act("bob", moving(which, "Kf6"));
        }
        match scene {
            Scene::DrawOffered => drop(hall.act("bob", Command::Draw(which))),
            Scene::TakeBackWanted => drop(hall.act("bob", Command::TakeBack(which, None))),
            Scene::Over => drop(hall.act("bob", Command::Resign(game))),
            Scene::Begun | Scene::New => {}
        }
        Self {
            hall,
            game,
            to_bob,
            to_all,
            proposed,
        }
    }
}

fn announced() -> TournamentCommand {
    let time = TimeControl::Live {
        minutes: 10,
        increment: 5,
    };
    TournamentCommand::create(TournamentPlan::new(
        "Friday cup",
        Variant::Toto40,
        time,
        Format::Swiss { rounds: 5 },
    ))
}

fn people(hall: &mut Hall, who: &str, command: PeopleCommand) {
    hall.act(who, Command::People(command));
}

/// A command in a scene, by the name that the table gives it.
struct Try {
    name: &'static str,
    scene: Scene,
    command: fn(&World) -> Command,
}

fn tries() -> Vec<Try> {
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

fn other_terms() -> Draft {
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
            Command::Tournament(None, TournamentCommand::Postpone(Span::hours(1)))
        }),
    ]
}

/// Whether the command was accepted.
fn attempt(one: &Try, kind: Kind, who: &str) -> bool {
    let mut world = World::new(one.scene);
    let command = (one.command)(&world);
    let server = match kind {
        Kind::OtherServer => "t:another server",
        Kind::Guest => "t:a server without Delos",
        _ => "t:server",
    };
    let moment = world.hall.moment();
    let request = Request {
        who: person(who),
        venue: Venue {
            room: RoomId::new(if server == "t:server" {
                "t:room"
            } else {
                "t:elsewhere"
            }),
            server: Some(ServerId::new(server)),
        },
        context: Context {
            manages: kind == Kind::Manager,
            guest: kind == Kind::Guest,
            roles: (kind == Kind::Organizer)
                .then(|| RoleId::new("t:organizers"))
                .into_iter()
                .collect(),
            ..Context::default()
        },
        command,
    };
    match world.hall.app.handle(&request, moment) {
        Ok(_) => true,
        Err(Failure::Refused(_)) => false,
        Err(failure) => panic!("{}: {failure:?}", one.name),
    }
}

/// Whether the command's need allows it to that kind of person.
fn expected(command: &Command, world: &World, kind: Kind) -> bool {
    let needs_delos = command.begins_a_game() || command.posts();
    if kind == Kind::Leaving || (kind == Kind::Guest && needs_delos) {
        return false;
    }
    let to_ann = matches!(
        command,
        Command::Challenge { opponent: Some(to), .. } if to.name == "ann"
    );
    let is_elsewhere = matches!(kind, Kind::OtherServer | Kind::Guest);
    match command.needs() {
        Need::Anyone => true,
        Need::Unblocked => !to_ann || !matches!(kind, Kind::Player | Kind::Blocked),
        Need::Asked if *command == Command::Accept(world.to_all) => {
            !matches!(kind, Kind::Player | Kind::Blocked)
        }
        Need::Asked | Need::Challenged | Need::Invited | Need::Offering => kind == Kind::Opponent,
        Need::Concerned | Need::Playing => matches!(kind, Kind::Player | Kind::Opponent),
        Need::Challenging | Need::OnMove | Need::Offered => kind == Kind::Player,
        Need::Watching => !is_elsewhere && !matches!(kind, Kind::Player | Kind::Opponent),
        Need::Managing => kind == Kind::Manager,
        Need::Seeing | Need::Local => !is_elsewhere,
        Need::Organizing => matches!(kind, Kind::Manager | Kind::Organizer),
    }
}

/// The buttons that give a command of the same kind, by their names in the code.
fn buttons(command: &Command) -> Vec<String> {
    let (challenge, game) = (ChallengeId::draw(7, 0), GameId::draw(8, 0));
    let tournament = TournamentId::draw(9, 0);
    let text = MoveText::from("e4").unwrap();
    let presses = [
        Action::Accept(challenge),
        Action::Decline(challenge),
        Action::Propose(challenge),
        Action::SendProposal(challenge, other_terms()),
        Action::AgreeToProposal(challenge, 1),
        Action::DeclineProposal(challenge, 1),
        Action::Panel(game, 0),
        Action::ChoosePiece(game, 0),
        Action::ChooseMove(game, 0),
        Action::WriteMove(game, 0),
        Action::SureMove(game, 0, text),
        Action::WhyNot(game, 0, text),
        Action::Board(game),
        Action::Draw(game),
        Action::DeclineDraw(game),
        Action::TakeBack(game, 0),
        Action::DeclineTakeBack(game),
        Action::Withdraw(game),
        Action::Hint(game),
        Action::AskResign(game),
        Action::Resign(game),
        Action::AskAbort(game),
        Action::Abort(game),
        Action::ForgetPrepared(game),
        Action::Rematch(game),
        Action::OpenReplay(game),
        Action::StepReplay(game, 0, Color::White, Step::Forward),
        Action::AnalyzeReplay(game, 0, Color::White),
        Action::PostReplay(game, 0, Color::White),
        Action::PostProfile,
        Action::PostLeaderboard(Family::Leto, Reach::Here, 0),
        Action::Unwatch(game),
        Action::EndVacation,
        Action::Rules(Variant::Leto, 0),
        Action::Settings(Scope::Own),
        Action::Settings(Scope::Server),
        Action::OpenSetting(Scope::Server),
        Action::ChangeSetting(Setting::Confirm),
        Action::ChangeSetting(Setting::Threads),
        Action::WriteSetting(Setting::Quiet),
        Action::History(game, Color::White),
        Action::Leaderboard(Family::Leto, Reach::Here, 0),
        Action::Privacy,
        Action::Export,
        Action::AskErase,
        Action::Erase,
        Action::Join(tournament),
        Action::Leave(tournament),
        Action::AcceptInvitation(tournament),
        Action::DeclineInvitation(tournament),
        Action::Audit(tournament, 0),
        Action::CheckIn(tournament),
        Action::SeeTournament(tournament, TournamentView::Standings),
        Action::MyPairings(tournament),
        Action::SitOut(tournament),
        Action::Manage(tournament, OrganizerPage::Front),
        Action::Pause(tournament),
        Action::Resume(tournament),
        Action::Postpone(tournament, 15),
        Action::Undo(tournament),
        Action::Ask(tournament, Risk::Cancel),
        Action::Sure(tournament, Risk::Cancel, 0),
        Action::Decide(tournament, game, None),
        Action::EditPlan(tournament, PlanPart::Role),
        Action::EditPlan(tournament, PlanPart::Name),
    ];
    let mut names = Vec::new();
    for action in presses {
        let given = action.command(Some("yes"));
        if given.is_some_and(|given| kind_of(&given) == kind_of(command)) {
            names.push(word(&format!("{action:?}").replace("People(", "")));
        }
    }
    names.dedup();
    names
}

/// The kind of a command, without its arguments.
fn kind_of(command: &Command) -> String {
    let name = match command {
        Command::People(command) => word(&format!("{command:?}")),
        other => word(&format!("{other:?}")),
    };
    format!("{name} {:?}", command.needs())
}

/// The first word of a value's debug form.
fn word(debug: &str) -> String {
    debug
        .chars()
        .take_while(char::is_ascii_alphanumeric)
        .collect()
}

fn document() -> String {
    let mut text = "\
# Permissions

Generated by `cargo test -p app --test permissions`, which tries each command as each kind of person. The test fails if this page is out of date; `DELOS_WRITE=1` regenerates it. Buttons have their names in the code.

The people: the *player* and the *opponent* of a game, where the player is to move and made the challenges; a *spectator* in the same channel; a *manager* with Discord's permission \"Manage Server\"; an *organizer* with the tournament role; someone from *another server*; someone whom both players have *blocked*; a *guest*, on a server that Delos has not joined; and someone *leaving*, whose data is being deleted.

A server's settings can limit new games to some channels, and Delos must be allowed to post there. The number of open challenges, of challenges per hour and of games against Delos per hour is limited. Rated games and tournament games have no takebacks.

"
    .to_owned();
    text += "| Command | Buttons | Allowed to |";
    for (_, _, name) in KINDS {
        write!(text, " {name} |").unwrap();
    }
    text += "\n| --- | --- | --- |";
    text += &" --- |".repeat(KINDS.len());
    for one in tries() {
        let command = (one.command)(&World::new(one.scene));
        let begins = if command.begins_a_game() || command.posts() {
            ", in an allowed channel"
        } else {
            ""
        };
        write!(
            text,
            "\n| {} | {} | {}{begins} |",
            one.name,
            buttons(&command).join(", "),
            command.needs().words(),
        )
        .unwrap();
        for (kind, who, _) in KINDS {
            let may = if attempt(&one, kind, who) {
                "yes"
            } else {
                "–"
            };
            write!(text, " {may} |").unwrap();
        }
    }
    text + "\n"
}

#[test]
fn each_command_is_accepted_only_from_people_whom_its_need_allows() {
    let mut wrong = Vec::new();
    for one in tries() {
        let world = World::new(one.scene);
        let command = (one.command)(&world);
        for (kind, who, _) in KINDS {
            let expected = expected(&command, &world, kind);
            if attempt(&one, kind, who) != expected {
                wrong.push(format!("{} as {kind:?}: expected {expected}", one.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_document_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../PERMISSIONS.md");
    let document = document();
    if std::env::var_os("DELOS_WRITE").is_some() {
        std::fs::write(path, &document).unwrap();
    }
    let written = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        written == document,
        "PERMISSIONS.md is out of date: run this test with DELOS_WRITE=1"
    );
}
