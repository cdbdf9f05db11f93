//! The address of a server, as people give it. Speaks to nobody.

use kernel::{Error, Result};

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
    if authority.contains(['/', '?', '#']) {
        return Err(wrong("has a path"));
    }
    if authority.contains('@') {
        return Err(wrong("has a name or password in it"));
    }
    let is_odd = |c: char| !(c.is_ascii_alphanumeric() || ".-_:[]".contains(c));
    if authority.is_empty() || authority.starts_with(':') || authority.contains(is_odd) {
        return Err(wrong("has no host that can be"));
    }
    Ok(format!("{scheme}://{authority}"))
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
