//! Validation of arguments that several operations share.

use crate::crystal::Core;
use crate::crystal::ops::core_stream;
use crate::fence::is_unreadable;
use crate::numbers::{Number, Ref, TaskNo};
use crate::patterns;
use crate::workflow::state::Workflow;
use kernel::access::may_read;
use kernel::error::{Error, Result};
use kernel::id::Id;
use kernel::memory::Memory as _;
use kernel::tx::Tx;
use schemars::JsonSchema;

/// Maximum length of a name or title, in characters.
pub const LINE: usize = 300;

/// One line of text.
#[derive(JsonSchema)]
#[schemars(inline)]
pub struct TextLine(
    #[schemars(length(min = 1, max = LINE), regex(pattern = patterns::NAME))] pub String,
);

/// Validates a line: not empty, readable, at most [`LINE`] characters, no line breaks or control characters.
///
/// # Errors
/// Returns `invalid` with the field.
pub fn check_line(pointer: &str, text: &str) -> Result<()> {
    check_text(pointer, text)?;
    check_form(pointer, text)
}

/// Validates a line like [`check_line`], but accepts unreadable characters, which earlier versions allowed.
///
/// # Errors
/// Returns `invalid` with the field.
pub fn check_form(pointer: &str, text: &str) -> Result<()> {
    if text.trim().is_empty() {
        return Err(Error::field(pointer, "must not be empty"));
    }
    if text.chars().count() > LINE {
        return Err(Error::field(
            pointer,
            format!("must have at most {LINE} characters"),
        ));
    }
    if text.contains(|c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')) {
        return Err(Error::field(
            pointer,
            "must be one line, without control characters",
        ));
    }
    Ok(())
}

/// Maximum number of entries of a list in one call.
pub const ENTRIES: usize = 100;

/// Validates a text: not empty, with visible characters.
///
/// # Errors
/// Returns `invalid` with the field.
pub fn check_text(pointer: &str, text: &str) -> Result<()> {
    if text.trim().is_empty() {
        return Err(Error::field(pointer, "must not be empty"));
    }
    if is_unreadable(text) {
        let detail = "must not be of characters alone that nobody sees";
        return Err(Error::field(pointer, detail));
    }
    Ok(())
}

/// Validates the length of a list: at most [`ENTRIES`].
///
/// # Errors
/// Returns `invalid` with the field.
pub fn check_entries<T>(pointer: &str, list: &[T]) -> Result<()> {
    if list.len() > ENTRIES {
        return Err(Error::field(
            pointer,
            format!("must have at most {ENTRIES} entries"),
        ));
    }
    Ok(())
}

/// Validates that the cores exist and that the caller may read them. The error does not reveal cores that the caller
/// may not read. `known` are cores that were accepted before.
///
/// # Errors
/// Returns `invalid` with the pointer of the first invalid one.
pub fn check_cores(tx: &mut Tx, cores: &[String], known: &[String]) -> Result<()> {
    for (at, name) in cores.iter().enumerate() {
        if known.contains(name) {
            continue;
        }
        let pointer = format!("/memory_core_refs/{at}");
        let stream = core_stream(&pointer, name)?;
        let core = tx.read::<Core>(&stream)?;
        if core.version == 0 || !may_read(&tx.cx.actor, &core.readers(&stream)) {
            let detail = format!(
                "there is no core {name}: `core_list` has those that there are, and `core_create` makes one"
            );
            return Err(Error::field(pointer, detail));
        }
    }
    Ok(())
}

/// Validates that the tasks exist in the workflow.
///
/// # Errors
/// Returns `invalid` with the pointer of the first unknown one.
pub fn check_tasks_exist(state: &Workflow, pointer: &str, tasks: &[TaskNo]) -> Result<()> {
    match tasks.iter().position(|no| state.tasks.get(*no).is_none()) {
        None => Ok(()),
        Some(at) => Err(Error::field(
            format!("{pointer}/{at}"),
            format!(
                "there is no {} here: {}",
                tasks[at],
                state.tasks.those_there_are()
            ),
        )),
    }
}

/// Returns the numbers of references, which must belong to `workflow`.
///
/// # Errors
/// Returns `invalid` if one belongs to another workflow.
pub fn within<N: Number>(refs: &[Ref<N>], workflow: Id) -> Result<Vec<N>> {
    refs.iter()
        .map(|reference| reference.within(workflow))
        .collect()
}
