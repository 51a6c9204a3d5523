//! People who play games that are written down beforehand, whatever happens to the bot: whoever hears nothing asks again.

use std::time::{Duration, Instant};

use app::{ChallengeId, GameId};
use playground::{BotEvent, Channel, Message, Playground, Refused, Reply, User, args};
use rules_core::{Color, Game, Variant};

/// How long somebody waits before they ask again.
const PATIENCE: Duration = Duration::from_secs(4);

/// Whether somebody who asked for something then and hears nothing asks again; counted from `connected` on at the earliest.
pub(crate) fn asks_again(asked: Instant, connected: Instant, begins: bool) -> bool {
    // On a busy machine what begins a game or a tournament may just be slow, and begin a second one; nothing else does harm.
    let slow = begins && connected < asked;
    let patience = if slow { 10 * PATIENCE } else { PATIENCE };
    asked.max(connected).elapsed() > patience
}

/// Numbers that a seed decides (`SplitMix64`, Steele, Lea and Flood 2014).
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

/// Who sits on the other side.
pub(crate) enum Other {
    /// A person, who plays Black.
    Person(User),
    /// Delos.
    Engine,
}

enum Stage {
    /// Nothing was asked for yet.
    Begin,
    /// A challenge can be accepted.
    Challenged(Message),
    /// It is the turn of a person, who sees this board.
    Turn(Message),
    /// Something was asked for; whatever comes, comes as a message.
    Waiting,
    Over,
}

/// A game in a channel of its own.
pub(crate) struct Table {
    pub(crate) channel: Channel,
    pub(crate) white: User,
    pub(crate) other: Other,
    pub(crate) challenge: Option<ChallengeId>,
    pub(crate) id: Option<GameId>,
    /// The moves that will be played between people, in UCI form.
    pub(crate) script: Vec<String>,
    /// The game as far as it was told.
    pub(crate) game: Game,
    stage: Stage,
    /// Where to go on when nothing comes of what was asked for.
    again: Stage,
    since: Instant,
    /// The form that was asked for, and the move that goes into it.
    form: Option<(u64, String)>,
    tried: bool,
    /// What was asked for last was not sent, such as a command that does not exist yet.
    refused: bool,
    /// The move against the engine that was sent and not yet shown.
    pending: Option<String>,
    dice: Dice,
}

/// The games that tables play, one after the other.
const VARIANTS: [&str; 5] = ["toto40", "leto", "legan", "leap", "latrunculi"];

fn uci(game: &Game, mv: rules_core::Move) -> String {
    mv.uci(game.variant().shape()).to_string()
}

/// Moves drawn by lot, until the game ends or there are enough.
pub(crate) fn script(variant: Variant, plies: usize, dice: &mut Dice) -> Vec<String> {
    let mut game = Game::new(variant);
    let mut moves = Vec::new();
    while moves.len() < plies && game.outcome().is_none() {
        let legal = game.legal_moves();
        let mv = legal[dice.roll(legal.len())];
        moves.push(uci(&game, mv));
        game.play(mv).unwrap();
    }
    moves
}

/// The number of half-moves and the game in the address of the button "Type a move".
fn turn(message: &Message) -> Option<(GameId, usize, String)> {
    message.buttons().into_iter().find_map(|button| {
        let rest = button.custom_id.strip_prefix("1:move:")?;
        let (id, ply) = rest.split_once(':')?;
        Some((
            id.parse().ok()?,
            ply.parse().ok()?,
            button.custom_id.clone(),
        ))
    })
}

fn accept(message: &Message) -> Option<(ChallengeId, String)> {
    message.buttons().into_iter().find_map(|button| {
        let id = button.custom_id.strip_prefix("1:accept:")?;
        Some((id.parse().ok()?, button.custom_id.clone()))
    })
}

