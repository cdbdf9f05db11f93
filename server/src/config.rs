//! The server's configuration: flags take precedence over `LOCI_*` variables, `loci.toml` and defaults, in this order.
//! It can also set defaults for the workspace's settings, which people override.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::net::{SocketAddr, ToSocketAddrs as _};
use std::path::PathBuf;

use clap::Args;
use engine::workspace::settings::Overrides;
use terminal::address::is_base_path;
use tokio_util::sync::CancellationToken;

use crate::failure::Failure;
use crate::outward::Allowed;

mod embedder;
mod file;
mod hosts;
mod limits;
mod llm;
mod log;
mod quotas;
mod tls;
mod variables;

pub use embedder::{EmbedderFlags, Embedding};
use file::{File, Lookup};
pub use hosts::workspace_name;
use hosts::{Hosts, check_workspace};
pub use limits::{LimitFlags, Limits};
pub use llm::{Llm, LlmFlags, Secret};
pub use quotas::{QuotaFlags, QuotaLimits};
pub use tls::{TlsFiles, TlsFlags};

/// Default listening address.
pub const ADDRESS: &str = "127.0.0.1:7077";
/// Default data folder.
pub const DATA: &str = "./data";

/// Maximum value of every count: a larger one is a mistake.
const MAX_COUNT: usize = 1_000_000;
/// Maximum size of the state cache in MiB.
const MAX_MIB: usize = 1_048_576;

/// The flags of a server; each may also be a variable or stand in the file.
#[derive(Args, Clone, Debug, Default)]
pub struct Flags {
    /// Address to listen on: an IP address, or a loopback name such as localhost. Port 0 picks a free port
    /// and prints it. [default: 127.0.0.1:7077]
    #[arg(long, env = "LOCI_ADDR", value_name = "ADDRESS:PORT")]
    pub addr: Option<String>,
    /// Data folder. [default: ./data]
    #[arg(long, env = "LOCI_DATA", value_name = "FOLDER")]
    pub data: Option<PathBuf>,
    /// Place of the log and the accounts: `folder`, the data folder, or the address of a PostgreSQL database that several
    /// servers share, such as `postgres://loci:secret@db.example.org/loci`. The data folder then holds only the index of
    /// this server. [default: folder]
    #[arg(long, env = "LOCI_LOG", value_name = "PLACE", hide_env_values = true)]
    pub log: Option<String>,
    /// Configuration file; flags and variables take precedence. [default: ./loci.toml for `loci serve`; otherwise
    /// loci.toml in the folder given by --data, if you own it]
    #[arg(long, env = "LOCI_CONFIG", value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// The address at which people reach Loci through a proxy, such as `https://loci.example.org`, or
    /// `https://example.org/loci` where the proxy serves Loci below a path. With https, the session cookie becomes
    /// Secure, and Loci trusts the proxy's X-Forwarded-For.
    #[arg(long, env = "LOCI_PUBLIC_URL", value_name = "URL")]
    pub public_url: Option<String>,
    /// An additional host name to accept, besides localhost, *.localhost and IP addresses. `HOST=WORKSPACE` serves
    /// another workspace under that host, with tokens and people of its own; its data folder is `workspaces/WORKSPACE`
    /// in the data folder. Repeat the flag or separate names with commas.
    #[arg(
        long = "host",
        env = "LOCI_HOSTS",
        value_name = "HOST[=WORKSPACE]",
        value_delimiter = ','
    )]
    pub hosts: Vec<String>,
    /// Name of the workspace; every fact carries it. 1 to 64 bytes without spaces. [default: main]
    #[arg(long, env = "LOCI_WORKSPACE", value_name = "NAME")]
    pub workspace: Option<String>,
    /// Memory for cached states, in MiB. States in use stay even if they need more. [default: 64]
    #[arg(long, env = "LOCI_STATE_MIB", value_name = "MIB")]
    pub state_mib: Option<usize>,
    /// Maximum number of writes in one commit. [default: 256]
    #[arg(long, env = "LOCI_BATCH", value_name = "N")]
    pub batch: Option<usize>,
    /// Maximum number of open live feeds. [default: 512]
    #[arg(long, env = "LOCI_FEEDS", value_name = "N")]
    pub feeds: Option<usize>,
    /// Number of commits that a reader of a live feed may lag behind before Loci disconnects it.
    /// [default: 1024]
    #[arg(long, env = "LOCI_FEED_COMMITS", value_name = "N")]
    pub feed_commits: Option<usize>,
    /// Log level, or filters such as `info,server=debug`. [default: info]
    #[arg(long, env = "LOCI_TRACE", value_name = "FILTER")]
    pub trace: Option<String>,
    /// Allow `/metrics` without a token. [default: false]
    #[arg(
        long,
        env = "LOCI_METRICS_OPEN",
        value_name = "BOOL",
        num_args = 0..=1,
        default_missing_value = "true"
    )]
    pub metrics_open: Option<bool>,
    /// A non-public target that webhooks may reach: a host, an address or a network such as 10.1.0.0/16.
    /// Repeat the flag or separate targets with commas.
    #[arg(
        long,
        env = "LOCI_WEBHOOK_ALLOW",
        value_name = "HOST|NETWORK",
        value_delimiter = ','
    )]
    pub webhook_allow: Vec<String>,
    /// Start although the system clock is more than 366 days ahead of the last fact. Time in the log never goes
    /// back: make sure that the clock is right.
    #[arg(long, env = "LOCI_ACCEPT_CLOCK")]
    pub accept_clock: bool,
    /// TLS without a proxy.
    #[command(flatten)]
    pub tls: TlsFlags,
    /// Connections.
    #[command(flatten)]
    pub limits: LimitFlags,
    /// Quotas.
    #[command(flatten)]
    pub quotas: QuotaFlags,
    /// The language model.
    #[command(flatten)]
    pub llm: LlmFlags,
    /// The embedder.
    #[command(flatten)]
    pub embedder: EmbedderFlags,
}

