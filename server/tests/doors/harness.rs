//! Test harness: starts the real binary on a free port with an empty folder, and calls it.

mod client;
mod feed;
mod model;
mod receiver;
pub mod request;
pub mod vectors;

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use tempfile::TempDir;

pub use client::{Answer, Client};
pub use feed::{Event, Feed, read_events};
pub use model::Model;
pub use receiver::{Received, Receiver};

/// Timeout of a test for any single step; no test waits this long if it succeeds.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// Password of all people.
pub const PASSWORD: &str = "correct horse";

/// Environment variables of other servers that Loci supports.
const FOREIGN: [&str; 6] = [
    "EMBEDDING_MODEL",
    "GENERATION_MODEL",
    "SUMMARIZATION_THRESHOLD",
    "PROGRESSIVE_SUMMARIZATION_PROMPT",
    "LONG_TERM_MEMORY",
    "INDEX_ALL_MESSAGES_IN_LONG_TERM_MEMORY",
];

/// Returns the command with a clean environment.
pub fn loci() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_loci"));
    for (name, _) in std::env::vars() {
        if name.starts_with("LOCI_") || name.starts_with("OTEL_") {
            command.env_remove(name);
        }
    }
    for name in FOREIGN {
        command.env_remove(name);
    }
    // Removes unsent messages of an earlier run.
    let state = format!(
        "{}/state-{}",
        env!("CARGO_TARGET_TMPDIR"),
        std::process::id()
    );
    command.env("XDG_STATE_HOME", state);
    command
}

/// Returns a port below the ephemeral range, so that no other server takes it in between.
fn own_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    // Concurrent test runs use other ports.
    let first = u16::try_from(std::process::id() % 1_000).unwrap() * 10;
    loop {
        let port = 10_000 + (first + NEXT.fetch_add(1, Ordering::Relaxed)) % 10_000;
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}

/// A running server. Dropping it kills it.
pub struct Server {
    child: Child,
    pub base: String,
    /// Sign-in address that it printed.
    pub open: String,
    log: mpsc::Receiver<String>,
    folder: TempDir,
}

impl Server {
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    pub fn start_with(flags: &[&str]) -> Self {
        Self::start_in(tempfile::tempdir().unwrap(), flags)
    }

    pub fn start_in(folder: TempDir, flags: &[&str]) -> Self {
        let mut command = loci();
        command
            .arg("serve")
            .args(["--addr", "127.0.0.1:0", "--data"])
            .arg(folder.path().join("data"))
            .args(flags);
        Self::start_by(command, folder)
    }

    /// Starts a server at an address that stays reserved after it stops, for `start_at`.
    pub fn start_lasting(flags: &[&str]) -> Self {
        Self::start_at(
            &format!("http://127.0.0.1:{}", own_port()),
            tempfile::tempdir().unwrap(),
            flags,
        )
    }

    /// Starts a server at the address of a stopped one.
    pub fn start_at(base: &str, folder: TempDir, flags: &[&str]) -> Self {
        let mut command = loci();
        command
            .args(["serve", "--addr", base.strip_prefix("http://").unwrap()])
            .arg("--data")
            .arg(folder.path().join("data"))
            .args(flags);
        Self::start_by(command, folder)
    }

    pub fn start_by(mut command: Command, folder: TempDir) -> Self {
        let mut child = command
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (tell, told) = mpsc::channel();
        let out = child.stdout.take().unwrap();
        std::thread::spawn(move || {
            for line in BufReader::new(out).lines().map_while(Result::ok) {
                if tell.send(line).is_err() {
                    break;
                }
            }
        });
        let (log, logged) = mpsc::channel();
        let err = child.stderr.take().unwrap();
        std::thread::spawn(move || {
            for line in BufReader::new(err).lines().map_while(Result::ok) {
                // Reads to the end even if the receiver is gone.
                let _ = log.send(line);
            }
        });
        let line = || {
            told.recv_timeout(PATIENCE).unwrap_or_else(|_| {
                let said: Vec<_> = logged.try_iter().collect();
                panic!("the server did not start: {}", said.join("\n"))
            })
        };
        let base = line().strip_prefix("listening on ").unwrap().to_owned();
        let open = line().strip_prefix("open ").unwrap().to_owned();
        Self {
            child,
            base,
            open,
            log: logged,
            folder,
        }
    }

