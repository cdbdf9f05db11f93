//! Local queue of messages that are not stored yet: each is a file on this machine until the server has it, so that no
//! message is lost while the server is unavailable or rejects it. The files of each caller are in a separate folder,
//! with the caller's agent once the server has named it: then a new token of the same agent takes them over.

use std::fs::{self, DirBuilder, File};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::heard::{self, Heard};
use crate::client::Server;
use crate::whole;

/// Environment variable with the folder for the state of programs, instead of one below the home folder.
const STATE_VARIABLE: &str = "XDG_STATE_HOME";
/// Suffix of a message's file.
const ENDING: &str = ".json";
/// File with the owner of a folder.
const WHOSE: &str = "whose";
/// Lock file, held by one process at a time while it sends.
const LOCK: &str = "lock";

/// Queued messages of one caller to one server.
pub struct Unsent {
    folder: PathBuf,
    server: String,
    token: Option<String>,
}

/// Owner of the messages in a folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Whose {
    /// Address of the server.
    server: String,
    /// Agent of the caller, once the server has named it.
    agent: Option<String>,
    /// Hash of the caller's token.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    token: Option<String>,
}

impl Unsent {
    /// Opens the queue for `server`, if its folder can be created.
    pub fn of(server: &Server) -> Option<Self> {
        let given = std::env::var_os(STATE_VARIABLE).map(PathBuf::from);
        let state = given.filter(|folder| folder.is_absolute());
        let state = state.or_else(|| Some(std::env::home_dir()?.join(".local/state")))?;
        let folder = state.join("loci/unsent");
        let unsent = Self::within(&folder, &server.caller(), &server.url, server.token());
        unsent.begin().ok().map(|()| unsent)
    }

    fn within(folder: &Path, caller: &str, server: &str, token: Option<&[u8]>) -> Self {
        let caller = format!("{:x}", Sha256::digest(caller));
        Self {
            folder: folder.join(&caller[..32]),
            server: server.to_owned(),
            token: token.map(|token| format!("{:x}", Sha256::digest(token))),
        }
    }

    /// Creates the folder, readable only for its owner.
    fn begin(&self) -> std::io::Result<()> {
        let mut folders = DirBuilder::new();
        folders.recursive(true).mode(0o700).create(&self.folder)?;
        if whose(&self.folder).is_none() {
            self.note(None)?;
        }
        Ok(())
    }

    fn note(&self, agent: Option<&str>) -> std::io::Result<()> {
        let whose = Whose {
            server: self.server.clone(),
            agent: agent.map(str::to_owned),
            token: self.token.clone(),
        };
        let text = serde_json::to_string(&whose).map_err(std::io::Error::other)?;
        whole::put(&self.folder.join(WHOSE), &text)
    }

    /// Queues a message and returns its file; `name` has to sort after the names of earlier messages.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be written.
    pub fn put(&self, name: &str, message: &Value) -> std::io::Result<PathBuf> {
        let path = self.folder.join(format!("{name}{ENDING}"));
        whole::put(&path, &message.to_string())?;
        Ok(path)
    }

    /// Returns the queued messages, oldest first.
    pub fn waiting(&self) -> Vec<PathBuf> {
        files(&self.folder, ENDING)
    }

    /// Returns the queue of notices for this caller; files of this moment begin with `name`.
    pub fn inbox_store(&self, name: &str) -> Heard {
        Heard::new(&self.folder, name)
    }

    /// Acquires the right to send the queued messages, which lasts as long as the file is held; `None` while another
    /// process has it.
    pub fn lock(&self) -> Option<File> {
        lock(&self.folder)
    }

    /// Returns the agent of these messages, if the server has named it.
    pub fn agent(&self) -> Option<String> {
        whose(&self.folder)?.agent
    }

    /// Records the agent of the caller, as named by the server.
    pub fn is_of(&self, agent: &str) {
        // If it cannot be written, the server is asked again.
        drop(self.note(Some(agent)));
    }

