//! Answers that tell whether they were sent: what others say to an agent counts as told once the answer that carries it
//! has left, and is told again when it has not.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::Response;
use hyper::body::{Frame, SizeHint};
use kernel::hearing::Hearing;

/// How long an answer with something to hear waits, so that a caller who has gone is noticed.
const A_MOMENT: Duration = Duration::from_millis(2);

/// Whoever sends the answer to a request. When they are gone before the end, the answer is lost.
pub struct Sender(Hearing);

impl Sender {
    /// Sends what is heard by that hearing.
    pub const fn new(hearing: Hearing) -> Self {
        Self(hearing)
    }

    /// The answer, whose end will be known.
    pub async fn send(self, answer: Response<Body>) -> Response<Body> {
        if self.0.matters() {
            // The connection sees meanwhile that a caller has gone, and gives the request up.
            tokio::time::sleep(A_MOMENT).await;
        }
        answer.map(|inner| {
            Body::new(Heard {
                inner,
                sender: self,
            })
        })
    }
}

impl Drop for Sender {
    fn drop(&mut self) {
        self.0.end(false);
    }
}

/// The body of an answer.
struct Heard {
    inner: Body,
    sender: Sender,
}

impl hyper::body::Body for Heard {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let polled = Pin::new(&mut self.inner).poll_frame(cx);
        let is_over = match &polled {
            Poll::Ready(None) => true,
            Poll::Ready(Some(Ok(_))) => self.inner.is_end_stream(),
            _ => false,
        };
        if is_over {
            self.sender.0.end(true);
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}
