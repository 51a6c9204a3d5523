//! Autocomplete: legal moves, premoves, games and time controls.

use std::iter;

use rules_core::{Game, Move};
use text::{Message, Text, msg};

use crate::context::{Failure, Reader, Result, keep};
use crate::game::{ActiveGame, active_game, confirmation, move_filter, premove};
use crate::messages;
use crate::model::{GameRecord, Index, Key, ServerId, TimeControl};
use crate::people::{history, visibility};
use crate::protocol::{Refusal, Request, Suggestion, Which};
use crate::store::Page;

/// Maximum number of legal moves listed: disambiguating notation takes quadratic time.
pub(crate) const LISTED: usize = 500;

/// The most of the asker's finished games that are read for a list.
const OWN: usize = 50;

/// Maximum number of games of others read for a list.
const READ: usize = 300;

/// The legal moves that fit what was typed so far, best fit first.
pub(crate) fn suggest_moves(
    reader: &Reader<'_>,
    request: &Request,
    which: Which,
    typed: &str,
) -> Result<Vec<Suggestion>> {
    let who = &request.who;
    reader.foresee([Key::Person(who.id.clone())]);
    reader.foresee(request.venue.server.clone().map(Key::Server));
    let active = match active_game::choose(reader, request, which, &[&ActiveGame::my_turn]) {
        Err(Failure::Refused(Refusal::WhichGame(_))) => {
            let mut games = active_game::candidates(reader, request)?;
            games.retain(ActiveGame::my_turn);
            return Ok(moves_of_several(&games, typed));
        }
        active => active?,
    };
    if !active.my_turn() {
        return Ok(Vec::new());
    }
    let game = &active.game;
    let shape = game.variant().shape();
    let mut moves = matching(game, typed);
    moves.truncate(Suggestion::MOST);
    let settings = active.settings(reader, who)?;
    let blunders = confirmation::blunders(reader, who, &active, &settings, &moves)?;
    let moves = moves.into_iter().zip(blunders);
    let suggestions = moves.map(|(mv, blunder)| {
        let most = Suggestion::LABEL_LENGTH;
        let label = move_filter::choice(game, mv, blunder.is_some(), most);
        Suggestion::new(label, mv.uci(shape).to_string())
    });
    Ok(suggestions.filter(can_be_sent).collect())
}

/// The moves of several games, as many of each; their values begin with the code of the game.
fn moves_of_several(games: &[ActiveGame], typed: &str) -> Vec<Suggestion> {
    let share = (Suggestion::MOST / games.len().max(1)).max(1);
    let suggestions = games.iter().flat_map(|active| {
        let (record, game) = (&active.record.value, &active.game);
        let moves = matching(game, typed).into_iter().take(share);
        moves.map(move |mv| {
            let label = msg!(
                "choice-game-move-of",
                san = game.san(mv),
                game = messages::game_label(record, active.side)
            );
            let uci = mv.uci(game.variant().shape());
            Suggestion::new(label, format!("{} {uci}", record.id))
        })
    });
    let fits = |one: &Suggestion| {
        can_be_sent(one) && move_filter::fits(&one.label, Suggestion::LABEL_LENGTH)
    };
    suggestions.filter(fits).take(Suggestion::MOST).collect()
}

/// The legal moves that fit what was typed so far, best fit first.
fn matching(game: &Game, typed: &str) -> Vec<Move> {
    let typed = move_filter::Typed::new(typed);
    let moves = game.legal_moves();
    let ranked = moves.iter().take(LISTED);
    let ranked = ranked.filter_map(|&mv| Some((typed.fit(game, mv)?, mv)));
    let mut ranked: Vec<(u8, Move)> = ranked.collect();
    ranked.sort_by_key(|&(rank, _)| rank);
    ranked.into_iter().map(|(_, mv)| mv).collect()
}

fn can_be_sent(suggestion: &Suggestion) -> bool {
    suggestion.value.chars().count() <= Suggestion::LABEL_LENGTH
}

/// The next moves of a premove line, which begins with the opponent's move.
pub(crate) fn suggest_lines(
    reader: &Reader<'_>,
    request: &Request,
    which: Which,
    typed: &str,
) -> Result<Vec<Suggestion>> {
    let theirs = |active: &ActiveGame| !active.my_turn();
    let active = active_game::choose(reader, request, which, &[&theirs])?;
    if active.my_turn() {
        return Ok(Vec::new());
    }
    let mut game = active.game;
    let begun = typed.rfind(char::is_whitespace);
    let begun = begun.map_or(0, |blank| blank + 1);
    let (before, wanted) = typed.split_at_checked(begun).unwrap_or(("", typed));
    let mut line = Vec::new();
    let is_move = |word: &&str| !premove::FILLING.contains(word);
    for word in before.split_whitespace().filter(is_move) {
        let Ok(mv) = game.read(word) else {
            return Ok(Vec::new());
        };
        line.push(game.san(mv));
        if line.len() >= premove::LONGEST || game.play(mv).is_err() {
            return Ok(Vec::new());
        }
    }
    let lines = matching(&game, wanted).into_iter().map(|mv| {
        let words: Vec<_> = line.iter().cloned().chain([game.san(mv)]).collect();
        Suggestion::new(line_label(&words), words.join(" "))
    });
    Ok(lines.filter(can_be_sent).take(Suggestion::MOST).collect())
}

