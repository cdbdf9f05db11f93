//! `loci import`: splits files of other tools into parts and imports them, after a preview.

mod file;
mod progress;

use std::io::{BufRead as _, IsTerminal as _};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command, ValueHint, value_parser};
use engine::imported::cut::{Wish, formats};
use engine::imported::{Report, conversation_formats, format_names, memory_formats};
use kernel::{Code, Error, Result};
use serde_json::{Map, Value, json};

use crate::client::Server;
use crate::command::JSON;
use crate::node::Node;
use crate::{notices, output, readable};
use file::File;
use progress::Progress;

/// Name of the command.
pub const IMPORT: &str = "import";
const FILES: &str = "files";
const SESSION: &str = "session";
const NAMESPACE: &str = "namespace";
const USER: &str = "user_id";
const CORE: &str = "core";
const FORMAT: &str = "format";
/// Format in which parts are sent.
const SENT: &str = "loci";
const YES: &str = "yes";
const DRY_RUN: &str = "dry_run";
/// Maximum number of attempts to send a part to a busy server.
const ATTEMPTS: u32 = 8;
/// Maximum pause between two attempts, in seconds.
const LONGEST: u64 = 60;

/// Builds the command.
#[must_use]
pub fn command() -> Command {
    let text = |name: &'static str, value: &'static str, help: &'static str| {
        let flag = name.replace('_', "-");
        Arg::new(name).long(flag).value_name(value).help(help)
    };
    let switch = |name: &'static str, help: &'static str| {
        let flag = name.replace('_', "-");
        Arg::new(name)
            .long(flag)
            .action(ArgAction::SetTrue)
            .help(help)
    };
    Command::new(IMPORT)
        .disable_version_flag(true)
        .about("Take over conversations and memories of other tools from files")
        .long_about(format!(
            "Take over conversations and memories of other tools from files. Conversations become sessions, memories \
             become long-term memories. The format is detected from the content; ZIP files of data exports are read \
             as they are.\n\nFirst it says what would become of them, and asks. Then it sends them in parts. Ctrl-C \
             stops it between two parts; run it again to continue: nothing is imported twice.\n\n{}",
            labels()
        ))
        .arg(
            Arg::new(FILES)
                .value_name("FILE")
                .required(true)
                .num_args(1..)
                .value_hint(ValueHint::FilePath)
                .value_parser(value_parser!(PathBuf)),
        )
        .arg(text(SESSION, "SESSION", "The session that the conversation goes to [default: as its file calls it, else its file's name]"))
        .arg(text(NAMESPACE, "NAMESPACE", "The namespace of the sessions or memories"))
        .arg(text(USER, "USER", "The user whose sessions they are, or whom the memories are about"))
        .arg(text(CORE, "CORE", "The core that the memories go to [default: the namespace's]"))
        .arg(
            text(FORMAT, "FORMAT", "The format of the files [default: known by their beginning]")
                .value_parser(PossibleValuesParser::new(format_names(&formats()))),
        )
        .arg(switch(YES, "Import without asking").short('y'))
        .arg(switch(DRY_RUN, "Only say what would become of them"))
        .arg(switch(JSON, "Print the report as JSON"))
}

/// Returns the labels of the formats, except the one in which parts are sent.
fn labels() -> String {
    let list = |formats: Vec<(&str, &str)>| -> String {
        let formats = formats.into_iter().filter(|(name, _)| *name != SENT);
        let labels: Vec<&str> = formats.map(|(_, label)| label).collect();
        labels.join("\n  ")
    };
    let (conversations, memories) = (conversation_formats(), memory_formats());
    format!(
        "Conversations:\n  {}\n\nMemories:\n  {}",
        list(conversations),
        list(memories)
    )
}

/// Previews the files, asks for confirmation, and sends them.
///
/// # Errors
/// Returns an error about an invalid file, the server's error, or an error if the import was stopped.
pub async fn run(server: &Server, matches: &ArgMatches) -> Result<()> {
    let given = |name: &str| matches.get_one::<String>(name).cloned();
    let wish = Wish {
        format: given(FORMAT),
        session: given(SESSION),
        kind: None,
    };
    let mut about = Map::new();
    for name in [NAMESPACE, USER, CORE] {
        about.extend(given(name).map(|value| (name.to_owned(), value.into())));
    }
    let paths = matches.get_many::<PathBuf>(FILES).into_iter().flatten();
    let files: Vec<Vec<File>> = paths
        .map(|path| File::read(path, &wish))
        .collect::<Result<_>>()?;
    let files: Vec<File> = files.into_iter().flatten().collect();
    let work = Work {
        server,
        about,
        files,
        stopped: stop_flag(),
    };
    let report = work.all(Aim::Look).await?;
    if matches.get_flag(DRY_RUN) {
        return tell(&report, matches);
    }
    if !matches.get_flag(YES) {
        // The preview is part of the question; the result follows on standard output.
        output::mention(text_of(&report)?.trim_end());
        if !confirm()? {
            return Err(Error::invalid("Nothing was imported."));
        }
    }
    let report = work.all(Aim::Import).await?;
    tell(&report, matches)
}

