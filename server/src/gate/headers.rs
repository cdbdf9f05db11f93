//! Security headers of all responses.

use std::sync::LazyLock;

use axum::http::{HeaderValue, header};
use axum::response::Response;

use super::host::Named;
use crate::page::PageNonce;
use crate::sessions::Secure;
use crate::site::Site;

/// Policy of everything that is not a page, built once.
static WITHOUT_SCRIPTS: LazyLock<HeaderValue> = LazyLock::new(|| {
    HeaderValue::from_str(&policy(None)).unwrap_or(HeaderValue::from_static("default-src 'none'"))
});

/// Adds the security headers to a response. Requires HTTPS (HSTS) only under a configured name, because other programs
/// share `localhost`. A page's policy includes the nonce of its scripts.
pub fn secure(site: &Site, path: &str, named: Named, response: &mut Response) {
    let nonce = response.extensions().get::<PageNonce>().cloned();
    let headers = response.headers_mut();
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.insert(
        "cross-origin-opener-policy",
        HeaderValue::from_static("same-origin"),
    );
    headers.insert(
        "cross-origin-resource-policy",
        HeaderValue::from_static("same-origin"),
    );
    let policy = match nonce {
        Some(nonce) => HeaderValue::from_str(&policy(Some(&nonce.0))).ok(),
        None => Some(WITHOUT_SCRIPTS.clone()),
    };
    if let Some(policy) = policy {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    if path.starts_with("/api/") || path == doors::mcp::PATH {
        headers
            .entry(header::CACHE_CONTROL)
            .or_insert(HeaderValue::from_static("no-store"));
    }
    if named == Named::Ours && site.secure() == Secure::Only {
        headers.insert(
            header::STRICT_TRANSPORT_SECURITY,
            HeaderValue::from_static("max-age=31536000"),
        );
    }
}

/// Returns the content security policy. Style attributes are allowed, because meters and drawings pass numbers to the
/// stylesheet in them; no text of agents is put into one.
fn policy(nonce: Option<&str>) -> String {
    let scripts = nonce.map_or_else(
        || "'none'".to_owned(),
        |nonce| format!("'self' 'nonce-{nonce}'"),
    );
    format!(
        "default-src 'none'; script-src {scripts}; style-src 'self'; style-src-attr 'unsafe-inline'; \
         img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
         form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )
}

#[cfg(test)]
mod tests {
    use super::policy;

    #[test]
    fn no_script_runs_without_the_nonce() {
        assert!(policy(None).contains("script-src 'none'"));
        let with = policy(Some("abc"));
        assert!(with.contains("script-src 'self' 'nonce-abc';"));
        assert!(!with.contains("script-src 'unsafe-inline'"));
    }
}
