//! The body of a request as it comes: watched for a peer that is too slow, and for one that breaks it off.
//! What a handler leaves of it comes back here, so that no handler has to think of it. Knows no handler.

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

/// What is left of a small body is read within this, and of one that was found too large within the
/// other: most clients send everything before they look at the answer.
const SMALL: (usize, Duration) = (64 * 1024, Duration::from_millis(500));
const LARGE: (usize, Duration) = (32 * 1024 * 1024, Duration::from_secs(5));

/// What became of the body of one request. Shared by the body and by whoever answers.
#[derive(Debug, Default)]
pub struct Fate {
    /// Whether the peer waits to be asked for the body.
    waits: bool,
    begun: AtomicBool,
    broke: OnceLock<Error>,
    share: OnceLock<Share>,
    left: Mutex<Option<Incoming>>,
}

/// Whether everything that the peer sends with a request has been read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// Yes.
    Read,
    /// No: after the answer the connection ends.
    Unread,
}

impl Fate {
    /// Its bytes are this caller's.
    pub fn counts_for(&self, share: Share) {
        // A request has one caller.
        let _ = self.share.set(share);
    }

    /// Why the body did not come whole, if that is so.
    #[must_use]
    pub fn broke(&self) -> Option<Error> {
        self.broke.get().cloned()
    }

    /// Reads what a handler left of a body, in reason. A peer that waits to be asked for it is not asked.
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

/// A body that is coming.
pub struct Coming {
    inner: Option<Incoming>,
    fate: Arc<Fate>,
    link: Arc<Link>,
    clock: Arc<dyn Clock>,
    patience: Patience,
    timer: Option<Pin<Box<Sleep>>>,
}

impl Coming {
    /// The body of a request, and what will be known of it.
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

/// The refusal of a body that does not come.
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
                this.patience.moved(Instant::now(), bytes);
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

/// The body of an answer; once it is made, the connection waits for the next request.
pub struct Leaving {
    inner: axum::body::Body,
    link: Arc<Link>,
}

impl Leaving {
    /// The body of an answer on this connection.
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