/// The server's configuration.
#[derive(Clone, Debug)]
pub struct Config {
    /// Address to listen on.
    pub addr: SocketAddr,
    /// The data folder.
    pub data: PathBuf,
    /// Address of the database that has the log. `None` if the log is in the data folder.
    pub database: Option<Secret>,
    /// Public address, if a proxy forwards to the server.
    pub public: Option<Public>,
    /// Additional host names, in lower case.
    pub hosts: Vec<String>,
    /// Hosts of further workspaces, in lower case, by the workspace's name.
    pub further: BTreeMap<String, String>,
    /// Name of the workspace.
    pub workspace: String,
    /// Size of the state cache in bytes.
    pub state_bytes: usize,
    /// Maximum number of writes in one commit.
    pub batch: usize,
    /// Maximum number of open live feeds.
    pub feeds: usize,
    /// Number of commits that a reader of a live feed may lag behind.
    pub feed_commits: usize,
    /// Filter of the server's own log.
    pub trace: String,
    /// Readers of `/metrics`.
    pub metrics: Readers,
    /// Non-public targets that webhooks may reach.
    pub webhook_allow: Allowed,
    /// Certificate for TLS without a proxy.
    pub tls: Option<TlsFiles>,
    /// Timeouts and limits of connections.
    pub limits: Limits,
    /// Quotas of callers and of the workspace.
    pub quotas: QuotaLimits,
    /// The language model, if one is configured.
    pub llm: Option<Llm>,
    /// The endpoint that computes embeddings, if one is configured.
    pub embedder: Option<Embedding>,
    /// Workspace settings from the file and the environment.
    pub settings: Overrides,
    /// True if a system clock that is implausibly far ahead is accepted.
    pub accept_clock: bool,
    /// Cancelled when another server wants the folder. `None` if this server keeps it.
    pub hand_over: Option<CancellationToken>,
}

/// Readers of a protected page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readers {
    /// Callers with a token or a session.
    Known,
    /// Everyone who can reach the server.
    Everybody,
}

/// The public address of a server behind a proxy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Public {
    /// Scheme, host and port, such as `https://loci.example.org`.
    pub origin: String,
    /// Path below which the proxy serves Loci, such as `/loci`; empty without one.
    pub base: String,
    /// Host and port as in a `Host` header, in lower case.
    pub authority: String,
    /// True for https.
    pub secure: bool,
    /// True if a proxy answers there. Its X-Forwarded-For is trusted.
    pub is_proxied: bool,
}

impl Public {
    fn new(scheme: &str, authority: &str, base: &str) -> Self {
        Self {
            origin: format!("{scheme}://{authority}"),
            base: base.to_owned(),
            authority: authority.to_owned(),
            secure: scheme == "https",
            is_proxied: true,
        }
    }

    /// Parses an address. Returns `None` if it is not a valid http or https address.
    #[must_use]
    pub fn parse(url: &str) -> Option<Self> {
        let (scheme, rest) = url.trim().split_once("://")?;
        let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        let (scheme, authority) = (scheme.to_ascii_lowercase(), authority.to_ascii_lowercase());
        let is_host = |c: char| c.is_ascii_alphanumeric() || ".-:[]".contains(c);
        let is_server = !authority.is_empty() && authority.chars().all(is_host);
        let base = path.trim_end_matches('/');
        if !is_server || !is_base_path(base) || !matches!(&*scheme, "http" | "https") {
            return None;
        }
        Some(Self::new(&scheme, &authority, base))
    }
}

