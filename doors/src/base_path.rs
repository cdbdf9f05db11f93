//! Base path below which a reverse proxy serves Loci, such as `/loci`; empty if Loci has a host of its own.
//!
//! Requests are routed without the base path. Every address that leaves the process (links, forms, redirects, cookies)
//! carries it. A process has one: the server sets it from `--public-url` before it makes the first address.

use std::sync::OnceLock;

/// Base path with a trailing slash.
static HOME: OnceLock<String> = OnceLock::new();

/// Sets the base path: empty, or segments that each begin with a slash. The first call wins.
pub fn set(base: &str) {
    HOME.get_or_init(|| format!("{base}/"));
}

/// Returns the address of the overview page: `/`, or `/loci/`.
#[must_use]
pub fn home() -> &'static str {
    HOME.get().map_or("/", String::as_str)
}

/// Returns the base path: empty, or `/loci`.
#[must_use]
pub fn base() -> &'static str {
    home().trim_end_matches('/')
}

/// Returns the path that covers all addresses: `/`, or `/loci`.
#[must_use]
pub fn root() -> &'static str {
    match base() {
        "" => "/",
        base => base,
    }
}

/// Returns the address of `path`, which begins with a slash.
#[must_use]
pub fn at(path: &str) -> String {
    format!("{}{path}", base())
}

/// Strips the base path from an address. The rest is a path, or a query or fragment alone. Returns `None` if the
/// address is outside the base path.
#[must_use]
pub fn within(address: &str) -> Option<&str> {
    below(base(), address)
}

fn below<'a>(base: &str, address: &'a str) -> Option<&'a str> {
    match address.strip_prefix(base)? {
        "" => Some("/"),
        rest => rest.starts_with(['/', '?', '#']).then_some(rest),
    }
}

#[cfg(test)]
mod tests {
    use super::below;

    #[test]
    fn an_address_is_below_the_base_path_or_elsewhere() {
        for (base, address, rest) in [
            ("", "/", Some("/")),
            ("", "/inbox?a", Some("/inbox?a")),
            ("", "https://example.org", None),
            ("/loci", "/loci", Some("/")),
            ("/loci", "/loci/", Some("/")),
            ("/loci", "/loci?a", Some("?a")),
            ("/loci", "/loci/inbox#x", Some("/inbox#x")),
            ("/loci", "/locix", None),
            ("/loci", "/inbox", None),
            ("/a/b", "/a/b/inbox", Some("/inbox")),
            ("/a/b", "/a", None),
        ] {
            assert_eq!(below(base, address), rest, "{base} {address}");
        }
    }
}
