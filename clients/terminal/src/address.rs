//! The address of a server, as people give it. Speaks to nobody.

use kernel::{Error, Result};
use reqwest::Url;

/// The variable that says where the server is.
pub const URL_VARIABLE: &str = "LOCI_URL";
/// Where it is when nobody says otherwise.
pub const DEFAULT: &str = "http://127.0.0.1:7077";

/// The scheme, host and port of an address.
///
/// # Errors
/// `invalid` when there is more to it, or less.
pub fn origin(given: &str) -> Result<String> {
    let wrong = |why: &str| {
        Error::invalid(format!(
            "{URL_VARIABLE}={given:?}: {why}; expected the server's address alone, such as {DEFAULT}"
        ))
    };
    let url = given.trim();
    let (scheme, rest) = url
        .split_once("://")
        .ok_or_else(|| wrong("has no http:// or https:// before it"))?;
    let scheme = scheme.to_ascii_lowercase();
    if !matches!(scheme.as_str(), "http" | "https") {
        return Err(wrong("is neither http nor https"));
    }
    let authority = rest.trim_end_matches('/');
    match authority.find(['/', '?', '#']) {
        Some(at) if authority[at..].starts_with('/') => return Err(wrong("has a path")),
        Some(_) => return Err(wrong("has a query")),
        None => {}
    }
    if authority.contains('@') {
        return Err(wrong("has a name or password in it"));
    }
    let is_odd = |c: char| !(c.is_ascii_alphanumeric() || ".-_:[]".contains(c));
    if authority.is_empty() || authority.starts_with(':') || authority.contains(is_odd) {
        return Err(wrong("has no host that can be"));
    }
    let url = Url::parse(&format!("{scheme}://{authority}"));
    let url = url.map_err(|error| wrong(&format!("is none ({error})")))?;
    // However it is written: what waits for a server is kept by this.
    Ok(url.origin().ascii_serialization())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_scheme_host_and_port() {
        for (given, expected) in [
            ("http://127.0.0.1:7077", "http://127.0.0.1:7077"),
            ("http://127.0.0.1:7077/", "http://127.0.0.1:7077"),
            (" HTTPS://loci.example.org// ", "https://loci.example.org"),
            ("http://[::1]:7077", "http://[::1]:7077"),
            ("http://Loci.Example.ORG:80", "http://loci.example.org"),
            ("https://loci.example.org:443/", "https://loci.example.org"),
            ("https://loci.example.org:80", "https://loci.example.org:80"),
            ("http://loci_1:7077", "http://loci_1:7077"),
        ] {
            assert_eq!(origin(given).ok().as_deref(), Some(expected), "{given}");
        }
        for wrong in [
            "",
            "127.0.0.1:7077",
            "ftp://a",
            "http://",
            "http://:7",
            "http://a/b",
            "http://a/?x",
            "http://a#b",
            "http://a?x",
            "http://127.0.0.1:99999",
            "http://127.0.0.1:7123:1",
            "http://[::1",
            "http://a:port",
            "http://300.0.0.1",
            "http://me:word@a",
            "http://a b",
            "http://a\nb",
            "http://ä",
        ] {
            let error = origin(wrong).expect_err(wrong);
            assert!(error.detail.contains(DEFAULT), "{wrong}");
            assert!(!error.detail.contains('\n'), "{wrong}");
        }
    }
}
