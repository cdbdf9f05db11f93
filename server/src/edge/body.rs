//! Request bodies: detects peers that are too slow or disconnect, and reads what a handler left unread, so that
//! handlers need not.

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::http::{HeaderMap, Request, StatusCode, header};
use doors::http::reply;
use http_body_util::BodyExt;
use hyper::body::{Body, Frame, Incoming, SizeHint};
use kernel::ports::clock::Clock;
use kernel::{Code, Error};
use tokio::time::Sleep;

use super::patience::Patience;
use crate::connections::{Link, Phase};
use crate::quota::Share;

/// Limits for reading the rest of a body: `SMALL` by default, `LARGE` if it was rejected as too large. Most clients
/// send everything before they read the response.
const SMALL: (usize, Duration) = (64 * 1024, Duration::from_millis(500));
const LARGE: (usize, Duration) = (32 * 1024 * 1024, Duration::from_secs(5));

/// State of a request body, shared by the body and the code that responds.
#[derive(Debug, Default)]
pub struct Fate {
    /// True if the peer waits for `100 Continue` before it sends the body.
    waits: bool,
    begun: AtomicBool,
    broke: OnceLock<Error>,
    share: OnceLock<Share>,
    left: Mutex<Option<Incoming>>,
}

/// Completeness of a request after its response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// Everything was read.
    Read,
    /// Data was left unread: the connection closes after the response.
    Unread,
}

impl Fate {
    /// Charges the bytes to a caller.
    pub fn counts_for(&self, share: Share) {
        // A request has only one caller.
        let _ = self.share.set(share);
    }

    /// Returns the error that interrupted the body, if any.
    #[must_use]
    pub fn broke(&self) -> Option<Error> {
        self.broke.get().cloned()
    }

    /// Reads the rest of a body that a handler left unread, within limits. A body that the peer has not been asked for
    /// is not requested.
    pub async fn settle(&self, status: StatusCode) -> Rest {
        if self.broke.get().is_some() {
            return Rest::Unread;
        }
        let left = self
            .left
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        let Some(mut left) = left else {
            return Rest::Read;
        };
        if self.waits && !self.begun.load(Ordering::Relaxed) {
            return Rest::Unread;
        }
        let (most, patience) = match status {
            StatusCode::PAYLOAD_TOO_LARGE => LARGE,
            _ => SMALL,
        };
        let reading = async {
            let mut read = 0;
            while let Some(Ok(frame)) = left.frame().await {
                read += frame.data_ref().map_or(0, Bytes::len);
                if read > most {
                    return Rest::Unread;
                }
            }
            Rest::Read
        };
        let read = tokio::time::timeout(patience, reading).await;
        read.unwrap_or(Rest::Unread)
    }
}

/// A request body in transit.
pub struct Coming {
    inner: Option<Incoming>,
    fate: Arc<Fate>,
    link: Arc<Link>,
    clock: Arc<dyn Clock>,
    patience: Patience,
    timer: Option<Pin<Box<Sleep>>>,
}

impl Coming {
    /// Wraps the body of a request and attaches its [`Fate`].
    pub fn of(
        request: Request<Incoming>,
        link: &Arc<Link>,
        clock: &Arc<dyn Clock>,
        patience: Duration,
    ) -> Request<Self> {
        let (mut parts, body) = request.into_parts();
        let fate = Arc::new(Fate {
            waits: waits(&parts.headers),
            ..Fate::default()
        });
        parts.extensions.insert(fate.clone());
        let body = Self {
            inner: Some(body),
            fate,
            link: link.clone(),
            clock: clock.clone(),
            patience: Patience::new(patience),
            timer: None,
        };
        Request::from_parts(parts, body)
    }

    fn breaks(&mut self, error: Error) -> Poll<Option<Result<Frame<Bytes>, Error>>> {
        self.inner = None;
        self.link.does(Phase::Working);
        let error = self.fate.broke.get_or_init(|| error).clone();
        Poll::Ready(Some(Err(error)))
    }
}

fn waits(headers: &HeaderMap) -> bool {
    let expect = headers.get(header::EXPECT);
    expect.is_some_and(|value| value.as_bytes().eq_ignore_ascii_case(b"100-continue"))
}

/// Returns the error for a body that is too slow.
fn late() -> Error {
    let mut error = Error::new(
        Code::Invalid,
        "The body of the request did not come in time. Send it without long pauses.",
    );
    error.extra.reason = Some(reply::TIMEOUT.into());
    error
}

impl Body for Coming {
    type Data = Bytes;
    type Error = Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Error>>> {
        let this = &mut *self;
        let Some(inner) = this.inner.as_mut() else {
            return Poll::Ready(None);
        };
        this.fate.begun.store(true, Ordering::Relaxed);
        match Pin::new(inner).poll_frame(cx) {
            Poll::Ready(Some(Ok(frame))) => {
                let bytes = frame.data_ref().map_or(0, Bytes::len);
                this.patience.record_bytes(Instant::now(), bytes);
                this.timer = None;
                this.link.does(Phase::Receiving);
                let share = this.fate.share.get();
                let taken = share.map_or(Ok(()), |share| share.takes(bytes, this.clock.now()));
                match taken {
                    Ok(()) => Poll::Ready(Some(Ok(frame))),
                    Err(error) => this.breaks(error),
                }
            }
            Poll::Ready(Some(Err(error))) => {
                tracing::debug!(%error, "a body broke off");
                this.breaks(Error::invalid(
                    "The body broke off before its end, or its chunks cannot be read.",
                ))
            }
            Poll::Ready(None) => {
                this.inner = None;
                this.link.does(Phase::Working);
                Poll::Ready(None)
            }
            Poll::Pending => {
                let now = Instant::now();
                if this.timer.is_none() {
                    this.link.does(Phase::Receiving);
                }
                let until = this.patience.waits(now);
                let timer = this
                    .timer
                    .get_or_insert_with(|| Box::pin(tokio::time::sleep_until(until.into())));
                if timer.as_mut().poll(cx).is_pending() {
                    return Poll::Pending;
                }
                this.breaks(late())
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.inner.as_ref().is_none_or(Body::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.inner
            .as_ref()
            .map_or_else(|| SizeHint::with_exact(0), Body::size_hint)
    }
}

impl Drop for Coming {
    fn drop(&mut self) {
        let left = self.inner.take().filter(|left| !left.is_end_stream());
        if left.is_some() {
            *self
                .fate
                .left
                .lock()
                .unwrap_or_else(PoisonError::into_inner) = left;
        }
    }
}

/// A response body. After it is produced, the connection waits for the next request.
pub struct Leaving {
    inner: axum::body::Body,
    link: Arc<Link>,
}

impl Leaving {
    /// Wraps a response body on this connection.
    pub fn new(inner: axum::body::Body, link: Arc<Link>) -> Self {
        Self { inner, link }
    }
}

impl Body for Leaving {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.inner).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

impl Drop for Leaving {
    fn drop(&mut self) {
        self.link.does(Phase::Waiting);
    }
}
