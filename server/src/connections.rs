//! Limits on open connections. If there is no room, the connections to close are chosen in this order: those waiting
//! for a request, oldest first; those with stalled bodies; those whose response is not read. Connections being served
//! stay open.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

mod link;

pub use link::{Link, Phase};

/// Fraction of the connections that are closed at a time if there is no room (one in 64): choosing them scans all.
const SHARE: usize = 64;

/// The open connections.
#[derive(Debug)]
pub struct Connections {
    most: usize,
    most_of_one: usize,
    open: Mutex<Open>,
    counts: Counts,
}

#[derive(Debug, Default)]
struct Open {
    next: u64,
    links: HashMap<u64, Arc<Link>>,
    addresses: HashMap<IpAddr, usize>,
}

#[derive(Debug, Default)]
struct Counts {
    taken: AtomicU64,
    ended: AtomicU64,
    refused: AtomicU64,
    late: AtomicU64,
}

/// Statistics of connections.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Open connections.
    pub open: u64,
    /// Maximum number of open connections.
    pub most: u64,
    /// Accepted since the start.
    pub taken: u64,
    /// Closed to make room for others.
    pub ended: u64,
    /// Rejected for lack of room.
    pub refused: u64,
    /// Closed because the peer was too slow.
    pub late: u64,
}

/// Reason for rejecting a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Full {
    /// The maximum is reached, and all connections are being served.
    All,
    /// The maximum per address is reached.
    Address,
}

/// A slot for one connection, freed on drop.
#[derive(Debug)]
pub struct Seat {
    id: u64,
    /// The connection.
    pub link: Arc<Link>,
    connections: Arc<Connections>,
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.connections.lock().remove(self.id);
    }
}

