//! People: ratings, results, games played, and a server's figures.

use rules_core::{Color, Family};
use text::{Part, Text, text};

use crate::messages::{code, date, seat, strong};
use crate::model::glicko::Rating;
use crate::model::ids::Person;
use crate::model::moment::Timestamp;
use crate::model::record::{CareerRecord, End, GameRecord, RatingRecord, Tally, WeekRecord};

/// A game that somebody is rated in: among people, and against the engine.
pub type FamilyRatings = (Family, Option<RatingRecord>, Option<RatingRecord>);

/// The button that leads to games from before.
pub const OLDER_GAMES: &str = "Older games";

/// The button that turns a leaderboard's page back.
pub const BETTER_RATED: &str = "Better rated";

/// The button that turns a leaderboard's page on.
pub const LESS_RATED: &str = "Next page";

/// The button from a server's leaderboard to that of all servers.
pub const ALL_SERVERS: &str = "All servers";

/// The button from the leaderboard of all servers to that of this one.
pub const THIS_SERVER: &str = "This server";

/// The figures of a leaderboard.
pub const LEADERBOARD_COLUMNS: &[&str] = &["Rating", "Games", "Won", "Drawn", "Lost"];

/// The figures of a server's weeks.
pub const STATISTICS_COLUMNS: &[&str] = &["Games", "Rated", "With Delos", "On time"];

/// Above a server's weeks.
pub const STATISTICS_TITLE: &str = "Games that ended on this server";

/// Above a picture of somebody's ratings.
pub fn ratings_of(name: &str) -> String {
    format!("Ratings of {name}")
}

/// What somebody has played and how they are rated.
pub fn profile(profile: &Profile, now: Timestamp) -> Text {
    let name = strong(profile.person.name.clone());
    let Some(career) = &profile.career else {
        return text![name, " has not finished a game yet."];
    };
    let all = |tallies: &std::collections::BTreeMap<Family, Tally>| {
        tallies
            .values()
            .fold(Tally::default(), |sum, tally| sum.plus(*tally))
    };
    let mut lines = text![name];
    for (family, people, engine) in &profile.ratings {
        let mut line = text![strong(family.name()), ": "];
        line = match people {
            Some(record) => line.then(rating_line(record, now)),
            None => line.then(text!["no rated game with people yet"]),
        };
        if let Some(record) = engine {
            line = line.then(text![format!(
                "; against me {} ({})",
                figure(record.at(now)),
                games(record.tally.games())
            )]);
        }
        lines = lines.line(line);
    }
    let (people, engine) = (all(&career.people), all(&career.engine));
    if people.games() > 0 {
        lines = lines.line(text![format!("All games with people: {}.", tally(people))]);
    }
    if engine.games() > 0 {
        lines = lines.line(text![format!("All games with me: {}.", tally(engine))]);
    }
    if career.forfeits + career.abandoned > 0 {
        lines = lines.line(text![format!(
            "Lost on time: {}. Left before both had moved: {}.",
            career.forfeits, career.abandoned
        )]);
    }
    if let Some(against) = profile.against {
        lines = lines.line(text![
            "You against ",
            profile.person.name.clone(),
            format!(": {}.", tally(against))
        ]);
    }
    let unsure = profile
        .ratings
        .iter()
        .filter_map(|(_, people, _)| people.as_ref())
        .any(|record| record.at(now).is_provisional());
    if unsure {
        lines = lines.line(text![
            "A rating with a question mark is provisional: a few more rated games make it sure."
        ]);
    }
    lines
}

fn rating_line(record: &RatingRecord, now: Timestamp) -> Text {
    let rating = record.at(now);
    text![
        strong(figure(rating)),
        format!(
            " (give or take {}), rated games: {}",
            2 * u32::from(rating.deviation()),
            tally(record.tally)
        )
    ]
}

/// A rating, with a question mark if it is provisional.
pub fn figure(rating: Rating) -> String {
    let mark = if rating.is_provisional() { "?" } else { "" };
    format!("{}{mark}", rating.points())
}

fn tally(tally: Tally) -> String {
    format!(
        "{} won, {} drawn, {} lost",
        tally.wins, tally.draws, tally.losses
    )
}

fn games(number: u32) -> String {
    match number {
        1 => "1 game".to_owned(),
        n => format!("{n} games"),
    }
}

