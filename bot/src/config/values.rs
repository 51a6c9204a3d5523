//! Settings that are validated when parsed.

use std::fmt;
use std::net::{Ipv4Addr, SocketAddr};
use std::str::FromStr;
use std::time::Duration;

use reqwest::Url;
use serde::{Deserialize, Deserializer, de};

use super::matrix::{DeviceId, MatrixUser};

/// Implements `Deserialize` through `FromStr`.
macro_rules! deserialize_from_str {
    ($($name:ty),*) => {$(
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
            }
        }
    )*};
}

deserialize_from_str!(
    ApiAddress,
    BackupPeriod,
    DeviceId,
    ListenAddress,
    LoopbackAddress,
    LogLevel,
    LogFormat,
    MatrixUser,
    PageAddress,
    ProxyAddress,
    ServerAddress
);

/// Declares an address that is kept as text.
macro_rules! address {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct $name(String);

        impl $name {
            /// The text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }
    };
}

address! {
    /// The base address of a Discord-compatible server, without a trailing slash.
    ///
    /// The token is sent there, so the address is HTTPS or loopback.
    ApiAddress
}

impl FromStr for ApiAddress {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let secret = "must begin with https://: the token would cross the network in plain text";
        secure(text, "is not an address like https://discord.com", secret).map(Self)
    }
}

address! {
    /// The base address of a Matrix homeserver, without a trailing slash.
    ///
    /// The password is sent there, so the address is HTTPS or loopback.
    ServerAddress
}

impl FromStr for ServerAddress {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let form = "is not an address like https://matrix.example.org";
        let secret = "must begin with https://: the password would cross the network in plain text";
        secure(text, form, secret).map(Self)
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

address! {
    /// The base address of a rate-limiting proxy, without a trailing slash.
    ///
    /// Such proxies run beside the bot in a private network and speak HTTP, so any host may be addressed in plain text.
    ProxyAddress
}

impl FromStr for ProxyAddress {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (url, _) = base(text, "is not an address like http://nirn:8080")?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err("must begin with http:// or https://");
        }
        Ok(Self(without_slash(&url)))
    }
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

address! {
    /// The address of a web page for people.
    PageAddress
}

impl PageAddress {
    /// The longest address, in bytes: it must fit into a message.
    const MAX_LENGTH: usize = 300;
}

impl FromStr for PageAddress {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = "is not the address of a page like https://example.org/privacy";
        let url = Url::parse(text).map_err(|_| wrong)?;
        let page = url.scheme() == "https" && url.host_str().is_some();
        if !page || !url.username().is_empty() || url.as_str().len() > Self::MAX_LENGTH {
            return Err(wrong);
        }
        Ok(Self(url.as_str().to_owned()))
    }
}

/// A loopback address and port.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoopbackAddress(SocketAddr);

impl LoopbackAddress {
    /// Address and port.
    pub fn socket(self) -> SocketAddr {
        self.0
    }
}

impl Default for LoopbackAddress {
    fn default() -> Self {
        Self(SocketAddr::from((Ipv4Addr::LOCALHOST, 4040)))
    }
}

impl FromStr for LoopbackAddress {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let address: SocketAddr = text
            .parse()
            .map_err(|_| "is not an address and port like 127.0.0.1:4040")?;
        if address.ip().is_loopback() {
            Ok(Self(address))
        } else {
            Err("must be a loopback address, 127.0.0.1 or [::1]: it is not protected by a password")
        }
    }
}

/// An address and port of this machine, or `0.0.0.0` for all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ListenAddress(SocketAddr);

impl ListenAddress {
    /// Address and port.
    pub fn socket(self) -> SocketAddr {
        self.0
    }
}

impl FromStr for ListenAddress {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse()
            .map(Self)
            .map_err(|_| "is not an address and port like 127.0.0.1:9464")
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
        let number = text
            .parse()
            .ok()
            .filter(|number| (MIN..=MAX).contains(number));
        number
            .map(Self)
            .ok_or_else(|| format!("must be a whole number from {MIN} to {MAX}"))
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

/// Implements parsing of an enum from the words of the configuration, and display by them.
macro_rules! words {
    ($name:ident: $wrong:literal, $($value:ident = $word:literal),+) => {
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
    };
}

words!(BackupPeriod: "must be hourly, daily, weekly or never",
    Never = "never", Hourly = "hourly", Daily = "daily", Weekly = "weekly");
words!(LogLevel: "must be error, warn, info, debug or trace",
    Error = "error", Warn = "warn", Info = "info", Debug = "debug", Trace = "trace");
words!(LogFormat: "must be text or json", Text = "text", Json = "json");

/// How often an automatic backup is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BackupPeriod {
    /// Not at all.
    Never,
    /// Every hour.
    Hourly,
    /// Every 24 hours.
    #[default]
    Daily,
    /// Every 7 days.
    Weekly,
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

/// The level of a log line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LogLevel {
    /// Something failed.
    Error,
    /// Something failed and is retried, or needs attention.
    Warn,
    /// Major events.
    #[default]
    Info,
    /// Details.
    Debug,
    /// Every step.
    Trace,
}

/// The format of a log line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LogFormat {
    /// Text for people.
    #[default]
    Text,
    /// A JSON object for programs.
    Json,
}
