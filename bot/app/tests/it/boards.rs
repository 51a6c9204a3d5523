//! How boards are seen: shared ones the same by everyone and still, private ones as each person prefers.

use app::attachment::Attachment;
use app::card::Card;
use app::effect::{Answer, Effect, Handled, Subject};
use app::{
    Action, ColorWish, Command, Context, Found, GameId, Level, Refusal, Rotation, Scope, Setting,
    Terms, Theme, Which,
};
use pictures::BoardPicture;
use rules_core::{Color, Game, Variant};

use crate::common::{Hall, game_of, moving};

fn card(handled: Handled) -> Card {
    match handled.answer {
        Answer::Aside(card) | Answer::Secret(card) => *card,
        other => panic!("no card was answered: {other:?}"),
    }
}

fn change(hall: &mut Hall, who: &str, setting: Setting, value: &str) -> Card {
    hall.context = Context {
        manages: setting.scope() == Scope::Server,
        ..Context::default()
    };
    let changed = hall.act(who, Command::Change(setting, value.to_owned()));
    hall.context = Context::default();
    card(changed)
}

/// The side at the bottom, the theme and the rotation.
type Look = (Color, Theme, Rotation);

fn look(board: &BoardPicture) -> Look {
    (board.viewer, board.theme, board.rotation)
}

/// How a card shows its board, which is an animation once the game is over.
fn seen(card: &Card) -> Look {
    let animated = card.attachments.iter().find_map(|file| match file {
        Attachment::Animation(animation) => Some(&animation.board),
        _ => None,
    });
    look(card.board.as_ref().or(animated).unwrap())
}

fn shared(hall: &Hall, game: GameId) -> Look {
    seen(&hall.app.show(Subject::Game(game)).unwrap().unwrap().card)
}

/// A legal move that decides nothing yet.
fn some_move(hall: &Hall, game: GameId) -> String {
    let record = hall.record(game);
    let moves = record.moves.iter().map(String::as_str);
    let game = Game::replay(record.variant, record.start.as_deref(), moves).unwrap();
    let goes_on = |mv: &rules_core::Move| {
        let mut after = game.clone();
        after.play(*mv).is_ok() && after.outcome().is_none()
    };
    let moves = game.legal_moves();
    let mv = moves.iter().copied().find(goes_on).unwrap();
    mv.uci(record.variant.shape()).to_string()
}

/// Ann and bob want opposite things of every kind.
fn opposites(hall: &mut Hall) {
    for (setting, ann, bob) in [
        (Setting::View, "own", "mover"),
        (Setting::Theme, "contrast", "meadow"),
        (Setting::Legan, "upright", "diagonal"),
        (Setting::Toto40, "upright", "diagonal"),
        // Each of their moves is made at once.
        (Setting::Warnings, "no", "no"),
    ] {
        change(hall, "ann", setting, ann);
        change(hall, "bob", setting, bob);
    }
}

#[test]
fn a_shared_board_stands_still_whatever_its_players_prefer() {
    for (variant, servers, expected) in [
        (
            Variant::Legan,
            ["default"; 3],
            (Color::White, Theme::Wood, Rotation::Upright),
        ),
        (
            Variant::Toto40,
            ["default"; 3],
            (Color::White, Theme::Wood, Rotation::Diagonal),
        ),
        (
            Variant::Legan,
            ["white", "sea", "diagonal"],
            (Color::White, Theme::Sea, Rotation::Diagonal),
        ),
    ] {
        let mut hall = Hall::new();
        opposites(&mut hall);
        let settings = [
            Setting::ServerView,
            Setting::ServerTheme,
            Setting::ServerLegan,
        ];
        for (setting, value) in settings.into_iter().zip(servers) {
            change(&mut hall, "mod", setting, value);
        }
        let challenge = hall.challenge(variant);
        let offer = hall.app.show(Subject::Challenge(challenge));
        assert_eq!(seen(&offer.unwrap().unwrap().card), expected);
        let game = game_of(&hall.act("bob", Command::Accept(challenge)).outgoing);
        for who in ["ann", "bob"].into_iter().cycle().take(12) {
            assert_eq!(shared(&hall, game), expected, "{variant}, {who} is to move");
            let mv = some_move(&hall, game);
            hall.act(who, moving(Which::Id(game), &mv));
        }
        hall.act("bob", Command::Resign(game));
        assert_eq!(shared(&hall, game), expected, "{variant} at the end");
    }
}

#[test]
fn a_server_may_have_shared_boards_turn_with_the_side_to_move() {
    let mut hall = Hall::new();
    opposites(&mut hall);
    change(&mut hall, "mod", Setting::ServerView, "mover");
    let own = Command::Change(Setting::ServerView, "own".to_owned());
    hall.context = Context {
        manages: true,
        ..Context::default()
    };
    assert_eq!(hall.refused("mod", own), Refusal::NoSuchValue);
    let game = hall.game(Variant::Latrunculi);
    for (who, side) in [("ann", Color::White), ("bob", Color::Black)] {
        assert_eq!(shared(&hall, game).0, side);
        let mv = some_move(&hall, game);
        hall.act(who, moving(Which::Id(game), &mv));
    }
}

