//! The lines of a document, and how the memories are called that dreams make of those that fall out of it. Knows no
//! dream.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

use crate::mind::blocks::blocks;
use crate::mind::document::Document;

/// What a block says.
pub(crate) fn bare(block: &str) -> &str {
    block.trim_start_matches(['-', '*', '+', ' ']).trim()
}

/// The id of the memory that a line becomes: the same for the same line.
pub(crate) fn id(text: &str) -> String {
    let hash = Sha256::digest(text.trim().as_bytes());
    hash.iter()
        .take(10)
        .fold(String::from("line."), |mut id, byte| {
            // Writing to a text never fails.
            let _ = write!(id, "{byte:02x}");
            id
        })
}

/// The ids of the memories that lines of a document become where they fall out of it.
pub(crate) fn ids(text: &str) -> BTreeSet<String> {
    let document = Document::read(text);
    let sections = document.sections.iter().map(|(_, text)| text);
    let texts = sections.chain([&document.before]);
    texts
        .flat_map(|text| blocks(text))
        .map(|block| id(bare(&block)))
        .collect()
}
