//! Conversations with a serenity bot.

use playground::{Message, Refused, Reply, args};

use crate::bot;

#[tokio::test]
async fn a_command_gets_a_response_in_a_guild_in_another_and_in_a_dm() {
    let (pg, _bot) = bot::start().await;
    let alice = pg.user("alice");
    let reply = alice.slash("ping", ()).await;
    assert_eq!((reply.kind(), reply.is_ephemeral()), (Some(4), false));
    assert_eq!(reply.content(), "Pong!");
    assert_eq!(reply.steps(), ["message"]);
    let far = pg.guild("Far away").channel("games");
    let pong = alice.at(&far).slash("ping", ()).await.message();
    assert_eq!(pong.channel(), far);
    assert_eq!(alice.dm().slash("board", ()).await.content(), "board");
}

#[tokio::test]
async fn a_deferral_is_awaited_and_an_image_with_alt_text_arrives() {
    let (pg, _bot) = bot::start().await;
    let alice = pg.user("alice");
    let reply = alice.slash("board", ()).await;
    let m = reply.message();
    assert_eq!(reply.steps(), ["deferral", "edit"]);
    assert_eq!(m.content(), "board");
    assert_eq!(m.file("board.png"), bot::PNG);
    assert_eq!(m.alt_text("board.png"), "the start position");
    assert_eq!(m.json()["attachments"][0]["width"], 720);
    let labels: Vec<_> = m.buttons().into_iter().map(|b| b.label).collect();
    assert_eq!(labels, ["Accept", "Later", "Dead"]);
    let reply = alice.click(&m, "later").await;
    assert_eq!(reply.kind(), Some(6));
    m.until("the edit", |m| m.content() == "edited later").await;
    // An edit without a list of attachments keeps them.
    assert_eq!(m.files().len(), 1);
    assert_eq!(m.answers(1).await[0].content(), "and a new message");
    let reply = alice.click(&m, "Accept").await;
    assert_eq!((reply.message().id(), reply.kind()), (m.id(), Some(7)));
    assert_eq!(reply.content(), "accepted");
    // An update without files removes the old ones.
    assert_eq!(m.files(), []);
}

#[tokio::test]
async fn choices_are_filtered_and_an_ephemeral_follow_up_is_for_one_user() {
    let (pg, _bot) = bot::start().await;
    let (alice, bob) = (pg.user("alice"), pg.user("bob"));
    let typed = alice.autocomplete("move", args! { san: "N" }).await;
    let names: Vec<_> = typed.choices().into_iter().map(|c| c.0).collect();
    assert_eq!(names, ["Nf3 (a move)", "Nc3 (a move)"]);
    let reply = alice.slash("move", args! { san: "Nf3" }).await;
    assert_eq!(reply.content(), "played Nf3");
    let has_both = |r: &Reply| r.messages().len() == 2;
    let reply = reply.until("the follow-up", has_both).await;
    let hint = &reply.messages()[1];
    assert!(hint.is_ephemeral() && alice.sees(hint) && !bob.sees(hint));
}

#[tokio::test]
async fn a_modal_is_submitted() {
    let (pg, _bot) = bot::start().await;
    let alice = pg.user("alice");
    let opened = alice.slash("note", ()).await;
    assert_eq!(opened.modal().unwrap()["title"], "A note");
    let noted = alice.submit(&opened, args! { text: "e2 e4" }).await;
    assert_eq!(noted.content(), "noted: e2 e4");
    let long = alice.submit(&opened, args! { text: "much too long for this field" });
    let why = "the field \"text\" takes 0 to 20 characters, not 28";
    let refused = long.attempt().await.unwrap_err();
    assert_eq!(refused, Refused::Client(why.into()));
    let bobs = pg.user("bob").submit(&opened, args! { text: "mine" });
    assert!(bobs.attempt().await.is_err());
}

#[tokio::test]
async fn without_the_content_intent_only_mentions_replies_and_dms_are_readable() {
    let (pg, _bot) = bot::start().await;
    let (alice, bob) = (pg.user("alice"), pg.user("bob"));
    let said = alice.say("@Delos e4");
    let answer = &said.answers(1).await[0];
    assert_eq!(answer.text(), "@alice said: me e4");
    assert_eq!(answer.pings(), ["alice"]);
    assert_eq!(answer.reply_target(), Some(said));
    let reply = bob.reply_to(answer, "and Kd7");
    assert_eq!(reply.answers(1).await[0].text(), "@bob said: and Kd7");
    let answers = alice.dm().say("hello").answers(1).await;
    assert_eq!(answers[0].text(), "@alice said: hello");
    let unpinged = bob.reply_quietly(answer, "not for you");
    let blind = [("🙈".to_owned(), vec!["Delos".to_owned()])];
    let is_blind = |m: &Message| m.reactions() == blind;
    unpinged.until("a blind reaction", is_blind).await;
    // A response to an interaction belongs to a webhook. A reply to it pings no one, so its content is withheld.
    let pong = alice.slash("ping", ()).await.message();
    let hidden = bob.reply_to(&pong, "hidden");
    hidden.until("a blind reaction", is_blind).await;
}

