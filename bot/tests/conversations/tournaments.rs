//! A small tournament from announcement to podium, with the mistakes that people make.

use std::time::Duration;

use playground::{Channel, Message, User, args, permission};

use crate::common::{Stage, next, next_board, says, whisper, whispered};
use crate::labels;

/// A user who may manage the server. Threads can't be opened there.
pub(crate) fn organizer(stage: &Stage) -> User {
    let general = stage.pg.channel("general");
    general.deny_bot(permission::CREATE_PUBLIC_THREADS);
    let boss = stage.pg.user("boss");
    stage.pg.guild("").grant(&boss, permission::MANAGE_GUILD);
    boss
}

/// The private answer to a `/tournament` command.
async fn asks(who: &User, command: &str, args: impl Into<playground::Args>) -> String {
    let reply = who.slash(&format!("tournament {command}"), args).await;
    whispered(&reply).await
}

async fn clicks(who: &User, message: &Message, label: &str) -> String {
    whispered(&who.click(message, label).await).await
}

/// The message of a new round and its boards, in any order.
async fn begun(channel: &Channel, games: usize) -> (Message, Vec<Message>) {
    let (mut round, mut boards) = (None, Vec::new());
    while round.is_none() || boards.len() < games {
        let message = next(channel).await;
        if labels(&message).contains(&"My games".to_owned()) {
            round = Some(message);
        } else if message.content().contains("it's your move") {
            boards.push(message);
        }
    }
    (round.unwrap(), boards)
}

/// The game's code on a board.
pub(crate) fn code(board: &Message) -> String {
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

/// Announces a tournament; players enter, leave and reenter by button, and four check in.
async fn registration(
    stage: &Stage,
    boss: &User,
    [alice, bob, carol, dave]: &[User; 4],
) -> Message {
    let plan = args! {
        name: "Friday cup", format: "swiss", game: "toto40", time: "3 days", rounds: 2
    };
    let card = whisper(&boss.slash("tournament create", plan).await).await;
    insta::assert_snapshot!("organizers_card", card.shown());
    let announced = next(&stage.pg.channel("general")).await;
    boss.select(&card, "More...", &["Check-in"]).await;
    says(&announced, "Check in before the start").await;
    assert_eq!(labels(&announced), ["Join", "Leave", "Check in"]);
    let said = clicks(alice, &announced, "Join").await;
    assert!(said.contains("You're in **Friday cup**"), "{said}");
    assert_eq!(
        clicks(alice, &announced, "Join").await,
        "You're already in this tournament."
    );
    for who in [bob, carol, dave] {
        clicks(who, &announced, "Join").await;
    }
    let said = clicks(dave, &announced, "Leave").await;
    assert!(said.contains("You've left"), "{said}");
    clicks(dave, &announced, "Join").await;
    let stranger = stage.pg.user("eve");
    let said = clicks(&stranger, &announced, "Check in").await;
    assert!(said.contains("not in this tournament"), "{said}");
    for who in [alice, bob, carol, dave] {
        clicks(who, &announced, "Check in").await;
    }
    says(&announced, "alice, bob, carol, dave").await;
    says(&announced, "(4 checked in)").await;
    announced
}

/// Asserts what strangers may not do in a round.
async fn wrong_turns(stranger: &User, round: &Message, board: &Message) {
    let said = clicks(stranger, board, "Move").await;
    assert!(said.contains("You aren't a player in game"), "{said}");
    let decided = args! { code: code(board), result: "draw" };
    let said = asks(stranger, "adjudicate", decided).await;
    assert!(said.contains("Only server managers"), "{said}");
    let said = clicks(stranger, round, "My games").await;
    assert!(said.contains("not in this tournament"), "{said}");
}

/// Plays a move each; then a player withdraws from the tournament and resigns.
async fn gives_up(who: &User, other: &User, first: &Message) {
    let general = first.channel();
    let begins = first.content().starts_with(&who.mention());
    let (white, black) = if begins { (who, other) } else { (other, who) };
    white
        .slash("move", args! { "move": "Re5", game: code(first) })
        .await;
    let second = next_board(&general, first).await;
    black
        .slash("move", args! { "move": "Kf6", game: code(first) })
        .await;
    let third = next_board(&general, &second).await;
    let said = asks(who, "leave", ()).await;
    assert!(
        said.contains("If you're still playing a game, it continues"),
        "{said}"
    );
    resigns(who, &third).await;
    says(&next_board(&general, &third).await, "by resignation").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_small_tournament_is_announced_played_corrected_and_won() {
    let stage = Stage::ready().await;
    let general = stage.pg.channel("general");
    let (boss, eve) = (organizer(&stage), stage.pg.user("eve"));
    let people = ["alice", "bob", "carol", "dave"].map(|name| stage.pg.user(name));
    let announced = registration(&stage, &boss, &people).await;
    insta::assert_snapshot!("announced", announced.shown());
    let said = asks(&eve, "start", ()).await;
    assert!(said.contains("Only server managers"), "{said}");
    boss.slash("tournament start", ()).await;

    let (round, boards) = begun(&general, 2).await;
    let shrunk = |message: &Message| message.buttons().is_empty();
    announced.until("the announcement to shrink", shrunk).await;
    insta::assert_snapshot!("round", round.shown());
    for who in &people {
        let calls = boards.iter().flat_map(Message::pings);
        let calls = calls.filter(|called| called == who.name()).count();
        assert_eq!(calls, 1, "{}", who.name());
    }
    let [alice, others @ ..] = &people;
    let first = board_of(&boards, alice);
    wrong_turns(&eve, &round, first).await;
    let plays = |other: &&User| first.content().contains(&other.mention());
    let opponent = others.iter().find(plays).unwrap();
    gives_up(opponent, alice, first).await;
    says(&round, "1 of 2 games finished").await;

    // The organizer removes a player, undoes that, and adjudicates the other game.
    let removed = others.iter().rfind(|other| !plays(other)).unwrap();
    let asked = boss
        .slash("tournament remove", args! { player: removed })
        .await;
    let question = whisper(&asked).await;
    says(&question, "Remove").await;
    boss.click(&question, "Remove").await;
    says(&question, "Done.").await;
    boss.click(&question, "Undo").await;
    says(&question, "Undone: the player you removed is back.").await;
    let other = boards.iter().find(|board| board.id() != first.id());
    let decided = args! { code: code(other.unwrap()), result: "draw" };
    let said = asks(&boss, "adjudicate", decided).await;
    assert!(said.contains("Done."), "{said}");
    says(&round, "The next one starts").await;
    let seen = asks(alice, "results", ()).await;
    assert!(seen.contains("White against line 5"), "{seen}");

    stage.pg.clock().advance(Duration::from_mins(1));
    let (last, boards) = begun(&general, 1).await;
    says(&last, "has a bye (1 point)").await;
    let plays = |other: &&User| boards[0].content().contains(&other.mention());
    resigns(others.iter().rfind(plays).unwrap(), &boards[0]).await;
    let card = loop {
        let message = next(&general).await;
        if message.content().contains("Congratulations") {
            break message;
        }
    };
    assert_eq!(labels(&card), ["Standings", "Crosstable"]);
    assert!(card.pings().is_empty(), "no one is mentioned");
    insta::assert_snapshot!("over", card.shown());
    insta::assert_snapshot!("audit", asks(&eve, "audit", ()).await);
    let late = asks(&eve, "join", ()).await;
    assert_eq!(late, "The tournament is over.");
    stage.pg.assert_clean();
}
