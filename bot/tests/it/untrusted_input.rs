//! Arbitrary text from strangers: none panics, and refused input changes nothing.

use app::store::memory::MemoryStore;
use app::{
    App, ColorWish, Command, Failure, GameId, Level, Limits, Moment, Person, PlayerId, Request,
    Terms, TimeControl, Timestamp, Venue, Which,
};
use bot::config::Config;
use proptest::prelude::*;
use rules_core::{Color, Variant};
use store::SledStore;

fn request(command: Command) -> Request {
    Request::new(
        Person::new(PlayerId::new("discord:1"), "alice"),
        Venue::direct("discord:2"),
        command,
    )
}

fn moment(seed: u64) -> Moment {
    let now = Timestamp(0);
    Moment { now, seed }
}

fn play(variant: Variant, start: Option<String>) -> Command {
    let terms = Terms {
        color: ColorWish::Only(Color::White),
        start,
        time: TimeControl::Unlimited,
        ..Terms::of(variant)
    };
    let level = Level::LOWEST;
    Command::Play { terms, level }
}

/// Generates ordinary text, text that resembles moves or positions, and arbitrary text.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "\\PC{0,200}",
        "[a-lA-LKQRBNPSTHx0-9=+#@:O -]{0,60}",
        "[pnbrqkPNBRQK0-9/ wb-]{0,200}",
        any::<String>(),
    ]
}

fn variant() -> impl Strategy<Value = Variant> {
    (0..Variant::ALL.len()).prop_map(|n| Variant::ALL[n])
}

proptest! {
    #[test]
    fn any_text_is_a_move_or_is_refused(variant in variant(), texts in prop::collection::vec(text(), 1..8)) {
        let app = App::new(MemoryStore::default(), Limits::default());
        app.handle(&request(play(variant, None)), moment(1)).unwrap();
        for (seed, text) in (2..).zip(texts) {
            let before = app.store().outgoing(usize::MAX).unwrap().len();
            let wanted = Command::Move { game: Which::Mine, text, ply: None };
            match app.handle(&request(wanted), moment(seed)) {
                Ok(_) => {}
                Err(Failure::Refused(_)) => {
                    prop_assert_eq!(app.store().outgoing(usize::MAX).unwrap().len(), before);
                }
                Err(Failure::Store(error)) => prop_assert!(false, "{error}"),
            }
        }
    }

    #[test]
    fn any_text_is_a_position_or_is_refused(variant in variant(), start in text()) {
        let app = App::new(MemoryStore::default(), Limits::default());
        let begun = app.handle(&request(play(variant, Some(start))), moment(1));
        prop_assert!(!matches!(begun, Err(Failure::Store(_))));
    }

    #[test]
    fn any_text_is_a_game_code_or_is_refused(text in text()) {
        if let Ok(id) = text.parse::<GameId>() {
            prop_assert_eq!(id.to_string().parse(), Ok(id));
        }
    }

    #[test]
    fn any_file_is_a_configuration_or_an_error_of_one_line(text in "(\\PC|\n){0,300}") {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("config.toml");
        std::fs::write(&file, text).unwrap();
        if let Err(error) = Config::load(Some(&file), |_| None) {
            prop_assert_eq!(error.to_string().lines().count(), 1);
        }
    }

    #[test]
    fn any_file_is_a_backup_or_restores_nothing(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        prop_assert!(SledStore::restore(&data, &mut bytes.as_slice()).is_err());
        prop_assert!(!data.join("store").exists());
    }
}
