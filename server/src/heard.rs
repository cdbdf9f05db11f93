//! Delivery tracking of responses: notices count as delivered once the response that carries them was sent, and are
//! otherwise sent again.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::Response;
use hyper::body::{Frame, SizeHint};
use kernel::hearing::Hearing;

/// Delay of a response with notices, so that a disconnected caller is noticed.
const A_MOMENT: Duration = Duration::from_millis(2);

/// Sender of a response. Dropping it before the end marks the response as lost.
pub struct Sender(Hearing);

impl Sender {
    /// Creates a sender that reports to `hearing`.
    pub const fn new(hearing: Hearing) -> Self {
        Self(hearing)
    }

    /// Wraps the response to report its end.
    pub async fn send(self, answer: Response<Body>) -> Response<Body> {
        if self.0.matters() {
            // Meanwhile hyper may notice that the caller has disconnected and drop the request.
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
