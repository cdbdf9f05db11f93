//! What the kernel can tell of itself. Counts only; knows no format in which they are shown.

/// The upper bounds of the buckets in which commits are counted by their number of facts; the last
/// bucket of [`Gauges::commit_sizes`] has those above all of them.
pub const COMMIT_SIZES: [u64; 8] = [1, 2, 5, 10, 25, 50, 100, 250];

/// The kernel at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gauges {
    /// Writes that wait for the writer.
    pub queue_depth: usize,
    /// How many may wait.
    pub queue_capacity: usize,
    /// Commits since the start.
    pub commits: u64,
    /// Commits that the log refused.
    pub commits_failed: u64,
    /// Facts committed since the start.
    pub facts: u64,
    /// Commits by their number of facts: each bucket's upper bound (`None` for the last) and count.
    pub commit_sizes: Vec<(Option<u64>, u64)>,
    /// Streams whose state is in memory.
    pub cached_streams: usize,
    /// What they take, by their snapshots and the facts after those.
    pub cached_bytes: usize,
    /// Streams that there are.
    pub streams: u64,
    /// Decisions refused because there may be no more.
    pub streams_refused: u64,
    /// How much of it is above the limit: states in use stay.
    pub cached_over: usize,
    /// States loaded since the start.
    pub state_loads: u64,
    /// States thrown out since the start.
    pub state_evictions: u64,
    /// Subscribers of the live feed.
    pub subscribers: usize,
    /// Calls refused because of who called.
    pub denials: u64,
    /// Snapshots kept since the start.
    pub snapshots: u64,
    /// Decisions that panicked.
    pub panics: u64,
    /// 1 while the index lacks commits because it could not be written.
    pub index_behind: u8,
    /// Calls that wait until they can be done.
    pub waiting: usize,
    /// Calls that waited and were let go on since the start.
    pub called: u64,
    /// The last position that readers see.
    pub head: u64,
}
