//! Lichess's program `lila-gif`, started here and queried over a local socket.

use std::io::{self, Read as _, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use rules_core::Game;

use crate::cpu;

/// The running program, stopped on drop.
pub(crate) struct LilaGif {
    child: Child,
    address: SocketAddr,
    stills: Vec<String>,
    animation: String,
}

impl Drop for LilaGif {
    fn drop(&mut self) {
        let _already_gone = self.child.kill();
        let _nothing_to_do = self.child.wait();
    }
}

impl LilaGif {
    /// Starts the program and waits until it answers.
    pub(crate) fn start(program: &Path, game: &Game) -> io::Result<Self> {
        let address = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?;
        let child = Command::new(program)
            .args(["--bind", &address.to_string()])
            .stdout(Stdio::null())
            .spawn()?;
        let mut other = Self {
            child,
            address,
            stills: stills(game),
            animation: animation(game),
        };
        for _ in 0..600 {
            if TcpStream::connect(address).is_ok() {
                return Ok(other);
            }
            if let Some(status) = other.child.try_wait()? {
                return Err(io::Error::other(format!("lila-gif exited with {status}")));
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        Err(io::Error::other("lila-gif did not answer within a minute"))
    }

    /// Milliseconds and bytes per still, each drawn `rounds` times. The time for an empty answer is subtracted, so that
    /// networking does not count as drawing.
    pub(crate) fn stills(&self, rounds: usize) -> io::Result<(f64, usize)> {
        let (mut ms, mut bytes) = (0.0, 0);
        for still in &self.stills {
            bytes += self.ask(still)?.len();
        }
        let ask_all = |instead: Option<&str>| {
            self.used(|| {
                let mut requests = self.stills.iter().map(|still| instead.unwrap_or(still));
                requests.try_for_each(|request| self.ask(request).map(drop))
            })
        };
        for _ in 0..rounds {
            ms += ask_all(None)? - ask_all(Some("GET /nothing HTTP/1.0\r\n\r\n"))?;
        }
        let count = self.stills.len();
        let asked = u32::try_from(rounds * count).map_err(io::Error::other)?;
        Ok((ms / f64::from(asked), bytes / count))
    }

    /// Milliseconds and bytes per animation, drawn `rounds` times.
    pub(crate) fn animation(&self, rounds: u32) -> io::Result<(f64, usize)> {
        let bytes = self.ask(&self.animation)?.len();
        let ms = self.used(|| (0..rounds).try_for_each(|_| self.ask(&self.animation).map(drop)))?;
        Ok((ms / f64::from(rounds), bytes))
    }

    /// Its memory in MB.
    pub(crate) fn resident_mb(&self) -> Option<f64> {
        cpu::resident_mb(self.child.id())
    }

    fn used(&self, work: impl FnOnce() -> io::Result<()>) -> io::Result<f64> {
        let now = || cpu::user_ms(self.child.id()).ok_or_else(|| io::Error::other("no CPU time"));
        let before = now()?;
        work()?;
        Ok(now()? - before)
    }

    /// Returns the body of the answer. Requests are HTTP 1.0, where an answer ends with the connection.
    fn ask(&self, request: &str) -> io::Result<Vec<u8>> {
        let mut connection = TcpStream::connect(self.address)?;
        connection.write_all(request.as_bytes())?;
        let mut answer = Vec::new();
        connection.read_to_end(&mut answer)?;
        let head = answer.windows(4).position(|end| end == b"\r\n\r\n");
        let body = answer.split_off(head.map_or(0, |head| head + 4));
        let is_nothing = request.contains("/nothing");
        if is_nothing || body.starts_with(b"GIF89a") {
            Ok(body)
        } else {
            let answer = String::from_utf8_lossy(&answer).into_owned();
            Err(io::Error::other(format!("lila-gif answered {answer}")))
        }
    }
}

/// Position, last move and check after every half-move.
fn frames(game: &Game) -> Vec<(String, Option<String>, bool)> {
    let shape = game.variant().shape();
    let lasts = game.moves().iter().map(|mv| {
        let (from, to) = (shape.name(mv.from()), shape.name(mv.to()));
        Some(format!("{from}{to}"))
    });
    std::iter::once(None)
        .chain(lasts)
        .zip(game.positions())
        .map(|(last, position)| {
            let check = position.checked_king().is_some();
            (position.fen(), last, check)
        })
        .collect()
}

fn stills(game: &Game) -> Vec<String> {
    let request = |(fen, last, check): (String, Option<String>, bool)| {
        let fen = fen.replace(' ', "_");
        let last = last.map_or_else(String::new, |last| format!("&lastMove={last}"));
        let check = if check { "&check=yes" } else { "" };
        format!("GET /image.gif?fen={fen}{last}{check} HTTP/1.0\r\n\r\n")
    };
    frames(game).into_iter().map(request).collect()
}

fn animation(game: &Game) -> String {
    let frame = |(fen, last, check): (String, Option<String>, bool)| {
        let last = last.map_or_else(String::new, |last| format!(r#","lastMove":"{last}""#));
        format!(r#"{{"fen":"{fen}","check":{check},"delay":80{last}}}"#)
    };
    let frames: Vec<String> = frames(game).into_iter().map(frame).collect();
    let body = format!(r#"{{"delay":80,"frames":[{}]}}"#, frames.join(","));
    format!(
        "POST /game.gif HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
}
