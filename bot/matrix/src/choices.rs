//! Choices under a message, made by a reply or a reaction: Matrix has no buttons, menus or forms.
//!
//! The message's content holds the choices, so they work after a restart and in every room:
//! - `org.delos.press` maps [`normalized`] words to the address of an [`Action`], or to an address and a value:
//!   `{"accept": "1:accept:k7f3q2", "✅": "1:accept:k7f3q2", "2": ["1:set:theme", "dark"]}`.
//! - `org.delos.form` is an address whose input is the whole reply, with the kind of input:
//!   `{"address": "1:write:server-quiet", "of": "text"}`.

use std::collections::BTreeMap;

use app::card::{Button, Card, Entities, MenuOption, SelectMenu};
use app::{Action, PlanPart, Step, TournamentView};
use rules_core::Variant;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use text::{Lang, Text, msg};

/// Content field that maps words and reactions to actions.
pub(crate) const PRESS: &str = "org.delos.press";
/// Content field with the action that a free text reply is input for.
pub(crate) const FORM: &str = "org.delos.form";
/// Content field with the only user id that may choose.
pub(crate) const FOR: &str = "org.delos.for";
/// The value of the choice that lists the rest of a long menu.
pub(crate) const MORE: &str = "more";
/// Maximum number of options in a menu of games that lists its forms at once.
const LONG: usize = 10;
/// Content field with the room that choices in a direct room count for.
pub(crate) const ASKED_IN: &str = "org.delos.asked_in";

#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Choices {
    /// [`PRESS`] and [`FORM`], for [`crate::account::Content::fields`].
    pub(crate) fields: Map<String, Value>,
    /// Lines for the end of the message: menus as numbered lists, then the buttons.
    pub(crate) lines: Vec<Text>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Chosen {
    pub(crate) action: Action,
    /// The option's value, in a menu.
    pub(crate) value: Option<String>,
}

/// The action that a reply is input for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Form {
    pub(crate) action: Action,
    pub(crate) input: InputKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum InputKind {
    Text,
    Person,
    Rooms,
    Role,
}

/// Returns the choices of a card: its menus, its picker and its enabled buttons.
pub(crate) fn choices(card: &Card, lang: Lang) -> Choices {
    let mut choices = Choices::default();
    let mut press = Press::default();
    if let Some(picker) = &card.picker {
        let (action, prompt) = (picker.action, picker.prompt.clone());
        let (input, line) = match picker.kind {
            Entities::Person => (InputKind::Person, msg!("choices-person", prompt)),
            Entities::Rooms { .. } => (InputKind::Rooms, msg!("choices-rooms", prompt)),
            Entities::Role { .. } => (InputKind::Role, msg!("choices-role", prompt)),
        };
        choices.fields.extend(form_fields(Form { action, input }));
        choices.lines.push(line.into());
    }
    if let Some(menu) = &card.menu {
        choices.lines.extend(press.menu(menu, lang));
    }
    match &card.second_menu {
        Some(menu) if matches!(menu.action, Action::ChangeNewGame(_)) => {
            choices.lines.push(press.change(menu, lang));
        }
        Some(menu) => choices.lines.extend(press.menu(menu, lang)),
        None => {}
    }
    let buttons = card.controls.iter().flatten();
    let mut actions = buttons.clone().map(|button| button.action);
    // A lesson isn't a game's board, so its message has to say what a typed move is for.
    if let Some(action) = actions.find(|action| matches!(action, Action::WriteLessonMove(_))) {
        let input = InputKind::Text;
        choices.fields.extend(form_fields(Form { action, input }));
    }
    let enabled = buttons.filter(|button| !button.disabled);
    choices.lines.extend(press.buttons(enabled, lang));
    let press = press.into_field();
    if !press.is_empty() {
        choices.fields.insert(PRESS.to_owned(), press.into());
    }
    choices
}

/// Returns a card with the options that [`MORE`] lists in one of its menus.
pub(crate) fn more(mut card: Card, action: Action) -> Card {
    card.menu = match (action, card.menu.take()) {
        (Action::BeginGame(_), Some(menu)) => Some(SelectMenu {
            options: parted(&menu).1.into_iter().cloned().collect(),
            ..menu
        }),
        _ => card.second_menu.take(),
    };
    card.second_menu = None;
    card.attachments.clear();
    card.controls.clear();
    card
}

