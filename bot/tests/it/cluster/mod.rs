//! Several processes on one database: the distribution of shards, and kills, freezes and orderly stops.

mod calendar;
mod conversations;
mod crowd;
mod lives;
mod matrix;
mod memory;
mod process;
mod protocol;
mod servers;
mod standstill;
mod unreadable;

#[test]
fn the_reference_keeps_the_protocol_of_leases() {
    let server = servers::InMemory::new();
    protocol::check(&server);
    calendar::check(&server);
}

#[test]
fn postgresql_keeps_the_protocol_of_leases() {
    if let Some(server) = servers::Postgres::new() {
        protocol::check(&server);
        calendar::check(&server);
    }
}
