//! Settings that are validated when parsed.

use std::fmt;
use std::net::{Ipv4Addr, SocketAddr};
use std::str::FromStr;
use std::time::Duration;

use reqwest::Url;
use serde::{Deserialize, Deserializer, de};

/// Declares a setting that is kept as text, which the block validates and may rewrite.
macro_rules! text_setting {
    ($(#[$doc:meta])* $name:ident($text:ident) $read:block) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct $name(String);

        impl $name {
            /// The text.
            pub fn as_str(&self) -> &str {
                &self.0
            }

            fn read($text: &str) -> Result<String, &'static str> $read
        }

        impl FromStr for $name {
            type Err = &'static str;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Self::read(text).map(Self)
            }
        }

        $crate::config::values::deserialize_from_str!($name);
    };
}
pub(super) use text_setting;

/// Implements `Deserialize` through `FromStr`.
macro_rules! deserialize_from_str {
    ($name:ty) => {
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                text.parse().map_err(de::Error::custom)
            }
        }
    };
}
pub(super) use deserialize_from_str;

text_setting! {
    /// The base address of a Discord-compatible server, without a trailing slash.
    ///
    /// The token is sent there, so the address is HTTPS or loopback.
    ApiAddress(text) {
        let secret = "must begin with https://: the token would cross the network in plain text";
        secure(text, "is not an address like https://discord.com", secret)
    }
}

text_setting! {
    /// The base address of a Matrix homeserver, without a trailing slash.
    ///
    /// The password is sent there, so the address is HTTPS or loopback.
    ServerAddress(text) {
        let form = "is not an address like https://matrix.example.org";
        let secret = "must begin with https://: the password would cross the network in plain text";
        secure(text, form, secret)
    }
}

text_setting! {
    /// The base address of a rate-limiting proxy, without a trailing slash.
    ///
    /// Such proxies run beside the bot in a private network and speak HTTP, so any host may be addressed in plain text.
    ProxyAddress(text) {
        let (url, _) = base(text, "is not an address like http://nirn:8080")?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err("must begin with http:// or https://");
        }
        Ok(without_slash(&url))
    }
}

/// The longest address of a page, in bytes: it must fit into a message.
const LONGEST_PAGE: usize = 300;

text_setting! {
    /// The address of a web page for people.
    PageAddress(text) {
        let wrong = "is not the address of a page like https://example.org/privacy";
        let url = Url::parse(text).map_err(|_| wrong)?;
        let page = url.scheme() == "https" && url.host_str().is_some();
        if !page || !url.username().is_empty() || url.as_str().len() > LONGEST_PAGE {
            return Err(wrong);
        }
        Ok(url.as_str().to_owned())
    }
}

/// A base address to which a secret may be sent, without a trailing slash; otherwise, what is wrong.
fn secure(
    text: &str,
    wrong: &'static str,
    in_plain_text: &'static str,
) -> Result<String, &'static str> {
    let (url, host) = base(text, wrong)?;
    let loopback = matches!(host.as_str(), "localhost" | "[::1]")
        || host
            .parse::<Ipv4Addr>()
            .is_ok_and(|address| address.is_loopback());
    match url.scheme() {
        "https" => {}
        "http" if loopback => {}
        "http" => return Err(in_plain_text),
        _ => return Err("must begin with https://"),
    }
    Ok(without_slash(&url))
}

/// Parses a base address and its host, or returns what is wrong.
fn base(text: &str, wrong: &'static str) -> Result<(Url, String), &'static str> {
    let url = Url::parse(text).map_err(|_| wrong)?;
    let host = url.host_str().ok_or(wrong)?.to_owned();
    if !url.username().is_empty()
        || url.password().is_some()
        || url.query().is_some()
        || url.fragment().is_some()
    {
        return Err("must not have a user, a password, a ? or a #");
    }
    Ok((url, host))
}

fn without_slash(url: &Url) -> String {
    url.as_str().trim_end_matches('/').to_owned()
}

/// A loopback address and port.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoopbackAddress(pub(crate) SocketAddr);

deserialize_from_str!(LoopbackAddress);

impl Default for LoopbackAddress {
    fn default() -> Self {
        Self(SocketAddr::from((Ipv4Addr::LOCALHOST, 4040)))
    }
}

impl FromStr for LoopbackAddress {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.parse::<SocketAddr>() {
            Err(_) => Err("is not an address and port like 127.0.0.1:4040"),
            Ok(address) if address.ip().is_loopback() => Ok(Self(address)),
            Ok(_) => Err(
                "must be a loopback address, 127.0.0.1 or [::1]: it is not protected by a password",
            ),
        }
    }
}

