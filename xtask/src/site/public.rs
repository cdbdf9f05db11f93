//! The public files: copied as they are, under their own names.

use anyhow::Result;

use crate::place;
use crate::site::folder::Folder;

/// Copies `public/` to the top of the site.
pub fn copy(folder: &mut Folder) -> Result<()> {
    folder.add_tree(&place::root().join("public"), "")
}
