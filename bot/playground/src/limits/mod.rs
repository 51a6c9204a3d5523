//! Discord's documented limits: the table, and the checks that hold a request to it.
//!
//! Lengths count Unicode scalar values. Sources are pages of Discord's developer documentation.

mod command;
mod components;
mod interaction;
mod message;
mod table;

pub use table::{LIMITS, Limit};

pub(crate) use command::{command, commands};
pub(crate) use interaction::{autocomplete, callback, modal};
pub(crate) use message::{Message, message, thread};

use serde_json::Value;

use crate::calls::{Fault, Step};

/// Mebibyte.
pub(crate) const MIB: usize = 1 << 20;
/// The largest file that a bot may upload to a server without boosts.
pub(crate) const FILE_BYTES: usize = 10 * MIB;
/// How long after an interaction its first response is taken.
pub(crate) const ACK_MS: u64 = 3_000;
/// How long an interaction's token can be used.
pub(crate) const TOKEN_MS: u64 = 15 * 60_000;
/// From this age on, edits of a message are counted.
pub(crate) const OLD_MS: u64 = 3_600_000;
/// How many edits of old messages a channel takes in an hour. Discord publishes no number; this is the playground's guess.
pub(crate) const OLD_EDITS: usize = 30;

/// Collects the faults of one body.
#[derive(Debug, Default)]
pub(crate) struct Checker {
    path: Vec<Step>,
    pub(crate) faults: Vec<Fault>,
}

impl Checker {
    pub(crate) fn at(path: Vec<Step>) -> Self {
        Self {
            path,
            faults: Vec::new(),
        }
    }

    /// Runs a check one step deeper in the body.
    fn under<T>(&mut self, step: impl Into<Step>, check: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(step.into());
        let out = check(self);
        self.path.pop();
        out
    }

    fn fault(&mut self, rule: &'static str, message: impl Into<String>) {
        self.fault_code(rule, message, 50035);
    }

    fn fault_code(&mut self, rule: &'static str, message: impl Into<String>, code: u64) {
        debug_assert!(
            LIMITS.iter().any(|l| l.id == rule),
            "{rule} is not in the table"
        );
        self.faults.push(Fault {
            path: self.path.clone(),
            rule,
            message: message.into(),
            code,
        });
    }

    fn fault_at(&mut self, step: impl Into<Step>, rule: &'static str, message: impl Into<String>) {
        self.under(step, |c| c.fault(rule, message));
    }

    /// A text of at most `most` characters, or nothing. Returns its length.
    fn text(
        &mut self,
        of: &Value,
        key: &str,
        rule: &'static str,
        least: usize,
        most: usize,
    ) -> usize {
        match &of[key] {
            Value::Null if least == 0 => 0,
            Value::Null => {
                self.fault_at(key, rule, "This field is required");
                0
            }
            Value::String(s) => {
                let n = s.chars().count();
                if n > most || n < least {
                    self.fault_at(
                        key,
                        rule,
                        format!("Must be between {least} and {most} in length (is {n})."),
                    );
                }
                n
            }
            other => {
                self.fault_at(key, "type", format!("must be a string, not {other}"));
                0
            }
        }
    }

    /// A list, with its length checked; what is no list is a fault and counts as empty.
    fn list<'v>(
        &mut self,
        of: &'v Value,
        key: &str,
        rule: &'static str,
        most: usize,
    ) -> &'v [Value] {
        match &of[key] {
            Value::Null => &[],
            Value::Array(l) => {
                if l.len() > most {
                    self.fault_at(
                        key,
                        rule,
                        format!("Must be {most} or fewer in length (is {}).", l.len()),
                    );
                }
                l
            }
            other => {
                self.fault_at(key, "type", format!("must be a list, not {other}"));
                &[]
            }
        }
    }

    fn each<'v>(
        &mut self,
        key: &str,
        list: &'v [Value],
        mut check: impl FnMut(&mut Self, &'v Value),
    ) {
        self.under(key, |c| {
            for (n, v) in list.iter().enumerate() {
                c.under(n, |c| check(c, v));
            }
        });
    }
}

#[cfg(test)]
mod tests;