impl Config {
    /// Returns the scheme of the listening address.
    #[must_use]
    pub const fn scheme(&self) -> &'static str {
        if self.tls.is_some() { "https" } else { "http" }
    }

    /// Merges flags, variables and the configuration file. No file in the working directory is read, because another
    /// user may have written it.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or a setting is invalid.
    pub fn new(flags: Flags) -> Result<Self, Failure> {
        let file = File::find(&flags, Lookup::DataFolder)?;
        Self::with(flags, file)
    }

    /// Merges the settings of `loci serve`, which also reads `loci.toml` in the working directory.
    ///
    /// # Errors
    /// Returns the same errors as [`Config::new`].
    pub fn of_server(flags: Flags) -> Result<Self, Failure> {
        let file = File::find(&flags, Lookup::WorkingDirectory)?;
        Self::with(flags, file)
    }

    fn with(flags: Flags, file: File) -> Result<Self, Failure> {
        let database = log::database(flags.log.or(file.log).as_deref())?;
        let public = flags
            .public_url
            .or(file.public_url)
            .map(|url| {
                Public::parse(&url).ok_or_else(|| {
                    Failure::usage(format!(
                        "the public URL {url:?} is not one: expected https://host, http://host:port or https://host/path, with a path of \
                         letters, digits, - and _ that does not begin as an address of Loci does (/api, /inbox, …)"
                    ))
                })
            })
            .transpose()?;
        let hosts = if flags.hosts.is_empty() {
            file.hosts
        } else {
            flags.hosts
        };
        let variable = |name: &str| std::env::var(name).ok();
        let prompt = flags.llm.dream_prompt_file.as_ref();
        let prompt = prompt.or(file.llm.dream_prompt_file.as_ref());
        let prompt = prompt.map(|path| llm::dream_prompt(path)).transpose()?;
        let llm = Llm::new(flags.llm, file.llm, variable)?;
        let embedder = Embedding::new(flags.embedder, file.embedder, variable)?;
        let mut settings = variables::settings(file.settings, variable)?;
        settings.dream_prompt = prompt.flatten().or(settings.dream_prompt);
        // Without an endpoint no model is used, even if one is named.
        settings.generation_model = llm.as_ref().map(|llm| llm.model.clone());
        let mib = flags.state_mib.or(file.state_mib).unwrap_or(64);
        let mib = within("state-mib", mib, 1, MAX_MIB)?;
        let batch = flags.batch.or(file.batch).unwrap_or(256);
        let feeds = flags.feeds.or(file.feeds).unwrap_or(512);
        let feed_commits = flags.feed_commits.or(file.feed_commits).unwrap_or(1024);
        let workspace = flags.workspace.or(file.workspace);
        let workspace = workspace.unwrap_or_else(|| "main".into());
        let targets = if flags.webhook_allow.is_empty() {
            file.webhook_allow
        } else {
            flags.webhook_allow
        };
        let webhook_allow = Allowed::parse(&targets).map_err(|odd| {
            Failure::usage(format!(
                "--webhook-allow {odd:?}: expected a host, an address or a network such as 10.1.0.0/16"
            ))
        })?;
        check_workspace(&workspace)?;
        let hosts = Hosts::parse(&hosts, &workspace, public.as_ref())?;
        Ok(Self {
            addr: address(&flags.addr.or(file.addr).unwrap_or_else(|| ADDRESS.into()))?,
            data: flags.data.or(file.data).unwrap_or_else(|| DATA.into()),
            database,
            public,
            hosts: hosts.own,
            further: hosts.further,
            workspace,
            state_bytes: mib.saturating_mul(1024 * 1024),
            batch: within("batch", batch, 1, MAX_COUNT)?,
            feeds: within("feeds", feeds, 1, MAX_COUNT)?,
            feed_commits: within("feed-commits", feed_commits, 1, MAX_COUNT)?,
            trace: log::filter(flags.trace.or(file.trace))?,
            metrics: match flags.metrics_open.or(file.metrics_open) {
                Some(true) => Readers::Everybody,
                _ => Readers::Known,
            },
            webhook_allow,
            accept_clock: flags.accept_clock,
            tls: TlsFiles::new(flags.tls, file.tls)?,
            limits: Limits::new(flags.limits, file.limits)?,
            quotas: QuotaLimits::new(flags.quotas, file.quotas)?,
            llm,
            embedder,
            settings,
            hand_over: None,
        })
    }
}

/// Validates that a number from a flag, its variable or the file is in range.
fn within<N: Copy + PartialOrd + Display>(
    flag: &str,
    value: N,
    least: N,
    most: N,
) -> Result<N, Failure> {
    if (&least..=&most).contains(&&value) {
        return Ok(value);
    }
    let detail = format!("--{flag} {value}: expected {least} to {most}");
    Err(Failure::usage(detail))
}

/// Resolves the address to listen on. A name is looked up once and must resolve to loopback addresses only: a lookup
/// must not decide on which address the server is reachable.
fn address(text: &str) -> Result<SocketAddr, Failure> {
    if let Ok(address) = text.parse() {
        return Ok(address);
    }
    let odd = |why: String| {
        Failure::usage(format!(
            "cannot listen on {text:?}: {why}. Expected an IP address and a port, such as {ADDRESS}, or \
             localhost and a port."
        ))
    };
    let found: Vec<SocketAddr> = text
        .to_socket_addrs()
        .map_err(|error| odd(error.to_string()))?
        .collect();
    match found.iter().find(|address| !address.ip().is_loopback()) {
        Some(outside) => Err(odd(format!(
            "it is the name of {}, which is not a loopback address",
            outside.ip()
        ))),
        None => found
            .first()
            .copied()
            .ok_or_else(|| odd("it is the name of no address".into())),
    }
}

#[cfg(test)]
mod tests;
