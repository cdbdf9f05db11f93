//! `loci mirror`: keeps a mind as files in a folder, for agents that read only files. The files follow the live feed,
//! and edits of them are sent to the server.

mod folder;
mod keep;
mod kind;
mod mind;
mod passage;
mod plan;

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use kernel::{Error, Result};
use reqwest::Response;
use tokio::time::{Instant, MissedTickBehavior, interval};

use crate::client::Server;
use crate::command::WORKFLOW_VARIABLE;
use crate::feed::Reader;
use crate::naming::WORKFLOW;
use crate::watch::{SILENCE, again, passes};
use crate::{output, refusal};
use folder::Folder;
use keep::Mirror;
use mind::Mind;

/// Name of the command.
pub const MIRROR: &str = "mirror";
const FOLDER: &str = "folder";
const AGENT: &str = "agent";
const TASK: &str = "task";
const ONCE: &str = "once";
const STREAM: &str = "stream";
/// Interval at which the files are checked.
const LOOK: Duration = Duration::from_millis(300);

/// Builds the command.
#[must_use]
pub fn command() -> Command {
    Command::new(MIRROR)
        .disable_version_flag(true)
        .about("Keep a mind as files in a folder, for agents that read only files")
        .long_about(
            "Keep a mind as files in a folder, for agents that read only files: MEMORY.md is its document, \
             memory/scratch.md the notes that wait for a dream, and with --task CONTEXT.md is what an agent is given for \
             the task. They are brought up to date as things happen. What is written into them becomes notes, once; a \
             MEMORY.md that is there before the mind has a document becomes its first version. A text that both sides \
             changed is kept beside as MEMORY.conflict-<time>.md. Ctrl-C ends it.",
        )
        .arg(
            Arg::new(FOLDER)
                .required(true)
                .value_name("FOLDER")
                .value_parser(value_parser!(PathBuf))
                .help("The folder; nothing is written outside it"),
        )
        .arg(
            Arg::new(AGENT)
                .long(AGENT)
                .value_name("AGENT")
                .help("The agent whose mind it is; the caller's own unless given"),
        )
        .arg(
            Arg::new(TASK)
                .long(TASK)
                .value_name("TASK")
                .help("Also keep CONTEXT.md, what an agent is given for this task"),
        )
        .arg(
            Arg::new(WORKFLOW)
                .long(WORKFLOW)
                .short('w')
                .value_name("WORKFLOW")
                .env(WORKFLOW_VARIABLE)
                .hide_env_values(true)
                .help("The task's workflow"),
        )
        .arg(
            Arg::new(ONCE)
                .long(ONCE)
                .action(ArgAction::SetTrue)
                .help("Bring the files and the mind together once, and end"),
        )
}

/// Keeps a mirror until it is stopped.
///
/// # Errors
/// Returns the server's error, `unavailable` if it does not answer at first, or an error about the folder.
pub async fn run(server: &Server, matches: &ArgMatches) -> Result<()> {
    tokio::select! {
        ended = keep(server, matches) => ended,
        _ = tokio::signal::ctrl_c() => Ok(()),
    }
}

async fn keep(server: &Server, matches: &ArgMatches) -> Result<()> {
    let given = |name: &str| {
        let value = matches.get_one::<String>(name).map(String::as_str);
        value.filter(|value| !value.is_empty())
    };
    let task = given(TASK);
    let work = (given(WORKFLOW).filter(|_| task.is_some()), task);
    let mind = Mind::find(server, given(AGENT), work).await?;
    let path = matches.get_one::<PathBuf>(FOLDER);
    let folder = Folder::open(path.map_or(Path::new("."), PathBuf::as_path), &mind.agent)?;
    let mut mirror = Mirror::new(server, mind, folder);
    mirror.bring().await?;
    if matches.get_flag(ONCE) {
        if mirror.had_trouble() {
            let detail = "not everything could be kept or taken in, as was said";
            return Err(Error::unavailable(detail));
        }
        return Ok(());
    }
    let mut feed = open(server, &mirror).await?;
    // The files are the result, so a failed output is ignored.
    drop(output::print("keeping them up to date; Ctrl-C ends it"));
    loop {
        match follow(&mut mirror, &mut feed).await {
            Ok(()) => output::mention("loci: the feed broke off; trying again"),
            Err(error) if passes(&error) => {
                output::mention(format_args!(
                    "loci: {}; trying again",
                    refusal::lines(&error)
                ));
            }
            Err(error) => return Err(error),
        }
        let streams = mirror.streams();
        feed = again(server, &query(&streams), None).await?;
    }
}

async fn open(server: &Server, mirror: &Mirror<'_>) -> Result<Response> {
    server.feed(&query(&mirror.streams()), None).await
}

fn query(streams: &[String]) -> Vec<(&str, &str)> {
    streams
        .iter()
        .map(|stream| (STREAM, stream.as_str()))
        .collect()
}

/// Follows a feed and updates the mirror until the feed ends.
async fn follow(mirror: &mut Mirror<'_>, feed: &mut Response) -> Result<()> {
    let mut reader = Reader::default();
    let mut looks = interval(LOOK);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    // Changes before the feed was opened.
    let mut is_new = true;
    let mut heard = Instant::now();
    loop {
        tokio::select! {
            chunk = feed.chunk() => {
                let Ok(Some(bytes)) = chunk else {
                    return Ok(());
                };
                heard = Instant::now();
                let events = reader.read(&bytes)?;
                is_new |= events.iter().any(|event| event.name.is_empty() || event.name == "reset");
            }
            _ = looks.tick() => {
                if heard.elapsed() > SILENCE {
                    return Ok(());
                }
                is_new |= mirror.is_written();
                if is_new {
                    is_new = false;
                    mirror.bring().await?;
                }
            }
        }
    }
}
