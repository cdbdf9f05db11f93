//! Syntactic validation of webhook URLs. The sender decides which hosts may be contacted.

use kernel::error::{Error, Result};

/// Maximum length of a URL, in bytes.
const LONGEST: usize = 2048;

/// Returns scheme, host and port of a URL, which are not secret.
///
/// # Errors
/// Returns `invalid` if it is no http or https URL, or has a user.
pub fn origin(url: &str) -> Result<String> {
    let odd = |why: &str| Err(Error::field("/url", why));
    if url.len() > LONGEST {
        return odd("expected at most 2048 bytes");
    }
    if !url.bytes().all(|byte| byte.is_ascii_graphic()) || url.contains('\\') {
        return odd("expected an address without spaces, in ASCII; others are percent-encoded");
    }
    let (scheme, rest) = url.split_once("://").unwrap_or(("", url));
    let scheme = scheme.to_ascii_lowercase();
    if !matches!(scheme.as_str(), "http" | "https") {
        return odd("expected an address that begins with https:// or http://");
    }
    if rest.contains('#') {
        return odd("an address to send to has no `#`");
    }
    let authority = rest.split(['/', '?']).next().unwrap_or_default();
    if authority.contains('@') {
        return odd("must not hold a user or a password");
    }
    if authority.is_empty() || authority.starts_with(':') {
        return odd("names no host");
    }
    Ok(format!("{scheme}://{}", authority.to_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_one_of_http_without_a_user() {
        for (url, leads) in [
            ("https://Example.org/hooks/a?b=c", "https://example.org"),
            ("HTTP://example.org:8080", "http://example.org:8080"),
            ("https://example.org?x@y", "https://example.org"),
            ("http://[::1]:80/x", "http://[::1]:80"),
        ] {
            assert_eq!(origin(url).unwrap(), leads);
        }
        let long = format!("https://example.org/{}", "a".repeat(LONGEST));
        for url in [
            "",
            "example.org",
            "ftp://example.org",
            "file:///etc/passwd",
            "javascript://x",
            "https://",
            "https:///path",
            "https://:80",
            "https://user@example.org",
            "https://example.org:pass@127.0.0.1/",
            "https://example.org\\@127.0.0.1/",
            "https://example.org/ x",
            "https://example.org/\r\nHost: x",
            "https://example.org/#x",
            "https://exämple.org/",
            &long,
        ] {
            assert!(origin(url).is_err(), "{url}");
        }
    }
}