#[test]
fn a_board_against_the_engine_is_its_players_and_stands_still() {
    for (view, side) in [
        ("own", Color::Black),
        ("mover", Color::Black),
        ("white", Color::White),
    ] {
        let mut hall = Hall::new();
        opposites(&mut hall);
        change(&mut hall, "ann", Setting::View, view);
        let terms = Terms {
            color: ColorWish::Only(Color::Black),
            ..Terms::of(Variant::Toto40)
        };
        let level = Level::LOWEST;
        let mut handled = hall.act("ann", Command::Play { terms, level });
        let game = game_of(&handled.outgoing);
        let expected = (side, Theme::Contrast, Rotation::Upright);
        for _ in 0..4 {
            assert_eq!(shared(&hall, game), expected, "the engine is to move");
            let asked = handled.outgoing.iter().find_map(|one| match &one.effect {
                Effect::Think(think) => Some((one.id.clone(), think.clone())),
                _ => None,
            });
            let (id, think) = asked.unwrap();
            let (uci, moment) = (some_move(&hall, game), hall.moment());
            let found = Found {
                uci: &uci,
                score: None,
            };
            hall.app.thought(&id, &think, found, moment).unwrap();
            assert_eq!(shared(&hall, game), expected, "ann is to move");
            let mv = some_move(&hall, game);
            handled = hall.act("ann", moving(Which::Id(game), &mv));
        }
        hall.act("ann", Command::Resign(game));
        assert_eq!(shared(&hall, game), expected, "at the end");
    }
}

#[test]
fn what_one_person_sees_alone_follows_that_person() {
    let mut hall = Hall::new();
    opposites(&mut hall);
    change(&mut hall, "bob", Setting::Confirm, "yes");
    change(&mut hall, "mod", Setting::ServerToto40, "upright");
    let game = hall.game(Variant::Toto40);
    let anns = (Color::White, Theme::Contrast, Rotation::Upright);
    let board = |hall: &mut Hall, who| seen(&card(hall.act(who, Command::Board(Which::Id(game)))));
    assert_eq!(board(&mut hall, "ann"), anns);
    let bobs = (Color::White, Theme::Meadow, Rotation::Diagonal);
    assert_eq!(board(&mut hall, "bob"), bobs, "White is to move");
    let others = (Color::White, Theme::Wood, Rotation::Upright);
    assert_eq!(board(&mut hall, "eve"), others);
    let panel = Action::Panel(game, 0).command(None).unwrap();
    assert_eq!(seen(&card(hall.act("ann", panel))), anns);
    let mv = some_move(&hall, game);
    hall.act("ann", moving(Which::Id(game), &mv));
    let bobs = (Color::Black, Theme::Meadow, Rotation::Diagonal);
    assert_eq!(board(&mut hall, "bob"), bobs, "Black is to move");
    assert_eq!(board(&mut hall, "ann"), anns);
    let mv = some_move(&hall, game);
    let asked = hall.act("bob", moving(Which::Id(game), &mv));
    assert_eq!(seen(&card(asked)), bobs, "asked before the move");
}

#[test]
fn settings_of_boards_show_a_board_drawn_that_way() {
    let mut hall = Hall::new();
    for (setting, value, expected) in [
        (
            Setting::View,
            "own",
            (Color::Black, Theme::Wood, Rotation::Upright),
        ),
        (
            Setting::View,
            "white",
            (Color::White, Theme::Wood, Rotation::Upright),
        ),
        (
            Setting::Theme,
            "night",
            (Color::White, Theme::Night, Rotation::Upright),
        ),
        (
            Setting::Legan,
            "diagonal",
            (Color::White, Theme::Night, Rotation::Diagonal),
        ),
        (
            Setting::Toto40,
            "upright",
            (Color::White, Theme::Night, Rotation::Upright),
        ),
        (
            Setting::ServerTheme,
            "sea",
            (Color::White, Theme::Sea, Rotation::Upright),
        ),
        (
            Setting::ServerView,
            "mover",
            (Color::Black, Theme::Sea, Rotation::Upright),
        ),
        (
            Setting::ServerLegan,
            "diagonal",
            (Color::White, Theme::Sea, Rotation::Diagonal),
        ),
    ] {
        let preview = change(&mut hall, "mod", setting, value);
        assert!(preview.text.to_string().starts_with("Saved."));
        let board = preview.board.as_ref().unwrap();
        for color in Color::ALL {
            let mut pieces = board.game.position().pieces();
            assert!(pieces.any(|(_, piece)| piece.color == color));
        }
        assert_eq!(look(board), expected, "{setting:?} {value}");
        assert!(preview.menu.is_some(), "another can be chosen at once");
    }
    change(&mut hall, "mod", Setting::WordsOnly, "yes");
    let words = change(&mut hall, "mod", Setting::Theme, "wood");
    assert!(words.board.is_none(), "no picture for those who want words");
}
