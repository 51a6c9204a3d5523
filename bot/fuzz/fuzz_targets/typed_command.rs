//! Arbitrary text as a typed command: it is parsed or rejected. A parsed command survives a round trip, and is answered or
//! refused.
#![no_main]

use app::commands::{Directory, Mention, Parsed, parse};
use app::store::memory::MemoryStore;
use app::{App, Failure, Limits, Person, PlayerId, RoleId, RoomId};
use libfuzzer_sys::fuzz_target;

mod players;

/// Knows everyone and everything, by the typed name.
struct Everyone;

impl Directory for Everyone {
    fn person(&self, typed: &str) -> Option<Mention> {
        let person = Person::new(PlayerId::new(typed), typed);
        Some(Mention { person, is_bot: typed.len() % 7 == 0, is_member: typed.len() % 5 != 0 })
    }

    fn room(&self, typed: &str) -> Option<RoomId> {
        Some(RoomId::new(typed))
    }

    fn role(&self, typed: &str) -> Option<RoleId> {
        Some(RoleId::new(typed))
    }
}

fuzz_target!(|input: (u8, &str)| {
    let (who, text) = input;
    let Ok(Parsed::Call(mut call)) = parse(text) else { return };
    let written = call.written();
    // Quotes make a text longer, perhaps too long.
    if written.chars().count() <= 1000 {
        assert_eq!(parse(&written), Ok(Parsed::Call(call.clone())), "{written}");
    }
    call.resolve(&Everyone).expect("everyone is there");
    let app = App::new(MemoryStore::default(), Limits::default());
    let variant = players::variant_of(text);
    players::begin(&app, variant);
    let who = players::ALL[usize::from(who) % players::ALL.len()];
    if let Ok(command) = call.read(variant) {
        assert!(!matches!(players::ask(&app, who, command), Err(Failure::Store(_))));
    }
});
