//! Quotas of callers and of the workspace. The default quotas are generous; teams lower them as needed.

use clap::Args;
use serde::Deserialize;

use crate::config::within;
use crate::failure::Failure;

/// Bytes in a MiB.
const MIB: u64 = 1024 * 1024;
/// Maximum value of every quota: a larger one is a mistake.
const MAX_QUOTA: u64 = 1_000_000_000;

/// The flags of quotas; in the file they stand in `[quotas]`.
#[derive(Args, Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuotaFlags {
    /// Requests per second of one caller: a token, a signed-in person, or an address that is neither.
    /// [default: 100000]
    #[arg(long, env = "LOCI_TOKEN_REQUESTS", value_name = "N")]
    pub token_requests: Option<u64>,
    /// Requests that one caller may send at once after a pause. [default: twice --token-requests]
    #[arg(long, env = "LOCI_TOKEN_BURST", value_name = "N")]
    pub token_burst: Option<u64>,
    /// MiB of request bodies of one caller per UTC day. [default: 102400]
    #[arg(long, env = "LOCI_TOKEN_MIB_PER_DAY", value_name = "MIB")]
    pub token_mib_per_day: Option<u64>,
    /// Open live feeds of one caller. [default: 256]
    #[arg(long, env = "LOCI_TOKEN_FEEDS", value_name = "N")]
    pub token_feeds: Option<u64>,
    /// Waiting calls of one caller. [default: 512]
    #[arg(long, env = "LOCI_TOKEN_WAITS", value_name = "N")]
    pub token_waits: Option<u64>,
    /// Maximum number of streams: workflows, sessions, scratchpads, namespaces. [default: 10000000]
    #[arg(long, env = "LOCI_STREAMS", value_name = "N")]
    pub streams: Option<u64>,
    /// Maximum size of the data folder in MiB. Beyond it, writes are rejected. [default: 1048576]
    #[arg(long, env = "LOCI_DISK_MIB", value_name = "MIB")]
    pub disk_mib: Option<u64>,
    /// MiB of the disk that stay free. With less, writes are rejected. [default: 64]
    #[arg(long, env = "LOCI_MIN_FREE_MIB", value_name = "MIB")]
    pub min_free_mib: Option<u64>,
    /// Calls of the language model and the embedder per UTC day. [default: 20000]
    #[arg(long, env = "LOCI_MODEL_CALLS_PER_DAY", value_name = "N")]
    pub model_calls_per_day: Option<u64>,
    /// Tokens of these calls and their results per UTC day. [default: 50000000]
    #[arg(long, env = "LOCI_MODEL_TOKENS_PER_DAY", value_name = "N")]
    pub model_tokens_per_day: Option<u64>,
}

/// Quotas of callers and of the workspace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuotaLimits {
    /// Requests per second of one caller.
    pub requests: u32,
    /// Requests that one caller may send at once.
    pub burst: u32,
    /// Bytes of request bodies of one caller per UTC day.
    pub bytes: u64,
    /// Open live feeds of one caller.
    pub feeds: u64,
    /// Waiting calls of one caller.
    pub waits: u64,
    /// Maximum number of streams in the workspace.
    pub streams: u64,
    /// Maximum size of the data folder in bytes.
    pub disk: u64,
    /// Bytes of the disk that stay free.
    pub free: u64,
    /// Calls of the language model and the embedder per UTC day.
    pub model_calls: u64,
    /// Tokens of these calls and their results per UTC day.
    pub model_tokens: u64,
}

impl QuotaLimits {
    /// Merges flags and file.
    ///
    /// # Errors
    /// Returns an error if a number is out of range.
    pub(super) fn new(flags: QuotaFlags, file: QuotaFlags) -> Result<Self, Failure> {
        let number = |flag, given: Option<u64>, filed: Option<u64>, usual| {
            within(flag, given.or(filed).unwrap_or(usual), 1, MAX_QUOTA)
        };
        let small = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
        let (f, g) = (flags, file);
        let requests = number(
            "token-requests",
            f.token_requests,
            g.token_requests,
            100_000,
        )?;
        let burst = (requests * 2).min(MAX_QUOTA);
        let day = number(
            "token-mib-per-day",
            f.token_mib_per_day,
            g.token_mib_per_day,
            102_400,
        )?;
        Ok(Self {
            requests: small(requests),
            burst: small(number("token-burst", f.token_burst, g.token_burst, burst)?),
            bytes: day * MIB,
            feeds: number("token-feeds", f.token_feeds, g.token_feeds, 256)?,
            waits: number("token-waits", f.token_waits, g.token_waits, 512)?,
            streams: number("streams", f.streams, g.streams, 10_000_000)?,
            disk: number("disk-mib", f.disk_mib, g.disk_mib, 1_048_576)? * MIB,
            model_calls: number(
                "model-calls-per-day",
                f.model_calls_per_day,
                g.model_calls_per_day,
                20_000,
            )?,
            model_tokens: number(
                "model-tokens-per-day",
                f.model_tokens_per_day,
                g.model_tokens_per_day,
                50_000_000,
            )?,
            free: number("min-free-mib", f.min_free_mib, g.min_free_mib, 64)? * MIB,
        })
    }
}
