//! Games from challenge to end, by every way to move.

use playground::args;

use crate::common::assert_says;
use crate::conversations::front::{
    Answer as _, Front, Person, Post as _, Room as _, both, called, next, next_board, posted,
    public, says, whisper, whispered,
};
use crate::conversations::{begin, code, moves, play, plays, posts_challenge};

both!(two_people_play_toto40_to_its_end_by_every_way_to_move);
async fn two_people_play_toto40_to_its_end_by_every_way_to_move<F: Front>() {
    let stage = F::ready().await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let general = stage.channel("general");
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
    assert_says(fifth.content(), "Ha10");
    alice.say("@Delos Rd5");
    let sixth = next_board(&general, &fifth).await;
    // The select menus.
    let panel = whisper(&bob.click(&sixth, "Move").await).await;
    bob.select(&panel, "Which piece?", &["f6"]).await;
    panel
        .until("the king's targets", |panel| {
            panel.content().contains("King f6")
        })
        .await;
    bob.select(&panel, "Where to?", &["f6f5"]).await;
    // The move loses at once, and it is bob's first game. In a room, alice would read how.
    let warning = if F::IS_MATRIX {
        "loses at once. Play it anyway?"
    } else {
        "could capture your king with **Rxf5**"
    };
    says(&panel, warning).await;
    bob.click(&panel, "Play it anyway").await;
    panel.gone().await;
    let seventh = next_board(&general, &sixth).await;
    moves(&alice, &seventh, "Rxf5").await;
    insta::assert_snapshot!(general.screen(&bob));
}

/// Makes the first move in the menus.
async fn chooses<U: Person>(who: &U, board: &<U::On as Front>::Message) {
    let panel = whisper(&who.click(board, "Move").await).await;
    let pieces = panel.options();
    who.select(&panel, "Which piece?", &[&pieces[0]]).await;
    let panel = panel
        .until("the targets", |panel| panel.options() != pieces)
        .await;
    let target = panel.options().remove(0);
    who.select(&panel, "Where to?", &[&target]).await;
}

both!(a_person_plays_latrunculi_against_the_bot);
/// On Matrix, the engine's moves and the result are new messages.
async fn a_person_plays_latrunculi_against_the_bot<F: Front>() {
    let stage = F::ready().await;
    let alice = stage.user("alice");
    let mut board = play(&stage, "latrunculi").await;
    for number in 1..=5 {
        let offered = alice.offered("move", args! { "move": "" }).await;
        match offered {
            Some(offered) => drop(alice.slash("move", args! { "move": &offered[0].1 }).await),
            None => chooses(&alice, &board).await,
        }
        board = board.moved_on(&format!("**{number}... ")).await;
        says(&board, "it's your move").await;
    }
    let question = alice.slash("resign", ()).await;
    assert!(question.message().await.is_ephemeral());
    alice.click(&question.message().await, "Resign").await;
    let board = board.moved_on("**won** by resignation.").await;
    let messages = public(&stage.channel("general")).len();
    assert_eq!(messages, 1 + 5 + 1, "{}", board.shown());
}

both!(an_illegal_move_is_explained_in_private_and_changes_nothing);
async fn an_illegal_move_is_explained_in_private_and_changes_nothing<F: Front>() {
    let stage = F::ready().await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let board = begin(&stage, "toto40").await;
    let before = board.content();
    let mut told = Vec::new();
    let long = "e4 ".repeat(30);
    for text in ["d5d8", "e9", "xyzzy", "h5h4", "d6", long.as_str()] {
        let reply = alice.slash("move", args! { "move": text }).await;
        let answer = reply.message().await;
        assert!(answer.is_ephemeral(), "{text}");
        told.push(format!("-- {text}\n{}", answer.shown()));
    }
    let form = alice.click(&board, "Type a move").await;
    let reply = alice.submit(&form, args! { "move": "d5d8" }).await;
    assert!(whispered(&reply).await.contains("line"));
    let early = bob.slash("move", args! { "move": "Kf6" }).await;
    let early = early.message().await;
    assert!(early.is_ephemeral());
    assert_says(early.content(), "'s turn.");
    assert_eq!(board.content(), before);
    assert_eq!(
        public(&stage.channel("general")).len(),
        2,
        "challenge and board, nothing else"
    );
    insta::assert_snapshot!(told.join("\n"));
}