/// Whether what a message shows is still going on: a game that can be resigned or called off, a challenge that can be accepted.
pub(crate) fn is_open(message: &Message) -> bool {
    message.buttons().iter().any(|button| {
        let does = |verb: &str| button.custom_id.starts_with(&format!("1:{verb}:"));
        ["ask-resign", "abort", "move", "accept"]
            .iter()
            .any(|verb| does(verb))
    })
}

impl Table {
    pub(crate) fn new(
        pg: &Playground,
        number: usize,
        engine: bool,
        plies: usize,
        seed: u64,
    ) -> Self {
        let mut dice = Dice(seed ^ (number as u64 + 1).wrapping_mul(0xD1B5_4A32_D192_ED03));
        let wanted = VARIANTS[number % VARIANTS.len()];
        let variant = Variant::ALL
            .into_iter()
            .find(|variant| variant.id().starts_with(wanted))
            .unwrap();
        // A server takes some hundred challenges in an hour.
        let server = pg.guild(&format!("server{}", number / 40));
        let channel = server.channel(&format!("table{number}"));
        let white = pg.user(&format!("white{number}")).at(&channel);
        let other = if engine {
            Other::Engine
        } else {
            Other::Person(pg.user(&format!("black{number}")).at(&channel))
        };
        Self {
            channel,
            white,
            other,
            challenge: None,
            id: None,
            script: script(variant, plies, &mut dice),
            game: Game::new(variant),
            stage: Stage::Begin,
            again: Stage::Begin,
            since: Instant::now(),
            form: None,
            tried: false,
            refused: false,
            pending: None,
            dice,
        }
    }

    /// When something was asked for last.
    pub(crate) fn since(&self) -> Instant {
        self.since
    }

    /// Leaves the game; the next one has the same moves.
    pub(crate) fn begin_again(&mut self) {
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
        matches!(self.other, Other::Engine)
    }

    /// The moves that somebody was told of, in UCI form.
    pub(crate) fn told(&self) -> Vec<String> {
        let shape = self.game.variant().shape();
        let moves = self.game.moves().iter();
        moves.map(|mv| mv.uci(shape).to_string()).collect()
    }

    /// Whether somebody here can do something at once.
    pub(crate) fn can_act(&self) -> bool {
        matches!(
            self.stage,
            Stage::Begin | Stage::Challenged(_) | Stage::Turn(_)
        )
    }

    /// Asks again when nothing came for a while, which is counted from `connected` on at the earliest.
    pub(crate) fn lose_patience(&mut self, connected: Instant) {
        let begins = matches!(self.again, Stage::Begin) && !self.refused;
        if matches!(self.stage, Stage::Waiting) && asks_again(self.since, connected, begins) {
            self.tried = true;
            self.form = None;
            self.stage = std::mem::replace(&mut self.again, Stage::Waiting);
        }
    }

    /// Does what can be done.
    pub(crate) fn act(&mut self) {
        let stage = std::mem::replace(&mut self.stage, Stage::Waiting);
        self.since = Instant::now();
        let done = match &stage {
            Stage::Begin => self.begin(),
            Stage::Challenged(challenge) => self.accept(challenge),
            Stage::Turn(board) => self.play(board),
            Stage::Waiting | Stage::Over => Ok(()),
        };
        self.again = stage;
        match done {
            // A message that has just changed: what it changed to comes as an event.
            Ok(()) => self.refused = false,
            Err(Refused::Client(_)) => self.refused = true,
            Err(refused) => panic!("{refused}"),
        }
    }

    fn begin(&self) -> Result<(), Refused> {
        let game = self.game.variant().id();
        let done = match &self.other {
            Other::Person(black) => self.white.slash(
                "challenge",
                args! { game: game, opponent: black, color: "white" },
            ),
            Other::Engine => self
                .white
                .slash("play", args! { game: game, level: 1, color: "white" }),
        };
        done.send().map(drop)
    }

    fn accept(&self, challenge: &Message) -> Result<(), Refused> {
        match (&self.other, accept(challenge)) {
            (Other::Person(black), Some((_, address))) => {
                black.click(challenge, &address).send().map(drop)
            }
            _ => Ok(()),
        }
    }

