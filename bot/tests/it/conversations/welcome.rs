//! The first minute: the welcome on a server, help, text that isn't a move, and the choice of a game.

use app::key::Key;
use app::store::Store as _;
use app::{ServerId, Welcome};
use playground::{Guild, Message, Reply};
use rules_core::Family;

use crate::conversations::prelude::*;

/// Creates a stage whose bot leaves the only server and joins it again, as if for the first time.
async fn just_joined(before: impl FnOnce(&Stage, &Guild)) -> Stage {
    let stage = Stage::ready().await;
    let guild = stage.pg.guild("");
    guild.remove_bot();
    before(&stage, &guild);
    guild.add_bot();
    stage
}

fn welcome_of(stage: &Stage) -> Option<Welcome> {
    let server = ServerId::new(format!("discord:{}", stage.pg.guild("").id()));
    let stored = stage.service.as_ref()?.store().get(&Key::Server(server));
    match stored.unwrap()?.record {
        app::Record::Server(server) => server.welcome,
        _ => None,
    }
}

/// Waits until the server's welcome is in this state.
async fn welcome_is(stage: &Stage, expected: Welcome) {
    let is_so = || welcome_of(stage) == Some(expected);
    stage.happens("the server's welcome", is_so).await;
}

both!(a_newcomer_makes_the_first_move_after_four_taps_and_words);
async fn a_newcomer_makes_the_first_move_after_four_taps_and_words<F: Front>(stage: F) {
    stage.rejoins().await;
    let general = stage.channel("general");
    let welcome = general.next().await;
    let alice = stage.user("alice");
    // The first tap.
    let menu = alice.presses(&welcome, "Play").await;
    insta::assert_snapshot!("welcome_menu", general.screen(&alice));
    // Two taps: one opens the menu, one chooses.
    let game = "Leto Chess";
    alice.select(&menu, "Choose a game", &[game]).await;
    let board = general.next().await;
    let board = board.moved_on("it's your move").await;
    board.tells("your move (White)");
    // One word: the example move below the board.
    let content = board.content();
    let (_, example) = content.split_once("like **").unwrap();
    alice.reply_to(&board, example.split("**").next().unwrap());
    board.moved_on("**1... ").await;
    if !F::IS_MATRIX {
        assert_eq!(general.public().len(), 4, "welcome, board, move, answer");
    }
}

both!(a_server_is_welcomed_once_when_it_is_joined);
async fn a_server_is_welcomed_once_when_it_is_joined<F: Front>(mut stage: F) {
    let general = stage.channel("general");
    let asks = async |stage: &F, welcomes: usize| {
        let reply = stage.user("alice").slash("help", ()).await;
        reply.whisper().await;
        assert_eq!(reply.messages().len(), 1, "help alone");
        assert_eq!(general.public().len(), welcomes);
    };
    // A server that it joined long ago is not greeted.
    asks(&stage, 0).await;
    stage.rejoins().await;
    let welcome = general.next().await;
    insta::assert_snapshot!(welcome.shown());
    asks(&stage, 1).await;
    stage.restarts().await;
    asks(&stage, 1).await;
    stage.rejoins().await;
    asks(&stage, 1).await;
}

/// On Discord only: the system channel; on Matrix the room that Delos is invited to takes the welcome.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_first_command_shows_the_welcome_that_no_channel_took() {
    for system_channel in [true, false] {
        let stage = just_joined(|stage, guild| {
            if system_channel {
                stage.pg.channel("general").mute(true);
            } else {
                guild.set_system_channel(None);
            }
        })
        .await;
        welcome_is(&stage, Welcome::Due).await;
        let alice = stage.pg.user("alice");
        let first = alice.slash("rules", ()).await;
        let are_both = |reply: &Reply| reply.messages().len() == 2;
        first.until("the welcome, too", are_both).await;
        let told = first.messages();
        told[0].tells("Which game's rules?");
        told[1].tells("Thanks for inviting me!");
        assert!(told.iter().all(Message::is_ephemeral));
        let second = alice.slash("help", ()).await;
        second.whisper().await;
        assert_eq!(second.messages().len(), 1);
        assert_eq!(stage.pg.channel("general").public(), []);
    }
}

/// On Discord only: the system channel; on Matrix the room that Delos is invited to takes the welcome.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn help_as_the_first_command_is_the_welcome() {
    let stage = just_joined(|_, guild| guild.set_system_channel(None)).await;
    welcome_is(&stage, Welcome::Due).await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let first = alice.slash("help", ()).await;
    first.whisper().await.tells("Thanks for inviting me!");
    // The answer to a later command arrives after all messages of the first one.
    bob.asks("rules", ()).await;
    assert_eq!(first.messages().len(), 1, "one card");
    welcome_is(&stage, Welcome::Shown).await;
    // The bot's status names the command, too.
    let number = ["four", "five", "six", "seven"][Family::ALL.len() - 4];
    let status = format!("/help | {number} rare chess games");
    assert_eq!(stage.pg.gateway().status(), status);
}

