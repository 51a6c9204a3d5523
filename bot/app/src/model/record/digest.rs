//! Keyed hashes of people's ids.

use std::hash::Hasher as _;

use serde::{Deserialize, Serialize};
use siphasher::sip::SipHasher24;

use crate::model::ids::PlayerId;

/// A hash of a person's id under a random key of its own: it recognizes the person without naming them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PersonDigest(u64, u64);

impl PersonDigest {
    pub(crate) fn new(id: &PlayerId, key: u64) -> Self {
        Self(key, hash(id, key))
    }

    pub(crate) fn is_of(self, id: &PlayerId) -> bool {
        let Self(key, digest) = self;
        hash(id, key) == digest
    }
}

fn hash(id: &PlayerId, key: u64) -> u64 {
    let mut hasher = SipHasher24::new_with_keys(key, key.rotate_left(32));
    hasher.write(id.as_str().as_bytes());
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_digest_is_of_the_same_person_in_every_version() {
        let digest = PersonDigest(0x0123_4567_89ab_cdef, 0x3257_11cf_9b8f_71d3);
        assert!(digest.is_of(&PlayerId::new("discord:42")));
        assert!(!digest.is_of(&PlayerId::new("discord:43")));
    }
}
