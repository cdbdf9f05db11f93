//! Where a request comes from: who is connected, or whom a proxy of ours names.

use std::net::{IpAddr, SocketAddr};

use axum::http::HeaderMap;

use crate::config::Config;

/// Where a request comes from.
#[derive(Clone, Copy, Debug)]
pub struct Peer {
    /// The address; the one a proxy names, when there is one that is believed.
    pub address: IpAddr,
}

/// Behind a proxy of ours, the last address it added; anybody can write the ones before it. A proxy
/// is on this machine or on its network: from elsewhere the header is anybody's word.
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

/// Whether what comes from an address may come from the proxy that people's address stands for. Without
/// TLS of our own it is the proxy that has it.
#[must_use]
pub fn is_proxy(config: &Config, address: IpAddr) -> bool {
    config.public.is_some() && config.tls.is_none() && is_near(address.to_canonical())
}

const fn is_near(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => address.is_loopback() || address.is_private(),
        IpAddr::V6(address) => address.is_loopback() || address.is_unique_local(),
    }
}
