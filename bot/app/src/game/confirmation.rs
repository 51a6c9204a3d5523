//! Confirmation of moves: of every move for players who want that, and of moves that lose at once for beginners. In rated and
//! tournament games, beginners confirm only moves that themselves lose by a rule. And the refusal of a text that isn't a legal move.

use pictures::BoardPicture;
use rules_core::{Blunder, Game, Move, MoveError};
use text::msg;

use crate::context::{Change, Ctx, Reader, Result};
use crate::game::{ActiveGame, active_game, fair_play, message, moves};
use crate::messages;
use crate::model::{EffectiveSettings, GameId, GameRecord, Person};
use crate::people::profile;
use crate::protocol::{
    Action, Answer, Audience, Button, ButtonStyle, Card, Command, MoveText, Refusal, Request,
};
use crate::spec::{CommandSpec, ON_BOARD, named};

pub(crate) const CONFIRM: CommandSpec = named("confirm", || msg!("command-confirm"))
    .command(|arguments| {
        Ok(Command::SureMove {
            game: arguments.game("game")?,
            ply: arguments.number("at").unwrap_or(0),
            text: arguments.move_text()?,
        })
    })
    .typed_only()
    .options(ON_BOARD);

/// The question whether to make this move, if the player wants to be asked about every move or should be warned of this one.
pub(crate) fn asked_first(
    reader: &Reader<'_>,
    who: &Person,
    active: &ActiveGame,
    mv: Move,
    audience: Audience,
) -> Result<Option<Change>> {
    let settings = active.settings(reader, who)?;
    let uci = mv.uci(active.game.variant().shape()).to_string();
    let Ok(text) = MoveText::from(&uci) else {
        return Ok(None);
    };
    let record = &active.record.value;
    let blunder = if record.is_serious() {
        rule_broken(reader, who, &active.game, &settings, mv)?
    } else {
        blunders(reader, who, active, &settings, &[mv])?[0]
    };
    let asks =
        settings.confirm() || blunder.is_some() && warns(reader, who, &active.game, &settings)?;
    let mut after = active.game.clone();
    if !asks || after.play(mv).is_err() {
        return Ok(None);
    }
    // The opponent would read which reply wins.
    if blunder.is_some() && audience == Audience::Room {
        return Ok(Some(Change::aside(public_warning(active, mv, text))));
    }
    let look = settings.private_look(Some(active.side), &active.game);
    let board = look.of(BoardPicture {
        next: blunder.and_then(|blunder| blunder.reply),
        ..message::picture(record, after)
    });
    let (label, style) = match blunder {
        Some(_) => (msg!("button-game-play-anyway"), ButtonStyle::Danger),
        None => (msg!("button-game-confirm-move"), ButtonStyle::Success),
    };
    let (id, ply) = (record.id, record.ply());
    let sure = Button::new(label, style, Action::SureMove(id, ply, text));
    let question = messages::ask_move(&active.game, mv, blunder, &record.seats[!active.side]);
    let card = Box::new(Card {
        board: (!settings.words_only()).then_some(board),
        ..Card::with_buttons(question, [sure, another_move(record)])
    });
    // The player typed the move in public, so the preview is no secret.
    Ok(Some(Change::nothing(match audience {
        Audience::Room => Answer::Aside(card),
        Audience::Author => Answer::Secret(card),
    })))
}

/// Asks before a losing move where the opponent can read it; the reason is shown in private.
fn public_warning(active: &ActiveGame, mv: Move, text: MoveText) -> Card {
    let record = &active.record.value;
    let (id, ply) = (record.id, record.ply());
    let sure = Action::SureMove(id, ply, text);
    let row = [
        Button::danger(msg!("button-game-play-anyway"), sure),
        another_move(record),
        Button::plain(msg!("button-game-why"), Action::WhyNot(id, ply, text)),
    ];
    Card::with_buttons(messages::ask_losing_move(&active.game, mv), row)
}

fn another_move(record: &GameRecord) -> Button {
    let panel = Action::Panel(record.id, record.ply());
    Button::plain(msg!("button-game-another-move"), panel)
}

/// How each of these moves loses at once, if the player may know. In rated and tournament games, and in positions from them, that
/// would be help.
pub(crate) fn blunders(
    reader: &Reader<'_>,
    who: &Person,
    active: &ActiveGame,
    settings: &EffectiveSettings,
    moves: &[Move],
) -> Result<Vec<Option<Blunder>>> {
    let unknown = vec![None; moves.len()];
    if active.record.value.is_serious() || !settings.marks() {
        return Ok(unknown);
    }
    let blunders = active.game.blunders(moves);
    // The player's other games are read only if there is something to keep from them.
    let any = blunders.iter().any(Option::is_some);
    if any && fair_play::is_of_serious_game(reader, who, active.game.position())? {
        return Ok(unknown);
    }
    Ok(blunders)
}

/// Returns how a move in a rated or tournament game itself loses by a rule, if the player is new to the game. The opponent's
/// replies are for the player to find.
fn rule_broken(
    reader: &Reader<'_>,
    who: &Person,
    game: &Game,
    settings: &EffectiveSettings,
    mv: Move,
) -> Result<Option<Blunder>> {
    let mut blunders = game.blunders(&[mv]).into_iter().flatten();
    let blunder = blunders.find(|blunder| blunder.reply.is_none());
    let is_new = |finished| settings.marks() && finished < EffectiveSettings::FIRST_GAMES;
    Ok(match blunder {
        Some(_) if is_new(finished_games(reader, who, game)?) => blunder,
        _ => None,
    })
}

/// Whether a player is asked before a move that loses at once: only where another move doesn't.
fn warns(
    reader: &Reader<'_>,
    who: &Person,
    game: &Game,
    settings: &EffectiveSettings,
) -> Result<bool> {
    let moves = game.legal_moves();
    Ok(settings.warns(finished_games(reader, who, game)?) && game.blunders(&moves).contains(&None))
}

fn finished_games(reader: &Reader<'_>, who: &Person, game: &Game) -> Result<u32> {
    profile::finished_games(reader, &who.id, game.variant().family())
}

pub(crate) fn play_sure_move(
    ctx: &Ctx<'_>,
    request: &Request,
    id: GameId,
    seen: u32,
    text: &str,
) -> Result<Change> {
    active_game::by_id(ctx, &request.who, id)?.in_time(ctx, |active| {
        active.must_be_to_move(Some(seen))?;
        let mv = active.game.read(text).map_err(Refusal::Illegal)?;
        moves::make_move(ctx, active, mv, request)
    })
}

/// The refusal of a typed move, with what the button "Why not?" needs.
pub(crate) fn no_move(active: &ActiveGame, text: &str, why: MoveError) -> Refusal {
    let mut typed = MoveText::new();
    for letter in text.trim().chars() {
        if letter.is_control() || typed.try_push(letter).is_err() {
            break;
        }
    }
    let record = &active.record.value;
    Refusal::NoMove {
        game: record.id,
        ply: record.ply(),
        typed,
        why,
    }
}
