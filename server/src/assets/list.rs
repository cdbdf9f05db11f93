//! The list of the site's files, as `cargo xtask build` writes it.

use std::collections::BTreeMap;

use serde::Deserialize;

/// Name of the list in the site's folder.
pub const NAME: &str = "site.json";

/// All files, and the ones that pages refer to.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct List {
    /// Address of the styles.
    pub css: String,
    /// Address of the script that pages start.
    pub script: String,
    /// Addresses of the scripts that it imports.
    #[serde(default)]
    pub modules: Vec<String>,
    /// Public files: names with a hash of their content, by their address in the sources.
    #[serde(default)]
    pub public: BTreeMap<String, String>,
    /// All files.
    pub files: Vec<File>,
}

/// One file.
#[derive(Clone, Debug, Deserialize)]
pub struct File {
    /// Address without the leading slash, which is also the path in the folder.
    pub path: String,
    /// Hash of the content.
    pub hash: String,
    /// True if the content never changes under this name.
    pub immutable: bool,
    /// Available compressed variants.
    pub encodings: Vec<Encoding>,
}

/// Compression of a variant, best first.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Encoding {
    /// Brotli.
    Br,
    /// Gzip.
    Gzip,
}

impl Encoding {
    /// Returns the name in HTTP.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Br => "br",
            Self::Gzip => "gzip",
        }
    }

    /// Returns the suffix of the variant's file name.
    pub const fn suffix(self) -> &'static str {
        match self {
            Self::Br => ".br",
            Self::Gzip => ".gz",
        }
    }
}
