//! Which names agents and people can have: one name is one of them, and some mean something else.

use crate::error::{Error, Result};
use crate::workspace::Workspace;

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

/// Refuses a name that means something of its own, however it is written.
///
/// # Errors
/// `invalid`, with `pointer` as the field.
pub fn check_reserved(pointer: &str, name: &str) -> Result<()> {
    if RESERVED.iter().any(|word| word.eq_ignore_ascii_case(name)) {
        let detail = format!(
            "`{name}` has a meaning of its own here; so have {}. Choose another name",
            RESERVED.join(", ")
        );
        return Err(Error::field(pointer, detail));
    }
    Ok(())
}

/// Refuses what cannot be a person's name here: whoever reads a name has to know whether it is an
/// agent's.
///
/// # Errors
/// `invalid` for a reserved name, `conflict` (`exists`) for an agent's.
pub fn check_person(workspace: &Workspace, name: &str) -> Result<()> {
    check_reserved("/name", name)?;
    let mut agents = workspace.agents.keys();
    if agents.any(|agent| agent.eq_ignore_ascii_case(name)) {
        let detail = format!("{name} is an agent here: give the person another name.");
        return Err(Error::conflict("exists", detail));
    }
    Ok(())
}
