//! Discord's documented limits, and the validation of requests against them.
//!
//! Lengths count Unicode scalar values.

mod command;
mod components;
mod emoji;
mod interaction;
mod message;
mod scheduled_event;
mod table;

pub use table::{LIMITS, Limit};

pub(crate) use command::{command, commands};
pub(crate) use emoji::emoji;
pub(crate) use interaction::{autocomplete, callback, modal};
pub(crate) use message::{MessageContext, message, thread};
pub(crate) use scheduled_event::{event_change, new_event};

use std::ops::RangeInclusive;

use serde_json::Value;

use crate::api_error::{ErrorCode, FormError, INVALID_FORM};
use crate::calls::PathSegment;

/// The largest file that a bot can upload to a guild without boosts.
pub(crate) const FILE_BYTES: usize = 10 << 20;
/// The deadline for the initial response to an interaction.
pub(crate) const ACK_MS: u64 = 3_000;
/// The lifetime of an interaction token.
pub(crate) const TOKEN_MS: u64 = 15 * 60_000;
/// The age from which edits of a message are limited, and the window of that limit.
pub(crate) const OLD_MS: u64 = 3_600_000;
/// Edits of old messages per channel in [`OLD_MS`]. Discord publishes no number; this is a guess.
pub(crate) const OLD_EDITS: usize = 30;

/// Collects the errors of a body.
#[derive(Debug, Default)]
pub(crate) struct Validator {
    path: Vec<PathSegment>,
    pub(crate) errors: Vec<FormError>,
}

impl Validator {
    pub(crate) fn at(path: Vec<PathSegment>) -> Self {
        Self {
            path,
            errors: Vec::new(),
        }
    }

    fn under<T>(
        &mut self,
        segment: impl Into<PathSegment>,
        check: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.path.push(segment.into());
        let out = check(self);
        self.path.pop();
        out
    }

    fn error(&mut self, rule: &'static str, message: impl Into<String>) {
        self.error_with_code(rule, message, INVALID_FORM);
    }

    fn error_with_code(&mut self, rule: &'static str, message: impl Into<String>, code: ErrorCode) {
        debug_assert!(
            LIMITS.iter().any(|limit| limit.id == rule),
            "{rule} is not in the table"
        );
        let error = FormError::new(self.path.clone(), rule, message, code);
        self.errors.push(error);
    }

    fn error_at(
        &mut self,
        segment: impl Into<PathSegment>,
        rule: &'static str,
        message: impl Into<String>,
    ) {
        self.under(segment, |c| c.error(rule, message));
    }

    /// Checks the length of a string, which may be missing if it may be empty. Returns its length.
    fn text(
        &mut self,
        object: &Value,
        key: &str,
        rule: &'static str,
        lengths: RangeInclusive<usize>,
    ) -> usize {
        match &object[key] {
            Value::Null if lengths.contains(&0) => 0,
            Value::Null => {
                self.error_at(key, rule, "This field is required");
                0
            }
            Value::String(s) => {
                let length = s.chars().count();
                if !lengths.contains(&length) {
                    let (min, max) = lengths.into_inner();
                    let message =
                        format!("Must be between {min} and {max} in length (is {length}).");
                    self.error_at(key, rule, message);
                }
                length
            }
            other => {
                self.error_at(key, "type", format!("must be a string, not {other}"));
                0
            }
        }
    }

    /// Checks the length of a list, and returns it. A missing list is empty.
    fn list<'v>(
        &mut self,
        object: &'v Value,
        key: &str,
        rule: &'static str,
        max: usize,
    ) -> &'v [Value] {
        match &object[key] {
            Value::Null => &[],
            Value::Array(list) => {
                if list.len() > max {
                    let message = format!("Must be {max} or fewer in length (is {}).", list.len());
                    self.error_at(key, rule, message);
                }
                list
            }
            other => {
                self.error_at(key, "type", format!("must be a list, not {other}"));
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
            for (index, value) in list.iter().enumerate() {
                c.under(index, |c| check(c, value));
            }
        });
    }
}

#[cfg(test)]
mod tests;