#[tokio::test]
async fn the_client_pings_and_refuses_as_discords_client_does() {
    let (pg, _bot) = bot::start().await;
    let (alice, bob) = (pg.user("alice"), pg.user("bob"));
    let board = alice.slash("board", ()).await.message();
    let private = alice.slash("whisper", ()).await.message();
    let challenged = alice.slash("challenge", args! { opponent: &bob });
    let challenge = challenged.await.message();
    assert_eq!(challenge.text(), "@alice challenges @bob");
    assert_eq!(challenge.pings(), ["bob"], "only allowed mentions");
    let toto = |minutes: i64| args! { opponent: &bob, game: "toto40", minutes: minutes };
    let table = [
        (alice.slash("nope", ()), "there is no command \"nope\""),
        (alice.slash("move", ()), "the option \"san\" is required"),
        (alice.slash("move", args! { san: 3 }), "does not take \"3\""),
        (
            alice.slash("ping", args! { loud: true }),
            "the command has no option [\"loud\"]",
        ),
        (
            alice.slash("challenge", args! { opponent: &bob, game: "go" }),
            "\"go\" is not among the choices",
        ),
        (
            alice.slash("challenge", toto(61)),
            "the value of \"minutes\" must be between 1 and 60",
        ),
        (
            alice.slash("tournament", ()),
            "one of the subcommands [\"create\"] is required",
        ),
        (alice.slash("admin", ()), "alice cannot use /admin"),
        (alice.click(&board, "Dead"), "\"Dead\" is disabled"),
        (
            alice.click(&board, "Nope"),
            "there is no component \"Nope\"; there are [\"Accept\", \"Later\", \"Dead\"]",
        ),
        (
            alice.click(&challenge, "Rules"),
            "a link button has no interaction",
        ),
        (
            bob.click(&private, "Again"),
            "bob does not see this message",
        ),
        (
            alice.autocomplete("challenge", args! { game: "t" }),
            "has no autocomplete",
        ),
    ];
    for (action, expected) in table {
        match action.attempt().await {
            Err(Refused::Client(why)) => assert!(why.contains(expected), "{why} / {expected}"),
            other => panic!("{expected}: {other:?}"),
        }
    }
    let before = pg.calls().len();
    let created = alice.slash("tournament create", args! { name: "Cup" });
    assert_eq!(created.await.content(), "Pong!");
    assert_eq!(pg.calls().len(), before + 1);
    pg.guild("")
        .grant(&alice, playground::permission::MANAGE_GUILD);
    assert_eq!(alice.slash("admin", ()).await.content(), "Pong!");
}

#[tokio::test]
async fn select_menus_and_context_menus_work() {
    let (pg, _bot) = bot::start().await;
    let (alice, bob) = (pg.user("alice"), pg.user("bob"));
    let m = alice.slash("menu", ()).await.message();
    let game = alice.select(&m, "Choose a game", &["Leto"]).await;
    assert_eq!(game.content(), "chosen: leto");
    let who = alice.select(&m, "who", &["bob"]).await;
    assert_eq!(who.message().text(), "@bob");
    let explained = alice.context("Explain", &bob.say("good game")).await;
    assert_eq!(explained.content(), "that was \"good game\"");
    let greeted = alice.context("Greet", &bob).await;
    assert_eq!(greeted.content(), format!("hello {}", bob.id()));
}

#[tokio::test]
async fn a_thread_is_started_and_used() {
    let (pg, _bot) = bot::start().await;
    let alice = pg.user("alice");
    let reply = alice.slash("thread", ()).await;
    let started = || reply.message().channel().threads().pop();
    let thread = pg.until("the thread", started).await;
    assert_eq!(thread.next_message().await.content(), "in the thread");
    assert_eq!(thread.name(), "Game 1");
    let answers = alice.at(&thread).say("@Delos hi").answers(1).await;
    assert_eq!(answers[0].text(), "@alice said: me hi");
}

#[tokio::test]
async fn a_transcript_shows_events_without_ids() {
    let (pg, _bot) = bot::start().await;
    let (alice, bob) = (pg.user("alice"), pg.user("bob"));
    let challenge = alice.slash("challenge", args! { opponent: &bob });
    let m = challenge.await.message();
    bob.click(&m, "Accept").await;
    alice.slash("whisper", ()).await;
    bob.say("@Delos hi").answers(1).await;
    let expected = "\
(only alice) alice: /challenge opponent:@bob
Delos: @alice challenges @bob
    [Accept] [Rules]
(only bob) bob clicks [Accept]
Delos (edited): accepted
(only alice) alice: /whisper
(only alice) Delos: psst
    [Again]
bob: @Delos hi
Delos (to bob): @bob said: me hi
    [picture board.png: an empty board]
    [Again]
";
    assert_eq!(pg.channel("general").transcript(), expected);
    let screen = pg.channel("general").screen(&bob);
    assert!(
        screen.starts_with("Delos: accepted\nbob: @Delos hi\n") && !screen.contains("psst"),
        "{screen}"
    );
}

#[tokio::test]
async fn ids_and_times_are_the_same_in_every_run() {
    let run = || async {
        let (pg, _bot) = bot::start().await;
        let m = pg.user("alice").slash("ping", ()).await.message();
        m.json().to_string().replace(pg.api(), "")
    };
    assert_eq!(run().await, run().await);
}
