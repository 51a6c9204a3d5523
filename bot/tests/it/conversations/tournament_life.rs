//! Disruptions of tournaments: a player leaves the server, the channel is deleted, the engine takes part.

use std::time::Duration;

use app::effect::Outgoing;
use app::{Command, PlayerId, Request, Risk, TournamentCommand, Venue};
use matrix::ids;
use playground::{User, args};

use crate::common::{Stage, assert_says};
use crate::conversations::front::{
    Answer as _, Front, Matrix, Person, Post as _, Room as _, both, next, next_saying, public,
    says, whisper, whispered,
};
use crate::conversations::labels;
use crate::conversations::tournaments::{organizer, starts};

/// Words of a board in progress.
const YOUR_MOVE: &str = "it's your move";

/// Creates a Swiss tournament with these entrants; returns its announcement.
async fn entered<U: Person>(
    boss: &U,
    channel: &<U::On as Front>::Channel,
    people: &[&U],
) -> <U::On as Front>::Message {
    let plan = args! { name: "Friday cup", format: "swiss", game: "toto40", time: "3 days" };
    boss.at(channel).slash("tournament create", plan).await;
    let announced = next(channel).await;
    for who in people {
        let said = whispered(&who.at(channel).click(&announced, "Join").await).await;
        assert!(said.contains("You're in"), "{said}");
    }
    announced
}

/// Waits until the audit log contains these words; returns it.
async fn audited<U: Person>(boss: &U, words: &str) -> String {
    let mut said = String::new();
    // Public answers are limited, so retries slow down.
    for attempt in 0..16 {
        tokio::time::sleep(Duration::from_millis(100 << attempt.min(7))).await;
        said = whispered(&boss.slash("tournament audit", ()).await).await;
        if said.contains(words) {
            return said;
        }
    }
    panic!("the audit never says {words:?}: {said}");
}

both!(a_player_who_left_the_server_is_withdrawn_after_missing_a_game);
async fn a_player_who_left_the_server_is_withdrawn_after_missing_a_game<F: Front>() {
    let stage = F::ready().await;
    let boss = organizer(&stage);
    let general = stage.channel("general");
    let [alice, dave] = stage.people(["alice", "dave"]);
    let announced = entered(&boss, &general, &[&alice, &dave]).await;
    starts(&boss).await;
    // Edited before the clock advances by days: the interaction token would expire.
    announced.retired().await;
    let first = next_saying(&general, YOUR_MOVE).await;
    if first.content().starts_with(&alice.mention()) {
        alice.slash("move", args! { "move": "Re5" }).await;
        next_saying(&general, YOUR_MOVE).await;
    }
    stage.leaves(&dave);
    stage.advance(Duration::from_hours(24 * 4));
    let withdrawn = F::words("dave withdrawn after leaving the server");
    let audit = audited(&boss, &withdrawn).await;
    assert!(!audit.contains("alice withdrawn"), "{audit}");
    stage.assert_clean();
}

both!(an_invited_member_decides_in_a_direct_message);
async fn an_invited_member_decides_in_a_direct_message<F: Front>() {
    let stage = F::ready().await;
    let boss = organizer(&stage);
    let general = stage.channel("general");
    let [alice, dave, zoe, stranger] = stage.people(["alice", "dave", "zoe", "stranger"]);
    entered(&boss, &general, &[&alice]).await;
    stage.leaves(&stranger);
    for command in ["tournament add", "tournament substitute"] {
        let options = match command {
            "tournament add" => args! { player: stranger.arg() },
            _ => args! { out: alice.arg(), "in": stranger.arg() },
        };
        let said = whispered(&boss.slash(command, options).await).await;
        let only = F::words("Only members of this server can be invited.");
        assert_eq!(said, only);
    }
    for (who, answer) in [(&dave, "Decline"), (&zoe, "Accept")] {
        let options = args! { player: who.arg() };
        let said = whispered(&boss.slash("tournament add", options).await).await;
        assert_says(&said, "They'll be entered when they accept.");
        let asked = next(&who.dm().channel()).await;
        assert_eq!(labels(&asked), ["Accept", "Decline"]);
        insta::assert_snapshot!(format!("invitation_{answer}"), asked.raw());
        let said = who.at(&who.dm().channel()).click(&asked, answer).await;
        insta::assert_snapshot!(
            format!("invitation_{answer}_answer"),
            whispered(&said).await
        );
    }
    let audit = audited(&boss, "zoe joined, invited by boss").await;
    assert!(audit.contains("Invited: dave"), "{audit}");
    stage.assert_clean();
}

