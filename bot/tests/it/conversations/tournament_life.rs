//! Disruptions of tournaments: a player leaves the server, the channel is deleted, the engine takes part.

use std::time::Duration;

use app::effect::Outgoing;
use app::{Command, PlayerId, Request, Risk, TournamentCommand, Venue};
use matrix::ids;
use playground::User;

use crate::conversations::prelude::*;
use crate::conversations::tournaments::{enters, organizer, starts};

/// Words of a board in progress.
const YOUR_MOVE: &str = "it's your move";

/// Creates a Swiss tournament with these entrants; returns its announcement.
async fn entered<U: Person>(
    boss: &U,
    channel: &<U::On as Front>::Channel,
    people: &[&U],
) -> MessageOf<U> {
    let plan = args! { name: "Friday cup", format: "swiss", game: "toto40", time: "3 days" };
    boss.at(channel).slash("tournament create", plan).await;
    let announced = channel.next().await;
    let people: Vec<U> = people.iter().map(|who| who.at(channel)).collect();
    enters(&people, &announced).await;
    announced
}

/// Waits until the audit log contains these words; returns it.
async fn audited<U: Person>(boss: &U, words: &str) -> String {
    let mut said = String::new();
    // Public answers are limited, so retries slow down.
    for attempt in 0..16 {
        tokio::time::sleep(Duration::from_millis(100 << attempt.min(7))).await;
        said = boss.asks("tournament audit", ()).await.content();
        if said.contains(words) {
            return said;
        }
    }
    panic!("the audit never says {words:?}: {said}");
}

both!(a_player_who_left_the_server_is_withdrawn_after_missing_a_game);
async fn a_player_who_left_the_server_is_withdrawn_after_missing_a_game<F: Front>(stage: F) {
    let boss = organizer(&stage);
    let (general, [alice, dave]) = stage.general_with(["alice", "dave"]);
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
}

both!(an_invited_member_decides_in_a_direct_message);
async fn an_invited_member_decides_in_a_direct_message<F: Front>(stage: F) {
    let boss = organizer(&stage);
    let (general, [alice, dave, zoe, stranger]) =
        stage.general_with(["alice", "dave", "zoe", "stranger"]);
    entered(&boss, &general, &[&alice]).await;
    stage.leaves(&stranger);
    let substitutes = args! { out: alice.arg(), "in": stranger.arg() };
    for (command, options) in [
        ("tournament add", args! { player: stranger.arg() }),
        ("tournament substitute", substitutes),
    ] {
        let said = boss.asks(command, options).await.content();
        let only = F::words("Only members of this server can be invited.");
        assert_eq!(said, only);
    }
    for (who, answer) in [(&dave, "Decline"), (&zoe, "Accept")] {
        let options = args! { player: who.arg() };
        let said = boss.asks("tournament add", options).await;
        said.tells("They'll be entered when they accept.");
        let who = who.dm();
        let asked = who.channel().next().await;
        assert_eq!(asked.labels(), ["Accept", "Decline"]);
        insta::assert_snapshot!(format!("invitation_{answer}"), asked.raw());
        let said = who.presses(&asked, answer).await.content();
        insta::assert_snapshot!(format!("invitation_{answer}_answer"), said);
    }
    let audit = audited(&boss, "zoe joined, invited by boss").await;
    assert_says(&audit, "Invited: dave");
}

on_discord!(a_tournament_whose_channel_is_deleted_continues_in_another);
/// On Discord only: a room stands for a server on Matrix, so there is no other room of it.
async fn a_tournament_whose_channel_is_deleted_continues_in_another(stage: Stage) {
    let boss = organizer(&stage);
    let cup = stage.pg.channel("cup");
    let [alice, bob] = stage.people(["alice", "bob"]);
    entered(&boss, &cup, &[&alice, &bob]).await;
    cup.delete();
    // The announcement can no longer be edited.
    let joined = stage.user("carol").asks("tournament join", ()).await;
    joined.tells("You're in");
    let told = boss.dm().channel().next().await;
    told.tells("**Friday cup** has stopped");
    let said = alice.asks("tournament resume", ()).await;
    said.tells("Only organizers can do that");
    let general = stage.pg.channel("general");
    let card = boss.asks("tournament manage", ()).await;
    boss.click(&card, "Resume").await;
    says(&card, "Done.").await;
    let announced = general.next().await;
    assert_eq!(announced.labels(), ["Join", "Leave", "Rules", "Tie-breaks"]);
    says(&announced, "alice, bob, carol").await;
    starts(&boss).await;
    next_saying(&general, YOUR_MOVE).await;
    audited(&boss, "moved to another channel").await;
}

