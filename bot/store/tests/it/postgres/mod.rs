//! The store on PostgreSQL: its contract, its errors, and what becomes of commits when connections break.

mod bursts;
mod contract;
mod errors;
mod faults;
mod leases;
mod transfer;
