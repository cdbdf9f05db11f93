//! The one-file build, started in an empty folder without its source tree.
//!
//! What a release has and a debug build has not is the site inside the binary. The feature
//! `embed` puts it into a debug build too, so that this costs one crate and not a release.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};

use crate::build::SERVER_SIDE;
use crate::profile::Profile;
use crate::sum::{Count, Sum};
use crate::{build, place, site, step, tools};

/// What the server prints when it is ready, before its address.
const READY: &str = "listening on http://";

/// How long a debug build may take to start or answer on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// How many redirections lead to a page: the first start leads to the set-up page.
const REDIRECTIONS: usize = 4;

/// Builds, moves, starts and asks.
pub fn run(sum: &mut Sum) {
    let outcome = whole();
    let count = Count::one(&outcome);
    if let Err(error) = outcome {
        step::fail(&error);
    }
    sum.add("one file that runs anywhere", Ok(count));
}

fn whole() -> Result<()> {
    site::build(Profile::Debug)?;
    step::run(
        "Building one file",
        tools::cargo("build")
            .args(SERVER_SIDE)
            .args(["--bin", "loci", "--features", "server/embed"])
            .args(build::LIKE_TESTS),
        "mend the errors above",
    )?;
    let elsewhere = place::target().join("package");
    if elsewhere.exists() {
        fs::remove_dir_all(&elsewhere)?;
    }
    fs::create_dir_all(&elsewhere)?;
    fs::copy(place::binary(Profile::Debug), elsewhere.join("loci"))?;
    // Nobody may take the embedding build for the debug build: put that back in its place.
    build::server(Profile::Debug)?;

    step::heading("Starting it in an empty folder");
    // With the site out of the way, only what is inside the binary can be served.
    let away = place::root().join("target/site").join("away");
    let site = place::site(Profile::Debug);
    fs::rename(&site, &away)?;
    let checked = Running::start(&elsewhere).and_then(|running| running.check());
    fs::rename(&away, &site)?;
    fs::remove_dir_all(&elsewhere)?;
    checked.context("the one file did not serve its pages from an empty folder")
}

/// The binary while it runs.
struct Running {
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
    fn start(folder: &Path) -> Result<Self> {
        let mut process = Command::new(folder.join("loci"))
            .current_dir(folder)
            .args(["serve", "--addr", "127.0.0.1:0", "--data", "data"])
            .env_clear()
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

    /// Fetches a page and all it loads.
    fn check(&self) -> Result<()> {
        let page = self.get("/sign-in")?;
        let html = String::from_utf8_lossy(&page);
        let mut addresses: BTreeSet<&str> = html
            .split(['"', '\'', '(', ')'])
            .filter(|word| word.starts_with("/pkg/"))
            .collect();
        for extension in [".css", ".js", ".wasm"] {
            ensure!(
                addresses.iter().any(|address| address.ends_with(extension)),
                "the page names no {extension}"
            );
        }
        addresses.insert("/favicon.svg");
        for address in addresses {
            let content = self.get(address)?;
            ensure!(!content.is_empty(), "{address} is empty");
            println!("{:>10} bytes {address}", content.len());
        }
        Ok(())
    }

    /// The body of an answer with status 200, after redirections within the server.
    fn get(&self, path: &str) -> Result<Vec<u8>> {
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
