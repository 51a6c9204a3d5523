//! A newcomer's tour, seen on a phone and on a desktop. `DELOS_SHOTS` names a folder for screenshots of its situations.

use std::time::Duration;

use playground::{Button, Channel, Message, User, args, permission};

use crate::browser::page::{DESKTOP, PHONE, Page};
use crate::browser::screens::decides;
use crate::common::{Stage, next, next_board, says, whisper};
use crate::conversations::{accepted, begin, choose, played};

/// Only the kings can move, so the engine answers at once.
const KINGS: &str = "5n1k/3p1p1p/3PpPpP/4P1P1/8/8/8/K7 w - - 40 21";
const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";

/// The newest board is in the window as a whole.
const BOARD_IN_VIEW: &str = "(() => {
    const board = [...list.querySelectorAll('.message .picture')].at(-1).getBoundingClientRect();
    const view = document.querySelector('#scroll').getBoundingClientRect();
    return board.height > 100 && board.top >= view.top && board.bottom <= view.bottom;
})()";

/// The page of a stage in each width.
struct Pages([Page; 2]);

impl Pages {
    /// Opens them; `None` where no browser is installed.
    async fn open(stage: &Stage) -> Option<Self> {
        let phone = Page::open(stage.pg.api(), PHONE).await?;
        Some(Self([
            phone,
            Page::open_second(stage.pg.api(), DESKTOP).await?,
        ]))
    }

    async fn sees(&self, selector: &str, text: &str) {
        for page in &self.0 {
            page.sees(selector, text).await;
        }
    }

    async fn holds(&self, expression: &str) {
        for page in &self.0 {
            page.holds(expression).await;
        }
    }

    async fn speak_as(&self, name: &str) {
        for page in &self.0 {
            page.speak_as(name).await;
        }
    }

    async fn shot(&self, name: &str) {
        for page in &self.0 {
            page.shot(&format!("{name}-{}", page.width())).await;
        }
    }

    async fn open_direct_messages(&self) {
        for page in &self.0 {
            if page.is_phone() {
                page.click("#burger", "").await;
            }
            page.click(".server", "✉").await;
        }
    }
}

