//! Preferences and server settings: which apply, and where they take effect.

use app::effect::Subject;
use app::{Command, Context, Refusal, RoomId, Scope, Setting, Terms, Venue, Which, messages};
use rules_core::Variant;

use crate::common::{
    Hall, as_black, assert_says, change, game_of, manager, moving, person, play, press_first,
    reply, venue,
};

#[test]
fn every_setting_can_be_opened_and_every_value_of_its_menu_chosen() {
    let mut hall = Hall::new();
    hall.context = manager();
    for &setting in Setting::ALL {
        let opened = reply(hall.act("ann", Command::Settings(setting.scope(), Some(setting))));
        let menu = opened.menu.unwrap();
        assert!(menu.options.len() <= 25);
        for choice in menu.options {
            assert!(!choice.label.is_empty() && choice.label.to_string().chars().count() <= 100);
            assert!(
                (setting == Setting::Zone || !choice.detail.is_empty())
                    && choice.detail.to_string().chars().count() <= 100
            );
            let chosen = menu.action.command(Some(&choice.value)).unwrap();
            hall.act("ann", chosen);
        }
        hall.assert_refused("ann", change(Setting::Theme, "pink"), Refusal::NoSuchValue);
    }
}

#[test]
fn every_value_of_a_setting_says_what_it_does_itself() {
    let mut hall = Hall::new();
    hall.context = manager();
    for &setting in Setting::ALL {
        let opened = reply(hall.act("ann", Command::Settings(setting.scope(), Some(setting))));
        let mut options = opened.menu.unwrap().options;
        options.retain(|option| option.value != Setting::DEFAULT);
        let details: Vec<String> = options.iter().map(|o| o.detail.to_string()).collect();
        let general = messages::setting_help(setting).to_string();
        assert!(!details.contains(&general), "{setting:?}: {general}");
        // A time zone's name says it.
        if !matches!(setting, Setting::Variant | Setting::Zone) {
            let distinct: std::collections::HashSet<_> = details.iter().collect();
            assert_eq!(distinct.len(), details.len(), "{setting:?}: {details:?}");
        }
    }
}

#[test]
fn only_those_who_manage_a_server_change_what_holds_there() {
    let mut hall = Hall::new();
    for setting in Setting::of(Scope::Server) {
        let refused = hall.refused("ann", change(setting, Setting::DEFAULT));
        assert_eq!(refused, Refusal::NotAManager);
    }
    let refused = hall.refused("ann", Command::Settings(Scope::Server, None));
    assert_eq!(refused, Refusal::NotAManager);
    let own = reply(hall.act("ann", Command::Settings(Scope::Own, None)));
    assert!(
        own.controls.is_empty(),
        "no button to settings that ann may not change"
    );
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
fn a_person_who_wants_words_gets_no_picture_of_their_own_game() {
    let mut hall = Hall::new();
    let game = hall.game_with_engine(as_black(Terms::of(Variant::Leto)));
    hall.set("ann", Setting::WordsOnly, "yes");
    let shown = hall.shown(Subject::Game(game));
    assert!(shown.card.board.is_none());
    assert_says(hall.text(Subject::Game(game)), "White: king e1");
    let mine = reply(hall.act("ann", Command::Board(Which::Mine)));
    assert!(mine.board.is_none());
}

#[test]
fn a_shared_board_keeps_its_picture_while_one_player_wants_it() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Legan);
    hall.set("ann", Setting::WordsOnly, "yes");
    let shown = hall.shown(Subject::Game(game));
    assert!(shown.card.board.is_some());
    assert_says(&shown.card.text, "Black: king");
    hall.set("bob", Setting::WordsOnly, "yes");
    let shown = hall.shown(Subject::Game(game));
    assert!(shown.card.board.is_none());
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
    let played = hall.shown(Subject::Game(game));
    assert_says(&played.card.text, "1. e4");
    assert!(matches!(hall.refused("ann", yes), Refusal::Stale { .. }));
    hall.act("bob", moving(Which::Mine, "e5"));
}

#[test]
fn quiet_hours_are_checked_when_they_are_written() {
    let mut hall = Hall::new();
    hall.context = manager();
    let refused = hall.refused("mod", change(Setting::Quiet, "at night"));
    assert_says(messages::refusal(&refused), "22-7 Europe/Berlin");
    let saved = reply(hall.set("mod", Setting::Quiet, "22-7 Europe/Berlin"));
    let words = "Quiet hours: 22-7 Europe/Berlin (set by this server)";
    assert_says(&saved.text, words);
    assert_eq!(person("mod").name, "mod");
}
