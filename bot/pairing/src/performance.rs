//! The tournament performance rating.

use crate::round::HalfPoints;

/// The rating differences of scores of 50 % to 100 %: FIDE's conversion table from percentage to `dp` (Rating
/// Regulations B.02, 8.1.1).
const RATING_DIFFERENCES: [u16; 51] = [
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158,
    166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366,
    383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
];

/// Returns the average rating of the opponents plus the `dp` of the score, or `None` without games. A game is the opponent's rating
/// and the points.
pub(crate) fn performance_rating(games: &[(u16, HalfPoints)]) -> Option<u16> {
    let count = u32::try_from(games.len()).ok().filter(|&count| count > 0)?;
    let ratings = games.iter().map(|&(rating, _)| u32::from(rating));
    let half_points = games.iter().map(|(_, points)| u32::from(points.0));
    // Both are rounded to the nearest integer, halves up.
    let average = i64::from((2 * ratings.sum::<u32>() + count) / (2 * count));
    let percentage = (100 * half_points.sum::<u32>() + count) / (2 * count);
    let difference = |percentage: u32| {
        let index = (percentage as usize).min(100) - 50;
        i64::from(RATING_DIFFERENCES[index])
    };
    let rating = if percentage >= 50 {
        average + difference(percentage)
    } else {
        average - difference(100 - percentage)
    };
    u16::try_from(rating.max(0)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rating(games: &[(u16, u16)]) -> Option<u16> {
        let games = games
            .iter()
            .map(|&(rating, points)| (rating, HalfPoints(points)));
        performance_rating(&games.collect::<Vec<_>>())
    }

    #[test]
    fn the_table_applies_to_scores_above_and_below_half() {
        let games = |half_points| [(2000, half_points), (2100, 0)];
        assert_eq!(rating(&games(2)), Some(2050));
        assert_eq!(rating(&games(1)), Some(2050 - 193));
        assert_eq!(rating(&games(0)), Some(2050 - 800));
        assert_eq!(rating(&[(1500, 2)]), Some(2300));
        assert_eq!(rating(&[(100, 0)]), Some(0));
        assert_eq!(rating(&[]), None);
    }
}
