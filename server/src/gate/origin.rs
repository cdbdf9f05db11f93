//! Origin check for unsafe requests (CSRF). A browser sends a person's cookie with requests of any page, so they must
//! come from a page of exactly this origin, including the port, which cookies ignore. Requests with a token need no
//! check, except at `/mcp`: no page can make a browser send one.

use axum::body::Body;
use axum::http::{Method, Request, header};
use kernel::{Error, Result};

use crate::authority::authority;
use crate::identity::Identity;
use crate::site::Site;

/// Rejects an unsafe request from another origin's page.
///
/// # Errors
/// Returns `forbidden`.
pub fn check(site: &Site, request: &Request<Body>, identity: &Identity) -> Result<()> {
    let safe = matches!(
        *request.method(),
        Method::GET | Method::HEAD | Method::OPTIONS
    );
    // The protocol requires the check for all callers: its clients may be authorized by their location.
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
    let expected = page_origin(site, authority(request));
    if agrees(site_says, origin, &expected) {
        return Ok(());
    }
    Err(Error::forbidden(format!(
        "This request comes from a page of another origin. Open {expected} itself and do it there."
    )))
}

/// Returns the origin of pages under this authority.
fn page_origin(site: &Site, authority: &str) -> String {
    let authority = authority.to_ascii_lowercase();
    match &site.config.public {
        Some(public) if public.authority == authority => public.origin.clone(),
        _ => format!("{}://{authority}", site.config.scheme()),
    }
}

/// Compares both headers, if present; neither is when the caller is not a browser.
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
