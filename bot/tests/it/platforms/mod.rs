//! Discord and Matrix on one store: separate effects and absences, and games between people of both.

mod linking;
mod meeting;

use crate::common::{Stage, next};
use crate::headless::{ManualClock, Run, moving, person, request};
use app::effect::{Award, Effect, EffectId, LookFor, Manner, Outgoing, Show, Subject};
use app::store::{Batch, Store as _, Write};
use app::{
    Announce, ChallengeId, ChallengeRecord, ChallengeState, ColorWish, Command, GameId, Home, News,
    Notice, PlayerId, RoleId, RoomId, ServerId, Span, Tell, Terms, TimeControl, Timestamp,
    TournamentId, Which,
};
use playground::args;
use rules_core::{Color, Variant};
use runtime::service::QueuedEffect;
use store::SledStore;
use tempfile::TempDir;
use text::{Platform, Platforms};
use tokio::sync::mpsc::UnboundedReceiver;

const LONG: TimeControl = TimeControl::Live {
    minutes: 90,
    increment: 0,
};
const SHORT: TimeControl = TimeControl::Live {
    minutes: 10,
    increment: 0,
};

/// Starts a game of ann (White) on Discord against bob on Matrix in which both have moved.
async fn game_across(run: &Run, time: TimeControl) -> GameId {
    let terms = Terms {
        time,
        color: ColorWish::Only(Color::White),
        elsewhere: true,
        ..Terms::of(Variant::Toto40)
    };
    let opponent = None;
    let challenge = Command::Challenge { opponent, terms };
    let made = run.ask(Platform::Discord, "ann", challenge).await;
    let challenge = made.subjects().find_map(Subject::challenge).unwrap();
    let accept = Command::AcceptHere(challenge);
    let began = run.ask(Platform::Matrix, "bob", accept).await;
    let game = began.subjects().find_map(Subject::board).unwrap().game;
    run.ask(Platform::Discord, "ann", moving(game, "Re5")).await;
    run.ask(Platform::Matrix, "bob", moving(game, "Kf6")).await;
    game
}

fn started(folder: &TempDir, hands: &ManualClock, platforms: Platforms) -> Run {
    let mut run = Run::open(folder, hands, platforms);
    run.check_clocks();
    run
}

/// Starts a first run; returns its folder and clock, too.
fn begun(platforms: Platforms) -> (TempDir, ManualClock, Run) {
    let folder = tempfile::tempdir().unwrap();
    let hands = ManualClock::new(Span(i64::MAX));
    let run = started(&folder, &hands, platforms);
    (folder, hands, run)
}

fn drained(queue: &mut UnboundedReceiver<QueuedEffect>) -> Vec<QueuedEffect> {
    std::iter::from_fn(|| queue.try_recv().ok()).collect()
}

fn ids(queued: &[QueuedEffect]) -> Vec<EffectId> {
    queued.iter().map(|one| one.outgoing.id.clone()).collect()
}

#[tokio::test]
async fn effects_wait_for_a_run_that_serves_their_platform() {
    let (folder, hands, mut both) = begun(Platforms::ALL);
    both.game(Platform::Discord, LONG).await;
    assert!(drained(&mut both.queues.messages[Platform::Matrix]).is_empty());
    let of_discord = ids(&drained(&mut both.queues.messages[Platform::Discord]));
    both.game(Platform::Matrix, LONG).await;
    assert!(drained(&mut both.queues.messages[Platform::Discord]).is_empty());
    let of_matrix = ids(&drained(&mut both.queues.messages[Platform::Matrix]));
    assert!(!of_discord.is_empty() && !of_matrix.is_empty());
    both.end().await;

    let mut discord = started(&folder, &hands, Platforms::DISCORD);
    let recovered = drained(&mut discord.queues.messages[Platform::Discord]);
    assert!(recovered.iter().all(|one| one.recovered));
    assert_eq!(ids(&recovered), of_discord);
    assert!(drained(&mut discord.queues.messages[Platform::Matrix]).is_empty());
    discord.service.store().settle(&of_discord).unwrap();
    discord.end().await;

    let mut matrix = started(&folder, &hands, Platforms::MATRIX);
    assert!(drained(&mut matrix.queues.messages[Platform::Discord]).is_empty());
    let recovered = drained(&mut matrix.queues.messages[Platform::Matrix]);
    assert!(recovered.iter().all(|one| one.recovered));
    assert_eq!(ids(&recovered), of_matrix);
    matrix.end().await;
}

#[tokio::test]
async fn an_absence_on_one_platform_is_given_back_there_alone() {
    for (away, present) in [
        (Platform::Matrix, Platform::Discord),
        (Platform::Discord, Platform::Matrix),
    ] {
        let (_folder, hands, run) = begun(Platforms::ALL);
        for on in Platform::ALL {
            run.service.mark_reachable(on).await;
        }
        let (long, short) = (run.game(away, LONG).await, run.game(away, SHORT).await);
        let moved = [run.game(away, LONG).await, run.game(away, LONG).await];
        let played_long = run.game(present, LONG).await;
        let played_short = run.game(present, SHORT).await;
        run.tick().await;
        run.service.mark_unreachable(away).await;
        // Moves meanwhile cost other games no time.
        for game in moved {
            hands.step(Span::minutes(15));
            run.ask(away, "ann", moving(game, "Kd7")).await;
        }
        run.ask(present, "ann", moving(played_long, "Kd7")).await;
        hands.step(Span::minutes(30));
        run.tick().await;
        assert!(run.record(played_short).result.is_some(), "out of time");
        assert_eq!(run.record(short).result, None, "its clock stands");
        run.service.mark_reachable(away).await;
        run.tick().await;
        assert_eq!(run.left(long), Span::minutes(90), "{away:?} was away");
        assert_eq!(run.left(short), Span::minutes(10));
        assert_eq!(run.left(played_long), Span::minutes(60));
        hands.step(Span::minutes(10));
        run.tick().await;
        assert!(run.record(short).result.is_some(), "it runs again");
        assert_eq!(run.left(long), Span::minutes(80));
        run.end().await;
    }
}

