//! A tournament whose games end by a script, whatever happens to the bot. Its people ask again when they hear nothing; its
//! organizer is in a hurry and cuts the breaks between rounds short.

use std::collections::{BTreeMap, HashMap};
use std::time::Instant;

use app::{GameId, TournamentId};
use playground::{BotEvent, Channel, Message, Playground, Refused, Reply, User, args, permission};
use rules_core::Variant;

use crate::bout::Bout;
use crate::tables::{Dice, asks_again};

/// What the tournament is called.
pub(crate) const NAME: &str = "The cup";

/// What happens next, as far as it is not a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    Announce,
    /// The entrant of this number enters.
    Enter(usize),
    Start,
    Playing,
    Over,
}

/// A message as it was when it was seen first.
#[derive(Debug)]
pub(crate) struct Seen {
    /// The game that it names.
    pub(crate) game: Option<GameId>,
    pub(crate) words: String,
    /// Names the effect that posted it.
    pub(crate) nonce: Option<String>,
    /// Whom it notified when it was posted.
    pub(crate) called: Vec<String>,
}

/// A Swiss in a channel of its own.
pub(crate) struct Cup {
    pub(crate) channel: Channel,
    pub(crate) id: Option<TournamentId>,
    pub(crate) players: Vec<User>,
    pub(crate) bouts: BTreeMap<GameId, Bout>,
    /// The last round that was shown.
    pub(crate) round: u16,
    rounds: u8,
    organizer: User,
    phase: Phase,
    /// The tournament's message.
    message: Option<Message>,
    /// All messages that everybody sees, by their ids: the playground forgets the oldest of so many.
    pub(crate) seen: BTreeMap<u64, Seen>,
    /// When something was asked for that is not answered yet.
    asked: Option<Instant>,
    /// It was not sent, such as a command that does not exist yet.
    refused: bool,
    /// The round after which the organizer wants no break, and whether it was paused for that.
    hurried: (u16, bool),
    /// How many breaks are left as they are.
    breaks: u16,
    seed: u64,
}

/// What the address of a button is about, if it is one of this verb.
pub(crate) fn about<T: std::str::FromStr>(message: &Message, verb: &str) -> Option<T> {
    message.buttons().into_iter().find_map(|button| {
        let rest = button.custom_id.strip_prefix("1:")?.strip_prefix(verb)?;
        let rest = rest.strip_prefix(':')?;
        rest.split(':').next()?.parse().ok()
    })
}

/// A message that has just changed is no longer what was pressed: what it changed to comes as an event.
pub(crate) fn done(sent: Result<Reply, Refused>) -> Option<Reply> {
    match sent {
        Ok(reply) => Some(reply),
        Err(Refused::Client(_)) => None,
        Err(refused) => panic!("{refused}"),
    }
}

impl Cup {
    pub(crate) fn new(
        pg: &Playground,
        players: usize,
        rounds: u8,
        breaks: u16,
        seed: u64,
    ) -> Option<Self> {
        if players == 0 {
            return None;
        }
        let server = pg.guild("cups");
        let channel = server.channel("cup");
        let organizer = pg.user("organizer").at(&channel);
        server.grant(&organizer, permission::MANAGE_GUILD);
        let people = (0..players).map(|n| pg.user(&format!("entrant{n}")).at(&channel));
        Some(Self {
            players: people.collect(),
            channel,
            id: None,
            bouts: BTreeMap::new(),
            round: 0,
            rounds,
            organizer,
            phase: Phase::Announce,
            message: None,
            seen: BTreeMap::new(),
            asked: None,
            refused: false,
            hurried: (0, false),
            breaks,
            seed,
        })
    }

    pub(crate) fn is_over(&self) -> bool {
        self.phase == Phase::Over
    }

    /// How many were told that they have entered.
    pub(crate) fn entered(&self) -> usize {
        match self.phase {
            Phase::Announce => 0,
            Phase::Enter(number) => number,
            Phase::Start | Phase::Playing | Phase::Over => self.players.len(),
        }
    }

    /// Who wins a game of these two: each pair meets once, so that it depends on nothing else.
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

    /// Does what can be done; asks again for what nobody answered, counted from `connected` on at the earliest.
    pub(crate) fn act(&mut self, connected: Instant) {
        for bout in self.bouts.values_mut() {
            bout.act(connected);
        }
        let begins = self.phase == Phase::Announce && !self.refused;
        if self
            .asked
            .is_some_and(|asked| !asks_again(asked, connected, begins))
        {
            return;
        }
        let id = self.id.map(|id| id.to_string());
        let last = self.message.clone();
        let rounds = i32::from(self.rounds);
        let capacity = i32::try_from(self.players.len()).unwrap();
        let sent = match (self.phase, id, last) {
            (Phase::Announce, ..) => self.organizer.slash(
                "tournament create",
                args! {
                    name: NAME, format: "swiss", game: Variant::Toto40.id(), time: "3 days",
                    rounds: rounds, capacity: capacity
                },
            ),
            (Phase::Enter(number), Some(id), Some(message)) => {
                self.players[number].click(&message, &format!("1:join:{id}"))
            }
            (Phase::Start, Some(id), _) => self
                .organizer
                .slash("tournament start", args! { tournament: id }),
            (Phase::Playing, Some(id), Some(message)) => match self.hurry(&message) {
                Some(command) => self.organizer.slash(command, args! { tournament: id }),
                None => return,
            },
            _ => return,
        };
        self.asked = Some(Instant::now());
        self.refused = done(sent.send()).is_none();
    }

