//! Announcements in the rooms that servers choose for them.

use app::effect::{Effect, Handled, Outgoing, Subject};
use app::{
    Announce, Command, Moment, News, Notice, Risk, Setting, Span, Tell, Timestamp,
    TournamentCommand, TournamentId, TournamentPlan,
};
use serde_json::json;

use crate::common::{Hall, game_of, person};

fn announcements(outgoing: &[Outgoing]) -> Vec<Announce> {
    let announced = outgoing
        .iter()
        .filter_map(|outgoing| match &outgoing.effect {
            Effect::Announce(announce) => Some(announce.clone()),
            _ => None,
        });
    announced.collect()
}

fn change(setting: Setting, value: &str) -> Command {
    Command::Change(setting, value.to_owned())
}

fn moderated(settings: &[(Setting, &str)]) -> Hall {
    let mut hall = Hall::new();
    hall.context.manages = true;
    for (setting, value) in settings {
        hall.act("mod", change(*setting, value));
    }
    hall
}

fn create(hall: &mut Hall) -> (TournamentId, Handled) {
    let plan: TournamentPlan = serde_json::from_value(json!({
        "name": "Friday cup", "variant": "toto40", "time": "10+5", "format": {"swiss": {"rounds": 1}}, "capacity": 8,
    }))
    .unwrap();
    let create = TournamentCommand::create(plan);
    let handled = hall.act("mod", Command::Tournament(None, create));
    let id = handled
        .outgoing
        .iter()
        .find_map(|outgoing| match &outgoing.effect {
            Effect::Show(show) => match show.subject {
                Subject::Tournament(id) => Some(id),
                _ => None,
            },
            _ => None,
        });
    (id.unwrap(), handled)
}

#[test]
fn tournaments_are_announced_in_the_room_for_that_when_they_open_and_when_they_are_over() {
    let mut hall = moderated(&[(Setting::Announcements, "t:news")]);
    let (id, created) = create(&mut hall);
    let [opened] = &announcements(&created.outgoing)[..] else {
        panic!("announced once");
    };
    assert_eq!(
        (opened.room.as_str(), &opened.news),
        ("t:news", &News::Opened(id))
    );
    let card = hall.app.announced(opened).unwrap().unwrap();
    let said = card.text.to_string();
    assert!(said.starts_with("New tournament in #t:room:"), "{said}");
    assert!(said.contains("Friday cup"), "{said}");
    assert_eq!(card.controls[0][0].label.to_string(), "Join");
    let join = card.controls[0][0].action.command(None).unwrap();
    hall.context.manages = false;
    for who in ["ann", "bob"] {
        let joined = hall.ask(who, "news", join.clone()).unwrap();
        assert!(announcements(&joined.outgoing).is_empty(), "said once");
    }
    hall.context.manages = true;
    let begun = hall.act(
        "mod",
        Command::Tournament(Some(id), TournamentCommand::Sure(Risk::Start, 2)),
    );
    assert!(hall.app.announced(opened).unwrap().is_none(), "out of date");
    let game = game_of(&begun.outgoing);
    hall.now += 60_000;
    let mut over = Vec::new();
    let loser = ["ann", "bob"]
        .into_iter()
        .find_map(|who| hall.ask(who, "room", Command::Resign(game)).ok());
    over.extend(announcements(&loser.unwrap().outgoing));
    hall.now += Span::hours(1).0;
    let moment = Moment {
        now: Timestamp(hall.now),
        seed: 99,
    };
    over.extend(announcements(&hall.app.pass_time(moment).unwrap()));
    let [over] = &over[..] else {
        panic!("announced once: {over:?}");
    };
    assert_eq!(
        (over.room.as_str(), &over.news),
        ("t:news", &News::Over(id))
    );
    let card = hall.app.announced(over).unwrap().unwrap();
    let said = card.text.to_string();
    assert!(
        said.starts_with("A tournament has ended in #t:room:"),
        "{said}"
    );
    assert!(card.controls.is_empty() && !card.attachments.is_empty());
}

#[test]
fn a_tournament_is_not_announced_in_its_own_room() {
    let mut hall = moderated(&[(Setting::Announcements, "t:room")]);
    let (_, created) = create(&mut hall);
    assert!(announcements(&created.outgoing).is_empty());
    let mut hall = moderated(&[]);
    let (_, created) = create(&mut hall);
    assert!(announcements(&created.outgoing).is_empty(), "no such room");
}

#[test]
fn announcements_stored_by_an_earlier_version_can_be_read() {
    let old = json!({"room": "t:room", "words": "Back."});
    let read: Announce = serde_json::from_value(old.clone()).unwrap();
    assert_eq!(read.news, News::Words("Back.".to_owned()));
    assert_eq!(serde_json::to_value(&read).unwrap(), old);
}

#[test]
fn reminders_come_by_direct_message_alone_in_quiet_hours() {
    // The clock of these tests starts shortly after midnight.
    let mut hall = moderated(&[(Setting::Quiet, "22-7 UTC")]);
    let game = hall.game(rules_core::Variant::Legan);
    hall.act("ann", change(Setting::Pings, "mention"));
    let tell = Tell {
        to: person("ann").id,
        notice: Notice::YourTurn { game, ply: 0 },
    };
    let room = |hall: &Hall, hours| {
        let now = Timestamp(hall.now).plus(Span::hours(hours));
        hall.app.told(&tell, now).unwrap().unwrap().room
    };
    assert_eq!(room(&hall, 0), None);
    assert!(room(&hall, 12).is_some());
}
