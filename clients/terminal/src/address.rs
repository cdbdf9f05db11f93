//! Validates and parses the address of a server.

use kernel::{Error, Result};
use reqwest::Url;

/// Environment variable with the server's address.
pub const URL_VARIABLE: &str = "LOCI_URL";
/// Default address of the server.
pub const DEFAULT: &str = "http://127.0.0.1:7077";

/// First segments of Loci's own paths. They cannot begin a base path, because a proxy may strip the base path or keep
/// it, and the two cases would be ambiguous.
const OWN: [&str; 24] = [
    "agents",
    "api",
    "crystals",
    "dev",
    "enter",
    "fonts",
    "healthz",
    "help",
    "import",
    "inbox",
    "mcp",
    "metrics",
    "minds",
    "pkg",
    "readyz",
    "scratchpads",
    "sessions",
    "settings",
    "setup",
    "sign-in",
    "sign-out",
    "theme",
    "v1",
    "workflows",
];

/// Returns true if a path can be a base path, below which a proxy serves Loci: empty, or segments of letters, digits,
/// `-` and `_`, which need no escaping in an address, a cookie or a shell.
#[must_use]
pub fn is_base_path(path: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
    let mut segments = path.split('/');
    segments.next() == Some("")
        && segments.all(|segment| !segment.is_empty() && segment.chars().all(is_plain))
        && !path
            .split('/')
            .nth(1)
            .is_some_and(|first| OWN.contains(&first))
}

/// Parses the address of a server: scheme, host and port, and the base path of a proxy. The result has no trailing
/// slash.
///
/// # Errors
/// `invalid` if the address has other parts, or lacks one.
pub fn parse(given: &str) -> Result<String> {
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
    let rest = rest.trim_end_matches('/');
    if rest.contains(['?', '#']) {
        return Err(wrong("has a query"));
    }
    let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    if authority.contains('@') {
        return Err(wrong("has a name or password in it"));
    }
    let is_odd = |c: char| !(c.is_ascii_alphanumeric() || ".-_:[]".contains(c));
    if authority.is_empty() || authority.starts_with(':') || authority.contains(is_odd) {
        return Err(wrong("has no host that can be"));
    }
    if !is_base_path(path) {
        return Err(wrong(
            "has a path that belongs to Loci itself, or has other characters than letters, digits, - and _",
        ));
    }
    let url = Url::parse(&format!("{scheme}://{authority}"));
    let url = url.map_err(|error| wrong(&format!("is none ({error})")))?;
    // Normalized, because unsent messages are stored by this address.
    Ok(format!("{}{path}", url.origin().ascii_serialization()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_scheme_host_port_and_base_path() {
        for (given, expected) in [
            ("http://127.0.0.1:7077", "http://127.0.0.1:7077"),
            ("http://127.0.0.1:7077/", "http://127.0.0.1:7077"),
            (" HTTPS://loci.example.org// ", "https://loci.example.org"),
            ("http://[::1]:7077", "http://[::1]:7077"),
            ("http://Loci.Example.ORG:80", "http://loci.example.org"),
            ("https://loci.example.org:443/", "https://loci.example.org"),
            ("https://loci.example.org:80", "https://loci.example.org:80"),
            ("http://loci_1:7077", "http://loci_1:7077"),
            ("http://A/Loci", "http://a/Loci"),
            ("https://a:443/tools/team-1/", "https://a/tools/team-1"),
        ] {
            assert_eq!(parse(given).ok().as_deref(), Some(expected), "{given}");
        }
        for wrong in [
            "",
            "127.0.0.1:7077",
            "ftp://a",
            "http://",
            "http://:7",
            "http://a/mcp",
            "http://a/workflows/01J",
            "http://a/b c",
            "http://a/b\"c",
            "http://a/$(b)",
            "http://a/../b",
            "http://a/b//c",
            "http://a/?x",
            "http://a/b?x",
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
            let error = parse(wrong).expect_err(wrong);
            assert!(error.detail.contains(DEFAULT), "{wrong}");
            assert!(!error.detail.contains('\n'), "{wrong}");
        }
    }
}
