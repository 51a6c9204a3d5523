//! A simulated network between the programs and the database server. It forwards connections and delays each response.

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Name of its threads, which tells their processor time apart.
pub(crate) const THREAD: &str = "network";

/// Forwards to the server on a local port until the process ends; returns the proxy's port.
pub(crate) fn start(server: u16, delay: Duration) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    spawn(move || {
        for client in listener.incoming() {
            let client = client.unwrap();
            // The server may have stopped.
            let Ok(server) = TcpStream::connect(("127.0.0.1", server)) else {
                continue;
            };
            for stream in [&client, &server] {
                stream.set_nodelay(true).unwrap();
            }
            let (requests, answers) = (client.try_clone().unwrap(), server.try_clone().unwrap());
            spawn(move || forward(requests, server));
            let (sender, arriving) = mpsc::channel();
            spawn(move || receive(answers, delay, &sender));
            spawn(move || deliver(&arriving, client));
        }
    });
    port
}

fn spawn(work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().name(THREAD.to_owned());
    thread.spawn(work).unwrap();
}

fn forward(mut from: TcpStream, mut to: TcpStream) {
    let _ = std::io::copy(&mut from, &mut to);
    let _ = to.shutdown(Shutdown::Both);
}

/// Receives data and sets the arrival time of each part, so that consecutive parts are delayed only once.
fn receive(mut from: TcpStream, delay: Duration, to: &mpsc::Sender<(Instant, Vec<u8>)>) {
    let mut buffer = vec![0; 1 << 16];
    while let Ok(length @ 1..) = from.read(&mut buffer) {
        let part = (Instant::now() + delay, buffer[..length].to_vec());
        if to.send(part).is_err() {
            break;
        }
    }
}

fn deliver(arriving: &mpsc::Receiver<(Instant, Vec<u8>)>, mut to: TcpStream) {
    while let Ok((at, part)) = arriving.recv() {
        std::thread::sleep(at.saturating_duration_since(Instant::now()));
        if to.write_all(&part).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Both);
}
