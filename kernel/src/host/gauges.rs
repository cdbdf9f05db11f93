//! Metrics of the kernel.

/// Upper bounds of the buckets that count commits by their number of facts; the last bucket of [`Gauges::commit_sizes`]
/// has those above all bounds.
pub const COMMIT_SIZES: [u64; 8] = [1, 2, 5, 10, 25, 50, 100, 250];

/// The kernel at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gauges {
    /// Writes that wait for the writer.
    pub queue_depth: usize,
    /// Maximum number of waiting writes.
    pub queue_capacity: usize,
    /// Commits since the start.
    pub commits: u64,
    /// Failed commits since the start, including conflicts.
    pub commits_failed: u64,
    /// Facts committed since the start.
    pub facts: u64,
    /// Commits by their number of facts: each bucket's upper bound (`None` for the last) and count.
    pub commit_sizes: Vec<(Option<u64>, u64)>,
    /// Streams whose state is in memory.
    pub cached_streams: usize,
    /// Estimated size of these states in bytes, by their snapshots and the facts after those.
    pub cached_bytes: usize,
    /// Streams in the log.
    pub streams: u64,
    /// Decisions rejected by the quota for streams, since the start.
    pub streams_refused: u64,
    /// Part of `cached_bytes` above the limit, taken by states in use.
    pub cached_over: usize,
    /// States loaded since the start.
    pub state_loads: u64,
    /// States evicted since the start.
    pub state_evictions: u64,
    /// Subscribers of the live feed.
    pub subscribers: usize,
    /// Calls rejected by authorization since the start.
    pub denials: u64,
    /// Snapshots stored since the start.
    pub snapshots: u64,
    /// Decisions that panicked since the start.
    pub panics: u64,
    /// 1 while the index is stale or being built.
    pub index_behind: u8,
    /// Calls that wait until they can proceed.
    pub waiting: usize,
    /// Waiting calls that were woken since the start.
    pub called: u64,
    /// Last position that readers see.
    pub head: u64,
}
