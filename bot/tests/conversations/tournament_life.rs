//! Tournaments under changing conditions: a player leaves the server, the channel is deleted, the engine takes part.

use std::time::Duration;

use app::effect::Outgoing;
use app::{
    Command, Context, Person, PlayerId, Request, Risk, RoomId, ServerId, TournamentCommand, Venue,
};
use playground::{Channel, Message, Playground, Reply, User, args, permission};

use crate::common::{Stage, next, public, says, whisper, whispered};
use crate::labels;

/// A user who may manage the server. Threads can't be opened in its channel.
fn organizer(pg: &Playground) -> User {
    pg.channel("general")
        .deny_bot(permission::CREATE_PUBLIC_THREADS);
    let boss = pg.user("boss");
    pg.guild("").grant(&boss, permission::MANAGE_GUILD);
    boss
}

/// Creates a Swiss tournament in a channel with these entrants.
async fn entered(boss: &User, channel: &Channel, people: &[&User]) {
    let plan = args! { name: "Friday cup", format: "swiss", game: "toto40", time: "3 days" };
    boss.at(channel).slash("tournament create", plan).await;
    let announced = next(channel).await;
    for who in people {
        let said = whispered(&who.at(channel).click(&announced, "Join").await).await;
        assert!(said.contains("You're in"), "{said}");
    }
}

/// Starts a tournament with few players, about which the bot asks.
pub(crate) async fn starts(boss: &User) {
    let question = whisper(&boss.slash("tournament start", ()).await).await;
    says(&question, "with only").await;
    boss.click(&question, "Start anyway").await;
}

/// The next board that mentions a player.
async fn board(channel: &Channel) -> Message {
    loop {
        let message = next(channel).await;
        if message.content().contains("it's your move") {
            return message;
        }
    }
}

/// The private answer with these words; the message that opened the modal is private too.
async fn answered(reply: &Reply, words: &str) -> Message {
    let fits = |reply: &Reply| {
        let messages = reply.messages().into_iter();
        let mut private = messages.filter(Message::is_ephemeral);
        private.find(|message| message.content().contains(words))
    };
    reply.until(words, |reply| fits(reply).is_some()).await;
    fits(reply).unwrap()
}

