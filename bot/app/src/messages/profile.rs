//! Profiles, histories, leaderboards and a server's figures.

use std::collections::BTreeMap;

use jiff::tz::TimeZone;
use rules_core::{Color, Family};
use text::{Message, Part, Text, msg};

use crate::messages::replay::outcome;
use crate::messages::{code, seat};
use crate::model::{
    CareerRecord, GameRecord, Person, Pool, Rating, RatingChange, RatingRecord, Tally, Timestamp,
    WeekRecord,
};

/// The contents of a profile.
#[derive(Debug)]
#[allow(missing_docs, reason = "field names say it")]
pub struct Profile {
    pub person: Person,
    /// `None` before their first finished game.
    pub career: Option<CareerRecord>,
    pub ratings: Vec<FamilyRatings>,
    /// The asker's score against them; `None` for the asker's own profile and where there is no game between both.
    pub head_to_head: Option<Tally>,
}

/// A person's ratings in one game, at least one of the two.
#[derive(Debug)]
#[allow(missing_docs, reason = "field names say it")]
pub struct FamilyRatings {
    pub family: Family,
    pub people: Option<RatingRecord>,
    pub engine: Option<RatingRecord>,
}

/// A person's ratings and results, without their games.
pub fn profile(profile: &Profile, now: Timestamp) -> Text {
    let name = &profile.person.name;
    let Some(career) = &profile.career else {
        return msg!("profile-empty", name).into();
    };
    let ratings = profile.ratings.iter().map(|of| family_ratings(of, now));
    let mut lines = Text::from(msg!("profile-name", name)).line(Text::lines(ratings));
    let all = total(&career.people);
    if all.games() > 0 {
        let [won, drawn, lost] = counts(all);
        lines = lines.line(msg!("profile-games-with-people", won, drawn, lost));
    }
    let all = total(&career.engine);
    if all.games() > 0 {
        let [won, drawn, lost] = counts(all);
        lines = lines.line(msg!("profile-games-with-engine", won, drawn, lost));
    }
    let (forfeits, left) = (career.forfeits, career.abandoned);
    if forfeits + left > 0 {
        lines = lines.line(msg!("profile-unfinished", forfeits, left));
    }
    if let Some([won, drawn, lost]) = profile.head_to_head.map(counts) {
        lines = lines.line(msg!("profile-head-to-head", name, won, drawn, lost));
    }
    let mut among_people = profile.ratings.iter().filter_map(|of| of.people.as_ref());
    let is_provisional = among_people.any(|record| record.at(now).is_provisional());
    lines.line(is_provisional.then(|| msg!("profile-provisional")))
}

fn total(tallies: &BTreeMap<Family, Tally>) -> Tally {
    let none = Tally::default();
    tallies.values().fold(none, |sum, tally| sum.plus(*tally))
}

/// The games that were won, drawn and lost.
fn counts(tally: Tally) -> [u32; 3] {
    [tally.wins, tally.draws, tally.losses]
}

fn family_ratings(ratings: &FamilyRatings, now: Timestamp) -> Text {
    let game = ratings.family;
    let people = ratings.people.as_ref().map(|record| {
        let (rating, [won, drawn, lost]) = (record.at(now), counts(record.tally));
        let margin = 2 * u32::from(rating.deviation());
        let rating = figure(rating);
        msg!("profile-rating", game, rating, margin, won, drawn, lost)
    });
    let engine = ratings.engine.as_ref().map(|record| {
        let (rating, games) = (figure(record.at(now)), record.tally.games());
        msg!("profile-engine-rating", game, rating, games)
    });
    Text::lines([people, engine])
}

/// A rating, with a question mark if it is provisional.
pub fn figure(rating: Rating) -> String {
    let mark = if rating.is_provisional() { "?" } else { "" };
    format!("{}{mark}", rating.points())
}

/// The last games at the foot of a profile; empty if there are none.
pub fn recent_games(games: &[(GameRecord, Color)]) -> Text {
    if games.is_empty() {
        return Text::default();
    }
    list(msg!("profile-recent-games"), games)
}

/// A page of a person's finished games, with the side that they had in each.
pub fn history(name: &str, games: &[(GameRecord, Color)]) -> Text {
    if games.is_empty() {
        return msg!("history-empty", name).into();
    }
    list(msg!("history-title", name), games)
}

fn list(heading: Message, games: &[(GameRecord, Color)]) -> Text {
    let lines = games.iter().map(finished_game);
    lines.fold(heading.into(), Text::line)
}

