//! What arguments of several operations are held to.

use crate::crystal::Core;
use crate::crystal::ops::named;
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

/// The longest text of a name or title, in characters.
pub const LINE: usize = 300;

/// A line of text.
#[derive(JsonSchema)]
#[schemars(inline)]
pub struct TextLine(
    #[schemars(length(min = 1, max = LINE), regex(pattern = patterns::NAME))] pub String,
);

/// Refuses an overlong line, what is more than one, and one in which there is nothing to be read.
///
/// # Errors
/// `invalid` with the field.
pub fn check_line(pointer: &str, text: &str) -> Result<()> {
    check_text(pointer, text)?;
    check_form(pointer, text)
}

/// Refuses what no line was ever taken for: those of earlier versions may have nothing to be read in them.
///
/// # Errors
/// `invalid` with the field.
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

/// The most entries of a list in one call.
pub const ENTRIES: usize = 100;

/// Refuses a text without a word in it.
///
/// # Errors
/// `invalid` with the field.
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

/// Refuses a list of more than [`ENTRIES`].
///
/// # Errors
/// `invalid` with the field.
pub fn check_entries<T>(pointer: &str, list: &[T]) -> Result<()> {
    if list.len() > ENTRIES {
        return Err(Error::field(
            pointer,
            format!("must have at most {ENTRIES} entries"),
        ));
    }
    Ok(())
}

/// Refuses cores that there are not, or that the caller may not read: whether there is one that they may not
/// read is not told. `known` are those that were accepted before.
///
/// # Errors
/// `invalid` with the pointer of the first one.
pub fn check_cores(tx: &mut Tx, cores: &[String], known: &[String]) -> Result<()> {
    for (at, name) in cores.iter().enumerate() {
        if known.contains(name) {
            continue;
        }
        let pointer = format!("/memory_core_refs/{at}");
        let stream = named(&pointer, name)?;
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

/// Refuses names of tasks that the workflow does not have.
///
/// # Errors
/// `invalid` with the pointer of the first unknown one.
pub fn known_tasks(state: &Workflow, pointer: &str, tasks: &[TaskNo]) -> Result<()> {
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

/// The numbers of references that must be of `workflow`.
///
/// # Errors
/// `invalid` when one is of another workflow.
pub fn within<N: Number>(refs: &[Ref<N>], workflow: Id) -> Result<Vec<N>> {
    refs.iter()
        .map(|reference| reference.within(workflow))
        .collect()
}
