//! Host header validation. A foreign name that points at this machine is rejected: otherwise its page could read what
//! only this machine may (DNS rebinding).

use std::net::IpAddr;

use axum::body::Body;
use axum::http::{Request, header};
use doors::http::reply;
use kernel::{Code, Error, Result};

use crate::authority::{authority, name};
use crate::config::Config;
use crate::site::Site;

/// Origin of the name that a request is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// A name configured for this server.
    Ours,
    /// A name that every machine has.
    Anybodys,
}

/// Health check paths.
const PROBED: [&str; 2] = ["/healthz", "/readyz"];

/// Rejects a request for an unknown host.
///
/// # Errors
/// Returns `invalid` (`unknown_host`).
pub fn check(site: &Site, request: &Request<Body>) -> Result<()> {
    if request.headers().get_all(header::HOST).iter().count() > 1 {
        return Err(Error::invalid("The request names more than one host."));
    }
    let host = authority(request);
    // Health checks over HTTP/1.0 name no host, and return nothing confidential.
    let is_probe = host.is_empty() && PROBED.contains(&request.uri().path());
    if is_probe || allows(&site.config, host) {
        return Ok(());
    }
    let mut error = Error::new(
        Code::Invalid,
        "Loci does not answer under this host name. Use localhost, or start it with --host NAME.",
    );
    error.extra.reason = Some(reply::UNKNOWN_HOST.into());
    Err(error)
}

/// Returns the origin of the name that a request is for.
pub fn classify(config: &Config, request: &Request<Body>) -> Named {
    let authority = authority(request).to_ascii_lowercase();
    let public = config.public.as_ref();
    let is_ours = public.is_some_and(|public| public.authority == authority)
        || config.hosts.iter().any(|host| host == name(&authority));
    if is_ours {
        Named::Ours
    } else {
        Named::Anybodys
    }
}

fn allows(config: &Config, authority: &str) -> bool {
    let authority = authority.to_ascii_lowercase();
    let name = name(&authority);
    // An IP address needs no name resolution, so it is safe from DNS rebinding.
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    name == "localhost"
        || name.ends_with(".localhost")
        || bare.parse::<IpAddr>().is_ok()
        || config.hosts.iter().any(|host| host == name)
        || config
            .public
            .as_ref()
            .is_some_and(|public| public.authority == authority)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Flags;

    #[test]
    fn names_of_this_machine_and_configured_ones_are_allowed() {
        let flags = Flags {
            hosts: vec!["Box.lan".into()],
            public_url: Some("https://loci.example.org".into()),
            ..Flags::default()
        };
        let config = Config::new(flags).unwrap();
        for good in [
            "localhost",
            "LOCALHOST:7077",
            "loci.localhost:7077",
            "127.0.0.1:1",
            "[::1]:7077",
            "box.lan:7077",
            "loci.example.org",
            "192.168.1.4",
        ] {
            assert!(allows(&config, good), "{good}");
        }
        for bad in [
            "",
            "evil.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "evil.example:7077",
            "xlocalhost",
        ] {
            assert!(!allows(&config, bad), "{bad}");
        }
    }
}
