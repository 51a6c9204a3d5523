//! Rounds of a tournament, for players and spectators: threads, links, ordered results, and the lines that remain.

use std::time::Duration;

use playground::{Fault, Message, RateLimits, RouteLimit, User, permission};

use crate::conversations::prelude::*;
use crate::conversations::tournaments::enters;

/// Announces a tournament, enters these people, and starts it.
async fn started<F: Front>(stage: &F, options: Args, people: &[F::User]) -> F::Message {
    let boss = stage.manager("boss");
    boss.slash("tournament create", options).await;
    let announced = stage.channel("general").next().await;
    begins::<F>(&boss, &announced, people).await;
    announced
}

/// Enters these people into an announced tournament, and starts it.
async fn begins<F: Front>(boss: &F::User, announced: &F::Message, people: &[F::User]) {
    enters(people, announced).await;
    let answer = boss.asks("tournament start", ()).await;
    if answer.has("Start anyway") {
        boss.click(&answer, "Start anyway").await;
    }
}

/// Waits until a channel has this many threads; returns them in order.
async fn threads_of<F: Front>(stage: &F, channel: &F::Channel, count: usize) -> Vec<F::Channel> {
    let all = || Some(channel.threads()).filter(|threads| threads.len() == count);
    stage.until("the threads", all).await
}

/// Resigns as the player to move; returns the board with the result.
async fn mover_resigns<F: Front>(stage: &F, people: &[F::User], thread: &F::Channel) -> F::Message {
    let board = thread.next().await;
    resigns(&to_move::<F>(people, &board).at(thread), &board).await;
    posted(stage, thread, "by resignation").await
}

fn to_move<'a, F: Front>(people: &'a [F::User], board: &F::Message) -> &'a F::User {
    let mut people = people.iter();
    let found = people.find(|who| board.content().starts_with(&who.mention()));
    found.unwrap()
}

both!(a_tournament_is_played_in_threads_and_ends_after_its_last_result);
async fn a_tournament_is_played_in_threads_and_ends_after_its_last_result<F: Front>(stage: F) {
    let (general, people) = stage.general_with(["alice", "bob", "carol", "dave"]);
    let plan =
        args! { name: "Friday cup", format: "swiss", game: "toto40", time: "10+5", rounds: 2 };
    let announced = started(&stage, plan, &people).await;
    let threads = threads_of(&stage, &general, 2).await;
    let round = posted(&stage, &general, "**Round 1 of 2").await;
    for thread in &threads {
        says(&round, &thread.link()).await;
    }
    assert!(round.pings().is_empty());
    let said = people[0].presses(&round, "My games").await.content();
    assert_says(&said, "in progress in #");
    announced.retired().await;
    insta::assert_snapshot!("threads_round", round.shown());

    let first = mover_resigns(&stage, &people, &threads[0]).await;
    first.tells("**Friday cup**, round 1, board ");
    let dropped = threads[0].link();
    let is_gone = |round: &F::Message| !round.content().contains(&dropped);
    round.until("the link to go", is_gone).await;
    mover_resigns(&stage, &people, &threads[1]).await;
    says(&round, "The next one starts").await;
    let said = people[0].presses(&round, "Standings").await.content();
    let title = "**Friday cup**: standings in round 1";
    assert!(said.ends_with(title), "{said}");
    let table = people[0].presses(&round, "Standings").await;
    assert_eq!(table.labels(), ["Pairings", "Crosstable", "Tie-breaks"]);
    people[0].click(&table, "Tie-breaks").await;
    says(&table, "ties on points").await;
    insta::assert_snapshot!("tie_breaks", table.shown());

    stage.advance(Duration::from_mins(1));
    let threads = threads_of(&stage, &general, 4).await;
    if !F::IS_MATRIX {
        says(&round, "lead with 1 point each").await;
    }
    mover_resigns(&stage, &people, &threads[2]).await;
    let last = mover_resigns(&stage, &people, &threads[3]).await;
    let podium = posted(&stage, &general, "Congratulations").await;
    assert!(podium.place() > last.place(), "the podium comes last");
    let mut seen = vec![round.shown()];
    if !F::IS_MATRIX {
        let remains = posted(&stage, &general, "The final result is below.").await;
        seen.push(remains.shown());
    }
    seen.push(podium.shown());
    insta::assert_snapshot!("threads_over", seen.join("\n"));
}

