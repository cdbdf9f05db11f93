//! The real binary on its own folder, stopped on drop.

use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::Done;
use crate::line::{Line, post};

/// Clock ticks of the system per second.
const TICKS: f64 = 100.0;

/// A running server.
pub struct Server {
    pub address: SocketAddr,
    pub folder: PathBuf,
    child: Child,
    own: Option<TempDir>,
}

/// Returns the command of the binary in the same target folder.
pub fn loci() -> Done<Command> {
    Ok(Command::new(
        std::env::current_exe()?.with_file_name("loci"),
    ))
}

impl Server {
    /// Starts a server on a new folder.
    pub fn new(flags: &[&str]) -> Done<Self> {
        let own = tempfile::tempdir()?;
        let folder = own.path().join("data");
        let mut server = Self::on(&folder, flags)?;
        server.own = Some(own);
        Ok(server)
    }

    /// Stops it; returns the folder that it created, if any.
    pub fn stop(mut self) -> Option<TempDir> {
        self.own.take()
    }

    /// Starts a server on that folder.
    pub fn on(folder: &Path, flags: &[&str]) -> Done<Self> {
        let mut child = loci()?
            .args([
                "serve",
                "--addr",
                "127.0.0.1:0",
                "--trace",
                "error",
                "--data",
            ])
            .arg(folder)
            .args(flags)
            .stdout(Stdio::piped())
            .spawn()?;
        let out = child.stdout.take().ok_or("no standard output")?;
        let mut lines = BufReader::new(out).lines();
        let address = loop {
            let line = lines.next().ok_or("the server did not start")??;
            if let Some(address) = line.strip_prefix("listening on http://") {
                break address.parse()?;
            }
        };
        std::thread::spawn(move || lines.for_each(drop));
        Ok(Self {
            address,
            folder: folder.into(),
            child,
            own: None,
        })
    }

    /// Sends the process a signal.
    pub fn signal(&self, signal: &str) -> Done<()> {
        let sent = Command::new("kill")
            .arg(format!("-{signal}"))
            .arg(self.child.id().to_string())
            .status()?;
        sent.success().then_some(()).ok_or("kill failed".into())
    }

    /// Returns the resident memory of the process, in KB.
    pub fn resident(&self) -> Done<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let resident = status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:"))
            .and_then(|line| line.trim().strip_suffix("kB"))
            .ok_or("no resident size")?;
        Ok(resident.trim().parse()?)
    }

    /// Returns the processor time of the process, in seconds.
    pub fn cpu(&self) -> Done<f64> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        // The name of the program may contain spaces, so fields are counted from its end.
        let (_, rest) = stat.rsplit_once(')').ok_or("no process times")?;
        let ticks: Vec<u32> = rest
            .split_whitespace()
            .skip(11)
            .take(2)
            .map(str::parse)
            .collect::<Result<_, _>>()?;
        Ok(f64::from(ticks.iter().sum::<u32>()) / TICKS)
    }

    /// Creates a token for an agent.
    pub fn token(&self, agent: &str, role: &str) -> Done<String> {
        self.command(&["token", "create", "--agent", agent, "--role", role])
    }

    /// Revokes the only token of an agent.
    pub fn revoke(&self, agent: &str) -> Done<()> {
        let listed = self.command(&["token", "list", "--agent", agent])?;
        let id = listed.split(' ').next().unwrap_or_default();
        self.command(&["token", "revoke", id]).map(drop)
    }

    /// Runs a command on the folder, and returns what it prints.
    fn command(&self, arguments: &[&str]) -> Done<String> {
        let done = loci()?
            .args(arguments)
            .arg("--data")
            .arg(&self.folder)
            .output()?;
        if !done.status.success() {
            return Err(String::from_utf8_lossy(&done.stderr).into_owned().into());
        }
        Ok(String::from_utf8(done.stdout)?.trim().to_owned())
    }

    /// Signs a person in; returns the cookie.
    pub fn cookie(&self) -> Done<String> {
        let mut create = loci()?
            .args([
                "user",
                "create",
                "reader",
                "--role",
                "owner",
                "--password-stdin",
                "--data",
            ])
            .arg(&self.folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()?;
        create
            .stdin
            .take()
            .ok_or("no standard input")?
            .write_all(b"a long password\n")?;
        create.wait()?;
        let body = r#"{"name":"reader","password":"a long password"}"#;
        let reply = Line::open(self.address)?.ask(
            format!(
                "POST /sign-in HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
                 content-length: {}\r\n\r\n{body}",
                body.len()
            )
            .as_bytes(),
        )?;
        let cookie = reply
            .head
            .lines()
            .find_map(|line| line.strip_prefix("set-cookie: "));
        let cookie = cookie
            .and_then(|cookie| cookie.split(';').next())
            .ok_or("no cookie")?;
        Ok(format!("cookie: {cookie}"))
    }

    /// Calls an operation that must succeed.
    pub fn call(&self, token: &str, operation: &str, body: &Value) -> Done<Value> {
        let request = post(&format!("/api/{operation}"), token, &body.to_string());
        let reply = Line::open(self.address)?.ask(&request)?;
        if reply.status != 200 {
            return Err(String::from_utf8_lossy(&reply.body).into_owned().into());
        }
        reply.json()
    }

    /// Creates a workflow of `tasks` tasks, a tenth of which depend on another one.
    pub fn workflow(&self, token: &str, tasks: usize) -> Done<String> {
        let made = self.call(
            token,
            "workflow_create",
            &json!({ "name": "Bench", "goal": "Measure", "tasks": new_tasks(0, tasks.min(500)) }),
        )?;
        let workflow = made["workflow"].as_str().ok_or("no workflow")?.to_owned();
        let mut from = 500;
        while from < tasks {
            let more = new_tasks(from, 500.min(tasks - from));
            self.call(
                token,
                "task_add",
                &json!({ "workflow": workflow, "tasks": more }),
            )?;
            from += 500;
        }
        Ok(workflow)
    }
}

fn new_tasks(from: usize, count: usize) -> Value {
    (from..from + count)
        .map(|n| {
            let needs = if n % 10 == 9 {
                vec![format!("step-{}", n - 1)]
            } else {
                Vec::new()
            };
            json!({
                "key": format!("step-{n}"), "title": format!("Task number {n} of the benchmark"),
                "description": "What is to be done here is of no consequence, but it has a length.",
                "group": format!("Room {}", n / 20), "depends_on": needs,
                "acceptance": ["It is done"],
            })
        })
        .collect()
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