/// Returns a flag that is set by Ctrl-C: the first one lets the current part finish, the second one ends the process.
fn stop_flag() -> Arc<AtomicBool> {
    let stopped = Arc::new(AtomicBool::new(false));
    let told = stopped.clone();
    tokio::spawn(async move {
        while tokio::signal::ctrl_c().await.is_ok() {
            if told.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        }
    });
    stopped
}

/// Asks the person at the terminal for confirmation.
fn confirm() -> Result<bool> {
    if !std::io::stdin().is_terminal() {
        return Err(Error::invalid(
            "Nobody can be asked here. Nothing was imported: say --yes to import, or --dry-run to look.",
        ));
    }
    // The question is asked even if it cannot be printed.
    output::mention_part("Import this? [y/N] ");
    let mut answer = String::new();
    let read = std::io::stdin().lock().read_line(&mut answer);
    read.map_err(|error| Error::invalid(format!("standard input: {error}")))?;
    Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
}

fn text_of(report: &Report) -> Result<String> {
    let json = serde_json::to_string(report).map_err(|error| Error::internal(error.to_string()))?;
    let node: Node =
        serde_json::from_str(&json).map_err(|error| Error::internal(error.to_string()))?;
    Ok(readable::text(&node, output::room(false)))
}

fn tell(report: &Report, matches: &ArgMatches) -> Result<()> {
    if matches.get_flag(JSON) {
        let json = serde_json::to_string(report);
        return output::print_json(&json.map_err(|error| Error::internal(error.to_string()))?);
    }
    output::print(&text_of(report)?)
}

/// Purpose of sending the files.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aim {
    /// Preview only.
    Look,
    Import,
}

/// Files to send, with their target.
struct Work<'a> {
    server: &'a Server,
    about: Map<String, Value>,
    files: Vec<File>,
    stopped: Arc<AtomicBool>,
}

impl Work<'_> {
    /// Sends or previews all files, and returns a merged report.
    async fn all(&self, aim: Aim) -> Result<Report> {
        let dry_run = aim == Aim::Look;
        let parts = self
            .files
            .iter()
            .map(|file| file.cut.parts.len())
            .sum::<usize>();
        let mut whole = Report {
            dry_run,
            ..Report::default()
        };
        let mut done = 0;
        let progress = Progress::of(aim);
        for file in &self.files {
            for note in &file.cut.notes {
                whole.note(format!("{}: {note}", file.name));
            }
            for part in &file.cut.parts {
                if self.stopped.load(Ordering::Relaxed) {
                    return Err(stop_error(aim, done, parts));
                }
                let mut arguments = self.about.clone();
                arguments.retain(|name, _| file.takes(name));
                arguments.insert(FORMAT.into(), json!(SENT));
                arguments.insert("content".into(), part.as_str().into());
                arguments.insert(DRY_RUN.into(), dry_run.into());
                let arguments = Value::Object(arguments).to_string();
                let answer = self
                    .send(file.operation(), arguments, &progress)
                    .await
                    .map_err(|error| {
                        let so_far = if dry_run { 0 } else { done };
                        with_position(error, &file.name, so_far, parts)
                    })?;
                let report = serde_json::from_str(&answer);
                let report: Report = report.map_err(|error| {
                    Error::unavailable(format!("The answer is no report: {error}"))
                })?;
                whole.add(report);
                done += 1;
                if parts > 1 {
                    progress.tell(&file.name, done, parts);
                }
            }
        }
        Ok(whole)
    }

    /// Sends a part, and repeats it while the server is busy.
    async fn send(
        &self,
        operation: &str,
        arguments: String,
        progress: &Progress,
    ) -> Result<String> {
        let mut attempt = 1;
        loop {
            let called = self.server.call(operation, arguments.clone()).await;
            let inbox = match &called {
                Ok(answer) => notices::of(answer),
                Err(_) => Vec::new(),
            };
            for notice in inbox {
                progress.say(&notices::line(&notice));
            }
            let mut error = match called {
                Ok(answer) => return Ok(answer),
                Err(error) => error,
            };
            let pause = error.extra.retry_after_seconds;
            let is_busy =
                error.code == Code::RateLimited || error.extra.reason.as_deref() == Some("busy");
            if !is_busy || attempt == ATTEMPTS || self.stopped.load(Ordering::Relaxed) {
                return Err(error);
            }
            attempt += 1;
            for notice in notices::of_error(&mut error) {
                progress.say(&notices::line(&notice));
            }
            let pause = pause.unwrap_or(1).clamp(1, LONGEST);
            progress.say(&format!("the server is busy; going on in {pause} s"));
            tokio::time::sleep(Duration::from_secs(pause)).await;
        }
    }
}

/// Creates the error about a stopped import.
fn stop_error(aim: Aim, done: usize, parts: usize) -> Error {
    if aim == Aim::Look {
        return Error::invalid("Stopped. Nothing was imported.");
    }
    Error::invalid(format!(
        "Stopped after {done} of {parts} parts, which are imported. Run it again to continue: nothing is imported twice."
    ))
}

/// Adds the file and the progress to an error.
fn with_position(error: Error, file: &str, done: usize, parts: usize) -> Error {
    let so_far = match done {
        0 => String::new(),
        done => format!(
            " {done} of {parts} parts are imported; run it again to continue: nothing is imported twice."
        ),
    };
    Error {
        detail: format!("{file}: {}{so_far}", error.detail),
        ..error
    }
}
