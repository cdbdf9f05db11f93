//! A debug server for tasks that send requests to it.

use std::env;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;

use anyhow::{Context, Result, bail};

/// The server prints this before its address when it is ready.
const READY: &str = "listening on http://";

/// Limit for a start or a response of a debug build on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// Limit of redirects to a page: the first start redirects to the set-up page.
const REDIRECTIONS: usize = 4;

/// A server on a port of its own. Dropping it ends the process.
pub struct Running {
    process: Child,
    address: String,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.process.kill().ok();
        self.process.wait().ok();
    }
}

impl Running {
    /// Starts the binary at `binary` with an empty data folder inside `folder`.
    pub fn start(binary: &Path, folder: &Path) -> Result<Self> {
        let mut command = Command::new(binary);
        Self::start_by(command.current_dir(folder))
    }

    /// Starts the binary that the command runs with further arguments, with an empty data folder in the working folder.
    pub fn start_by(command: &mut Command) -> Result<Self> {
        let mut process = command
            .args(["serve", "--addr", "127.0.0.1:0", "--data", "data"])
            .env_clear()
            // For the program that starts the binary, such as chroot.
            .envs(env::var_os("PATH").map(|path| ("PATH", path)))
            .stdout(Stdio::piped())
            .spawn()
            .context("it did not start")?;
        let output = process
            .stdout
            .take()
            .context("its output is not connected")?;
        let (sender, receiver) = channel();
        // The output is read to its end, so that the server never waits for a reader.
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if let Some((_, address)) = line.split_once(READY) {
                    sender.send(address.trim().to_owned()).ok();
                }
            }
        });
        let mut running = Self {
            process,
            address: String::new(),
        };
        running.address = receiver
            .recv_timeout(PATIENCE)
            .with_context(|| format!("it did not print `{READY}…`"))?;
        Ok(running)
    }

    /// Returns the body of a response with status 200 and follows redirects within the server.
    pub fn get(&self, path: &str) -> Result<Vec<u8>> {
        let mut path = path.to_owned();
        for _ in 0..REDIRECTIONS {
            let mut stream = TcpStream::connect(&self.address)?;
            stream.set_read_timeout(Some(PATIENCE))?;
            write!(
                stream,
                "GET {path} HTTP/1.0\r\nHost: {}\r\n\r\n",
                self.address
            )?;
            let mut answer = Vec::new();
            stream.read_to_end(&mut answer)?;
            let end = answer
                .windows(4)
                .position(|four| four == b"\r\n\r\n")
                .with_context(|| format!("{path}: no HTTP answer"))?;
            let head = String::from_utf8_lossy(&answer[..end]).into_owned();
            let status = head.split(' ').nth(1).unwrap_or("");
            if status == "200" {
                return Ok(answer.split_off(end + 4));
            }
            let location = head.lines().find_map(|line| {
                let (name, value) = line.split_once(':')?;
                name.eq_ignore_ascii_case("location")
                    .then(|| value.trim().to_owned())
            });
            match location {
                Some(next) if status.starts_with('3') && next.starts_with('/') => path = next,
                _ => bail!("{path}: answered {}", head.lines().next().unwrap_or("")),
            }
        }
        bail!("{path}: redirects without end")
    }
}
