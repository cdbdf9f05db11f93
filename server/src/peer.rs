//! Origin of a request: the peer's address, or the one that a trusted proxy forwards.

use std::net::{IpAddr, SocketAddr};

use axum::http::HeaderMap;

use crate::config::Config;

/// Origin of a request.
#[derive(Clone, Copy, Debug)]
pub struct Peer {
    /// Address of the client, as forwarded by a trusted proxy, otherwise of the connection.
    pub address: IpAddr,
}

/// Returns the origin. Behind a trusted proxy it is the last address that the proxy appended, because clients can forge
/// the previous ones. A proxy must be on this machine or its network; the header is ignored from elsewhere.
#[must_use]
pub fn peer_of(config: &Config, peer: SocketAddr, headers: &HeaderMap) -> Peer {
    let forwarded = headers
        .get("x-forwarded-for")
        .and_then(|value| value.to_str().ok())
        .map(|value| value.rsplit(',').next().unwrap_or(value).trim());
    let named = forwarded
        .filter(|_| is_proxy(config, peer.ip()))
        .and_then(|address| address.parse().ok());
    Peer {
        address: named.unwrap_or(peer.ip()),
    }
}

/// Returns true if the address may be the trusted proxy's. Requires a public address without Loci's own TLS, which the
/// proxy then terminates.
#[must_use]
pub fn is_proxy(config: &Config, address: IpAddr) -> bool {
    let is_proxied = config
        .public
        .as_ref()
        .is_some_and(|public| public.is_proxied);
    is_proxied && config.tls.is_none() && is_near(address.to_canonical())
}

const fn is_near(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => address.is_loopback() || address.is_private(),
        IpAddr::V6(address) => address.is_loopback() || address.is_unique_local(),
    }
}
