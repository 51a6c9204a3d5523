//! The shards that this process serves: Discord distributes a bot's servers over as many as the bot asks for.

use std::fmt;

use serde::Deserialize;

use super::Bounded;

/// The shards that this process serves, as configured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct ShardsConfig {
    /// The first one, counted from zero.
    pub first: Bounded<0, 16_383>,
    /// The last one.
    pub last: Bounded<0, 16_383>,
    /// The shards of all processes together; zero for as many as Discord recommends, all served by this process.
    pub total: Bounded<0, 16_384>,
}

/// Consecutive shards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShardRange {
    /// The first, counted from zero.
    pub first: u32,
    /// The last, inclusive.
    pub last: u32,
    /// The shards of all processes together.
    pub total: u32,
}

impl ShardsConfig {
    /// The shards to serve; none for all, in the number that Discord recommends.
    ///
    /// # Errors
    /// Which numbers are inconsistent.
    pub fn range(self) -> Result<Option<ShardRange>, String> {
        let [first, last] = [self.first, self.last].map(Bounded::number);
        let total = self.total.number();
        if total == 0 {
            return if first == 0 && last == 0 {
                Ok(None)
            } else {
                Err("total is missing, the number of shards of all processes together".to_owned())
            };
        }
        if first > last {
            return Err(format!("first ({first}) must not be above last ({last})"));
        }
        if last >= total {
            return Err(format!(
                "last ({last}) must be below total ({total}): the first shard is 0"
            ));
        }
        Ok(Some(ShardRange { first, last, total }))
    }
}

impl ShardRange {
    /// Whether these are all shards.
    pub fn is_all(self) -> bool {
        self.first == 0 && self.last + 1 == self.total
    }
}

impl fmt::Display for ShardRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "shards {} to {} of {}",
            self.first, self.last, self.total
        )
    }
}
