//! Controls and typed commands: each button, menu and form has a typed equivalent, for front ends without controls.

use app::commands::{Parsed, parse};
use app::{Action, Command, Text};
use rules_core::Variant;

use crate::common::directory::Everyone;

/// An address of each kind.
pub(crate) fn addresses() -> impl Iterator<Item = String> {
    controls().map(|control| control.address)
}

/// A control of each kind, with the command that it gives.
pub(crate) fn presses() -> impl Iterator<Item = (Action, Command)> {
    controls().map(|control| {
        let action = Action::from_address(&control.address).unwrap();
        (action, action.command(control.input.as_deref()).unwrap())
    })
}

/// An example of a control: its address, the chosen option or the written text, and how to type what it does.
pub(crate) struct Control {
    pub(crate) address: String,
    pub(crate) input: Option<String>,
    pub(crate) typed: &'static str,
    is_same: bool,
}

/// The examples of the table of buttons.
pub(crate) fn controls() -> impl Iterator<Item = Control> {
    let rows = Action::EXAMPLES.iter();
    let examples = rows.flat_map(|(verb, all)| all.iter().map(move |example| (verb, example)));
    examples.map(|(verb, example)| {
        let (control, typed, is_same) = if let Some((control, rest)) = example.split_once("~ ") {
            (control, rest.split_once(" # ").unwrap().0, false)
        } else {
            let (control, typed) = example.split_once("= ").unwrap();
            (control, typed, true)
        };
        let (fields, input) = match control.split_once("< ") {
            Some((fields, input)) => (fields, Some(input.trim().replace('|', "\n"))),
            None => (control, None),
        };
        let fields = Some(fields.trim()).filter(|fields| !fields.is_empty());
        let address = ["1", *verb].into_iter().chain(fields);
        Control {
            address: address.collect::<Vec<_>>().join(":"),
            input,
            typed,
            is_same,
        }
    })
}

fn typed(text: &str) -> Result<Command, Text> {
    match parse(text)? {
        Parsed::Call(mut call) => {
            call.resolve(&Everyone)?;
            call.read(Variant::Leto)
        }
        Parsed::Help(help) => Err(help),
    }
}

#[test]
fn every_control_can_be_typed() {
    let mut wrong = Vec::new();
    for control in controls() {
        let Control { address, input, .. } = &control;
        let action = Action::from_address(address);
        let Some(pressed) = action.and_then(|action| action.command(input.as_deref())) else {
            wrong.push(format!("{address} does nothing with {input:?}"));
            continue;
        };
        match typed(control.typed) {
            Ok(command) if (command == pressed) == control.is_same => {}
            other => wrong.push(format!("{address}: {pressed:?}, but typed: {other:?}")),
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
