//! `loci init`: sets up a coding agent in a project. It is shown first, merged into what exists, and undone by
//! `--remove`. Knows no server but by its address, and never a token: clients take that from their environment.

mod block;
mod file;
mod jsonc;
mod member;

use std::io::{IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use kernel::{Error, Result};
use serde_json::Value;
use setups::{CLIENTS, Client, Form, GUIDANCE, Hooks, NAME, QUESTION, Servers, Token};

use crate::address::{self, DEFAULT, URL_VARIABLE};
use crate::client::TOKEN_VARIABLE;
use crate::output;
use block::Comment;
use file::Change;
use member::{Key, Place};

/// The command's name.
pub const INIT: &str = "init";
const CLIENT: &str = "client";
const FOLDER: &str = "folder";
const PRINT: &str = "print";
const REMOVE: &str = "remove";
const YES: &str = "yes";

/// Where a client has questions for its person.
const QUESTIONS: &str = "inputs";
/// How an agent's instructions are commented.
const INSTRUCTIONS: Comment = Comment::Markup;
/// A file of hooks that says its version, and nothing else.
const VERSION: &str = "{\n  \"version\": 1\n}\n";

/// The command.
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
        .about("Set up a coding agent in this project: its MCP server, what it is told, its hooks")
        .long_about(
            "Set up a coding agent in this project: its MCP server, what it is told, and where it can run something \
             by itself, hooks that run `loci hook`. What is to change is shown \
             first. What was in the files stays as it is; a second run changes nothing, and --remove undoes it. The \
             server is the one of LOCI_URL. No file has a token in it: the agent takes it from LOCI_TOKEN when it \
             starts, and VS Code asks for it.",
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
        .arg(flag(PRINT, "Only show what would change"))
        .arg(flag(REMOVE, "Undo it"))
        .arg(flag(YES, "Do it without asking"))
}

/// Sets a client up, or undoes it.
///
/// # Errors
/// `invalid` for a file that cannot be read, and where nobody can be asked.
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
    let changes = if removes {
        undone(client, folder)?
    } else {
        done(client, folder, &server()?)?
    };
    for change in &changes {
        output::print(&change.shown())?;
    }
    if client.hooks.is_none() && !removes {
        output::print(&format!(
            "{} gets no hooks: it is told to use Loci's tools by itself.\n",
            client.title
        ))?;
    }
    if matches.get_flag(PRINT) || !changes.iter().any(Change::is_one) {
        return Ok(());
    }
    if !matches.get_flag(YES) && !agreed()? {
        return output::print("nothing was changed");
    }
    for change in &changes {
        change.make()?;
    }
    if removes {
        return output::print(&format!("{} is as it was before", client.title));
    }
    let token = match client.token {
        Token::Environment => format!("Start it with a token in {TOKEN_VARIABLE}"),
        Token::Person => "Give it a token when it asks".to_owned(),
    };
    output::print(&format!(
        "{} is set up. {token}, as `loci token create` prints one. {}",
        client.title, client.next
    ))
}

/// The server's address.
fn server() -> Result<String> {
    let given = std::env::var(URL_VARIABLE).ok();
    let given = given.filter(|url| !url.is_empty());
    address::origin(given.as_deref().unwrap_or(DEFAULT))
}

fn done(client: &Client, folder: &Path, origin: &str) -> Result<Vec<Change>> {
    let own = own_hooks(client);
    let config = Change::of(folder, client.config, |text| {
        let whole = client.config_text(origin);
        let mut new = match client.servers {
            Servers::Json(within, _) => {
                let whole = read_json(&whole)?;
                let new = member::put(text, &place(&[within]), &whole[within][NAME])?;
                match client.token {
                    Token::Environment => new,
                    Token::Person => with_question(&new, &whole[QUESTIONS][0])?,
                }
            }
            Servers::Toml(_) => with_table(text, &whole)?,
        };
        if let (Some(hooks), None) = (client.hooks, own) {
            new = with_hooks(Some(&new), hooks)?;
        }
        Ok(Some(new))
    })?;
    let told = Change::of(folder, client.instructions, |text| {
        block::put(text, INSTRUCTIONS, GUIDANCE).map(Some)
    })?;
    let mut changes = vec![config, told];
    if let Some(hooks) = own {
        let edit = |text: Option<&str>| with_hooks(text, hooks).map(Some);
        changes.push(Change::of(folder, hooks.file, edit)?);
    }
    Ok(changes)
}

/// The hooks of a client that has them in a file of their own.
fn own_hooks(client: &Client) -> Option<Hooks> {
    client.hooks.filter(|hooks| hooks.file != client.config)
}

