//! Challenges that are accepted elsewhere.

use app::effect::Subject;
use app::store::Index;
use app::{
    Action, Command, Context, Limits, PeopleCommand, PeopleRefusal, Pool, Refusal, ServerId,
    Setting, Terms, Which,
};
use rules_core::{Color, Variant};

use super::{
    act, ann, boards, bob, both, both_move, by_ann, by_bob, cat, challenge, channel, direct, eve,
    game, rating, refused, room, terms,
};
use crate::common::{
    Hall, assert_says, challenge_of, change, game_of, manager, moving, open_challenge, rated,
    reply, venue,
};

#[test]
fn without_the_option_no_one_elsewhere_learns_of_a_challenge() {
    let mut hall = Hall::new();
    let open = open_challenge(terms(Terms::of(Variant::Leto), false));
    let id = challenge_of(&by_ann(&mut hall, open).outgoing);
    let abroad = venue("discord:20", Some("discord:8388608"));
    for at in [room(), direct(), abroad] {
        for command in [
            Command::Accept(id),
            Command::AcceptHere(id),
            Command::Decline(id),
            Command::DraftProposal(id, None),
        ] {
            let refusal = refused(&mut hall, &bob(), &at, command);
            assert_eq!(refusal, Refusal::NoSuchChallenge(id), "{at:?}");
        }
    }
    // In its own room, it is accepted at once with or without the option.
    for id in [id, challenge(&mut hall, Terms::of(Variant::Leto))] {
        let begun = act(&mut hall, &eve(), &channel(), Command::Accept(id)).outgoing;
        assert_eq!(boards(&begun).len(), 1, "{begun:?}");
        assert_eq!(hall.record(game_of(&begun)).elsewhere, None);
    }
}

#[test]
fn a_friend_sees_the_terms_before_the_room_becomes_the_second_place() {
    let mut hall = Hall::new();
    let open = open_challenge(terms(rated(Variant::Leto), true));
    let made = by_ann(&mut hall, open);
    let id = challenge_of(&made.outgoing);
    assert_says(hall.text(Subject::Challenge(id)), id.to_string());
    let answer = reply(made).text;
    assert_says(&answer, id.to_string());
    assert_says(&answer, "accept");
    let looked = by_bob(&mut hall, Command::Accept(id));
    assert!(looked.outgoing.is_empty());
    let seen = reply(looked);
    let text = seen.text.to_string();
    for words in [
        "Leto Chess",
        "3 days",
        "rated",
        "Ann plays White",
        "shown here",
        "A player's first rated game of Leto Chess changes their rating by about",
    ] {
        assert_says(&text, words);
    }
    let accept = seen.controls[0][0].action;
    assert_eq!(accept, Action::AcceptHere(id));
    let begun = by_bob(&mut hall, accept.command(None).unwrap());
    let game = game_of(&begun.outgoing);
    let to_ann = both(game, Some(&[&ann()]), Some(&[]));
    assert_eq!(boards(&begun.outgoing), to_ann);
    let record = hall.record(game);
    assert_eq!(record.venue, channel());
    let elsewhere = record.elsewhere.unwrap();
    assert_eq!((elsewhere.venue, elsewhere.side), (room(), Color::Black));
    let other = refused(&mut hall, &cat(), &room(), Command::AcceptHere(id));
    assert!(matches!(other, Refusal::ChallengeClosed(_)), "{other:?}");
}

#[test]
fn other_terms_are_proposed_only_where_the_challenge_was_made() {
    let mut hall = Hall::new();
    let to_eve = Command::Challenge {
        opponent: Some(eve()),
        terms: terms(Terms::of(Variant::Leto), true),
    };
    let id = challenge_of(&by_ann(&mut hall, to_eve).outgoing);
    let conversation = venue("discord:30", None);
    let draft = "legan,x,3d,c".parse().unwrap();
    for command in [
        Command::DraftProposal(id, None),
        Command::SendProposal(id, draft),
    ] {
        let refusal = refused(&mut hall, &eve(), &conversation, command.clone());
        assert_eq!(refusal, Refusal::ProposalElsewhere(ann()));
        act(&mut hall, &eve(), &channel(), command);
    }
    let agreed = by_ann(&mut hall, Command::AgreeToProposal(id, 1));
    assert_eq!(hall.record(game_of(&agreed.outgoing)).venue, channel());
}

