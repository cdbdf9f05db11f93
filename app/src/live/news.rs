//! A fact as it arrives: with the sentence that the server says it in, so that a page which only tells of it
//! reads none of its particulars.

use std::ops::Deref;

use kernel::Fact;
use serde::Deserialize;

/// A fact that arrived.
pub struct News {
    fact: Fact,
    /// What it says, in a sentence without who did it.
    pub summary: String,
}

impl News {
    /// Reads a message of the live feed.
    ///
    /// # Errors
    /// When it is none.
    pub fn read(message: &str) -> serde_json::Result<Self> {
        #[derive(Deserialize)]
        struct Words {
            summary: String,
        }
        Ok(Self {
            // Its body stays as it was written.
            fact: serde_json::from_str(message)?,
            summary: kernel::json::read::<Words>(message)?.summary,
        })
    }
}

impl Deref for News {
    type Target = Fact;

    fn deref(&self) -> &Fact {
        &self.fact
    }
}
