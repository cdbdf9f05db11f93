//! Converts a parsed command to the JSON arguments of an operation.

use std::io::Read;

use clap::ArgMatches;
use clap::parser::ValueSource;
use kernel::operation::Effect;
use kernel::registry::Entry;
use kernel::{Error, Result};
use serde_json::{Map, Value};

use crate::command::{BODY, CONDITIONS, CONTENT, FIELDS};
use crate::input::Input;
use crate::naming::{self, WORKFLOW};
use crate::schema::{Argument, Kind, Signature};

/// Length of a workflow's id, which may prefix a name within the workflow.
const ID: usize = 26;

/// Returns the arguments of a call.
///
/// # Errors
/// Returns an error about invalid JSON, or a file that cannot be read.
pub fn read<R: Read>(
    entry: &Entry,
    matches: &ArgMatches,
    input: &mut Input<R>,
) -> Result<Map<String, Value>> {
    let mut body = match get_text(matches, BODY) {
        Some(text) => match input.json("--body", text)? {
            Value::Object(body) => body,
            _ => return Err(Error::invalid("--body: expected a JSON object")),
        },
        None => Map::new(),
    };
    let signature = Signature::of(entry);
    for argument in &signature.arguments {
        let is_superfluous = || is_superfluous(matches, argument, &body);
        if argument.name == WORKFLOW && by_flag(matches, argument)?.is_none() && is_superfluous() {
            continue;
        }
        let is_given = || matches.value_source(&argument.name) != Some(ValueSource::DefaultValue);
        if argument.name == CONTENT && body.contains_key(CONTENT) && !is_given() {
            continue;
        }
        if let Some(value) = value(matches, argument, input)? {
            body.insert(argument.name.clone(), value);
        }
    }
    if let Some(fields) = matches.get_many::<String>(FIELDS) {
        let fields: Vec<Value> = fields.map(|name| name.trim().into()).collect();
        body.insert(FIELDS.into(), fields.into());
    }
    if entry.spec.effect == Effect::Write {
        for (name, value, _) in CONDITIONS {
            if let Some(text) = get_text(matches, name) {
                let value = match value {
                    "N" => number(text)?,
                    _ => text.into(),
                };
                body.insert(name.into(), value);
            }
        }
    }
    Ok(body)
}

fn get_text<'a>(matches: &'a ArgMatches, name: &str) -> Option<&'a str> {
    matches.get_one::<String>(name).map(String::as_str)
}

/// Returns true if the workflow comes only from the environment and can be left out: it is empty, the body has its own,
/// or it is optional and a name contains its workflow.
fn is_superfluous(matches: &ArgMatches, argument: &Argument, body: &Map<String, Value>) -> bool {
    if matches.value_source(WORKFLOW) != Some(ValueSource::EnvVariable) {
        return false;
    }
    let is_empty = get_text(matches, WORKFLOW).is_none_or(str::is_empty);
    let names_its_own = |value: &str| value.find('.') == Some(ID);
    let mut texts = matches
        .ids()
        .filter(|id| id.as_str() != BODY)
        .filter_map(|id| matches.try_get_one::<String>(id.as_str()).ok().flatten());
    is_empty
        || body.contains_key(WORKFLOW)
        || !argument.required && texts.any(|text| names_its_own(text))
}

/// Returns the value of a positional argument that was given as a flag.
fn by_flag<'a>(matches: &'a ArgMatches, argument: &Argument) -> Result<Option<&'a str>> {
    let named = naming::flag_name(&argument.name);
    let given = matches.try_get_one::<String>(&named).ok().flatten();
    let is_twice = matches.value_source(&argument.name) == Some(ValueSource::CommandLine);
    if given.is_some() && is_twice {
        let flag = naming::flag(&argument.name);
        return Err(Error::invalid(format!("--{flag}: is given twice")));
    }
    Ok(given.map(String::as_str))
}

fn value<R: Read>(
    matches: &ArgMatches,
    argument: &Argument,
    input: &mut Input<R>,
) -> Result<Option<Value>> {
    let name = &argument.name;
    let flag = format!("--{}", naming::flag(name));
    if argument.kind == Kind::Bool {
        return Ok(matches.get_one::<bool>(name).map(|value| (*value).into()));
    }
    let Kind::List(inner) = &argument.kind else {
        let given = by_flag(matches, argument)?.or_else(|| get_text(matches, name));
        return given
            .map(|text| one(&argument.kind, &flag, text, input))
            .transpose();
    };
    let Some(given) = matches.get_many::<String>(name) else {
        return Ok(None);
    };
    let mut list = Vec::new();
    for text in given {
        match one(inner, &flag, text, input)? {
            // One value may hold the whole list, such as a file.
            Value::Array(items) if matches!(**inner, Kind::Json | Kind::TextOrJson) => {
                list.extend(items);
            }
            item => list.push(item),
        }
    }
    Ok(Some(list.into()))
}

fn one<R: Read>(kind: &Kind, flag: &str, text: &str, input: &mut Input<R>) -> Result<Value> {
    let mut read = || match flag.strip_prefix("--") {
        Some(CONTENT) => input.content(flag, text),
        _ => input.text(flag, text),
    };
    match kind {
        Kind::Choice(_) => Ok(text.into()),
        Kind::Text => Ok(read()?.into()),
        Kind::TextOrJson => {
            let text = read()?;
            match serde_json::from_str(&text) {
                Ok(json @ (Value::Array(_) | Value::Object(_))) => Ok(json),
                _ => Ok(text.into()),
            }
        }
        Kind::Whole | Kind::Number => number(text),
        Kind::Bool | Kind::List(_) | Kind::Json => input.json(flag, text),
    }
}

fn number(text: &str) -> Result<Value> {
    serde_json::from_str(text).map_err(|_| Error::invalid(format!("{text:?} is not a number")))
}
