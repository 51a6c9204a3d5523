//! Measures the cost of an account in many rooms. `BENCHMARKS.md` has the command.

use std::fmt::Write as _;
use std::fs;
use std::time::{Duration, Instant};

use rules_core::Family;

use crate::common::owner::Owner;
use crate::delos::Delos;
use crate::person::{Person, Privacy};
use crate::room::Room;
use crate::server;
use crate::table::Table;

/// Rooms of the account.
const ROOMS: usize = 200;
/// Rooms with a game. Delos is invited to them while it runs.
const TABLES: usize = 3;
/// Moves of each game, too few for a move that needs confirmation.
const MOVES: usize = 18;
/// Moves per command. Commands go to other rooms, because answers to one person are limited.
const MOVES_PER_COMMAND: usize = 2;
/// Pause after a move and after a command.
const PAUSE: Duration = Duration::from_millis(500);
/// Duration of the idle phase.
const REST: Duration = Duration::from_mins(1);

/// Resource usage of a process so far.
#[derive(Clone, Copy, Debug)]
struct Usage {
    cpu: Duration,
    resident_mib: u64,
    /// Anonymous memory, without the code of a debug build.
    anonymous_mib: u64,
}

impl Usage {
    /// Reads `/proc`, in clock ticks of 10 ms and in KiB.
    fn of(process: u32) -> Self {
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
        let (_, after_name) = stat.rsplit_once(')').unwrap();
        let ticks = after_name.split_whitespace().skip(11).take(2);
        let ticks: u64 = ticks.map(|ticks| ticks.parse::<u64>().unwrap()).sum();
        let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
        let mib = |field| {
            let value = status.lines().find_map(|line| line.strip_prefix(field));
            let kib = value.unwrap().split_whitespace().next().unwrap();
            kib.parse::<u64>().unwrap() / 1024
        };
        Self {
            cpu: Duration::from_millis(ticks * 10),
            resident_mib: mib("VmRSS:"),
            anonymous_mib: mib("RssAnon:"),
        }
    }
}

/// A report with the cost of each phase.
struct Report {
    process: u32,
    begun: Instant,
    before: Duration,
    lines: String,
}

impl Report {
    fn of(process: u32) -> Self {
        Self {
            process,
            begun: Instant::now(),
            before: Duration::ZERO,
            lines: String::new(),
        }
    }

    fn part(&mut self, what: &str) {
        let usage = Usage::of(self.process);
        writeln!(
            self.lines,
            "{what}: {:.1} s, CPU {:.2} s, {} MiB ({} anonymous)",
            self.begun.elapsed().as_secs_f64(),
            usage.cpu.saturating_sub(self.before).as_secs_f64(),
            usage.resident_mib,
            usage.anonymous_mib,
        )
        .unwrap();
        self.begun = Instant::now();
        self.before = usage.cpu;
    }
}

/// Creates rooms that the account joined before its first start.
async fn rooms(account: &Owner, people: &[Person]) -> Vec<String> {
    let mut rooms = Vec::new();
    for n in 0..ROOMS - TABLES {
        let [owner, guest] = [n, n + 1].map(|n| &people[n % people.len()].account);
        let room = owner.room(&[&account.id, &guest.id]).await;
        account.join(&room).await;
        guest.join(&room).await;
        owner.say(&room, "Welcome!").await;
        rooms.push(room);
    }
    rooms
}

/// Waits for the answer to a message.
async fn answered(person: &Owner, room: &str, question: &str) {
    loop {
        let page = person
            .get(&format!("rooms/{room}/messages?dir=b&limit=5"))
            .await;
        let mut events = page["chunk"].as_array().unwrap().iter();
        if events.any(|event| event["content"]["m.relates_to"]["event_id"] == question) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Returns the median and the maximum.
fn spread(mut times: Vec<Duration>) -> String {
    times.sort_unstable();
    let middle = times[times.len() / 2].as_millis();
    let longest = times[times.len() - 1].as_millis();
    format!("median {middle} ms, longest {longest} ms")
}

#[tokio::test]
#[ignore = "measures for minutes; BENCHMARKS.md has the command"]
async fn two_hundred_rooms() {
    let Some(server) = server() else { return };
    let account = Owner::new(server, "many-delos").await;
    let people = [
        Person::new(server, "many-ann", Privacy::Clear).await,
        Person::new(server, "many-bob", Privacy::Clear).await,
        Person::new(server, "many-carol", Privacy::Clear).await,
    ];
    let rooms = rooms(&account, &people).await;

    let mut delos = Delos::start_as(server, &account.id);
    let mut report = Report::of(delos.process());
    while !delos.log().contains("bot reachable") {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    report.part("first start and first sync");
    let question = people[0].say(&rooms[0], "!delos about").await;
    answered(&people[0].account, &rooms[0], &question).await;
    report.part("first answer");
    tokio::time::sleep(REST).await;
    report.part("rest");

    let mut tables = Vec::new();
    for (n, family) in Family::ALL.into_iter().take(TABLES).enumerate() {
        let players = [&people[n], &people[(n + 1) % people.len()]];
        let room = Room::new(players[0], &delos, &players[1..]).await;
        tables.push(Table::begin(room, players, family, true).await);
    }
    report.part("invited, and games begun");
    let (mut moves, mut commands) = (Vec::new(), Vec::new());
    for n in 0..MOVES {
        let table = &mut tables[n % TABLES];
        let begun = Instant::now();
        let (san, _) = table.say_move().await;
        table.see_move(&san).await;
        moves.push(begun.elapsed());
        tokio::time::sleep(PAUSE).await;
        if n % MOVES_PER_COMMAND != 0 {
            continue;
        }
        let command = n / MOVES_PER_COMMAND;
        let (person, room) = (&people[command % people.len()], &rooms[command]);
        let begun = Instant::now();
        let question = person.say(room, "!delos about").await;
        answered(&person.account, room, &question).await;
        commands.push(begun.elapsed());
        tokio::time::sleep(PAUSE).await;
    }
    report.part("moves and commands");

    delos.stop();
    let question = people[1].say(&rooms[1], "!delos about").await;
    delos.begin();
    let mut again = Report::of(delos.process());
    answered(&people[1].account, &rooms[1], &question).await;
    again.part("restart until an answer");
    tokio::time::sleep(REST).await;
    again.part("rest");
    println!(
        "{ROOMS} rooms\n{}{}a move until the board: {}\na command until the answer: {}",
        report.lines,
        again.lines,
        spread(moves),
        spread(commands),
    );
}
