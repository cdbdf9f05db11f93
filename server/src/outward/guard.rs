//! Outbound address filter (SSRF) for addresses that users enter: allows the public internet and the configured
//! targets. A name is resolved once, each of its addresses is checked, and the connection uses a checked one, so DNS
//! cannot change in between.

use std::error::Error as StdError;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use reqwest::Url;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};

/// Targets that are allowed although they are not public: host names and networks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Allowed {
    hosts: Vec<String>,
    networks: Vec<(IpAddr, u8)>,
}

/// Rejection of a target, with the reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{target} is {why}; the server's --webhook-allow can allow it")]
pub struct Refused {
    target: String,
    why: &'static str,
}

impl Refused {
    /// Finds the rejection among the causes of an error.
    #[must_use]
    pub fn among<'a>(error: &'a (dyn StdError + 'static)) -> Option<&'a Self> {
        let causes = std::iter::successors(Some(error), |error| StdError::source(*error));
        causes.into_iter().find_map(|cause| cause.downcast_ref())
    }
}

impl Allowed {
    /// Parses targets: host names, addresses, networks such as `10.0.0.0/8`.
    ///
    /// # Errors
    /// Returns the first invalid target.
    pub fn parse(targets: &[String]) -> Result<Self, String> {
        let mut allowed = Self::default();
        for target in targets.iter().map(|target| target.trim()) {
            let (address, bits) = match target.split_once('/') {
                Some((address, bits)) => (address, Some(bits)),
                None => (target, None),
            };
            let bare = address.trim_start_matches('[').trim_end_matches(']');
            match (bare.parse::<IpAddr>(), bits) {
                (Ok(ip), None) => allowed.networks.push((ip, width(ip))),
                (Ok(ip), Some(bits)) => {
                    let bits = bits.parse().ok().filter(|bits| *bits <= width(ip));
                    let bits = bits.ok_or_else(|| target.to_owned())?;
                    allowed.networks.push((ip, bits));
                }
                (Err(_), None) if is_host(target) => allowed.hosts.push(host(target)),
                (Err(_), _) => return Err(target.to_owned()),
            }
        }
        Ok(allowed)
    }

    /// Rejects an address whose host is a forbidden IP address. A name is checked when it is resolved.
    ///
    /// # Errors
    /// Returns the rejection.
    pub fn check(&self, url: &Url) -> Result<(), Refused> {
        let host = url.host_str().unwrap_or_default();
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        match bare.parse::<IpAddr>() {
            Ok(ip) => self.check_all(bare, &[ip]),
            Err(_) => Ok(()),
        }
    }

    /// Rejects a host if any of its addresses is forbidden.
    fn check_all(&self, name: &str, ips: &[IpAddr]) -> Result<(), Refused> {
        if self.hosts.contains(&host(name)) {
            return Ok(());
        }
        for ip in ips {
            if self.networks.iter().any(|network| holds(*network, *ip)) {
                continue;
            }
            if let Some(why) = why_not(*ip) {
                let ip = ip.to_string();
                let target = if ip == name {
                    ip
                } else {
                    format!("{name} ({ip})")
                };
                return Err(Refused { target, why });
            }
        }
        Ok(())
    }
}

impl Resolve for Allowed {
    fn resolve(&self, name: Name) -> Resolving {
        let allowed = self.clone();
        Box::pin(async move {
            let name = name.as_str();
            let found: Vec<SocketAddr> = tokio::net::lookup_host((name, 0)).await?.collect();
            let ips: Vec<IpAddr> = found.iter().map(SocketAddr::ip).collect();
            allowed.check_all(name, &ips)?;
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}

/// Creates a client that reaches only allowed targets. It uses no proxy, because a proxy would resolve names itself.
///
/// # Errors
/// Returns an error if this machine's certificates cannot be read.
pub fn client(
    allowed: Allowed,
    builder: reqwest::ClientBuilder,
) -> reqwest::Result<reqwest::Client> {
    builder
        .no_proxy()
        .dns_resolver(Arc::new(allowed))
        // Each message opens a new connection, which is checked again.
        .pool_max_idle_per_host(0)
        .build()
}

fn is_host(name: &str) -> bool {
    let is_odd = |byte: u8| !(byte.is_ascii_alphanumeric() || b"-._".contains(&byte));
    !name.is_empty() && name.len() <= 253 && !name.bytes().any(is_odd)
}

fn host(name: &str) -> String {
    name.trim_end_matches('.').to_ascii_lowercase()
}

fn width(ip: IpAddr) -> u8 {
    if ip.is_ipv4() { 32 } else { 128 }
}

/// Returns true if the network contains the address, which may be mapped to the other family.
fn holds((network, bits): (IpAddr, u8), ip: IpAddr) -> bool {
    let same = |one: u128, other: u128, width: u8| {
        let rest = u32::from(width - bits.min(width));
        one.checked_shr(rest) == other.checked_shr(rest)
    };
    match (network, ip, ip.to_canonical()) {
        (IpAddr::V4(net), _, IpAddr::V4(ip)) => {
            same(u32::from(net).into(), u32::from(ip).into(), 32)
        }
        (IpAddr::V6(net), IpAddr::V6(ip), _) => same(net.into(), ip.into(), 128),
        _ => false,
    }
}

/// Returns the reason why an address is not public.
fn why_not(ip: IpAddr) -> Option<&'static str> {
    match ip.to_canonical() {
        IpAddr::V4(ip) => why_not_v4(ip),
        IpAddr::V6(ip) => why_not_v6(ip),
    }
}

fn why_not_v4(ip: Ipv4Addr) -> Option<&'static str> {
    Some(match ip.octets() {
        [0, ..] => "an address of this network",
        [127, ..] => "a loopback address",
        [10, ..] | [172, 16..=31, ..] | [192, 168, ..] => "a private address",
        [100, 64..=127, ..] => "an address shared by a provider's customers",
        [169, 254, ..] => "a link-local address",
        [192, 0, 0, _] | [192, 88, 99, _] => "an address for protocols",
        [192, 0, 2, _] | [198, 51, 100, _] | [203, 0, 113, _] => "an address for examples",
        [198, 18..=19, ..] => "an address for measurements",
        [224..=239, ..] => "a multicast address",
        [240..=255, ..] => "a reserved address",
        _ => return None,
    })
}

fn why_not_v6(ip: Ipv6Addr) -> Option<&'static str> {
    Some(match ip.segments() {
        [0, 0, 0, 0, 0, 0, 0, 0] => "the unspecified address",
        [0, 0, 0, 0, 0, 0, 0, 1] => "a loopback address",
        [0xfc00..=0xfdff, ..] => "a private address",
        [0xfe80..=0xfebf, ..] => "a link-local address",
        [0xff00..=0xffff, ..] => "a multicast address",
        [0x2001, 0x0db8, ..] | [0x3fff, 0x0000..=0x0fff, ..] => "an address for examples",
        // Some of these embed IPv4 addresses, which may be private.
        [0x2001, 0x0000..=0x01ff, ..] | [0x2002, ..] => "an address for protocols",
        [0x2000..=0x3fff, ..] => return None,
        _ => "a reserved address",
    })
}

#[cfg(test)]
mod tests;
