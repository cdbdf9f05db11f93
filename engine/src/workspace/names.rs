//! Rules for the names of agents and people: they are unique, not confusable, and not reserved.

use crate::workspace::Workspace;
use kernel::error::{Error, Result};

/// Names that stand for others, or for Loci itself, in facts and as targets.
pub const RESERVED: [&str; 8] = [
    "all",
    "orchestrator",
    "loci",
    "system",
    "cli",
    "me",
    "nobody",
    "everyone",
];

/// Maps letters, digits, `-`, `_` and `.` to a canonical look-alike, following Unicode's table of confusables. Names
/// have no other characters.
fn looks(name: &str) -> String {
    let mut looks = String::with_capacity(name.len());
    for c in name.chars() {
        match c {
            'I' | '1' => looks.push('l'),
            '0' => looks.push('o'),
            'm' | 'M' => looks.push_str("rn"),
            '_' | '.' => looks.push('-'),
            c => looks.push(c.to_ascii_lowercase()),
        }
    }
    looks
}

/// Returns true if one name can be mistaken for the other: they differ only in case or in look-alikes.
#[must_use]
pub fn are_alike(one: &str, other: &str) -> bool {
    one.eq_ignore_ascii_case(other) || looks(one) == looks(other)
}

/// Rejects a reserved name, in any spelling.
///
/// # Errors
/// Returns `invalid` with `pointer` as the field.
pub fn check_reserved(pointer: &str, name: &str) -> Result<()> {
    if RESERVED.iter().any(|word| are_alike(word, name)) {
        let detail = format!(
            "`{name}` has a meaning of its own here; so have {}. Choose another name",
            RESERVED.join(", ")
        );
        return Err(Error::field(pointer, detail));
    }
    Ok(())
}

/// Rejects the name of a new agent that can be mistaken for another agent's.
///
/// # Errors
/// Returns `conflict` (`exists`).
pub fn check_agent(workspace: &Workspace, name: &str) -> Result<()> {
    let mut agents = workspace.agents.keys();
    match agents.find(|agent| *agent != name && are_alike(agent, name)) {
        None => Ok(()),
        Some(agent) => Err(name_taken_error(name, agent, "an agent")),
    }
}

/// Validates a person's name. It must differ from agents' names, because readers have to tell people from agents.
///
/// # Errors
/// Returns `invalid` for a reserved name, `conflict` (`exists`) for an agent's.
pub fn check_person(workspace: &Workspace, name: &str) -> Result<()> {
    check_reserved("/name", name)?;
    let mut agents = workspace.agents.keys();
    match agents.find(|agent| are_alike(agent, name)) {
        None => Ok(()),
        Some(agent) => Err(name_taken_error(name, agent, "an agent")),
    }
}

/// Rejects a name that can be mistaken for that of one of these people.
///
/// # Errors
/// Returns `conflict` (`exists`).
pub fn check_people<'a>(people: impl IntoIterator<Item = &'a str>, name: &str) -> Result<()> {
    let mut people = people.into_iter();
    match people.find(|person| are_alike(person, name)) {
        None => Ok(()),
        Some(person) => Err(name_taken_error(name, person, "a person")),
    }
}

fn name_taken_error(name: &str, other: &str, what: &str) -> Error {
    let detail = if name == other {
        format!("{other} is {what} here: choose another name.")
    } else {
        format!("{name} could be taken for {other}, who is {what} here: choose another name.")
    };
    Error::conflict("exists", detail)
}
