//! A room is replaced, or bound to a space: open games and challenges move there, and the rest stays findable.

use app::effect::{Handled, Manner, Outgoing, Subject};
use app::store::{Index, Key};
use app::{
    ChallengeId, Command, Failure, GameId, Limits, PlanPart, Refusal, RoleId, Scope, ServerId,
    SpaceCommand, Terms, Timestamp, TournamentCommand, TournamentRecord, Venue, Which,
};
use rules_core::Variant;
use text::Platform;

use crate::common::cup::{SWISS, edit, plan_with};
use crate::common::{
    Hall, assert_says, assert_silent_about, challenge_of, game_of, invite, manager, moving,
    open_challenge, person, rated, reply, shows, tournament_of,
};

fn venue(room: &str) -> Venue {
    let id = format!("matrix:{room}");
    crate::common::venue(&id, Some(&id))
}

fn server(room: &str) -> ServerId {
    venue(room).server.unwrap()
}

/// Gives a command in a room, as Matrix's front end does.
fn ask(hall: &mut Hall, who: &str, room: &str, command: Command) -> Result<Handled, Failure> {
    let place = hall.app.place_of(&venue(room)).unwrap();
    hall.context.former = place.former;
    hall.handle(person(who), place.venue, command)
}

fn act(hall: &mut Hall, who: &str, room: &str, command: Command) -> Vec<Outgoing> {
    ask(hall, who, room, command).unwrap().outgoing
}

fn challenge(hall: &mut Hall, room: &str) -> ChallengeId {
    challenge_of(&act(hall, "ann", room, invite("bob", rated(Variant::Leto))))
}

fn accept(hall: &mut Hall, room: &str, challenge: ChallengeId) -> GameId {
    game_of(&act(hall, "bob", room, Command::Accept(challenge)))
}

fn game(hall: &mut Hall, room: &str) -> GameId {
    let challenge = challenge(hall, room);
    accept(hall, room, challenge)
}

fn replace(hall: &mut Hall, old: &str, new: &str) -> bool {
    let moment = hall.moment();
    let [old, new] = [old, new].map(|room| venue(room).room);
    hall.app.note_replaced(&old, &new, moment).unwrap()
}

/// Lets time pass until nothing more moves; returns the subjects shown, each as often as it is.
fn settle(hall: &mut Hall) -> Vec<Subject> {
    let mut shown = Vec::new();
    for _ in 0..100 {
        if hall.app.next_due_on(Platform::Matrix).unwrap() > Some(Timestamp(0)) {
            break;
        }
        for show in shows(&hall.tick_on(Platform::Matrix)) {
            assert!(matches!(show.manner, Manner::Fresh { .. }), "{show:?}");
            shown.push(show.subject);
        }
    }
    shown
}

fn room_of(hall: &Hall, subject: Subject) -> String {
    hall.shown(subject).venue.room.to_string()
}

fn server_of(hall: &Hall, room: &str) -> ServerId {
    let place = hall.app.place_of(&venue(room)).unwrap();
    place.venue.server.unwrap()
}

/// Both players move, and White resigns.
fn finish(hall: &mut Hall, room: &str, game: GameId) {
    let white = hall.to_move(game);
    for text in ["e4", "e5"] {
        let who = hall.to_move(game);
        act(hall, &who, room, moving(Which::Id(game), text));
    }
    act(hall, &white, room, Command::Resign(game));
}

/// Gives a command about spaces, as a manager of the room and the space.
fn space(hall: &mut Hall, room: &str, command: SpaceCommand) -> Result<Handled, Failure> {
    hall.context.manages = true;
    let done = ask(hall, "ann", room, Command::Space(command));
    hall.context.manages = false;
    done
}

fn bind(hall: &mut Hall, room: &str, to: &str) {
    space(hall, room, SpaceCommand::Bind(server(to))).unwrap();
}

#[test]
fn open_games_and_challenges_move_once_and_clocks_stay() {
    let mut hall = Hall::new();
    let early = game(&mut hall, "!new");
    let asked = challenge(&mut hall, "!old");
    let game = accept(&mut hall, "!old", asked);
    let open = challenge(&mut hall, "!old");
    let elsewhere = challenge(&mut hall, "!other");
    let before = hall.record(game);
    assert!(replace(&mut hall, "!old", "!new"));
    for (old, new, why) in [
        ("!old", "!new", "it is noted"),
        ("!old", "!newer", "the first one counts"),
        ("!new", "!old", "there is no way back"),
    ] {
        assert!(!replace(&mut hall, old, new), "{why}");
    }
    let mut shown = settle(&mut hall);
    shown.sort();
    assert_eq!(shown, [Subject::Challenge(open), Subject::Game(game)]);
    assert_eq!(hall.record(game).clock, before.clock);
    // One that was begun early in the new room joins the old one's server.
    for id in [game, early] {
        let place = hall.record(id).venue;
        assert_eq!(place.room, venue("!new").room);
        assert_eq!(place.server, venue("!old").server);
    }
    // The closed one is not posted again, but no one looks into the old room.
    for (challenge, room) in [
        (open, "matrix:!new"),
        (elsewhere, "matrix:!other"),
        (asked, "matrix:!new"),
    ] {
        assert_eq!(room_of(&hall, Subject::Challenge(challenge)), room);
    }
}

