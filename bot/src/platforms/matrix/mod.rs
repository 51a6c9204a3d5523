//! Matrix, by the account that `[matrix]` configures. matrix-sdk is only in a build with the feature `matrix`.

#[cfg(feature = "matrix")]
mod account;

use runtime::process::Running;

use crate::config::{Config, ConfigError};
use crate::platforms::entry::{FrontEnd, PlatformEntry};

pub(super) const MATRIX: PlatformEntry = PlatformEntry {
    name: "Matrix",
    setting: "an account in [matrix]",
    without: "no account in [matrix]",
    address: |config| {
        let homeserver = config.matrix.homeserver.as_ref();
        homeserver
            .map_or("Matrix", |address| address.as_str())
            .to_owned()
    },
    check_build,
    serve,
};

fn check_build() -> Result<(), ConfigError> {
    if cfg!(feature = "matrix") {
        Ok(())
    } else {
        Err(ConfigError::NoMatrix)
    }
}

#[cfg(feature = "matrix")]
fn serve(config: &Config, front_end: FrontEnd) -> Running<'_, String> {
    Box::pin(account::serve(config, front_end))
}

/// The command line has refused this already.
#[cfg(not(feature = "matrix"))]
fn serve(_: &Config, front_end: FrontEnd) -> Running<'_, String> {
    let FrontEnd {
        process, commands, ..
    } = front_end;
    drop(commands);
    process.stopped_hearing();
    Box::pin(async { Err(ConfigError::NoMatrix.to_string()) })
}
