//! `loci watch`: prints the live feed, one line per fact.

use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, Command};
use kernel::{Code, Error, Result};
use reqwest::Response;
use tokio::time::timeout;

use crate::client::Server;
use crate::command::{JSON, WORKFLOW_VARIABLE};
use crate::feed::{Event, Reader};
use crate::naming::WORKFLOW;
use crate::node::Node;
use crate::{output, shown};

/// Name of the command.
pub const WATCH: &str = "watch";
const STREAM: &str = "stream";
const AFTER: &str = "after";
/// Maximum pause between two attempts, in seconds.
const LONGEST: u64 = 30;
/// Maximum silence of a feed: a running server sends keep-alives more often.
pub const SILENCE: Duration = Duration::from_mins(1);

/// Builds the command.
#[must_use]
pub fn command() -> Command {
    Command::new(WATCH)
        .disable_version_flag(true)
        .about("Print what happens, as it happens, a line for each fact")
        .long_about(
            "Print what happens, as it happens, a line for each fact. A connection that breaks off is opened again \
             where it was: nothing is skipped, nothing comes twice. Ctrl-C ends it.",
        )
        .arg(
            Arg::new(WORKFLOW)
                .long(WORKFLOW)
                .short('w')
                .value_name("WORKFLOW")
                .env(WORKFLOW_VARIABLE)
                .hide_env_values(true)
                .help("Only what happens in this workflow"),
        )
        .arg(
            Arg::new(STREAM)
                .long(STREAM)
                .value_name("KIND:ID")
                .action(ArgAction::Append)
                .help("Only what happens in this stream, such as session:chat-1 (may be repeated)"),
        )
        .arg(
            Arg::new(AFTER)
                .long(AFTER)
                .value_name("CURSOR")
                .help("Also what happened after this event, such as 1:4711, or position of an answer"),
        )
        .arg(
            Arg::new(JSON)
                .long(JSON)
                .action(ArgAction::SetTrue)
                .help("Print each fact as the server's JSON, one on a line"),
        )
}

/// Follows the feed until it is stopped.
///
/// # Errors
/// Returns the server's error, `unavailable` if it does not answer at first, or an error if the reader has closed the
/// output.
pub async fn run(server: &Server, matches: &ArgMatches) -> Result<()> {
    tokio::select! {
        ended = follow(server, matches) => ended,
        _ = tokio::signal::ctrl_c() => Ok(()),
    }
}

async fn follow(server: &Server, matches: &ArgMatches) -> Result<()> {
    let workflow = matches.get_one::<String>(WORKFLOW);
    let workflow = workflow.filter(|id| !id.is_empty());
    let mut streams: Vec<String> = workflow
        .map(|id| format!("workflow:{id}"))
        .into_iter()
        .collect();
    streams.extend(matches.get_many(STREAM).into_iter().flatten().cloned());
    let query: Vec<(&str, &str)> = streams
        .iter()
        .map(|stream| (STREAM, stream.as_str()))
        .collect();
    let json = matches.get_flag(JSON);
    let mut after = matches.get_one::<String>(AFTER).cloned();
    let mut feed = server.feed(&query, after.as_deref()).await?;
    loop {
        read(&mut feed, &mut after, json).await?;
        output::mention("loci: the feed broke off; trying again");
        feed = again(server, &query, after.as_deref()).await?;
    }
}

/// Prints a feed until it ends.
async fn read(feed: &mut Response, after: &mut Option<String>, json: bool) -> Result<()> {
    let mut reader = Reader::default();
    while let Ok(Ok(Some(bytes))) = timeout(SILENCE, feed.chunk()).await {
        for event in reader.read(&bytes)? {
            if event.name == "reset" {
                output::mention(
                    "loci: the feed begins anew here: the server goes on from a backup, or never had that place; what \
                     happened before is not printed",
                );
            }
            if event.name.is_empty() {
                tell(&event, json)?;
            }
            if event.id.is_some() {
                *after = event.id;
            }
        }
    }
    Ok(())
}

/// Returns true if an error is temporary, so that a retry may succeed.
#[must_use]
pub fn passes(error: &Error) -> bool {
    matches!(
        error.code,
        Code::Unavailable | Code::RateLimited | Code::Internal
    )
}

/// Opens a feed again, with any number of attempts.
///
/// # Errors
/// Returns the first error that is not temporary.
pub async fn again(
    server: &Server,
    query: &[(&str, &str)],
    after: Option<&str>,
) -> Result<Response> {
    let mut pause = 1;
    loop {
        tokio::time::sleep(Duration::from_secs(pause)).await;
        let error = match server.feed(query, after).await {
            Ok(feed) => return Ok(feed),
            Err(error) => error,
        };
        if !passes(&error) {
            return Err(error);
        }
        let asked = error.extra.retry_after_seconds.unwrap_or(0);
        pause = (pause * 2).max(asked).min(LONGEST);
    }
}

fn tell(event: &Event, json: bool) -> Result<()> {
    if json {
        return output::print_json(&event.data);
    }
    let fact: Node = serde_json::from_str(&event.data)
        .map_err(|error| Error::unavailable(format!("The feed sends what is no JSON: {error}")))?;
    output::print(&line(&fact))
}

/// Formats a fact on one line: time, stream, actor, summary.
fn line(fact: &Node) -> String {
    let text = |name: &str| fact.get(name).and_then(Node::text).unwrap_or_default();
    let who = fact.get("actor").and_then(|actor| actor.get("id"));
    let who = who.and_then(Node::text).unwrap_or_default();
    let what = match text("summary") {
        "" => text("kind"),
        summary => summary,
    };
    let parts = [text("at"), text("stream"), who, what];
    let shown = parts.map(|part| shown::line(part).into_owned());
    shown.join("  ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fact_is_one_line() {
        let fact = r#"{"at": "2026-01-31T09:30:00Z", "stream": "workflow:01J", "actor": {"id": "ada\u001b[1m"},
            "kind": "task_added", "summary": "added\nT1\u202e"}"#;
        let fact: Node = serde_json::from_str(fact).expect("JSON");
        assert_eq!(
            line(&fact),
            "2026-01-31T09:30:00Z  workflow:01J  ada\\x1b[1m  added\\nT1\\u{202e}"
        );
    }
}
