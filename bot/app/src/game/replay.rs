//! The viewer of finished games: a private message that its buttons change. Nothing is stored: each button holds the position.

use lessons::themes_of_move;
use pictures::{BoardPicture, PlayerBar};
use rules_core::{ByColor, Color, Game};
use text::msg;

use crate::context::{Change, Ctx, Reader, Result, allowed, refuse_if};
use crate::game::{active_game, fair_play, review};
use crate::messages;
use crate::model::{EffectiveSettings, GameId, GameRecord, Person, ReviewRecord};
use crate::people::{history, visibility};
use crate::protocol::{
    Action, Button, ButtonStyle, Card, Command, PeopleRefusal, Postable, PuzzleTheme, Refusal,
    Request, Step, Viewed, Which, post_button,
};
use crate::spec::{AT, CommandSpec, Games, Kind, SHARE, SIDE, named};

pub(crate) const REPLAY: CommandSpec = named("replay", || msg!("command-replay"))
    .command(|arguments| {
        let side = arguments.text("side").map(|side| match side {
            "black" => Color::Black,
            _ => Color::White,
        });
        let ply: Option<u32> = arguments.number("at");
        let at = Viewed {
            ply: ply.unwrap_or(0),
            bottom: side.unwrap_or(Color::White),
        };
        if arguments.is_set("share") {
            let game = arguments.game("game")?;
            return Ok(Command::Post(Postable::Game(game, at)));
        }
        let viewed = (ply.is_some() || side.is_some()).then_some(at);
        Ok(Command::Replay(arguments.which()?, viewed))
    })
    .options(&[
        Kind::Game(Games::Finished).option("game", || msg!("command-replay-game")),
        AT,
        SIDE,
        SHARE,
    ]);

/// Finished games that are looked through for one with moves.
const LATEST: usize = 5;

/// Opens the viewer, or shows another position in it.
pub(crate) fn replay(
    ctx: &Ctx<'_>,
    request: &Request,
    which: Which,
    viewed: Option<Viewed>,
) -> Result<Change> {
    let id = match which {
        Which::Id(id) => id,
        Which::Mine => latest(ctx, request)?,
    };
    Ok(Change::aside(viewer(ctx, request, id, viewed)?))
}

/// Asks for the review of the game in the viewer, and says there what comes of it.
pub(crate) fn analyze(
    ctx: &Ctx<'_>,
    request: &Request,
    id: GameId,
    viewed: Viewed,
) -> Result<Change> {
    let mut card = viewer(ctx, request, id, Some(viewed))?;
    let mut effects = Vec::new();
    match allowed(review::ask_review(ctx, &request.who, id))? {
        Ok(asked) => {
            effects = asked.effects;
            if ctx.review(id)?.is_none() {
                card.text = card.text.line(msg!("replay-analyzing"));
            }
        }
        Err(refusal) => card.text = card.text.line(messages::refusal(&refusal)),
    }
    Ok(Change::aside(card).with_effects(effects))
}

/// The asker's latest finished game in which anything was played.
pub(crate) fn latest(reader: &Reader<'_>, request: &Request) -> Result<GameId> {
    let page = history::history_page(reader, request, &request.who.id, None, LATEST)?;
    let mut games = page.games.iter().map(|(record, _)| record);
    let latest = games.find(|record| record.ply() > 0);
    Ok(latest.ok_or(PeopleRefusal::NoFinishedGame)?.id)
}

/// The viewer at a position; at the start if none is given.
fn viewer(ctx: &Ctx<'_>, request: &Request, id: GameId, viewed: Option<Viewed>) -> Result<Card> {
    let record = ctx.game(id)?.value;
    refuse_if(record.result.is_none(), Refusal::NotOver(id))?;
    let game = active_game::replayed(&record)?;
    let who = &request.who;
    let server = record.server_of(&who.id);
    let settings = ctx.settings(Some(&who.id), server)?;
    let mut viewed = viewed.unwrap_or_else(|| Viewed {
        ply: 0,
        bottom: settings.private_look(record.side_of(&who.id), &game).viewer,
    });
    viewed.ply = viewed.ply.min(record.ply());
    let review = fair_play::review_for(ctx, Some(ctx.viewer(who)), &record)?;
    let mut row = Vec::new();
    let Viewed { ply, bottom } = viewed;
    if review.is_none() && record.ply() > 0 {
        let analyze = Action::AnalyzeReplay(id, ply, bottom);
        row.push(Button::plain(msg!("button-replay-analyze"), analyze));
    }
    row.extend(similar_puzzles(&record, &game, review.as_ref(), who, ply));
    if request.may_post() && may_show_all(request, &record) {
        row.push(post_button(Action::PostReplay(id, ply, bottom)));
    }
    let mut controls = vec![steps(&record, viewed), row];
    controls.retain(|row| !row.is_empty());
    let jump = Action::JumpReplay(id, bottom);
    Ok(Card {
        menu: messages::replay_positions(&game, review.as_ref(), jump),
        controls,
        ..position_card(&record, &game, review.as_ref(), viewed, &settings)
    })
}

