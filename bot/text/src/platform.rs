//! Chat platforms.

use std::ops::{Index, IndexMut};

/// A chat platform, whose words for things and commands differ from others'.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Platform {
    /// Servers, channels, roles, buttons, slash commands.
    Discord,
    /// Spaces, rooms, power levels, replies, commands behind a prefix.
    Matrix,
}

impl Platform {
    /// All of them, as they are declared.
    pub const ALL: [Self; 2] = [Self::Discord, Self::Matrix];

    /// The platform that gave an id: the one whose name precedes the colon. The id of a person whose data was deleted has none.
    pub fn named_in(id: &str) -> Option<Self> {
        let (name, _) = id.split_once(':')?;
        Self::ALL
            .into_iter()
            .find(|platform| platform.name() == name)
    }

    /// As [`named_in`](Self::named_in), with Discord for an id without a platform.
    pub fn of_id(id: &str) -> Self {
        Self::named_in(id).unwrap_or(Self::Discord)
    }

    /// What people call it.
    pub fn title(self) -> &'static str {
        match self {
            Self::Discord => "Discord",
            Self::Matrix => "Matrix",
        }
    }

    /// Its name before ids, and the folder of its resources in each language.
    pub fn name(self) -> &'static str {
        match self {
            Self::Discord => "discord",
            Self::Matrix => "matrix",
        }
    }

    /// Returns the prefix typed before a command's name.
    pub fn command_prefix(self) -> &'static str {
        match self {
            Self::Discord => "/",
            Self::Matrix => "!delos ",
        }
    }
}

/// A value for each platform.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ByPlatform<T>([T; Platform::ALL.len()]);

impl<T> ByPlatform<T> {
    /// Makes the value of each platform.
    pub fn new(value_of: impl FnMut(Platform) -> T) -> Self {
        Self(Platform::ALL.map(value_of))
    }

    /// The values in the order of [`Platform::ALL`].
    pub fn values(&self) -> impl Iterator<Item = &T> {
        self.0.iter()
    }
}

impl<T> Index<Platform> for ByPlatform<T> {
    type Output = T;

    fn index(&self, platform: Platform) -> &T {
        &self.0[platform as usize]
    }
}

impl<T> IndexMut<Platform> for ByPlatform<T> {
    fn index_mut(&mut self, platform: Platform) -> &mut T {
        &mut self.0[platform as usize]
    }
}

/// A set of platforms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Platforms(ByPlatform<bool>);

impl Platforms {
    /// Discord alone.
    pub const DISCORD: Self = Self::only(Platform::Discord);
    /// Matrix alone.
    pub const MATRIX: Self = Self::only(Platform::Matrix);
    /// All of them.
    pub const ALL: Self = Self(ByPlatform([true; Platform::ALL.len()]));

    const fn only(platform: Platform) -> Self {
        let mut contained = [false; Platform::ALL.len()];
        contained[platform as usize] = true;
        Self(ByPlatform(contained))
    }

    /// The platforms for which `contains` holds.
    pub fn matching(contains: impl FnMut(Platform) -> bool) -> Self {
        Self(ByPlatform::new(contains))
    }

    /// Whether a platform is in the set.
    pub fn contains(self, platform: Platform) -> bool {
        self.0[platform]
    }

    /// Whether the set has no platform.
    pub fn is_empty(self) -> bool {
        self.0.values().all(|contained| !contained)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_by_their_platform() {
        let names = ByPlatform::new(Platform::name);
        for platform in Platform::ALL {
            assert_eq!(names[platform], platform.name());
        }
        assert!(Platforms::MATRIX.contains(Platform::Matrix));
        assert!(!Platforms::MATRIX.contains(Platform::Discord));
    }
}
