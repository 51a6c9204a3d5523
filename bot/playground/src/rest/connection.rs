//! HTTP connections that can be cut before the response.

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

/// A listener whose connections can be cut.
#[derive(Debug)]
pub(crate) struct LoopbackListener(pub(crate) TcpListener);

/// The handle by which a request handler cuts its connection.
#[derive(Debug, Clone, Default)]
pub(crate) struct Connection(Arc<AtomicBool>);

impl Connection {
    /// Ends the connection without a response.
    pub(super) fn cut(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A stream that fails once its connection is cut.
#[derive(Debug)]
pub(crate) struct LoopbackStream {
    stream: TcpStream,
    connection: Connection,
}

impl axum::serve::Listener for LoopbackListener {
    type Io = LoopbackStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (LoopbackStream, SocketAddr) {
        loop {
            match self.0.accept().await {
                Ok((stream, address)) => {
                    drop(stream.set_nodelay(true));
                    let connection = Connection::default();
                    return (LoopbackStream { stream, connection }, address);
                }
                // Probably out of file descriptors, which other connections will free.
                Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.0.local_addr()
    }
}

impl Connected<IncomingStream<'_, LoopbackListener>> for Connection {
    fn connect_info(stream: IncomingStream<'_, LoopbackListener>) -> Self {
        stream.io().connection.clone()
    }
}

impl LoopbackStream {
    fn check(&self) -> io::Result<()> {
        if self.connection.0.load(Ordering::Relaxed) {
            Err(io::ErrorKind::BrokenPipe.into())
        } else {
            Ok(())
        }
    }
}

impl AsyncRead for LoopbackStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.check()?;
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl AsyncWrite for LoopbackStream {
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
