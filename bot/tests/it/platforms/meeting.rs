//! Games between a channel on Discord and a room on Matrix, through both front ends.

use std::sync::Arc;

use app::store::{Key, Store as _};
use app::{GameRecord, PlayerId, Pool, RatingId, RatingRecord};
use playground::{Channel, Message, Playground, args};
use rules_core::{Color, Variant};
use runtime::cluster::ClusterChannels;
use runtime::engine_pool::EnginePool;
use runtime::process::{self, Process, Running};
use runtime::service::{Service, ServiceConfig};
use store::SledStore;
use tempfile::TempDir;
use text::{Platform, Platforms};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::common::{assert_says, connection, next, next_board, says, source, whisper};
use crate::headless;
use crate::homeserver::{Fault, Op, Server};

/// A playground and a homeserver, with one bot on both.
pub(crate) struct Meeting {
    pub(crate) pg: Playground,
    pub(crate) hs: Server,
    data: TempDir,
    service: Option<Arc<Service>>,
    running: Option<(CancellationToken, JoinHandle<()>)>,
    starts: u64,
}

impl Meeting {
    pub(crate) async fn ready() -> Self {
        let mut meeting = Self {
            pg: Playground::start().await,
            hs: Server::default(),
            data: tempfile::tempdir().unwrap(),
            service: None,
            running: None,
            starts: 0,
        };
        meeting.start().await;
        meeting
    }

    async fn start(&mut self) {
        self.starts += 1;
        let store = Arc::new(SledStore::open(self.data.path()).unwrap());
        // Both platforms share the playground's clock.
        let source = source(&self.pg, self.starts);
        let config = ServiceConfig {
            platforms: Platforms::ALL,
            ..ServiceConfig::default()
        };
        let (service, mut queues) = Service::new(store, config, source);
        service.recover().unwrap();
        self.service = Some(Arc::clone(&service));
        let pool = Arc::new(EnginePool::start(1).unwrap());
        let stop = CancellationToken::new();
        let process = Process::new(service, pool, 2, stop.clone());
        let connection = connection(&self.pg);
        let account = self.hs.account();
        let both = [Platform::Discord, Platform::Matrix];
        let [for_discord, for_matrix] = both.map(|platform| queues.take(platform));
        let task = tokio::spawn(async move {
            let there = process.clone();
            let on_matrix = async move {
                let (service, pool, stop) =
                    (there.service.clone(), there.pool.clone(), &there.stop);
                let outcome = matrix::run(account, service, for_matrix, pool, stop.clone()).await;
                there.stopped_hearing();
                outcome.map_err(|error| error.to_string())
            };
            let on_discord = discord::serve(
                &connection,
                process.clone(),
                for_discord,
                ClusterChannels::default(),
            );
            let on_discord = async { on_discord.await.map_err(|error| error.to_string()) };
            let front_ends: Vec<Running<'_, String>> =
                vec![Box::pin(on_discord), Box::pin(on_matrix)];
            process::run(process, queues.engine, front_ends)
                .await
                .unwrap();
        });
        self.running = Some((stop, task));
        self.pg.ready().await;
    }

    pub(crate) async fn stop(&mut self) {
        let (stop, task) = self.running.take().unwrap();
        self.service = None;
        stop.cancel();
        task.await.unwrap();
    }

    fn record(&self, game: &str) -> GameRecord {
        let store = self.service.as_ref().unwrap().store();
        headless::record(store, game.parse().unwrap())
    }

    fn rated_games(&self, player: &str) -> u32 {
        let key = Key::Rating(RatingId {
            family: Variant::Leto.family(),
            pool: Pool::Everywhere,
            player: PlayerId::new(player),
        });
        let stored = self.service.as_ref().unwrap().store().get(&key).unwrap();
        let tally = RatingRecord::try_from(stored.unwrap().record)
            .unwrap()
            .tally;
        tally.wins + tally.losses + tally.draws
    }
}

impl Drop for Meeting {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.pg.assert_clean();
            assert_eq!(self.hs.mistakes(), Vec::<String>::new());
        }
    }
}

/// Returns the first game or challenge code in backticks.
fn code_in(text: &str) -> String {
    let codes = text.split('`').skip(1).step_by(2);
    let mut codes = codes.filter(|code| code.len() == 6 && !code.contains(' '));
    codes
        .next()
        .unwrap_or_else(|| panic!("no code in {text}"))
        .to_owned()
}

