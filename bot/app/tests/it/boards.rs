//! How boards are seen: shared ones the same by everyone and still, private ones as each person prefers.

use app::attachment::Attachment;
use app::card::Card;
use app::effect::{Handled, Outgoing, Subject};
use app::{Action, Command, Context, GameId, Refusal, Rotation, Setting, Terms, Theme, Which};
use pictures::BoardPicture;
use rules_core::{Color, Variant};

use crate::common::{
    Hall, as_black, change, from_position, game_of, manager, mentions, moving, play, reply, shows,
};

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
    seen(&hall.shown(Subject::Game(game)).card)
}

fn plays(hall: &mut Hall, game: GameId) -> Handled {
    let who = hall.to_move(game);
    let mv = some_move(hall, game);
    hall.act(&who, moving(Which::Id(game), &mv))
}

/// A legal move that decides nothing yet.
fn some_move(hall: &Hall, game: GameId) -> String {
    let game = hall.record(game).replay().unwrap();
    let goes_on = |mv: &rules_core::Move| {
        let mut after = game.clone();
        after.play(*mv).is_ok() && after.outcome().is_none()
    };
    let moves = game.legal_moves();
    let mv = moves.iter().copied().find(goes_on).unwrap();
    mv.uci(game.variant().shape()).to_string()
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
        hall.set("ann", setting, ann);
        hall.set("bob", setting, bob);
    }
}

#[test]
fn a_shared_board_stands_still_whatever_its_players_prefer() {
    let (wood, sea) = (Theme::Wood, Theme::Sea);
    let (upright, diagonal) = (Rotation::Upright, Rotation::Diagonal);
    let (defaults, other) = (["default"; 3], ["white", "sea", "diagonal"]);
    for (variant, servers, (theme, rotation)) in [
        (Variant::Legan, defaults, (wood, upright)),
        (Variant::Toto40, defaults, (wood, diagonal)),
        (Variant::Legan, other, (sea, diagonal)),
    ] {
        let expected = (Color::White, theme, rotation);
        let mut hall = Hall::new();
        opposites(&mut hall);
        let settings = [
            Setting::ServerView,
            Setting::ServerTheme,
            Setting::ServerLegan,
        ];
        for (setting, value) in settings.into_iter().zip(servers) {
            hall.set("mod", setting, value);
        }
        let challenge = hall.challenge(variant);
        let offer = hall.app.show(Subject::Challenge(challenge));
        assert_eq!(seen(&offer.unwrap().unwrap().card), expected);
        let game = game_of(&hall.act("bob", Command::Accept(challenge)).outgoing);
        for ply in 0..12 {
            assert_eq!(shared(&hall, game), expected, "{variant}, ply {ply}");
            plays(&mut hall, game);
        }
        hall.act("bob", Command::Resign(game));
        assert_eq!(shared(&hall, game), expected, "{variant} at the end");
    }
}

#[test]
fn a_server_may_have_shared_boards_turn_with_the_side_to_move() {
    let mut hall = Hall::new();
    opposites(&mut hall);
    hall.set("mod", Setting::ServerView, "mover");
    hall.context = manager();
    let own = change(Setting::ServerView, "own");
    hall.assert_refused("mod", own, Refusal::NoSuchValue);
    hall.context = Context::default();
    let game = hall.game(Variant::Latrunculi);
    for side in Color::ALL {
        assert_eq!(shared(&hall, game).0, side);
        plays(&mut hall, game);
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
        hall.set("ann", Setting::View, view);
        let terms = as_black(Terms::of(Variant::Toto40));
        let mut handled = hall.act("ann", play(terms));
        let game = game_of(&handled.outgoing);
        let expected = (side, Theme::Contrast, Rotation::Upright);
        for _ in 0..4 {
            assert_eq!(shared(&hall, game), expected, "the engine is to move");
            let uci = some_move(&hall, game);
            hall.engine_plays(&handled.outgoing, uci.as_str());
            assert_eq!(shared(&hall, game), expected, "ann is to move");
            handled = plays(&mut hall, game);
        }
        hall.act("ann", Command::Resign(game));
        assert_eq!(shared(&hall, game), expected, "at the end");
    }
}

