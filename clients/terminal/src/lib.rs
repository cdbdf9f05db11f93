//! Command line of Loci: every operation as a command, the live feed, imports, set-up of coding agents, and minds as
//! files. The commands are generated from the table of operations, and call a running server over HTTP.

// The macros panic without a reader and leave the work half done: output goes through `output`.
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

/// Adds the commands of this crate to a command line. Existing commands take precedence.
#[must_use]
pub fn with_commands(root: Command) -> Command {
    let root = root
        .subcommand(watch::command())
        .subcommand(import::command())
        .subcommand(mirror::command())
        .subcommand(init::command())
        .subcommand(hook::command())
        .subcommand(completions::command());
    command::with_operations(root)
}

/// Parses the command line; an error, and a request for help, end the process.
#[must_use]
pub fn parse_arguments(root: Command) -> ArgMatches {
    root.try_get_matches().unwrap_or_else(|error| {
        // The text repeats arguments, which may be untrusted.
        let text = error.render().to_string();
        let shown = shown::lines(&text);
        if shown == text {
            error.exit();
        }
        output::mention_part(shown);
        std::process::exit(error.exit_code());
    })
}

/// Runs the command `name` of an [`with_commands`] command line that was made from `root`.
///
/// # Errors
/// Returns the server's error, or an error about invalid arguments or an unavailable server.
pub async fn run(root: Command, name: &str, matches: &ArgMatches, make: MakeClient) -> Result<()> {
    let done = match name {
        completions::COMPLETIONS => completions::print(root, matches),
        init::INIT => init::run(matches),
        hook::HOOK => hook::run(make, matches).await,
        import::IMPORT => import::run(&Server::of_environment(make)?, matches).await,
        mirror::MIRROR => mirror::run(&Server::of_environment(make)?, matches).await,
        watch::WATCH => watch::run(&Server::of_environment(make)?, matches).await,
        _ => match find_operation(name, matches) {
            Some((entry, matches)) => call(&Server::of_environment(make)?, entry, matches).await,
            None => Err(Error::internal(format!(
                "the command {name} is of no operation"
            ))),
        },
    };
    // A reader that closes the output has what it wanted.
    done.or_else(|error| match error.extra.reason.as_deref() {
        Some(refusal::CLOSED) => Ok(()),
        _ => Err(error),
    })
}

/// Returns the operation of a command, and its arguments.
fn find_operation<'a>(
    name: &str,
    matches: &'a ArgMatches,
) -> Option<(&'static Entry, &'a ArgMatches)> {
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
            // Notices are printed separately, never in the file.
            notices::say(&notices::of(&text));
            output::print_file(content)
        }
        None => output::print(&readable::text(
            &answer,
            output::room(matches.get_flag(WIDE)),
        )),
    }
}

/// Returns the content of an answer that is a file.
fn file(answer: &Node) -> Option<&str> {
    answer.get("file_name")?.text()?;
    answer.get(command::CONTENT)?.text()
}

#[cfg(test)]
mod tests;
