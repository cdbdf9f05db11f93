//! `loci init`: sets up a coding agent in a project. Changes are shown first, merged into existing files, and undone by
//! `--remove`. Only the server's address is written, never a token: clients take that from their environment.

mod block;
mod config;
mod file;
mod jsonc;
mod member;

use std::fmt::Write as _;
use std::fs;
use std::io::IsTerminal as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use kernel::{Error, Result};
use setups::{CLIENTS, Client, GUIDANCE, Hooks, Local, NAME, Token};

use crate::address::{self, DEFAULT, URL_VARIABLE};
use crate::client::TOKEN_VARIABLE;
use crate::{output, shown};
use block::Comment;
use file::Change;

/// Name of the command.
pub const INIT: &str = "init";
const CLIENT: &str = "client";
const FOLDER: &str = "folder";
const PRINT: &str = "print";
const REMOVE: &str = "remove";
const YES: &str = "yes";
const LOCAL: &str = "local";

/// Error if the changes cannot be shown for confirmation.
const UNSEEN: &str =
    "what is to change cannot be shown, so nothing was changed; --yes does it unseen";

/// Comment syntax of an agent's instructions.
const INSTRUCTIONS: Comment = Comment::Markup;

/// Builds the command.
#[must_use]
pub fn command() -> Command {
    let flag = |name: &'static str, help: &'static str| {
        let arg = Arg::new(name).long(name).action(ArgAction::SetTrue);
        arg.help(help)
    };
    let names = CLIENTS.iter();
    let names = names.map(|client| PossibleValue::new(client.name).alias(client.alias));
    Command::new(INIT)
        .disable_version_flag(true)
        .about("Set up a coding agent in this project: its MCP server, its instructions, its hooks")
        .long_about(
            "Set up a coding agent in this project: its MCP server, its instructions, and hooks that run `loci hook`. \
             The changes are shown first. Other content of the files stays as it is; a second run changes nothing, and \
             --remove undoes it. A server that is named `loci` and is another one is reported and left as it is. The \
             server is the one of LOCI_URL; hooks use it unless LOCI_URL has another value when they run. No file \
             contains a token: the agent reads it from LOCI_TOKEN when it starts, and VS Code asks for it. With --local, \
             hooks and instructions go into files for you alone, where the agent has such files (Claude Code: \
             .claude/settings.local.json and CLAUDE.local.md).",
        )
        .arg(
            Arg::new(CLIENT)
                .required(true)
                .value_name("CLIENT")
                .value_parser(PossibleValuesParser::new(names))
                .help("The coding agent"),
        )
        .arg(
            Arg::new(FOLDER)
                .long(FOLDER)
                .value_name("FOLDER")
                .default_value(".")
                .value_parser(value_parser!(PathBuf))
                .help("The project's folder"),
        )
        .arg(flag(LOCAL, "Put hooks and instructions into files for you alone"))
        .arg(flag(PRINT, "Only show what would change"))
        .arg(flag(REMOVE, "Undo it"))
        .arg(flag(YES, "Do it without asking"))
}