#[tokio::test]
async fn a_game_between_two_platforms_waits_for_that_of_the_player_to_move() {
    for (away, present, opponent) in [
        (Platform::Discord, Platform::Matrix, "bob"),
        (Platform::Matrix, Platform::Discord, "ann"),
    ] {
        let (_folder, hands, run) = begun(Platforms::ALL);
        for on in [Platform::Matrix, Platform::Discord] {
            run.service.mark_reachable(on).await;
        }
        let theirs = game_across(&run, SHORT).await;
        let others = game_across(&run, SHORT).await;
        // In the first game the absent player is to move, in the second one the opponent.
        let of_bob = if opponent == "bob" { others } else { theirs };
        let turn_over = moving(of_bob, "Kd7");
        run.ask(Platform::Discord, "ann", turn_over).await;
        run.tick().await;
        run.service.mark_unreachable(away).await;
        hands.step(Span::minutes(30));
        // The opponent's actions cost the absent player no time.
        let offer = Command::Draw(Which::Id(theirs));
        run.ask(present, opponent, offer).await;
        run.tick().await;
        assert_eq!(run.record(theirs).result, None, "{away:?} is away");
        assert!(run.record(others).result.is_some(), "out of time");
        run.service.mark_reachable(away).await;
        run.tick().await;
        assert_eq!(run.left(theirs), Span::minutes(10), "given back once");
        hands.step(Span::minutes(10));
        run.tick().await;
        assert!(run.record(theirs).result.is_some(), "it runs again");
        run.end().await;
    }
}

#[tokio::test]
async fn a_platform_that_a_run_does_not_serve_is_away_until_one_does() {
    let (folder, hands, both) = begun(Platforms::ALL);
    both.service.mark_reachable(Platform::Matrix).await;
    let discord = both.game(Platform::Discord, LONG).await;
    let matrix = both.game(Platform::Matrix, SHORT).await;
    both.tick().await;
    both.end().await;

    let without = started(&folder, &hands, Platforms::DISCORD);
    without.service.mark_reachable(Platform::Matrix).await;
    hands.step(Span::hours(1));
    without.tick().await;
    assert_eq!(without.record(matrix).result, None);
    without.end().await;

    let again = started(&folder, &hands, Platforms::ALL);
    again.tick().await;
    hands.step(Span::minutes(20));
    again.tick().await;
    let result = again.record(matrix).result;
    assert_eq!(result, None, "still without connection");
    again.service.mark_reachable(Platform::Matrix).await;
    again.tick().await;
    assert_eq!(again.left(matrix), Span::minutes(10));
    assert_eq!(again.left(discord), Span::minutes(10), "80 minutes played");
    again.end().await;
}

/// Returns effects that concern Matrix, although their home is Discord.
fn misdirected(challenge: ChallengeId) -> Vec<Outgoing> {
    let (server, tournament) = (ServerId::new("matrix:!room"), TournamentId::draw(1, 0));
    let people = vec![PlayerId::new("matrix:@ann:example.org")];
    let effects = [
        Effect::Show(Show {
            subject: Subject::Challenge(challenge),
            version: 1,
            manner: Manner::InPlace,
            ply: None,
        }),
        Effect::Tell(Tell {
            to: people[0].clone(),
            notice: Notice::TournamentStopped { tournament },
        }),
        Effect::Announce(Announce {
            room: RoomId::new("matrix:!room"),
            news: News::Joined(server.clone()),
        }),
        Effect::LookFor(LookFor {
            tournament,
            server: server.clone(),
            people: people.clone(),
        }),
        Effect::Award(Award {
            tournament,
            server,
            role: RoleId::new("matrix:power:50"),
            people,
        }),
    ];
    let numbered = (0..).zip(effects).map(|(n, effect)| Outgoing {
        id: EffectId(format!("{:013}-{:016x}-{n:02}", 1, 1)),
        home: Home::DIRECT,
        effect,
    });
    numbered.collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn discord_settles_nothing_that_concerns_matrix() {
    let mut stage = Stage::empty().await;
    let challenge = ChallengeRecord {
        id: ChallengeId::draw(1, 0),
        by: person(Platform::Matrix, "ann"),
        to: None,
        terms: Terms::of(Variant::Leto),
        venue: request(Platform::Matrix, "ann", Command::Games).venue,
        made: Timestamp(0),
        expires: Timestamp(i64::MAX),
        rematch_of: None,
        proposal: None,
        proposals: 0,
        state: ChallengeState::Open,
        taken: None,
    };
    let effects = misdirected(challenge.id);
    let store = SledStore::open(stage.data.path()).unwrap();
    store
        .commit(Batch {
            writes: vec![Write::new(0, challenge)],
            outgoing: effects.clone(),
            ..Batch::default()
        })
        .unwrap();
    drop(store);
    stage.start().await;
    let [alice] = stage.people(["alice"]);
    let general = stage.pg.channel("general");
    alice.slash("challenge", args! { game: "toto40" }).await;
    next(&general).await;
    let service = stage.service.clone().unwrap();
    let left = service.store().outgoing(99).unwrap();
    let left: Vec<_> = left.into_iter().map(|one| one.id).collect();
    for effect in effects {
        assert!(left.contains(&effect.id), "{:?} is settled", effect.effect);
    }
    drop(service);
    stage.stop().await;
}
