//! What Delos says about itself, and the operator's broadcasts.

use app::effect::Effect;
use app::{Command, Context, Request, RoomId, ServerId, Terms, Venue};
use rules_core::Variant;

use super::{card, perform_all};
use crate::common::{Hall, person};

#[test]
fn about_names_the_games_and_the_license() {
    let mut hall = Hall::new();
    let seen = card(hall.act("ann", Command::About));
    let text = seen.text.to_string();
    assert!(text.contains("Leto Chess (M. Winther, 2007)"), "{text}");
    assert!(
        text.contains("MIT license or the Apache License 2.0"),
        "{text}"
    );
    assert_eq!(seen.controls[0][0].label.to_string(), "Privacy");
}

/// Rooms that a broadcast reaches, and its words.
fn announced(hall: &Hall) -> Vec<String> {
    let waiting = hall.app.store().outgoing(usize::MAX).unwrap();
    waiting
        .into_iter()
        .filter_map(|outgoing| match outgoing.effect {
            Effect::Announce(announce) => {
                let card = hall.app.announced(&announce).unwrap().unwrap();
                Some(format!("{}: {}", announce.room, card.text))
            }
            _ => None,
        })
        .collect()
}

#[test]
fn a_broadcast_reaches_each_server_once_in_the_right_room() {
    let mut hall = Hall::new();
    hall.game(Variant::Leto);
    hall.game(Variant::Leap);
    let moment = hall.moment();
    hall.app.broadcast("Away\nfrom 9 to 10.", moment).unwrap();
    let said = ["t:room: From the operator: Away\nfrom 9 to 10."];
    assert_eq!(announced(&hall), said);
    hall.app.broadcast("Away\nfrom 9 to 10.", moment).unwrap();
    assert_eq!(announced(&hall), said, "the same broadcast is said once");
    perform_all(&mut hall);

    let at = |server: &str, room: &str, manages, command| Request {
        who: person("max"),
        venue: Venue {
            room: RoomId::new(room),
            server: Some(ServerId::new(server)),
        },
        context: Context {
            manages,
            ..Context::default()
        },
        command,
    };
    let news = Command::Change(app::Setting::Announcements, "t:news".to_owned());
    let play = Command::Play {
        terms: Terms::of(Variant::Leto),
        level: app::Level::LOWEST,
    };
    for request in [
        at("t:server", "t:room", true, news),
        at("t:second", "t:elsewhere", false, play),
    ] {
        let moment = hall.moment();
        hall.app.handle(&request, moment).unwrap();
    }
    let moment = hall.moment();
    hall.app.broadcast("Back.", moment).unwrap();
    let said = announced(&hall);
    assert_eq!(
        said,
        [
            "t:elsewhere: From the operator: Back.",
            "t:news: From the operator: Back."
        ]
    );
}
