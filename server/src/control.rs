//! Control socket in the data folder, through which the command line sends commands to a running server. One JSON line
//! in each direction. Only accessible to users who can read the folder.

use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use kernel::problem::Problem;
use kernel::{Code, Error};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{UnixListener, UnixStream};

use crate::command::{self, Command};
use crate::failure::Failure;
use crate::health;
use crate::instance::Instance;
use crate::site::Site;

/// Maximum length of a line, in bytes.
const LINE: u64 = 64 * 1024;
/// Timeout for a client to send its line.
const PATIENCE: Duration = Duration::from_secs(10);

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Reply {
    Done(Value),
    Refused(Problem),
}

/// Listens at `path`. Removes the socket of a killed server, which is safe because this process holds the folder.
///
/// # Errors
/// Returns an error if the socket cannot be created.
pub fn listen(path: &Path) -> std::io::Result<UnixListener> {
    if path
        .symlink_metadata()
        .is_ok_and(|file| file.file_type().is_socket())
    {
        std::fs::remove_file(path)?;
    }
    let (short, _folder) = reachable(path)?;
    let listener = UnixListener::bind(short)?;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600))?;
    Ok(listener)
}

/// Returns a name for `path` that fits into a socket address (about 100 bytes): long paths are accessed through the
/// open folder, which must stay open while the name is used.
fn reachable(path: &Path) -> std::io::Result<(PathBuf, Option<std::fs::File>)> {
    use std::os::fd::AsRawFd;
    const FITS: usize = 100;
    if path.as_os_str().len() <= FITS {
        return Ok((path.to_owned(), None));
    }
    let name = path.file_name().unwrap_or_default();
    let folder = std::fs::File::open(path.parent().unwrap_or(Path::new(".")))?;
    let short = Path::new("/proc/self/fd")
        .join(folder.as_raw_fd().to_string())
        .join(name);
    Ok((short, Some(folder)))
}

/// Answers commands until the server stops.
pub async fn serve(listener: UnixListener, site: Arc<Site>, instance: Arc<Instance>) {
    loop {
        let stream = tokio::select! {
            stream = listener.accept() => stream,
            () = site.stop.cancelled() => return,
        };
        match stream {
            Ok((stream, _)) => {
                let (site, instance) = (site.clone(), instance.clone());
                tokio::spawn(async move {
                    if let Err(error) = answer(stream, &site, &instance).await {
                        tracing::debug!(%error, "a command's connection broke");
                    }
                });
            }
            Err(error) => {
                tracing::warn!(%error, "the control socket");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

async fn answer(stream: UnixStream, site: &Site, instance: &Instance) -> std::io::Result<()> {
    let (read, mut write) = stream.into_split();
    let mut line = String::new();
    let mut read = BufReader::new(read.take(LINE));
    tokio::time::timeout(PATIENCE, read.read_line(&mut line))
        .await
        .map_err(|_| std::io::ErrorKind::TimedOut)??;
    let done = match serde_json::from_str(&line) {
        Ok(Command::UserLink { name }) => site
            .enter_link(&name, command::cli(instance))
            .await
            .map(|link| json!({ "link": link })),
        Ok(Command::SetupLink) => site
            .setup_link(command::cli(instance))
            .await
            .map(|link| json!({ "link": link })),
        Ok(Command::CheckHealth) => match health::readiness(site).await {
            Ok(health) => Ok(json!({ "health": health })),
            Err(reason) => Err(Error::unavailable(reason)),
        },
        Ok(Command::HandOver) if let Some(asked) = &site.config.hand_over => {
            asked.cancel();
            Ok(json!({}))
        }
        Ok(command) => command::run(instance, command).await,
        Err(error) => Err(Error::invalid(format!(
            "not a command of this version: {error}"
        ))),
    };
    let reply = match done {
        Ok(value) => Reply::Done(value),
        Err(error) => {
            if error.code == Code::Internal {
                tracing::error!(detail = error.detail, "a command failed");
            }
            Reply::Refused(Problem::new(error, "the server's log"))
        }
    };
    let mut text = serde_json::to_vec(&reply)?;
    text.push(b'\n');
    write.write_all(&text).await
}

/// Sends a command to the server that holds the folder; `None` if no server answers.
///
/// # Errors
/// Returns the command's rejection or failure.
pub async fn ask(path: &Path, command: &Command) -> Result<Option<Value>, Failure> {
    let broken = |error: std::io::Error| {
        Failure::unavailable(format!("the running server broke off: {error}"))
    };
    let Ok((short, _folder)) = reachable(path) else {
        return Ok(None);
    };
    let Ok(stream) = UnixStream::connect(short).await else {
        return Ok(None);
    };
    let (read, mut write) = stream.into_split();
    let mut text =
        serde_json::to_vec(command).map_err(|error| Failure::usage(error.to_string()))?;
    text.push(b'\n');
    write.write_all(&text).await.map_err(broken)?;
    let mut line = String::new();
    BufReader::new(read)
        .read_line(&mut line)
        .await
        .map_err(broken)?;
    if line.is_empty() {
        return Err(broken(std::io::ErrorKind::UnexpectedEof.into()));
    }
    match serde_json::from_str(&line) {
        Ok(Reply::Done(value)) => Ok(Some(value)),
        Ok(Reply::Refused(problem)) => Err(Error::from(problem).into()),
        Err(_) => Err(Failure::unavailable(
            "the running server is of another version; restart it with this one",
        )),
    }
}
