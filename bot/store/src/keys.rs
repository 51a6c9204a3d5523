//! Keys as bytes that sort in the order of what they name.
//!
//! | tree | key | value |
//! | --- | --- | --- |
//! | `records` | type byte, id | envelope of the record |
//! | `rows` | index byte, escaped name, order (8 bytes), record key | empty |
//! | `outgoing` | effect id | envelope of the effect |
//! | `posts` | subject key: type byte, id | envelope of the post |
//! | `messages` | message id ([`crate::stored_id`]) | subject key |
//! | `retiring` | id of a replaced message, likewise | envelope of its post |
//! | `tally` | its name | how much the others hold (`embedded/tally.rs`) |
//!
//! Numbers are big-endian, signed ones with their sign bit flipped, so bytes sort as numbers do. Index bytes are the letters of
//! [`Index`]. Type bytes are permanent, too: a new type gets a new byte, and none is reused.

use std::str::FromStr;

use app::effect::Subject;
use app::store::{Edge, Index, Key, Page};
use app::{
    AuditId, HeardId, PairId, PlayerId, Pool, RatingId, RoomId, RoundId, ServerId, TournamentId,
    WeekId,
};
use rules_core::Family;

const PRESENCE: u8 = b'0';
pub(crate) const GAME: u8 = b'1';
const CHALLENGE: u8 = b'2';
const PERSON: u8 = b'3';
const SERVER: u8 = b'4';
const RATING: u8 = b'5';
const CAREER: u8 = b'6';
const PAIR: u8 = b'7';
const WEEK: u8 = b'8';
const REVIEW: u8 = b'9';
const TOURNAMENT: u8 = b'a';
const ROUND: u8 = b'b';
const AUDIT: u8 = b'c';
const HEARD: u8 = b'd';
const DAILY: u8 = b'f';
/// Of a subject, not of a record: the board of a game in its second place.
pub(crate) const GAME_ELSEWHERE: u8 = b'e';

/// The id of a record that is the only one of its type.
const SINGLETON: &str = "-";
/// The version of the rules by which index rows follow from a record. Rows are written with their record, so a database with
/// rows by other rules would lack records in its indexes, and is refused.
pub(crate) const INDEX_VERSION: u32 = 2;

const ORDER_LENGTH: usize = 8;
/// The longest id, or ids, in a key. Matrix's have at most 255 bytes: with their platform and their lengths, a rating of a
/// person on a server has some 550, and a room with a thread 520.
pub(crate) const MAX_ID_LENGTH: usize = 1_200;
/// The longest index row: PostgreSQL indexes up to 2,704 bytes with what it adds to them.
const MAX_ROW_LENGTH: usize = 2_600;

/// The bytes of a record's key.
pub(crate) fn key(key: &Key) -> Vec<u8> {
    let (kind, name) = match key {
        Key::Game(id) => (GAME, id.to_string()),
        Key::Review(id) => (REVIEW, id.to_string()),
        Key::Challenge(id) => (CHALLENGE, id.to_string()),
        Key::Person(id) => (PERSON, id.to_string()),
        Key::Server(id) => (SERVER, id.to_string()),
        Key::Presence => (PRESENCE, SINGLETON.to_owned()),
        Key::Rating(id) => {
            let pool = id.pool.code();
            let rest = format!("{}{pool}{}", id.family.id(), id.player);
            (
                RATING,
                format!("{}:{}:{rest}", id.family.id().len(), pool.len()),
            )
        }
        Key::Career(id) => (CAREER, id.to_string()),
        Key::Pair(id) => {
            let [one, other] = id.both();
            (PAIR, format!("{}:{one}{other}", one.as_str().len()))
        }
        Key::Week(id) => (WEEK, format!("{}:{}", id.week, id.server)),
        Key::Tournament(id) => (TOURNAMENT, id.to_string()),
        Key::Round(id) => (ROUND, format!("{}:{}", id.tournament, id.number)),
        Key::Audit(id) => (AUDIT, format!("{}:{}", id.tournament, id.number)),
        Key::Daily(id) => (DAILY, id.to_string()),
        Key::Heard(id) => (HEARD, id.to_string()),
    };
    of_kind(kind, &name)
}

fn of_kind(kind: u8, name: &str) -> Vec<u8> {
    [[kind].as_slice(), name.as_bytes()].concat()
}

/// Whether a record can be stored and found under its key and in its index rows.
pub(crate) fn fit(key: &[u8], rows: &[Vec<u8>]) -> bool {
    let name_length = key.len().saturating_sub(1);
    name_length <= MAX_ID_LENGTH && rows.iter().all(|row| row.len() <= MAX_ROW_LENGTH)
}

fn read_rating(name: &str) -> Option<RatingId> {
    let (family_length, name) = name.split_once(':')?;
    let (pool_length, name) = name.split_once(':')?;
    let (family, name) = name.split_at_checked(family_length.parse().ok()?)?;
    let (pool, player) = name.split_at_checked(pool_length.parse().ok()?)?;
    Some(RatingId {
        family: family.parse::<Family>().ok()?,
        pool: Pool::from_code(pool)?,
        player: PlayerId::new(player),
    })
}