/// Starts a game against the engine; returns its first board.
async fn against_the_engine(who: &User, start: &str) -> Message {
    let terms = args! { game: "latrunculi", level: 1, color: "white", start: start };
    who.slash("play", terms).await;
    let board = next(&who.channel()).await;
    says(&board, "it's your move").await;
    board
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_board_follows_what_is_typed() {
    let stage = Stage::ready().await;
    let [alice] = stage.people(["alice"]);
    let general = stage.pg.channel("general");
    let Some(pages) = Pages::open(&stage).await else {
        return;
    };
    pages.speak_as("alice").await;
    let mut board = against_the_engine(&alice, KINGS).await;
    for square in ["b1", "c1", "d1"] {
        alice.reply_to(&board, &format!("K{square}"));
        board = next_board(&general, &board).await;
    }
    pages.sees(".message", "23... Kg8").await;
    pages.holds(BOARD_IN_VIEW).await;
    pages.shot("01-third-typed-move").await;

    for square in ["e1", "f1", "g1", "h1", "h2", "h3", "g3", "g2", "f2"] {
        alice
            .slash("move", args! { "move": format!("K{square}") })
            .await;
        board = next_board(&general, &board).await;
    }
    pages.sees(".message", "32... Kh8").await;
    pages.holds(BOARD_IN_VIEW).await;
    pages.shot("02-twelve-moves").await;

    alice.say("@Delos how do I play?");
    pages.sees(".message .button", "Challenge").await;
    pages.shot("06-how-do-i-play").await;

    let direct = alice.dm();
    let board = against_the_engine(&direct, MATE_IN_ONE).await;
    pages.open_direct_messages().await;
    pages.sees(".message .button", "Move").await;
    direct.reply_to(&board, "Ra8");
    pages.sees(".message .button", "Replay").await;
    let result = "[...list.querySelectorAll('.message')].at(-1).innerText.includes('alice won')";
    pages.holds(result).await;
    pages.holds(BOARD_IN_VIEW).await;
    pages.shot("03-won").await;

    pages.0[0].click(".button", "Replay").await;
    pages.sees(".message.private", "Start of the game").await;
    for (page, button, reached) in [
        (&pages.0[0], "▶", "1/1"),
        (&pages.0[1], "◀", "Start of the game"),
    ] {
        page.holds(&format!(
            "[...document.querySelectorAll('.button')].filter(n => n.innerText === '{button}')
                .forEach(n => [1, 2, 3, 4].forEach(() => n.click())), true"
        ))
        .await;
        pages.sees(".message.private", reached).await;
        page.holds("hint.hidden").await;
    }
    pages.shot("10-replay").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_says_what_matters() {
    let stage = Stage::ready().await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let general = stage.pg.channel("general");
    let Some(pages) = Pages::open(&stage).await else {
        return;
    };
    pages.speak_as("bob").await;
    let terms = args! { game: "leto", opponent: &bob, color: "white", time: "10+5" };
    let board = accepted(&stage, terms).await;
    pages
        .sees(".message", "Make your first move within 5 minutes")
        .await;
    pages.shot("04-first-move").await;

    bob.slash("premove", args! { moves: "e5" }).await;
    pages
        .sees(".message.private", "Write the move you expect")
        .await;
    pages.shot("05-premove").await;

    let board = played(&stage, board, &["Nc3", "d6", "Ne4", "Le6"]).await;
    assert!(board.content().contains("could throw"));
    pages.speak_as("alice").await;
    pages.sees(".message", "You're in check").await;
    pages.holds(BOARD_IN_VIEW).await;
    pages.shot("11-leto-check").await;
    let question = whisper(&alice.slash("resign", ()).await).await;
    alice.click(&question, "Resign").await;
    next_board(&general, &board).await;

    begin(&stage, "legan").await;
    choose(&alice, "legan", "diagonal").await;
    for theme in ["night", "contrast"] {
        choose(&alice, "theme", theme).await;
        let shown = alice.slash("board", ()).await;
        assert_eq!(whisper(&shown).await.files().len(), 1);
        pages.holds(BOARD_IN_VIEW).await;
        pages.shot(&format!("12-{theme}")).await;
    }
}

/// The names of the threads of games.
fn pairings(general: &Channel) -> Vec<String> {
    general.threads().iter().map(Channel::name).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_arena_is_fair_and_cleans_up() {
    let stage = Stage::ready().await;
    let boss = stage.pg.user("boss");
    stage.pg.guild("").grant(&boss, permission::MANAGE_GUILD);
    let names = ["alice", "bob", "carol", "frank", "grace"];
    let people = stage.people(names);
    let general = stage.pg.channel("general");
    let Some(pages) = Pages::open(&stage).await else {
        return;
    };
    pages.speak_as("alice").await;
    let plan = args! { name: "Arena Hour", format: "arena", game: "toto40", time: "3+2" };
    boss.slash("tournament create", plan).await;
    let announced = next(&general).await;
    for who in &people {
        who.click(&announced, "Join").await;
    }
    pages.sees(".message .button", "Rules").await;
    pages.sees(".message", "5 of 64 spots taken").await;
    pages.holds("!list.innerText.includes('Buchholz')").await;
    pages.shot("08-announcement").await;

    let question = whisper(&boss.slash("tournament start", ()).await).await;
    let asks = |button: &Button| button.label == "Start anyway";
    if question.buttons().iter().any(asks) {
        boss.click(&question, "Start anyway").await;
    }
    let channel = &general;
    let wave = |games: usize| {
        let all = move || Some(pairings(channel)).filter(|all| all.len() == games);
        stage.pg.until("the games", all)
    };
    let first = wave(2).await;
    let waits = names
        .into_iter()
        .find(|name| !first.concat().contains(name));
    decides(&stage, &boss, 2).await;
    stage.pg.clock().advance(Duration::from_secs(30));
    let second = wave(4).await;
    assert!(second[2..].concat().contains(waits.unwrap()), "{second:?}");
    pages.sees(".message", "2 games in progress").await;
    pages.shot("07-second-games").await;

    stage.pg.clock().advance(Duration::from_hours(1));
    pages.sees(".message", "Congratulations").await;
    stage.pg.clock().advance(Duration::from_mins(11));
    pages
        .holds("!document.querySelector('.channel.thread')")
        .await;
    pages.shot("09-threads-closed").await;
}