both!(the_plan_is_changed_by_menus_and_modals);
async fn the_plan_is_changed_by_menus_and_modals<F: Front>(stage: F) {
    let boss = organizer(&stage);
    let options = args! {
        name: "Friday cup", format: "swiss", game: "toto40", time: "10+5", starts: "in 2 hours"
    };
    let card = boss.asks("tournament create", options).await;
    let announced = stage.channel("general").next().await;
    let writes = async |card: &F::Message, part: &str, text: &str, words: &str| {
        let form = boss.select(card, "More...", &[part]).await;
        let said = boss.submit(&form, args! { "move": text }).await;
        said.saying(words).await
    };
    let games = "Toto40 and Legan Chess in turn";
    let card = writes(&card, "Games", "toto40, legan", games).await;
    says(&announced, games).await;
    let ratings = "For ratings from 1200 to 1800.";
    let card = writes(&card, "Rating limits", "1200-1800", ratings).await;
    says(&announced, ratings).await;
    writes(&card, "Tie-breaks", "luck", "Write the tie-breaks like").await;
    stage.rest();
    boss.select(&card, "More...", &["Format"]).await;
    card.until("the formats", |card| card.labels() == ["Back"])
        .await;
    boss.select(&card, "Choose a format", &["Knockout"]).await;
    says(&announced, "Knockout, one game per match:").await;
    card.until("the card", |card| card.has("Start")).await;
    let role = F::words("Role needed to join");
    boss.select(&card, "More...", &[&role]).await;
    says(&card, &F::words("Choose the role")).await;
    boss.click(&card, "Back").await;
    says(&card, "is announced").await;
    stage.rest();
    boss.select(&card, "More...", &["Check-in"]).await;
    let checks_in = |message: &F::Message| message.has("Check in");
    announced.until("a button to check in", checks_in).await;
    let bad = args! { name: "Bad cup", format: "swiss", time: "10+5", starts: "yesterday" };
    let said = boss.asks("tournament create", bad).await;
    said.tells("I can't read that start time.");
}

both!(the_engine_plays_in_an_arena);
async fn the_engine_plays_in_an_arena<F: Front>(stage: F) {
    let boss = organizer(&stage);
    let (general, [alice]) = stage.general_with(["alice"]);
    let plan = args! { name: "Blitz", format: "arena", game: "toto40", time: "10+5" };
    let card = boss.asks("tournament create", plan).await;
    let announced = general.next().await;
    says(&announced, "Arena, 60 minutes").await;
    card.tells("**Blitz** is announced");
    enters(std::slice::from_ref(&alice), &announced).await;
    let said = boss.asks("tournament add", args! { level: 1 }).await;
    said.tells("Done.");
    let said = boss.asks("tournament add", ()).await;
    said.tells("Name a member");
    says(&announced, "alice, Delos at level 1").await;
    starts(&boss).await;
    let game = next_saying(&general, "at level 1").await;
    // After the engine's move it is alice's turn, and after hers the engine moves again.
    let game = game.moved_on("it's your move").await;
    let (text, answer) = if game.content().contains("**1. ") {
        ("Kf6", "**2. ")
    } else {
        ("Re5", "**1... ")
    };
    alice.slash("move", args! { "move": text }).await;
    game.moved_on(answer).await;
    alice.slash("resign", ()).await;
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

both!(a_round_has_its_own_message_even_if_a_pause_supersedes_it);
async fn a_round_has_its_own_message_even_if_a_pause_supersedes_it<F: Named>(stage: F) {
    round_and_pause(stage, false).await;
}

both!(a_round_has_its_own_message_even_if_a_pause_was_shown_first);
async fn a_round_has_its_own_message_even_if_a_pause_was_shown_first<F: Named>(stage: F) {
    round_and_pause(stage, true).await;
}

/// Stores a pause, and perhaps shows it, before the effects of the round are queued.
async fn round_and_pause<F: Named>(stage: F, pause_is_first: bool) {
    if !stage.service().ownership().is_sole() {
        // On a shared database, processes find both by polling, in order of their ids.
        return;
    }
    let boss = organizer(&stage);
    let (general, [alice, dave]) = stage.general_with(["alice", "dave"]);
    let announced = entered(&boss, &general, &[&alice, &dave]).await;
    let begun = stored(&stage, &boss, TournamentCommand::Sure(Risk::Start, 2)).await;
    let paused = stored(&stage, &boss, TournamentCommand::Pause).await;
    let service = stage.service();
    if pause_is_first {
        service.queue(paused);
        says(&announced, "**Paused.**").await;
        service.queue(begun);
    } else {
        service.queue(begun);
        // The round's first board is posted. Its message would be too, if it didn't wait for the effect that supersedes it.
        next_saying(&general, YOUR_MOVE).await;
        service.queue(paused);
    }
    let new = |words: &str| {
        let mut messages = general.public().into_iter().skip(1);
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
    let messages = general.public().len();
    let expected = F::either(3, 4);
    assert_eq!(messages, expected, "{}", general.screen(&boss));
}
