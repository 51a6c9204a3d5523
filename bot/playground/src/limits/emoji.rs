//! Limits of the application's emoji.

use std::collections::BTreeMap;

use serde_json::Value;

use super::Validator;
use crate::api_error::FormError;
use crate::state::EmojiState;

const IMAGE_BYTES: usize = 256 << 10;
const MAX_EMOJI: usize = 2000;

/// Returns the errors of a new emoji beside `others`, and its image.
pub(crate) fn emoji(body: &Value, others: &BTreeMap<u64, EmojiState>) -> (Vec<FormError>, Vec<u8>) {
    let mut c = Validator::default();
    c.text(body, "name", "emoji-name", 2..=32);
    let name = body["name"].as_str().unwrap_or_default();
    let is_word = |name: &str| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !is_word(name) || others.values().any(|other| other.name == name) {
        let message = format!("{name:?} is no new name of letters, digits and underscores");
        c.error_at("name", "emoji-name", message);
    }
    let image = body["image"]
        .as_str()
        .and_then(|image| image.strip_prefix("data:image/png;base64,"));
    let image = image.and_then(decoded).unwrap_or_default();
    if image.is_empty() || image.len() > IMAGE_BYTES {
        let message = format!("{} bytes of an image", image.len());
        c.error_at("image", "emoji-image", message);
    }
    if others.len() >= MAX_EMOJI {
        c.error("emoji-number", "Maximum number of emojis reached (2000)");
    }
    (c.errors, image)
}

/// The bytes of a text in base 64.
fn decoded(text: &str) -> Option<Vec<u8>> {
    let digit = |c: u8| match c {
        b'A'..=b'Z' => Some(c - b'A'),
        b'a'..=b'z' => Some(c - b'a' + 26),
        b'0'..=b'9' => Some(c - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let mut bytes = Vec::new();
    for four in text.trim_end_matches('=').as_bytes().chunks(4) {
        let digits = four.iter().map(|&c| digit(c)).collect::<Option<Vec<_>>>()?;
        let bits = digits
            .iter()
            .fold(0_u32, |bits, &digit| bits << 6 | u32::from(digit));
        let bits = bits << (6 * (4 - digits.len()));
        bytes.extend_from_slice(&bits.to_be_bytes()[1..digits.len()]);
    }
    Some(bytes)
}