/// As much of the end of a premove line as fits.
fn line_label(moves: &[String]) -> Text {
    let whole = messages::premove_line(moves);
    let ends = (2..moves.len()).step_by(2).map(|skipped| {
        let end = messages::premove_line(&moves[skipped..]);
        Text::join([Text::from("..."), end], " ")
    });
    iter::once(whole)
        .chain(ends)
        .find(|label| move_filter::fits(label, Suggestion::LABEL_LENGTH))
        .unwrap_or_default()
}

/// The asker's games that fit what was typed so far: those in this room first, those where it is their turn before others.
pub(crate) fn suggest_games(
    reader: &Reader<'_>,
    request: &Request,
    typed: &str,
) -> Result<Vec<Suggestion>> {
    let mut games = active_game::candidates(reader, request)?;
    games.sort_by_key(|active| !active.my_turn());
    let wanted = simplified(typed);
    let labels = games.iter().map(|active| {
        let record = &active.record.value;
        let label = messages::game_label(record, active.side);
        Suggestion::new(label, record.id.to_string())
    });
    let fits = |one: &Suggestion| simplified(&one.label.to_string()).contains(&wanted);
    Ok(labels.filter(fits).take(Suggestion::MOST).collect())
}

/// The finished games that fit what was typed so far, which may name a player or a game: the asker's own first, then those
/// that ended on this server and are shown to everyone in this room; the latest first. Only who asks, and where, counts of
/// the request.
pub(crate) fn suggest_finished(
    reader: &Reader<'_>,
    request: &Request,
    typed: &str,
) -> Result<Vec<Suggestion>> {
    let own = history::history_page(reader, request, &request.who.id, None, OWN)?.games;
    let own = own.into_iter().map(|(record, side)| {
        let label = messages::game_label(&record, side);
        Ok((label, record))
    });
    let others = games_of_others(reader, request, Index::FinishedOn)?;
    let is_played = keep(|(_, record): &(Message, GameRecord)| record.ply() > 0);
    games_that_fit(own.chain(others).filter(is_played), typed)
}

/// The games of others in progress on this server that the asker sees and that fit what was typed so far, those with the latest
/// moves first. Only who asks, and where, counts of the request.
pub(crate) fn suggest_watchable(
    reader: &Reader<'_>,
    request: &Request,
    typed: &str,
) -> Result<Vec<Suggestion>> {
    games_that_fit(games_of_others(reader, request, Index::OngoingOn)?, typed)
}

/// Others' games on this server that everyone in this room sees, with their labels.
fn games_of_others(
    reader: &Reader<'_>,
    request: &Request,
    index: fn(ServerId) -> Index,
) -> Result<impl Iterator<Item = Result<(Message, GameRecord)>>> {
    let rows = match request.venue.server.clone() {
        Some(server) => reader.list(&index(server), Page::last(READ))?,
        None => Vec::new(),
    };
    let is_wanted = keep(move |record: &GameRecord| {
        record.side_of(&request.who.id).is_none() && visibility::is_shown_to_all(request, record)
    });
    let records = reader.records::<GameRecord>(rows, Suggestion::MOST);
    let labeled = |record: GameRecord| (messages::label_of_others(&record), record);
    let wanted = records.filter(is_wanted);
    Ok(wanted.map(move |record| record.map(labeled)))
}

/// The first games whose labels or codes fit what was typed. No more are read.
fn games_that_fit(
    games: impl Iterator<Item = Result<(Message, GameRecord)>>,
    typed: &str,
) -> Result<Vec<Suggestion>> {
    let wanted = simplified(typed);
    let suggestion =
        |(label, record): (Message, GameRecord)| Suggestion::new(label, record.id.to_string());
    let fits = keep(|one: &Suggestion| contains(one, &wanted));
    let suggestions = games.map(|game| game.map(suggestion)).filter(fits);
    suggestions.take(Suggestion::MOST).collect()
}

/// The time controls that fit the typed text: the one that it says, or the usual ones that contain it.
pub fn suggest_times(typed: &str) -> Vec<Suggestion> {
    let suggestion = |time: TimeControl| Suggestion::new(time.words(), time.to_string());
    if let Ok(time) = typed.parse() {
        return vec![suggestion(time)];
    }
    let wanted = simplified(typed);
    let usual = TimeControl::USUAL.into_iter().map(suggestion);
    usual.filter(|one| contains(one, &wanted)).collect()
}

/// Whether its words or its value contain this text, which is simplified.
fn contains(suggestion: &Suggestion, wanted: &str) -> bool {
    let texts = [&suggestion.label.to_string(), &suggestion.value];
    texts.iter().any(|text| simplified(text).contains(wanted))
}

/// Lower case without spaces and punctuation of notation, so that "bxc4", "Bc4" and "b x c4" look alike.
fn simplified(text: &str) -> String {
    let dropped = |c: &char| !c.is_whitespace() && !"x+#=:-(),.".contains(*c);
    text.chars()
        .take(Suggestion::LABEL_LENGTH)
        .filter(dropped)
        .flat_map(char::to_lowercase)
        .collect()
}