    /// Returns the socket address on which it listens.
    pub fn address(&self) -> SocketAddr {
        self.base.strip_prefix("http://").unwrap().parse().unwrap()
    }

    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Runs a command on this server's folder.
    pub fn cli(&self, arguments: &[&str]) -> Output {
        self.cli_with(arguments, "")
    }

    pub fn cli_with(&self, arguments: &[&str], input: &str) -> Output {
        cli_in(&self.data(), arguments, input)
    }

    /// Creates a token for a new agent.
    pub fn token(&self, agent: &str, role: &str) -> String {
        let output = self.cli(&["token", "create", "--agent", agent, "--role", role]);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    pub fn agent(&self, agent: &str, role: &str) -> Client {
        Client::new(&self.base).bearer(&self.token(agent, role))
    }

    /// Creates a person and signs them in.
    pub fn person(&self, name: &str, role: &str) -> Client {
        let output = self.cli_with(
            &["user", "create", name, "--role", role, "--password-stdin"],
            &format!("{PASSWORD}\n"),
        );
        assert!(output.status.success(), "{output:?}");
        self.signed_in(name)
    }

    /// Starts another session of an existing person.
    pub fn signed_in(&self, name: &str) -> Client {
        let answer = Client::new(&self.base).post(
            "/sign-in",
            &serde_json::json!({ "name": name, "password": PASSWORD }),
        );
        assert_eq!(answer.status, 200, "{answer:?}");
        Client::new(&self.base).cookie(&answer.cookie())
    }

    pub fn anonymous(&self) -> Client {
        Client::new(&self.base)
    }

    /// Waits for a line of the log that contains `words`.
    #[track_caller]
    pub fn logged(&self, words: &str) -> String {
        loop {
            let line = self.log.recv_timeout(PATIENCE).expect("a line of the log");
            if line.contains(words) {
                return line;
            }
        }
    }

    /// Returns the process id.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    pub fn signal(&self, signal: &str) {
        assert!(self.try_signal(signal).success());
    }

    pub fn try_signal(&self, signal: &str) -> ExitStatus {
        Command::new("kill")
            .args([format!("-{signal}"), self.child.id().to_string()])
            .status()
            .unwrap()
    }

    /// Waits for the exit; returns the status and the time it took.
    pub fn wait(&mut self) -> (ExitStatus, Duration) {
        let began = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return (status, began.elapsed());
            }
            assert!(began.elapsed() < PATIENCE, "the server does not end");
            std::thread::yield_now();
        }
    }

    /// Returns the folder of a server that has exited.
    pub fn stop_dead(mut self) -> TempDir {
        self.wait();
        std::mem::replace(&mut self.folder, tempfile::tempdir().unwrap())
    }

    /// Stops the server gracefully; returns the folder and the unread log.
    pub fn stop_told(mut self) -> (TempDir, String) {
        self.signal("TERM");
        let (status, _) = self.wait();
        assert!(status.success(), "{status}");
        let logged: Vec<_> = self.log.iter().collect();
        let folder = std::mem::replace(&mut self.folder, tempfile::tempdir().unwrap());
        (folder, logged.join("\n"))
    }

    /// Stops the server gracefully and returns the folder for a restart.
    pub fn stop(mut self) -> TempDir {
        self.signal("TERM");
        let (status, _) = self.wait();
        assert!(status.success(), "{status}");
        std::mem::replace(&mut self.folder, tempfile::tempdir().unwrap())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn cli_in(data: &Path, arguments: &[&str], input: &str) -> Output {
    let mut child = loci()
        .args(arguments)
        .arg("--data")
        .arg(data)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that reads nothing may have ended already.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// Returns the CSRF token of a page.
pub fn csrf(page: &str) -> String {
    let start = "name=\"csrf\" value=\"";
    let at = page.find(start).expect("a page with a form") + start.len();
    page[at..].split('"').next().unwrap().to_owned()
}
