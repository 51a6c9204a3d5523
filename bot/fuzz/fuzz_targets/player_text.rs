//! Arbitrary text as a move, conditional moves, a start position, a setting's value, or half-typed input: it is accepted or
//! refused, and a refusal changes nothing.
#![no_main]

use app::commands::Completion;
use app::store::memory::MemoryStore;
use app::{App, ColorWish, Command, Failure, Level, Limits, Person, PlayerId, Request, Setting, Terms, Venue, Which};
use libfuzzer_sys::fuzz_target;
use rules_core::{Color, Variant};

mod players;

fuzz_target!(|input: (u8, Vec<(u8, &str)>)| {
    let (variant, texts) = input;
    let variant = Variant::ALL[usize::from(variant) % Variant::ALL.len()];
    let app = App::new(MemoryStore::default(), Limits::default());
    players::begin(&app, variant);
    for (what, text) in texts.into_iter().take(12) {
        let who = players::ALL[usize::from(what / 8) % players::ALL.len()];
        // The front end accepts no longer text, except for a setting's value, which Discord limits.
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
                let venue = Venue::direct("test:room");
                let request = Request::new(person, venue, Command::Games);
                let suggested = app.suggest(&request, Completion::Move(Which::Mine), &text);
                assert!(!matches!(suggested, Err(Failure::Store(_))));
                continue;
            }
        };
        let before = app.store().outgoing(usize::MAX).unwrap().len();
        match players::ask(&app, who, command) {
            Ok(_) => {}
            Err(Failure::Refused(_)) => assert_eq!(app.store().outgoing(usize::MAX).unwrap().len(), before),
            Err(Failure::Store(error)) => panic!("{error}"),
        }
    }
});
