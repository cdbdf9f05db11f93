//! Timeouts and limits of connections.

use std::time::Duration;

use clap::Args;
use serde::Deserialize;

use crate::config::{MAX_COUNT, within};
use crate::failure::Failure;

/// Maximum timeout in seconds.
const LONGEST: u64 = 86_400;
/// Default idle timeout of a connection in seconds.
const IDLE: u64 = 75;
/// Default time in seconds that a body may pause or a response may stay unread.
const PAUSE: u64 = 30;

/// The flags of connections; in the file they stand in `[limits]`.
#[derive(Args, Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitFlags {
    /// Seconds that the head of a request may take, also of the next request on a kept connection.
    /// [default: 75]
    #[arg(long, env = "LOCI_IDLE_TIMEOUT", value_name = "SECONDS")]
    pub idle_timeout: Option<u64>,
    /// Seconds that the body of a request may pause. A body slower than 4 KiB a second may pause this long
    /// in total. [default: 30]
    #[arg(long, env = "LOCI_BODY_TIMEOUT", value_name = "SECONDS")]
    pub body_timeout: Option<u64>,
    /// Seconds that a client may leave a response or a live feed unread, with the same rule.
    /// [default: 30]
    #[arg(long, env = "LOCI_WRITE_TIMEOUT", value_name = "SECONDS")]
    pub write_timeout: Option<u64>,
    /// Maximum number of connections. [default: as many as the limit of open files allows, at most 10000]
    #[arg(long, env = "LOCI_CONNECTIONS", value_name = "N")]
    pub connections: Option<usize>,
    /// Maximum number of connections of one address. This machine and a trusted proxy may use all.
    /// [default: half of all]
    #[arg(long, env = "LOCI_CONNECTIONS_PER_ADDRESS", value_name = "N")]
    pub connections_per_address: Option<usize>,
}

/// Timeouts and limits of connections.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Time that the head of a request may take.
    pub idle: Duration,
    /// Time that a request body may pause.
    pub body: Duration,
    /// Time that a response may stay unread.
    pub write: Duration,
    /// Maximum number of connections, if configured.
    pub connections: Option<usize>,
    /// Maximum number of connections per address, if configured.
    pub connections_per_address: Option<usize>,
}

impl Limits {
    /// Merges flags and file.
    ///
    /// # Errors
    /// Returns an error if a number is out of range.
    pub(super) fn new(flags: LimitFlags, file: LimitFlags) -> Result<Self, Failure> {
        let seconds = |flag, given: Option<u64>, usual| {
            within(flag, given.unwrap_or(usual), 1, LONGEST).map(Duration::from_secs)
        };
        let number =
            |flag, given: Option<usize>| given.map(|n| within(flag, n, 1, MAX_COUNT)).transpose();
        let pause = flags.body_timeout.or(file.body_timeout);
        let unread = flags.write_timeout.or(file.write_timeout);
        let of_one = flags.connections_per_address;
        Ok(Self {
            idle: seconds(
                "idle-timeout",
                flags.idle_timeout.or(file.idle_timeout),
                IDLE,
            )?,
            body: seconds("body-timeout", pause, PAUSE)?,
            write: seconds("write-timeout", unread, PAUSE)?,
            connections: number("connections", flags.connections.or(file.connections))?,
            connections_per_address: number(
                "connections-per-address",
                of_one.or(file.connections_per_address),
            )?,
        })
    }
}