both!(everything_that_can_be_asked_wrongly_gets_a_sentence);
async fn everything_that_can_be_asked_wrongly_gets_a_sentence<F: Front>() {
    let stage = F::ready().await;
    let [alice, bob, eve] = stage.people(["alice", "bob", "eve"]);
    let general = stage.channel("general");
    let heard = std::cell::RefCell::new(Vec::new());
    let told = async |reply: F::Reply| {
        let answer = reply.message().await;
        heard.borrow_mut().push(answer.shown());
        assert!(answer.is_ephemeral());
    };
    for (command, options) in [
        ("move", args! { "move": "e4" }),
        ("board", args! { game: "zzzzzz" }),
        ("board", args! { game: "my game" }),
        ("play", args! { game: "latrunculi", start: "rubbish" }),
        ("challenge", args! { game: "toto40", opponent: alice.arg() }),
    ] {
        told(alice.slash(command, options).await).await;
    }

    let options = args! { game: "toto40", opponent: bob.arg(), color: "white" };
    let challenge = posts_challenge(&alice, options).await;
    let own = alice.click(&challenge, "Accept").await;
    assert_says(whispered(&own).await, "your own challenge");
    for button in ["Counteroffer", "Accept", "Decline"] {
        let stranger = eve.click(&challenge, button).await;
        assert_says(whispered(&stranger).await, "can answer it");
    }
    bob.click(&challenge, "Accept").await;
    let board = next(&general).await;

    let of_others = args! { "move": "Re5", game: code(&board) };
    told(eve.slash("move", of_others).await).await;
    told(eve.slash("resign", ()).await).await;
    let reply = eve.reply_to(&board, "Re5").answers(1).await;
    assert_says(reply[0].content(), "You aren't a player in game");
    // The longest possible message.
    let reply = alice.dm().say(&"e4".repeat(1000)).answers(1).await;
    assert_says(reply[0].content(), "too long to be a move");
    insta::assert_snapshot!(heard.into_inner().join("\n"));
}

both!(an_unanswered_challenge_expires);
async fn an_unanswered_challenge_expires<F: Front>() {
    let stage = F::ready().await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let options = args! { game: "toto40", opponent: bob.arg() };
    let challenge = posts_challenge(&alice, options).await;
    stage.advance(std::time::Duration::from_hours(49));
    says(&challenge, "in time").await;
    insta::assert_snapshot!(challenge.shown());
}

both!(where_the_bot_may_not_post_it_says_so_before_anything_is_lost);
/// On Matrix, one power level covers all messages, and the refusal comes directly.
async fn where_the_bot_may_not_post_it_says_so_before_anything_is_lost<F: Front>() {
    let stage = F::ready().await;
    let alice = stage.user("alice");
    let general = stage.channel("general");
    general.forbid_pictures();
    let reply = alice.slash("play", args! { game: "toto40" }).await;
    let said = reply.message().await;
    assert!(said.is_ephemeral());
    assert!(public(&general).is_empty());
    insta::assert_snapshot!(said.shown());
}

both!(buttons_and_games_survive_a_restart);
async fn buttons_and_games_survive_a_restart<F: Front>() {
    let mut stage = F::ready().await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let general = stage.channel("general");
    let board = begin(&stage, "toto40").await;
    stage.stop().await;
    stage.start().await;
    let form = alice.click(&board, "Type a move").await;
    alice.submit(&form, args! { "move": "Re5" }).await;
    let second = next(&general).await;
    assert_eq!(second.pings(), ["bob"]);
    let late = alice.submit(&form, args! { "move": "Rd6" }).await;
    assert!(whispered(&late).await.contains("out of date. Look"));
    bob.slash("draw", ()).await;
    let offer = second;
    says(&offer, "offers a draw").await;
    called(&general, &alice).await;
    stage.stop().await;
    stage.start().await;
    alice.click(&offer, "Accept draw").await;
    let end = next(&general).await;
    assert_says(end.content(), "**The game is drawn** by agreement.");
}

both!(a_game_can_be_played_in_direct_messages);
async fn a_game_can_be_played_in_direct_messages<F: Front>() {
    let stage = F::ready().await;
    let alice = stage.user("alice").dm();
    let board = plays(&alice, "leto").await;
    alice.say("e4");
    board.moved_on("**1... ").await;
}

both!(a_reply_to_a_former_board_is_about_its_game);
async fn a_reply_to_a_former_board_is_about_its_game<F: Front>() {
    let stage = F::ready().await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let general = stage.channel("general");
    let first = begin(&stage, "toto40").await;
    alice.reply_to(&first, "Re5");
    let second = next_board(&general, &first).await;
    // In this game it's alice's turn, and the move is legal.
    begin(&stage, "toto40").await;
    let answers = alice.reply_to(&first, "Rf5").answers(1).await;
    assert_says(answers[0].content(), "'s turn.");
    bob.reply_to(&second, "Kf6");
    next_board(&general, &second).await;
    // Without a code, the command doesn't guess the game.
    let reply = alice.slash("draw", ()).await;
    let menu = whisper(&reply).await;
    assert_says(menu.content(), "Which game?");
    alice
        .select(&menu, "Choose a game", &["Toto40 against bob"])
        .await;
    posted(&stage, &general, "offers a draw").await;
}