/// On Discord only: a room stands for a server on Matrix, so there is no other room of it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tournament_whose_channel_is_deleted_continues_in_another() {
    let stage = Stage::ready().await;
    let boss = organizer(&stage);
    let cup = stage.pg.channel("cup");
    let [alice, bob] = stage.people(["alice", "bob"]);
    entered(&boss, &cup, &[&alice, &bob]).await;
    cup.delete();
    // The announcement can no longer be edited.
    let join = stage.pg.user("carol");
    let code = whispered(&join.slash("tournament join", ()).await).await;
    assert!(code.contains("You're in"), "{code}");
    let told = next(&boss.dm().channel()).await;
    assert_says(told.content(), "**Friday cup** has stopped");
    let said = whispered(&alice.slash("tournament resume", ()).await).await;
    assert!(said.contains("Only organizers can do that"), "{said}");
    let general = stage.pg.channel("general");
    let card = whisper(&boss.slash("tournament manage", ()).await).await;
    boss.click(&card, "Resume").await;
    says(&card, "Done.").await;
    let announced = next(&general).await;
    assert_eq!(labels(&announced), ["Join", "Leave", "Rules", "Tie-breaks"]);
    says(&announced, "alice, bob, carol").await;
    starts(&boss).await;
    next_saying(&general, YOUR_MOVE).await;
    audited(&boss, "moved to another channel").await;
}

both!(the_plan_is_changed_by_menus_and_modals);
async fn the_plan_is_changed_by_menus_and_modals<F: Front>() {
    let stage = F::ready().await;
    let boss = organizer(&stage);
    let options = args! {
        name: "Friday cup", format: "swiss", game: "toto40", time: "10+5", starts: "in 2 hours"
    };
    let plan = whisper(&boss.slash("tournament create", options).await).await;
    let announced = next(&stage.channel("general")).await;
    let form = boss.select(&plan, "More...", &["Games"]).await;
    let said = boss.submit(&form, args! { "move": "toto40, legan" }).await;
    let plan = said.saying("Toto40 and Legan Chess in turn").await;
    says(&announced, "Toto40 and Legan Chess in turn").await;
    let form = boss.select(&plan, "More...", &["Rating limits"]).await;
    let said = boss.submit(&form, args! { "move": "1200-1800" }).await;
    let changed = said.saying("For ratings from 1200 to 1800.").await;
    says(&announced, "For ratings from 1200 to 1800.").await;
    let form = boss.select(&changed, "More...", &["Tie-breaks"]).await;
    let said = boss.submit(&form, args! { "move": "luck" }).await;
    said.saying("Write the tie-breaks like").await;
    stage.rest();
    boss.select(&changed, "More...", &["Format"]).await;
    changed
        .until("the formats", |card| labels(card) == ["Back"])
        .await;
    boss.select(&changed, "Choose a format", &["Knockout"])
        .await;
    says(&announced, "Knockout, one game per match:").await;
    changed
        .until("the card", |card| {
            labels(card).contains(&"Start".to_owned())
        })
        .await;
    boss.select(&changed, "More...", &[&F::words("Role needed to join")])
        .await;
    says(&changed, &F::words("Choose the role")).await;
    boss.click(&changed, "Back").await;
    says(&changed, "is announced").await;
    stage.rest();
    boss.select(&changed, "More...", &["Check-in"]).await;
    announced
        .until("a button to check in", |message| {
            labels(message).contains(&"Check in".to_owned())
        })
        .await;
    let bad = args! { name: "Bad cup", format: "swiss", time: "10+5", starts: "yesterday" };
    let said = whispered(&boss.slash("tournament create", bad).await).await;
    assert!(said.contains("I can't read that start time."), "{said}");
    stage.assert_clean();
}

both!(the_engine_plays_in_an_arena);
async fn the_engine_plays_in_an_arena<F: Front>() {
    let stage = F::ready().await;
    let boss = organizer(&stage);
    let general = stage.channel("general");
    let alice = stage.user("alice");
    let plan = args! { name: "Blitz", format: "arena", game: "toto40", time: "10+5" };
    let reply = boss.slash("tournament create", plan).await;
    let announced = next(&general).await;
    says(&announced, "Arena, 60 minutes").await;
    assert_says(whispered(&reply).await, "**Blitz** is announced");
    let said = whispered(&alice.click(&announced, "Join").await).await;
    assert!(said.contains("You're in"), "{said}");
    let said = whispered(&boss.slash("tournament add", args! { level: 1 }).await).await;
    assert!(said.contains("Done."), "{said}");
    let said = whispered(&boss.slash("tournament add", ()).await).await;
    assert!(said.contains("Name a member"), "{said}");
    says(&announced, "alice, Delos at level 1").await;
    starts(&boss).await;
    let game = next_saying(&general, "at level 1").await;
    // After the engine's move it is alice's turn, and after hers the engine moves again.
    let game = game.moved_on("it's your move").await;
    let before = game.content();
    let first = if before.contains("Last move") || before.contains("1. ") {
        "Kf6"
    } else {
        "Re5"
    };
    alice.slash("move", args! { "move": first }).await;
    let is_answer = |message: &F::Message| {
        let said = message.content();
        message.place() >= game.place() && said != before && said.contains("it's your move")
    };
    let answer = || public(&general).into_iter().find(is_answer);
    stage.until("the engine's answer", answer).await;
    alice.slash("resign", ()).await;
    stage.assert_clean();
}

