//! Origin of this server, for the instructions to agents.

use doors::base_path::base;

/// Returns the origin from the request's headers: an agent on the same machine can use it too.
#[must_use]
pub fn origin() -> String {
    let parts = leptos::prelude::use_context::<http::request::Parts>();
    let header = |name: &str| {
        parts
            .as_ref()
            .and_then(|parts| parts.headers.get(name))
            .and_then(|value| value.to_str().ok())
    };
    let host = resolvable(header("host").unwrap_or("127.0.0.1:7077"));
    let scheme = header("x-forwarded-proto").filter(|scheme| *scheme == "https");
    format!("{}://{host}{}", scheme.unwrap_or("http"), base())
}

/// Replaces a `.localhost` name, which only browsers resolve, by an address that every program resolves.
fn resolvable(host: &str) -> String {
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => {
            (name, Some(port))
        }
        _ => (host, None),
    };
    if !name.to_ascii_lowercase().ends_with(".localhost") {
        return host.to_owned();
    }
    port.map_or_else(
        || "127.0.0.1".to_owned(),
        |port| format!("127.0.0.1:{port}"),
    )
}

#[cfg(test)]
mod tests {
    use super::resolvable;

    #[test]
    fn an_agent_is_told_an_address_that_it_can_resolve() {
        for (opened, told) in [
            ("loci.localhost:7077", "127.0.0.1:7077"),
            ("LOCI.LOCALHOST", "127.0.0.1"),
            ("localhost:7077", "localhost:7077"),
            ("127.0.0.1:7077", "127.0.0.1:7077"),
            ("[::1]:7077", "[::1]:7077"),
            ("[::1]", "[::1]"),
            ("loci.example.org", "loci.example.org"),
            ("notlocalhost:80", "notlocalhost:80"),
        ] {
            assert_eq!(resolvable(opened), told);
        }
    }
}
