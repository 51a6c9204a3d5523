//! A proxy in front of the database server, which cuts connections at chosen moments.

#![allow(dead_code, reason = "each test uses a part")]

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};
use std::time::Duration;

use store::postgres::DatabaseUrl;

/// The direction in which a connection is cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Cut {
    /// The connection is kept.
    Never,
    /// The next request is lost.
    Request,
    /// The next answer is lost.
    Answer,
}

/// Forwards connections until it is dropped.
pub(crate) struct Proxy {
    port: u16,
    faults: Arc<Faults>,
}

#[derive(Default)]
struct Faults {
    cut: AtomicU8,
    cuts: AtomicUsize,
    refuses: AtomicBool,
    pauses: AtomicBool,
}

impl Proxy {
    /// Starts a proxy for the server on a local port.
    pub(crate) fn start(server: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let proxy = Self {
            port: listener.local_addr().unwrap().port(),
            faults: Arc::default(),
        };
        let faults = Arc::clone(&proxy.faults);
        std::thread::spawn(move || {
            for client in listener.incoming() {
                let client = client.unwrap();
                if faults.refuses.load(Ordering::SeqCst) {
                    continue;
                }
                let server = TcpStream::connect(("127.0.0.1", server)).unwrap();
                for stream in [&client, &server] {
                    stream.set_nodelay(true).unwrap();
                }
                let reversed = (server.try_clone().unwrap(), client.try_clone().unwrap());
                pump(client, server, Cut::Request, &faults);
                pump(reversed.0, reversed.1, Cut::Answer, &faults);
            }
        });
        proxy
    }

    /// The address of a database behind the proxy.
    pub(crate) fn url(&self, name: &str) -> DatabaseUrl {
        let url = format!("postgres://delos@127.0.0.1:{}/{name}", self.port);
        url.parse().unwrap()
    }

    /// Cuts one connection, at the next opportunity.
    pub(crate) fn cut(&self, what: Cut) {
        self.faults.cut.store(what as u8, Ordering::SeqCst);
    }

    /// Returns the number of cuts so far.
    pub(crate) fn cuts(&self) -> usize {
        self.faults.cuts.load(Ordering::SeqCst)
    }

    /// Refuses new connections, or accepts them again.
    pub(crate) fn refuse(&self, refuses: bool) {
        self.faults.refuses.store(refuses, Ordering::SeqCst);
    }

    /// Holds back both directions, or forwards them again.
    pub(crate) fn pause(&self, pauses: bool) {
        self.faults.pauses.store(pauses, Ordering::SeqCst);
    }
}

fn pump(mut from: TcpStream, mut to: TcpStream, direction: Cut, faults: &Arc<Faults>) {
    let faults = Arc::clone(faults);
    std::thread::spawn(move || {
        let mut buffer = vec![0; 1 << 16];
        let order = Ordering::SeqCst;
        while let Ok(length @ 1..) = from.read(&mut buffer) {
            while faults.pauses.load(order) {
                std::thread::sleep(Duration::from_millis(10));
            }
            let (this, never) = (direction as u8, Cut::Never as u8);
            let is_cut = faults
                .cut
                .compare_exchange(this, never, order, order)
                .is_ok();
            if is_cut {
                faults.cuts.fetch_add(1, order);
            }
            if is_cut || to.write_all(&buffer[..length]).is_err() {
                break;
            }
        }
        // Let the forwarded bytes arrive before the shutdown.
        std::thread::sleep(Duration::from_millis(1));
        let _ = from.shutdown(Shutdown::Both);
        let _ = to.shutdown(Shutdown::Both);
    });
}
