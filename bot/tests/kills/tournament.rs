//! A tournament with scripted results, whatever happens to the bot. People repeat unanswered requests, and the organizer skips
//! the breaks between rounds by pausing and resuming.

use std::collections::BTreeMap;
use std::time::Instant;

use app::{GameId, TournamentId};
use playground::{BotEvent, Channel, Message, Playground, Refused, Reply, User, args, permission};
use rules_core::{ByColor, Variant};

use crate::scripted_game::{Dice, Repeated, custom_id, id_in_button, should_repeat};
use crate::tournament_game::TournamentGame;

pub(crate) const NAME: &str = "The cup";

/// The next step, apart from games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    Announce,
    /// The player with this number enters.
    Enter(usize),
    Start,
    Playing,
    Over,
}

/// A public message in its first form.
#[derive(Debug)]
pub(crate) struct Seen {
    /// The game whose code it contains.
    pub(crate) game: Option<GameId>,
    pub(crate) words: String,
    /// The dedup key of the effect that posted it.
    pub(crate) nonce: Option<String>,
    /// The people it mentioned.
    pub(crate) called: Vec<String>,
}

/// A Swiss tournament with its own channel.
pub(crate) struct ScriptedTournament {
    pub(crate) channel: Channel,
    pub(crate) server: u64,
    pub(crate) id: Option<TournamentId>,
    pub(crate) players: Vec<User>,
    pub(crate) games: BTreeMap<GameId, TournamentGame>,
    /// The latest round shown.
    pub(crate) round: u16,
    rounds: u8,
    organizer: User,
    phase: Phase,
    message: Option<Message>,
    /// All public messages by id: the playground forgets the oldest.
    pub(crate) seen: BTreeMap<u64, Seen>,
    requested_at: Option<Instant>,
    /// Whether the request could not be sent, for example because its command was not registered yet.
    refused: bool,
    /// The latest round whose break the organizer has ended.
    resumed_round: u16,
    seed: u64,
}

/// Returns the reply to a request; `None` if the pressed message has just changed, since an event brings its new content.
pub(crate) fn sent_reply(sent: Result<Reply, Refused>) -> Option<Reply> {
    match sent {
        Ok(reply) => Some(reply),
        Err(Refused::Client(_)) => None,
        Err(refused) => panic!("{refused}"),
    }
}

impl ScriptedTournament {
    pub(crate) fn new(pg: &Playground, players: usize, rounds: u8, seed: u64) -> Option<Self> {
        if players == 0 {
            return None;
        }
        let server = pg.guild("cups");
        let channel = server.channel("cup");
        // Games are told apart by their boards, which threads would hide.
        channel.deny_bot(permission::CREATE_PUBLIC_THREADS);
        let organizer = pg.user("organizer").at(&channel);
        server.grant(&organizer, permission::MANAGE_GUILD);
        let people = (0..players).map(|n| pg.user(&format!("entrant{n}")).at(&channel));
        Some(Self {
            players: people.collect(),
            channel,
            server: server.id(),
            id: None,
            games: BTreeMap::new(),
            round: 0,
            rounds,
            organizer,
            phase: Phase::Announce,
            message: None,
            seen: BTreeMap::new(),
            requested_at: None,
            refused: false,
            resumed_round: 0,
            seed,
        })
    }

    pub(crate) fn is_over(&self) -> bool {
        self.phase == Phase::Over
    }

    /// Whether half of the rounds have begun, and games are being played.
    pub(crate) fn is_halfway(&self) -> bool {
        let games_go_on = self.games.values().any(|game| !game.over);
        self.phase == Phase::Playing
            && self.round >= u16::from(self.rounds.div_ceil(2))
            && games_go_on
    }

    /// Number of players whose entry was confirmed.
    pub(crate) fn entered(&self) -> usize {
        match self.phase {
            Phase::Announce => 0,
            Phase::Enter(number) => number,
            Phase::Start | Phase::Playing | Phase::Over => self.players.len(),
        }
    }

