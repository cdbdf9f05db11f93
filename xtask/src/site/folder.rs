//! Output folder of the site: hashed names, compressed variants, and the list of all files.
//!
//! Unchanged files are not rewritten, so that cargo does not rebuild.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::Serialize;

use crate::profile::Profile;

/// Name of the list, which `server/src/assets.rs` reads.
const LIST: &str = "site.json";

/// Minimum size for compression, in bytes: below it a variant saves less than its header costs.
const SMALL: usize = 256;

/// Role of a file that pages refer to.
#[derive(Clone, Copy)]
pub enum Name<'a> {
    /// The styles.
    Css,
    /// A public file with this address in the sources.
    Public(&'a str),
}

/// The site during the build.
pub struct Folder {
    root: PathBuf,
    profile: Profile,
    list: List,
    kept: BTreeSet<PathBuf>,
}

#[derive(Default, Serialize)]
struct List {
    css: String,
    script: String,
    modules: Vec<String>,
    public: BTreeMap<String, String>,
    files: Vec<Entry>,
}

/// One file of the list.
#[derive(Serialize)]
struct Entry {
    /// Address below `/`, which is also the path in the folder.
    path: String,
    /// Hash of the content, for the `ETag`.
    hash: String,
    /// True if the content can never change under this name.
    immutable: bool,
    /// Available compressed variants.
    encodings: Vec<&'static str>,
}

impl Folder {
    /// Starts the site of a profile in a folder.
    pub fn new(root: PathBuf, profile: Profile) -> Self {
        Self {
            root,
            profile,
            list: List::default(),
            kept: BTreeSet::new(),
        }
    }

    /// Adds a file under a name with the hash of its content; returns its address.
    pub fn add_hashed(&mut self, name: Name, path: &str, content: &[u8]) -> Result<String> {
        let hash = hash(content);
        let (stem, extension) = path.rsplit_once('.').context("the name has no extension")?;
        let path = format!("{stem}.{hash}.{extension}");
        let address = format!("/{path}");
        match name {
            Name::Css => self.list.css.clone_from(&address),
            Name::Public(known) => {
                let public = &mut self.list.public;
                public.insert(known.to_owned(), address.clone());
            }
        }
        self.add(path, hash, Lifetime::Forever, content)?;
        Ok(address)
    }

    /// Adds a file under its own name.
    pub fn add_named(&mut self, path: &str, content: &[u8]) -> Result<()> {
        self.add(
            path.to_owned(),
            hash(content),
            Lifetime::UntilChanged,
            content,
        )
    }

    /// Adds modules that import each other by relative paths, in a folder named by the hash of them all. Pages start
    /// `main`.
    pub fn add_modules(
        &mut self,
        to: &str,
        main: &str,
        modules: &BTreeMap<String, Vec<u8>>,
    ) -> Result<()> {
        let mut all = Vec::new();
        for (path, content) in modules {
            all.extend_from_slice(path.as_bytes());
            all.extend_from_slice(content);
        }
        let root = format!("{to}.{}", hash(&all));
        for (path, content) in modules {
            let place = format!("{root}/{path}");
            let address = format!("/{place}");
            if path == main {
                self.list.script = address;
            } else {
                self.list.modules.push(address);
            }
            self.add(place, hash(content), Lifetime::Forever, content)?;
        }
        Ok(())
    }

    /// Returns the public files with hashed names, by their address in the sources.
    pub fn public(&self) -> &BTreeMap<String, String> {
        &self.list.public
    }

    /// Writes the list and removes files that are no longer part of the site.
    pub fn finish(mut self) -> Result<()> {
        for entry in &self.list.files {
            println!("   /{}", entry.path);
        }
        let list = serde_json::to_vec_pretty(&self.list)?;
        self.write(LIST.into(), &list)?;
        remove_others(&self.root, &self.root, &self.kept)?;
        Ok(())
    }

    fn add(&mut self, path: String, hash: String, life: Lifetime, content: &[u8]) -> Result<()> {
        let changed = self.write(PathBuf::from(&path), content)?;
        let mut encodings = Vec::new();
        if Self::is_worth_compressing(&path, content) {
            for (encoding, suffix) in [("br", "br"), ("gzip", "gz")] {
                let twin = PathBuf::from(format!("{path}.{suffix}"));
                if changed || !self.root.join(&twin).exists() {
                    let packed = self.compress(encoding, content)?;
                    self.write(twin, &packed)?;
                } else {
                    self.kept.insert(twin);
                }
                encodings.push(encoding);
            }
        }
        let immutable = matches!(life, Lifetime::Forever);
        self.list.files.push(Entry {
            path,
            hash,
            immutable,
            encodings,
        });
        Ok(())
    }

    /// Returns true if compression is useful. Pictures and fonts are already compressed.
    fn is_worth_compressing(path: &str, content: &[u8]) -> bool {
        let extension = Path::new(path)
            .extension()
            .and_then(|text| text.to_str())
            .unwrap_or("");
        match extension {
            "css" | "js" | "svg" | "txt" | "json" | "webmanifest" | "html" => {
                content.len() >= SMALL
            }
            _ => false,
        }
    }

    fn compress(&self, encoding: &str, content: &[u8]) -> Result<Vec<u8>> {
        let mut packed = Vec::new();
        if encoding == "br" {
            let quality = if self.profile == Profile::Debug {
                4
            } else {
                11
            };
            let mut parameters = brotli::enc::BrotliEncoderParams {
                quality,
                ..Default::default()
            };
            parameters.size_hint = content.len();
            brotli::BrotliCompress(&mut &*content, &mut packed, &parameters)?;
        } else {
            let level = flate2::Compression::best();
            let mut encoder = flate2::write::GzEncoder::new(&mut packed, level);
            encoder.write_all(content)?;
            encoder.finish()?;
        }
        Ok(packed)
    }

    /// Writes a file unless it is already there; returns true if it was written.
    fn write(&mut self, path: PathBuf, content: &[u8]) -> Result<bool> {
        let place = self.root.join(&path);
        self.kept.insert(path);
        if fs::read(&place).is_ok_and(|old| old == content) {
            return Ok(false);
        }
        if let Some(parent) = place.parent() {
            fs::create_dir_all(parent)?;
        }
        // A running server must never read half a file.
        let half = place.with_extension("half");
        fs::write(&half, content)?;
        fs::rename(&half, &place)?;
        Ok(true)
    }
}

/// Cache lifetime of a name.
#[derive(Clone, Copy)]
enum Lifetime {
    Forever,
    UntilChanged,
}

/// Returns sixteen hexadecimal digits: enough to distinguish builds, and short.
fn hash(content: &[u8]) -> String {
    blake3::hash(content).to_hex().chars().take(16).collect()
}

fn remove_others(root: &Path, folder: &Path, kept: &BTreeSet<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            remove_others(root, &path, kept)?;
            // Fails while the folder has files.
            fs::remove_dir(&path).ok();
        } else if !kept.contains(path.strip_prefix(root)?) {
            fs::remove_file(&path)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