#[test]
fn more_than_fit_one_step_all_move() {
    let mut hall = Hall::with(Limits {
        challenges: 200,
        ..Limits::default()
    });
    let open = || open_challenge(Terms::of(Variant::Leto));
    let makes = |n| challenge_of(&act(&mut hall, &format!("person{n}"), "!old", open()));
    let made: Vec<_> = (0..60).map(makes).collect();
    assert!(replace(&mut hall, "!old", "!new"));
    let shown = settle(&mut hall);
    assert_eq!(shown.len(), made.len());
    for id in made {
        assert!(shown.contains(&Subject::Challenge(id)));
    }
}

#[test]
fn settings_and_finished_games_survive_two_replacements() {
    let mut hall = Hall::new();
    let game = game(&mut hall, "!a");
    finish(&mut hall, "!a", game);
    assert!(replace(&mut hall, "!a", "!b"));
    assert!(replace(&mut hall, "!b", "!c"));
    settle(&mut hall);
    let place = hall.app.place_of(&venue("!c")).unwrap();
    assert_eq!(place.venue.server, venue("!a").server);
    assert_eq!(place.former, [venue("!b").room, venue("!a").room]);
    let from_old = hall.app.place_of(&venue("!a|$thread")).unwrap();
    assert_eq!(from_old.venue.room, venue("!c").room);
    let members = hall.app.room_of(&server("!a")).unwrap();
    assert_eq!(members, venue("!c").room);
    // A spectator of the new room sees what was played in the old one.
    reply(ask(&mut hall, "zoe", "!c", Command::Board(Which::Id(game))).unwrap());
    let rematch = challenge_of(&act(&mut hall, "ann", "!c", Command::Rematch(game)));
    assert_eq!(room_of(&hall, Subject::Challenge(rematch)), "matrix:!c");
}

#[test]
fn only_the_place_of_a_game_that_is_replaced_moves() {
    let mut hall = Hall::new();
    let channel = crate::common::venue("discord:10", Some("discord:4194304"));
    let in_channel = |hall: &mut Hall, command| {
        let handled = hall.handle(person("ann"), channel.clone(), command);
        handled.unwrap().outgoing
    };
    let mut terms = Terms::of(Variant::Leto);
    terms.elsewhere = true;
    let asked = challenge_of(&in_channel(&mut hall, open_challenge(terms)));
    let accepted = act(&mut hall, "bob", "!old", Command::AcceptHere(asked));
    let game = game_of(&accepted);
    let before = hall.record(game);
    assert!(replace(&mut hall, "!old", "!new"));
    assert_eq!(settle(&mut hall), [Subject::GameElsewhere(game)]);
    let after = hall.record(game);
    assert_eq!((&after.venue, after.clock), (&channel, before.clock));
    let elsewhere = after.elsewhere.clone().unwrap();
    assert_eq!(elsewhere.venue.room, venue("!new").room);
    assert_eq!(elsewhere.side, before.elsewhere.unwrap().side);
    assert_eq!(room_of(&hall, Subject::Game(game)), "discord:10");
    let resigned = act(&mut hall, "bob", "!new", Command::Resign(game));
    let boards = shows(&resigned).filter(|show| show.subject.board().is_some());
    assert_eq!(boards.count(), 2);
    // A rematch is played from where each of them is by now.
    let asked = challenge_of(&act(&mut hall, "bob", "!new", Command::Rematch(game)));
    hall.context.former.clear();
    let next = game_of(&in_channel(&mut hall, Command::Accept(asked)));
    assert_eq!(room_of(&hall, Subject::GameElsewhere(next)), "matrix:!new");
}

