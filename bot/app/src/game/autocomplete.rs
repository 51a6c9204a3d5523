//! Autocomplete: legal moves, premoves, games and time controls.

use std::iter;

use rules_core::{Game, Move};
use text::{Message, Text, msg};

use crate::context::Reader;
use crate::context::failure::{Failure, Result};
use crate::game::active_game::ActiveGame;
use crate::game::move_filter::{self, Typed};
use crate::game::premove::FILLING;
use crate::game::{active_game, confirmation};
use crate::messages;
use crate::model::key::{Index, Key};
use crate::model::record::{GameRecord, TimeControl};
use crate::people::{history, visibility};
use crate::protocol::command::Request;
use crate::protocol::refusal::Refusal;
use crate::protocol::subject::Which;
use crate::protocol::suggestion::Suggestion;
use crate::settings::effective;
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
    let moves: Vec<_> = matching(game, typed)
        .into_iter()
        .take(Suggestion::MOST)
        .collect();
    let record = &active.record.value;
    let settings = effective::effective_settings(reader, Some(&who.id), record.server_of(&who.id))?;
    let blunders = confirmation::blunders(reader, who, record, game, &settings, &moves)?;
    Ok(moves
        .into_iter()
        .zip(blunders)
        .map(|(mv, blunder)| Suggestion {
            label: move_filter::choice(game, mv, blunder.is_some(), Suggestion::LABEL_LENGTH),
            value: mv.uci(shape).to_string(),
        })
        .filter(can_be_sent)
        .collect())
}

/// The moves of several games, as many of each; their values begin with the code of the game.
fn moves_of_several(games: &[ActiveGame], typed: &str) -> Vec<Suggestion> {
    let share = (Suggestion::MOST / games.len().max(1)).max(1);
    let suggestions = games.iter().flat_map(|active| {
        let (record, game) = (&active.record.value, &active.game);
        let moves = matching(game, typed).into_iter().take(share);
        moves.map(move |mv| Suggestion {
            label: msg!(
                "choice-game-move-of",
                san = game.san(mv),
                game = messages::game_label(record, active.side)
            )
            .into(),
            value: format!("{} {}", record.id, mv.uci(game.variant().shape())),
        })
    });
    let fits = |one: &Suggestion| {
        can_be_sent(one) && move_filter::fits(&one.label, Suggestion::LABEL_LENGTH)
    };
    suggestions.filter(fits).take(Suggestion::MOST).collect()
}

/// The legal moves that fit what was typed so far, best fit first.
fn matching(game: &Game, typed: &str) -> Vec<Move> {
    let typed = Typed::new(typed);
    let mut matching: Vec<(u8, Move)> = game
        .legal_moves()
        .iter()
        .take(LISTED)
        .filter_map(|&mv| Some((typed.fit(game, mv)?, mv)))
        .collect();
    matching.sort_by_key(|&(rank, _)| rank);
    matching.into_iter().map(|(_, mv)| mv).collect()
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
    let begun = typed
        .rfind(char::is_whitespace)
        .map_or(0, |blank| blank + 1);
    let (before, wanted) = typed.split_at_checked(begun).unwrap_or(("", typed));
    let mut line = Vec::new();
    let is_move = |word: &&str| !FILLING.contains(word);
    for word in before.split_whitespace().filter(is_move) {
        let Ok(mv) = game.read(word) else {
            return Ok(Vec::new());
        };
        line.push(game.san(mv));
        if line.len() >= crate::game::premove::LONGEST || game.play(mv).is_err() {
            return Ok(Vec::new());
        }
    }
    let lines = matching(&game, wanted).into_iter().map(|mv| {
        let words: Vec<_> = line.iter().cloned().chain([game.san(mv)]).collect();
        Suggestion {
            label: line_label(&words),
            value: words.join(" "),
        }
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
        Suggestion {
            label: messages::game_label(record, active.side).into(),
            value: record.id.to_string(),
        }
    });
    Ok(labels
        .filter(|s| simplified(&s.label.to_string()).contains(&wanted))
        .take(Suggestion::MOST)
        .collect())
}

/// The finished games that fit what was typed so far, which may name a player or a game: the asker's own first, then those
/// that ended on this server and are shown to everyone in this room; the latest first. Only who asks, and where, counts of
/// the request.
pub(crate) fn suggest_finished(
    reader: &Reader<'_>,
    request: &Request,
    typed: &str,
) -> Result<Vec<Suggestion>> {
    let who = &request.who.id;
    let mut matching = MatchingGames::new(typed);
    let own = history::history_page(reader, request, who, None, OWN)?;
    for (record, side) in own.games.iter().filter(|(record, _)| record.ply() > 0) {
        matching.add(messages::game_label(record, *side), record);
    }
    let Some(server) = request.venue.server.clone() else {
        return Ok(matching.found);
    };
    let rows = reader.list(&Index::FinishedOn(server), Page::last(READ))?;
    let mut records = reader.records::<GameRecord>(rows, Suggestion::MOST);
    while matching.has_room() {
        let Some(record) = records.next().transpose()? else {
            break;
        };
        if record.side_of(who).is_none()
            && record.ply() > 0
            && visibility::is_shown_to_all(request, &record)
        {
            matching.add(messages::label_of_others(&record), &record);
        }
    }
    Ok(matching.found)
}

/// The games of others in progress on this server that the asker sees and that fit what was typed so far, those with the latest
/// moves first. Only who asks, and where, counts of the request.
pub(crate) fn suggest_watchable(
    reader: &Reader<'_>,
    request: &Request,
    typed: &str,
) -> Result<Vec<Suggestion>> {
    let mut matching = MatchingGames::new(typed);
    let Some(server) = request.venue.server.clone() else {
        return Ok(matching.found);
    };
    let index = Index::OngoingOn(server);
    let rows = reader.list(&index, Page::last(READ))?;
    let mut records = reader.records::<GameRecord>(rows, Suggestion::MOST);
    while matching.has_room() {
        let Some(record) = records.next().transpose()? else {
            break;
        };
        if record.side_of(&request.who.id).is_none()
            && visibility::is_shown_to_all(request, &record)
        {
            matching.add(messages::label_of_others(&record), &record);
        }
    }
    Ok(matching.found)
}

/// Games that fit what was typed, by their labels or codes.
struct MatchingGames {
    wanted: String,
    found: Vec<Suggestion>,
}

impl MatchingGames {
    fn new(typed: &str) -> Self {
        Self {
            wanted: simplified(typed),
            found: Vec::new(),
        }
    }

    fn has_room(&self) -> bool {
        self.found.len() < Suggestion::MOST
    }

    fn add(&mut self, label: Message, record: &GameRecord) {
        let value = record.id.to_string();
        let label = Text::from(label);
        let fits = [&label.to_string(), &value]
            .iter()
            .any(|text| simplified(text).contains(&self.wanted));
        if fits && self.has_room() {
            self.found.push(Suggestion { label, value });
        }
    }
}

/// The time controls that fit the typed text: the one that it says, or the usual ones that contain it.
pub fn suggest_times(typed: &str) -> Vec<Suggestion> {
    let suggestion = |time: TimeControl| Suggestion {
        label: messages::time_control(time).into(),
        value: time.to_string(),
    };
    if let Ok(time) = typed.parse() {
        return vec![suggestion(time)];
    }
    let wanted = simplified(typed);
    TimeControl::USUAL
        .into_iter()
        .map(suggestion)
        .filter(|s| {
            simplified(&s.label.to_string()).contains(&wanted)
                || simplified(&s.value).contains(&wanted)
        })
        .collect()
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