#[test]
fn what_one_person_sees_alone_follows_that_person() {
    let mut hall = Hall::new();
    opposites(&mut hall);
    hall.set("bob", Setting::Confirm, "yes");
    hall.set("mod", Setting::ServerToto40, "upright");
    let game = hall.game(Variant::Toto40);
    let anns = (Color::White, Theme::Contrast, Rotation::Upright);
    let board = |hall: &mut Hall, who| seen(&reply(hall.act(who, Command::Board(Which::Id(game)))));
    assert_eq!(board(&mut hall, "ann"), anns);
    let bobs = (Color::White, Theme::Meadow, Rotation::Diagonal);
    assert_eq!(board(&mut hall, "bob"), bobs, "White is to move");
    let others = (Color::White, Theme::Wood, Rotation::Upright);
    assert_eq!(board(&mut hall, "eve"), others);
    let panel = Action::Panel(game, 0).command(None).unwrap();
    assert_eq!(seen(&reply(hall.act("ann", panel))), anns);
    plays(&mut hall, game);
    let bobs = (Color::Black, Theme::Meadow, Rotation::Diagonal);
    assert_eq!(board(&mut hall, "bob"), bobs, "Black is to move");
    assert_eq!(board(&mut hall, "ann"), anns);
    let asked = plays(&mut hall, game);
    assert_eq!(seen(&reply(asked)), bobs, "asked before the move");
}

#[test]
fn settings_of_boards_show_a_board_drawn_that_way() {
    let mut hall = Hall::new();
    let (white, black) = (Color::White, Color::Black);
    let (wood, night, sea) = (Theme::Wood, Theme::Night, Theme::Sea);
    let (upright, diagonal) = (Rotation::Upright, Rotation::Diagonal);
    for (setting, value, expected) in [
        (Setting::View, "own", (black, wood, upright)),
        (Setting::View, "white", (white, wood, upright)),
        (Setting::Theme, "night", (white, night, upright)),
        (Setting::Legan, "diagonal", (white, night, diagonal)),
        (Setting::Toto40, "upright", (white, night, upright)),
        (Setting::ServerTheme, "sea", (white, sea, upright)),
        (Setting::ServerView, "mover", (black, sea, upright)),
        (Setting::ServerLegan, "diagonal", (white, sea, diagonal)),
    ] {
        let preview = reply(hall.set("mod", setting, value));
        assert!(preview.text.to_string().starts_with("Saved."));
        let board = preview.board.as_ref().unwrap();
        for color in Color::ALL {
            let mut pieces = board.game.position().pieces();
            assert!(pieces.any(|(_, piece)| piece.color == color));
        }
        assert_eq!(look(board), expected, "{setting:?} {value}");
        assert!(preview.menu.is_some(), "another can be chosen at once");
    }
    hall.set("mod", Setting::WordsOnly, "yes");
    let words = reply(hall.set("mod", Setting::Theme, "wood"));
    assert!(words.board.is_none(), "no picture for those who want words");
}

/// Whether each message that shows the game is a new one.
fn new_messages(outgoing: &[Outgoing]) -> Vec<bool> {
    let shows = shows(outgoing);
    shows.map(|show| mentions(show).is_some()).collect()
}

#[test]
fn a_lone_player_sees_the_board_where_they_moved() {
    const POSITION: &str = "7k/8/8/8/8/8/8/K5Q1 w - - 0 1";
    for (pressed, words, answer) in [
        (false, false, [true]),
        (true, false, [false]),
        (true, true, [true]),
    ] {
        let mut hall = Hall::new();
        hall.set("ann", Setting::WordsOnly, if words { "yes" } else { "no" });
        let game = hall.game_with_engine(from_position(Variant::Latrunculi, POSITION));
        hall.context.pressed = pressed;
        let moved = hall.act("ann", moving(Which::Id(game), "Qg2"));
        // Typed text gets one answer: the board with the engine's move.
        let expected: &[bool] = if pressed { &[false] } else { &[] };
        assert_eq!(new_messages(&moved.outgoing), expected);
        let answered = hall.engine_plays(&moved.outgoing, "h8h7");
        assert_eq!(new_messages(&answered), answer, "{pressed} {words}");
        let over = hall.act("ann", Command::Resign(game));
        assert_eq!(new_messages(&over.outgoing), [true], "a result is new");
    }
}