    /// What the organizer does now so that the next round begins.
    fn hurry(&mut self, message: &Message) -> Option<&'static str> {
        let words = message.content();
        if self.round <= self.breaks {
            return None;
        }
        if words.contains("**Paused.**") {
            self.hurried = (self.round, true);
            return Some("tournament resume");
        }
        let waits = words.contains("The next one begins");
        (waits && self.hurried != (self.round, true)).then_some("tournament pause")
    }

    /// Takes notice of what the bot did. Returns whether a board was shown that was not known before.
    pub(crate) fn notice(&mut self, happening: &BotEvent) -> bool {
        let message = match happening {
            BotEvent::Answered(reply) | BotEvent::Unanswered(reply) => {
                for bout in self.bouts.values_mut() {
                    bout.fill_in(reply);
                }
                return false;
            }
            BotEvent::Posted(message) | BotEvent::Edited(message) => message,
        };
        if message.is_ephemeral() {
            self.hear(message);
            return false;
        }
        self.seen.entry(message.id()).or_insert_with(|| Seen {
            game: code_in(&message.content()),
            words: message.text(),
            nonce: message.nonce(),
            called: message.pings(),
        });
        if let Some(id) = about::<TournamentId>(message, "join")
            .or_else(|| about(message, "my-pairings"))
            .or_else(|| about(message, "standings"))
        {
            self.see_tournament(id, message);
            return false;
        }
        self.see_board(message)
    }

    fn hear(&mut self, message: &Message) {
        for bout in self.bouts.values_mut() {
            bout.hear(message);
        }
        let words = message.content();
        let entered = words.contains("You are in") || words.contains("Already entered");
        match self.phase {
            Phase::Enter(number) if entered && self.players[number].sees(message) => {
                let next = number + 1;
                self.asked = None;
                self.phase = if next < self.players.len() {
                    Phase::Enter(next)
                } else {
                    Phase::Start
                };
            }
            Phase::Playing if self.organizer.sees(message) => self.asked = None,
            _ => {}
        }
    }

    fn see_tournament(&mut self, id: TournamentId, message: &Message) {
        // Whoever asks again because nobody answered may have announced two.
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
            self.asked = None;
        }
        let number = words.split("**Round ").nth(1);
        let number = number.and_then(|rest| rest.split(' ').next()?.parse::<u16>().ok());
        if let Some(number) = number {
            if self.phase == Phase::Start {
                self.asked = None;
            }
            self.phase = Phase::Playing;
            self.round = self.round.max(number);
        }
        if words.contains("Congratulations") {
            self.phase = Phase::Over;
        }
    }

    fn see_board(&mut self, message: &Message) -> bool {
        if let Some(id) = about::<GameId>(message, "move")
            && !self.bouts.contains_key(&id)
        {
            let (white, black) = self.sides(message);
            let winner = self.winner(white, black);
            let winner = winner.map(|player| self.players[player].clone());
            let people = (self.players[white].clone(), self.players[black].clone());
            self.bouts.insert(id, Bout::new(id, people, winner));
        }
        // Every board names its game; what replaced it may be read before it.
        let Some(id) = code_in(&message.content()) else {
            return false;
        };
        let bout = self.bouts.get_mut(&id);
        bout.is_some_and(|bout| bout.see(message))
    }

    /// The numbers of White and Black in the line that names the game.
    fn sides(&self, message: &Message) -> (usize, usize) {
        let content = message.content();
        let foot = content.lines().find(|line| line.contains("· game `"));
        let foot = foot.unwrap_or_default();
        let by_id: HashMap<u64, usize> = (0..)
            .zip(&self.players)
            .map(|(n, user)| (user.id(), n))
            .collect();
        let mut named = foot.split("<@").skip(1).map(|rest| {
            let id = rest.split('>').next().and_then(|id| id.parse::<u64>().ok());
            id.and_then(|id| by_id.get(&id)).copied()
        });
        match (named.next().flatten(), named.next().flatten()) {
            (Some(white), Some(black)) => (white, black),
            _ => panic!("nobody plays: {content}"),
        }
    }
}

/// The code of the game that a board's message names.
fn code_in(content: &str) -> Option<GameId> {
    let rest = content.rsplit_once("game `")?.1;
    rest.split('`').next()?.parse().ok()
}
