//! The scheduled event of a tournament on its server.
//!
//! On Discord only: Matrix has no list of events.

use std::time::Duration;

use playground::{Fault, Message, ScheduledEvent, User, event_status, permission};

use crate::conversations::prelude::*;
use crate::conversations::tournaments::{self, enters, starts};

const LIST: &str = "GET /guilds/{guild}/scheduled-events";
const CREATE: &str = "POST /guilds/{guild}/scheduled-events";
const DELETE: &str = "DELETE /guilds/{guild}/scheduled-events/{event}";

const HOUR: Duration = Duration::from_hours(1);

/// Returns an organizer who may create events, and lets Delos create them too.
fn organizer(stage: &Stage) -> User {
    let guild = stage.pg.guild("");
    guild.set_bot_permissions(permission::BOT | permission::CREATE_EVENTS);
    let boss = tournaments::organizer(stage);
    guild.grant(&boss, permission::CREATE_EVENTS);
    boss
}

/// Announces a tournament that starts in two hours; returns the organizer's card and the announcement.
async fn announce(stage: &Stage, boss: &User) -> (Message, Message) {
    let plan =
        args! { name: "Friday cup", format: "knockout", game: "toto40", starts: "in 2 hours" };
    let card = boss.asks("tournament create", plan).await;
    (card, stage.pg.channel("general").next().await)
}

async fn toggle(boss: &User, card: &Message) {
    boss.select(card, "More...", &["Server event"]).await;
}

async fn edit(boss: &User, card: &Message, part: &str, text: &str) {
    let form = boss.select(card, "More...", &[part]).await;
    boss.submit(&form, args! { "move": text }).await;
}

/// Announces a tournament with an event.
async fn with_event(stage: &Stage) -> (User, Message, Message) {
    let boss = organizer(stage);
    let (card, announced) = announce(stage, &boss).await;
    toggle(&boss, &card).await;
    event(stage, "the event", |_| true).await;
    (boss, card, announced)
}

/// Waits until the only event is as expected; returns it.
async fn event(
    stage: &Stage,
    what: &str,
    is_expected: impl Fn(&ScheduledEvent) -> bool,
) -> ScheduledEvent {
    let guild = stage.pg.guild("");
    let found = || match guild.events().as_slice() {
        [one] => is_expected(one).then(|| one.clone()),
        _ => None,
    };
    stage.pg.until(what, found).await
}

async fn no_events(stage: &Stage) {
    let gone = || stage.pg.guild("").events().is_empty();
    stage.happens("no events", gone).await;
}

/// Waits until this many requests to a route were answered.
async fn requested(stage: &Stage, route: &str, count: usize) {
    let enough = || stage.requests(route) >= count;
    stage.happens(route, enough).await;
}

/// [`requested`], and no more.
async fn requested_no_more(stage: &Stage, route: &str, count: usize) {
    requested(stage, route, count).await;
    assert_eq!(stage.requests(route), count, "{route}");
}

on_discord!(the_event_follows_its_tournament_from_announcement_to_end);
async fn the_event_follows_its_tournament_from_announcement_to_end(stage: Stage) {
    let (boss, card, announced) = with_event(&stage).await;
    let guild = stage.pg.guild("");
    says(&card, "**Server event:** on").await;
    let made = event(&stage, "the event", |_| true).await;
    let (now, hours) = (stage.pg.clock().now_ms(), |n: u64| n * 3_600_000);
    assert_eq!(made.name, "Friday cup");
    assert_eq!(made.starts_ms, now + hours(2));
    let channel = stage.pg.channel("general");
    let place = format!("{}/{}/{}", guild.id(), channel.id(), announced.id());
    let link = format!("https://discord.com/channels/{place}");
    assert_eq!(made.location, link);
    let details = made.description.clone().unwrap();
    let content = announced.content();
    let (_, own) = content.split_once("Code `").unwrap();
    let (own, _) = own.split_once('`').unwrap();
    insta::assert_snapshot!("server_event", details.replace(own, "k7f3q2"));
    edit(&boss, &card, "Start", "in 3 hours").await;
    event(&stage, "a later start", |e| e.starts_ms == now + hours(3)).await;
    edit(&boss, &card, "Name", "Saturday cup").await;
    event(&stage, "the new name", |e| e.name == "Saturday cup").await;
    let players = stage.people(["alice", "bob"]);
    enters(&players, &announced).await;
    starts(&boss).await;
    let begun = event(&stage, "a start", |e| e.status == event_status::ACTIVE).await;
    assert_eq!(begun.starts_ms, now + hours(3));
    let board = next_saying(&channel, "it's your move").await;
    resigns(&players[1], &board).await;
    let over = event(&stage, "the end", |e| e.status == event_status::COMPLETED).await;
    assert_eq!(over.id, made.id);
    requested_no_more(&stage, CREATE, 1).await;
    assert_eq!(boss.dm().channel().messages().len(), 0);
}

on_discord!(without_a_permission_or_a_start_there_is_no_event);
async fn without_a_permission_or_a_start_there_is_no_event(stage: Stage) {
    let guild = stage.pg.guild("");
    let boss = stage.pg.user("boss");
    guild.grant(&boss, permission::MANAGE_GUILD);
    let (card, _) = announce(&stage, &boss).await;
    toggle(&boss, &card).await;
    says(&card, "You need the Create Events permission").await;
    guild.grant(&boss, permission::MANAGE_GUILD | permission::CREATE_EVENTS);
    let card = boss.asks("tournament manage", ()).await;
    toggle(&boss, &card).await;
    says(&card, "I need the Create Events permission").await;
    guild.set_bot_permissions(permission::BOT | permission::CREATE_EVENTS);
    let card = boss.asks("tournament manage", ()).await;
    edit(&boss, &card, "Start", "none").await;
    says(&card, "when you press Start").await;
    toggle(&boss, &card).await;
    says(&card, "needs a start time").await;
    assert_eq!(stage.requests(CREATE), 0);
}