/// The text with the hooks of a client.
fn with_hooks(text: Option<&str>, hooks: Hooks) -> Result<String, String> {
    let mut new = match (text, hooks.form) {
        (None, Form::Command) => Some(VERSION.to_owned()),
        (text, _) => text.map(str::to_owned),
    };
    for (event, moment) in hooks.moments {
        let entry = read_json(&hooks.form.entry(moment))?;
        let quoted = Value::from(setups::command(moment)).to_string();
        let key = Key::Holds(&quoted);
        let within = &["hooks", event];
        new = Some(member::put(new.as_deref(), &Place { within, key }, &entry)?);
    }
    Ok(new.unwrap_or_default())
}

/// The text without them.
fn without_hooks(text: Option<String>, hooks: Hooks) -> Result<Option<String>, String> {
    let mut left = text;
    // The last first, as they came.
    for (event, moment) in hooks.moments.iter().rev() {
        let Some(text) = left else {
            return Ok(None);
        };
        let quoted = Value::from(setups::command(moment)).to_string();
        let key = Key::Holds(&quoted);
        let within = &["hooks", *event];
        left = member::take(&text, &Place { within, key })?;
    }
    Ok(left.filter(|text| hooks.form != Form::Command || text != VERSION))
}

/// The text with the question for the token.
fn with_question(text: &str, question: &Value) -> Result<String, String> {
    let quoted = Value::from(QUESTION).to_string();
    let key = Key::Holds(&quoted);
    let within = &[QUESTIONS];
    member::put(Some(text), &Place { within, key }, question)
}

/// The text without it.
fn without_question(text: &str) -> Result<Option<String>, String> {
    let quoted = Value::from(QUESTION).to_string();
    let key = Key::Holds(&quoted);
    let within = &[QUESTIONS];
    member::take(text, &Place { within, key })
}

fn read_json(text: &str) -> Result<Value, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

fn undone(client: &Client, folder: &Path) -> Result<Vec<Change>> {
    let config = Change::of(folder, client.config, |text| without(client, text))?;
    let told = Change::of(folder, client.instructions, |text| match text {
        Some(text) if !is_told_to_others(client, folder) => block::take(text, INSTRUCTIONS),
        text => Ok(text.map(str::to_owned)),
    })?;
    let mut changes = vec![config, told];
    if let Some(hooks) = own_hooks(client) {
        let edit = |text: Option<&str>| without_hooks(text.map(str::to_owned), hooks);
        changes.push(Change::of(folder, hooks.file, edit)?);
    }
    Ok(changes)
}

/// Whether another client that is set up here has its instructions in the same file.
fn is_told_to_others(client: &Client, folder: &Path) -> bool {
    let others = CLIENTS
        .iter()
        .filter(|other| other.name != client.name && other.instructions == client.instructions);
    others.into_iter().any(|other| {
        let config = Change::of(folder, other.config, |text| without(other, text));
        config.is_ok_and(|config| config.is_one())
    })
}

/// The configuration without the server.
fn without(client: &Client, text: Option<&str>) -> Result<Option<String>, String> {
    let beside = client.hooks.filter(|hooks| hooks.file == client.config);
    let text = match beside {
        Some(hooks) => without_hooks(text.map(str::to_owned), hooks)?,
        None => text.map(str::to_owned),
    };
    let text = match text {
        Some(text) if client.token == Token::Person => without_question(&text)?,
        text => text,
    };
    let Some(text) = text.as_deref() else {
        return Ok(None);
    };
    match client.servers {
        Servers::Json(within, _) => member::take(text, &place(&[within])),
        Servers::Toml(_) => {
            let _: toml::Table = read_toml(text)?;
            block::take(text, Comment::Hash)
        }
    }
}

fn place<'a>(within: &'a [&'a str]) -> Place<'a> {
    let key = Key::Name(NAME);
    Place { within, key }
}

/// A TOML file with a table of ours at its end.
fn with_table(text: Option<&str>, lines: &str) -> Result<String, String> {
    read_toml(text.unwrap_or_default())?;
    let new = block::put(text, Comment::Hash, lines)?;
    // Two tables of one name, and a table in a value, are none.
    read_toml(&new).map_err(|_| format!("has an `mcp_servers` in which `{NAME}` has no place"))?;
    Ok(new)
}

fn read_toml(text: &str) -> Result<toml::Table, String> {
    text.parse().map_err(|error: toml::de::Error| {
        let line = error
            .span()
            .map_or(0, |span| text[..span.start].matches('\n').count() + 1);
        format!("line {line}: {}", error.message())
    })
}

/// Whether the person at the terminal agrees.
fn agreed() -> Result<bool> {
    let input = std::io::stdin();
    if !input.is_terminal() {
        return Err(Error::invalid(
            "nobody can be asked here; --yes does it, --print only shows it",
        ));
    }
    eprint!("Do this? [y/N] ");
    let mut answer = String::new();
    let heard = std::io::stderr()
        .flush()
        .and_then(|()| input.read_line(&mut answer));
    heard.map_err(|error| Error::unavailable(format!("standard input: {error}")))?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}

#[cfg(test)]
mod tests;
