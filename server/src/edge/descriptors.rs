//! Limit on file descriptors, and the share of it that connections may use.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Desired limit.
const WANTED: u64 = 65_536;
/// Maximum number of descriptors reserved for other uses.
const KEPT: u64 = 1_024;
/// Maximum number of connections regardless of descriptors, because each needs memory too.
const MAX_CONNECTIONS: u64 = 10_000;
/// Minimum number of connections.
const LEAST: u64 = 8;

/// Raises the limit as far as useful and allowed; returns the resulting limit.
#[must_use]
pub fn raise() -> u64 {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let wanted = maximum.map_or(WANTED, |maximum| maximum.min(WANTED));
    let Some(now) = current.filter(|now| *now < wanted) else {
        return current.unwrap_or(WANTED);
    };
    let raised = Rlimit {
        current: Some(wanted),
        maximum,
    };
    match setrlimit(Resource::Nofile, raised) {
        Ok(()) => wanted,
        Err(error) => {
            tracing::warn!(%error, now, "the number of open files cannot be raised");
            now
        }
    }
}

/// Returns the number of connections for a limit of `descriptors`. The log, the index, blobs and rejected connections
/// need some too.
#[must_use]
pub fn connections(descriptors: u64) -> usize {
    let kept = (descriptors / 8).clamp(64, KEPT);
    let left = descriptors
        .saturating_sub(kept)
        .clamp(LEAST, MAX_CONNECTIONS);
    usize::try_from(left).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::connections;

    #[test]
    fn some_descriptors_are_kept_back() {
        for (descriptors, expected) in [(10, 8), (256, 192), (1_024, 896), (1 << 20, 10_000)] {
            assert_eq!(connections(descriptors), expected, "{descriptors}");
        }
    }
}