    /// Returns the winner of a game between two players, who meet only once; `None` for a draw.
    fn winner(&self, one: usize, other: usize) -> Option<usize> {
        let (low, high) = (one.min(other), one.max(other));
        let pair = (low * 1000 + high) as u64;
        let mut dice = Dice(self.seed ^ pair.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        match dice.roll(20) {
            0..4 => None,
            4..14 => Some(low),
            _ => Some(high),
        }
    }

    /// Sends the next requests, and repeats those without an answer in time.
    pub(crate) fn act(&mut self, connected: Instant) {
        for game in self.games.values_mut() {
            game.act(connected);
        }
        let repeated = if self.phase == Phase::Announce && !self.refused {
            Repeated::BeginsAnother
        } else {
            Repeated::Harmless
        };
        if self
            .requested_at
            .is_some_and(|sent| !should_repeat(sent, connected, repeated))
        {
            return;
        }
        let id = self.id.map(|id| id.to_string());
        let last = self.message.clone();
        let rounds = i32::from(self.rounds);
        let sent = match (self.phase, id, last) {
            (Phase::Announce, ..) => self.organizer.slash(
                "tournament create",
                args! {
                    name: NAME, format: "swiss", game: Variant::Toto40.id(), time: "3 days",
                    rounds: rounds
                },
            ),
            (Phase::Enter(number), Some(id), Some(message)) => {
                let join = custom_id(&message, &format!("1:join:{id}"));
                self.players[number].click(&message, &join)
            }
            (Phase::Start, Some(id), _) => self
                .organizer
                .slash("tournament start", args! { tournament: id }),
            (Phase::Playing, Some(id), Some(message)) => match self.skip_break(&message) {
                Some(command) => self.organizer.slash(command, args! { tournament: id }),
                None => return,
            },
            _ => return,
        };
        self.requested_at = Some(Instant::now());
        self.refused = sent_reply(sent.send()).is_none();
    }

    /// Returns the organizer's next command to skip the break.
    fn skip_break(&mut self, message: &Message) -> Option<&'static str> {
        let words = message.content();
        if words.contains("**Paused.**") {
            self.resumed_round = self.round;
            return Some("tournament resume");
        }
        let waits = words.contains("The next one starts");
        (waits && self.resumed_round != self.round).then_some("tournament pause")
    }

    /// Handles a change by the bot; returns whether it showed a new board.
    pub(crate) fn notice(&mut self, happening: &BotEvent) -> bool {
        let message = match happening {
            BotEvent::Answered(reply) | BotEvent::Unanswered(reply) => {
                for game in self.games.values_mut() {
                    game.fill_in(reply);
                }
                return false;
            }
            BotEvent::Posted(message) | BotEvent::Edited(message) => message,
        };
        if message.is_ephemeral() {
            self.handle_private(message);
            return false;
        }
        self.seen.entry(message.id()).or_insert_with(|| Seen {
            game: code_in(&message.content()),
            words: message.text(),
            nonce: message.nonce(),
            called: message.pings(),
        });
        if let Some(id) = id_in_button::<TournamentId>(message, "join")
            .or_else(|| id_in_button(message, "my-pairings"))
            .or_else(|| id_in_button(message, "see"))
        {
            self.handle_tournament(id, message);
            return false;
        }
        self.handle_board(message)
    }

    fn handle_private(&mut self, message: &Message) {
        for game in self.games.values_mut() {
            game.handle_private(message);
        }
        let words = message.content();
        let entered = words.contains("You're in") || words.contains("already in this tournament");
        match self.phase {
            Phase::Enter(number) if entered && self.players[number].sees(message) => {
                let next = number + 1;
                self.requested_at = None;
                self.phase = if next < self.players.len() {
                    Phase::Enter(next)
                } else {
                    Phase::Start
                };
            }
            _ => {}
        }
    }

    fn handle_tournament(&mut self, id: TournamentId, message: &Message) {
        // A repeated request may have announced a second tournament.
        if *self.id.get_or_insert(id) != id {
            return;
        }
        if self
            .message
            .as_ref()
            .is_none_or(|known| known.id() <= message.id())
        {
            self.message = Some(message.clone());
        }
        let words = message.content();
        if self.phase == Phase::Announce {
            self.phase = Phase::Enter(0);
            self.requested_at = None;
        }
        let number = words.split("**Round ").nth(1);
        let number = number.and_then(|rest| rest.split(' ').next()?.parse::<u16>().ok());
        if let Some(number) = number {
            // A private answer comes before its effect: only the tournament's message shows that a request was carried out.
            self.requested_at = None;
            self.phase = Phase::Playing;
            self.round = self.round.max(number);
        }
        if words.contains("Congratulations") {
            self.phase = Phase::Over;
        }
    }

    fn handle_board(&mut self, message: &Message) -> bool {
        if let Some(id) = id_in_button::<GameId>(message, "move")
            && !self.games.contains_key(&id)
        {
            let (white, black) = self.sides(message);
            let winner = self.winner(white, black);
            let winner = winner.map(|player| self.players[player].clone());
            let people = ByColor {
                white: self.players[white].clone(),
                black: self.players[black].clone(),
            };
            self.games
                .insert(id, TournamentGame::new(id, people, winner));
        }
        // Every board has its game's code. A later board may arrive first.
        let Some(id) = code_in(&message.content()) else {
            return false;
        };
        let game = self.games.get_mut(&id);
        game.is_some_and(|game| game.handle_public(message))
    }

    fn sides(&self, message: &Message) -> (usize, usize) {
        let content = message.content();
        let foot = content.lines().find(|line| line.contains("· game `"));
        let foot = foot.unwrap_or_default();
        let at = |player: &usize| foot.find(&format!("<@{}>", self.players[*player].id()));
        let all = 0..self.players.len();
        let mut named: Vec<usize> = all.filter(|player| at(player).is_some()).collect();
        named.sort_by_key(at);
        match named[..] {
            [white, black] => (white, black),
            _ => panic!("no players: {content}"),
        }
    }
}

fn code_in(content: &str) -> Option<GameId> {
    let rest = content.rsplit_once("game `")?.1;
    rest.split('`').next()?.parse().ok()
}
