//! Which of Discord's shards this process serves: Discord deals a bot's servers out to as many as are asked for.

use std::fmt;

use serde::Deserialize;

use super::Bounded;

/// The shards that are served here, as they are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Shards {
    /// The first one served here; they are counted from 0.
    pub first: Bounded<0, 16_383>,
    /// The last one served here.
    pub last: Bounded<0, 16_383>,
    /// Those of all processes together; zero for as many as Discord recommends, all of them served here.
    pub total: Bounded<0, 16_384>,
}

/// Some of a number of shards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// The first.
    pub first: u32,
    /// The last.
    pub last: u32,
    /// Of how many.
    pub total: u32,
}

impl Shards {
    /// What is to be served here; nothing for all, in the number that Discord recommends.
    ///
    /// # Errors
    /// Says which of the numbers do not go together.
    pub fn part(self) -> Result<Option<Part>, String> {
        let [first, last] = [self.first, self.last].map(Bounded::number);
        let total = self.total.number();
        if total == 0 {
            return if first == 0 && last == 0 {
                Ok(None)
            } else {
                Err("needs total, the number of shards of all processes together".to_owned())
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
        Ok(Some(Part { first, last, total }))
    }
}

impl Part {
    /// Whether nothing is left for another process.
    pub fn is_whole(self) -> bool {
        self.first == 0 && self.last + 1 == self.total
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "shards {} to {} of {}",
            self.first, self.last, self.total
        )
    }
}