/// Waits until the audit log contains these words.
async fn audited(boss: &User, words: &str) -> String {
    for _ in 0..200 {
        let said = whispered(&boss.slash("tournament audit", ()).await).await;
        if said.contains(words) {
            return said;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the audit never says {words:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_who_left_the_server_is_withdrawn_after_missing_a_game() {
    let stage = Stage::ready().await;
    let boss = organizer(&stage.pg);
    let general = stage.pg.channel("general");
    let [alice, dave] = stage.people(["alice", "dave"]);
    entered(&boss, &general, &[&alice, &dave]).await;
    starts(&boss).await;
    let first = board(&general).await;
    if first.content().starts_with(&alice.mention()) {
        alice.slash("move", args! { "move": "Re5" }).await;
        board(&general).await;
    }
    stage.pg.guild("").remove(&dave);
    stage.pg.clock().advance(Duration::from_hours(24 * 4));
    let audit = audited(&boss, "dave withdrawn after leaving the server").await;
    assert!(!audit.contains("alice withdrawn"), "{audit}");
    stage.pg.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invited_member_decides_in_a_direct_message() {
    let stage = Stage::ready().await;
    let boss = organizer(&stage.pg);
    let general = stage.pg.channel("general");
    let [alice, dave, zoe, stranger] = stage.people(["alice", "dave", "zoe", "stranger"]);
    entered(&boss, &general, &[&alice]).await;
    stage.pg.guild("").remove(&stranger);
    for command in ["tournament add", "tournament substitute"] {
        let options = match command {
            "tournament add" => args! { player: &stranger },
            _ => args! { out: &alice, "in": &stranger },
        };
        let said = whispered(&boss.slash(command, options).await).await;
        assert_eq!(said, "Only members of this server can be invited.");
    }
    for (who, answer) in [(&dave, "Decline"), (&zoe, "Accept")] {
        let said = whispered(&boss.slash("tournament add", args! { player: who }).await).await;
        assert!(
            said.contains("They'll be entered when they accept."),
            "{said}"
        );
        let asked = next(&who.dm().channel()).await;
        assert_eq!(labels(&asked), ["Accept", "Decline"]);
        insta::assert_snapshot!(format!("invitation_{answer}"), asked.content());
        let said = who.at(&who.dm().channel()).click(&asked, answer).await;
        insta::assert_snapshot!(
            format!("invitation_{answer}_answer"),
            whispered(&said).await
        );
    }
    let audit = audited(&boss, "zoe joined, invited by boss").await;
    assert!(audit.contains("Invited: dave"), "{audit}");
    stage.pg.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tournament_whose_channel_is_deleted_continues_in_another() {
    let stage = Stage::ready().await;
    let boss = organizer(&stage.pg);
    let cup = stage.pg.channel("cup");
    let [alice, bob] = stage.people(["alice", "bob"]);
    entered(&boss, &cup, &[&alice, &bob]).await;
    cup.delete();
    // The announcement can no longer be edited.
    let join = stage.pg.user("carol");
    let code = whispered(&join.slash("tournament join", ()).await).await;
    assert!(code.contains("You're in"), "{code}");
    let told = next(&boss.dm().channel()).await;
    let said = told.content();
    assert!(said.contains("**Friday cup** has stopped"), "{said}");
    let said = whispered(&alice.slash("tournament resume", ()).await).await;
    assert!(said.contains("Only server managers"), "{said}");
    let general = stage.pg.channel("general");
    let card = whisper(&boss.slash("tournament manage", ()).await).await;
    boss.click(&card, "Resume").await;
    says(&card, "Done.").await;
    let announced = next(&general).await;
    assert_eq!(labels(&announced), ["Join", "Leave"]);
    says(&announced, "alice, bob, carol").await;
    starts(&boss).await;
    board(&general).await;
    audited(&boss, "moved to another channel").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_plan_is_changed_by_menus_and_modals() {
    let stage = Stage::ready().await;
    let boss = organizer(&stage.pg);
    let options = args! {
        name: "Friday cup", format: "swiss", game: "toto40", time: "10+5", starts: "in 2 hours"
    };
    let plan = whisper(&boss.slash("tournament create", options).await).await;
    let announced = next(&stage.pg.channel("general")).await;
    let form = boss.select(&plan, "More...", &["Games"]).await;
    let said = boss.submit(&form, args! { "move": "toto40, legan" }).await;
    let plan = answered(&said, "Toto40 and Legan Chess in turn").await;
    says(&announced, "Toto40 and Legan Chess in turn").await;
    let form = boss.select(&plan, "More...", &["Rating limits"]).await;
    let said = boss.submit(&form, args! { "move": "1200-1800" }).await;
    let changed = answered(&said, "For ratings from 1200 to 1800.").await;
    says(&announced, "For ratings from 1200 to 1800.").await;
    let form = boss.select(&changed, "More...", &["Tie-breaks"]).await;
    let said = boss.submit(&form, args! { "move": "luck" }).await;
    answered(&said, "I can't use that (tie-breaks)").await;
    boss.select(&changed, "More...", &["Format"]).await;
    changed
        .until("the formats", |card| labels(card) == ["Back"])
        .await;
    boss.select(&changed, "Choose a format", &["Knockout"])
        .await;
    says(&announced, "Knockout, one game per match.").await;
    changed
        .until("the card", |card| {
            labels(card).contains(&"Start".to_owned())
        })
        .await;
    boss.select(&changed, "More...", &["Role needed to join"])
        .await;
    says(&changed, "Choose the role").await;
    boss.click(&changed, "Back").await;
    says(&changed, "is announced").await;
    boss.select(&changed, "More...", &["Check-in"]).await;
    announced
        .until("a button to check in", |message| {
            labels(message).contains(&"Check in".to_owned())
        })
        .await;
    let bad = args! { name: "Bad cup", format: "swiss", time: "10+5", starts: "yesterday" };
    let said = whispered(&boss.slash("tournament create", bad).await).await;
    assert!(said.contains("(start)"), "{said}");
    stage.pg.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_engine_plays_in_an_arena() {
    let stage = Stage::ready().await;
    let boss = organizer(&stage.pg);
    let general = stage.pg.channel("general");
    let alice = stage.pg.user("alice");
    let plan = args! { name: "Blitz", format: "arena", game: "toto40", time: "10+5" };
    let reply = boss.slash("tournament create", plan).await;
    let announced = next(&general).await;
    says(&announced, "Arena, 60 minutes").await;
    let plan = whispered(&reply).await;
    assert!(plan.contains("**Blitz** is announced"), "{plan}");
    let said = whispered(&alice.click(&announced, "Join").await).await;
    assert!(said.contains("You're in"), "{said}");
    let said = whispered(&boss.slash("tournament add", args! { level: 1 }).await).await;
    assert!(said.contains("Done."), "{said}");
    let said = whispered(&boss.slash("tournament add", ()).await).await;
    assert!(said.contains("Name a member"), "{said}");
    says(&announced, "alice, Delos (1 Beginner)").await;
    starts(&boss).await;
    let game = loop {
        let message = next(&general).await;
        if message.content().contains("(1 Beginner)") {
            break message;
        }
    };
    // After the engine's move it is alice's turn, and after hers the engine moves again.
    says(&game, "it's your move").await;
    let before = game.content();
    let first = if before.contains("Last move") || before.contains("1. ") {
        "Kf6"
    } else {
        "Re5"
    };
    alice.slash("move", args! { "move": first }).await;
    game.until("the engine's answer", |message| {
        message.content() != before && message.content().contains("it's your move")
    })
    .await;
    alice.slash("resign", ()).await;
    stage.pg.assert_clean();
}

/// Stores the organizer's command without queuing its effects.
async fn stored(stage: &Stage, boss: &User, command: TournamentCommand) -> Vec<Outgoing> {
    let service = stage.service.as_ref().unwrap();
    let request = Request {
        who: Person::new(PlayerId::new(format!("discord:{}", boss.id())), boss.name()),
        venue: Venue {
            room: RoomId::new(format!("discord:{}", stage.pg.channel("general").id())),
            server: Some(ServerId::new(format!(
                "discord:{}",
                stage.pg.guild("").id()
            ))),
        },
        context: Context::default(),
        command: Command::Tournament(None, command),
    };
    let handled = service.run_blocking(move |service| {
        let handled = service.app().handle(&request, service.moment())?;
        Ok(handled.outgoing)
    });
    handled.await.unwrap()
}

/// Which effects are queued first.
enum QueuedFirst {
    Round,
    Pause,
}

/// A round has its own message even if a pause is stored, and perhaps shown, before the effects of its beginning are queued.
async fn round_and_pause(first: QueuedFirst) {
    let stage = Stage::ready().await;
    if !stage.service.as_ref().unwrap().served().is_sole() {
        // On a shared database both are found by looking for effects of other processes, in the order of their ids.
        return;
    }
    let boss = organizer(&stage.pg);
    let general = stage.pg.channel("general");
    let (alice, dave) = (stage.pg.user("alice"), stage.pg.user("dave"));
    entered(&boss, &general, &[&alice, &dave]).await;
    let announced = public(&general).remove(0);
    let begun = stored(&stage, &boss, TournamentCommand::Sure(Risk::Start, 2)).await;
    let paused = stored(&stage, &boss, TournamentCommand::Pause).await;
    let service = stage.service.as_ref().unwrap();
    match first {
        QueuedFirst::Pause => {
            service.queue(paused);
            says(&announced, "**Paused.**").await;
            service.queue(begun);
        }
        QueuedFirst::Round => {
            service.queue(begun);
            // The round's first board is posted: its message would be too if it did not wait for the superseding effect.
            board(&general).await;
            service.queue(paused);
        }
    }
    let new = |words: &str| {
        let mut messages = public(&general).into_iter().skip(1);
        messages.find(|message| message.content().contains(words))
    };
    let round = stage.pg.until("the round", || new("**Round 1")).await;
    says(&round, "**Paused.**").await;
    let retired = |message: &Message| message.buttons().is_empty();
    announced.until("to be retired", retired).await;
    assert!(!announced.content().contains("Round 1"));
    stage.pg.until("the board", || new("it's your move")).await;
    assert_eq!(public(&general).len(), 3, "{}", general.screen(&boss));
    stage.pg.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_superseded_round_has_its_own_message() {
    round_and_pause(QueuedFirst::Round).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_round_has_its_message_even_if_a_later_version_was_shown_first() {
    round_and_pause(QueuedFirst::Pause).await;
}
