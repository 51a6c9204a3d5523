//! Writes the pictures of the README: `cargo run --release -p render --example gallery -- FOLDER`.

use std::error::Error;
use std::path::{Path, PathBuf};

use pictures::{Animation, BoardPicture, PlayerBar, Rotation, Size, Theme};
use render::{ArrowKind, Picture, Renderer, Scene, rule_diagrams};
use rules_core::{ByColor, Color, Game, Position, Variant};
use text::Lang;

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
    /// Writes a picture and its description.
    fn write(&self, name: &str, picture: &impl Picture) -> Result<(), Box<dyn Error>> {
        let file = picture.draw(&self.renderer, Lang::ENGLISH)?;
        let words = picture.alt_text(Lang::ENGLISH);
        let file_name = picture.file_name();
        let (_, extension) = file_name.rsplit_once('.').unwrap_or_default();
        let path = self.folder.join(name);
        std::fs::write(path.with_extension(extension), file)?;
        std::fs::write(path.with_extension("txt"), words)?;
        Ok(())
    }

    /// The start of every game.
    fn games(&self) -> Result<(), Box<dyn Error>> {
        for variant in Variant::ALL {
            self.write(variant.id(), &Scene::of_position(&variant.start()))?;
        }
        let legan = Scene::of_position(&Variant::Legan.start()).rotation(Rotation::Diagonal);
        self.write("legan-turned", &legan)?;
        let toto = Scene::of_position(&Variant::Toto40.start()).rotation(Rotation::Upright);
        self.write("toto40-upright", &toto)
    }

    /// One position in every theme.
    fn themes(&self) -> Result<(), Box<dyn Error>> {
        let game = Game::replay(Variant::Latrunculi, None, ["e2e4", "d7d5", "e4d5", "d8d5"])?;
        for &theme in Theme::ALL {
            let scene = Scene::of(&game).theme(theme).size(Size::PHONE);
            self.write(&format!("theme-{theme}"), &scene)?;
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
        self.write("players", &scene)?;
        self.write("selected", &scene.clone().select(at("f3")?))?;
        self.write(
            "hint",
            &scene.clone().arrow(at("f3")?, at("g5")?, ArrowKind::Move),
        )?;

        let start = Position::from_fen(Variant::Latrunculi, "k7/7Q/1K6/8/8/8/8/8 w - - 0 1")?;
        let mut game = Game::from_position(start);
        let mv = game.read("h7b7")?;
        game.play(mv)?;
        let scene = Scene::of(&game).viewer(Color::White);
        self.write("mate", &scene.banner("White wins by checkmate"))?;

        let moves = include_str!("../tests/data/latrunculi-60-moves.txt");
        let game = Game::replay(Variant::Latrunculi, None, moves.split_whitespace())?;
        let board = BoardPicture {
            size: Size::PHONE,
            ..BoardPicture::new(game)
        };
        self.write("game", &Animation::new(board))
    }

    /// Every diagram of the rules.
    fn rules(&self) -> Result<(), Box<dyn Error>> {
        for variant in Variant::ALL {
            for diagram in rule_diagrams(variant, Theme::default()) {
                let name = format!("rules-{}-{}", variant.id(), diagram.id);
                self.write(&name, &diagram)?;
            }
        }
        Ok(())
    }
}