/// Splits a long menu of games: the first game of each family, and the further forms.
fn parted(menu: &SelectMenu) -> (Vec<&MenuOption>, Vec<&MenuOption>) {
    let options = menu.options.iter();
    let options = options.filter(|option| is_available(menu.action, option));
    if !matches!(menu.action, Action::BeginGame(_)) || menu.options.len() <= LONG {
        return (options.collect(), Vec::new());
    }
    let mut families = Vec::new();
    options.partition(|option| {
        let family = option.value.parse().map(Variant::family).ok();
        let is_first = !families.contains(&family);
        families.push(family);
        is_first
    })
}

/// Whether an option works on Matrix, which has no scheduled events.
fn is_available(action: Action, option: &MenuOption) -> bool {
    let part = PlanPart::from_code(&option.value);
    !(matches!(action, Action::ChangePlan(_)) && part == Some(PlanPart::ServerEvent))
}

/// Returns the content fields of a message that asks for a form's input.
pub(crate) fn form_fields(form: Form) -> Map<String, Value> {
    let field = json!({ "address": form.action.address(), "of": form.input });
    Map::from_iter([(FORM.to_owned(), field)])
}

/// Returns what a word or a reaction chooses under a message with this content: of a question, "yes" and "no" are choices, too.
pub(crate) fn chosen(content: &Map<String, Value>, word: &str) -> Option<Chosen> {
    let press = content.get(PRESS)?.as_object()?;
    let answers = || {
        let answer = app::commands::said(word)?.answer()?;
        let mut all = press.values();
        all.find(|does| answer_by(does) == Some(answer))
    };
    let does = press.get(&normalized(word)).or_else(answers)?;
    let (address, value) = match does.as_array().map(Vec::as_slice) {
        Some([address, value]) => (address, Some(value.as_str()?.to_owned())),
        Some(_) => return None,
        None => (does, None),
    };
    let action = Action::from_address(address.as_str()?)?;
    Some(Chosen { action, value })
}

/// Whether a message offers something, or asks whether to do it.
pub(crate) fn is_question(content: &Map<String, Value>) -> bool {
    let press = content.get(PRESS).and_then(Value::as_object);
    press.is_some_and(|press| press.values().any(|does| answer_by(does).is_some()))
}

fn answer_by(does: &Value) -> Option<bool> {
    Action::from_address(does.as_str()?)?.answer()
}

/// Returns the form that any other reply to a message with this content fills in.
pub(crate) fn form(content: &Map<String, Value>) -> Option<Form> {
    let form = content.get(FORM)?;
    Some(Form {
        action: Action::from_address(form.get("address")?.as_str()?)?,
        input: InputKind::deserialize(form.get("of")?).ok()?,
    })
}

/// Returns a text in lower case, without invisible characters and surrounding punctuation; a number's emoji becomes the number.
pub(crate) fn normalized(text: &str) -> String {
    let text = if text == "\u{1F51F}" { "10" } else { text };
    let is_invisible = |c: char| matches!(c, '\u{200B}'..='\u{200F}' | '\u{2060}'..='\u{2069}' | '\u{FE00}'..='\u{FE0F}');
    let visible: String = text.chars().filter(|c| !is_invisible(*c)).collect();
    match visible.trim_matches(|c: char| !c.is_alphanumeric()) {
        "" => visible.trim().to_lowercase(),
        words => words.to_lowercase(),
    }
}

/// Builds the field [`PRESS`].
#[derive(Default)]
struct Press {
    /// Numbers, reactions and button labels.
    unique: BTreeMap<String, Value>,
    /// Option labels; `None` for a label that two options share.
    labels: BTreeMap<String, Option<Value>>,
    /// The last number given to an option.
    numbered: usize,
}

impl Press {
    /// Numbers a menu's options, and returns its lines.
    fn menu(&mut self, menu: &SelectMenu, lang: Lang) -> Vec<Text> {
        let mut lines = vec![msg!("choices-menu", prompt = menu.prompt.clone()).into()];
        let (listed, others) = parted(menu);
        for option in listed {
            let does = self.label(menu.action, option, lang);
            let number = self.number(does);
            lines.push(option_line(number, menu.action, option, lang));
        }
        if !others.is_empty() {
            let number = self.number(json!([menu.action.address(), MORE]));
            lines.push(msg!("choices-forms", number).into());
        }
        for option in others {
            self.label(menu.action, option, lang);
        }
        lines
    }

    /// Lets a word list the options of a second menu, whose labels already work. Returns the line.
    fn change(&mut self, menu: &SelectMenu, lang: Lang) -> Text {
        for option in &menu.options {
            self.label(menu.action, option, lang);
        }
        let word = msg!("choices-change-word");
        let key = normalized(&lang.plain(&word.clone().into()));
        let does = json!([menu.action.address(), MORE]);
        self.unique.insert(key, does);
        msg!("choices-change", prompt = menu.prompt.clone(), word).into()
    }

