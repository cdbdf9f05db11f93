//! Loci's entries in the configuration of a client: the server, the prompt for its token, the hooks. Entries that a
//! person wrote are recognized and kept.

use std::path::Path;

use kernel::Result as Outcome;
use serde_json::{Map, Value};
use setups::{Client, Form, Hooks, NAME, QUESTION, Servers, Token};

use super::block::{self, Comment};
use super::file::Change;
use super::member::{self, Key, Place};

/// Member with the prompts of a client for its person.
const QUESTIONS: &str = "inputs";
/// Member that identifies a prompt.
const ID: &str = "id";
/// Member of a prompt that a person may reword.
const DESCRIPTION: &str = "description";
/// Member with the version of a file of hooks.
const VERSION: &str = "version";
/// Path of the server's address, whose member depends on the client.
const PATH: &str = "/mcp";
/// Table of servers in TOML.
const TABLE: &str = "mcp_servers";

/// Adds the server at this address to the configuration.
///
/// # Errors
/// Returns an error if the configuration cannot be read, or has another server of that name.
pub fn with(client: &Client, text: Option<&str>, origin: &str) -> Result<String, String> {
    let whole = client.config_text(origin);
    let Servers::Json(within, _) = client.servers else {
        return with_table(text, &whole);
    };
    let (blank, known) = split_blank(text);
    let whole = read_json(&whole)?;
    let mut new = with_server(known, within, &whole[within][NAME])?;
    if client.token == Token::Person {
        new = member::put(Some(&new), &QUESTION_PLACE, &whole[QUESTIONS][0])?;
    }
    if let Some(hooks) = beside(client) {
        new = with_hooks(Some(&new), hooks, origin)?;
    }
    Ok(after(blank, new))
}

/// Separates a blank text from one with content.
fn split_blank(text: Option<&str>) -> (Option<&str>, Option<&str>) {
    let is_blank = text.is_some_and(|text| text.trim().is_empty());
    if is_blank { (text, None) } else { (None, text) }
}

/// Appends generated text to a blank file. Its last line gets no line ending, unlike in other generated files, so that
/// [`before`] recognizes it.
fn after(blank: Option<&str>, made: String) -> String {
    match blank {
        Some(blank) => format!("{blank}{}", made.trim_end()),
        None => made,
    }
}

/// Returns the original text of a file that was blank.
fn before(text: &str) -> Option<String> {
    let blank = &text[..text.len() - text.trim_start().len()];
    (!text.ends_with('\n')).then(|| blank.to_owned())
}

/// Removes the server from the configuration. Returns `None` if it had nothing else.
///
/// # Errors
/// Returns an error if the configuration cannot be read.
pub fn without(client: &Client, text: Option<&str>) -> Result<Option<String>, String> {
    let Some(text) = text else {
        return Ok(None);
    };
    let Servers::Json(within, _) = client.servers else {
        read_toml(text)?;
        return block::take(text, Comment::Hash);
    };
    if text.trim().is_empty() {
        return Ok(Some(text.to_owned()));
    }
    let mut left = Some(text.to_owned());
    if let Some(hooks) = beside(client) {
        left = hooks_taken(left, hooks)?;
    }
    let whole = read_json(&client.config_text(""))?;
    if client.token == Token::Person {
        let mut question = whole[QUESTIONS][0].clone();
        question.as_object_mut().map(|all| all.remove(DESCRIPTION));
        left = remove_own(left, &QUESTION_PLACE, |known| holds(known, &question))?;
    }
    let is_ours = |known: &Value| is_made(known, &whole[within][NAME]);
    let left = remove_own(left, &place(&[within]), is_ours)?;
    Ok(left.or_else(|| before(text)))
}

/// Returns true if the configuration has a server of that name that a person added.
///
/// # Errors
/// Returns an error if the configuration cannot be read.
pub fn is_of_another(client: &Client, folder: &Path) -> Outcome<bool> {
    let mut is_one = false;
    Change::of(folder, client.config, |text| {
        if let ((_, Some(text)), Servers::Json(within, _)) = (split_blank(text), client.servers) {
            let whole = read_json(&client.config_text(""))?;
            let known = member::current_value(text, &place(&[within]))?;
            is_one = known.is_some_and(|known| !is_made(&known, &whole[within][NAME]));
        }
        Ok(None)
    })?;
    Ok(is_one)
}

