//! The tables, in Markdown.

use crate::costs::Hour;
use crate::simulation::{Observed, Resource, Supply, simulate};
use crate::{Plan, SERVERS, limits};

fn name(hour: Hour) -> &'static str {
    match hour {
        Hour::Usual => "The busiest hour of a usual day",
        Hour::Busy => "The busiest hour of a busy day",
    }
}

fn observe(plan: &Plan, rate: f64) -> Observed {
    let supply = Supply::all(&plan.machines);
    simulate(&plan.people, &plan.costs, supply, rate, plan.seed)
}

/// Seconds, or that the wait grows without end.
fn seconds(value: f64) -> String {
    if value < 10.0 {
        format!("{value:.2} s")
    } else {
        format!("{value:.0} s")
    }
}

/// A number with a comma for each thousand.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (n, digit) in digits.chars().enumerate() {
        if n > 0 && (digits.len() - n).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// How long people wait and what is needed, by number of servers.
pub(crate) fn loads(plan: &Plan, hour: Hour) {
    let machines = &plan.machines;
    println!(
        "{}: {} requests a second, {} cores for bots, {} for the database, {} for thinkers.\n",
        name(hour),
        machines.requests,
        machines.bot_cores,
        machines.database_cores,
        machines.engine_cores
    );
    println!(
        "| servers | moves a second | requests a second | board shown, p50 / p99 | engine's answer, p99 | cores needed: bots | database | thinkers |"
    );
    println!("| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for servers in SERVERS {
        #[allow(clippy::cast_precision_loss, reason = "a million is exact")]
        let rate = plan.people.rate(servers as f64, hour);
        let observed = observe(plan, rate);
        let overloaded = Resource::ALL
            .into_iter()
            .any(|resource| observed.waited(resource).is_infinite());
        let waits = if overloaded {
            "grows | grows".to_owned()
        } else {
            let (boards, answers) = (&observed.boards, &observed.answers);
            format!(
                "{} / {} | {}",
                seconds(boards.at(0.5)),
                seconds(boards.at(0.99)),
                seconds(answers.at(0.99))
            )
        };
        let needed = simulate(
            &plan.people,
            &plan.costs,
            Supply::UNLIMITED,
            rate,
            plan.seed,
        );
        println!(
            "| {} | {rate:.2} | {:.2} | {waits} | {:.2} | {:.2} | {:.2} |",
            thousands(servers),
            needed.requests(),
            needed.busy(Resource::Bot),
            needed.busy(Resource::Database),
            needed.busy(Resource::Engine)
        );
    }
    println!();
}

/// The limits in the order in which they are reached.
pub(crate) fn limits(plan: &Plan, hour: Hour) {
    println!("| {}: limit | reached at servers |", name(hour));
    println!("| --- | ---: |");
    for (what, servers) in limits::in_order(plan, hour) {
        println!(
            "| {what} | {} |",
            servers.map_or_else(|| "not reached".to_owned(), rounded)
        );
    }
    println!();
}

/// Two digits are known.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a number of servers"
)]
fn rounded(servers: f64) -> String {
    let unit = 10_f64.powf(servers.log10().floor() - 1.0);
    thousands(((servers / unit).round() * unit) as u64)
}

/// How long it takes to connect all shards, and how often a day that is allowed.
pub(crate) fn starts(plan: &Plan) {
    println!(
        "| servers | shards | connected after, at `max_concurrency` {} | starts a day |",
        plan.machines.max_concurrency
    );
    println!("| ---: | ---: | ---: | ---: |");
    for servers in SERVERS {
        let machines = &plan.machines;
        println!(
            "| {} | {} | {} | {} |",
            thousands(servers),
            thousands(machines.shards(servers)),
            time(machines.start_seconds(servers)),
            thousands(machines.restarts_a_day(servers))
        );
    }
}

fn time(seconds: u64) -> String {
    if seconds < 120 {
        format!("{seconds} s")
    } else {
        format!("{} min", seconds.div_ceil(60))
    }
}

/// One rate alone, with each quantile that the load benchmark prints.
pub(crate) fn one_rate(plan: &Plan, rate: f64) {
    let observed = observe(plan, rate);
    let boards = &observed.boards;
    println!(
        "{rate} moves a second for {:.0} s: board shown p50 {:.1} ms, p95 {:.1} ms, p99 {:.1} ms",
        observed.seconds,
        boards.at(0.5) * 1000.0,
        boards.at(0.95) * 1000.0,
        boards.at(0.99) * 1000.0
    );
    println!(
        "cores busy: bots {:.3}, database {:.3}, thinkers {:.3}; {:.1} requests a second",
        observed.busy(Resource::Bot),
        observed.busy(Resource::Database),
        observed.busy(Resource::Engine),
        observed.requests()
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_to_two_digits() {
        assert_eq!(rounded(183_456.0), "180,000");
        assert_eq!(rounded(99.0), "99");
        assert_eq!(thousands(1_000_000), "1,000,000");
        assert_eq!(
            (time(5), time(5000)),
            ("5 s".to_owned(), "84 min".to_owned())
        );
    }
}
