//! Tries every command as every kind of person, and checks the table in `PERMISSIONS.md`.

mod commands;
mod document;
mod world;

use std::collections::BTreeSet;

use app::effect::Answer;
use app::{Command, Context, Discretion, Failure, Need, Request, RoleId};

use commands::{Try, tries};
use world::{KINDS, Kind, World};

use crate::common::{person, venue};

/// A scene with the command that someone gives in it.
fn scene(one: &Try, kind: Kind, who: &str) -> (World, Request) {
    let world = World::new(one.scene);
    let command = (one.command)(&world);
    let (room, server) = match kind {
        Kind::OtherServer => ("t:elsewhere", "t:another server"),
        Kind::Guest => ("t:elsewhere", "t:a server without Delos"),
        _ => ("t:room", "t:server"),
    };
    let request = Request {
        who: person(who),
        venue: venue(room, Some(server)),
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
    (world, request)
}

/// Whether the command was accepted.
fn attempt(one: &Try, kind: Kind, who: &str) -> bool {
    let (mut world, request) = scene(one, kind, who);
    let moment = world.hall.moment();
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
            !is_elsewhere && !matches!(kind, Kind::Player | Kind::Blocked)
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

#[test]
fn each_command_is_accepted_only_from_people_whom_its_need_allows() {
    let mut wrong = Vec::new();
    for one in &tries() {
        let world = World::new(one.scene);
        let command = (one.command)(&world);
        for (kind, who, _) in KINDS {
            let expected = expected(&command, &world, kind);
            if attempt(one, kind, who) != expected {
                wrong.push(format!("{} as {kind:?}: expected {expected}", one.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_secret_command_is_never_answered_in_public() {
    let mut secret = BTreeSet::new();
    for one in &tries() {
        for (kind, who, _) in KINDS {
            let (mut world, request) = scene(one, kind, who);
            if request.command.discretion() != Discretion::Secret {
                continue;
            }
            let moment = world.hall.moment();
            let app = &world.hall.app;
            let answer = match app.handle(&request, moment) {
                Ok(handled) => handled.answer,
                Err(Failure::Refused(refusal)) => app.refused(&request, &refusal).unwrap(),
                Err(failure) => panic!("{}: {failure:?}", one.name),
            };
            let before_all = matches!(answer, Answer::Aside(_));
            assert!(!before_all, "{} as {kind:?}: {answer:?}", one.name);
            secret.insert(one.name);
        }
    }
    assert!(secret.len() > 15, "{secret:?}");
}
