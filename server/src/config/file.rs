//! Finds and reads the configuration file.

use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use engine::workspace::settings::Overrides;
use serde::Deserialize;

use super::{EmbedderFlags, Flags, LimitFlags, LlmFlags, QuotaFlags, TlsFlags};
use crate::failure::Failure;
use crate::output::mention;

/// Default name of the file.
const FILE: &str = "loci.toml";

/// Places to look for a configuration file if neither a flag nor a variable names one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lookup {
    /// In the working directory, then in the data folder.
    WorkingDirectory,
    /// Only in the data folder, if it is named.
    DataFolder,
}

/// `loci.toml`: the same names as the flags. Those of TLS, connections, quotas, the language model and the embedder are
/// in `[tls]`, `[limits]`, `[quotas]`, `[llm]` and `[embedder]`, the workspace's settings in `[settings]`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    pub addr: Option<String>,
    pub data: Option<PathBuf>,
    pub log: Option<String>,
    pub public_url: Option<String>,
    #[serde(default)]
    pub hosts: Vec<String>,
    pub workspace: Option<String>,
    pub state_mib: Option<usize>,
    pub batch: Option<usize>,
    pub feeds: Option<usize>,
    pub feed_commits: Option<usize>,
    pub trace: Option<String>,
    pub metrics_open: Option<bool>,
    #[serde(default)]
    pub webhook_allow: Vec<String>,
    #[serde(default)]
    pub tls: TlsFlags,
    #[serde(default)]
    pub limits: LimitFlags,
    #[serde(default)]
    pub quotas: QuotaFlags,
    #[serde(default)]
    pub llm: LlmFlags,
    #[serde(default)]
    pub embedder: EmbedderFlags,
    #[serde(default)]
    pub settings: Overrides,
}

impl File {
    /// Reads the named file, or the one that is found; returns an empty configuration without either. Prints the path.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or is invalid.
    pub fn find(flags: &Flags, lookup: Lookup) -> Result<Self, Failure> {
        if let Some(path) = &flags.config {
            return Self::read(path);
        }
        let here = Path::new(FILE);
        if here.is_file() {
            if lookup == Lookup::WorkingDirectory {
                return Self::read(here);
            }
            mention(format_args!(
                "loci: only `loci serve` reads ./{FILE} by itself; --config {FILE} reads it here"
            ));
        }
        let Some(path) = flags.data.as_ref().map(|data| data.join(FILE)) else {
            return Ok(Self::default());
        };
        let Ok(found) = path.metadata() else {
            return Ok(Self::default());
        };
        if found.uid() != rustix::process::geteuid().as_raw() {
            mention(format_args!(
                "loci: {} is not read, because it is another user's; --config reads it",
                escape_path(&path)
            ));
            return Ok(Self::default());
        }
        let file = Self::read(&path)?;
        if file.data.is_some() {
            let detail = "`data` has no place in the data folder's own file";
            return Err(Failure::usage(format!("{}: {detail}", path.display())));
        }
        Ok(file)
    }

    /// Reads a file. Relative paths in it start from its folder, not from the working directory.
    fn read(path: &Path) -> Result<Self, Failure> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| Failure::usage(format!("{}: {error}", path.display())))?;
        let mut file: Self = toml::from_str(&text)
            .map_err(|error| Failure::usage(format!("{}: {error}", path.display())))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let paths = [
            &mut file.data,
            &mut file.tls.cert,
            &mut file.tls.key,
            &mut file.llm.dream_prompt_file,
        ];
        for path in paths.into_iter().flatten() {
            *path = folder.join(&*path);
        }
        mention(format_args!("loci: configuration: {}", escape_path(path)));
        Ok(file)
    }
}

/// Escapes a path for printing on a terminal.
fn escape_path(path: &Path) -> String {
    terminal::shown::lines(&path.display().to_string()).into_owned()
}
