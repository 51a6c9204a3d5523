//! Boards and other pictures: drawn on blocking threads, never in the way of a chat.

mod tournament;

use std::sync::Arc;
use std::time::Instant;

use anyhow::Context as _;
use app::Theme;
use app::attachment::{Animation, CurvePicture, TablePicture};
use app::card::BoardPicture;
use render::{
    Curve, CurvePoint, EvaluationGraph, GifOptions, PlayerBar, Renderer, Scene, Series, Table,
    TableRow, ThemeId,
};
use rules_core::ByColor;

use crate::telemetry::{self, Step};

/// A picture ready to be posted.
#[derive(Clone, Debug)]
pub struct Picture {
    /// A PNG file.
    pub png: Vec<u8>,
    /// What it shows, in words that one can play from.
    pub alt: String,
}

/// Draws pictures; cheap to clone.
#[derive(Clone, Debug)]
pub struct Artist {
    renderer: Arc<Renderer>,
}

impl Default for Artist {
    fn default() -> Self {
        Self {
            renderer: Arc::new(Renderer::new()),
        }
    }
}

impl Artist {
    /// Draws the board.
    ///
    /// # Errors
    /// When it cannot be drawn: a fault of the renderer.
    pub async fn draw(&self, board: BoardPicture) -> anyhow::Result<Picture> {
        self.apart(move |renderer| {
            let scene = Scene::of(&board.game)
                .seen_by(board.seen_by)
                .theme(theme(board.theme));
            let scene = board.selected.into_iter().fold(scene, Scene::select);
            let scene = with_players(scene, &board);
            Ok(Picture {
                png: renderer.png(&scene)?,
                alt: render::alt_text(&scene),
            })
        })
        .await
    }

    /// Draws a rule.
    ///
    /// # Errors
    /// When there is no such diagram or it cannot be drawn: a fault of this program.
    pub async fn diagram(&self, wanted: app::attachment::Diagram) -> anyhow::Result<Picture> {
        self.apart(move |renderer| {
            let diagram = render::diagrams(wanted.variant, theme(wanted.theme))
                .into_iter()
                .find(|diagram| diagram.id == wanted.name)
                .with_context(|| format!("{} has no diagram {}", wanted.variant, wanted.name))?;
            let scenes = diagram.scenes.iter().map(render::alt_text);
            let words: Vec<_> = std::iter::once(diagram.caption.clone())
                .chain(scenes)
                .collect();
            Ok(Picture {
                png: renderer.row(&diagram.scenes)?,
                alt: words.join(" "),
            })
        })
        .await
    }

    /// Draws a whole game as an animation.
    ///
    /// # Errors
    /// When it cannot be drawn: a fault of the renderer.
    pub async fn animation(&self, animation: Animation) -> anyhow::Result<Picture> {
        self.apart(move |renderer| {
            let board = animation.board;
            let scene = Scene::of(&board.game)
                .seen_by(board.seen_by)
                .banner(animation.banner.clone())
                .over();
            let options = GifOptions {
                viewer: board.seen_by,
                theme: theme(board.theme),
                banner: Some(animation.banner),
                ..GifOptions::default()
            };
            Ok(Picture {
                png: renderer.gif(&board.game, &options)?,
                alt: render::alt_text(&scene),
            })
        })
        .await
    }

    /// Draws the course of a game.
    ///
    /// # Errors
    /// When it cannot be drawn: a fault of the renderer.
    pub async fn graph(&self, graph: app::attachment::Graph) -> anyhow::Result<Picture> {
        let graph = EvaluationGraph {
            title: graph.title,
            names: graph.names,
            expectations: graph.expectations,
            moments: graph.moments,
            theme: theme(graph.theme),
        };
        self.apart(move |renderer| {
            Ok(Picture {
                png: renderer.graph(&graph)?,
                alt: graph.alt_text(),
            })
        })
        .await
    }

    /// Draws ratings over time.
    ///
    /// # Errors
    /// When it cannot be drawn: a fault of the renderer.
    pub async fn curve(&self, picture: CurvePicture) -> anyhow::Result<Picture> {
        let point = |(at, value)| CurvePoint { at, value };
        let series = |series: app::attachment::Series| Series {
            name: series.name,
            points: series.points.into_iter().map(point).collect(),
        };
        let curve = Curve {
            title: picture.title.to_string(),
            series: picture.series.into_iter().map(series).collect(),
            theme: ThemeId::default(),
        };
        self.apart(move |renderer| {
            Ok(Picture {
                png: renderer.curve(&curve)?,
                alt: curve.alt_text(),
            })
        })
        .await
    }

    /// Draws a table.
    ///
    /// # Errors
    /// When it cannot be drawn: a fault of the renderer.
    pub async fn table(&self, picture: TablePicture) -> anyhow::Result<Picture> {
        let row = |line: app::attachment::TableLine| TableRow {
            rank: line.rank,
            name: line.name,
            cells: line.cells,
            marked: line.marked,
        };
        let table = Table {
            title: picture.title.to_string(),
            columns: picture.columns.iter().map(ToString::to_string).collect(),
            rows: picture.rows.into_iter().map(row).collect(),
            theme: ThemeId::default(),
        };
        self.apart(move |renderer| {
            Ok(Picture {
                png: renderer.table(&table)?,
                alt: table.alt_text(),
            })
        })
        .await
    }

    async fn apart(
        &self,
        draw: impl FnOnce(&Renderer) -> anyhow::Result<Picture> + Send + 'static,
    ) -> anyhow::Result<Picture> {
        let renderer = Arc::clone(&self.renderer);
        let begun = Instant::now();
        let drawn = tokio::task::spawn_blocking(move || draw(&renderer)).await?;
        telemetry::done(Step::Drawn, begun.elapsed());
        drawn
    }
}

/// Adds the players' names to the scene, if there are any.
fn with_players(scene: Scene, board: &BoardPicture) -> Scene {
    let names = &board.names;
    if names.white.is_empty() && names.black.is_empty() {
        return scene;
    }
    scene.players(ByColor::new_with(|color| PlayerBar {
        name: names[color].clone(),
        rating: board.ratings[color].clone(),
        clock: board.clocks[color].clone(),
    }))
}

/// The renderer's theme of the same name.
fn theme(theme: Theme) -> ThemeId {
    match theme {
        Theme::Wood => ThemeId::Wood,
        Theme::Sea => ThemeId::Sea,
        Theme::Meadow => ThemeId::Meadow,
        Theme::Night => ThemeId::Night,
        Theme::Contrast => ThemeId::Contrast,
    }
}

#[cfg(test)]
mod tests {
    use app::attachment::Diagram;
    use rules_core::Variant;

    use super::*;

    #[tokio::test]
    async fn every_diagram_of_the_rules_exists_and_is_drawn() {
        let artist = Artist::default();
        let mut drawn = 0;
        for &variant in &Variant::ALL {
            for page in app::say::rules(variant) {
                for name in page.diagrams {
                    let theme = Theme::Wood;
                    let wanted = Diagram {
                        variant,
                        name,
                        theme,
                    };
                    let picture = artist.diagram(wanted).await.expect("is drawn");
                    assert!(picture.png.starts_with(b"\x89PNG"), "{variant} {name}");
                    drawn += 1;
                }
            }
        }
        assert!(drawn > 50, "{drawn}");
    }
}
