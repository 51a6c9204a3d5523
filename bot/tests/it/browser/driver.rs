//! `chromedriver`, which starts headless browsers and passes commands on to them.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::Once;
use std::time::Duration;

/// A `chromedriver` process. Dropping it stops the process and its browsers.
pub(crate) struct Driver {
    process: Child,
    pub(crate) address: String,
}

impl Driver {
    /// Starts `chromedriver` on a free port; `None` where it is not installed.
    pub(crate) fn start() -> Option<Self> {
        // It ends at once if another process takes the port between its IPv4 and its IPv6 socket.
        for _ in 0..10 {
            let mut command = Command::new("chromedriver");
            let command = command.arg("--port=0").stdin(Stdio::null());
            let mut process = match command.stdout(Stdio::piped()).spawn() {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    return skip("chromedriver is not installed");
                }
                process => process.unwrap(),
            };
            let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
            let port = lines.find_map(|line| {
                let line = line.unwrap();
                let (_, port) = line.split_once("started successfully on port ")?;
                Some(port.trim_end_matches('.').to_owned())
            });
            let Some(port) = port else {
                process.wait().unwrap();
                continue;
            };
            // A full pipe would block it.
            std::thread::spawn(move || lines.for_each(drop));
            let address = format!("http://127.0.0.1:{port}");
            return Some(Self { process, address });
        }
        panic!("chromedriver finds no free port");
    }

    fn shut_down(&self) -> io::Result<()> {
        let address = self.address.trim_start_matches("http://");
        let mut connection = TcpStream::connect(address)?;
        connection.set_read_timeout(Some(Duration::from_secs(10)))?;
        write!(
            connection,
            "GET /shutdown HTTP/1.1\r\nHost: {address}\r\n\r\n"
        )?;
        connection.read_exact(&mut [0])
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        if self.shut_down().is_err() {
            drop(self.process.kill());
        }
        drop(self.process.wait());
    }
}

/// Skips a test: returns `None` and prints the reason once. Panics in CI, where no test may be skipped.
pub(crate) fn skip<T>(why: &str) -> Option<T> {
    static SAY: Once = Once::new();
    let note = format!("the playground's page is not tested: {why}; `.ci/run browser` installs it");
    assert!(std::env::var_os("CI").is_none(), "{note}");
    // The test harness captures `eprintln!`, but not this.
    SAY.call_once(|| drop(writeln!(io::stderr(), "skipped: {note}")));
    None
}