/// Sets a client up, or undoes it.
///
/// # Errors
/// `invalid` if a file cannot be read, or the changes cannot be confirmed.
pub fn run(matches: &ArgMatches) -> Result<()> {
    let name = matches.get_one::<String>(CLIENT);
    let client = CLIENTS
        .iter()
        .find(|client| name.is_some_and(|name| client.is_called(name)))
        .ok_or_else(|| Error::internal("a client that is not known"))?;
    let folder = matches
        .get_one::<PathBuf>(FOLDER)
        .map_or(Path::new("."), PathBuf::as_path);
    if !folder.is_dir() {
        let folder = folder.display();
        return Err(Error::not_found(format!("there is no folder {folder}")));
    }
    let removes = matches.get_flag(REMOVE);
    // A wrong address must not prevent removal.
    let origin = if removes { String::new() } else { server()? };
    let scope = Scope::of(client, matches.get_flag(LOCAL))?;
    let changes = if removes {
        removal_changes(client, folder)?
    } else {
        setup_changes(client, folder, &origin, scope)?
    };
    let mut all: String = changes.iter().map(Change::render_diff).collect();
    if removes && config::is_of_another(client, folder)? {
        // Writing to a string cannot fail.
        let _ = writeln!(
            all,
            "The `{NAME}` in {} is not as this command makes it, and stays.",
            client.config
        );
    }
    let shown = output::print(&all);
    if !removes && !is_runnable(NAME) {
        output::mention(format_args!("loci: {}", path_warning(client)));
    }
    if matches.get_flag(PRINT) || !changes.iter().any(Change::is_one) {
        return shown;
    }
    // With `--yes` the output is optional; a person who is asked has to see it.
    if !matches.get_flag(YES) {
        shown.map_err(|_| Error::invalid(UNSEEN))?;
        if !confirm()? {
            return output::print("nothing was changed");
        }
    }
    for (at, change) in changes.iter().enumerate() {
        change
            .make()
            .map_err(|error| with_done_changes(error, &changes[..at]))?;
    }
    if removes {
        return output::print(&format!("{} is as it was before", client.title));
    }
    output::print(&closing(client, &origin, scope))
}

/// Returns the next steps for the person.
fn closing(client: &Client, origin: &str, scope: Scope) -> String {
    let token = match client.token {
        Token::Environment => {
            format!("Start it with {URL_VARIABLE}={origin} and a token in {TOKEN_VARIABLE}")
        }
        Token::Person => {
            format!("Start it with {URL_VARIABLE}={origin}, give it a token when it asks")
        }
    };
    let ignored = match scope {
        Scope::Local(local) => format!(
            " Keep {} and {} out of Git.",
            local.hooks, local.instructions
        ),
        Scope::Project => String::new(),
    };
    format!(
        "{} is set up. {token}, as `loci token create` prints one.{ignored} {}",
        client.title, client.next
    )
}

/// Target files of the hooks and instructions.
#[derive(Clone, Copy, Debug)]
enum Scope {
    /// Files of the project, which colleagues share.
    Project,
    /// Files for one person.
    Local(Local),
}

impl Scope {
    fn of(client: &Client, is_local: bool) -> Result<Self> {
        match client.local {
            _ if !is_local => Ok(Self::Project),
            Some(local) => Ok(Self::Local(local)),
            None => Err(Error::invalid(format!(
                "{} has no files for one person alone in a project. Run this without --{LOCAL}; to keep the files to \
                 yourself, name them in .git/info/exclude",
                client.title
            ))),
        }
    }
}

/// Returns true if a program of this name is on the `PATH`.
fn is_runnable(name: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut places = std::env::split_paths(&path);
    places.any(|place| {
        let found = fs::metadata(place.join(name));
        found.is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
    })
}

/// Formats the warning that the hooks of a client cannot run, and its solution.
fn path_warning(client: &Client) -> String {
    let title = client.title;
    let own = std::env::current_exe().ok();
    let how = own.map_or_else(String::new, |own| {
        let own = own.display().to_string();
        format!(", as with: ln -s {} ~/.local/bin/{NAME}", shown::line(&own))
    });
    format!(
        "there is no `{NAME}` on the PATH, and {title}'s hooks run it: without it {title} gets no memory and nothing is \
         kept. Put it into a folder of the PATH that {title} has{how}"
    )
}

/// Adds the files that were changed before to an error.
fn with_done_changes(mut error: Error, changes: &[Change]) -> Error {
    let done = changes.iter().filter(|change| change.is_one());
    let done: Vec<&str> = done.map(|change| change.name.as_str()).collect();
    if !done.is_empty() {
        let done = done.join(", ");
        error.detail = format!(
            "{}. Changed already: {done}; the same command continues once that is fixed",
            error.detail
        );
    }
    error
}

/// Returns the server's address.
fn server() -> Result<String> {
    let given = std::env::var(URL_VARIABLE).ok();
    let given = given.filter(|url| !url.is_empty());
    address::parse(given.as_deref().unwrap_or(DEFAULT))
}

