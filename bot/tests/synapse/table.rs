//! Two people at a board.

use rules_core::{Family, Game, Variant};

use crate::delos::Delos;
use crate::person::Person;
use crate::room::{Room, Said};

/// A game in a room; the first player has White.
pub(crate) struct Table<'a> {
    pub(crate) room: Room<'a>,
    pub(crate) players: [&'a Person; 2],
    pub(crate) game: Game,
    pub(crate) board: Said,
    /// The messages before the first board, without illustrations.
    before: usize,
}

impl<'a> Table<'a> {
    /// Creates a room for two, and starts a game.
    pub(crate) async fn alone(delos: &Delos, players: [&'a Person; 2], family: Family) -> Self {
        let room = Room::new(players[0], delos, &players[1..]).await;
        Self::begin(room, players, family, true).await
    }

    /// Starts a game; the second player accepts by a reaction or a reply.
    pub(crate) async fn begin(
        mut room: Room<'a>,
        players: [&'a Person; 2],
        family: Family,
        by_reaction: bool,
    ) -> Self {
        let [ann, bob] = players;
        let id = room.id.clone();
        let name = bob.id().split([':', '@']).nth(1).unwrap();
        let challenge = format!("!delos challenge {name} {} white", family.id());
        ann.say_to(&id, &challenge, &[bob.id()]).await;
        let challenge = room.until(|said| said.offers("accept")).await;
        assert_eq!(challenge.calls, [bob.id()]);
        if by_reaction {
            bob.react(&id, &challenge.id, "✅").await;
        } else {
            bob.reply(&id, &challenge.id, "accept").await;
        }
        let board = room.board().await;
        assert_eq!(board.calls, [ann.id()]);
        let variant: Variant = family.id().parse().unwrap();
        let said = room.all.iter();
        let said = said.filter(|said| !said.is_edit && !said.is_illustration());
        Self {
            before: said.take_while(|said| said.id != board.id).count(),
            room,
            players,
            game: Game::new(variant),
            board,
        }
    }

    fn mover(&self) -> &'a Person {
        self.players[self.game.ply() % 2]
    }

    /// Replies to the board with a legal move; returns the move and the event.
    pub(crate) async fn say_move(&mut self) -> (String, String) {
        let moves = self.game.legal_moves();
        let first = (self.game.ply() * 7 + 3) % moves.len();
        let chosen = moves[first..].iter().chain(&moves[..first]).find(|chosen| {
            let mut next = self.game.clone();
            next.play(**chosen).unwrap();
            // Beginners are asked before they lose at once.
            next.outcome().is_none() && self.game.blunders(&[**chosen]) == [None]
        });
        let chosen = *chosen.expect("a move after which the game goes on");
        let san = self.game.san(chosen);
        let player = self.mover();
        self.game.play(chosen).unwrap();
        let said = player.reply(&self.room.id, &self.board.id, &san).await;
        (san, said)
    }

    pub(crate) async fn see_move(&mut self, san: &str) {
        let former = self.board.body.clone();
        // A duplicate is redacted soon: see `Room::messages`.
        while self.board.body == former {
            self.board = self.room.board().await;
        }
        assert!(self.board.body.contains(san), "{san}: {:?}", self.board);
        assert_eq!(self.board.calls, [self.mover().id()]);
    }

    pub(crate) async fn play(&mut self) {
        let (san, _) = self.say_move().await;
        self.see_move(&san).await;
    }

    pub(crate) async fn agree_to_a_draw(&mut self) {
        let (id, board) = (self.room.id.clone(), self.board.id.clone());
        let [ann, bob] = self.players;
        ann.reply(&id, &board, "draw").await;
        self.room.until_says("offers a draw").await;
        bob.react(&id, &board, "🤝").await;
        self.room.until_says("by agreement").await;
    }

    pub(crate) async fn resign(&mut self) {
        let id = self.room.id.clone();
        let [ann, _] = self.players;
        ann.reply(&id, &self.board.id, "resign").await;
        let sure = self.room.until(is_asking).await;
        ann.reply(&id, &sure.id, "resign").await;
        self.room.until_says("by resignation").await;
    }

    /// Panics unless each move was shown once, in order, and nothing else.
    pub(crate) async fn assert_told_once(&mut self) {
        let ann = self.players[0];
        let answer = self.room.ask(ann, "!delos about").await.id;
        let told = self.room.messages().await;
        let told = told.into_iter().filter(|said| !said.is_illustration());
        let game: Vec<&Said> = told.skip(self.before).collect();
        let boards = self.game.ply() + 1;
        assert!(game.iter().take(boards).all(|said| said.is_board()));
        let rest: Vec<&str> = game.iter().skip(boards).map(|said| &*said.id).collect();
        assert_eq!(rest, [answer], "{game:#?}");
        // The board that was seen first may have been a duplicate, and a reaction to that is lost.
        self.board = game[boards - 1].clone();
    }
}

/// Whether a message asks to confirm a resignation.
pub(crate) fn is_asking(said: &Said) -> bool {
    said.offers("resign") && !said.offers("move")
}
