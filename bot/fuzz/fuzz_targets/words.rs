//! Any text wherever people write: as a move, as answers prepared in advance, as a start, half-typed, as a setting's value.
//! It is taken or refused with a sentence, and what is refused changes nothing.
#![no_main]

use app::store::memory::MemoryStore;
use app::store::Store as _;
use app::{App, ColorWish, Command, Failure, Level, Limits, Person, PlayerId, RoomId, Setting, Terms, Venue, Which};
use libfuzzer_sys::fuzz_target;
use rules_core::{Color, Variant};

mod people;

fuzz_target!(|input: (u8, Vec<(u8, &str)>)| {
    let (variant, texts) = input;
    let variant = Variant::ALL[usize::from(variant) % Variant::ALL.len()];
    let app = App::new(MemoryStore::default(), Limits::default());
    people::begin(&app, variant);
    for (what, text) in texts.into_iter().take(12) {
        let who = people::ALL[usize::from(what / 8) % people::ALL.len()];
        // The front end takes no longer text, except for a setting's value, which Discord bounds.
        let text: String = text.chars().take(200).collect();
        let command = match what % 8 {
            0..3 => Command::Move { game: Which::Mine, text, ply: None },
            3 => Command::Prepare(Which::Mine, text),
            4 => {
                let terms = Terms { color: ColorWish::Only(Color::White), start: Some(text), ..Terms::of(variant) };
                Command::Play { terms, level: Level::LOWEST }
            }
            5 => Command::Change(Setting::ALL[usize::from(what) % Setting::ALL.len()], text),
            6 => Command::Draw(Which::Mine),
            _ => {
                let person = Person::new(PlayerId::new(who), who);
                let venue = Venue { room: RoomId::new("test:room"), server: None };
                assert!(!matches!(app.suggest_moves(&person, &venue, Which::Mine, &text), Err(Failure::Store(_))));
                continue;
            }
        };
        let before = app.store().outgoing(usize::MAX).unwrap().len();
        match people::ask(&app, who, command) {
            Ok(_) => {}
            Err(Failure::Refused(_)) => assert_eq!(app.store().outgoing(usize::MAX).unwrap().len(), before),
            Err(Failure::Store(error)) => panic!("{error}"),
        }
    }
});
