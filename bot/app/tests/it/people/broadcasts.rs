//! The operator's broadcasts.

use app::{Setting, Terms};
use rules_core::Variant;

use crate::common::{Hall, announcements, person, play, venue};

/// Rooms that a broadcast reaches, and its words.
fn announced(hall: &Hall) -> Vec<String> {
    let said = announcements(&hall.pending()).into_iter().map(|announce| {
        let card = hall.app.announced(&announce).unwrap().unwrap();
        format!("{}: {}", announce.room, card.text)
    });
    said.collect()
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

    hall.set("max", Setting::Announcements, "t:news");
    let elsewhere = venue("t:elsewhere", Some("t:second"));
    hall.handle(person("max"), elsewhere, play(Terms::of(Variant::Leto)))
        .unwrap();
    let moment = hall.moment();
    hall.app.broadcast("Back.", moment).unwrap();
    let said = ["t:elsewhere", "t:news"].map(|room| format!("{room}: From the operator: Back."));
    assert_eq!(announced(&hall), said);
}