    fn play(&mut self, board: &Message) -> Result<(), Refused> {
        let Some((id, _, address)) = turn(board) else {
            return Ok(());
        };
        let mv = match (&self.other, &self.pending) {
            (Other::Person(_), _) => self.script[self.game.ply()].clone(),
            (Other::Engine, Some(pending)) => pending.clone(),
            (Other::Engine, None) => {
                let legal = self.game.legal_moves();
                uci(&self.game, legal[self.dice.roll(legal.len())])
            }
        };
        self.pending = Some(mv.clone());
        let who = match (&self.other, self.game.turn()) {
            (Other::Person(black), Color::Black) => black,
            _ => &self.white,
        };
        // Only the form says which board its writer saw, so that repeating it can do no harm.
        if !self.tried && self.dice.roll(2) == 0 {
            let game = id.to_string();
            let args = args! { "move": mv, game: game };
            return who.slash("move", args).send().map(drop);
        }
        let opened = who.click(board, &address).send()?;
        self.form = Some((opened.id(), mv));
        Ok(())
    }

    /// Takes notice of what the bot did. Returns whether a move was shown that was not known before.
    pub(crate) fn notice(&mut self, happening: &BotEvent) -> bool {
        match happening {
            BotEvent::Answered(reply) => self.fill_in(reply),
            BotEvent::Posted(message) if !message.is_ephemeral() => return self.see(message, true),
            BotEvent::Edited(message) if !message.is_ephemeral() => {
                return self.see(message, false);
            }
            BotEvent::Unanswered(_) | BotEvent::Posted(_) | BotEvent::Edited(_) => {}
        }
        false
    }

    fn fill_in(&mut self, reply: &Reply) {
        let Some((_, mv)) = self.form.take_if(|(opened, _)| *opened == reply.id()) else {
            return;
        };
        let who = match (&self.other, self.game.turn()) {
            (Other::Person(black), Color::Black) => black,
            _ => &self.white,
        };
        self.since = Instant::now();
        // Without a form there was an error: it is asked for again.
        drop(who.submit(reply, args! { "move": mv }).send());
    }

    fn see(&mut self, message: &Message, new: bool) -> bool {
        if let Some((id, _)) = accept(message) {
            self.challenge.get_or_insert(id);
            if self.id.is_none() && new {
                self.go(Stage::Challenged(message.clone()));
            }
            return false;
        }
        if let Some((id, ply, _)) = turn(message) {
            assert!(
                self.id.is_none_or(|known| known == id),
                "a second game in the channel of {id}"
            );
            let first = self.id.replace(id).is_none();
            if ply < self.game.ply() || (ply == self.game.ply() && !first) {
                return false;
            }
            self.follow(ply, message);
            self.go(if self.wants_more() {
                Stage::Turn(message.clone())
            } else {
                Stage::Over
            });
            return true;
        }
        // Its picture, and perhaps the whole game as another; a board that a newer one replaced has lost its own.
        let over = !is_open(message) && !message.files().is_empty() && self.id.is_some();
        if over && !self.is_over() && (new || self.is_with_engine()) {
            if !self.is_with_engine() {
                self.follow(self.script.len(), message);
            }
            self.go(Stage::Over);
            return true;
        }
        false
    }

    fn wants_more(&self) -> bool {
        self.game.ply() < self.script.len()
    }

    fn go(&mut self, stage: Stage) {
        self.stage = stage;
        self.tried = false;
        self.form = None;
    }

    /// Brings the known game to what a message shows.
    fn follow(&mut self, ply: usize, message: &Message) {
        let mut moves: Vec<String> = match (&self.other, self.pending.take()) {
            (Other::Person(_), _) => self.script[self.game.ply()..ply].to_vec(),
            (Other::Engine, None) => Vec::new(),
            // The last move stands in bold: the engine's.
            (Other::Engine, Some(mine)) => {
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