#[test]
fn open_games_count_for_the_space_and_finished_ones_for_the_room() {
    let mut hall = Hall::new();
    let finished_on = |hall: &Hall, room: &str| {
        let index = Index::FinishedOn(server(room));
        hall.list(&index).len()
    };
    let first = game(&mut hall, "!a");
    finish(&mut hall, "!a", first);
    let going_on = game(&mut hall, "!a");
    let open = challenge(&mut hall, "!a");
    for room in ["!a", "!b"] {
        bind(&mut hall, room, "!space");
        assert_eq!(server_of(&hall, room), server("!space"));
    }
    assert_eq!(settle(&mut hall), [], "nothing is posted again");
    let record = hall.record(going_on);
    assert_eq!(record.venue.room, venue("!a").room);
    assert_eq!(record.venue.server, venue("!space").server);
    finish(&mut hall, "!a", going_on);
    let rematch = challenge_of(&act(&mut hall, "ann", "!a", Command::Rematch(going_on)));
    let again = accept(&mut hall, "!a", rematch);
    let counts_on = hall.record(again).venue.server;
    assert_eq!(counts_on, venue("!space").server, "as the room does now");
    let second = game(&mut hall, "!b");
    finish(&mut hall, "!b", second);
    let next = accept(&mut hall, "!a", open);
    assert_eq!(hall.record(next).venue.server, venue("!space").server);
    assert_eq!(finished_on(&hall, "!space"), 2);
    assert_eq!(finished_on(&hall, "!a"), 1);
    let space_room = hall.app.place_of(&venue("!a")).unwrap().space;
    assert_eq!(space_room, Some(venue("!space").room));
    space(&mut hall, "!a", SpaceCommand::Leave).unwrap();
    settle(&mut hall);
    assert_eq!(server_of(&hall, "!a"), server("!a"));
    assert_eq!(hall.record(next).venue, venue("!a"));
    assert_eq!(server_of(&hall, "!b"), server("!space"));
}

#[test]
fn a_room_can_be_bound_again_before_everything_has_moved() {
    let mut hall = Hall::new();
    let game = game(&mut hall, "!a");
    bind(&mut hall, "!a", "!one");
    bind(&mut hall, "!a", "!two");
    assert!(replace(&mut hall, "!a", "!b"));
    space(&mut hall, "!b", SpaceCommand::Leave).unwrap();
    bind(&mut hall, "!b", "!one");
    settle(&mut hall);
    let record = hall.record(game);
    assert_eq!(record.venue.room, venue("!b").room);
    assert_eq!(record.venue.server, venue("!one").server);
}

#[test]
fn rooms_stay_bound_when_they_or_the_space_are_replaced() {
    let mut hall = Hall::new();
    bind(&mut hall, "!a", "!space");
    assert!(replace(&mut hall, "!a", "!new"));
    assert!(replace(&mut hall, "!space", "!newer"));
    // Bound by the name of the new one, a room has the same server.
    bind(&mut hall, "!b", "!newer");
    settle(&mut hall);
    for room in ["!new", "!b"] {
        let place = hall.app.place_of(&venue(room)).unwrap();
        assert_eq!(place.venue.server, venue("!space").server);
        assert_eq!(place.space, Some(venue("!newer").room));
    }
}

#[test]
fn the_settings_of_a_bound_room_name_the_space() {
    let mut hall = Hall::new();
    let shown = |hall: &mut Hall| {
        hall.context = manager();
        let settings = Command::Settings(Scope::Server, None);
        reply(ask(hall, "ann", "!a", settings).unwrap()).text
    };
    assert_silent_about(shown(&mut hall), "share these settings");
    bind(&mut hall, "!a", "!space");
    assert_says(shown(&mut hall), "share these settings");
}

#[test]
fn undo_does_not_bring_back_a_role_that_a_binding_removed() {
    let mut hall = Hall::new();
    let organize = |hall: &mut Hall, id, command| {
        hall.context.manages = true;
        hall.context.manages_roles = true;
        act(hall, "ann", "!a", Command::Tournament(id, command))
    };
    let role = RoleId::new("matrix:power:50");
    let plan = plan_with(SWISS, |plan| plan.winners_role = Some(role));
    let created = organize(&mut hall, None, TournamentCommand::create(plan));
    let id = tournament_of(&created);
    let record = |hall: &Hall| -> TournamentRecord { hall.read(&Key::Tournament(id)).unwrap() };
    organize(&mut hall, Some(id), edit(PlanPart::Name, "Cup"));
    assert!(record(&hall).plan.winners_role.is_some());
    bind(&mut hall, "!a", "!space");
    hall.tick();
    let undo = TournamentCommand::Undo(Some(record(&hall).undo_stamp()));
    organize(&mut hall, Some(id), undo);
    let plan = record(&hall).plan;
    assert_eq!((&*plan.name, plan.winners_role), ("Friday cup", None));
}

#[test]
fn only_managers_bind_and_only_rooms_of_matrix() {
    let mut hall = Hall::new();
    let bind = Command::Space(SpaceCommand::Bind(server("!space")));
    hall.assert_refused("ann", bind.clone(), Refusal::NotAManager);
    hall.context.manages = true;
    hall.assert_refused("ann", bind, Refusal::NoSuchValue);
    let unknown = SpaceCommand::Bind(ServerId::new("#space:hs"));
    let refused = space(&mut hall, "!a", unknown).unwrap_err();
    assert_eq!(refused, Failure::Refused(Refusal::NoSuchValue));
}
