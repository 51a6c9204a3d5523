//! The operator's broadcasts.

use app::effect::Effect;
use app::{Command, Context, Request, Terms, Venue};
use rules_core::Variant;

use crate::common::{Hall, person, play};

/// Rooms that a broadcast reaches, and its words.
fn announced(hall: &Hall) -> Vec<String> {
    let waiting = hall.pending();
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
    hall.perform_all();

    let at = |server: &str, room: &str, manages, command| Request {
        who: person("max"),
        venue: Venue::on_server(room, server),
        context: Context {
            manages,
            ..Context::default()
        },
        command,
    };
    let news = Command::Change(app::Setting::Announcements, "t:news".to_owned());
    let play = play(Terms::of(Variant::Leto));
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
