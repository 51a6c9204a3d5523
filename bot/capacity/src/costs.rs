//! What people do and what it costs. Each default names its source; a flag changes it.

use clap::Args;

/// Requests under Discord's limit, as `bot/tests/requests.rs` counts them.
pub(crate) mod requests {
    /// To begin a game against the engine.
    pub(crate) const BEGIN_WITH_ENGINE: usize = 2;
    /// To begin a game of two people.
    pub(crate) const BEGIN_WITH_PERSON: usize = 4;
}

/// Seconds in a day.
pub(crate) const DAY: f64 = 86_400.0;

/// What people do.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "People (assumptions)")]
pub(crate) struct People {
    /// Daily players per server
    #[arg(long, default_value_t = 0.1)]
    pub(crate) players: f64,
    /// Moves of a player a day
    #[arg(long, default_value_t = 30.0)]
    pub(crate) moves: f64,
    /// Share of these moves that are made against the engine
    #[arg(long, default_value_t = 0.5)]
    pub(crate) against_engine: f64,
    /// Share of these moves that are made by buttons of the board, not by commands or typed
    #[arg(long, default_value_t = 0.5)]
    pub(crate) by_button: f64,
    /// Half-moves of a game
    #[arg(long, default_value_t = 60.0)]
    pub(crate) plies: f64,
    /// The busiest hour relative to the mean
    #[arg(long, default_value_t = 4.0)]
    pub(crate) peak: f64,
    /// A busy day relative to a usual one
    #[arg(long, default_value_t = 10.0)]
    pub(crate) busy: f64,
}

/// What a move costs.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Costs (measured)")]
#[allow(clippy::struct_field_names, reason = "the flags name their unit")]
pub(crate) struct Costs {
    /// Processor time of the bot for a command and its board, in milliseconds (BENCHMARKS.md, "Load")
    #[arg(long, default_value_t = 7.2)]
    pub(crate) bot_ms: f64,
    /// Processor time of the database for a commit, in milliseconds (one statement, measured with version 18)
    #[arg(long, default_value_t = 0.5)]
    pub(crate) commit_ms: f64,
    /// Processor time of the database for a read of several records, in milliseconds (the same)
    #[arg(long, default_value_t = 0.08)]
    pub(crate) read_ms: f64,
    /// Round trip to the database, in milliseconds
    #[arg(long, default_value_t = 0.5)]
    pub(crate) trip_ms: f64,
    /// Processor time of an engine move, in milliseconds (mean of all levels, 45,000 to 77,000 nodes; 200 if all play level 10)
    #[arg(long, default_value_t = 50.0)]
    pub(crate) think_ms: f64,
    /// Processor time of the review of a finished game, in milliseconds (60 positions of 15,000 nodes)
    #[arg(long, default_value_t = 800.0)]
    pub(crate) review_ms: f64,
}

/// Discord's limits, and the machines.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Limits")]
pub(crate) struct Machines {
    /// Requests a second that Discord allows; more by agreement, from 150,000 servers on
    #[arg(long, default_value_t = 50.0)]
    pub(crate) requests: f64,
    /// Shards that may identify within five seconds
    #[arg(long, default_value_t = 1)]
    pub(crate) max_concurrency: u32,
    /// Servers of a shard
    #[arg(long, default_value_t = 1000)]
    pub(crate) per_shard: u32,
    /// Processor cores of all bots
    #[arg(long, default_value_t = 16)]
    pub(crate) bot_cores: usize,
    /// Processor cores of the database
    #[arg(long, default_value_t = 8)]
    pub(crate) database_cores: usize,
    /// Processor cores of all thinkers
    #[arg(long, default_value_t = 16)]
    pub(crate) engine_cores: usize,
}

impl Machines {
    /// The shards of a bot.
    pub(crate) fn shards(&self, servers: u64) -> u64 {
        servers.div_ceil(self.per_shard.into()).max(1)
    }

    /// Seconds until all shards have identified.
    pub(crate) fn start_seconds(&self, servers: u64) -> u64 {
        self.shards(servers).div_ceil(self.max_concurrency.into()) * 5
    }

    /// How often a day all shards may identify.
    ///
    /// CITE: <https://discord.com/developers/docs/events/gateway#sharding-for-large-bots>: 1,000 sessions a day; from 150,000
    /// servers on five for each thousand servers, at least 2,000.
    pub(crate) fn restarts_a_day(&self, servers: u64) -> u64 {
        let sessions = if servers < 150_000 {
            1000
        } else {
            (servers / 1000 * 5).max(2000)
        };
        sessions / self.shards(servers)
    }
}

/// How much people play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hour {
    /// The busiest hour of a usual day.
    Usual,
    /// The busiest hour of a busy day.
    Busy,
}

impl People {
    /// Moves of people per second.
    pub(crate) fn rate(&self, servers: f64, hour: Hour) -> f64 {
        let mean = servers * self.players * self.moves / DAY;
        match hour {
            Hour::Usual => mean * self.peak,
            Hour::Busy => mean * self.peak * self.busy,
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Defaults {
        #[command(flatten)]
        people: People,
        #[command(flatten)]
        machines: Machines,
    }

    #[test]
    fn a_million_servers_move_139_times_a_second_in_the_busiest_hour() {
        let Defaults { people, .. } = Defaults::parse_from(["capacity"]);
        let rate = people.rate(1e6, Hour::Usual);
        assert!((138.0..140.0).contains(&rate), "{rate}");
        let busy = people.rate(1e6, Hour::Busy);
        assert!((busy / rate - people.busy).abs() < 1e-9);
    }

    #[test]
    fn identifying_is_limited_by_the_second_and_by_the_day() {
        let Defaults { machines, .. } = Defaults::parse_from(["capacity"]);
        assert_eq!((machines.shards(0), machines.shards(1001)), (1, 2));
        assert_eq!(machines.start_seconds(1_000_000), 5000);
        assert_eq!(machines.restarts_a_day(100_000), 10);
        assert_eq!(machines.restarts_a_day(150_000), 13);
        assert_eq!(machines.restarts_a_day(1_000_000), 5);
    }
}