#[test]
fn two_rooms_of_one_server_are_two_places_with_the_servers_own_ratings() {
    let mut hall = Hall::new();
    let other = venue("discord:11", Some("discord:4194304"));
    let id = challenge(&mut hall, rated(Variant::Leto));
    let seen = reply(act(&mut hall, &eve(), &other, Command::Accept(id)));
    assert_eq!(seen.controls[0][0].action, Action::AcceptHere(id));
    let begun = act(&mut hall, &eve(), &other, Command::AcceptHere(id)).outgoing;
    let game = game_of(&begun);
    by_ann(&mut hall, moving(Which::Id(game), "e4"));
    act(&mut hall, &eve(), &other, moving(Which::Id(game), "e5"));
    act(&mut hall, &eve(), &other, Command::Resign(game));
    let server = Pool::Server(ServerId::new("discord:4194304"));
    assert!(rating(&hall, &ann(), server).is_some());
    let index = Index::FinishedOn(ServerId::new("discord:4194304"));
    assert_eq!(hall.list(&index).len(), 1);
}

#[test]
fn the_settings_of_the_second_server_hold() {
    let mut hall = Hall::new();
    let abroad = venue("discord:20", Some("discord:8388608"));
    hall.context = manager();
    let rooms = change(Setting::Rooms, "discord:21");
    act(&mut hall, &cat(), &abroad, rooms);
    hall.context = Context::default();
    let id = challenge(&mut hall, Terms::of(Variant::Leto));
    for command in [Command::Accept(id), Command::AcceptHere(id)] {
        let refusal = refused(&mut hall, &bob(), &abroad, command);
        assert!(matches!(refusal, Refusal::Elsewhere(_)), "{refusal:?}");
    }
    let allowed = venue("discord:21", Some("discord:8388608"));
    act(&mut hall, &bob(), &allowed, Command::AcceptHere(id));
}

#[test]
fn quotas_and_blocks_hold_where_a_challenge_is_accepted() {
    let mut hall = Hall::with(Limits {
        server_hourly: 1,
        ..Limits::default()
    });
    let id = challenge(&mut hall, Terms::of(Variant::Leto));
    let own = open_challenge(Terms::of(Variant::Leto));
    act(&mut hall, &cat(), &room(), own.clone());
    let full = refused(&mut hall, &bob(), &room(), Command::AcceptHere(id));
    let is_quota = |why: &Refusal| matches!(why, Refusal::People(PeopleRefusal::TooOftenHere(_)));
    assert!(is_quota(&full), "{full:?}");
    let other = venue("matrix:!other:hs", Some("matrix:!other:hs"));
    by_ann(&mut hall, Command::People(PeopleCommand::Block(bob())));
    let blocked = refused(&mut hall, &bob(), &other, Command::AcceptHere(id));
    assert!(matches!(blocked, Refusal::People(_)), "{blocked:?}");
    act(&mut hall, &cat(), &other, Command::AcceptHere(id));
    let full = refused(&mut hall, &cat(), &other, own);
    assert!(
        is_quota(&full),
        "an accepted challenge counts there: {full:?}"
    );
}

#[test]
fn a_rematch_is_asked_for_where_the_other_plays_and_keeps_both_places() {
    let mut hall = Hall::new();
    let first = game(&mut hall, Terms::of(Variant::Leto));
    both_move(&mut hall, first);
    by_ann(&mut hall, Command::Resign(first));
    let asked = by_ann(&mut hall, Command::Rematch(first));
    let challenge = challenge_of(&asked.outgoing);
    let shown = hall.shown(Subject::Challenge(challenge));
    assert_eq!(shown.venue, room());
    let begun = by_bob(&mut hall, Command::Accept(challenge)).outgoing;
    let next = hall.record(game_of(&begun));
    assert_eq!(next.seats[Color::White].person(), Some(&bob()));
    assert_eq!(next.venue, channel());
    let elsewhere = next.elsewhere.unwrap();
    assert_eq!((elsewhere.venue, elsewhere.side), (room(), Color::White));
    let new = boards(&begun);
    for shown in both(next.id, Some(&[]), Some(&[&bob()])) {
        assert!(new.contains(&shown), "{new:?}");
    }
}
