//! Writes the pictures of the README: `cargo run --release -p render --example gallery -- FOLDER`.

use std::error::Error;
use std::path::{Path, PathBuf};

use render::{
    ArrowKind, GifOptions, PlayerBar, Renderer, Scene, Size, Slant, ThemeId, alt_text, diagrams,
};
use rules_core::{ByColor, Color, Game, Position, Variant};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args()
        .nth(1)
        .map_or_else(|| PathBuf::from("gallery"), PathBuf::from);
    std::fs::create_dir_all(&folder)?;
    let gallery = Gallery {
        folder: &folder,
        renderer: Renderer::new(),
    };
    gallery.games()?;
    gallery.themes()?;
    gallery.moments()?;
    gallery.rules()
}

struct Gallery<'a> {
    folder: &'a Path,
    renderer: Renderer,
}

impl Gallery<'_> {
    /// Writes a still and the words that stand for it.
    fn still(&self, name: &str, scene: &Scene) -> Result<(), Box<dyn Error>> {
        std::fs::write(
            self.folder.join(format!("{name}.png")),
            self.renderer.png(scene)?,
        )?;
        std::fs::write(self.folder.join(format!("{name}.txt")), alt_text(scene))?;
        Ok(())
    }

    /// The start of every game.
    fn games(&self) -> Result<(), Box<dyn Error>> {
        for variant in Variant::ALL {
            self.still(variant.id(), &Scene::of_position(&variant.start()))?;
        }
        let legan = Scene::of_position(&Variant::Legan.start()).slant(Slant::Turned);
        self.still("legan-turned", &legan)?;
        let toto = Scene::of_position(&Variant::Toto40.start()).slant(Slant::Turned);
        self.still("toto40-turned", &toto)
    }

    /// One position in every theme.
    fn themes(&self) -> Result<(), Box<dyn Error>> {
        let game = Game::replay(Variant::Latrunculi, None, ["e2e4", "d7d5", "e4d5", "d8d5"])?;
        for theme in ThemeId::ALL {
            let scene = Scene::of(&game).theme(theme).size(Size::PHONE);
            self.still(&format!("theme-{theme}"), &scene)?;
        }
        Ok(())
    }

    /// Players, marks, a hint, an ended game, an animation.
    fn moments(&self) -> Result<(), Box<dyn Error>> {
        let game = Game::replay(Variant::Latrunculi, None, ["e2e4", "d7d5", "g1f3", "d5e4"])?;
        let at = |name: &str| {
            Variant::Latrunculi
                .shape()
                .parse(name)
                .ok_or("no such square")
        };
        let players = ByColor {
            white: PlayerBar::new("Ada").rating("1612").clock("4:05"),
            black: PlayerBar::new("Grace").rating("1740").clock("3:41"),
        };
        let scene = Scene::of(&game).players(players);
        self.still("players", &scene)?;
        self.still("selected", &scene.clone().select(at("f3")?))?;
        self.still(
            "hint",
            &scene.clone().arrow(at("f3")?, at("g5")?, ArrowKind::Move),
        )?;

        let start = Position::from_fen(Variant::Latrunculi, "k7/7Q/1K6/8/8/8/8/8 w - - 0 1")?;
        let mut game = Game::from_position(start);
        let mv = game.read("h7b7")?;
        game.play(mv)?;
        let scene = Scene::of(&game).seen_by(Color::White);
        self.still("mate", &scene.banner("White wins by checkmate"))?;

        let moves = include_str!("../tests/data/latrunculi-60-moves.txt");
        let game = Game::replay(Variant::Latrunculi, None, moves.split_whitespace())?;
        let options = GifOptions {
            size: Size::PHONE,
            ..GifOptions::default()
        };
        std::fs::write(
            self.folder.join("game.gif"),
            self.renderer.gif(&game, &options)?,
        )?;
        Ok(())
    }

    /// Every diagram of the rules, with its caption.
    fn rules(&self) -> Result<(), Box<dyn Error>> {
        for variant in Variant::ALL {
            for diagram in diagrams(variant, ThemeId::default()) {
                let name = format!("rules-{}-{}", variant.id(), diagram.id);
                let file = self.folder.join(&name);
                std::fs::write(
                    file.with_extension("png"),
                    self.renderer.row(&diagram.scenes)?,
                )?;
                std::fs::write(file.with_extension("txt"), &diagram.caption)?;
            }
        }
        Ok(())
    }
}