/// An address and port of this machine, or `0.0.0.0` for all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ListenAddress(pub(crate) SocketAddr);

deserialize_from_str!(ListenAddress);

impl FromStr for ListenAddress {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = "is not an address and port like 127.0.0.1:9464";
        text.parse().map(Self).map_err(|_| wrong)
    }
}

/// A whole number from `MIN` to `MAX`, and `DEFAULT` unless configured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounded<const MIN: u32, const MAX: u32, const DEFAULT: u32>(u32);

impl<const MIN: u32, const MAX: u32, const DEFAULT: u32> Bounded<MIN, MAX, DEFAULT> {
    /// The number.
    pub fn number(self) -> u32 {
        self.0
    }
}

impl<const MIN: u32, const MAX: u32, const DEFAULT: u32> Default for Bounded<MIN, MAX, DEFAULT> {
    fn default() -> Self {
        const { assert!(MIN <= DEFAULT && DEFAULT <= MAX, "out of bounds") };
        Self(DEFAULT)
    }
}

impl<const MIN: u32, const MAX: u32, const DEFAULT: u32> FromStr for Bounded<MIN, MAX, DEFAULT> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.parse::<u32>() {
            Ok(number) if (MIN..=MAX).contains(&number) => Ok(Self(number)),
            _ => Err(format!("must be a whole number from {MIN} to {MAX}")),
        }
    }
}

impl<'de, const MIN: u32, const MAX: u32, const DEFAULT: u32> Deserialize<'de>
    for Bounded<MIN, MAX, DEFAULT>
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = i64::deserialize(deserializer)?;
        number.to_string().parse().map_err(de::Error::custom)
    }
}

/// Declares an enum with the words for its values in the configuration.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident: $wrong:literal, $($(#[$of_value:meta])* $value:ident = $word:literal),+ $(,)?) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        pub enum $name {
            $($(#[$of_value])* $value,)+
        }

        impl FromStr for $name {
            type Err = &'static str;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($word => Ok(Self::$value),)+
                    _ => Err($wrong),
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self {
                    $(Self::$value => $word,)+
                })
            }
        }

        deserialize_from_str!($name);
    };
}

words! {
    /// How often an automatic backup is made.
    BackupPeriod: "must be hourly, daily, weekly or never",
    /// Not at all.
    Never = "never",
    /// Every hour.
    Hourly = "hourly",
    /// Every 24 hours.
    #[default]
    Daily = "daily",
    /// Every 7 days.
    Weekly = "weekly",
}

impl BackupPeriod {
    /// The time between two backups; `None` if there are none.
    pub fn period(self) -> Option<Duration> {
        match self {
            Self::Never => None,
            Self::Hourly => Some(Duration::from_hours(1)),
            Self::Daily => Some(Duration::from_hours(24)),
            Self::Weekly => Some(Duration::from_hours(7 * 24)),
        }
    }
}

words! {
    /// The level of a log line.
    LogLevel: "must be error, warn, info, debug or trace",
    /// Something failed.
    Error = "error",
    /// Something failed and is retried, or needs attention.
    Warn = "warn",
    /// Major events.
    #[default]
    Info = "info",
    /// Details.
    Debug = "debug",
    /// Every step.
    Trace = "trace",
}

words! {
    /// The format of a log line.
    LogFormat: "must be text or json",
    /// Text for people.
    #[default]
    Text = "text",
    /// A JSON object for programs.
    Json = "json",
}
