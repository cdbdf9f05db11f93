//! Loci from a terminal: every operation as a command, what happens as lines, coding agents set up, minds
//! kept as files. The commands are made from the table of
//! operations; what they do goes over plain HTTP to a running server. Knows no operation, and nothing of how a server
//! is made or what a data folder holds.

// They panic where nobody listens, with the work half done: what is said goes through `output`.
#![warn(clippy::print_stderr, clippy::print_stdout)]

pub mod address;
mod arguments;
mod client;
mod command;
mod completions;
mod feed;
mod hook;
mod import;
mod init;
mod input;
mod mirror;
mod naming;
mod node;
mod notices;
mod output;
mod readable;
pub mod refusal;
mod schema;
pub mod shown;
mod watch;
mod whole;

use clap::{ArgMatches, Command};
use kernel::registry::Entry;
use kernel::{Error, Result};

pub use client::MakeClient;
use client::Server;
use command::{CALL, JSON, WIDE};
use input::Input;
use node::Node;

/// A command line with the commands of this crate beside its own, whose names stay theirs.
#[must_use]
pub fn extended(root: Command) -> Command {
    let root = root
        .subcommand(watch::command())
        .subcommand(import::command())
        .subcommand(mirror::command())
        .subcommand(init::command())
        .subcommand(hook::command())
        .subcommand(completions::command());
    command::with_operations(root)
}

/// What is given to a command line; a wrong one, and one that asks for help, ends the process.
#[must_use]
pub fn given(root: Command) -> ArgMatches {
    root.try_get_matches().unwrap_or_else(|error| {
        // It repeats what was given, which somebody else may have written.
        let text = error.render().to_string();
        let shown = shown::lines(&text);
        if shown == text {
            error.exit();
        }
        output::mention_part(shown);
        std::process::exit(error.exit_code());
    })
}

/// Does the command `name` of an [`extended`] command line that was made from `root`.
///
/// # Errors
/// What the server refuses with, what was given wrongly, and what cannot be reached.
pub async fn run(root: Command, name: &str, matches: &ArgMatches, make: MakeClient) -> Result<()> {
    let done = match name {
        completions::COMPLETIONS => completions::print(root, matches),
        init::INIT => init::run(matches),
        hook::HOOK => hook::run(make, matches).await,
        import::IMPORT => import::run(&Server::of_environment(make)?, matches).await,
        mirror::MIRROR => mirror::run(&Server::of_environment(make)?, matches).await,
        watch::WATCH => watch::run(&Server::of_environment(make)?, matches).await,
        _ => match asked(name, matches) {
            Some((entry, matches)) => call(&Server::of_environment(make)?, entry, matches).await,
            None => Err(Error::internal(format!(
                "the command {name} is of no operation"
            ))),
        },
    };
    // Who reads no further has what was wanted.
    done.or_else(|error| match error.extra.reason.as_deref() {
        Some(refusal::CLOSED) => Ok(()),
        _ => Err(error),
    })
}

/// The operation that a command is of, and what was given to it.
fn asked<'a>(name: &str, matches: &'a ArgMatches) -> Option<(&'static Entry, &'a ArgMatches)> {
    if let Some((_, operation)) = naming::SHORT.iter().find(|(short, _)| *short == name) {
        return Some((naming::operation(operation)?, matches));
    }
    let (operation, matches) = match matches.subcommand() {
        Some((operation, matches)) if name == CALL => (operation.to_owned(), matches),
        Some((verb, matches)) => (format!("{name}_{}", verb.replace('-', "_")), matches),
        None => (name.to_owned(), matches),
    };
    Some((naming::operation(&operation)?, matches))
}

async fn call(server: &Server, entry: &Entry, matches: &ArgMatches) -> Result<()> {
    let mut input = Input::new(std::io::stdin().lock());
    let arguments = arguments::read(entry, matches, &mut input)?;
    let arguments = serde_json::Value::Object(arguments).to_string();
    let text = server.call(entry.spec.name, arguments).await?;
    if matches.get_flag(JSON) {
        return output::print_json(&text);
    }
    let answer: Node = serde_json::from_str(&text)
        .map_err(|error| Error::unavailable(format!("The answer is no JSON: {error}")))?;
    match file(&answer) {
        Some(content) => {
            // What others say stands beside the file, never in it.
            notices::say(&notices::of(&text));
            output::print_file(content)
        }
        None => output::print(&readable::text(
            &answer,
            output::room(matches.get_flag(WIDE)),
        )),
    }
}

/// The content of an answer that is a file.
fn file(answer: &Node) -> Option<&str> {
    answer.get("file_name")?.text()?;
    answer.get(command::CONTENT)?.text()
}

#[cfg(test)]
mod tests;
