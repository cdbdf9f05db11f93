//! Queue of notices that were received but not delivered to the agent yet: an answer carries a notice once, and the
//! agent does not accept text at every moment. The notices of each answer are a file next to the unsent messages.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

use crate::{notices, whole};

/// Suffix of these files.
pub const ENDING: &str = ".heard";
/// Maximum number of queued files; older notices are printed on standard error instead.
const MAX_FILES: usize = 200;

/// Queue of notices.
#[derive(Clone, Debug)]
pub struct Heard {
    folder: PathBuf,
    /// Prefix of the files of this moment.
    name: String,
}

impl Heard {
    /// Creates the queue in an existing folder.
    pub fn new(folder: &Path, name: &str) -> Self {
        Self {
            folder: folder.to_owned(),
            name: name.to_owned(),
        }
    }

    /// Queues the notices of an answer, and returns the file.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be written.
    pub fn put(&self, inbox: &[Value]) -> std::io::Result<PathBuf> {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let next = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("{}-{next:04}{ENDING}", self.name);
        let path = self.folder.join(name);
        let waiting = self.waiting();
        let over = (waiting.len() + 1).saturating_sub(MAX_FILES);
        for old in &waiting[..over] {
            notices::say(&read(old));
            drop(fs::remove_file(old));
        }
        whole::put(&path, &Value::from(inbox).to_string())?;
        Ok(path)
    }

    /// Returns the files, oldest first.
    fn waiting(&self) -> Vec<PathBuf> {
        super::unsent::files(&self.folder, ENDING)
    }

    /// Returns the queued notices and their files.
    pub fn read_all(&self) -> (Vec<Value>, Vec<PathBuf>) {
        let files = self.waiting();
        (files.iter().flat_map(|path| read(path)).collect(), files)
    }
}

fn read(path: &Path) -> Vec<Value> {
    let text = whole::read(path).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_was_heard_is_kept_in_its_order_and_bounded() {
        let folder = tempfile::tempdir().expect("a folder");
        let heard = Heard::new(folder.path(), "1");
        for nth in 0..MAX_FILES + 3 {
            heard.put(&[json!({ "id": nth })]).expect("written");
        }
        fs::write(folder.path().join("0-0000.heard"), "half a fi").expect("written");
        let (inbox, files) = heard.read_all();
        assert_eq!((inbox.len(), files.len()), (MAX_FILES, MAX_FILES + 1));
        assert_eq!(inbox[0]["id"], 3, "the oldest are gone");
    }
}
