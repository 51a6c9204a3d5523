use app::card::{ButtonStyle, EntityMenu};
use app::{ChallengeId, Command, GameId, Setting};
use text::Platform;

use super::*;

fn lang() -> Lang {
    Lang::best("en", Platform::Matrix)
}

fn button(label: &str, action: Action) -> Button {
    Button::new(label, ButtonStyle::Plain, action)
}

fn shown(choices: &Choices) -> Vec<String> {
    let lines = choices.lines.iter();
    lines.map(|line| lang().plain(line)).collect()
}

#[test]
fn a_button_is_chosen_by_its_word_in_any_case_or_by_its_reaction() {
    let id = ChallengeId::draw(1, 0);
    let card = Card {
        controls: vec![vec![
            button("Accept", Action::Accept(id)),
            button("Counteroffer", Action::Propose(id)),
            button("Decline", Action::Decline(id)),
        ]],
        ..Card::words("Play?")
    };
    let choices = choices(&card, lang());
    assert_eq!(
        shown(&choices),
        ["Reply or react: ✅ Accept · Counteroffer · ❌ Decline"]
    );
    for (word, action) in [
        ("accept", Some(Action::Accept(id))),
        (" Accept! ", Some(Action::Accept(id))),
        ("✅\u{FE0F}", Some(Action::Accept(id))),
        ("COUNTEROFFER", Some(Action::Propose(id))),
        ("❌", Some(Action::Decline(id))),
        ("accept it", None),
        ("", None),
        ("🎉", None),
    ] {
        let chosen = chosen(&choices.fields, word);
        assert_eq!(chosen.map(|chosen| chosen.action), action, "{word}");
    }
}

#[test]
fn buttons_of_one_label_are_numbered_and_disabled_ones_left_out() {
    let [first, second] = [1, 2].map(|seed| GameId::draw(seed, 0));
    let card = Card {
        controls: vec![vec![
            button("Rematch", Action::Rematch(first)),
            button("Rematch", Action::Rematch(second)),
            button("Resign", Action::AskResign(first)).only_if(false),
        ]],
        ..Card::words("Over")
    };
    let choices = choices(&card, lang());
    assert_eq!(shown(&choices), ["Reply or react: 🔁 Rematch · Rematch 2"]);
    let action = |word: &str| chosen(&choices.fields, word).map(|chosen| chosen.action);
    assert_eq!(action("rematch"), Some(Action::Rematch(first)));
    assert_eq!(action("🔁"), Some(Action::Rematch(first)));
    assert_eq!(action("rematch 2"), Some(Action::Rematch(second)));
    assert_eq!(action("resign"), None);
}

#[test]
fn an_option_is_chosen_by_its_number_or_a_unique_label() {
    let option = |label: &str, detail: &str, value: &str| MenuOption {
        label: label.into(),
        detail: Text::new((!detail.is_empty()).then(|| detail.into())),
        value: value.to_owned(),
    };
    let menu = |options: Vec<MenuOption>| SelectMenu {
        action: Action::ChangeSetting(Setting::Theme),
        prompt: "Choose".into(),
        options,
    };
    let card = Card {
        menu: Some(menu(vec![
            option("Dark", "Dark", "dark"),
            option("Bxc3", "a capture", "b1"),
        ])),
        second_menu: Some(menu(vec![option("bxc3", "", "b2")])),
        controls: vec![vec![button("Dark", Action::Privacy)]],
        ..Card::words("Settings")
    };
    let choices = choices(&card, lang());
    assert_eq!(
        shown(&choices),
        [
            "Choose (reply with a number):",
            "1. Dark",
            "2. Bxc3 · a capture",
            "Choose (reply with a number):",
            "3. bxc3",
            "Reply with: Dark",
        ]
    );
    let chosen = |word: &str| chosen(&choices.fields, word);
    let option = |value: &str| {
        Some(Chosen {
            action: Action::ChangeSetting(Setting::Theme),
            value: Some(value.to_owned()),
        })
    };
    for (word, meant) in [
        ("1.", option("dark")),
        ("2", option("b1")),
        ("3", option("b2")),
        // Reactions with numbers.
        ("3\u{FE0F}\u{20E3}", option("b2")),
        ("3\u{20E3}", option("b2")),
        ("4", None),
        ("bxc3", None),
    ] {
        assert_eq!(chosen(word), meant, "{word}");
    }
    let dark = chosen("dark").unwrap().action.command(None);
    assert_eq!(dark, Some(Command::People(app::PeopleCommand::Privacy)));
}

#[test]
fn typed_moves_and_unavailable_options_are_no_choices() {
    let game = GameId::draw(1, 0);
    let tournament = app::TournamentId::draw(1, 0);
    let option = |part: PlanPart| MenuOption {
        label: part.code().into(),
        detail: Text::default(),
        value: part.code().to_owned(),
    };
    let card = Card {
        menu: Some(SelectMenu {
            action: Action::ChangePlan(tournament),
            prompt: "Change".into(),
            options: [PlanPart::Name, PlanPart::ServerEvent, PlanPart::Rated]
                .map(option)
                .to_vec(),
        }),
        controls: vec![vec![
            button("Move", Action::Panel(game, 1)),
            button("Type a move", Action::WriteMove(game, 1)),
        ]],
        ..Card::words("Your move")
    };
    assert_eq!(
        shown(&choices(&card, lang())),
        [
            "Change (reply with a number):",
            "1. name",
            "2. rated",
            "Reply or react: ♟ Move",
        ]
    );
}

#[test]
fn a_picker_takes_any_reply() {
    let card = Card {
        picker: Some(EntityMenu {
            action: Action::PickSetting(Setting::Organizers),
            prompt: "Choose who".into(),
            kind: Entities::Role { chosen: None },
        }),
        ..Card::words("Settings")
    };
    let choices = choices(&card, lang());
    assert_eq!(choices.lines.len(), 1);
    let expected = Form {
        action: Action::PickSetting(Setting::Organizers),
        input: InputKind::Role,
    };
    assert_eq!(form(&choices.fields), Some(expected));
    assert_eq!(form(&form_fields(expected)), Some(expected));
    assert_eq!(chosen(&choices.fields, "50"), None);
}

#[test]
fn foreign_or_damaged_fields_choose_nothing() {
    for fields in [
        json!({}),
        json!({ PRESS: "1:accept:k7f3q2" }),
        json!({ PRESS: { "yes": 1, "no": ["1:accept:k7f3q2"] } }),
        json!({ PRESS: { "yes": "2:accept:k7f3q2", "no": [1, 2] } }),
        json!({ FORM: "1:accept:k7f3q2" }),
        json!({ FORM: { "address": "1:nothing", "of": "text" } }),
        json!({ FORM: { "address": "1:write:zone", "of": "sound" } }),
    ] {
        let fields = fields.as_object().unwrap();
        for word in ["yes", "no"] {
            assert_eq!(chosen(fields, word), None, "{fields:?}");
        }
        assert_eq!(form(fields), None, "{fields:?}");
    }
}
