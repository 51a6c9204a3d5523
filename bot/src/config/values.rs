//! Values that are checked when they are read.

use std::fmt;
use std::net::{Ipv4Addr, SocketAddr};
use std::str::FromStr;

use reqwest::Url;
use serde::{Deserialize, Deserializer, de};

/// Something that is shown to nobody: `***` wherever it is formatted.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Takes a token from a text around which there may be space.
    pub(super) fn token(text: &str) -> Result<Self, &'static str> {
        let token = text.trim();
        if token.is_empty() {
            Err("is empty")
        } else if token.chars().any(|c| !c.is_ascii_graphic()) {
            Err(
                "has spaces or letters that no token has; copy the token again, without the word Bot",
            )
        } else {
            Ok(Self(token.to_owned()))
        }
    }

    /// What is secret, for the one place that needs it.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl From<String> for Secret {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

/// Implements `Deserialize` by `FromStr`, with its error.
macro_rules! read_from_text {
    ($($name:ty),*) => {$(
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
            }
        }
    )*};
}

read_from_text!(
    ApiAddress,
    LoopbackAddress,
    LogLevel,
    LogFormat,
    PageAddress
);

/// The base address of a Discord-compatible server, without a slash at its end.
///
/// The token is sent there, so it is encrypted or does not leave the machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ApiAddress(String);

impl ApiAddress {
    /// The address, for instance `http://127.0.0.1:8080`.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for ApiAddress {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let url = Url::parse(text).map_err(|_| "is not an address like https://discord.com")?;
        let loopback = match url.host_str() {
            None => return Err("is not an address like https://discord.com"),
            Some("localhost" | "[::1]") => true,
            Some(host) => host
                .parse::<Ipv4Addr>()
                .is_ok_and(|address| address.is_loopback()),
        };
        if !url.username().is_empty()
            || url.password().is_some()
            || url.query().is_some()
            || url.fragment().is_some()
        {
            return Err("may have no user, password, ? or #");
        }
        match url.scheme() {
            "https" => {}
            "http" if loopback => {}
            "http" => {
                return Err(
                    "must begin with https://: the token would go over the network in plain text",
                );
            }
            _ => return Err("must begin with https://"),
        }
        Ok(Self(url.as_str().trim_end_matches('/').to_owned()))
    }
}

/// The address of a page that people are sent to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PageAddress(String);

impl PageAddress {
    /// The longest one, in characters: it stands in a message.
    const LONGEST: usize = 300;

    /// The address, for instance `https://example.org/privacy`.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for PageAddress {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = "is not the address of a page, like https://example.org/privacy";
        let url = Url::parse(text).map_err(|_| wrong)?;
        let page = url.scheme() == "https" && url.host_str().is_some();
        if !page || !url.username().is_empty() || url.as_str().len() > Self::LONGEST {
            return Err(wrong);
        }
        Ok(Self(url.as_str().to_owned()))
    }
}

/// An address of this machine that no other machine can reach.
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
            Err(
                "must be an address of this machine alone, 127.0.0.1 or [::1]: whoever reaches it is asked no password",
            )
        }
    }
}

/// A whole number from `LEAST` to `MOST`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounded<const LEAST: u32, const MOST: u32>(u32);

impl<const LEAST: u32, const MOST: u32> Bounded<LEAST, MOST> {
    /// A number that is written in the program.
    pub(super) const fn fixed(number: u32) -> Self {
        assert!(LEAST <= number && number <= MOST, "out of its own bounds");
        Self(number)
    }

    /// The number.
    pub fn number(self) -> u32 {
        self.0
    }
}

impl<const LEAST: u32, const MOST: u32> Default for Bounded<LEAST, MOST> {
    /// The least.
    fn default() -> Self {
        Self(LEAST)
    }
}

impl<const LEAST: u32, const MOST: u32> FromStr for Bounded<LEAST, MOST> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = text
            .parse()
            .ok()
            .filter(|number| (LEAST..=MOST).contains(number));
        number
            .map(Self)
            .ok_or_else(|| format!("must be a whole number from {LEAST} to {MOST}"))
    }
}

impl<'de, const LEAST: u32, const MOST: u32> Deserialize<'de> for Bounded<LEAST, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = i64::deserialize(deserializer)?;
        number.to_string().parse().map_err(de::Error::custom)
    }
}

/// How important a line of the log is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LogLevel {
    /// Something does not work.
    Error,
    /// Something is not as it should be.
    Warn,
    /// What happens in the large.
    #[default]
    Info,
    /// What happens in detail.
    Debug,
    /// Every step.
    Trace,
}

impl FromStr for LogLevel {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match text {
            "error" => Self::Error,
            "warn" => Self::Warn,
            "info" => Self::Info,
            "debug" => Self::Debug,
            "trace" => Self::Trace,
            _ => return Err("must be error, warn, info, debug or trace"),
        })
    }
}

/// The form of a line of the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// One JSON object, for programs.
    Json,
}

impl FromStr for LogFormat {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "text" => Ok(Self::Text),
            "json" => Ok(Self::Json),
            _ => Err("must be text or json"),
        }
    }
}
