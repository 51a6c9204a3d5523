//! Games from challenge to end, by every way to move.

use crate::conversations::prelude::*;

both!(two_people_play_toto40_to_its_end_by_every_way_to_move);
async fn two_people_play_toto40_to_its_end_by_every_way_to_move<F: Front>(stage: F) {
    let (general, [alice, bob]) = stage.general_with(["alice", "bob"]);
    let first = begin(&stage, "toto40").await;
    assert_eq!(first.pings(), ["alice"]);
    assert!(first.file("board.png").await.starts_with(b"\x89PNG"));
    assert_says(first.alt_text("board.png").await, "White to move");

    // A slash command, with autocomplete where clients have it.
    if let Some(offered) = alice.offered("move", args! { "move": "Re" }).await {
        let (label, value) = &offered[0];
        assert!(label.starts_with("Re5") && value == "d5e5", "{offered:?}");
    }
    let second = moves(&alice, &first, "d5e5").await;
    assert_eq!(second.pings(), ["bob"], "the player to move is mentioned");
    says(&first, "Toto40").await;

    // The modal behind the button.
    let form = bob.click(&second, "Type a move").await;
    bob.submit(&form, args! { "move": "Kf6" }).await;
    let third = next_board(&general, &second).await;
    assert_eq!(third.pings(), ["alice"]);

    // A reply to the board, a direct message, a mention.
    alice.reply_to(&third, "kd7");
    let fourth = next_board(&general, &third).await;
    bob.dm().say("c10-a10");
    let fifth = next_board(&general, &fourth).await;
    fifth.tells("Ha10");
    alice.say("@Delos Rd5");
    let sixth = next_board(&general, &fifth).await;
    // The select menus.
    let panel = bob.presses(&sixth, "Move").await;
    bob.select(&panel, "Which piece?", &["f6"]).await;
    says(&panel, "King f6").await;
    bob.select(&panel, "Where to?", &["f6f5"]).await;
    // The move loses at once, and it is bob's first game. In a room, alice would read how.
    let private = "could capture your king with **Rxf5**";
    let warning = F::either(private, "loses at once. Play it anyway?");
    says(&panel, warning).await;
    bob.click(&panel, "Play it anyway").await;
    panel.gone().await;
    let seventh = next_board(&general, &sixth).await;
    moves(&alice, &seventh, "Rxf5").await;
    insta::assert_snapshot!(general.screen(&bob));
}

/// Makes the first move in the menus.
async fn chooses<U: Person>(who: &U, board: &MessageOf<U>) {
    let panel = who.presses(board, "Move").await;
    let pieces = panel.options();
    who.select(&panel, "Which piece?", &[&pieces[0]]).await;
    let lists_targets = |panel: &MessageOf<U>| panel.options() != pieces;
    panel.until("the targets", lists_targets).await;
    let target = panel.options().remove(0);
    who.select(&panel, "Where to?", &[&target]).await;
}

both!(a_person_plays_latrunculi_against_the_bot);
async fn a_person_plays_latrunculi_against_the_bot<F: Front>(stage: F) {
    let (general, [alice]) = stage.general_with(["alice"]);
    let mut board = play(&stage, "latrunculi").await;
    let hint = alice.asks("hint", ()).await;
    assert!(hint.is_secret());
    hint.tells("on ");
    for number in 1..=5 {
        let offered = alice.offered("move", args! { "move": "" }).await;
        match offered {
            Some(offered) => drop(alice.slash("move", args! { "move": &offered[0].1 }).await),
            None => chooses(&alice, &board).await,
        }
        board = board.moved_on(&format!("**{number}... ")).await;
        says(&board, "it's your move").await;
    }
    let question = alice.asks("resign", ()).await;
    assert!(question.is_ephemeral());
    alice.click(&question, "Resign").await;
    let board = board.moved_on("**won** by resignation.").await;
    assert_eq!(general.public().len(), 1 + 5 + 1, "{}", board.shown());
    alice.click(&board, "Play again").await;
    let again = general.next().await;
    again.moved_on("it's your move").await;
}

both!(an_illegal_move_is_explained_in_private_and_changes_nothing);
async fn an_illegal_move_is_explained_in_private_and_changes_nothing<F: Front>(stage: F) {
    let [alice, bob] = stage.people(["alice", "bob"]);
    let board = begin(&stage, "toto40").await;
    let before = board.content();
    let mut told = Vec::new();
    let long = "e4 ".repeat(30);
    for text in ["d5d8", "e9", "xyzzy", "h5h4", "d6", long.as_str()] {
        let answer = alice.asks("move", args! { "move": text }).await;
        assert!(answer.is_ephemeral(), "{text}");
        told.push(format!("-- {text}\n{}", answer.shown()));
    }
    let form = alice.click(&board, "Type a move").await;
    let reply = alice.submit(&form, args! { "move": "d5d8" }).await;
    reply.whisper().await.tells("line");
    let early = bob.asks("move", args! { "move": "Kf6" }).await;
    assert!(early.is_ephemeral());
    early.tells("'s turn.");
    assert_eq!(board.content(), before);
    let messages = stage.channel("general").public().len();
    assert_eq!(messages, 2, "challenge and board, nothing else");
    insta::assert_snapshot!(told.join("\n"));
}

