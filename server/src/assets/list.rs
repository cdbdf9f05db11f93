//! The list of the site's files, as `cargo xtask build` writes it.

use std::collections::BTreeMap;

use serde::Deserialize;

/// The name of the list in the site's folder.
pub const NAME: &str = "site.json";

/// All files, and those that pages name.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct List {
    /// The address of the styles.
    pub css: String,
    /// The address of the script.
    pub js: String,
    /// The address of the wasm.
    pub wasm: String,
    /// By group of pages: the parts of the wasm that only they need.
    #[serde(default)]
    pub packs: BTreeMap<String, Vec<String>>,
    /// Public files under names with a hash of their content, by the address they have in the sources.
    #[serde(default)]
    pub public: BTreeMap<String, String>,
    /// All files.
    pub files: Vec<File>,
}

/// One file.
#[derive(Clone, Debug, Deserialize)]
pub struct File {
    /// Its address without the leading slash, which is also its place in the folder.
    pub path: String,
    /// A hash of its content.
    pub hash: String,
    /// Its content never changes under this name.
    pub immutable: bool,
    /// The compressed twins that lie beside it.
    pub encodings: Vec<Encoding>,
}

/// How a twin is compressed, best first.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Encoding {
    /// Brotli.
    Br,
    /// Gzip.
    Gzip,
}

impl Encoding {
    /// Its name in HTTP.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Br => "br",
            Self::Gzip => "gzip",
        }
    }

    /// What the twin's name ends in.
    pub const fn suffix(self) -> &'static str {
        match self {
            Self::Br => ".br",
            Self::Gzip => ".gz",
        }
    }
}
