//! The cache key of a search.

use std::hash::{Hash, Hasher};

use kernel::Time;
use kernel::ports::index::{Find, TimeTest};

/// A hash of a search without its page and its time. It reveals nothing of what was searched for.
pub(super) type Key = [u8; 32];

pub(super) fn key(find: &Find) -> Key {
    let mut hasher = Hashed(blake3::Hasher::new());
    (find.kind, &find.stream, &find.tags, &find.reader).hash(&mut hasher);
    hash_times(&find.times, find.now, &mut hasher);
    find.either.len().hash(&mut hasher);
    for group in &find.either {
        group.tags.hash(&mut hasher);
        hash_times(&group.times, find.now, &mut hasher);
    }
    hasher.0.finalize().into()
}

/// Hashes tests of moments without the time of the search, which differs each time.
fn hash_times(times: &[(&'static str, TimeTest)], now: Option<Time>, hasher: &mut Hashed) {
    times.len().hash(hasher);
    for (field, test) in times {
        let is_now = now == Some(moment(*test));
        let test = if is_now { at(*test, Time(0)) } else { *test };
        (field, test, is_now).hash(hasher);
    }
}

/// A cryptographic hasher, so that no search can be crafted to have the key of another one.
struct Hashed(blake3::Hasher);

impl Hasher for Hashed {
    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn finish(&self) -> u64 {
        0
    }
}

/// Returns the moment that a test compares with.
pub(super) const fn moment(test: TimeTest) -> Time {
    match test {
        TimeTest::Gt(at)
        | TimeTest::Lt(at)
        | TimeTest::Gte(at)
        | TimeTest::Lte(at)
        | TimeTest::Eq(at)
        | TimeTest::Ne(at)
        | TimeTest::Open(at)
        | TimeTest::Begun(at) => at,
    }
}

/// Returns the same test with another moment.
const fn at(test: TimeTest, at: Time) -> TimeTest {
    match test {
        TimeTest::Gt(_) => TimeTest::Gt(at),
        TimeTest::Lt(_) => TimeTest::Lt(at),
        TimeTest::Gte(_) => TimeTest::Gte(at),
        TimeTest::Lte(_) => TimeTest::Lte(at),
        TimeTest::Eq(_) => TimeTest::Eq(at),
        TimeTest::Ne(_) => TimeTest::Ne(at),
        TimeTest::Open(_) => TimeTest::Open(at),
        TimeTest::Begun(_) => TimeTest::Begun(at),
    }
}
