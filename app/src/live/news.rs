//! A fact as it arrives, with the server's sentence for it, so that a page that only lists facts parses none of
//! their bodies.

use std::ops::Deref;

use kernel::Fact;
use serde::Deserialize;

/// A fact that arrived, with its summary.
pub struct News {
    fact: Fact,
    /// Sentence that summarizes the fact, without its author.
    pub summary: String,
}

impl News {
    /// Parses a message of the live feed.
    ///
    /// # Errors
    /// Returns an error if the message is not valid.
    pub fn read(message: &str) -> serde_json::Result<Self> {
        #[derive(Deserialize)]
        struct Words {
            summary: String,
        }
        Ok(Self {
            // The body of the fact stays as it was written.
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
