//! Source of the site's files: the binary, or the disk during development.

use std::io::Read as _;

use axum::body::Bytes;
use flate2::read::GzDecoder;

use super::list::{Encoding, List, NAME};

/// Files by their path in the site.
#[cfg_attr(not(test), expect(dead_code, reason = "a build has one of the two"))]
pub enum Source {
    /// Embedded in the binary: name and content, sorted by name. Files stored as gzip are not stored uncompressed.
    Embedded(&'static [(&'static str, &'static [u8])]),
    /// On disk, below this folder.
    Folder(&'static str),
}

/// Returns the source chosen by the build script: a release build embeds the files, a debug build reads them from disk
/// unless the feature `embed` is on.
pub fn source() -> Source {
    include!(concat!(env!("OUT_DIR"), "/site.rs"))
}

impl Source {
    /// Returns a file's content. The name must come from the list, never from a request.
    pub fn read(&self, name: &str) -> Option<Bytes> {
        match self {
            Self::Embedded(files) => {
                let find = |name: &str| {
                    let at = files.binary_search_by_key(&name, |(name, _)| name).ok()?;
                    files.get(at).map(|(_, content)| *content)
                };
                find(name).map(Bytes::from_static).or_else(|| {
                    let packed = find(&format!("{name}{}", Encoding::Gzip.suffix()))?;
                    let mut plain = Vec::new();
                    GzDecoder::new(packed).read_to_end(&mut plain).ok()?;
                    Some(plain.into())
                })
            }
            Self::Folder(folder) => std::fs::read(std::path::Path::new(folder).join(name))
                .ok()
                .map(Bytes::from),
        }
    }

    /// Returns the list of files; empty if no site was built.
    pub fn list(&self) -> List {
        self.read(NAME)
            .and_then(|content| serde_json::from_slice(&content).ok())
            .unwrap_or_default()
    }
}
