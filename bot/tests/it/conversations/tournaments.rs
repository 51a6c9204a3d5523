//! A small tournament from announcement to podium, with typical mistakes.

use std::time::Duration;

use crate::conversations::prelude::*;

/// Returns a user who may manage the server, which allows no threads.
pub(crate) fn organizer<F: Front>(stage: &F) -> F::User {
    stage.channel("general").forbid_threads();
    stage.manager("boss")
}

/// Enters these people into an announced tournament.
pub(crate) async fn enters<U: Person>(people: &[U], announced: &MessageOf<U>) {
    for who in people {
        let said = who.presses(announced, "Join").await;
        said.tells("You're in");
    }
}

/// Starts a tournament with few players, and confirms the bot's question about that.
pub(crate) async fn starts<U: Person>(boss: &U) {
    let question = boss.asks("tournament start", ()).await;
    says(&question, "with only").await;
    boss.click(&question, "Start anyway").await;
}

/// Returns the message of a new round and its boards, in any order.
async fn begun<F: Front>(channel: &F::Channel, games: usize) -> (F::Message, Vec<F::Message>) {
    let (mut round, mut boards) = (None, Vec::new());
    while round.is_none() || boards.len() < games {
        let message = channel.next().await;
        if message.has("My games") {
            round = Some(message);
        } else if message.content().contains("it's your move") {
            boards.push(message);
        }
    }
    (round.unwrap(), boards)
}

fn board_of<'a, F: Front>(boards: &'a [F::Message], who: &F::User) -> &'a F::Message {
    let plays = |board: &&F::Message| board.content().contains(&who.mention());
    boards.iter().find(plays).unwrap()
}

/// Announces a tournament. Players enter, leave and reenter by button, and four check in.
async fn registration<F: Front>(
    stage: &F,
    boss: &F::User,
    [alice, bob, carol, dave]: &[F::User; 4],
) -> F::Message {
    let plan = args! {
        name: "Friday cup", format: "swiss", game: "toto40", time: "3 days", rounds: 2
    };
    let card = boss.asks("tournament create", plan).await;
    insta::assert_snapshot!("organizers_card", card.shown());
    let announced = stage.channel("general").next().await;
    boss.select(&card, "More...", &["Check-in"]).await;
    says(&announced, "Check in before the start").await;
    let buttons = ["Join", "Leave", "Check in", "Rules", "Tie-breaks"];
    assert_eq!(announced.labels(), buttons);
    let said = alice.presses(&announced, "Join").await;
    said.tells("You're in **Friday cup**");
    let said = alice.presses(&announced, "Join").await.content();
    assert_eq!(said, "You're already in this tournament.");
    for who in [bob, carol, dave] {
        who.presses(&announced, "Join").await;
    }
    dave.presses(&announced, "Leave").await.tells("You've left");
    dave.presses(&announced, "Join").await;
    let stranger = stage.user("eve");
    let said = stranger.presses(&announced, "Check in").await;
    said.tells("not in this tournament");
    for who in [alice, bob, carol, dave] {
        who.presses(&announced, "Check in").await;
    }
    says(&announced, "alice, bob, carol, dave").await;
    says(&announced, "(4 checked in)").await;
    announced
}

/// Asserts that strangers can't act in a round.
async fn wrong_turns<F: Front>(stranger: &F::User, round: &F::Message, board: &F::Message) {
    let said = stranger.presses(board, "Move").await;
    said.tells("You aren't a player in game");
    let decided = args! { code: code(board), result: "draw" };
    let said = stranger.asks("tournament adjudicate", decided).await;
    said.tells(F::words("Only organizers can do that"));
    let said = stranger.presses(round, "My games").await;
    said.tells("not in this tournament");
}

/// Plays one move each, then withdraws a player from the tournament and resigns their game.
async fn gives_up<F: Front>(who: &F::User, other: &F::User, first: &F::Message) {
    let general = first.channel();
    let begins = first.content().starts_with(&who.mention());
    let (white, black) = if begins { (who, other) } else { (other, who) };
    let makes = |text: &str| args! { "move": text, game: code(first) };
    white.slash("move", makes("Re5")).await;
    let second = next_board(&general, first).await;
    black.slash("move", makes("Kf6")).await;
    let third = next_board(&general, &second).await;
    let left = who.asks("tournament leave", ()).await;
    left.tells("If you're still playing a game, it continues");
    resigns(who, &third).await;
    says(&next_board(&general, &third).await, "by resignation").await;
}

both!(a_small_tournament_is_announced_played_corrected_and_won);
async fn a_small_tournament_is_announced_played_corrected_and_won<F: Front>(stage: F) {
    let (boss, eve) = (organizer(&stage), stage.user("eve"));
    let (general, people) = stage.general_with(["alice", "bob", "carol", "dave"]);
    let announced = registration(&stage, &boss, &people).await;
    insta::assert_snapshot!("announced", announced.shown());
    let refused = eve.asks("tournament start", ()).await;
    refused.tells(F::words("Only organizers can do that"));
    boss.slash("tournament start", ()).await;

    let (round, boards) = begun::<F>(&general, 2).await;
    announced.retired().await;
    if !F::IS_MATRIX {
        // On Discord, the links to the games' threads are added one by one.
        insta::assert_snapshot!("round", round.shown());
    }
    for who in &people {
        let calls = boards.iter().flat_map(Post::pings);
        let calls = calls.filter(|called| called == who.name()).count();
        assert_eq!(calls, 1, "{}", who.name());
    }
    let [alice, others @ ..] = &people;
    let first = board_of::<F>(&boards, alice);
    let game = code(first);
    wrong_turns::<F>(&eve, &round, first).await;
    let plays = |other: &&F::User| first.content().contains(&other.mention());
    let opponent = others.iter().find(plays).unwrap();
    gives_up::<F>(opponent, alice, first).await;
    says(&round, "1 of 2 games finished").await;

    // The organizer removes a player, undoes that, and adjudicates the other game.
    let removed = others.iter().rfind(|other| !plays(other)).unwrap();
    let player = args! { player: removed.arg() };
    let question = boss.asks("tournament remove", player).await;
    says(&question, "Remove").await;
    boss.click(&question, "Remove").await;
    says(&question, "Done.").await;
    boss.click(&question, "Undo").await;
    says(&question, "Undone: the player you removed is back.").await;
    let other = boards.iter().find(|board| *board != first);
    let decided = args! { code: code(other.unwrap()), result: "draw" };
    let done = boss.asks("tournament adjudicate", decided).await;
    done.tells("Done.");
    says(&round, "The next one starts").await;
    let seen = alice.asks("tournament results", ()).await.content();
    assert!(seen.contains("White against line 5"), "{seen}");

    stage.advance(Duration::from_mins(1));
    let (last, boards) = begun::<F>(&general, 1).await;
    says(&last, "has a bye (1 point)").await;
    let plays = |other: &&F::User| boards[0].content().contains(&other.mention());
    resigns(others.iter().rfind(plays).unwrap(), &boards[0]).await;
    let card = next_saying(&general, "Congratulations").await;
    let mut podium = card.pings();
    podium.sort();
    assert_eq!(podium, ["alice", "bob", "dave"]);
    insta::assert_snapshot!("over", card.shown());
    let audit = eve.asks("tournament audit", ()).await;
    insta::assert_snapshot!("audit", audit.raw());
    let view = eve.asks("tournament standings", ()).await;
    eve.select(&view, "Replay a game", &[&game]).await;
    says(&view, "Start of the game").await;
    let late = eve.asks("tournament join", ()).await.content();
    assert_eq!(late, "The tournament is over.");
}
