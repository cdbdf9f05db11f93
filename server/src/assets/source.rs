//! Where the site's files come from: this binary, or the disk while somebody develops.

use axum::body::Bytes;

use super::list::{List, NAME};

/// The files, by their place in the site.
#[cfg_attr(not(test), expect(dead_code, reason = "a build has one of the two"))]
pub enum Source {
    /// Inside the binary: name and content, sorted by name.
    Embedded(&'static [(&'static str, &'static [u8])]),
    /// On disk, below this folder.
    Folder(&'static str),
}

/// What the build script decided: a release build embeds, a debug build reads the disk unless
/// the feature `embed` is on.
pub fn built() -> Source {
    include!(concat!(env!("OUT_DIR"), "/site.rs"))
}

impl Source {
    /// A file's content. The name must come from the list, never from a request.
    pub fn read(&self, name: &str) -> Option<Bytes> {
        match self {
            Self::Embedded(files) => {
                let at = files.binary_search_by_key(&name, |(name, _)| name).ok()?;
                files
                    .get(at)
                    .map(|(_, content)| Bytes::from_static(content))
            }
            Self::Folder(folder) => std::fs::read(std::path::Path::new(folder).join(name))
                .ok()
                .map(Bytes::from),
        }
    }

    /// The list of files; empty when no site was built.
    pub fn list(&self) -> List {
        self.read(NAME)
            .and_then(|content| serde_json::from_slice(&content).ok())
            .unwrap_or_default()
    }
}
