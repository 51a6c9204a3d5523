//! Every ruling is shown by a step, or needs none for a reason that is written here. `RULINGS.md` is the table.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use lessons::course;
use rules_core::Family;

/// Rulings without a step, and why.
const WITHOUT: &[(&str, &str)] = &[
    ("LETO-1", "the start, which `/rules` shows"),
    ("LETO-11", "counts moves over a game"),
    ("LETO-15", "notation"),
    ("TOTO-13", "notation"),
    ("LEAP-8", "draws are as in chess"),
    (
        "LEAP-9e",
        "a chain that bares the king can only go on to capture it",
    ),
    ("LATR-1", "as in chess"),
];

/// The inferred parts of LEAP-9, each with its own letter.
const PARTS: &[(&str, &str)] = &[("LEAP-9", "abcdef")];

/// The rulings of a game in order, as the head of its file in `rules-core` numbers them.
fn rulings(family: Family) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules-core/src/games");
    let text = fs::read_to_string(root.join(format!("{}.rs", family.id()))).unwrap();
    let mut found = Vec::new();
    for ruling in text.lines().filter_map(|line| line.strip_prefix("//! - ")) {
        let number = ruling.split(' ').next().unwrap();
        found.push(number.to_owned());
        let parts = PARTS.iter().filter(|(whole, _)| *whole == number);
        let letters = parts.flat_map(|(_, letters)| letters.chars());
        found.extend(letters.map(|letter| format!("{number}{letter}")));
    }
    found
}

/// The steps that show each ruling, as `throw 1`.
fn shown(family: Family) -> BTreeMap<&'static str, Vec<String>> {
    let mut shown: BTreeMap<_, Vec<String>> = BTreeMap::new();
    for lesson in course(family) {
        for (n, step) in (1..).zip(&lesson.steps) {
            for ruling in &step.rulings {
                let step = format!("{} {n}", lesson.id);
                shown.entry(ruling.as_str()).or_default().push(step);
            }
        }
    }
    shown
}

#[test]
fn every_ruling_has_a_step_or_a_reason_for_none() {
    let mut table = String::from(
        "# Rulings and lessons\n\n\
         The step that shows each ruling, or why none does. What all games share is as in chess. This page is written by\n\
         `DELOS_WRITE=1 cargo test -p lessons`.\n",
    );
    let mut unknown: BTreeSet<_> = WITHOUT.iter().map(|(ruling, _)| *ruling).collect();
    for family in Family::ALL {
        let name = family.name();
        let _ = write!(
            table,
            "\n## {name}\n\n| ruling | shown by |\n| --- | --- |\n"
        );
        let mut shown = shown(family);
        for ruling in rulings(family) {
            let steps = shown.remove(ruling.as_str()).map(|steps| steps.join(", "));
            let reason = WITHOUT.iter().find(|(without, _)| *without == ruling);
            unknown.remove(ruling.as_str());
            let cell = match (steps, reason) {
                (Some(steps), None) => steps,
                (None, Some((_, reason))) => format!("none: {reason}"),
                (Some(steps), Some(_)) => panic!("{ruling} needs no step, and has {steps}"),
                (None, None) => panic!("no step shows {ruling}"),
            };
            let _ = writeln!(table, "| {ruling} | {cell} |");
        }
        assert!(shown.is_empty(), "there are no such rulings: {shown:?}");
    }
    assert!(unknown.is_empty(), "there are no such rulings: {unknown:?}");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("RULINGS.md");
    if std::env::var_os("DELOS_WRITE").is_some() {
        fs::write(&file, &table).unwrap();
    }
    assert_eq!(fs::read_to_string(&file).unwrap_or_default(), table);
}