on_discord!(a_podium_that_waits_for_the_last_result_is_left_to_the_next_run);
/// On Discord only: Discord's requests fail.
async fn a_podium_that_waits_for_the_last_result_is_left_to_the_next_run(mut stage: Stage) {
    let (general, people) = stage.general_with(["alice", "bob"]);
    let plan = args! { name: "Duel", format: "round-robin", game: "toto40", time: "10+5" };
    general.deny_bot(permission::CREATE_PUBLIC_THREADS);
    started(&stage, plan, &people).await;
    let board = posted(&stage, &general, "it's your move").await;
    let loser = to_move::<Stage>(&people, &board);
    let question = loser.asks("resign", args! { game: code(&board) }).await;
    stage.pg.inject(Fault::on(POST).status(503).always());
    loser.click(&question, "Resign").await;
    // After so many failures the backoff is several seconds.
    stage.answered(POST, 503, 6).await;
    stage.pg.clear_faults();
    stage.restarts().await;
    let podium = posted(&stage, &general, "Congratulations").await;
    let result = posted(&stage, &general, "by resignation").await;
    assert!(podium.id() > result.id(), "the podium comes last");
}

on_discord!(a_forfeit_in_an_arena_is_called_one_before_the_winner_is);
/// On Discord only: the game's time and the arena's end at the same millisecond, for which the clock must stand still.
async fn a_forfeit_in_an_arena_is_called_one_before_the_winner_is(stage: Stage) {
    let (general, people) = stage.general_with(["dave", "erin"]);
    general.forbid_threads();
    let boss = stage.manager("boss");
    let plan = args! { name: "Blitz", format: "arena", game: "toto40", time: "3+2" };
    let card = boss.asks("tournament create", plan).await;
    let announced = general.next().await;
    let form = boss.select(&card, "More...", &["Minutes"]).await;
    boss.submit(&form, args! { "move": "5" }).await;
    says(&announced, "5 minutes").await;
    begins::<Stage>(&boss, &announced, &people).await;
    let board = posted(&stage, &general, "it's your move").await;
    board.tells("**Blitz** (arena)");
    let message = posted(&stage, &general, "1 game in progress").await;
    let buttons = ["My games", "Standings", "Pairings", "Join", "Leave"];
    assert_eq!(message.labels(), buttons);
    let late = stage.pg.user("fred");
    for (button, words) in [
        ("Join", "You're in"),
        ("Leave", "You've left"),
        ("Join", "You're in"),
    ] {
        late.presses(&message, button).await.tells(words);
    }
    stage.pg.clock().advance(Duration::from_mins(5));
    let podium = posted(&stage, &general, "Congratulations").await;
    let result = posted(&stage, &general, "**won** by forfeit").await;
    assert!(podium.id() > result.id(), "the podium comes last");
    let shown = [result, podium].map(|message| message.shown());
    insta::assert_snapshot!("arena_forfeit", shown.join("\n"));
}

on_discord!(a_round_of_sixty_four_gets_its_threads_at_discords_pace);
/// On Discord only: Discord's rate limits of each route.
async fn a_round_of_sixty_four_gets_its_threads_at_discords_pace(stage: Stage) {
    let general = stage.pg.channel("general");
    let people: Vec<User> = (1..=64).map(|n| stage.pg.user(&format!("p{n}"))).collect();
    let plan = args! { name: "Big cup", format: "swiss", game: "toto40", time: "10+5", rounds: 3 };
    // A twentieth of the windows that bot authors observed. The route that opens threads has the same limits as messages.
    let mut limits = RateLimits::discord();
    for limit in &mut limits.routes {
        limit.window_ms /= 20;
    }
    limits.routes.push(RouteLimit {
        route: "POST /channels/{channel}/messages/{message}/threads",
        requests: 5,
        window_ms: 250,
    });
    stage.pg.enforce_rate_limits(limits);
    started(&stage, plan, &people).await;
    let threads = threads_of(&stage, &general, 32).await;
    for thread in &threads {
        let board = thread.next().await;
        assert_eq!(board.pings().len(), 2, "{}", board.content());
    }
    let round = posted(&stage, &general, "**Round 1 of 3").await;
    says(&round, "and 16 more games: see **Pairings**.").await;
    let has_links = |round: &Message| round.content().matches("<#").count() == 16;
    round.until("sixteen links", has_links).await;
    assert!(round.content().chars().count() < 2000);
}
