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

const ROOMS: usize = 200;
/// Rooms with a game. Delos is invited to them while it runs.
const TABLES: usize = 3;
/// Moves of each game, too few for a move that needs confirmation.
const MOVES: usize = 18;
/// Moves per command. Commands go to other rooms, because answers to one person are limited.
const MOVES_PER_COMMAND: usize = 2;
const COMMAND: &str = "!delos about";
/// Pause after a move and after a command.
const PAUSE: Duration = Duration::from_millis(500);
/// Duration of the idle phase.
const REST: Duration = Duration::from_mins(1);

/// A report with the cost of each phase.
struct Report {
    process: u32,
    begun: Instant,
    cpu: Duration,
    lines: String,
}

impl Report {
    fn of(process: u32) -> Self {
        Self {
            process,
            begun: Instant::now(),
            cpu: Duration::ZERO,
            lines: String::new(),
        }
    }

    /// Reads the cost of a phase from `/proc`.
    fn part(&mut self, what: &str) {
        let read = |file| fs::read_to_string(format!("/proc/{}/{file}", self.process)).unwrap();
        let stat: String = read("stat");
        let (_, after_name) = stat.rsplit_once(')').unwrap();
        let ticks = after_name.split_whitespace().skip(11).take(2);
        let ticks: u64 = ticks.map(|ticks| ticks.parse::<u64>().unwrap()).sum();
        // A tick takes 10 ms.
        let cpu = Duration::from_millis(ticks * 10);
        let status = read("status");
        let mib = |field| {
            let value = status.lines().find_map(|line| line.strip_prefix(field));
            let kib = value.unwrap().split_whitespace().next().unwrap();
            kib.parse::<u64>().unwrap() / 1024
        };
        // Anonymous memory is without the code of a debug build.
        writeln!(
            self.lines,
            "{what}: {:.1} s, CPU {:.2} s, {} MiB ({} anonymous)",
            self.begun.elapsed().as_secs_f64(),
            cpu.saturating_sub(self.cpu).as_secs_f64(),
            mib("VmRSS:"),
            mib("RssAnon:"),
        )
        .unwrap();
        self.begun = Instant::now();
        self.cpu = cpu;
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

pub(crate) fn spread(mut times: Vec<Duration>) -> String {
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
    let mut first = Room::watched(&people[0], &delos, rooms[0].clone());
    first.ask(&people[0], COMMAND).await;
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
        let person = &people[command % people.len()];
        let mut room = Room::watched(person, &delos, rooms[command].clone());
        let begun = Instant::now();
        room.ask(person, COMMAND).await;
        commands.push(begun.elapsed());
        tokio::time::sleep(PAUSE).await;
    }
    report.part("moves and commands");

    delos.stop();
    let mut room = Room::watched(&people[1], &delos, rooms[1].clone());
    let question = people[1].say(&room.id, COMMAND).await;
    delos.begin();
    let mut again = Report::of(delos.process());
    room.until(|said| said.thread.as_ref() == Some(&question))
        .await;
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
