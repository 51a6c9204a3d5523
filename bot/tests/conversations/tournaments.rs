//! A small tournament from its announcement to the podium, with the wrong turns that people take.

use std::time::Duration;

use playground::{Channel, Message, User, args, permission};

use crate::common::{Stage, next, next_board, says, whispered};
use crate::labels;

/// Somebody who may manage the server.
fn organizer(stage: &Stage) -> User {
    let boss = stage.pg.user("boss");
    stage.pg.guild("").grant(&boss, permission::MANAGE_GUILD);
    boss
}

/// What somebody is told after a command that begins with `/tournament`.
async fn asks(who: &User, command: &str, args: impl Into<playground::Args>) -> String {
    let reply = who.slash(&format!("tournament {command}"), args).await;
    whispered(&reply).await
}

async fn clicks(who: &User, message: &Message, label: &str) -> String {
    whispered(&who.click(message, label).await).await
}

/// The message of a new round and its boards, in whatever order they come.
async fn begun(channel: &Channel, games: usize) -> (Message, Vec<Message>) {
    let (mut round, mut boards) = (None, Vec::new());
    while round.is_none() || boards.len() < games {
        let message = next(channel).await;
        if labels(&message).contains(&"My games".to_owned()) {
            round = Some(message);
        } else if message.content().contains("it is your move") {
            boards.push(message);
        }
    }
    (round.unwrap(), boards)
}

/// The code of the game that a board names.
fn code(board: &Message) -> String {
    let content = board.content();
    let rest = content.split("game `").nth(1).unwrap();
    rest.split('`').next().unwrap().to_owned()
}

fn board_of<'a>(boards: &'a [Message], who: &User) -> &'a Message {
    let plays = |board: &&Message| board.content().contains(&who.mention());
    boards.iter().find(plays).unwrap()
}

async fn resigns(who: &User, board: &Message) {
    let asked = who.slash("resign", args! { game: code(board) }).await;
    whispered(&asked).await;
    let question = asked.messages().into_iter().next_back().unwrap();
    who.click(&question, "Resign").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_small_tournament_is_announced_played_corrected_and_won() {
    let stage = Stage::ready().await;
    let general = stage.pg.channel("general");
    let boss = organizer(&stage);
    let [alice, bob, carol, dave, eve] =
        ["alice", "bob", "carol", "dave", "eve"].map(|name| stage.pg.user(name));
    let plan = args! {
        name: "Friday cup", format: "swiss", game: "toto40", time: "3 days", rounds: 2, "check-in": true
    };
    boss.slash("tournament create", plan).await;
    let announced = next(&general).await;
    assert_eq!(labels(&announced), ["Join", "Leave", "Check in"]);

    let said = clicks(&alice, &announced, "Join").await;
    assert!(said.contains("You are in **Friday cup**"), "{said}");
    assert_eq!(clicks(&alice, &announced, "Join").await, "Already entered.");
    for who in [&bob, &carol, &dave] {
        clicks(who, &announced, "Join").await;
    }
    let said = clicks(&dave, &announced, "Leave").await;
    assert!(said.contains("You have left"), "{said}");
    clicks(&dave, &announced, "Join").await;
    let said = clicks(&eve, &announced, "Check in").await;
    assert!(said.contains("Not in this tournament"), "{said}");
    for who in [&alice, &bob, &carol, &dave] {
        clicks(who, &announced, "Check in").await;
    }
    says(&announced, "alice, bob, carol, dave").await;
    says(&announced, "; 4 have.").await;
    insta::assert_snapshot!("announced", announced.shown());
    let said = asks(&eve, "start", ()).await;
    assert!(said.contains("Only whoever manages this server"), "{said}");
    boss.slash("tournament start", ()).await;

    let (round, boards) = begun(&general, 2).await;
    announced
        .until("the announcement to shrink", |message| {
            message.buttons().is_empty()
        })
        .await;
    insta::assert_snapshot!("round", round.shown());
    for who in [&alice, &bob, &carol, &dave] {
        let calls = boards.iter().flat_map(Message::pings);
        let name = who.name().to_owned();
        assert_eq!(calls.filter(|called| *called == name).count(), 1, "{name}");
    }
    // Wrong turns.
    let first = board_of(&boards, &alice);
    let said = clicks(&eve, first, "Move").await;
    assert!(said.contains("is played by others"), "{said}");
    let said = asks(
        &eve,
        "adjudicate",
        args! { code: code(first), result: "draw" },
    )
    .await;
    assert!(said.contains("Only whoever manages this server"), "{said}");
    let said = clicks(&eve, &round, "My games").await;
    assert!(said.contains("Not in this tournament"), "{said}");

    // Alice wins a game of two moves against somebody who leaves; the organizer decides the other, removes somebody and thinks better of it.
    let opponent = [&bob, &carol, &dave]
        .into_iter()
        .find(|other| first.content().contains(&other.mention()))
        .unwrap();
    let alice_first = first.content().starts_with(&alice.mention());
    let (white, black) = if alice_first {
        (&alice, opponent)
    } else {
        (opponent, &alice)
    };
    white
        .slash("move", args! { "move": "Re5", game: code(first) })
        .await;
    let second = next_board(&general, first).await;
    black
        .slash("move", args! { "move": "Kf6", game: code(first) })
        .await;
    let third = next_board(&general, &second).await;
    let said = asks(opponent, "leave", ()).await;
    assert!(
        said.contains("A game that you are playing goes on"),
        "{said}"
    );
    resigns(opponent, &third).await;
    let end = next_board(&general, &third).await;
    says(&end, "by resignation").await;
    says(&round, "1 of 2 games over").await;
    let removed = if opponent.name() == "dave" {
        &bob
    } else {
        &dave
    };
    let said = asks(&boss, "remove", args! { player: removed }).await;
    assert!(said.contains("Done."), "{said}");
    asks(&boss, "undo", ()).await;
    let other = boards
        .iter()
        .find(|board| board.id() != first.id())
        .unwrap();
    let said = asks(
        &boss,
        "adjudicate",
        args! { code: code(other), result: "draw" },
    )
    .await;
    assert!(said.contains("Done."), "{said}");
    says(&round, "The next one begins").await;

    let seen = asks(&alice, "crosstable", ()).await;
    assert!(seen.contains("the opponent's place"), "{seen}");
    stage.pg.clock().advance(Duration::from_mins(1));
    let (last, boards) = begun(&general, 1).await;
    says(&last, "is free this round, for a point").await;
    let other = [&bob, &carol, &dave].into_iter();
    let loser = other
        .filter(|other| boards[0].content().contains(&other.mention()))
        .next_back()
        .unwrap();
    resigns(loser, &boards[0]).await;
    let card = loop {
        let message = next(&general).await;
        if message.content().contains("Congratulations") {
            break message;
        }
    };
    assert_eq!(labels(&card), ["Standings", "Crosstable"]);
    assert!(card.pings().is_empty(), "nobody is called");
    insta::assert_snapshot!("over", card.shown());
    let reply = eve.click(&card, "Standings").await;
    whispered(&reply).await;
    let audit = asks(&eve, "audit", ()).await;
    insta::assert_snapshot!("audit", audit);
    let late = asks(&eve, "join", ()).await;
    assert_eq!(late, "The tournament is over.");
    stage.pg.assert_clean();
}
