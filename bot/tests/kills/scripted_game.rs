//! Players of scripted games. They repeat unanswered requests, whatever happens to the bot.

use std::cmp::Ordering;
use std::str::FromStr;
use std::time::{Duration, Instant};

use app::{ChallengeId, GameId};
use playground::{BotEvent, Button, Channel, Message, Playground, Refused, Reply, User, args};
use rules_core::{Color, Game, Move, Variant};

/// Time after which people repeat a request.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(4);

/// The effect of a request that is sent twice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Repeated {
    /// It may start a second game or tournament.
    BeginsAnother,
    Harmless,
}

/// Whether to repeat a request that has got no answer since it was sent, or since the bot connected.
pub(crate) fn should_repeat(sent: Instant, connected: Instant, repeated: Repeated) -> bool {
    // On a busy machine, the answer may just be slow.
    let may_be_slow = repeated == Repeated::BeginsAnother && connected < sent;
    let timeout = if may_be_slow {
        10 * ANSWER_TIMEOUT
    } else {
        ANSWER_TIMEOUT
    };
    sent.max(connected).elapsed() > timeout
}

/// Reproducible random numbers (`SplitMix64`, Steele, Lea and Flood 2014).
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn roll(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((z ^ (z >> 31)) % below.max(1) as u64).unwrap()
    }
}

pub(crate) enum Opponent {
    Person(User),
    Engine,
}

enum Stage {
    Begin,
    /// A challenge that can be accepted.
    Challenged(Message),
    /// A board on which a person is to move.
    Turn(Message),
    /// A sent request without an answer.
    Waiting,
    Over,
}

/// A requested modal, and the move to submit in it.
struct RequestedModal {
    /// Id of the reply that opens the modal.
    reply: u64,
    mv: String,
}

/// A game with its own channel.
pub(crate) struct ScriptedGame {
    pub(crate) channel: Channel,
    pub(crate) server: u64,
    pub(crate) white: User,
    pub(crate) opponent: Opponent,
    pub(crate) challenge: Option<ChallengeId>,
    pub(crate) id: Option<GameId>,
    /// The moves of a game between people, in UCI form.
    pub(crate) script: Vec<String>,
    /// The game up to the latest board.
    pub(crate) game: Game,
    stage: Stage,
    /// The stage to return to if the request gets no answer.
    again: Stage,
    since: Instant,
    modal: Option<RequestedModal>,
    /// The latest response to a request.
    answer: Option<Reply>,
    /// Whether the current request is a repetition.
    is_repetition: bool,
    /// Whether the last request could not be sent, for example because its command was not registered yet.
    refused: bool,
    /// The move against the engine that was sent and is not shown yet.
    pending: Option<String>,
    dice: Dice,
}

/// Variants of consecutive games.
const VARIANTS: [&str; 5] = ["toto40", "leto", "legan", "leap", "latrunculi"];

fn uci(game: &Game, mv: Move) -> String {
    mv.uci(game.variant().shape()).to_string()
}

/// Returns a random move, if possible one that doesn't lose at once, which would need confirmation.
fn random_move(game: &Game, dice: &mut Dice) -> Move {
    let legal = game.legal_moves();
    let safe = legal.iter().zip(game.blunders(&legal));
    let safe: Vec<_> = safe.filter(|(_, blunder)| blunder.is_none()).collect();
    match safe.len() {
        0 => legal[dice.roll(legal.len())],
        count => *safe[dice.roll(count)].0,
    }
}

/// Returns random moves until the game ends, `plies` at most.
pub(crate) fn script(variant: Variant, plies: usize, dice: &mut Dice) -> Vec<String> {
    let mut game = Game::new(variant);
    let mut moves = Vec::new();
    while moves.len() < plies && game.outcome().is_none() {
        let mv = random_move(&game, dice);
        moves.push(uci(&game, mv));
        game.play(mv).unwrap();
    }
    moves
}