fn setup_changes(
    client: &Client,
    folder: &Path,
    origin: &str,
    scope: Scope,
) -> Result<Vec<Change>> {
    let config = Change::of(folder, client.config, |text| {
        config::with(client, text, origin).map(Some)
    })?;
    let instructions = match scope {
        Scope::Project => client.instructions,
        Scope::Local(local) => local.instructions,
    };
    let told = Change::of(folder, instructions, |text| {
        block::put(text, INSTRUCTIONS, GUIDANCE).map(Some)
    })?;
    let mut changes = vec![config, told];
    if let Some(hooks) = own_hooks(client) {
        let file = match scope {
            Scope::Project => hooks.file,
            Scope::Local(local) => local.hooks,
        };
        let edit = |text: Option<&str>| config::with_hooks(text, hooks, origin).map(Some);
        changes.push(Change::of(folder, file, edit)?);
    }
    // Hooks in both files would run twice.
    let others = match scope {
        Scope::Project => local_undone(client, folder)?,
        Scope::Local(_) => project_undone(client, folder)?,
    };
    changes.extend(others.into_iter().filter(Change::is_one));
    Ok(changes)
}

/// Returns the hooks of a client that stores them in a separate file.
fn own_hooks(client: &Client) -> Option<Hooks> {
    Some(client.hooks).filter(|hooks| hooks.file != client.config)
}

fn removal_changes(client: &Client, folder: &Path) -> Result<Vec<Change>> {
    let config = Change::of(folder, client.config, |text| config::without(client, text))?;
    let mut changes = vec![config];
    changes.extend(project_undone(client, folder)?);
    changes.extend(
        local_undone(client, folder)?
            .into_iter()
            .filter(Change::is_one),
    );
    Ok(changes)
}

/// Removes instructions and hooks from the files of the project.
fn project_undone(client: &Client, folder: &Path) -> Result<Vec<Change>> {
    let told = Change::of(folder, client.instructions, |text| match text {
        Some(text) if !is_told_to_others(client, folder) => block::take(text, INSTRUCTIONS),
        text => Ok(text.map(str::to_owned)),
    })?;
    let mut changes = vec![told];
    if let Some(hooks) = own_hooks(client) {
        changes.push(hooks_undone(folder, hooks.file, hooks)?);
    }
    Ok(changes)
}

/// Removes instructions and hooks from the files for one person.
fn local_undone(client: &Client, folder: &Path) -> Result<Vec<Change>> {
    let Some(local) = client.local else {
        return Ok(Vec::new());
    };
    let told = Change::of(folder, local.instructions, |text| match text {
        Some(text) => block::take(text, INSTRUCTIONS),
        None => Ok(None),
    })?;
    Ok(vec![told, hooks_undone(folder, local.hooks, client.hooks)?])
}

fn hooks_undone(folder: &Path, file: &str, hooks: Hooks) -> Result<Change> {
    let edit = |text: Option<&str>| config::without_hooks(text.map(str::to_owned), hooks);
    Change::of(folder, file, edit)
}

/// Returns true if another installed client has its instructions in the same file, possibly through a link.
fn is_told_to_others(client: &Client, folder: &Path) -> bool {
    let file = |client: &Client| fs::canonicalize(folder.join(client.instructions)).ok();
    let own = file(client);
    let mut others = CLIENTS
        .iter()
        .filter(|other| other.name != client.name && file(other) == own);
    others.any(|other| {
        let config = Change::of(folder, other.config, |text| config::without(other, text));
        config.is_ok_and(|config| config.is_one())
    })
}

/// Asks the person at the terminal for confirmation.
fn confirm() -> Result<bool> {
    let input = std::io::stdin();
    if !input.is_terminal() {
        return Err(Error::invalid(
            "there is no terminal to ask on; --yes does it, --print only shows it",
        ));
    }
    output::mention_part("Do this? [y/N] ");
    let mut answer = String::new();
    let heard = input.read_line(&mut answer);
    heard.map_err(|error| Error::unavailable(format!("standard input: {error}")))?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}

#[cfg(test)]
mod tests;
