//! Pictures of tournaments, from the application's data to the renderer's.

use app::attachment::{
    BracketPicture, BracketSide, CrosstableLine, CrosstablePicture, PairingPlayer, PairingsPicture,
    PodiumPicture,
};
use render::{Bracket, Crosstable, CrosstableRow, Pairings, Podium, ThemeId};

use super::{Artist, Picture};

impl Artist {
    /// Draws the pairings of a round.
    ///
    /// # Errors
    /// When they cannot be drawn: a fault of the renderer.
    pub async fn pairings(&self, picture: PairingsPicture) -> anyhow::Result<Picture> {
        let pairings = Pairings {
            title: picture.title,
            sides: picture.sides,
            lines: picture.lines.into_iter().map(line).collect(),
            theme: ThemeId::default(),
        };
        self.apart(move |renderer| {
            Ok(Picture {
                png: renderer.pairings(&pairings)?,
                alt: pairings.alt_text(),
            })
        })
        .await
    }

    /// Draws a crosstable.
    ///
    /// # Errors
    /// When it cannot be drawn: a fault of the renderer.
    pub async fn crosstable(&self, picture: CrosstablePicture) -> anyhow::Result<Picture> {
        let row = |line: CrosstableLine| CrosstableRow {
            rank: line.line,
            name: line.name,
            results: line.results,
            score: line.points,
            // The standings have them all.
            tie_break: String::new(),
        };
        let table = Crosstable {
            title: picture.title,
            columns: picture.columns,
            rows: picture.rows.into_iter().map(row).collect(),
            theme: ThemeId::default(),
        };
        self.apart(move |renderer| {
            Ok(Picture {
                png: renderer.crosstable(&table)?,
                alt: table.alt_text(),
            })
        })
        .await
    }

    /// Draws the tree of a knock-out.
    ///
    /// # Errors
    /// When it cannot be drawn: a fault of the renderer.
    pub async fn bracket(&self, picture: BracketPicture) -> anyhow::Result<Picture> {
        let side = |side: BracketSide| render::BracketSide {
            name: side.name,
            score: side.points,
            won: side.won,
        };
        let round = |round: app::attachment::BracketRound| render::BracketRound {
            title: round.title,
            matches: round
                .matches
                .into_iter()
                .map(|pair| pair.map(side))
                .collect(),
        };
        let bracket = Bracket {
            title: picture.title,
            rounds: picture.rounds.into_iter().map(round).collect(),
            theme: ThemeId::default(),
        };
        self.apart(move |renderer| {
            Ok(Picture {
                png: renderer.bracket(&bracket)?,
                alt: bracket.alt_text(),
            })
        })
        .await
    }

    /// Draws the podium.
    ///
    /// # Errors
    /// When it cannot be drawn: a fault of the renderer.
    pub async fn podium(&self, picture: PodiumPicture) -> anyhow::Result<Picture> {
        let place = |place: app::attachment::PodiumPlace| render::PodiumPlace {
            rank: place.rank,
            name: place.name,
            points: place.points,
        };
        let podium = Podium {
            title: picture.title,
            variant: picture.variant,
            places: picture.places.into_iter().map(place).collect(),
            theme: ThemeId::default(),
        };
        self.apart(move |renderer| {
            Ok(Picture {
                png: renderer.podium(&podium)?,
                alt: podium.alt_text(),
            })
        })
        .await
    }
}

fn line(line: app::attachment::PairingLine) -> render::PairingLine {
    let player = |player: PairingPlayer| render::PairingPlayer {
        name: player.name,
        points: player.points,
        won: player.won,
        marked: player.marked,
    };
    match line {
        app::attachment::PairingLine::Game {
            board,
            players,
            result,
            code,
        } => render::PairingLine::Game {
            board,
            players: players.map(player),
            result,
            code,
        },
        app::attachment::PairingLine::Free { player: who, note } => render::PairingLine::Free {
            player: player(who),
            note,
        },
    }
}
