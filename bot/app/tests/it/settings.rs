//! Preferences and server settings: which apply, and where they take effect.

use app::effect::Subject;
use app::{Command, Context, Refusal, RoomId, Scope, Setting, Terms, Venue, Which, messages};
use rules_core::Variant;

use crate::common::{
    Hall, as_black, assert_says, change, game_of, manager, moving, person, play, press_first,
    reply, venue,
};

#[test]
fn every_value_of_a_setting_can_be_chosen_and_says_what_it_does() {
    let mut hall = Hall::new();
    hall.context = manager();
    for &setting in Setting::ALL {
        let opened = reply(hall.act("ann", Command::Settings(setting.scope(), Some(setting))));
        let menu = opened.menu.unwrap();
        assert!(menu.options.len() <= 25);
        let mut details = Vec::new();
        for choice in menu.options {
            let label = choice.label.to_string();
            assert!((1..=100).contains(&label.chars().count()), "{label}");
            let detail = choice.detail.to_string();
            // A time zone's name says it.
            assert!(setting == Setting::Zone || !detail.is_empty());
            assert!(detail.chars().count() <= 100, "{detail}");
            let chosen = menu.action.command(Some(&choice.value)).unwrap();
            hall.act("ann", chosen);
            if choice.value != Setting::DEFAULT {
                details.push(detail);
            }
        }
        let general = messages::setting_help(setting).to_string();
        assert!(!details.contains(&general), "{setting:?}: {general}");
        if !matches!(setting, Setting::Variant | Setting::Zone) {
            let distinct: std::collections::HashSet<_> = details.iter().collect();
            assert_eq!(distinct.len(), details.len(), "{setting:?}: {details:?}");
        }
        hall.assert_refused("ann", change(Setting::Theme, "pink"), Refusal::NoSuchValue);
    }
}

#[test]
fn only_those_who_manage_a_server_change_what_holds_there() {
    let mut hall = Hall::new();
    for setting in Setting::of(Scope::Server) {
        let command = change(setting, Setting::DEFAULT);
        hall.assert_refused("ann", command, Refusal::NotAManager);
    }
    let all = Command::Settings(Scope::Server, None);
    hall.assert_refused("ann", all, Refusal::NotAManager);
    let own = reply(hall.act("ann", Command::Settings(Scope::Own, None)));
    assert!(own.controls.is_empty(), "no button to the server's");
}

#[test]
fn games_begin_only_in_the_rooms_that_moderators_named() {
    let mut hall = Hall::new();
    let over = |hall: &mut Hall, at: &Venue| {
        let begun = hall.handle(person("ann"), at.clone(), play(Terms::of(Variant::Leto)));
        let game = game_of(&begun.unwrap().outgoing);
        let resign = Command::Resign(game);
        hall.handle(person("ann"), at.clone(), resign).unwrap();
        game
    };
    let on_matrix = venue("matrix:!room:hs", Some("matrix:!room:hs"));
    let before = over(&mut hall, &on_matrix);
    hall.context = manager();
    hall.set("mod", Setting::Rooms, "t:chess t:games");
    let limit = change(Setting::Rooms, "matrix:!chess:hs");
    hall.handle(person("mod"), on_matrix, limit).unwrap();
    hall.context = Context::default();
    let play = play(Terms::of(Variant::Leto));
    let named = ["t:chess", "t:games"].map(RoomId::new).to_vec();
    let elsewhere = Refusal::Elsewhere(named);
    hall.assert_refused("ann", play.clone(), elsewhere);
    hall.ask("ann", "chess", play.clone()).unwrap();
    // A rematch is played where the first game was.
    let conversation = venue("matrix:!direct:hs", None);
    let rematch = hall.handle(person("ann"), conversation, Command::Rematch(before));
    let there = Refusal::Elsewhere(vec![RoomId::new("matrix:!chess:hs")]);
    assert_eq!(rematch.unwrap_err(), there.into());
    let rematch = Command::Rematch(over(&mut hall, &venue("t:chess", Some("t:server"))));
    hall.act("ann", rematch);
    hall.context.parent = Some(RoomId::new("t:games"));
    hall.ask("ann", "thread", play.clone()).unwrap();
    let thread = venue("t:thread", Some("t:server"));
    let games = [(); 2].map(|()| over(&mut hall, &thread));
    hall.ask("ann", "thread", Command::Rematch(games[0]))
        .unwrap();
    // On Discord, no other room tells which channel holds the thread.
    hall.context.parent = None;
    hall.act("ann", Command::Rematch(games[1]));
    hall.context = Context {
        guest: true,
        ..Context::default()
    };
    hall.assert_refused("ann", play, Refusal::Guest);
}

#[test]
fn here_is_the_room_that_holds_the_thread() {
    let mut hall = Hall::new();
    let play = play(Terms::of(Variant::Leto));
    hall.set("mod", Setting::Rooms, "here");
    hall.act("ann", play.clone());
    hall.ask("ann", "chess", play.clone()).unwrap_err();
    hall.context = Context {
        parent: Some(RoomId::new("t:chess")),
        ..manager()
    };
    hall.act("mod", change(Setting::Rooms, "here"));
    hall.context = Context::default();
    hall.ask("ann", "chess", play).unwrap();
}

#[test]
fn a_board_has_its_picture_while_one_of_its_players_wants_it() {
    let mut hall = Hall::new();
    let with_engine = Subject::Game(hall.game_with_engine(as_black(Terms::of(Variant::Leto))));
    let shared = Subject::Game(hall.game(Variant::Legan));
    let has_picture = |hall: &Hall, board| hall.shown(board).card.board.is_some();
    hall.set("ann", Setting::WordsOnly, "yes");
    assert!(!has_picture(&hall, with_engine));
    assert_says(hall.text(with_engine), "White: king e1");
    assert!(has_picture(&hall, shared));
    assert_says(hall.text(shared), "Black: king");
    hall.set("bob", Setting::WordsOnly, "yes");
    assert!(!has_picture(&hall, shared));
    let mine = Command::Board(Which::Id(with_engine.game().unwrap()));
    assert!(reply(hall.act("ann", mine)).board.is_none());
}

#[test]
fn only_the_button_of_a_question_makes_the_move() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Latrunculi);
    hall.set("ann", Setting::Confirm, "yes");
    let asked = hall.act("ann", moving(Which::Mine, "e4"));
    assert!(asked.outgoing.is_empty());
    let question = reply(asked);
    assert_says(&question.text, "e4");
    let yes = press_first(&question);
    let refused = hall.refused("bob", yes.clone());
    assert!(matches!(refused, Refusal::NotYourTurn { .. }));
    hall.act("ann", yes.clone());
    assert_eq!(hall.record(game).moves, ["e2e4"]);
    assert!(matches!(hall.refused("ann", yes), Refusal::Stale { .. }));
}