/// Reads the number of something within a tournament.
fn read_numbered<N: FromStr>(name: &str) -> Option<(TournamentId, N)> {
    let (tournament, number) = name.split_once(':')?;
    Some((tournament.parse().ok()?, number.parse().ok()?))
}

/// Reads what [`key`] wrote.
pub(crate) fn read_key(bytes: &[u8]) -> Option<Key> {
    let (&kind, name) = bytes.split_first()?;
    let name = std::str::from_utf8(name)
        .ok()
        .filter(|name| (1..=MAX_ID_LENGTH).contains(&name.len()))?;
    match kind {
        GAME => name.parse().ok().map(Key::Game),
        REVIEW => name.parse().ok().map(Key::Review),
        CHALLENGE => name.parse().ok().map(Key::Challenge),
        PERSON => Some(Key::Person(PlayerId::new(name))),
        SERVER => Some(Key::Server(ServerId::new(name))),
        PRESENCE if name == SINGLETON => Some(Key::Presence),
        RATING => read_rating(name).map(Key::Rating),
        CAREER => Some(Key::Career(PlayerId::new(name))),
        PAIR => {
            let (length, both) = name.split_once(':')?;
            let (one, other) = both.split_at_checked(length.parse().ok()?)?;
            let id = PairId::new(PlayerId::new(one), PlayerId::new(other));
            Some(Key::Pair(id))
        }
        WEEK => {
            let (week, server) = name.split_once(':')?;
            let (week, server) = (week.parse().ok()?, ServerId::new(server));
            Some(Key::Week(WeekId { server, week }))
        }
        TOURNAMENT => name.parse().ok().map(Key::Tournament),
        ROUND => {
            let (tournament, number) = read_numbered(name)?;
            Some(Key::Round(RoundId { tournament, number }))
        }
        AUDIT => {
            let (tournament, number) = read_numbered(name)?;
            Some(Key::Audit(AuditId { tournament, number }))
        }
        DAILY => name.parse().ok().map(Key::Daily),
        HEARD => Some(Key::Heard(HeardId::new(name))),
        _ => None,
    }
}

/// The bytes of a subject, which are those of its record's key but for a game's second board.
pub(crate) fn subject(subject: Subject) -> Vec<u8> {
    if let Subject::GameElsewhere(id) = subject {
        return of_kind(GAME_ELSEWHERE, &id.to_string());
    }
    key(&subject.key())
}

/// Reads what [`subject`] wrote.
pub(crate) fn read_subject(bytes: &[u8]) -> Option<Subject> {
    let (&kind, code) = bytes.split_first()?;
    let code = std::str::from_utf8(code).ok()?;
    match kind {
        GAME => code.parse().ok().map(Subject::Game),
        GAME_ELSEWHERE => code.parse().ok().map(Subject::GameElsewhere),
        CHALLENGE => code.parse().ok().map(Subject::Challenge),
        TOURNAMENT => code.parse().ok().map(Subject::Tournament),
        DAILY => code.parse().ok().map(Subject::Daily),
        _ => None,
    }
}

/// The index bytes of [`Index::OngoingIn`], where each game in progress has one row, and of [`Index::Due`].
pub(crate) fn ongoing_and_due() -> [u8; 2] {
    [Index::OngoingIn(RoomId::new("")), Index::Due].map(|index| index.letter())
}

/// The prefix of all rows of an index, and of no others.
fn prefix(index: &Index) -> Vec<u8> {
    let mut bytes = vec![index.letter()];
    for byte in index.list().bytes() {
        bytes.push(byte);
        if byte == 0 {
            bytes.push(0xFF);
        }
    }
    bytes.extend([0, 0]);
    bytes
}

/// The bytes of a record's row in an index.
pub(crate) fn row(index: &Index, order: i64, key: &Key) -> Vec<u8> {
    let mut bytes = prefix(index);
    bytes.extend((order ^ i64::MIN).to_be_bytes());
    bytes.extend(self::key(key));
    bytes
}

/// A key that sorts right after the record of [`Key::Presence`], and before all others.
pub(crate) fn first_of_content() -> Vec<u8> {
    vec![PRESENCE + 1]
}

/// The order and record key that [`row`] wrote.
pub(crate) fn read_row(bytes: &[u8]) -> Option<(i64, Key)> {
    let (_, name) = bytes.split_first()?;
    let rest = name.get(name_length(name)?..)?;
    let (order, key) = rest.split_first_chunk::<ORDER_LENGTH>()?;
    Some((i64::from_be_bytes(*order) ^ i64::MIN, read_key(key)?))
}

/// Length of an escaped name in bytes, with its terminator.
fn name_length(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        match bytes.get(at..at + 2)? {
            [0, 0] => return Some(at + 2),
            [0, _] => at += 2,
            _ => at += 1,
        }
    }
}