/// Where a player missed a move, the way to puzzles with its theme.
fn similar_puzzles(
    record: &GameRecord,
    game: &Game,
    review: Option<&ReviewRecord>,
    who: &Person,
    ply: u32,
) -> Option<Button> {
    let turn = review?.turns.iter().find(|turn| turn.ply == ply)?;
    let before = at(game, ply);
    let is_own = record.side_of(&who.id) == Some(before.turn());
    let best = before.read(&turn.best).ok().filter(|_| is_own)?;
    let family = record.variant.family();
    let themes = themes_of_move(before.position(), best).into_iter();
    let mut themes = themes.filter_map(PuzzleTheme::of);
    let theme = themes.find(|theme| theme.is_of(family, None));
    let like = |theme| Action::PuzzleLike(family, theme);
    let action = theme.map_or(Action::PuzzleGame(family), like);
    Some(Button::plain(msg!("button-puzzle-like"), action))
}

/// Whether the person may show it to everyone in the room: a game that not everyone there sees, only its players.
pub(crate) fn may_show_all(request: &Request, record: &GameRecord) -> bool {
    record.side_of(&request.who.id).is_some() || visibility::is_shown_to_all(request, record)
}

/// A position of a finished game and what the review says about it, without controls.
pub(crate) fn position_card(
    record: &GameRecord,
    game: &Game,
    review: Option<&ReviewRecord>,
    viewed: Viewed,
    settings: &EffectiveSettings,
) -> Card {
    let shown = at(game, viewed.ply);
    let text = messages::replayed_position(record, game, &shown, review);
    if settings.words_only() {
        return Card::words(text.line(messages::position(shown.position())));
    }
    let players = ByColor::new_with(|color| PlayerBar::new(record.seats[color].name()));
    let turn = review.and_then(|review| review.turns.iter().find(|turn| turn.ply == viewed.ply));
    let result = record.result.filter(|_| viewed.ply == record.ply());
    let board = BoardPicture {
        viewer: viewed.bottom,
        next: turn.and_then(|turn| shown.read(&turn.best).ok()),
        players: Some(players),
        banner: result.map(|result| messages::result_banner(record, &result).into()),
        theme: settings.theme(),
        rotation: settings.rotation(record.variant.family()),
        ..BoardPicture::new(shown)
    };
    Card {
        board: Some(board),
        ..Card::words(text)
    }
}

fn at(game: &Game, ply: u32) -> Game {
    let mut shown = game.clone();
    while shown.ply() > usize::try_from(ply).unwrap_or(usize::MAX) {
        shown.undo();
    }
    shown
}

/// Buttons to other positions. Their order never changes, so a player can press one repeatedly.
fn steps(record: &GameRecord, viewed: Viewed) -> Vec<Button> {
    let (is_first, is_last) = (viewed.ply == 0, viewed.ply == record.ply());
    let button = |step| {
        let (label, able) = match step {
            Step::First => (msg!("button-replay-first"), !is_first),
            Step::Back => (msg!("button-replay-back"), !is_first),
            Step::Forward => (msg!("button-replay-forward"), !is_last),
            Step::Last => (msg!("button-replay-last"), !is_last),
            Step::Flip => (msg!("button-replay-flip"), true),
        };
        let style = match step {
            Step::Forward => ButtonStyle::Primary,
            _ => ButtonStyle::Plain,
        };
        let action = Action::StepReplay(record.id, viewed.ply, viewed.bottom, step);
        Button::new(label, style, action).only_if(able)
    };
    Step::ALL.iter().copied().map(button).collect()
}

/// The button on a finished game's message that opens the viewer, if there is anything to see.
pub(crate) fn replay_button(record: &GameRecord) -> Option<Button> {
    let button = Button::plain(msg!("button-replay"), Action::OpenReplay(record.id));
    (record.ply() > 0).then_some(button)
}
