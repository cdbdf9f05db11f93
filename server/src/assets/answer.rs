//! HTTP responses for static files: content type, encoding, caching.

use axum::body::Body;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

use super::list::{Encoding, File};
use super::source::Source;

/// Cache policy for names with a hash, whose content never changes.
const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// Cache policy for other names: revalidated, and answered with 304 while unchanged.
const ASK_AGAIN: HeaderValue = HeaderValue::from_static("no-cache");

/// Returns the response for a file of the list.
pub fn file(file: &File, source: &Source, request: &HeaderMap) -> Response {
    let encoding = file
        .encodings
        .iter()
        .copied()
        .find(|encoding| accepts(request, *encoding));
    // Each encoding is a separate representation and needs its own tag.
    let tag = match encoding {
        Some(encoding) => format!("\"{}-{}\"", file.hash, encoding.name()),
        None => format!("\"{}\"", file.hash),
    };
    let unchanged = matches(request, &tag);

    let mut name = file.path.clone();
    if let Some(encoding) = encoding {
        name.push_str(encoding.suffix());
    }
    let mut answer = if unchanged {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        match source.read(&name) {
            Some(content) => Body::from(content).into_response(),
            // The folder was rebuilt between reading the list and the file.
            None => return missing(),
        }
    };
    let headers = answer.headers_mut();
    headers.insert(
        CACHE_CONTROL,
        if file.immutable { FOR_EVER } else { ASK_AGAIN },
    );
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(ETAG, tag);
    }
    if !file.encodings.is_empty() {
        headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    }
    if !unchanged {
        headers.insert(
            CONTENT_TYPE,
            HeaderValue::from_static(content_type(&file.path)),
        );
        headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        if let Some(encoding) = encoding {
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding.name()));
        }
    }
    answer
}

/// Returns the response for a file that is not in the list, such as an old name in a page from before an update.
pub fn missing() -> Response {
    let mut answer = (
        StatusCode::NOT_FOUND,
        "no such file in this build; load the page again\n",
    )
        .into_response();
    answer
        .headers_mut()
        .insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    answer
}

/// Returns true if the request accepts this encoding: by name or through `*`, and not with `q=0`.
fn accepts(request: &HeaderMap, encoding: Encoding) -> bool {
    let mut any = false;
    for value in request.get_all(ACCEPT_ENCODING) {
        for choice in value.to_str().unwrap_or("").split(',') {
            let mut parts = choice.split(';');
            let name = parts.next().unwrap_or("").trim();
            let refused = parts.any(|part| {
                part.trim()
                    .strip_prefix("q=")
                    .is_some_and(|weight| weight.trim().parse() == Ok(0.0_f32))
            });
            if name.eq_ignore_ascii_case(encoding.name()) {
                return !refused;
            }
            any |= name == "*" && !refused;
        }
    }
    any
}

/// Returns true if the browser has this version already.
fn matches(request: &HeaderMap, tag: &str) -> bool {
    request
        .get_all(IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(|known| known.trim().trim_start_matches("W/"))
        .any(|known| known == tag || known == "*")
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    }
}
