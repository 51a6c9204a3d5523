//! The parts of a store.

/// The trees with values; [`crate::keys`] lists their content.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum TreeName {
    Records,
    Rows,
    Outgoing,
    Posts,
    Messages,
    Retiring,
}

impl TreeName {
    pub(crate) const ALL: [Self; 6] = [
        Self::Records,
        Self::Rows,
        Self::Outgoing,
        Self::Posts,
        Self::Messages,
        Self::Retiring,
    ];

    /// Permanent: it is part of stored hashes.
    pub(crate) fn number(self) -> u8 {
        match self {
            Self::Records => 0,
            Self::Rows => 1,
            Self::Outgoing => 2,
            Self::Posts => 3,
            Self::Messages => 4,
            Self::Retiring => 5,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Records => "records",
            Self::Rows => "rows",
            Self::Outgoing => "outgoing",
            Self::Posts => "posts",
            Self::Messages => "messages",
            Self::Retiring => "retiring",
        }
    }
}
