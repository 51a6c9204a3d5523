//! The stored form of the types that are stored.

use pairing::arena::ArenaCard;
use pairing::knockout::{Elimination, MatchRules};
use pairing::round_robin::Cycles;
use pairing::{Bye, Forfeit, Pairing, PairingResult, Ranking, Seed};
use rules_core::Color;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Asserts that a value is written as `json` and read back.
fn assert_stored_as<T>(value: &T, json: &str)
where
    T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug,
{
    assert_eq!(serde_json::to_string(value).unwrap(), json);
    assert_eq!(&serde_json::from_str::<T>(json).unwrap(), value);
}

#[test]
fn stored_types_keep_their_form() {
    let mut pairing = Pairing::new(Seed::from_index(0), Seed::from_index(1));
    assert_stored_as(&pairing, r#"{"white":1,"black":2}"#);
    for (result, json) in [
        (PairingResult::Win(Color::White), r#"{"win":"white"}"#),
        (PairingResult::Draw, r#""draw""#),
        (
            PairingResult::Forfeit(Forfeit::By(Color::Black)),
            r#"{"forfeit":{"by":"black"}}"#,
        ),
        (
            PairingResult::Forfeit(Forfeit::Both),
            r#"{"forfeit":"both"}"#,
        ),
    ] {
        pairing.result = Some(result);
        let json = format!(r#"{{"white":1,"black":2,"result":{json}}}"#);
        assert_stored_as(&pairing, &json);
    }
    let byes = [Bye::PairingAllocated, Bye::HalfPoint, Bye::ZeroPoint];
    assert_stored_as(&byes, r#"["pairing-allocated","half-point","zero-point"]"#);
    let card = ArenaCard {
        points: 5,
        streak: 2,
        games: 3,
        color_difference: -1,
        last_opponent: Some(Seed::from_index(6)),
        waited: 0,
    };
    assert_stored_as(
        &card,
        r#"{"points":5,"streak":2,"games":3,"difference":-1,"last_opponent":7}"#,
    );
    let eliminations = [Elimination::Single, Elimination::Double];
    assert_stored_as(&eliminations, r#"["single","double"]"#);
    assert_stored_as(&MatchRules::default(), r#"{"games":1,"extra":1}"#);
    assert_stored_as(&[Cycles::Single, Cycles::Double], r#"["single","double"]"#);
    assert_stored_as(
        &Ranking::swiss(),
        r#"{"tie_breaks":["buchholz-cut1","buchholz","sonneborn-berger","direct-encounter","number-of-wins"],"predetermined":false}"#,
    );
}
