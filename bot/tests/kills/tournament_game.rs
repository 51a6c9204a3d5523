//! A game of a tournament: a move each, then a resignation or a draw.

use std::time::Instant;

use app::GameId;
use playground::{Message, Reply, User, args};
use rules_core::{Color, Game, Variant};

use crate::scripted_game::asks_again;
use crate::scripted_game::is_open;
use crate::tournament::{about, done};

/// A game of a tournament.
pub(crate) struct Bout {
    pub(crate) id: GameId,
    white: User,
    black: User,
    /// Who wins; nobody when it is to be drawn.
    winner: Option<User>,
    /// The last open board.
    board: Option<Message>,
    /// Half-moves that somebody was told of.
    pub(crate) ply: usize,
    asked: Option<Instant>,
    tried: bool,
    /// The form that was asked for.
    form: Option<u64>,
    pub(crate) over: bool,
    /// The last message of the game that was seen.
    last: u64,
}

/// How many half-moves are made before it ends.
const PLIES: usize = 2;

/// The half-move of that number, in UCI form.
fn scripted(ply: usize) -> String {
    let mut game = Game::new(Variant::Toto40);
    for _ in 0..ply {
        let mv = game.legal_moves()[0];
        game.play(mv).unwrap();
    }
    let shape = game.variant().shape();
    game.legal_moves()[0].uci(shape).to_string()
}

impl Bout {
    pub(crate) fn new(id: GameId, (white, black): (User, User), winner: Option<User>) -> Self {
        Self {
            id,
            white,
            black,
            winner,
            board: None,
            ply: 0,
            asked: None,
            tried: false,
            form: None,
            over: false,
            last: 0,
        }
    }

    /// How many messages it has when each is posted once: the start, a move each, perhaps the offer of a draw, the end.
    pub(crate) fn messages(&self) -> usize {
        let offer = usize::from(self.winner.is_none());
        1 + PLIES + offer + 1
    }

    /// The names of those who play.
    pub(crate) fn names(&self) -> [&str; 2] {
        [self.white.name(), self.black.name()]
    }

    pub(crate) fn act(&mut self, connected: Instant) {
        if self.over {
            return;
        }
        if let Some(asked) = self.asked {
            if !asks_again(asked, connected, false) {
                return;
            }
            self.tried = true;
        }
        let Some(board) = self.board.clone() else {
            return;
        };
        self.asked = Some(Instant::now());
        self.form = None;
        let id = self.id.to_string();
        if self.ply < PLIES {
            let mover = match Color::ALL[self.ply % 2] {
                Color::White => &self.white,
                Color::Black => &self.black,
            };
            // Only the form says which board its writer saw, so that repeating it can do no harm.
            if self.tried {
                let address = format!("1:move:{id}:{}", self.ply);
                self.form = done(mover.click(&board, &address).send()).map(|reply| reply.id());
            } else {
                let args = args! { "move": scripted(self.ply), game: id };
                done(mover.slash("move", args).send());
            }
            return;
        }
        let address = match &self.winner {
            Some(_) => format!("1:ask-resign:{id}"),
            None => format!("1:draw:{id}"),
        };
        let black_acts = match &self.winner {
            Some(winner) => winner.id() == self.white.id(),
            None => about::<GameId>(&board, "no-draw").is_some(),
        };
        let who = if black_acts { &self.black } else { &self.white };
        done(who.click(&board, &address).send());
    }

    pub(crate) fn fill_in(&mut self, reply: &Reply) {
        if self.form.take_if(|form| *form == reply.id()).is_none() {
            return;
        }
        let mover = match Color::ALL[self.ply % 2] {
            Color::White => &self.white,
            Color::Black => &self.black,
        };
        // Without a form there was an error: it is asked for again.
        drop(
            mover
                .submit(reply, args! { "move": scripted(self.ply) })
                .send(),
        );
    }

    /// Whoever is asked in private whether they resign does.
    pub(crate) fn hear(&mut self, message: &Message) {
        if self.over || about::<GameId>(message, "resign") != Some(self.id) {
            return;
        }
        for user in [&self.white, &self.black] {
            if user.sees(message) {
                let address = format!("1:resign:{}", self.id);
                done(user.click(message, &address).send());
            }
        }
    }

    /// Returns whether it is a board that was not known.
    pub(crate) fn see(&mut self, message: &Message) -> bool {
        let new = message.id() > self.last;
        self.last = self.last.max(message.id());
        let ply = message.buttons().into_iter().find_map(|button| {
            let rest = button.custom_id.strip_prefix("1:move:")?;
            rest.split_once(':')?.1.parse::<usize>().ok()
        });
        let offered = about::<GameId>(message, "no-draw").is_some();
        if ply.is_none() && !offered {
            // The end has its picture; a board that a newer one replaced has lost its own.
            if !is_open(message) && !message.files().is_empty() {
                self.over = true;
            }
            return new;
        }
        let newest = self
            .board
            .as_ref()
            .is_none_or(|board| board.id() <= message.id());
        let ply = ply.unwrap_or(PLIES);
        if newest && ply >= self.ply {
            let moved_on = self
                .board
                .as_ref()
                .is_none_or(|board| board.id() < message.id());
            self.ply = ply;
            self.board = Some(message.clone());
            if moved_on {
                self.asked = None;
                self.tried = false;
            }
        }
        new
    }
}