both!(words_are_answered_where_moves_are_read);
async fn words_are_answered_where_moves_are_read<F: Front>(stage: F) {
    let [alice, bob] = stage.people(["alice", "bob"]);
    let dm = alice.dm();
    let mut answers = Vec::new();
    for said in ["@Delos", "@Delos hi", "@Delos Help!", "@Delos thanks!"] {
        let answer = bob.say(said).answers(1).await;
        answers.push(format!("# {said}\n{}", answer[0].shown()));
    }
    for said in ["hello", "thank you.", "rules", "hint", "Resign"] {
        let answer = dm.say(said).answers(1).await;
        let shown = answer[0].shown();
        assert!(!shown.contains("hallenge"), "{said}: {shown}");
        answers.push(format!("# {said}, directly\n{shown}"));
    }
    insta::assert_snapshot!(answers.join("\n\n"));
}

both!(requests_in_ones_own_words_are_carried_out);
async fn requests_in_ones_own_words_are_carried_out<F: Front>(stage: F) {
    let [alice, bob] = stage.people(["alice", "bob"]);
    let dm = alice.dm();
    for (said, words) in [
        ("what's the weather like", "rare chess games"),
        ("how do I play?", "rare chess games"),
        ("level 3", "level **3**"),
        ("show me the rules of leap", "Leap Chess"),
        ("my games please", "You don't have any games"),
        ("can we play toto40?", "it's your move (White)"),
        (
            "stop",
            "Resign your game of Toto40 against Delos at level 1?",
        ),
    ] {
        let asked = dm.say(said);
        // A board can follow the answer.
        let answers = || asked.channel().public().into_iter();
        let later = || answers().filter(|answer| answer.place() > asked.place());
        let says = |answer: &F::Message| answer.content().contains(words);
        stage.until(said, || later().find(says)).await;
    }
    alice.say("@Delos challenge @bob to legan");
    let challenge = stage.channel("general").next().await;
    assert_eq!(challenge.pings(), [bob.name()], "{}", challenge.shown());
    challenge.tells("Legan Chess");
}

on_discord!(remarks_of_others_below_a_message_of_delos_are_not_answered);
/// On Discord only: Delos sees every message in a room, and answers those that name it.
async fn remarks_of_others_below_a_message_of_delos_are_not_answered(stage: Stage) {
    let (general, [alice, eve]) = stage.general_with(["alice", "eve"]);
    let board = begin(&stage, "toto40").await;
    let challenge = general.public().remove(0);
    eve.reply_to(&board, "nice one!");
    eve.reply_to(&challenge, "nice one!");
    // Messages are handled in order.
    let answer = alice.reply_to(&board, "nice one!").answers(1).await;
    answer[0].tells("rare chess games");
    let messages = general.public().len();
    assert_eq!(messages, 6, "challenge, board, three remarks, answer");
}

on_discord!(what_is_said_of_games_elsewhere_is_not_read_by_everyone);
/// On Discord only: on Matrix such answers come directly.
async fn what_is_said_of_games_elsewhere_is_not_read_by_everyone(stage: Stage) {
    let alice = stage.pg.user("alice");
    let dm = alice.dm();
    for game in ["toto40", "leto"] {
        plays(&dm, game).await;
    }
    for said in ["@Delos draw", "@Delos e4"] {
        let answer = alice.say(said).answers(1).await;
        let words = "Your games, shown only to you:";
        assert_eq!(answer[0].content(), words, "{said}");
        assert_eq!(answer[0].labels(), ["My games"]);
    }
}

both!(words_in_a_game_do_what_the_commands_do);
async fn words_in_a_game_do_what_the_commands_do<F: Front>(stage: F) {
    let (general, [alice, bob]) = stage.general_with(["alice", "bob"]);
    let board = begin(&stage, "toto40").await;
    let mut answers = Vec::new();
    for said in ["Resign!", "hint?", "board", "undo", "rules"] {
        let answer = alice.reply_to(&board, said).answers(1).await;
        answers.push(format!("# {said}\n{}", answer[0].shown()));
    }
    insta::assert_snapshot!(answers.join("\n\n"));
    alice.reply_to(&board, "Re5");
    let board = next_saying(&general, "it's your move (Black)").await;
    bob.reply_to(&board, "draw?");
    posted(&stage, &general, "offers a draw").await;
}

both!(the_menu_of_games_keeps_the_other_options);
async fn the_menu_of_games_keeps_the_other_options<F: Front>(stage: F) {
    let (general, [alice, bob]) = stage.general_with(["alice", "bob"]);
    let options = args! { opponent: bob.arg(), time: "10+5", rated: true, color: "white" };
    let menu = alice.asks("challenge", options).await;
    insta::assert_snapshot!("challenge_menu", menu.shown());
    assert_says(menu.alt_text("games.png").await, "Legan Chess");
    let choose = "Choose a game";
    alice.select(&menu, choose, &["Toto40"]).await;
    let challenge = general.next().await;
    insta::assert_snapshot!("chosen_challenge", challenge.shown());
    assert_eq!(challenge.pings(), ["bob"]);

    let dm = alice.dm();
    let menu = dm.asks("play", ()).await;
    let (lowest, highest) = ("Level 1 (Beginner)", "Level 10 (Master)");
    dm.select(&menu, lowest, &[highest]).await;
    says(&menu, "level **10**").await;
    insta::assert_snapshot!("play_menu", menu.shown());
    dm.select(&menu, choose, &["Legan Chess"]).await;
    let board = dm.channel().next().await;
    board.tells("Delos at level 10");
}
