//! The program on PostgreSQL.

mod leases;
mod program;
