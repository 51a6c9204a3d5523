//! Preferences and server settings: which apply, and where they take effect.

use app::card::Card;
use app::effect::{Answer, Handled, Subject};
use app::{Command, Context, Level, Refusal, RoomId, Scope, Setting, Terms, Which, messages};
use rules_core::{Color, Variant};

use crate::common::{Hall, game_of, moving, person};

fn card(handled: Handled) -> Card {
    match handled.answer {
        Answer::Aside(card) | Answer::Secret(card) => *card,
        other => panic!("no card was answered: {other:?}"),
    }
}

fn change(setting: Setting, value: &str) -> Command {
    Command::Change(setting, value.to_owned())
}

fn manager() -> Context {
    Context {
        manages: true,
        ..Context::default()
    }
}

fn play(hall: &mut Hall, variant: Variant) -> app::GameId {
    let play = Command::Play {
        terms: Terms {
            color: app::ColorWish::Only(Color::Black),
            ..Terms::of(variant)
        },
        level: Level::LOWEST,
    };
    game_of(&hall.act("ann", play).outgoing)
}

#[test]
fn a_list_of_settings_says_who_chose_each_value() {
    let mut hall = Hall::new();
    let shown = |hall: &mut Hall| {
        card(hall.act("ann", Command::Settings(Scope::Own, None)))
            .text
            .to_string()
    };
    assert!(shown(&mut hall).contains("Board colors: Wood (default)"));
    hall.context = manager();
    hall.act("mod", change(Setting::ServerTheme, "sea"));
    hall.context = Context::default();
    assert!(shown(&mut hall).contains("Board colors: Sea (set by this server)"));
    let answer = card(hall.act("ann", change(Setting::Theme, "night")));
    assert!(
        answer
            .text
            .to_string()
            .starts_with("Saved. Board colors: Night.")
    );
    assert!(shown(&mut hall).contains("Board colors: Night (your choice)"));
    hall.act("ann", change(Setting::Theme, Setting::DEFAULT));
    assert!(shown(&mut hall).contains("Board colors: Sea (set by this server)"));
}

#[test]
fn every_setting_can_be_opened_and_every_value_of_its_menu_chosen() {
    let mut hall = Hall::new();
    hall.context = manager();
    for &setting in Setting::ALL {
        let opened = card(hall.act("ann", Command::Settings(setting.scope(), Some(setting))));
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
        assert_eq!(
            hall.refused("ann", change(Setting::Theme, "pink")),
            Refusal::NoSuchValue
        );
    }
}

#[test]
fn every_value_of_a_setting_says_what_it_does_itself() {
    let mut hall = Hall::new();
    hall.context = manager();
    for &setting in Setting::ALL {
        let opened = card(hall.act("ann", Command::Settings(setting.scope(), Some(setting))));
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
        assert_eq!(
            hall.refused("ann", change(setting, Setting::DEFAULT)),
            Refusal::NotAManager
        );
    }
    assert_eq!(
        hall.refused("ann", Command::Settings(Scope::Server, None)),
        Refusal::NotAManager
    );
    let own = card(hall.act("ann", Command::Settings(Scope::Own, None)));
    assert!(
        own.controls.is_empty(),
        "no button to settings that ann may not change"
    );
}

#[test]
fn games_begin_only_in_the_rooms_that_moderators_named() {
    let mut hall = Hall::new();
    hall.context = manager();
    hall.act("mod", change(Setting::Rooms, "t:chess t:games"));
    hall.context = Context::default();
    let play = Command::Play {
        terms: Terms::of(Variant::Leto),
        level: Level::LOWEST,
    };
    let named = ["t:chess", "t:games"].map(RoomId::new).to_vec();
    assert_eq!(hall.refused("ann", play.clone()), Refusal::Elsewhere(named));
    hall.ask("ann", "chess", play.clone()).unwrap();
    hall.context.parent = Some(RoomId::new("t:games"));
    hall.ask("ann", "thread", play.clone()).unwrap();
    hall.context = Context {
        guest: true,
        ..Context::default()
    };
    assert_eq!(hall.refused("ann", play), Refusal::Guest);
}

#[test]
fn a_person_who_wants_words_gets_no_picture_of_their_own_game() {
    let mut hall = Hall::new();
    let game = play(&mut hall, Variant::Leto);
    hall.act("ann", change(Setting::WordsOnly, "yes"));
    let shown = hall.app.show(Subject::Game(game)).unwrap().unwrap();
    assert!(shown.card.board.is_none());
    let text = hall.text(Subject::Game(game));
    assert!(text.contains("White: king e1"), "{text}");
    let mine = card(hall.act("ann", Command::Board(Which::Mine)));
    assert!(mine.board.is_none());
}

#[test]
fn a_shared_board_keeps_its_picture_while_one_player_wants_it() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Legan);
    hall.act("ann", change(Setting::WordsOnly, "yes"));
    let shown = hall.app.show(Subject::Game(game)).unwrap().unwrap();
    assert!(shown.card.board.is_some());
    assert!(shown.card.text.to_string().contains("Black: king"));
    hall.act("bob", change(Setting::WordsOnly, "yes"));
    let shown = hall.app.show(Subject::Game(game)).unwrap().unwrap();
    assert!(shown.card.board.is_none());
}

#[test]
fn the_question_before_a_move_changes_nothing_and_its_button_makes_the_move() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Latrunculi);
    hall.act("ann", change(Setting::Confirm, "yes"));
    let asked = hall.act("ann", moving(Which::Mine, "e4"));
    assert!(asked.outgoing.is_empty());
    let question = card(asked);
    assert!(
        question.text.to_string().contains("e4"),
        "{}",
        question.text
    );
    let yes = question.controls[0][0].action.command(None).unwrap();
    assert!(matches!(
        hall.refused("bob", yes.clone()),
        Refusal::NotYourTurn { .. }
    ));
    hall.act("ann", yes.clone());
    let played = hall.app.show(Subject::Game(game)).unwrap().unwrap();
    assert!(played.card.text.to_string().contains("1. e4"));
    assert!(matches!(hall.refused("ann", yes), Refusal::Stale { .. }));
    hall.act("bob", moving(Which::Mine, "e5"));
}

#[test]
fn quiet_hours_are_checked_when_they_are_written() {
    let mut hall = Hall::new();
    hall.context = manager();
    let refused = hall.refused("mod", change(Setting::Quiet, "at night"));
    assert!(
        messages::refusal(&refused)
            .to_string()
            .contains("22-7 Europe/Berlin")
    );
    let saved = card(hall.act("mod", change(Setting::Quiet, "22-7 Europe/Berlin")));
    assert!(
        saved
            .text
            .to_string()
            .contains("Quiet hours: 22-7 Europe/Berlin (set by this server)")
    );
    assert_eq!(person("mod").name, "mod");
}
