//! An organizer's invitation to a person, who alone can accept it.

use crate::model::ids::{Person, PlayerId};
use crate::model::record::defaults::stored;
use crate::model::record::stored_size;

/// Maximum number of stored bytes of an invitation beside its names and ids.
const MAX_MARK_BYTES: usize = 100;

stored! {
    /// An invitation. It is kept until it is accepted, so that no one is asked twice.
    pub struct Invitation {
        pub person: Person,
        /// The organizer who invited them.
        pub by: Person,
        /// The entrant to replace; `None` for a new place.
        pub out: Option<PlayerId> = default,
        /// Whether they declined. Organizers do not see it.
        pub declined: bool = default,
        /// Whether an organizer withdrew it.
        pub withdrawn: bool = default,
    }
}

impl Invitation {
    /// Whether the person can accept it.
    pub(crate) fn is_open(&self) -> bool {
        !self.declined && !self.withdrawn
    }

    /// The people named in it.
    pub(crate) fn people(&self) -> impl Iterator<Item = &PlayerId> {
        [&self.person.id, &self.by.id].into_iter().chain(&self.out)
    }

    /// Maximum number of bytes that it can fill in the store.
    pub(crate) fn max_bytes(&self) -> usize {
        let people = [&self.person, &self.by].map(stored_size::of_person);
        let out = self.out.as_ref().map_or(0, stored_size::of_id);
        people.iter().sum::<usize>() + out + MAX_MARK_BYTES
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::key::Index;

    #[test]
    fn no_invitation_exceeds_its_maximum_of_bytes() {
        for person in stored_size::tests::people() {
            let invitation = Invitation {
                person: person.clone(),
                by: person.clone(),
                out: Some(person.id),
                declined: true,
                withdrawn: true,
            };
            let rows: Vec<_> = invitation
                .people()
                .map(|id| Index::About(id.clone()).at(1_700_000_000_000))
                .collect();
            let rows = serde_json::to_string(&rows).unwrap().len();
            let bytes = serde_json::to_string(&invitation).unwrap().len() + 1 + rows;
            let most = invitation.max_bytes();
            assert!(bytes <= most, "{bytes} of {most}");
        }
    }
}
