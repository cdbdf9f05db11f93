//! I/O of one connection: closes it if the peer does not read, and replaces hyper's bare error responses with problem
//! details.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use kernel::ports::clock::Clock;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Sleep;

use super::bare;
use super::patience::Patience;
use super::refusal::Refusal;
use crate::connections::{Link, Phase};

/// The byte stream of a connection.
pub struct Io<T> {
    inner: T,
    link: Arc<Link>,
    clock: Arc<dyn Clock>,
    patience: Patience,
    timer: Option<Pin<Box<Sleep>>>,
    last: Option<Last>,
}

/// The error response that replaces a bare one, as the last data written.
struct Last {
    status: u16,
    text: Vec<u8>,
    written: usize,
}

impl<T> Io<T> {
    pub fn new(inner: T, link: Arc<Link>, clock: Arc<dyn Clock>, patience: Duration) -> Self {
        Self {
            inner,
            link,
            clock,
            patience: Patience::new(patience),
            timer: None,
            last: None,
        }
    }

    /// Returns the status of the error response that ended the connection, if any.
    pub fn refusal_status(&self) -> Option<u16> {
        self.last.as_ref().map(|last| last.status)
    }

    /// Returns the result of a write, or a timeout if the peer has been blocked for too long.
    fn watch_write(
        &mut self,
        cx: &mut Context<'_>,
        attempt: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        match attempt {
            Poll::Ready(Ok(bytes)) => {
                if self.timer.take().is_some() {
                    self.link.flows();
                }
                self.patience.record_bytes(Instant::now(), bytes);
                Poll::Ready(Ok(bytes))
            }
            Poll::Ready(Err(error)) => Poll::Ready(Err(error)),
            Poll::Pending => {
                self.link.blocks();
                let until = self.patience.waits(Instant::now());
                let timer = self
                    .timer
                    .get_or_insert_with(|| Box::pin(tokio::time::sleep_until(until.into())));
                ready!(timer.as_mut().poll(cx));
                Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
            }
        }
    }
}

impl<T: AsyncWrite + Unpin> Io<T> {
    fn write(&mut self, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let attempt = Pin::new(&mut self.inner).poll_write(cx, bytes);
        self.watch_write(cx, attempt)
    }

    /// Writes the last response in place of `stands_for` bytes.
    fn write_last(&mut self, cx: &mut Context<'_>, stands_for: usize) -> Poll<io::Result<usize>> {
        while let Some(last) = self.last.as_mut() {
            let Some(rest) = last
                .text
                .get(last.written..)
                .filter(|rest| !rest.is_empty())
            else {
                break;
            };
            let attempt = Pin::new(&mut self.inner).poll_write(cx, rest);
            match ready!(self.watch_write(cx, attempt))? {
                0 => return Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
                n => {
                    if let Some(last) = self.last.as_mut() {
                        last.written += n;
                    }
                }
            }
        }
        Poll::Ready(Ok(stands_for))
    }
}

impl<T: AsyncRead + Unpin> AsyncRead for Io<T> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_read(cx, buf)
    }
}

impl<T: AsyncWrite + Unpin> AsyncWrite for Io<T> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        if self.last.is_some() {
            return self.write_last(cx, bytes.len());
        }
        if self.link.phase() != Phase::Waiting {
            return self.write(cx, bytes);
        }
        match bare::find(bytes) {
            None => self.write(cx, bytes),
            Some((0, status)) => {
                let id = self.clock.id().to_string();
                self.last = Some(Last {
                    status,
                    text: Refusal::of(status).text(&id),
                    written: 0,
                });
                self.write_last(cx, bytes.len())
            }
            Some((at, _)) => self.write(cx, &bytes[..at]),
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let attempt = Pin::new(&mut self.inner).poll_flush(cx);
        let attempt = attempt.map_ok(|()| 0);
        self.watch_write(cx, attempt).map_ok(drop)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let attempt = Pin::new(&mut self.inner).poll_shutdown(cx);
        let attempt = attempt.map_ok(|()| 0);
        self.watch_write(cx, attempt).map_ok(drop)
    }
}
