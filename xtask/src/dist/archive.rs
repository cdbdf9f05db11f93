//! Files of a package, and reproducible archives of them.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::Result;
use flate2::{Compression, GzBuilder};
use tar::{Builder, EntryType, Header};

/// Modification time of everything in a package: 1980, the first year that a wheel can name.
pub const TIME: u64 = 315_532_800;

/// A file of a package.
pub struct File<'a> {
    /// Path inside the package.
    pub path: String,
    /// Permissions.
    pub mode: u32,
    /// Content.
    pub content: &'a [u8],
}

impl<'a> File<'a> {
    /// Creates an executable file.
    pub fn program(path: impl Into<String>, content: &'a [u8]) -> Self {
        Self {
            path: path.into(),
            mode: 0o755,
            content,
        }
    }

    /// Creates a file that is only read.
    pub fn text(path: impl Into<String>, content: &'a [u8]) -> Self {
        Self {
            mode: 0o644,
            ..Self::program(path, content)
        }
    }
}

/// Packs files with the folders above them, sorted by path and owned by root.
pub fn tar_gz(mut files: Vec<File>) -> Result<Vec<u8>> {
    files.sort_by(|a, b| a.path.cmp(&b.path));
    let gzip = GzBuilder::new().write(Vec::new(), Compression::default());
    let mut tar = Builder::new(gzip);
    let mut folders = BTreeSet::new();
    for file in files {
        let above: Vec<&Path> = Path::new(&file.path).ancestors().skip(1).collect();
        for folder in above.into_iter().rev() {
            if !folder.as_os_str().is_empty() && folders.insert(folder.to_owned()) {
                let mut header = header(EntryType::Directory, 0o755, 0);
                tar.append_data(&mut header, folder.join(""), &[][..])?;
            }
        }
        let mut header = header(EntryType::Regular, file.mode, file.content.len() as u64);
        tar.append_data(&mut header, &file.path, file.content)?;
    }
    Ok(tar.into_inner()?.finish()?)
}

fn header(kind: EntryType, mode: u32, size: u64) -> Header {
    let mut header = Header::new_gnu();
    header.set_entry_type(kind);
    header.set_mode(mode);
    header.set_size(size);
    header.set_mtime(TIME);
    header.set_uid(0);
    header.set_gid(0);
    header
}