/// Returns the hooks of a client that stores them in its configuration.
fn beside(client: &Client) -> Option<Hooks> {
    Some(client.hooks).filter(|hooks| hooks.file == client.config)
}

const QUESTION_PLACE: Place = Place {
    within: &[QUESTIONS],
    key: Key::With(ID, QUESTION, |id, expected| id == expected),
};

fn place<'a>(within: &'a [&'a str]) -> Place<'a> {
    let key = Key::Name(NAME);
    Place { within, key }
}

/// Removes a member if it is unchanged since it was generated.
fn remove_own(
    text: Option<String>,
    place: &Place,
    is_made: impl FnOnce(&Value) -> bool,
) -> Result<Option<String>, String> {
    let Some(text) = text else {
        return Ok(None);
    };
    match member::current_value(&text, place)? {
        Some(known) if is_made(&known) => member::take(&text, place),
        _ => Ok(Some(text)),
    }
}

/// Adds the server to a JSON file; `entry` has its members within `within`.
fn with_server(text: Option<&str>, within: &str, entry: &Value) -> Result<String, String> {
    let known = text.map(|text| member::current_value(text, &place(&[within])));
    match (text, known.transpose()?.flatten()) {
        (Some(text), Some(known)) => match compare(&known, entry) {
            Known::Same => Ok(text.to_owned()),
            Known::Moved(name) => {
                let within = &[within, NAME];
                let key = Key::Name(name);
                member::put(Some(text), &Place { within, key }, &entry[name])
            }
            Known::Another => Err(own(within)),
        },
        (text, _) => member::put(text, &place(&[within]), entry),
    }
}

/// Formats the error about an entry of that name that a person added.
fn own(within: &str) -> String {
    format!("its `{within}` has a `{NAME}` of your own; remove or rename that first")
}

/// Comparison of an existing entry with the expected one.
#[derive(PartialEq, Eq)]
enum Known<'a> {
    /// Contains all of it.
    Same,
    /// Contains all but the address, which is in this member.
    Moved(&'a str),
    /// A different entry.
    Another,
}

fn compare<'a>(known: &Value, entry: &'a Value) -> Known<'a> {
    if holds(known, entry) {
        return Known::Same;
    }
    let is_address = |value: &Value| value.as_str().is_some_and(|text| text.ends_with(PATH));
    let all = entry.as_object().into_iter().flatten();
    let mut others = all.filter(|(name, value)| !holds(&known[name.as_str()], value));
    match (others.next(), others.next()) {
        (Some((name, value)), None) if is_address(value) && is_address(&known[name.as_str()]) => {
            Known::Moved(name)
        }
        _ => Known::Another,
    }
}

/// Returns true if an entry was generated, for any address.
fn is_made(known: &Value, entry: &Value) -> bool {
    compare(known, entry) != Known::Another
}

/// Returns true if a value contains everything of another one; it may contain more.
fn holds(known: &Value, wanted: &Value) -> bool {
    match (known, wanted) {
        (Value::Object(known), Value::Object(wanted)) => {
            let mut all = wanted.iter();
            all.all(|(name, value)| known.get(name).is_some_and(|known| holds(known, value)))
        }
        _ => known == wanted,
    }
}

/// Adds the hooks of a client for the server at this address. Commands that a person rewrote, such as with the
/// program's path, are kept.
///
/// # Errors
/// Returns an error if the text cannot be read.
pub fn with_hooks(text: Option<&str>, hooks: Hooks, origin: &str) -> Result<String, String> {
    if let Form::Program(_) = hooks.form {
        return block::put(text, Comment::Slashes, &hooks.text(origin));
    }
    let (blank, text) = split_blank(text);
    let mut new = text.map(str::to_owned);
    for (event, moment) in hooks.moments {
        let entry = read_json(&hooks.entry(event, moment, origin))?;
        let within = &["hooks", *event];
        let key = Key::With("command", moment, setups::is_command);
        let place = Place { within, key };
        if let Some(text) = &mut new {
            move_hook(text, &place, moment, origin)?;
        }
        new = Some(member::put(new.as_deref(), &place, &entry)?);
    }
    let new = new.unwrap_or_default();
    if text.is_some() || hooks.form != Form::Command {
        return Ok(after(blank, new));
    }
    // After the hooks, so that it is recognized as generated.
    let new = member::put(Some(&new), &VERSION_PLACE, &1.into())?;
    Ok(after(blank, new))
}

