//! Whether everything in a store fits together.

use app::Record;
use app::effect::Effect;

use super::envelope::{self, Envelope, Kind};
use super::keys;
use super::posts::Post;
use super::trees::Trees;

/// At most so many problems are told one by one.
const TOLD: usize = 50;

/// What was looked at, and what is wrong.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Findings {
    /// Records that were read.
    pub records: u64,
    /// Bytes of their values.
    pub bytes: u64,
    /// Moves of games that were played again.
    pub moves: u64,
    /// How many problems there are.
    pub problems: u64,
    /// The first of them, one sentence each.
    pub told: Vec<String>,
}

impl Findings {
    fn problem(&mut self, what: String) {
        self.problems += 1;
        if self.told.len() < TOLD {
            self.told.push(what);
        }
    }
}

/// Reads every value, plays every game again, and compares the index with the records.
pub(super) fn check(trees: &Trees) -> sled::Result<Findings> {
    let mut found = Findings::default();
    let mut rows = 0_usize;
    for entry in &trees.records {
        let (key, bytes) = entry?;
        found.records += 1;
        found.bytes += bytes.len() as u64;
        let Some(name) = keys::read_key(&key) else {
            found.problem(format!("a record has the name {key:?}, which is none"));
            continue;
        };
        let record = match envelope::read::<Record>(Kind::Record, &bytes) {
            Ok(Envelope { r, .. }) => r,
            Err(why) => {
                found.problem(format!("{name}: {why}"));
                continue;
            }
        };
        if record.key() != name {
            found.problem(format!("{name} holds {}", record.key()));
        }
        let own = record.index_rows();
        rows += own.len();
        for row in own {
            if !trees
                .rows
                .contains_key(keys::row(&row.index, row.order, &name))?
            {
                found.problem(format!("{name} is missing in {:?}", row.index));
            }
        }
        if let Record::Game(game) = record {
            found.moves += game.moves.len() as u64;
            if let Err(error) = game.replay() {
                found.problem(format!("{name} cannot be played again: {error}"));
            }
        }
    }
    // Each row that a record has was found, and they are all different: so a greater number means rows of nobody.
    let there = trees.rows.len();
    if there > rows && found.problems == 0 {
        found.problem(format!(
            "{} rows of the index belong to no record",
            there - rows
        ));
    }
    for entry in &trees.outgoing {
        let (id, bytes) = entry?;
        if let Err(why) = envelope::read::<Effect>(Kind::Effect, &bytes) {
            found.problem(format!("the effect {id:?}: {why}"));
        }
    }
    for entry in &trees.posts {
        let (key, bytes) = entry?;
        let record = keys::read_subject(&key).map(|subject| keys::key(&subject.key()));
        if !matches!(record, Some(record) if trees.records.contains_key(&record)?) {
            found.problem(format!("a message shows {key:?}, which is not there"));
        }
        match envelope::read::<Post>(Kind::Post, &bytes) {
            Err(why) => found.problem(format!("the message of {key:?}: {why}")),
            Ok(Envelope { r: post, .. }) => {
                let named = trees.messages.get(post.message.to_be_bytes())?;
                if named.as_ref() != Some(&key) {
                    found.problem(format!("message {} does not lead to {key:?}", post.message));
                }
            }
        }
    }
    Ok(found)
}