both!(everything_that_can_be_asked_wrongly_gets_a_sentence);
async fn everything_that_can_be_asked_wrongly_gets_a_sentence<F: Front>(stage: F) {
    let (general, [alice, bob, eve]) = stage.general_with(["alice", "bob", "eve"]);
    let mut told = Vec::new();
    for (command, options) in [
        ("move", args! { "move": "e4" }),
        ("board", args! { game: "zzzzzz" }),
        ("board", args! { game: "my game" }),
        ("play", args! { game: "latrunculi", start: "rubbish" }),
        ("challenge", args! { game: "toto40", opponent: alice.arg() }),
    ] {
        told.push(alice.asks(command, options).await);
    }

    let options = args! { game: "toto40", opponent: bob.arg(), color: "white" };
    let challenge = posts_challenge(&alice, options).await;
    let own = alice.presses(&challenge, "Accept").await;
    own.tells("your own challenge");
    for button in ["Counteroffer", "Accept", "Decline"] {
        let stranger = eve.presses(&challenge, button).await;
        stranger.tells("can answer it");
    }
    bob.click(&challenge, "Accept").await;
    let board = general.next().await;

    let of_others = args! { "move": "Re5", game: code(&board) };
    told.push(eve.asks("move", of_others).await);
    told.push(eve.asks("resign", ()).await);
    assert!(told.iter().all(Post::is_ephemeral));
    let reply = eve.reply_to(&board, "Re5").answers(1).await;
    reply[0].tells("You aren't a player in game");
    // The longest possible message.
    let reply = alice.dm().say(&"e4".repeat(1000)).answers(1).await;
    reply[0].tells("too long to be a move");
    let told: Vec<_> = told.iter().map(Post::shown).collect();
    insta::assert_snapshot!(told.join("\n"));
    let timed = |time: &str| args! { game: "toto40", time: time };
    for (options, why) in [
        (timed("soon"), "I can't read \"soon\" as a time control"),
        (timed("999+5"), "each side gets 1 to 180 minutes"),
        (
            timed("3 days + 90 days"),
            "A time bank starts with 1 to 60 days",
        ),
        (
            args! { game: "toto40", rated: true },
            "starting position and a clock",
        ),
    ] {
        let answer = alice.asks("challenge", options).await;
        assert!(answer.is_ephemeral());
        answer.tells(why);
    }
}

both!(where_the_bot_may_not_post_it_says_so_and_plays_in_direct_messages);
/// On Matrix, one power level covers all messages, and the refusal comes directly.
async fn where_the_bot_may_not_post_it_says_so_and_plays_in_direct_messages<F: Front>(stage: F) {
    let (general, [alice]) = stage.general_with(["alice"]);
    general.forbid_pictures();
    let said = alice.asks("play", args! { game: "toto40" }).await;
    assert!(said.is_ephemeral());
    assert!(general.public().is_empty());
    insta::assert_snapshot!(said.shown());
    let alice = alice.dm();
    let board = plays(&alice, "leto").await;
    alice.say("e4");
    board.moved_on("**1... ").await;
}

both!(buttons_and_games_survive_a_restart);
async fn buttons_and_games_survive_a_restart<F: Front>(mut stage: F) {
    let (general, [alice, bob]) = stage.general_with(["alice", "bob"]);
    let board = begin(&stage, "toto40").await;
    stage.restarts().await;
    let form = alice.click(&board, "Type a move").await;
    alice.submit(&form, args! { "move": "Re5" }).await;
    let second = general.next().await;
    assert_eq!(second.pings(), ["bob"]);
    let late = alice.submit(&form, args! { "move": "Rd6" }).await;
    late.whisper().await.tells("out of date. Look");
    bob.slash("draw", ()).await;
    says(&second, "offers a draw").await;
    called(&general, &alice).await;
    stage.restarts().await;
    alice.click(&second, "Accept draw").await;
    let end = general.next().await;
    end.tells("**The game is drawn** by agreement.");
}

both!(a_reply_to_a_former_board_is_about_its_game);
async fn a_reply_to_a_former_board_is_about_its_game<F: Front>(stage: F) {
    let (general, [alice, bob]) = stage.general_with(["alice", "bob"]);
    let first = begin(&stage, "toto40").await;
    alice.reply_to(&first, "Re5");
    let second = next_board(&general, &first).await;
    // In this game it's alice's turn, and the move is legal.
    begin(&stage, "toto40").await;
    let answers = alice.reply_to(&first, "Rf5").answers(1).await;
    answers[0].tells("'s turn.");
    bob.reply_to(&second, "Kf6");
    next_board(&general, &second).await;
    // Without a code, the command doesn't guess the game.
    let menu = alice.asks("draw", ()).await;
    menu.tells("Which game?");
    let game = "Toto40 against bob";
    alice.select(&menu, "Choose a game", &[game]).await;
    posted(&stage, &general, "offers a draw").await;
}
