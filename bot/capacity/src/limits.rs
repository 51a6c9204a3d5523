//! At how many servers each limit is reached.

use crate::Plan;
use crate::costs::Hour;
use crate::simulation::{Resource, Supply, simulate};

/// A limit is reached when one in a hundred waits longer than this for the resource alone, in seconds.
const TOO_LONG: f64 = 1.0;
/// The most servers that are tried.
const MAX_SERVERS: f64 = 1e9;
/// Precision of the result.
const STEP: f64 = 1.05;

/// A limit, and the servers at which it is reached; none if it is enough for [`MAX_SERVERS`].
pub(crate) type Reached = (String, Option<f64>);

/// All limits in this hour, the one of fewest servers first. That for requests depends on how people move.
pub(crate) fn in_order(plan: &Plan, hour: Hour) -> Vec<Reached> {
    let machines = &plan.machines;
    let mut found = Vec::new();
    for (share, how) in [
        (0.0, "no move"),
        (0.5, "half of the moves"),
        (1.0, "all moves"),
    ] {
        let mut plan = plan.clone();
        plan.people.by_button = share;
        let what = format!("{} requests a second, {how} by button", machines.requests);
        found.push((what, reached(&plan, hour, Resource::Requests)));
    }
    for (resource, cores, whose) in [
        (Resource::Bot, machines.bot_cores, "bots"),
        (Resource::Database, machines.database_cores, "the database"),
        (Resource::Engine, machines.engine_cores, "thinkers"),
    ] {
        let what = format!("{cores} cores for {whose}");
        found.push((what, reached(plan, hour, resource)));
    }
    found.sort_by(|(_, one), (_, other)| {
        let servers = |limit: &Option<f64>| limit.unwrap_or(f64::INFINITY);
        servers(one).total_cmp(&servers(other))
    });
    found
}

/// The servers at which one resource is used up if there is enough of every other.
fn reached(plan: &Plan, hour: Hour, resource: Resource) -> Option<f64> {
    let is_too_little = |servers: f64| {
        let rate = plan.people.rate(servers, hour);
        let supply = Supply::only(resource, &plan.machines);
        simulate(&plan.people, &plan.costs, supply, rate, plan.seed).waited(resource) > TOO_LONG
    };
    let mut most = 1000.0;
    while !is_too_little(most) {
        most *= 4.0;
        if most > MAX_SERVERS {
            return None;
        }
    }
    let mut fewest = most / 4.0;
    while most / fewest > STEP {
        let middle = (most * fewest).sqrt();
        if is_too_little(middle) {
            most = middle;
        } else {
            fewest = middle;
        }
    }
    Some(most)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[test]
    fn twice_the_cores_carry_twice_the_servers() {
        let limit = |cores: &str| {
            let plan = Plan::parse_from(["capacity", "--engine-cores", cores]);
            reached(&plan, Hour::Busy, Resource::Engine).expect("reached")
        };
        let (one, two) = (limit("8"), limit("16"));
        assert!((1.8..2.3).contains(&(two / one)), "{one}, {two}");
    }

    #[test]
    fn the_limit_for_requests_is_where_moves_use_it_up() {
        // Against the engine, boards that wait are joined, and more servers are possible.
        let flags = [
            "capacity",
            "--by-button",
            "0",
            "--against-engine",
            "0",
            "--plies",
            "1e9",
        ];
        let plan = Plan::parse_from(flags);
        let servers = reached(&plan, Hour::Usual, Resource::Requests).expect("reached");
        // Two requests a move.
        let theory = 25.0 / plan.people.rate(1.0, Hour::Usual);
        assert!(
            (0.9..1.1).contains(&(servers / theory)),
            "{servers}, in theory {theory}"
        );
    }
}
