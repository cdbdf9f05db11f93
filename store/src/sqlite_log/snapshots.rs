//! Snapshots, one file per stream. They are derived, large and rewritten often, so they are not part of the log:
//! writing one delays no append, and erasing one leaves nothing in a page.
//!
//! No write is synced. A file that a crash of the machine tore does not match its checksum and is ignored.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use kernel::ports::log::Snapshot;
use kernel::{Error, Result, StreamId, Version};
use serde::{Deserialize, Serialize};
use tokio::sync::{Mutex, OwnedMutexGuard};

/// First line of a file; the state follows.
#[derive(Serialize, Deserialize)]
struct Header {
    stream: StreamId,
    epoch: u64,
    version: Version,
    schema: u16,
    /// BLAKE3 hash of the state.
    sum: String,
    /// Link of the stream's fact of that version. It covers all facts before it.
    #[serde(default)]
    link: String,
}

/// The snapshots of a log.
pub(super) struct Snapshots {
    root: Arc<Path>,
    epoch: u64,
    turn: Arc<Mutex<()>>,
}

/// Permission to write or erase, held by one task at a time.
pub(super) type Turn = OwnedMutexGuard<()>;

impl Snapshots {
    /// Creates the store of snapshots in `root` for the log's epoch. Snapshots of other epochs are ignored.
    pub(super) fn new(root: &Path, epoch: u64) -> Self {
        Self {
            root: root.into(),
            epoch,
            turn: Arc::default(),
        }
    }

    /// Waits for the turn to write or erase.
    pub(super) async fn turn(&self) -> Turn {
        self.turn.clone().lock_owned().await
    }

    /// Returns the snapshot and the link of its last fact.
    pub(super) async fn read(&self, stream: StreamId) -> Result<Option<(Snapshot, String)>> {
        let (path, epoch) = (self.path(&stream), self.epoch);
        apart(move || {
            let Some((header, mut file)) = open(&path, &stream, epoch)? else {
                return Ok(None);
            };
            let mut state = Vec::new();
            file.read_to_end(&mut state)?;
            let whole = blake3::hash(&state).to_hex().as_str() == header.sum;
            let snapshot = Snapshot {
                version: header.version,
                schema: header.schema,
                state,
            };
            Ok(whole.then_some((snapshot, header.link)))
        })
        .await
    }

    pub(super) async fn write(
        &self,
        turn: Turn,
        stream: StreamId,
        snapshot: Snapshot,
        link: String,
    ) -> Result<()> {
        let (path, epoch) = (self.path(&stream), self.epoch);
        apart(move || {
            // Held until the write ends, even if the caller is cancelled.
            let _turn = turn;
            if let Some((old, _)) = open(&path, &stream, epoch)?
                && old.schema == snapshot.schema
                && old.version > snapshot.version
            {
                return Ok(());
            }
            let header = Header {
                stream,
                epoch,
                version: snapshot.version,
                schema: snapshot.schema,
                sum: blake3::hash(&snapshot.state).to_hex().to_string(),
                link,
            };
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder)?;
            }
            let draft = path.with_extension("new");
            let mut file = File::create(&draft)?;
            serde_json::to_writer(&mut file, &header)?;
            file.write_all(b"\n")?;
            file.write_all(&snapshot.state)?;
            fs::rename(&draft, &path)
        })
        .await
    }

    pub(super) async fn erase(&self, stream: &StreamId) -> Result<()> {
        let turn = self.turn().await;
        let path = self.path(stream);
        apart(move || {
            let _turn = turn;
            for path in [path.with_extension("new"), path] {
                match fs::remove_file(path) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                    _ => {}
                }
            }
            Ok(())
        })
        .await
    }

    /// Returns the path of a stream's file. A hash names the file, because a stream's name may contain any character.
    fn path(&self, stream: &StreamId) -> PathBuf {
        let name = blake3::hash(stream.as_str().as_bytes()).to_hex();
        self.root.join(&name[..2]).join(&name[2..32])
    }
}

/// Opens the file at `path` and reads its header. Returns `None` unless it is a snapshot of that stream in this epoch.
fn open(
    path: &Path,
    stream: &StreamId,
    epoch: u64,
) -> io::Result<Option<(Header, BufReader<File>)>> {
    let mut file = match File::open(path) {
        Ok(file) => BufReader::new(file),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let mut line = Vec::new();
    file.read_until(b'\n', &mut line)?;
    let header = serde_json::from_slice::<Header>(&line).ok();
    Ok(header
        .filter(|h| h.stream == *stream && h.epoch == epoch)
        .map(|header| (header, file)))
}

async fn apart<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> Result<T> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|error| Error::internal(format!("a snapshot failed: {error}")))?
        .map_err(|error| Error::unavailable(format!("a snapshot cannot be kept or read: {error}")))
}
