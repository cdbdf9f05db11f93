//! Where an unsafe request comes from. A browser sends a person's cookie along with whatever any
//! page makes it send, so such a request must be from a page of this very origin, port included:
//! cookies ignore ports. Requests with a token need no check, but at `/mcp`: no page can make a browser send one.

use axum::body::Body;
use axum::http::{Method, Request, header};
use kernel::{Error, Result};

use super::host::authority;
use crate::identity::Identity;
use crate::site::Site;

/// Refuses an unsafe request that another origin's page made.
///
/// # Errors
/// `forbidden`.
pub fn check(site: &Site, request: &Request<Body>, identity: &Identity) -> Result<()> {
    let safe = matches!(
        *request.method(),
        Method::GET | Method::HEAD | Method::OPTIONS
    );
    // The protocol asks for the check whoever calls: its clients may be let in by where they run.
    let is_asked_for = request.uri().path() == doors::mcp::PATH;
    if !is_asked_for && (safe || matches!(identity, Identity::Token { .. })) {
        return Ok(());
    }
    let text = |name| {
        request
            .headers()
            .get(name)
            .map(|value: &header::HeaderValue| value.to_str().unwrap_or("?"))
    };
    let site_says = text("sec-fetch-site");
    let origin = text("origin");
    let expected = expected(site, authority(request));
    if agrees(site_says, origin, &expected) {
        return Ok(());
    }
    Err(Error::forbidden(format!(
        "This request comes from a page of another origin. Open {expected} itself and do it there."
    )))
}

/// The origin of pages that are asked for under this authority.
fn expected(site: &Site, authority: &str) -> String {
    let authority = authority.to_ascii_lowercase();
    match &site.config.public {
        Some(public) if public.authority == authority => public.origin.clone(),
        _ => format!("{}://{authority}", site.config.scheme()),
    }
}

/// Neither header is there when the caller is no browser.
fn agrees(site_says: Option<&str>, origin: Option<&str>, expected: &str) -> bool {
    site_says.is_none_or(|site| matches!(site, "same-origin" | "none"))
        && origin.is_none_or(|origin| origin.eq_ignore_ascii_case(expected))
}

#[cfg(test)]
mod tests {
    use super::agrees;

    #[test]
    fn only_the_same_origin_agrees() {
        let here = "http://loci.localhost:7077";
        for (site, origin, ok) in [
            (None, None, true),
            (Some("same-origin"), Some(here), true),
            (Some("none"), None, true),
            (None, Some("http://loci.localhost:3000"), false),
            (Some("same-site"), None, false),
            (Some("cross-site"), Some(here), false),
            (None, Some("null"), false),
            (None, Some("https://loci.localhost:7077"), false),
        ] {
            assert_eq!(agrees(site, origin, here), ok, "{site:?} {origin:?}");
        }
    }
}