on_discord!(the_organizer_is_told_why_discord_did_not_take_the_event);
async fn the_organizer_is_told_why_discord_did_not_take_the_event(stage: Stage) {
    let boss = organizer(&stage);
    let guild = stage.pg.guild("");
    let alice = stage.pg.user("alice");
    for _ in 0..100 {
        guild.add_event(&alice, "Chess night", HOUR);
    }
    let (card, _) = announce(&stage, &boss).await;
    let hold = stage.pg.hold(LIST);
    toggle(&boss, &card).await;
    says(&card, "**Server event:** on").await;
    drop(hold);
    let notices = boss.dm().channel();
    let told = notices.next().await;
    insta::assert_snapshot!("too_many_server_events", told.shown());
    // The permission is revoked before the request.
    let hold = stage.pg.hold(LIST);
    let card = boss.asks("tournament manage", ()).await;
    toggle(&boss, &card).await;
    says(&card, "**Server event:** on").await;
    guild.set_bot_permissions(permission::BOT);
    drop(hold);
    let told = notices.next().await;
    insta::assert_snapshot!("no_permission_for_a_server_event", told.shown());
    let card = boss.asks("tournament manage", ()).await;
    let said = card.content();
    assert!(!said.contains("Server event"), "{said}");
    requested_no_more(&stage, CREATE, 2).await;
}

on_discord!(an_event_that_a_moderator_deleted_is_not_made_again);
async fn an_event_that_a_moderator_deleted_is_not_made_again(stage: Stage) {
    let (boss, card, announced) = with_event(&stage).await;
    let guild = stage.pg.guild("");
    let made = event(&stage, "the event", |_| true).await;
    guild.delete_event(made.id);
    edit(&boss, &card, "Start", "in 4 hours").await;
    let told = boss.dm().channel().next().await;
    insta::assert_snapshot!("server_event_gone", told.shown());
    let before = stage.requests(LIST);
    let card = boss.asks("tournament manage", ()).await;
    edit(&boss, &card, "Name", "Saturday cup").await;
    says(&announced, "Saturday cup").await;
    assert_eq!(guild.events(), []);
    requested_no_more(&stage, CREATE, 1).await;
    assert_eq!(stage.requests(LIST), before);
}

on_discord!(a_crash_between_request_and_record_leads_to_no_second_event);
async fn a_crash_between_request_and_record_leads_to_no_second_event(mut stage: Stage) {
    let boss = organizer(&stage);
    let (card, _) = announce(&stage, &boss).await;
    // Discord creates the event, but the response is lost, and all later requests fail.
    stage.pg.inject(Fault::on(LIST));
    stage.pg.inject(Fault::on(LIST).status(503).always());
    stage.pg.inject(Fault::on(CREATE).drop_response());
    toggle(&boss, &card).await;
    requested(&stage, LIST, 2).await;
    requested_no_more(&stage, CREATE, 1).await;
    stage.stop().await;
    stage.pg.clear_faults();
    let before = stage.requests(LIST);
    stage.start().await;
    requested(&stage, LIST, before + 1).await;
    let card = boss.asks("tournament manage", ()).await;
    edit(&boss, &card, "Name", "Saturday cup").await;
    event(&stage, "the new name", |e| e.name == "Saturday cup").await;
    requested_no_more(&stage, CREATE, 1).await;
}

on_discord!(simultaneous_changes_make_one_event);
async fn simultaneous_changes_make_one_event(stage: Stage) {
    let boss = organizer(&stage);
    let (card, _) = announce(&stage, &boss).await;
    let hold = stage.pg.hold(LIST);
    toggle(&boss, &card).await;
    says(&card, "**Server event:** on").await;
    for minutes in 1..=5 {
        let name = format!("Cup {minutes}");
        edit(&boss, &card, "Name", &name).await;
        says(&card, &name).await;
    }
    drop(hold);
    event(&stage, "the last name", |e| e.name == "Cup 5").await;
    requested(&stage, LIST, 6).await;
    requested_no_more(&stage, CREATE, 1).await;
    assert_eq!(stage.pg.guild("").events().len(), 1);

    // It is turned off and on, and goes with its tournament.
    toggle(&boss, &card).await;
    no_events(&stage).await;
    toggle(&boss, &card).await;
    event(&stage, "another event", |_| true).await;
    let question = boss.asks("tournament cancel", ()).await;
    boss.click(&question, "Cancel tournament").await;
    no_events(&stage).await;
    requested_no_more(&stage, DELETE, 2).await;
}

on_discord!(a_start_that_passed_in_an_outage_makes_no_event);
async fn a_start_that_passed_in_an_outage_makes_no_event(stage: Stage) {
    let boss = organizer(&stage);
    let (card, announced) = announce(&stage, &boss).await;
    enters(&stage.people(["alice", "bob"]), &announced).await;
    says(&announced, "2 of 64").await;
    let hold = stage.pg.hold(LIST);
    let joined = announced.edits();
    toggle(&boss, &card).await;
    says(&card, "**Server event:** on").await;
    // Edited before the next step: later, the interaction token would have expired.
    let is_edited = |message: &Message| message.edits() > joined;
    announced.until("the edit", is_edited).await;
    stage.pg.clock().advance(HOUR * 2);
    stage.pg.channel("general").next().await;
    drop(hold);
    requested(&stage, LIST, 2).await;
    assert_eq!(stage.requests(CREATE), 0);
}