    /// Takes over the messages for the same server under other tokens of the same agent, and those under this token for
    /// an address whose server never named the agent: a token belongs to one server, so that one was meant.
    pub fn adopt(&self) {
        let own = whose(&self.folder).filter(|own| own.agent.is_some());
        let Some(own) = own else {
            return;
        };
        let is_own = |other: &Whose| {
            let is_misdirected =
                other.agent.is_none() && other.token.is_some() && other.token == self.token;
            (other.server == own.server && other.agent == own.agent) || is_misdirected
        };
        for folder in self.others() {
            if !whose(&folder).as_ref().is_some_and(is_own) {
                continue;
            }
            let waiting = [ENDING, heard::ENDING].map(|ending| files(&folder, ending));
            let waiting = waiting.concat();
            // A folder that is being sent from, or is empty, is left alone.
            let Some(_lock) = lock(&folder).filter(|_| !waiting.is_empty()) else {
                continue;
            };
            for path in waiting {
                if let Some(name) = path.file_name() {
                    drop(fs::rename(&path, self.folder.join(name)));
                }
            }
        }
    }

    /// Returns the folders of messages for the same server whose agent is unknown, with the number of messages in each.
    pub fn nobodys(&self) -> Vec<(PathBuf, usize)> {
        let is_nobodys = |folder: &PathBuf| {
            whose(folder).is_some_and(|it| it.agent.is_none() && it.server == self.server)
        };
        let folders = self.others().into_iter().filter(is_nobodys);
        let folders = folders.map(|folder| {
            let many = files(&folder, ENDING).len();
            (folder, many)
        });
        folders.filter(|(_, many)| *many > 0).collect()
    }

    /// Returns the folders of other callers.
    fn others(&self) -> Vec<PathBuf> {
        let around = self.folder.parent().unwrap_or(&self.folder);
        let entries = fs::read_dir(around).into_iter().flatten().flatten();
        let folders = entries.map(|entry| entry.path());
        let mut folders: Vec<_> = folders.filter(|path| *path != self.folder).collect();
        folders.sort();
        folders
    }
}

/// Returns the regular files of a folder with this suffix, sorted by name.
pub fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let is_one = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| name.ends_with(ending) && !name.starts_with('.'))
    };
    let entries = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
    let paths = entries.map(|entry| entry.path());
    let mut paths: Vec<PathBuf> = paths.filter(is_one).collect();
    paths.sort();
    paths
}

fn whose(folder: &Path) -> Option<Whose> {
    serde_json::from_str(&whole::read(&folder.join(WHOSE)).ok()?).ok()
}

