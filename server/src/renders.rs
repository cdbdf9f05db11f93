//! Rendered pages as whole texts: without the marks that only a hydrating browser needs, and shared between requests of
//! one reader that wait for the same page at the same time, such as the refreshes of several tabs.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use kernel::stream::Position;
use tokio::sync::Mutex as Turn;

/// Mark between two parts of a view. Text and attributes cannot contain it, because their `<` is escaped.
const MARK: &str = "<!>";
/// End of a document; scripts with data for the browser follow it.
const END: &str = "</html>";
/// Maximum size of a page, in bytes.
const MAX_BYTES: usize = 64 * 1024 * 1024;

/// A rendered page.
#[derive(Clone)]
struct Rendered {
    status: StatusCode,
    headers: HeaderMap,
    html: Bytes,
}

/// Latest page of a reader at an address, with the log position before it was rendered.
type Slot = Arc<Turn<Option<(Position, Rendered)>>>;

/// Pages that are being rendered, by reader and address.
#[derive(Default)]
pub struct Renders(Mutex<HashMap<String, Slot>>);

impl Renders {
    /// Returns the page under `key`, rendered at `head()` or later. Requests that come while it is being rendered wait,
    /// and share the next rendering.
    pub async fn share(
        &self,
        key: String,
        head: impl Fn() -> Position,
        render: impl Future<Output = Response>,
    ) -> Response {
        let needed = head();
        let waiting = self.wait(key);
        let mut turn = waiting.slot.lock().await;
        if let Some((at, rendered)) = &*turn
            && *at >= needed
        {
            return rendered.clone().into_response();
        }
        let at = head();
        match read(render.await).await {
            Ok(rendered) => {
                *turn = Some((at, rendered.clone()));
                rendered.into_response()
            }
            Err(response) => response,
        }
    }

    fn wait(&self, key: String) -> Waiting<'_> {
        let mut slots = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let slot = Arc::clone(slots.entry(key.clone()).or_default());
        drop(slots);
        Waiting {
            renders: self,
            key,
            slot,
        }
    }
}

/// A request that waits for a page or renders it. The last one to end, also if its browser has gone, forgets the page.
struct Waiting<'a> {
    renders: &'a Renders,
    key: String,
    slot: Slot,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let slots = self.renders.0.lock();
        let mut slots = slots.unwrap_or_else(PoisonError::into_inner);
        // The map and this request hold the last two references.
        if Arc::strong_count(&self.slot) <= 2 {
            slots.remove(&self.key);
        }
    }
}

/// Returns a rendered page without the marks.
pub async fn clean(response: Response) -> Response {
    match read(response).await {
        Ok(rendered) => rendered.into_response(),
        Err(response) => response,
    }
}

/// Reads a response that is a page; returns others as they are.
async fn read(response: Response) -> Result<Rendered, Response> {
    let is_page = response
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    if !is_page {
        return Err(response);
    }
    let (parts, body) = response.into_parts();
    let body = match axum::body::to_bytes(body, MAX_BYTES).await {
        Ok(body) => body,
        Err(error) => {
            tracing::error!(%error, "a page could not be rendered");
            let mut response = Response::new(Body::empty());
            *response.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
            return Err(response);
        }
    };
    let html = str::from_utf8(&body).map_or(body.clone(), |html| without_marks(html).into());
    Ok(Rendered {
        status: parts.status,
        headers: parts.headers,
        html,
    })
}

impl Rendered {
    fn into_response(self) -> Response {
        let mut response = Response::new(Body::from(self.html));
        *response.status_mut() = self.status;
        *response.headers_mut() = self.headers;
        response.headers_mut().remove(header::CONTENT_LENGTH);
        response
    }
}

fn without_marks(html: &str) -> String {
    let end = html.rfind(END).map_or(html.len(), |at| at + END.len());
    html[..end].replace(MARK, "")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    use axum::http::HeaderValue;
    use tokio::sync::Semaphore;

    use super::*;

    fn page(html: String) -> Response {
        let mut response = Response::new(Body::from(html));
        let kind = HeaderValue::from_static("text/html; charset=utf-8");
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
        response
    }

    async fn text(response: Response) -> String {
        let bytes = axum::body::to_bytes(response.into_body(), 1 << 20).await;
        String::from_utf8(bytes.unwrap().into()).unwrap()
    }

    #[test]
    fn marks_and_data_for_the_browser_are_left_out() {
        for (html, clean) in [
            (
                "<html>a<!>b<!></html><!><script>x</script>",
                "<html>ab</html>",
            ),
            ("a<!>", "a"),
            ("&lt;!>", "&lt;!>"),
        ] {
            assert_eq!(without_marks(html), clean);
        }
    }

    #[tokio::test]
    async fn who_waits_for_a_page_shares_the_next_rendering() {
        let renders = Arc::new(Renders::default());
        let (head, count) = (Arc::new(AtomicU64::new(1)), Arc::new(AtomicU64::new(0)));
        let gate = Arc::new(Semaphore::new(0));
        let ask = || {
            let (renders, head) = (Arc::clone(&renders), Arc::clone(&head));
            let (count, gate) = (Arc::clone(&count), Arc::clone(&gate));
            tokio::spawn(async move {
                let render = async move {
                    let nth = count.fetch_add(1, Ordering::SeqCst) + 1;
                    gate.acquire().await.unwrap().forget();
                    page(format!("<html>{nth}</html>"))
                };
                let head = move || head.load(Ordering::SeqCst);
                text(renders.share("ada /".into(), head, render).await).await
            })
        };
        let first = ask();
        while count.load(Ordering::SeqCst) == 0 {
            tokio::task::yield_now().await;
        }
        // A fact: those who ask now must not get the page before it.
        head.store(2, Ordering::SeqCst);
        let others = [ask(), ask(), ask()];
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
        gate.add_permits(2);
        assert_eq!(first.await.unwrap(), "<html>1</html>");
        for other in others {
            assert_eq!(other.await.unwrap(), "<html>2</html>");
        }
        assert!(renders.0.lock().unwrap().is_empty());
    }

    #[tokio::test]
    async fn what_is_no_page_stays_as_it_is() {
        let answer = Response::new(Body::from("a<!>b"));
        assert_eq!(text(clean(answer).await).await, "a<!>b");
    }
}