fn finished_game(&(ref record, side): &(GameRecord, Color)) -> Text {
    let Some(result) = record.result else {
        return Text::default();
    };
    let outcome = outcome(record, side);
    let game = code(record.id);
    let variant = record.variant;
    let opponent = seat(&record.seats[!side]);
    let when = Part::Relative(result.at);
    match record.counted.and_then(|counted| counted.ratings) {
        None => msg!("history-game", game, variant, opponent, outcome, when),
        Some(ratings) => msg!(
            "history-rated-game",
            game,
            variant,
            opponent,
            outcome,
            change = difference(ratings[side]),
            when
        ),
    }
    .into()
}

/// The points won or lost, with a sign; for a provisional rating, which jumps, the new rating instead.
fn difference(change: RatingChange) -> String {
    if change.provisional {
        return format!("{}?", change.after);
    }
    let points = i32::from(change.after) - i32::from(change.before);
    format!("{points:+}").replace('-', "\u{2212}")
}

/// A rating after a game: `1338?` while it is provisional, else `1512 (+12)`.
pub(super) fn new_rating(change: RatingChange) -> Text {
    let difference = difference(change);
    if change.provisional {
        return difference.into();
    }
    let rating = change.after;
    msg!("rating-change", rating, change = difference).into()
}

/// The players' new ratings after a rated game, in one line; empty for a casual game.
pub fn rating_changes(record: &GameRecord) -> Text {
    let Some(ratings) = record.counted.and_then(|counted| counted.ratings) else {
        return Text::default();
    };
    let [white, black] = Color::ALL.map(|color| seat(&record.seats[color]));
    let [white_rating, black_rating] = Color::ALL.map(|color| new_rating(ratings[color]));
    msg!("rating-changes", white, white_rating, black, black_rating).into()
}

/// The title of a leaderboard.
pub fn leaderboard_title(game: Family, pool: &Pool) -> Message {
    match pool {
        Pool::Server(_) => msg!("leaderboard-title-here", game),
        _ => msg!("leaderboard-title-everywhere", game),
    }
}

/// The headings of a leaderboard's figures.
pub fn leaderboard_columns() -> Vec<Text> {
    [
        msg!("leaderboard-rating"),
        msg!("leaderboard-games"),
        msg!("leaderboard-won"),
        msg!("leaderboard-drawn"),
        msg!("leaderboard-lost"),
    ]
    .map(Text::from)
    .into()
}

/// The text with the picture of a page of `rows` lines: the asker's own rating, and how to get onto an empty leaderboard.
pub fn leaderboard(
    title: Message,
    rows: usize,
    own: Option<&RatingRecord>,
    now: Timestamp,
) -> Text {
    let mut text = Text::from(msg!("leaderboard-heading", title));
    if rows == 0 {
        text = text.line(msg!("leaderboard-empty"));
    }
    let Some(own) = own else {
        return text;
    };
    let rating = figure(own.at(now));
    text.line(if own.rating.is_provisional() {
        msg!("leaderboard-own-provisional-rating", rating)
    } else {
        msg!("leaderboard-own-rating", rating)
    })
}

/// The text with the picture of a server's weeks.
pub fn statistics(weeks: &[WeekRecord], favorite: Option<Family>) -> Text {
    let counts = weeks.iter().map(WeekRecord::all);
    let games = counts.fold(0, u32::saturating_add);
    match favorite.filter(|_| games > 0) {
        None => msg!("statistics-none"),
        Some(favorite) => msg!("statistics-summary", games, favorite),
    }
    .into()
}

/// The headings of the figures of a server's weeks.
pub fn statistics_columns() -> Vec<Text> {
    [
        msg!("statistics-games"),
        msg!("statistics-rated"),
        msg!("statistics-with-engine"),
        msg!("statistics-on-time"),
    ]
    .map(Text::from)
    .into()
}

/// The name of a week: its Monday in UTC, as in `week of Nov 16`.
pub fn week_name(monday: Timestamp) -> Message {
    let date = jiff::Timestamp::from_millisecond(monday.0)
        .unwrap_or_default()
        .to_zoned(TimeZone::UTC)
        .date();
    let month = msg!("chart-month-name", month = date.month());
    let day = msg!("chart-day", day = date.day(), month);
    msg!("statistics-week", date = day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loss_has_a_minus_and_a_provisional_rating_no_difference() {
        let change = |provisional| RatingChange {
            before: 1600,
            after: 1588,
            provisional,
        };
        let told = [false, true].map(|provisional| difference(change(provisional)));
        assert_eq!(told, ["\u{2212}12", "1588?"]);
    }
}
