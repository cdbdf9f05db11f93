//! Answers of sessions. The library sends each as an event stream; if the answer is the first message of the stream, it
//! is sent as JSON instead, like that of a single message: clients limit the length of an event, but not that of a JSON
//! response.

use axum::body::Body;
use axum::http::{HeaderValue, Response, header};
use futures_util::StreamExt as _;
use memchr::memmem;
use serde::Deserialize;
use serde::de::IgnoredAny;

/// Separator of events.
const END: &[u8] = b"\n\n";

/// Converts a response to its answer as JSON, unless another message comes before it.
pub async fn whole(response: Response<Body>) -> Response<Body> {
    let kind = response.headers().get(header::CONTENT_TYPE);
    if kind.is_none_or(|kind| kind != "text/event-stream") {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let mut pieces = body.into_data_stream();
    let mut begin: Vec<u8> = Vec::new();
    let mut looked = 0;
    loop {
        let Some(end) = memmem::find(&begin[looked..], END) else {
            looked = begin.len().saturating_sub(1);
            match pieces.next().await {
                Some(Ok(piece)) => begin.extend(piece),
                _ => break,
            }
            continue;
        };
        let end = looked + end + END.len();
        looked = 0;
        match data(&begin[..end]) {
            Some(message) if is_answer(&message) => {
                let json = HeaderValue::from_static("application/json");
                parts.headers.insert(header::CONTENT_TYPE, json);
                return Response::from_parts(parts, Body::from(message));
            }
            Some(_) => break,
            // Keep-alive without data.
            None => drop(begin.drain(..end)),
        }
    }
    let begin = futures_util::stream::once(async move { Ok(begin.into()) });
    Response::from_parts(parts, Body::from_stream(begin.chain(pieces)))
}

/// Returns the answers among the events of a complete stream.
pub fn answers(events: &[u8]) -> Vec<Vec<u8>> {
    let (mut rest, mut answers) = (events, Vec::new());
    while let Some(end) = memmem::find(rest, END) {
        answers.extend(data(&rest[..end]).filter(|message| is_answer(message)));
        rest = &rest[end + END.len()..];
    }
    answers
}

/// Returns the data of an event.
fn data(event: &[u8]) -> Option<Vec<u8>> {
    let lines = event.split(|byte| *byte == b'\n');
    let data = lines.filter_map(|line| line.strip_prefix(b"data:"));
    let data: Vec<&[u8]> = data
        .map(|data| data.strip_prefix(b" ").unwrap_or(data))
        .collect();
    let data = data.join(&b'\n');
    (!data.is_empty()).then_some(data)
}

/// Returns true if a message is a response, not a request or a notification.
fn is_answer(message: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Named {
        method: Option<IgnoredAny>,
    }
    serde_json::from_slice::<Named>(message).is_ok_and(|named| named.method.is_none())
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;

    use super::*;

    /// Returns the content type and body of a response whose events arrive in pieces of this size.
    async fn sent(events: &'static str, size: usize) -> (String, String) {
        let pieces = events.as_bytes().chunks(size);
        let pieces: Vec<Result<&[u8], std::io::Error>> = pieces.map(Ok).collect();
        let body = Body::from_stream(futures_util::stream::iter(pieces));
        let response = Response::builder().header("content-type", "text/event-stream");
        let response = whole(response.body(body).unwrap()).await;
        let kind = response.headers()["content-type"].to_str().unwrap();
        let kind = kind.to_owned();
        let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        (kind, String::from_utf8(bytes.into()).unwrap())
    }

    #[tokio::test]
    async fn an_answer_is_json_unless_something_comes_before_it() {
        let asks = "data: {\"id\":1,\"method\":\"x\"}\n\n: \n\ndata: {\"id\":2,\"result\":{}}\n\n";
        for (events, expected) in [
            (
                ": \n\nid: 0\ndata: {\"id\":7,\"result\":{}}\nid: 0/0\n\n",
                ("application/json", "{\"id\":7,\"result\":{}}"),
            ),
            (
                "data: {\"error\":{},\ndata: \"id\":null}\n\n",
                ("application/json", "{\"error\":{},\n\"id\":null}"),
            ),
            (asks, ("text/event-stream", asks)),
            ("data: {\"id\":7", ("text/event-stream", "data: {\"id\":7")),
            ("data: no\n\n", ("text/event-stream", "data: no\n\n")),
            ("", ("text/event-stream", "")),
        ] {
            for size in 1..=events.len().max(1) {
                let (kind, body) = sent(events, size).await;
                assert_eq!((kind.as_str(), body.as_str()), expected, "{size}: {events}");
            }
        }
    }
}