/// Makes alice (White) challenge on Discord and bob accept on Matrix; returns their first boards.
async fn begin(
    meeting: &Meeting,
    general: &Channel,
    hall: &str,
) -> (Message, crate::homeserver::Message) {
    let alice = meeting.pg.user("alice");
    let bob = meeting.hs.user("bob");
    let terms = args! { game: "leto", time: "3d", rated: true, color: "white", elsewhere: true };
    let made = alice.slash("challenge", terms).await;
    let challenge = next(general).await;
    let code = code_in(&whisper(&made).await.content());
    assert_says(challenge.content(), &code);
    bob.say(hall, &format!("!delos accept {code}"));
    let seen = meeting.hs.next(hall).await;
    for words in ["Leto Chess", "3 days", "rated", "alice plays White"] {
        assert_says(&seen.body, words);
    }
    bob.reply(&seen, "Accept");
    let on_matrix = meeting.hs.next(hall).await;
    let on_discord = next(general).await;
    says(&challenge, "accepted").await;
    (on_discord, on_matrix)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rated_game_between_a_channel_and_a_room_is_played_to_its_end() {
    let mut meeting = Meeting::ready().await;
    let general = meeting.pg.channel("general");
    let hall = meeting.hs.room("hall", &["bob", "carol"]);
    let alice = meeting.pg.user("alice");
    let bob = meeting.hs.user("bob");
    let (first, there) = begin(&meeting, &general, &hall).await;
    let game = code_in(&first.content());
    assert_eq!(first.pings(), ["alice"]);
    assert!(there.mentions.is_empty(), "{there:?}");
    assert!(there.file.is_some(), "{there:?}");
    assert!(there.body.contains("alice plays from Discord"), "{there:?}");
    assert_says(first.content(), "Bob plays from Matrix");

    // A reply to the board in the channel, then one in the room.
    alice.reply_to(&first, "e4");
    let second = next_board(&general, &first).await;
    assert!(second.pings().is_empty(), "{:?}", second.pings());
    let there = meeting.hs.next_to(&hall, "bob").await;
    bob.reply(&there, "e5");
    let third = next_board(&general, &second).await;
    assert_eq!(third.pings(), ["alice"]);
    let there = meeting.hs.next(&hall).await;
    assert!(there.mentions.is_empty(), "{there:?}");

    // The homeserver is down, and Delos restarts before it has posted the board in the room.
    let away = || Fault::With(::matrix::Error::Unreachable("away".to_owned()));
    meeting.hs.fail_next(Op::Send, away());
    alice.reply_to(&third, "d4");
    let fourth = next_board(&general, &third).await;
    meeting.stop().await;
    let before = meeting.hs.count(&hall);
    meeting.start().await;
    let there = meeting.hs.next_to(&hall, "bob").await;
    assert!(there.body.contains("d4"), "{there:?}");
    assert!(meeting.hs.count(&hall) <= before + 1);

    // A typed command in the room, a button in the channel.
    bob.say(&hall, "!delos draw");
    let offered = meeting.hs.says(&there, "offers a draw").await;
    assert!(offered.body.contains("Bob offers a draw"), "{offered:?}");
    says(&fourth, "offers a draw").await;
    assert_eq!(next(&general).await.pings(), ["alice"], "where she plays");
    alice.click(&fourth, "Decline draw").await;
    meeting.hs.says(&there, "declined").await;
    let told = meeting.hs.next_to(&hall, "bob").await;
    assert!(told.body.contains("declined your draw offer"), "{told:?}");
    bob.say(&hall, "!delos resign");
    let sure = meeting.hs.next(&hall).await;
    bob.reply(&sure, "Resign");
    let end = next_board(&general, &fourth).await;
    let end_there = meeting.hs.said_in(&hall, "won by resignation").await;
    assert!(end.content().contains("won"), "{}", end.content());
    assert!(end_there.body.contains("alice"), "{end_there:?}");
    let record = meeting.record(&game);
    assert_eq!(record.result.unwrap().winner, Some(Color::White));
    for who in [
        format!("discord:{}", alice.id()),
        "matrix:@bob:hs".to_owned(),
    ] {
        assert_eq!(meeting.rated_games(&who), 1, "{who}");
    }

    // The rematch is offered in the channel and accepted in the room.
    alice.click(&end, "Rematch").await;
    let asked = meeting.hs.said_in(&hall, "challenges you").await;
    bob.reply(&asked, "Accept");
    let again = next(&general).await;
    assert!(again.pings().is_empty(), "{:?}", again.pings());
    let rematch = meeting.record(&code_in(&again.content()));
    assert_eq!(rematch.seats[Color::White].name(), "Bob");
    meeting.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_room_that_delos_cannot_write_to_does_not_end_the_channels_game() {
    let mut meeting = Meeting::ready().await;
    let general = meeting.pg.channel("general");
    let hall = meeting.hs.room("hall", &["bob", "carol"]);
    let alice = meeting.pg.user("alice");
    let bob = meeting.hs.user("bob");
    let (first, _) = begin(&meeting, &general, &hall).await;
    meeting.hs.mute(&hall, 50);
    alice.reply_to(&first, "e4");
    let second = next_board(&general, &first).await;
    let told = meeting.hs.next_direct("bob").await;
    assert!(told.body.contains("can no longer post"), "{told:?}");
    let direct = meeting.hs.direct("bob");
    bob.say(&direct, "e5");
    let third = next_board(&general, &second).await;
    assert_eq!(third.pings(), ["alice"]);
    meeting.stop().await;
}
