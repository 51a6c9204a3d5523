//! Arbitrary text as a time control or quiet hours: what parses survives a round trip, and no clock runs backwards.
#![no_main]

use app::{QuietHours, Span, TimeControl, Timestamp, suggest_times};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (&str, i64, i64)| {
    let (text, left, used) = input;
    for suggestion in suggest_times(text) {
        assert!(suggestion.value.parse::<TimeControl>().is_ok(), "{suggestion:?}");
    }
    if let Ok(time) = text.parse::<TimeControl>() {
        assert_eq!(time.to_string().parse(), Ok(time));
        if let Some(start) = time.start() {
            assert!(start.0 > 0);
            let left = Span(left.rem_euclid(start.0 + 1));
            assert!(time.after_move(left, Span(used.rem_euclid(left.0 + 1))).0 >= 0);
        }
    }
    if let Ok(hours) = text.parse::<QuietHours>() {
        assert_eq!(hours.to_string().parse(), Ok(hours.clone()));
        let _ = hours.contains(Timestamp(left));
    }
});
