//! A tournament game: one move each, then a resignation or a draw.

use std::time::Instant;

use app::GameId;
use playground::{Message, Reply, User, args};
use rules_core::{ByColor, Color, Game, Variant};

use crate::scripted_game::{Repeated, address, custom_id, id_in_button, is_open, should_repeat};
use crate::tournament::sent_reply;

pub(crate) struct TournamentGame {
    pub(crate) id: GameId,
    players: ByColor<User>,
    /// `None` for a draw.
    winner: Option<User>,
    board: Option<Message>,
    /// Number of half-moves shown.
    pub(crate) ply: usize,
    is_offered: bool,
    requested_at: Option<Instant>,
    is_repetition: bool,
    /// Id of the reply that opens the requested modal.
    modal: Option<u64>,
    pub(crate) over: bool,
    /// The latest message of the game.
    last: u64,
}

/// Half-moves before the game ends.
const PLIES: usize = 2;

/// Returns the half-move with this number, in UCI form.
fn scripted(ply: usize) -> String {
    let mut game = Game::new(Variant::Toto40);
    for _ in 0..ply {
        let mv = game.legal_moves()[0];
        game.play(mv).unwrap();
    }
    let shape = game.variant().shape();
    game.legal_moves()[0].uci(shape).to_string()
}

impl TournamentGame {
    pub(crate) fn new(id: GameId, players: ByColor<User>, winner: Option<User>) -> Self {
        Self {
            id,
            players,
            winner,
            board: None,
            ply: 0,
            is_offered: false,
            requested_at: None,
            is_repetition: false,
            modal: None,
            over: false,
            last: 0,
        }
    }

    /// Expected number of messages: the start, each move, and the end. A draw offer edits the board.
    pub(crate) const MESSAGES: usize = 1 + PLIES + 1;

    pub(crate) fn names(&self) -> [&str; 2] {
        [self.players.white.name(), self.players.black.name()]
    }

    fn mover(&self) -> &User {
        &self.players[Color::ALL[self.ply % 2]]
    }

    pub(crate) fn act(&mut self, connected: Instant) {
        if self.over {
            return;
        }
        if let Some(sent) = self.requested_at {
            if !should_repeat(sent, connected, Repeated::Harmless) {
                return;
            }
            self.is_repetition = true;
        }
        let Some(board) = self.board.clone() else {
            return;
        };
        self.requested_at = Some(Instant::now());
        self.modal = None;
        let id = self.id.to_string();
        if self.ply < PLIES {
            let mover = self.mover();
            // A modal says which board the user saw, so repeating it is harmless.
            if self.is_repetition {
                let address = format!("1:move:{id}:{}", self.ply);
                let reply = sent_reply(mover.click(&board, &custom_id(&board, &address)).send());
                self.modal = reply.map(|reply| reply.id());
            } else {
                let args = args! { "move": scripted(self.ply), game: id };
                sent_reply(mover.slash("move", args).send());
            }
            return;
        }
        let ByColor { white, black } = &self.players;
        let (who, verb) = match &self.winner {
            Some(winner) if winner.id() == white.id() => (black, "ask-resign"),
            Some(_) => (white, "ask-resign"),
            None if self.is_offered => (black, "accept-draw"),
            None => (white, "draw"),
        };
        let address = format!("1:{verb}:{id}");
        sent_reply(who.click(&board, &custom_id(&board, &address)).send());
    }

    pub(crate) fn fill_in(&mut self, reply: &Reply) {
        if self.modal.take_if(|modal| *modal == reply.id()).is_none() {
            return;
        }
        let fields = args! { "move": scripted(self.ply) };
        // If the modal didn't open, it is requested again.
        drop(self.mover().submit(reply, fields).send());
    }

    /// Confirms a resignation when asked.
    pub(crate) fn handle_private(&mut self, message: &Message) {
        if self.over || id_in_button::<GameId>(message, "resign") != Some(self.id) {
            return;
        }
        for user in [&self.players.white, &self.players.black] {
            if user.sees(message) {
                let address = format!("1:resign:{}", self.id);
                sent_reply(user.click(message, &custom_id(message, &address)).send());
            }
        }
    }

    /// Handles a public message of the game; returns whether it is new.
    pub(crate) fn handle_public(&mut self, message: &Message) -> bool {
        let new = message.id() > self.last;
        self.last = self.last.max(message.id());
        let ply = message.buttons().into_iter().find_map(|button| {
            let rest = address(&button).strip_prefix("1:move:")?;
            rest.split_once(':')?.1.parse::<usize>().ok()
        });
        let offered = id_in_button::<GameId>(message, "no-draw").is_some();
        if ply.is_none() && !offered {
            // The final board has a picture. A replaced board has none.
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
            // An offer edits the board.
            let moved_on = moved_on || offered && !self.is_offered;
            self.is_offered = offered;
            self.ply = ply;
            self.board = Some(message.clone());
            if moved_on {
                self.requested_at = None;
                self.is_repetition = false;
            }
        }
        new
    }
}