fn lock(folder: &Path) -> Option<File> {
    let file = whole::open_lock(rustix::fs::CWD, &folder.join(LOCK));
    file.ok().filter(|file| file.try_lock().is_ok())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use serde_json::json;

    use super::*;

    const SERVER: &str = "http://127.0.0.1:7077";

    fn unsent(state: &tempfile::TempDir, token: &str, server: &str) -> Unsent {
        let caller = format!("{server} {token}");
        let unsent = Unsent::within(state.path(), &caller, server, Some(token.as_bytes()));
        unsent.begin().expect("a folder");
        unsent
    }

    fn names(unsent: &Unsent) -> Vec<String> {
        let names = unsent.waiting().into_iter();
        let names = names.filter_map(|path| path.file_name()?.to_str().map(str::to_owned));
        names.collect()
    }

    #[test]
    fn messages_wait_in_their_order_each_callers_apart() {
        let state = tempfile::tempdir().expect("a folder");
        let (ada, ben) = (unsent(&state, "ada", SERVER), unsent(&state, "ben", SERVER));
        assert_eq!(names(&ada), [""; 0]);
        for name in ["2", "10", "1"] {
            ada.put(name, &json!({})).expect("written");
        }
        assert_eq!(names(&ada), ["1.json", "10.json", "2.json"]);
        assert_eq!(names(&ben), [""; 0]);
        let mode = fs::metadata(&ada.folder)
            .expect("a folder")
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o700);
        fs::write(ada.folder.join(".3.json.1.new"), "{").expect("written");
        assert_eq!(ada.waiting().len(), 3, "half a file is none");
    }

    #[test]
    fn a_new_token_takes_over_what_its_own_agent_said() {
        let state = tempfile::tempdir().expect("a folder");
        let all = [
            ("old", SERVER, Some("ada")),
            ("older", SERVER, Some("ada")),
            ("unknown", SERVER, None),
            ("ben's", SERVER, Some("ben")),
            ("elsewhere", "http://127.0.0.1:1", Some("ada")),
        ];
        let others = all.map(|(token, server, agent)| {
            let other = unsent(&state, token, server);
            if let Some(agent) = agent {
                other.is_of(agent);
            }
            other.put(token, &json!({})).expect("written");
            other.inbox_store(token).put(&[json!({})]).expect("written");
            other
        });
        let new = unsent(&state, "new", SERVER);
        new.adopt();
        assert_eq!(names(&new), [""; 0], "nobody knows yet who it is");
        new.is_of("ada");
        let held = others[1].lock().expect("a lock");
        new.adopt();
        assert_eq!(names(&new), ["old.json"], "the other is being sent");
        drop(held);
        new.adopt();
        assert_eq!(names(&new), ["old.json", "older.json"]);
        assert_eq!(new.inbox_store("x").read_all().0.len(), 2);
        assert_eq!(new.nobodys(), [(others[2].folder.clone(), 1)]);
        let left = others.each_ref().map(|other| other.waiting().len());
        assert_eq!(left, [0, 0, 1, 1, 1]);
    }

    #[test]
    fn a_pipe_in_the_folder_is_passed_over() {
        let state = tempfile::tempdir().expect("a folder");
        let ada = unsent(&state, "ada", SERVER);
        ada.put("2", &json!({})).expect("written");
        for name in [WHOSE, LOCK, "1.json", "1.heard"] {
            let path = ada.folder.join(name);
            drop(fs::remove_file(&path));
            let kind = rustix::fs::FileType::Fifo;
            let mode = rustix::fs::Mode::RWXU;
            rustix::fs::mknodat(rustix::fs::CWD, &path, kind, mode, 0).expect("a pipe");
        }
        assert_eq!(names(&ada), ["2.json"]);
        assert_eq!(ada.inbox_store("x").read_all().0, [Value::Null; 0]);
        assert_eq!(ada.agent(), None);
        assert!(ada.lock().is_none());
    }

    #[test]
    fn words_for_a_wrong_address_are_sent_once_the_right_one_is_known() {
        let state = tempfile::tempdir().expect("a folder");
        let wrong = "http://127.0.0.1:1";
        let all = [("mine", None), ("ben's", None), ("mine", Some("ada"))];
        let others = all.map(|(token, agent)| {
            let server = if agent.is_some() {
                "http://127.0.0.1:2"
            } else {
                wrong
            };
            let other = unsent(&state, token, server);
            if let Some(agent) = agent {
                other.is_of(agent);
            }
            other.put(token, &json!({})).expect("written");
            other
        });
        let right = unsent(&state, "mine", SERVER);
        right.adopt();
        assert_eq!(names(&right), [""; 0], "no server has answered yet");
        right.is_of("ada");
        right.adopt();
        assert_eq!(names(&right), ["mine.json"]);
        // Messages under another token, and those with a known agent of another server, stay.
        let left = others.each_ref().map(|other| other.waiting().len());
        assert_eq!(left, [0, 1, 1]);
        // Folders of earlier versions have no token.
        let older = r#"{"server":"http://127.0.0.1:1","agent":null}"#;
        others[0].put("older", &json!({})).expect("written");
        fs::write(others[0].folder.join(WHOSE), older).expect("written");
        right.adopt();
        assert_eq!(names(&right), ["mine.json"]);
    }

    #[test]
    fn one_process_at_a_time_sends() {
        let state = tempfile::tempdir().expect("a folder");
        let ada = unsent(&state, "ada", SERVER);
        let held = ada.lock();
        assert!(held.is_some() && ada.lock().is_none());
        drop(held);
        assert!(ada.lock().is_some());
    }
}
