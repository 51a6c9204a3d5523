//! Performance ratings by the conversion table of FIDE's rating regulations (B.02, 8.1.1).

use crate::round::HalfPoints;

/// Rating differences for scores of 50, 51, up to 100 percent.
const DIFFERENCES: [u16; 51] = [
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158,
    166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366,
    383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
];

/// The performance in games against opponents of these ratings; none without a game.
pub fn performance(games: &[(u16, HalfPoints)]) -> Option<u16> {
    let number = u32::try_from(games.len())
        .ok()
        .filter(|&number| number > 0)?;
    let ratings: u32 = games.iter().map(|&(rating, _)| u32::from(rating)).sum();
    let halves: u32 = games.iter().map(|&(_, points)| u32::from(points.0)).sum();
    // Both are rounded to the nearest, half upwards.
    let average = i64::from((2 * ratings + number) / (2 * number));
    let percent = (100 * halves + number) / (2 * number);
    let difference = |percent: u32| i64::from(DIFFERENCES[(percent as usize).min(100) - 50]);
    let performance = if percent >= 50 {
        average + difference(percent)
    } else {
        average - difference(100 - percent)
    };
    u16::try_from(performance.max(0)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_read_in_both_directions() {
        let games = |points: u16| [(2000, HalfPoints(points)), (2100, HalfPoints(0))];
        assert_eq!(performance(&games(2)), Some(2050));
        assert_eq!(performance(&games(1)), Some(2050 - 193));
        assert_eq!(performance(&games(0)), Some(2050 - 800));
        assert_eq!(performance(&[(1500, HalfPoints::WIN)]), Some(2300));
        assert_eq!(performance(&[(100, HalfPoints::NONE)]), Some(0));
        assert_eq!(performance(&[]), None);
    }
}