impl Connections {
    /// Creates the limits: `most` in total, `most_of_one` per address.
    #[must_use]
    pub fn new(most: usize, most_of_one: usize) -> Arc<Self> {
        Arc::new(Self {
            most,
            most_of_one,
            open: Mutex::default(),
            counts: Counts::default(),
        })
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Admits a connection and closes others if necessary. It counts towards its address, unless many clients share
    /// that.
    ///
    /// # Errors
    /// Returns the reason if all connections are being served.
    pub fn admit(self: &Arc<Self>, address: Option<IpAddr>) -> Result<Seat, Full> {
        let now = Instant::now();
        let counted = address.map(neighbourhood);
        let mut open = self.lock();
        let of_one = counted.and_then(|address| open.addresses.get(&address));
        let full = if of_one.is_some_and(|n| *n >= self.most_of_one) {
            let batch = self.most_of_one.div_ceil(SHARE);
            let ended = open.end(batch, now, |link| link.counted == counted);
            (self.count_ended(ended) == 0).then_some(Full::Address)
        } else if open.links.len() >= self.most {
            let ended = open.end(self.most.div_ceil(SHARE), now, |_| true);
            (self.count_ended(ended) == 0).then_some(Full::All)
        } else {
            None
        };
        if let Some(full) = full {
            self.counts.refused.fetch_add(1, Ordering::Relaxed);
            return Err(full);
        }
        self.counts.taken.fetch_add(1, Ordering::Relaxed);
        let link = Arc::new(Link::new(counted, now));
        let id = open.add(link.clone());
        Ok(Seat {
            id,
            link,
            connections: self.clone(),
        })
    }

    /// Closes some waiting connections; returns their number.
    pub fn make_room(&self) -> u64 {
        let batch = self.most.div_ceil(SHARE);
        let ended = self.lock().end(batch, Instant::now(), |_| true);
        self.count_ended(ended)
    }

    fn count_ended(&self, ended: u64) -> u64 {
        self.counts.ended.fetch_add(ended, Ordering::Relaxed);
        ended
    }

    /// Counts a connection that was closed because its peer was too slow.
    pub fn count_late(&self) {
        self.counts.late.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the statistics.
    #[must_use]
    pub fn tally(&self) -> Tally {
        let wide = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
        let count = |count: &AtomicU64| count.load(Ordering::Relaxed);
        Tally {
            open: wide(self.lock().links.len()),
            most: wide(self.most),
            taken: count(&self.counts.taken),
            ended: count(&self.counts.ended),
            refused: count(&self.counts.refused),
            late: count(&self.counts.late),
        }
    }
}

impl Open {
    fn add(&mut self, link: Arc<Link>) -> u64 {
        self.next += 1;
        if let Some(address) = link.counted {
            *self.addresses.entry(address).or_default() += 1;
        }
        self.links.insert(self.next, link);
        self.next
    }

    fn remove(&mut self, id: u64) {
        let Some(address) = self.links.remove(&id).and_then(|link| link.counted) else {
            return;
        };
        if let Some(n) = self.addresses.get_mut(&address) {
            *n -= 1;
            if *n == 0 {
                self.addresses.remove(&address);
            }
        }
    }

    /// Closes up to `most` connections that `may` accepts; returns their number. Their slots are free at once.
    fn end(&mut self, most: usize, now: Instant, may: impl Fn(&Link) -> bool) -> u64 {
        let links = self.links.iter().filter(|(_, link)| may(link));
        let mut turns: Vec<_> = links
            .filter_map(|(id, link)| Some((link.turn(now)?, *id)))
            .collect();
        let most = most.min(turns.len());
        if most < turns.len() {
            turns.select_nth_unstable(most);
        }
        for (_, id) in &turns[..most] {
            if let Some(link) = self.links.get(id) {
                link.close.cancel();
            }
            self.remove(*id);
        }
        u64::try_from(most).unwrap_or(u64::MAX)
    }
}

/// Returns the unit that limits apply to: an IPv4 address, or the IPv6 prefix of one subscriber.
fn neighbourhood(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        v4 @ IpAddr::V4(_) => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Option<IpAddr> {
        text.parse().ok()
    }

    #[test]
    fn who_only_waits_makes_room_and_who_is_served_stays() {
        let connections = Connections::new(3, 3);
        let seats: Vec<_> = (0..3).map(|_| connections.admit(None).unwrap()).collect();
        seats[0].link.does(Phase::Working);
        seats[2].link.does(Phase::Waiting);
        let fourth = connections.admit(None).unwrap();
        let closed: Vec<_> = seats
            .iter()
            .map(|seat| seat.link.close.is_cancelled())
            .collect();
        assert_eq!(closed, [false, true, false]);
        for link in [&seats[2].link, &fourth.link] {
            link.does(Phase::Working);
        }
        assert_eq!(connections.admit(None).err(), Some(Full::All));
        drop(seats);
        let fifth = connections.admit(None).unwrap();
        let tally = connections.tally();
        assert_eq!((tally.open, tally.ended, tally.refused), (2, 1, 1));
        drop((fourth, fifth));
        assert_eq!(connections.tally().open, 0);
    }

    #[test]
    fn one_address_does_not_take_what_others_need() {
        let connections = Connections::new(10, 2);
        let one = of("10.0.0.1");
        let seats = [one, one].map(|one| connections.admit(one).unwrap());
        for seat in &seats {
            seat.link.does(Phase::Working);
        }
        assert_eq!(connections.admit(one).err(), Some(Full::Address));
        assert!(connections.admit(of("10.0.0.2")).is_ok());
        assert!(connections.admit(None).is_ok());
        seats[0].link.does(Phase::Waiting);
        assert!(connections.admit(one).is_ok(), "its own idle one ends");
        assert!(seats[0].link.close.is_cancelled());
    }

    #[test]
    fn a_network_of_ipv6_is_one_address() {
        let connections = Connections::new(10, 1);
        let first = connections.admit(of("2001:db8:1:2::1")).unwrap();
        first.link.does(Phase::Working);
        let same = connections.admit(of("2001:db8:1:2:3::9"));
        assert_eq!(same.err(), Some(Full::Address));
        assert!(connections.admit(of("2001:db8:1:3::1")).is_ok());
        let mapped = neighbourhood("::ffff:10.0.0.1".parse().unwrap());
        assert_eq!(Some(mapped), of("10.0.0.1"));
    }
}