/// Returns the address of a button, without the message that a message's last button names, too.
pub(crate) fn address(button: &Button) -> &str {
    let id = &button.custom_id;
    id.split_once('|').map_or(id, |(_, address)| address)
}

/// Returns the custom id of the button with an address, or the address itself if there is none.
pub(crate) fn custom_id(message: &Message, wanted: &str) -> String {
    let buttons = message.buttons().into_iter();
    let mut found = buttons.filter(|button| address(button) == wanted);
    found
        .next()
        .map_or_else(|| wanted.to_owned(), |button| button.custom_id)
}

/// Returns the id in the custom id of a button with this verb.
pub(crate) fn id_in_button<T: FromStr>(message: &Message, verb: &str) -> Option<T> {
    message.buttons().into_iter().find_map(|button| {
        let rest = address(&button).strip_prefix("1:")?.strip_prefix(verb)?;
        let rest = rest.strip_prefix(':')?;
        rest.split(':').next()?.parse().ok()
    })
}

/// Returns the game, the number of half-moves, and the custom id of the button "Type a move".
fn turn(message: &Message) -> Option<(GameId, usize, String)> {
    message.buttons().into_iter().find_map(|button| {
        let rest = address(&button).strip_prefix("1:move:")?;
        let (id, ply) = rest.split_once(':')?;
        Some((
            id.parse().ok()?,
            ply.parse().ok()?,
            button.custom_id.clone(),
        ))
    })
}

/// Whether a message shows an open challenge or a game in progress.
pub(crate) fn is_open(message: &Message) -> bool {
    message.buttons().iter().any(|button| {
        let does = |verb: &str| address(button).starts_with(&format!("1:{verb}:"));
        ["ask-resign", "ask-abort", "move", "accept"]
            .iter()
            .any(|verb| does(verb))
    })
}

impl ScriptedGame {
    pub(crate) fn between_people(pg: &Playground, number: usize, plies: usize, seed: u64) -> Self {
        let black = pg.user(&format!("black{number}"));
        Self::new(pg, number, Some(black), plies, seed)
    }

    pub(crate) fn with_engine(pg: &Playground, number: usize, plies: usize, seed: u64) -> Self {
        Self::new(pg, number, None, plies, seed)
    }

    fn new(pg: &Playground, number: usize, black: Option<User>, plies: usize, seed: u64) -> Self {
        let mut dice = Dice(seed ^ (number as u64 + 1).wrapping_mul(0xD1B5_4A32_D192_ED03));
        let wanted = VARIANTS[number % VARIANTS.len()];
        let variant = Variant::ALL
            .into_iter()
            .find(|variant| variant.id().starts_with(wanted))
            .unwrap();
        // On several shards. The number of challenges per server and hour is limited.
        let server = pg.guild(&format!("server{}", number % 8 + 8 * (number / 320)));
        let channel = server.channel(&format!("table{number}"));
        let white = pg.user(&format!("white{number}")).at(&channel);
        let opponent = black.map_or(Opponent::Engine, |black| {
            Opponent::Person(black.at(&channel))
        });
        Self {
            channel,
            server: server.id(),
            white,
            opponent,
            challenge: None,
            id: None,
            script: script(variant, plies, &mut dice),
            game: Game::new(variant),
            stage: Stage::Begin,
            again: Stage::Begin,
            since: Instant::now(),
            modal: None,
            answer: None,
            is_repetition: false,
            refused: false,
            pending: None,
            dice,
        }
    }

    pub(crate) fn since(&self) -> Instant {
        self.since
    }

    /// Starts another game with the same moves.
    pub(crate) fn restart(&mut self) {
        self.id = None;
        self.challenge = None;
        self.game = Game::new(self.game.variant());
        self.pending = None;
        self.go(Stage::Begin);
    }