/// The last games at the foot of a profile.
pub fn recent_games(games: &[(GameRecord, Color)]) -> Text {
    if games.is_empty() {
        return Text::default();
    }
    list(text![strong("Latest games")], games)
}

/// A page of somebody's finished games.
pub fn history(name: &str, games: &[(GameRecord, Color)]) -> Text {
    if games.is_empty() {
        return text![
            "I know no finished games of ",
            name.to_owned(),
            " that can be shown here."
        ];
    }
    list(text!["Finished games of ", strong(name)], games)
}

fn list(heading: Text, games: &[(GameRecord, Color)]) -> Text {
    games.iter().fold(heading, |list, (record, side)| {
        list.line(finished_game(record, *side))
    })
}

fn finished_game(record: &GameRecord, side: Color) -> Text {
    let Some(result) = record.result else {
        return Text::default();
    };
    let outcome = match result.winner {
        _ if result.end == End::Abandonment => "called off",
        Some(winner) if winner == side => "won",
        Some(_) => "lost",
        None => "drawn",
    };
    let change = record
        .counted
        .and_then(|counted| counted.ratings)
        .map_or_else(String::new, |ratings| {
            let change = ratings[side];
            let points = i32::from(change.after) - i32::from(change.before);
            format!(", rating {points:+}")
        });
    text![
        code(record.id),
        format!(" {} against ", record.variant.name()),
        seat(&record.seats[!side]),
        ": ",
        strong(outcome),
        format!("{change}, "),
        Part::Relative(result.at)
    ]
}

/// What a game did to the players' ratings, in one line; nothing for a game that was not rated.
pub fn rating_changes(record: &GameRecord) -> Text {
    let Some(ratings) = record.counted.and_then(|counted| counted.ratings) else {
        return Text::default();
    };
    let side = |color: Color| {
        let change = ratings[color];
        let points = i32::from(change.after) - i32::from(change.before);
        text![
            seat(&record.seats[color]),
            format!(" {} ({points:+})", change.after)
        ]
    };
    text!["Ratings: "]
        .then(side(Color::White))
        .then(text![", "])
        .then(side(Color::Black))
        .then(text!["."])
}

/// Above a leaderboard.
pub fn leaderboard_title(family: Family, here: bool) -> String {
    let place = if here { "this server" } else { "all servers" };
    format!("{}: the best of {place}", family.name())
}

/// What goes with a leaderboard's picture: the asker's own rating, and how one gets onto an empty one.
pub fn leaderboard(
    family: Family,
    here: bool,
    empty: bool,
    own: Option<&RatingRecord>,
    now: Timestamp,
) -> Text {
    let title = text![strong(leaderboard_title(family, here))];
    let title = if empty {
        title.line(text![
            "Nobody is listed yet. A few rated games put you here: ",
            code("/challenge"),
            " with a time and rated."
        ])
    } else {
        title
    };
    match own {
        Some(own) if own.rating.is_provisional() => title.line(text![
            "Your rating is ",
            strong(figure(own.at(now))),
            ": provisional, so you are not listed yet."
        ]),
        Some(own) => title.line(text!["Your rating is ", strong(figure(own.at(now))), "."]),
        None => title,
    }
}

/// A server's weeks in words.
pub fn statistics(weeks: &[WeekRecord], favorite: Option<Family>) -> Text {
    let all = weeks
        .iter()
        .fold(0, |sum: u32, week| sum.saturating_add(week.all()));
    let Some(favorite) = favorite.filter(|_| all > 0) else {
        return text!["No game has ended on this server yet."];
    };
    text![
        format!(
            "{} ended here in the weeks shown. Most played: ",
            games(all)
        ),
        strong(favorite.name()),
        ". I count games, not people."
    ]
}

/// The name of a week: the date of its Monday.
pub fn week_of(monday: Timestamp) -> String {
    format!("week of {}", date(monday))
}

/// What a profile tells.
#[derive(Debug)]
pub struct Profile {
    /// Whose it is.
    pub person: Person,
    /// What they have played, if anything.
    pub career: Option<CareerRecord>,
    /// Their ratings.
    pub ratings: Vec<FamilyRatings>,
    /// How the asker fared against them; nothing about oneself, or where there is nothing to tell.
    pub against: Option<Tally>,
}
