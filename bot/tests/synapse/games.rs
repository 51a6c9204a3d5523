//! Games between people in clear rooms.

use rules_core::{Family, Game, Variant};
use serde_json::json;

use crate::common::owner::Owner;
use crate::delos::Delos;
use crate::player::{Room, Said};
use crate::server;

/// Half-moves of each game.
const PLIES: usize = 6;

/// Two people at a board; the first has White.
pub(crate) struct Table<'a> {
    pub(crate) room: Room<'a>,
    pub(crate) players: [&'a Owner; 2],
    pub(crate) game: Game,
    pub(crate) board: Said,
}

impl<'a> Table<'a> {
    /// Begins a game: the second player accepts by a reaction or by a reply.
    pub(crate) async fn begin(
        mut room: Room<'a>,
        players: [&'a Owner; 2],
        family: Family,
        by_reaction: bool,
    ) -> Self {
        let [ann, bob] = players;
        let id = room.id.clone();
        // As a client writes a mention: the name in the text, the id beside it.
        let name = bob.id.split([':', '@']).nth(1).unwrap();
        let challenge = json!({
            "msgtype": "m.text", "body": format!("!delos challenge {name} {} white", family.id()),
            "m.mentions": {"user_ids": [bob.id]},
        });
        ann.send(&id, "m.room.message", &challenge).await;
        let challenge = room.until(|said| said.offers("accept")).await;
        assert_eq!(challenge.calls(), [bob.id.as_str()]);
        if by_reaction {
            bob.react(&id, &challenge.id, "✅").await;
        } else {
            bob.reply(&id, &challenge.id, "accept").await;
        }
        let board = room.board().await;
        assert_eq!(board.calls(), [ann.id.as_str()]);
        let variant: Variant = family.id().parse().unwrap();
        Self {
            room,
            players,
            game: Game::new(variant),
            board,
        }
    }

    /// Whose turn it is.
    fn mover(&self) -> &'a Owner {
        self.players[self.game.ply() % 2]
    }

    /// Says a legal move in a reply to the board, and returns it.
    pub(crate) async fn say_move(&mut self) -> String {
        let moves = self.game.legal_moves();
        let first = (self.game.ply() * 7 + 3) % moves.len();
        let chosen = moves[first..].iter().chain(&moves[..first]).find(|chosen| {
            let mut next = self.game.clone();
            next.play(**chosen).unwrap();
            next.outcome().is_none()
        });
        let chosen = *chosen.expect("a move that does not end the game");
        let san = self.game.san(chosen);
        let mover = self.mover();
        self.game.play(chosen).unwrap();
        mover.reply(&self.room.id, &self.board.id, &san).await;
        san
    }

    /// Waits for the board after a move.
    pub(crate) async fn see_move(&mut self, san: &str) {
        self.board = self.room.board().await;
        assert!(self.board.body.contains(san), "{san}: {:?}", self.board);
        assert_eq!(self.board.calls(), [self.mover().id.as_str()]);
    }
}

#[tokio::test]
async fn all_five_games_are_played_in_a_room() {
    let Some(server) = server() else { return };
    let delos = Delos::start(server, "games-delos").await;
    let ann = Owner::new(server, "games-ann").await;
    let others = [Owner::new(server, "games-bob").await];
    let mut room = Room::new(&ann, &delos, &others).await;
    for (n, family) in Family::ALL.into_iter().enumerate() {
        let bob = &others[0];
        let mut table = Table::begin(room, [&ann, bob], family, n % 2 == 0).await;
        for _ in 0..PLIES {
            let san = table.say_move().await;
            table.see_move(&san).await;
        }
        let id = table.room.id.clone();
        if n % 2 == 0 {
            ann.reply(&id, &table.board.id, "draw").await;
            table.room.until_says("offers a draw").await;
            bob.react(&id, &table.board.id, "🤝").await;
            table.room.until_says("by agreement").await;
        } else {
            ann.reply(&id, &table.board.id, "resign").await;
            let sure = table
                .room
                .until(|said| said.offers("resign") && !said.offers("move"))
                .await;
            ann.reply(&id, &sure.id, "resign").await;
            table.room.until_says("by resignation").await;
        }
        room = table.room;
    }
}
