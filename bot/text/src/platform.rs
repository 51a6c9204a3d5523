//! Chat platforms.

use std::ops::{Index, IndexMut};

/// A chat platform, whose words for things and commands differ from others'.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Platform {
    /// Servers, channels, roles, buttons, slash commands.
    Discord,
    /// Spaces, rooms, power levels, replies, commands behind a prefix.
    Matrix,
}

/// The properties of a platform that every layer may use. `bot/src/platforms` has the table of how each is wired.
struct Row {
    title: &'static str,
    name: &'static str,
    command_prefix: &'static str,
    home: i64,
    delivers_again: bool,
    shows_edits: bool,
}

const DISCORD: Row = Row {
    title: "Discord",
    name: "discord",
    command_prefix: "/",
    home: 0,
    delivers_again: false,
    shows_edits: true,
};

const MATRIX: Row = Row {
    title: "Matrix",
    name: "matrix",
    command_prefix: "!delos ",
    home: -1,
    delivers_again: true,
    shows_edits: false,
};

impl Platform {
    /// All of them, as they are declared.
    pub const ALL: [Self; 2] = [Self::Discord, Self::Matrix];

    const fn row(self) -> &'static Row {
        match self {
            Self::Discord => &DISCORD,
            Self::Matrix => &MATRIX,
        }
    }

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

    /// Its name for people, as in "Discord".
    pub fn title(self) -> &'static str {
        self.row().title
    }

    /// Its name before ids and in leases, the folder of its resources in each language, and its crate.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Returns the prefix typed before a command's name.
    pub fn command_prefix(self) -> &'static str {
        self.row().command_prefix
    }

    /// The number, as stored, of the home of what belongs to no server: negative where that is all of the platform. -2 and -3 are
    /// the engine's.
    pub const fn home(self) -> i64 {
        self.row().home
    }

    /// Returns true if a single process serves the platform, over one connection; Discord is split into shards.
    pub const fn is_whole(self) -> bool {
        self.home() < 0
    }

    /// The platforms for which [`is_whole`](Self::is_whole) is true.
    pub fn whole() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|platform| platform.is_whole())
    }

    /// Whether it delivers an event again that was not acknowledged.
    pub fn delivers_again(self) -> bool {
        self.row().delivers_again
    }

    /// Whether every client shows that a message was edited.
    pub fn shows_edits(self) -> bool {
        self.row().shows_edits
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

    /// The platforms in the set.
    pub fn each(self) -> impl Iterator<Item = Platform> {
        let all = Platform::ALL.into_iter();
        all.filter(move |platform| self.contains(*platform))
    }

    /// Whether the set has no platform.
    pub fn is_empty(self) -> bool {
        self.each().next().is_none()
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
            let same = |other: &Platform| other.home() == platform.home();
            assert_eq!(Platform::ALL.into_iter().filter(same).count(), 1);
            assert!(![-2, -3].contains(&platform.home()), "the engine's");
            let has_shards = platform == Platform::Discord;
            assert_ne!(platform.is_whole(), has_shards, "{platform:?}");
        }
        assert!(Platforms::MATRIX.contains(Platform::Matrix));
        assert!(!Platforms::MATRIX.contains(Platform::Discord));
    }
}