    pub(crate) fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Over)
    }

    pub(crate) fn is_with_engine(&self) -> bool {
        matches!(self.opponent, Opponent::Engine)
    }

    /// Returns the moves shown so far, in UCI form.
    pub(crate) fn shown_moves(&self) -> Vec<String> {
        let shape = self.game.variant().shape();
        let moves = self.game.moves().iter();
        moves.map(|mv| mv.uci(shape).to_string()).collect()
    }

    /// The state of a game that does not go on.
    pub(crate) fn trouble(&self) -> String {
        let answer = self.answer.as_ref().map(|answer| {
            let said: Vec<_> = answer.messages().iter().map(Message::text).collect();
            (answer.steps(), said)
        });
        let board = [&self.stage, &self.again]
            .into_iter()
            .find_map(|stage| match stage {
                Stage::Turn(board) => Some(board.shown()),
                _ => None,
            });
        format!(
            "{} plies on {board:?}, {:?} since the last request (refused: {}, repeated: {}); last answer: {answer:?}",
            self.game.ply(),
            self.since.elapsed(),
            self.refused,
            self.is_repetition,
        )
    }

    pub(crate) fn can_act(&self) -> bool {
        matches!(
            self.stage,
            Stage::Begin | Stage::Challenged(_) | Stage::Turn(_)
        )
    }

    /// Repeats a request without an answer in time.
    pub(crate) fn repeat_unanswered(&mut self, connected: Instant) {
        let repeated = if matches!(self.again, Stage::Begin) && !self.refused {
            Repeated::BeginsAnother
        } else {
            Repeated::Harmless
        };
        if matches!(self.stage, Stage::Waiting) && should_repeat(self.since, connected, repeated) {
            self.is_repetition = true;
            self.modal = None;
            self.stage = std::mem::replace(&mut self.again, Stage::Waiting);
        }
    }

    pub(crate) fn act(&mut self) {
        let stage = std::mem::replace(&mut self.stage, Stage::Waiting);
        self.since = Instant::now();
        let sent = match &stage {
            Stage::Begin => self.begin(),
            Stage::Challenged(challenge) => self.accept(challenge),
            Stage::Turn(board) => self.play(board),
            Stage::Waiting | Stage::Over => Ok(()),
        };
        self.again = stage;
        match sent {
            // The message has just changed. An event brings its new content.
            Ok(()) => self.refused = false,
            Err(Refused::Client(_)) => self.refused = true,
            Err(refused) => panic!("{refused}"),
        }
    }

    fn mover(&self) -> &User {
        match (&self.opponent, self.game.turn()) {
            (Opponent::Person(black), Color::Black) => black,
            _ => &self.white,
        }
    }

    fn begin(&self) -> Result<(), Refused> {
        let game = self.game.variant().id();
        let request = match &self.opponent {
            Opponent::Person(black) => self.white.slash(
                "challenge",
                args! { game: game, opponent: black, color: "white" },
            ),
            Opponent::Engine => self
                .white
                .slash("play", args! { game: game, level: 1, color: "white" }),
        };
        request.send().map(drop)
    }

    fn accept(&self, challenge: &Message) -> Result<(), Refused> {
        let id = id_in_button::<ChallengeId>(challenge, "accept");
        let (Opponent::Person(black), Some(id)) = (&self.opponent, id) else {
            return Ok(());
        };
        let button = custom_id(challenge, &format!("1:accept:{id}"));
        black.click(challenge, &button).send().map(drop)
    }

    fn play(&mut self, board: &Message) -> Result<(), Refused> {
        let Some((id, _, address)) = turn(board) else {
            return Ok(());
        };
        let mv = match (&self.opponent, &self.pending) {
            (Opponent::Person(_), _) => self.script[self.game.ply()].clone(),
            (Opponent::Engine, Some(pending)) => pending.clone(),
            (Opponent::Engine, None) => uci(&self.game, random_move(&self.game, &mut self.dice)),
        };
        self.pending = Some(mv.clone());
        // A modal says which board the user saw, so repeating it is harmless.
        if !self.is_repetition && self.dice.roll(2) == 0 {
            let game = id.to_string();
            let args = args! { "move": mv, game: game };
            return self.mover().slash("move", args).send().map(drop);
        }
        let opened = self.mover().click(board, &address).send()?;
        self.modal = Some(RequestedModal {
            reply: opened.id(),
            mv,
        });
        Ok(())
    }

    /// Handles a change by the bot. Returns whether it shows a new move.
    pub(crate) fn notice(&mut self, happening: &BotEvent) -> bool {
        if let BotEvent::Answered(reply) | BotEvent::Unanswered(reply) = happening {
            self.answer = Some(reply.clone());
        }
        match happening {
            BotEvent::Answered(reply) => self.fill_in(reply),
            BotEvent::Posted(message) | BotEvent::Edited(message) if !message.is_ephemeral() => {
                return self.see(message, matches!(happening, BotEvent::Posted(_)));
            }
            BotEvent::Unanswered(_) | BotEvent::Posted(_) | BotEvent::Edited(_) => {}
        }
        false
    }

    fn fill_in(&mut self, reply: &Reply) {
        let Some(modal) = self.modal.take_if(|modal| modal.reply == reply.id()) else {
            return;
        };
        self.since = Instant::now();
        // If the modal didn't open, it is requested again.
        drop(
            self.mover()
                .submit(reply, args! { "move": modal.mv })
                .send(),
        );
    }

    fn see(&mut self, message: &Message, is_new: bool) -> bool {
        if let Some(id) = id_in_button(message, "accept") {
            self.challenge.get_or_insert(id);
            if self.id.is_none() && is_new {
                self.go(Stage::Challenged(message.clone()));
            }
            return false;
        }
        if let Some((id, ply, _)) = turn(message) {
            let is_it = self.id.is_none_or(|known| known == id);
            assert!(is_it, "a second game in the channel of {id}");
            let first = self.id.replace(id).is_none();
            match ply.cmp(&self.game.ply()) {
                Ordering::Less => return false,
                Ordering::Equal if !first => {
                    self.move_to(message);
                    return false;
                }
                Ordering::Equal | Ordering::Greater => {}
            }
            self.follow(ply, message);
            self.go(if self.wants_more() {
                Stage::Turn(message.clone())
            } else {
                Stage::Over
            });
            return true;
        }
        // A finished game's message has a picture; a replaced board has none.
        let over = !is_open(message) && !message.files().is_empty() && self.id.is_some();
        if over && !self.is_over() && (is_new || self.is_with_engine()) {
            if !self.is_with_engine() {
                self.follow(self.script.len(), message);
            }
            self.go(Stage::Over);
            return true;
        }
        false
    }

    /// Looks at a newer message with the same position: the older one, which was edited to show it first, loses its buttons.
    fn move_to(&mut self, newer: &Message) {
        for stage in [&mut self.stage, &mut self.again] {
            if let Stage::Turn(board) = stage
                && board.id() < newer.id()
            {
                *board = newer.clone();
            }
        }
    }

    fn wants_more(&self) -> bool {
        self.game.ply() < self.script.len()
    }

    fn go(&mut self, stage: Stage) {
        self.stage = stage;
        self.is_repetition = false;
        self.modal = None;
    }

    /// Plays the moves up to the board in a message.
    fn follow(&mut self, ply: usize, message: &Message) {
        let mut moves: Vec<String> = match (&self.opponent, self.pending.take()) {
            (Opponent::Person(_), _) => self.script[self.game.ply()..ply].to_vec(),
            (Opponent::Engine, None) => Vec::new(),
            // The engine's move is the last one, in bold.
            (Opponent::Engine, Some(mine)) => {
                let content = message.content();
                let bold = content.split("**").nth(1).unwrap_or_default();
                vec![
                    mine,
                    bold.split_whitespace()
                        .last()
                        .unwrap_or_default()
                        .to_owned(),
                ]
            }
        };
        moves.truncate(ply - self.game.ply());
        for text in moves {
            let mv = self
                .game
                .read(&text)
                .unwrap_or_else(|why| panic!("{text} was shown: {why:?}"));
            self.game.play(mv).unwrap();
        }
        assert_eq!(self.game.ply(), ply, "{}", message.content());
    }
}