/// Updates the address in a generated command.
fn move_hook(text: &mut String, place: &Place, moment: &str, origin: &str) -> Result<(), String> {
    let known = member::current_value(text, place)?.unwrap_or_default();
    let known = known["command"].as_str().unwrap_or_default();
    let wanted = setups::command(moment, origin);
    if known != wanted && setups::is_made(known, moment) {
        let quoted = |command: &str| Value::from(command).to_string();
        *text = text.replace(&quoted(known), &quoted(&wanted));
    }
    Ok(())
}

/// Removes the hooks.
///
/// # Errors
/// Returns an error if the text cannot be read.
pub fn without_hooks(text: Option<String>, hooks: Hooks) -> Result<Option<String>, String> {
    if let Form::Program(_) = hooks.form {
        let left = text.map(|text| block::take(&text, Comment::Slashes));
        return Ok(left.transpose()?.flatten());
    }
    match text {
        Some(text) if !text.trim().is_empty() => {
            let left = hooks_taken(Some(text.clone()), hooks)?;
            Ok(left.or_else(|| before(&text)))
        }
        text => Ok(text),
    }
}

fn hooks_taken(text: Option<String>, hooks: Hooks) -> Result<Option<String>, String> {
    let before = text.clone();
    let mut left = text;
    // In reverse order of insertion.
    for (event, moment) in hooks.moments.iter().rev() {
        let within = &["hooks", *event];
        let key = Key::With("command", moment, setups::is_command);
        let place = Place { within, key };
        while let Some(text) = &left {
            let taken = member::take(text, &place)?;
            if taken == left {
                break;
            }
            left = taken;
        }
    }
    match (before, left) {
        (Some(before), Some(left)) if hooks.form == Form::Command && before != left => {
            let names = member::names(&before)?;
            let is_made = names == ["hooks", VERSION] && member::names(&left)? == [VERSION];
            if is_made {
                return member::take(&left, &VERSION_PLACE);
            }
            Ok(Some(left))
        }
        (_, left) => Ok(left),
    }
}

const VERSION_PLACE: Place = Place {
    within: &[],
    key: Key::Name(VERSION),
};

/// Adds Loci's table at the end of a TOML file.
///
/// # Errors
/// Returns an error if the file cannot be read, or the table cannot be added.
pub fn with_table(text: Option<&str>, lines: &str) -> Result<String, String> {
    let known = entry(&read_toml(text.unwrap_or_default())?);
    let Some(span) = block::span(text.unwrap_or_default(), Comment::Hash)? else {
        let new = block::put(text, Comment::Hash, lines)?;
        // A duplicate table, and a table within a value, are invalid.
        read_toml(&new).map_err(|_| format!("has an `{TABLE}` in which `{NAME}` has no place"))?;
        return Ok(new);
    };
    let text = text.unwrap_or_default();
    let wanted = entry(&read_toml(lines)?);
    match compare(&known, &wanted) {
        Known::Same => Ok(text.to_owned()),
        Known::Moved(name) => {
            let address = |entry: &Value| entry[name].as_str().unwrap_or_default().to_owned();
            let block = text[span.clone()].replace(&address(&known), &address(&wanted));
            let new = format!("{}{block}{}", &text[..span.start], &text[span.end..]);
            let is_done = holds(&entry(&read_toml(&new)?), &wanted);
            if is_done { Ok(new) } else { Err(own(TABLE)) }
        }
        Known::Another => Err(own(TABLE)),
    }
}

/// Returns the server in a table.
fn entry(table: &toml::Table) -> Value {
    let known = table.get(TABLE).and_then(|servers| servers.get(NAME));
    let known = known.and_then(|known| serde_json::to_value(known).ok());
    known.unwrap_or_else(|| Map::new().into())
}

fn read_json(text: &str) -> Result<Value, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

fn read_toml(text: &str) -> Result<toml::Table, String> {
    text.parse().map_err(|error: toml::de::Error| {
        let line = error
            .span()
            .map_or(0, |span| text[..span.start].matches('\n').count() + 1);
        format!("line {line}: {}", error.message())
    })
}
