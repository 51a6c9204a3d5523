//! Connections whose answers can be cut off.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::extract::connect_info::Connected;
use axum::serve::IncomingStream;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};

/// Serves connections whose answers can be cut off.
#[derive(Debug)]
pub(crate) struct Loopback(pub(crate) TcpListener);

/// Lets a handler end the connection that it answers on.
#[derive(Debug, Clone, Default)]
pub(crate) struct Connection(Arc<AtomicBool>);

impl Connection {
    /// Nothing more is written: the client sees the connection end without an answer.
    pub(super) fn cut(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A socket that stops when its connection is to be cut.
#[derive(Debug)]
pub(crate) struct Wire {
    stream: TcpStream,
    connection: Connection,
}

impl axum::serve::Listener for Loopback {
    type Io = Wire;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Wire, SocketAddr) {
        loop {
            match self.0.accept().await {
                Ok((stream, address)) => {
                    drop(stream.set_nodelay(true));
                    return (
                        Wire {
                            stream,
                            connection: Connection::default(),
                        },
                        address,
                    );
                }
                // Out of file descriptors, most likely: others will close theirs.
                Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.0.local_addr()
    }
}

impl Connected<IncomingStream<'_, Loopback>> for Connection {
    fn connect_info(stream: IncomingStream<'_, Loopback>) -> Self {
        stream.io().connection.clone()
    }
}

impl Wire {
    fn check(&self) -> io::Result<()> {
        if self.connection.0.load(Ordering::Relaxed) {
            Err(io::ErrorKind::BrokenPipe.into())
        } else {
            Ok(())
        }
    }
}

impl AsyncRead for Wire {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.check()?;
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl AsyncWrite for Wire {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.check()?;
        Pin::new(&mut self.stream).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
