//! Bytes that ids and names fill in the store, where a record has at most 65,536 together with the index rows that name people.

use crate::model::ids::{Person, PlayerId};

/// Maximum number of bytes of an index row beside the id: `{"index":{"about":""},"order":1700000000000},`.
const ROW_BYTES: usize = 46;

/// A text in JSON.
pub(crate) fn of_text(text: &str) -> usize {
    let escaped = |byte: u8| match byte {
        b'"' | b'\\' | b'\n' | b'\r' | b'\t' | 0x08 | 0x0C => 2,
        0..0x20 => 6,
        _ => 1,
    };
    text.bytes().map(escaped).sum()
}

/// The id of a person, and the index row that it leads to.
pub(crate) fn of_id(id: &PlayerId) -> usize {
    2 * of_text(id.as_str()) + ROW_BYTES
}

/// The id and the name of a person, and the index row that the id leads to.
pub(crate) fn of_person(person: &Person) -> usize {
    of_id(&person.id) + of_text(&person.name)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::model::key::Index;

    /// People whose ids and names take the most bytes, and one with a short name.
    pub(in crate::model::record) fn people() -> Vec<Person> {
        let matrix = format!("matrix:@{}", "\"".repeat(254));
        let ids = ["discord:18446744073709551615", &matrix].map(PlayerId::new);
        let names = ["\u{1F600}".repeat(40), "\"\\".repeat(40), "a".to_owned()];
        let person = |id: PlayerId| names.each_ref().map(|name| Person::new(id.clone(), name));
        ids.map(person).concat()
    }

    #[test]
    fn sizes_are_those_of_json() {
        let all: String = (1..=0xFF).filter_map(char::from_u32).collect();
        let id = PlayerId::new(all.clone());
        let row = Index::About(id.clone()).at(99_999_999_999_999);
        let length = |json: String| json.len();
        let text = length(serde_json::to_string(&id).unwrap()) - 2;
        assert_eq!(of_text(&all), text);
        let row = length(serde_json::to_string(&row).unwrap()) + 1;
        assert_eq!(of_id(&id), text + row);
    }
}
