//! What was said and is not kept yet: each message is a file on this machine until the server has it, so that nothing
//! is lost while none answers. Knows no moment.

use std::fs::{self, DirBuilder};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};

use kernel::{Code, Error};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::told::Told;
use super::{REFUSED, UNKEPT, call};
use crate::client::Server;
use crate::whole;

/// Where programs keep what is to outlive them, instead of below the home folder.
const STATE_VARIABLE: &str = "XDG_STATE_HOME";
/// How the name of a message's file ends.
const ENDING: &str = ".json";

/// The messages of one caller to one server.
pub struct Unsent {
    folder: PathBuf,
}

impl Unsent {
    /// Those for `server`, if there is a place for them.
    pub fn of(server: &Server) -> Option<Self> {
        let given = std::env::var_os(STATE_VARIABLE).map(PathBuf::from);
        let state = given.filter(|folder| folder.is_absolute());
        let state = state.or_else(|| Some(std::env::home_dir()?.join(".local/state")))?;
        Some(Self::within(&state.join("loci/unsent"), &server.caller()))
    }

    fn within(folder: &Path, caller: &str) -> Self {
        let caller = format!("{:x}", Sha256::digest(caller));
        Self {
            folder: folder.join(&caller[..32]),
        }
    }

    /// Keeps a message here until it is sent; `name` sorts after the names of those that were said before.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn put(&self, name: &str, message: &Value) -> std::io::Result<()> {
        // Nobody else reads along.
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&self.folder)?;
        let path = self.folder.join(format!("{name}{ENDING}"));
        whole::put(&path, &message.to_string())
    }

    /// Those that wait, the oldest first.
    pub fn waiting(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let is_message = |path: &PathBuf| {
            let name = path.file_name().and_then(|name| name.to_str());
            name.is_some_and(|name| name.ends_with(ENDING) && !name.starts_with('.'))
        };
        let paths = entries.map(|entry| entry.path());
        let mut paths: Vec<PathBuf> = paths.filter(is_message).collect();
        paths.sort();
        paths
    }

    /// Sends what waits, up to what the server does not answer to. What it refuses would be refused again: it is told,
    /// and waits no longer. Two may send the same: a message has its id.
    ///
    /// # Errors
    /// `unavailable` when the server does not answer.
    pub async fn send(&self, server: &Server, told: &mut Told) -> Result<(), Error> {
        for path in self.waiting() {
            // Another one may have sent it meanwhile.
            let Ok(text) = fs::read_to_string(&path) else {
                continue;
            };
            let message = serde_json::from_str(&text).unwrap_or_else(|_| json!({}));
            match call(server, "session_append", &message, told).await {
                Ok(_) => drop(fs::remove_file(&path)),
                Err(error) => match error.code {
                    Code::Unavailable | Code::RateLimited => return Err(error),
                    Code::Internal => told.fails(REFUSED, &error),
                    // Its summary is being written.
                    Code::Conflict if error.extra.reason.as_deref() == Some("busy") => {
                        told.fails(REFUSED, &error);
                    }
                    _ => {
                        told.fails(UNKEPT, &error);
                        drop(fs::remove_file(&path));
                    }
                },
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn messages_wait_in_their_order_each_callers_apart() {
        let state = tempfile::tempdir().expect("a folder");
        let unsent = |caller: &str| Unsent::within(state.path(), caller);
        assert_eq!(unsent("ada").waiting(), Vec::<PathBuf>::new());
        for name in ["2", "10", "1"] {
            unsent("ada").put(name, &json!({})).expect("written");
        }
        let names = |unsent: Unsent| -> Vec<String> {
            let names = unsent.waiting().into_iter();
            let names = names.filter_map(|path| path.file_name()?.to_str().map(str::to_owned));
            names.collect()
        };
        assert_eq!(names(unsent("ada")), ["1.json", "10.json", "2.json"]);
        assert_eq!(names(unsent("ben")), [""; 0]);
        let folder = unsent("ada").folder;
        let mode = fs::metadata(&folder)
            .expect("a folder")
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o700);
        fs::write(folder.join(".3.json.1.new"), "{").expect("written");
        assert_eq!(unsent("ada").waiting().len(), 3, "half a file is none");
    }
}
