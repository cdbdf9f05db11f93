//! `loci demo`: a server and the example team, which gets its own tokens.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use kernel::actor::{Caller, Role};
use team::{MEMBERS, Tempo, Tokens};

use crate::command::{self, Command, NewToken};
use crate::config::{Config, Flags};
use crate::failure::Failure;
use crate::output::{mention, say};
use crate::scratch::Scratch;
use crate::serve::{self, Running};
use crate::telemetry;

/// Name of the person that the link is for.
const PERSON: &str = "you";

/// Arguments of the demo.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// Settings of the server. Without --data the demo uses a temporary folder that is erased afterwards.
    #[command(flatten)]
    pub flags: Flags,
    /// Duration of one step of an agent's work, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 2500)]
    pub step: u64,
    /// Time that the team waits for you before it continues without you, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 90)]
    pub patience: u64,
    /// Stop when the team has finished, instead of serving on.
    #[arg(long)]
    pub once: bool,
}

/// Starts the server and the team.
///
/// # Errors
/// Returns an error if the server cannot start.
pub async fn run(args: Args) -> Result<(), Failure> {
    let scratch = Scratch::new("demo")?;
    let mut flags = args.flags;
    flags
        .data
        .get_or_insert_with(|| scratch.path().join("data"));
    let config = Config::new(flags)?;
    telemetry::log(&config.trace);
    let running = serve::start(config).await?;
    serve::stop_on_signals(running.site.stop.clone())?;
    let tempo = Tempo {
        step: Duration::from_millis(args.step),
        patience: Duration::from_secs(args.patience),
        stop: Arc::new(AtomicBool::new(false)),
    };
    let tokens = tokens(&running).await?;
    invite(&running, scratch.path()).await?;
    let url = running.site.listening();
    let (folder, its_tempo) = (scratch.path().to_owned(), tempo.clone());
    let team = thread::spawn(move || team::play(&url, &tokens, &folder, &its_tempo));
    let stop = running.site.stop.clone();
    let site = running.site.clone();
    let (once, done) = (args.once, tempo.stop.clone());
    let watcher = tokio::task::spawn_blocking(move || {
        if team.join().is_err() {
            mention("the example team stopped: a fault of its own");
        } else if !once && !done.load(Ordering::Relaxed) {
            // If standard output is closed, the browser still shows it.
            drop(say("The team is done. Look around; Ctrl-C ends the demo."));
        }
        if once {
            site.stop.cancel();
        }
    });
    stop.cancelled().await;
    tempo.stop.store(true, Ordering::Relaxed);
    let stopped = running.wait().await;
    drop(watcher.await);
    stopped
}

async fn tokens(running: &Running) -> Result<Tokens, Failure> {
    let mut tokens = Vec::new();
    for (agent, role) in MEMBERS {
        let role = serde_json::from_value::<Role>(role.into())
            .map_err(|error| Failure::unavailable(format!("{agent} has no role: {error}")))?;
        let make = Command::TokenCreate(NewToken {
            expires_seconds: Some(86_400),
            ..NewToken::of(agent, role)
        });
        let minted = command::run(&running.instance, make).await?;
        let token = minted["token"].as_str().unwrap_or_default().to_owned();
        tokens.push((agent, token));
    }
    Ok(Tokens(tokens))
}

/// Creates the person and prints their sign-in link.
async fn invite(running: &Running, scratch: &std::path::Path) -> Result<(), Failure> {
    if !running.site.is_set_up().await? {
        let password = crate::chance::word()?;
        let role = Role::Owner;
        let make = Command::UserCreate {
            name: PERSON.into(),
            role,
            password,
        };
        command::run(&running.instance, make).await?;
    }
    // A link that grants access is only printed to a terminal.
    let open = if std::io::stdout().is_terminal() {
        running.site.enter_link(PERSON, Caller::system()).await?
    } else {
        let folder = running.site.config.data.display();
        let home = running.site.url("/");
        format!("{home}\nwith the link that this prints: loci user link {PERSON} --data {folder}")
    };
    let (address, folder) = (running.site.listening(), scratch.join("roman"));
    // If standard output is closed, the browser still shows it.
    drop(say(&format!(
        "listening on {address}\nThe team writes a program in {}\nopen {open}",
        folder.display()
    )));
    Ok(())
}
