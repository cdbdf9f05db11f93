//! How many descriptors this process may have, and how many of them connections get.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// As many as are ever needed.
const WANTED: u64 = 65_536;
/// As many as are kept back at most.
const KEPT: u64 = 1_024;
/// The most connections, however many descriptors there are: each takes memory too.
const MOST: u64 = 10_000;
/// The fewest.
const LEAST: u64 = 8;

/// Raises the bound as far as is useful and allowed; gives what it is now.
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

/// The connections that so many descriptors allow: the log, the index, contents and what is being
/// refused need some too.
#[must_use]
pub fn connections(descriptors: u64) -> usize {
    let kept = (descriptors / 8).clamp(64, KEPT);
    let left = descriptors.saturating_sub(kept).clamp(LEAST, MOST);
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