/// Returns the range of bytes, the end excluded, of the rows from a page on.
pub(crate) fn page_range(index: &Index, page: &Page) -> (Vec<u8>, Vec<u8>) {
    let mut low = prefix(index);
    let mut high = low.clone();
    // Greater than any order followed by any key.
    high.extend([0xFF; ORDER_LENGTH + 1]);
    if let Some((order, key)) = &page.after {
        let mut last = row(index, *order, key);
        match page.from {
            Edge::Start => {
                // The least that is greater.
                last.push(0);
                low = last;
            }
            Edge::End => high = last,
        }
    }
    (low, high)
}

/// Returns the range of bytes, the end excluded, of the rows of an index with an order of at least `since`.
pub(crate) fn range_since(index: &Index, since: i64) -> (Vec<u8>, Vec<u8>) {
    let (mut low, high) = page_range(index, &Page::first(0));
    low.extend((since ^ i64::MIN).to_be_bytes());
    (low, high)
}

#[cfg(test)]
mod tests {
    use app::{ChallengeId, DailyId, GameId};

    use super::*;

    fn rating(pool: Pool) -> Key {
        Key::Rating(RatingId {
            family: Family::Leap,
            pool,
            player: PlayerId::new("discord:1"),
        })
    }

    #[test]
    fn keys_and_rows_read_back_as_they_were_written() {
        for (order, attempt) in [i64::MIN, -1, 0, 1, i64::MAX].into_iter().zip(0..) {
            for key in [
                Key::Game(GameId::draw(7, attempt)),
                Key::Review(GameId::draw(7, attempt)),
                Key::Challenge(ChallengeId::draw(7, attempt)),
                Key::Person(PlayerId::new("discord:81384788765712384")),
                Key::Server(ServerId::new("\0\0")),
                Key::Presence,
                rating(Pool::Everywhere),
                rating(Pool::Server(ServerId::new("\0:é"))),
                rating(Pool::Engine),
                Key::Career(PlayerId::new("a:b")),
                Key::Pair(PairId::new(PlayerId::new("é:2"), PlayerId::new("a:bc"))),
                Key::Week(WeekId {
                    server: ServerId::new("a:b"),
                    week: 2967,
                }),
                Key::Tournament(TournamentId::draw(7, attempt)),
                Key::Round(RoundId {
                    tournament: TournamentId::draw(7, attempt),
                    number: u16::MAX,
                }),
                Key::Audit(AuditId {
                    tournament: TournamentId::draw(7, attempt),
                    number: 0,
                }),
                Key::Daily(DailyId::draw(7, attempt)),
                Key::Heard(HeardId::new("matrix:$AbC_d-0")),
            ] {
                assert_eq!(read_key(&super::key(&key)), Some(key.clone()));
                for name in ["", "\0", "a\0b", "a\0\0", "\0\u{FF}"] {
                    let index = Index::OngoingIn(RoomId::new(name));
                    let row = row(&index, order, &key);
                    assert_eq!(read_row(&row), Some((order, key.clone())), "{name:?}");
                }
            }
        }
    }

    #[test]
    fn subjects_read_back_as_they_were_written() {
        let game = GameId::draw(7, 1);
        for written in [
            Subject::Game(game),
            Subject::GameElsewhere(game),
            Subject::Challenge(ChallengeId::draw(7, 1)),
            Subject::Tournament(TournamentId::draw(7, 1)),
            Subject::Daily(DailyId::draw(7, 1)),
        ] {
            assert_eq!(read_subject(&subject(written)), Some(written));
        }
        assert_eq!(read_key(&subject(Subject::GameElsewhere(game))), None);
    }

    #[test]
    fn damaged_bytes_are_neither_keys_nor_rows() {
        for bytes in [
            &b""[..],
            b"1",
            b"1k7f3q",
            b"~k7f3q2",
            b"ak7f3q",
            b"bk7f3q2",
            b"ck7f3q2:x",
            b"1k7f3q2x",
            b"1k7f3\xFF2",
            b"1k7f3qu",
            b"54:99:letoeverywhere",
            b"7999:a",
            b"8x:a",
        ] {
            assert_eq!(read_key(bytes), None);
            assert_eq!(read_row(bytes), None);
        }
    }

    #[test]
    fn rows_sort_by_their_order() {
        let key = Key::Game(GameId::draw(1, 0));
        let rows =
            [i64::MIN, -2, -1, 0, 1, 255, 256, i64::MAX].map(|order| row(&Index::Due, order, &key));
        assert!(rows.is_sorted(), "{rows:?}");
    }

    #[test]
    fn no_index_is_a_prefix_of_another() {
        let names = ["", "a", "a\0", "a\0\0", "a\0b", "ab", "\0", "a\u{FF}"];
        let mut prefixes = vec![prefix(&Index::Due)];
        for name in names {
            prefixes.push(prefix(&Index::OngoingOf(PlayerId::new(name))));
            prefixes.push(prefix(&Index::OngoingIn(RoomId::new(name))));
        }
        for (n, one) in prefixes.iter().enumerate() {
            for (m, other) in prefixes.iter().enumerate() {
                assert!(n == m || !other.starts_with(one), "{one:?}: {other:?}");
            }
        }
    }
}
