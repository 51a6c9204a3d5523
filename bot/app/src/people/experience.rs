//! Who has played what before.

use crate::context::Reader;
use crate::context::failure::Failure;
use crate::model::key::Key;
use crate::model::record::{CareerRecord, GameRecord};

/// Whether a player of this game has never finished one of its family.
pub(crate) fn is_new_to_a_player(
    reader: &Reader<'_>,
    record: &GameRecord,
) -> Result<bool, Failure> {
    let family = record.variant.family();
    for person in record.people() {
        let career = reader.load::<CareerRecord>(Key::Career(person.id.clone()))?;
        let knows = career.is_some_and(|career| {
            let career = career.value;
            career.people.contains_key(&family) || career.engine.contains_key(&family)
        });
        if !knows {
            return Ok(true);
        }
    }
    Ok(false)
}