    /// Lets an option's label choose it, unless another has the same. Returns what it does.
    fn label(&mut self, action: Action, option: &MenuOption, lang: Lang) -> Value {
        let does = json!([action.address(), option.value]);
        let label = normalized(&lang.plain(&option.label));
        let is_new = !self.labels.contains_key(&label);
        self.labels.insert(label, is_new.then(|| does.clone()));
        does
    }

    fn number(&mut self, does: Value) -> usize {
        self.numbered += 1;
        self.unique.insert(self.numbered.to_string(), does);
        self.numbered
    }

    /// Gives each button a unique word, and a reaction if that is unique. Returns their line.
    fn buttons<'a>(
        &mut self,
        buttons: impl Iterator<Item = &'a Button>,
        lang: Lang,
    ) -> Option<Text> {
        let mut shown = Vec::new();
        let mut has_reaction = false;
        for button in buttons {
            let does = Value::String(button.action.address());
            let mut label = button.label.clone();
            let mut word = normalized(&lang.plain(&label));
            let mut number = 1;
            while self.unique.contains_key(&word) {
                number += 1;
                label = button.label.clone().then(format!(" {number}"));
                word = normalized(&lang.plain(&label));
            }
            self.unique.insert(word, does.clone());
            // A reply is a move already. The word works but is not shown.
            if matches!(
                button.action,
                Action::WriteMove(..) | Action::WriteLessonMove(_)
            ) {
                continue;
            }
            let reaction = reaction(button.action).filter(|key| !self.unique.contains_key(*key));
            shown.push(match reaction {
                Some(key) => {
                    has_reaction = true;
                    self.unique.insert(key.to_owned(), does);
                    msg!("choices-button-reaction", key, label).into()
                }
                None => Text::from(msg!("choices-button", label)),
            });
        }
        if shown.is_empty() {
            return None;
        }
        let choices = Text::join(shown, " · ");
        let line = if has_reaction {
            msg!("choices-reply-or-react", choices)
        } else {
            msg!("choices-reply", choices)
        };
        Some(line.into())
    }

    fn into_field(self) -> Map<String, Value> {
        let labels = self.labels.into_iter();
        let labels = labels.filter_map(|(label, does)| Some((label, does?)));
        // Numbers, reactions and buttons win over an equal label.
        labels.chain(self.unique).collect()
    }
}

fn option_line(number: usize, action: Action, option: &MenuOption, lang: Lang) -> Text {
    let label = option.label.clone();
    // The detail counts the rules pages again, or repeats the plan above or a game's family.
    let is_redundant = matches!(action, Action::RulesPage(_) | Action::ChangePlan(_))
        || lang.plain(&label).starts_with(&lang.plain(&option.detail));
    if is_redundant {
        return msg!("choices-option", number, label).into();
    }
    let detail = option.detail.clone();
    msg!("choices-option-detail", number, label, detail).into()
}

/// Returns the emoji for a button's action, without variation selectors.
fn reaction(action: Action) -> Option<&'static str> {
    Some(match action {
        Action::Accept(_)
        | Action::AgreeToProposal(..)
        | Action::AcceptInvitation(_)
        | Action::CheckIn(_)
        | Action::SendProposal(..)
        | Action::SureMove(..) => "✅",
        Action::Decline(_)
        | Action::DeclineProposal(..)
        | Action::DeclineInvitation(_)
        | Action::DeclineDraw(_)
        | Action::DeclineTakeBack(_)
        | Action::Withdraw(_) => "❌",
        Action::Panel(..) => "♟",
        Action::Draw(_) | Action::AcceptDraw(_) => "🤝",
        Action::AskResign(_) | Action::Resign(_) => "🏳",
        Action::TakeBack(..) | Action::TakeBackNow(_) => "↩",
        Action::Hint(_) => "💡",
        Action::WhyNot(..) => "❓",
        Action::Rematch(_) => "🔁",
        Action::Board(_) => "👁",
        Action::Rules(..) | Action::RulesOfAny => "📖",
        Action::Join(_) => "✋",
        Action::Leave(_) => "👣",
        Action::OpenReplay(_) => "🎞",
        Action::SeeTournament(_, TournamentView::Standings) => "📊",
        Action::StepReplay(.., step) => match step {
            Step::First => "⏮",
            Step::Back => "◀",
            Step::Forward => "▶",
            Step::Last => "⏭",
            Step::Flip => "🔄",
        },
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