/// The application's ids of people and places.
trait Named: Front {
    fn person(&self, who: &Self::User) -> app::Person;

    /// Returns the first room.
    fn venue(&self) -> Venue;
}

impl Named for Stage {
    fn person(&self, who: &User) -> app::Person {
        let id = PlayerId::new(format!("discord:{}", who.id()));
        app::Person::new(id, who.name())
    }

    fn venue(&self) -> Venue {
        let (room, server) = (self.pg.channel("general").id(), self.pg.guild("").id());
        Venue::on_server(format!("discord:{room}"), format!("discord:{server}"))
    }
}

impl Named for Matrix {
    fn person(&self, who: &Self::User) -> app::Person {
        ids::person(&format!("@{}:hs", who.name()), who.name())
    }

    fn venue(&self) -> Venue {
        ids::venue("!general:hs", None, Some("!general:hs"))
    }
}

/// Stores the organizer's command, but doesn't queue its effects.
async fn stored<F: Named>(stage: &F, boss: &F::User, command: TournamentCommand) -> Vec<Outgoing> {
    let service = stage.service();
    let request = Request::new(
        stage.person(boss),
        stage.venue(),
        Command::Tournament(None, command),
    );
    let handled = service.run_blocking(move |service| {
        let handled = service.app().handle(&request, service.moment())?;
        Ok(handled.outgoing)
    });
    handled.await.unwrap()
}

/// The effects that are queued first.
enum QueuedFirst {
    Round,
    Pause,
}

/// Asserts that a round has its own message even if a pause is stored, and perhaps shown, before the effects of the round are
/// queued.
async fn round_and_pause<F: Named>(first: QueuedFirst) {
    let stage = F::ready().await;
    if !stage.service().ownership().is_sole() {
        // On a shared database, processes find both by polling, in order of their ids.
        return;
    }
    let boss = organizer(&stage);
    let general = stage.channel("general");
    let (alice, dave) = (stage.user("alice"), stage.user("dave"));
    let announced = entered(&boss, &general, &[&alice, &dave]).await;
    let begun = stored(&stage, &boss, TournamentCommand::Sure(Risk::Start, 2)).await;
    let paused = stored(&stage, &boss, TournamentCommand::Pause).await;
    let service = stage.service();
    match first {
        QueuedFirst::Pause => {
            service.queue(paused);
            says(&announced, "**Paused.**").await;
            service.queue(begun);
        }
        QueuedFirst::Round => {
            service.queue(begun);
            // The round's first board is posted. Its message would be too, if it didn't wait for the effect that supersedes it.
            next_saying(&general, YOUR_MOVE).await;
            service.queue(paused);
        }
    }
    let new = |words: &str| {
        let mut messages = public(&general).into_iter().skip(1);
        messages.find(|message| message.content().contains(words))
    };
    let round = stage.until("the round", || new("**Round 1")).await;
    says(&round, "**Paused.**").await;
    announced.retired().await;
    if !F::IS_MATRIX {
        assert!(!announced.content().contains("Round 1"), "it is cut down");
    }
    stage.until("the board", || new(YOUR_MOVE)).await;
    // A thread starts with a message.
    let expected = if F::IS_MATRIX { 4 } else { 3 };
    let messages = public(&general).len();
    assert_eq!(messages, expected, "{}", general.screen(&boss));
    stage.assert_clean();
}

both!(a_superseded_round_has_its_own_message);
/// On Matrix, the game's thread begins with a message.
async fn a_superseded_round_has_its_own_message<F: Named>() {
    round_and_pause::<F>(QueuedFirst::Round).await;
}

both!(a_round_has_its_message_even_if_a_later_version_was_shown_first);
/// On Matrix, the game's thread begins with a message; the announcement stays as it is.
async fn a_round_has_its_message_even_if_a_later_version_was_shown_first<F: Named>() {
    round_and_pause::<F>(QueuedFirst::Pause).await;
}
