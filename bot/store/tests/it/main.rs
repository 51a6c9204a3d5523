//! Tests of the stores from outside, as one program.

mod proxy;
mod samples;
mod server;

mod damage;
mod postgres;
mod stored_schema;
