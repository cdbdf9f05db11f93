//! Hooks that somebody wrote otherwise, and what is told when not all could be done.

use setups::CLIENTS;

use super::super::config::{with_hooks, without_hooks};
use super::listed;

#[test]
fn a_command_that_somebody_wrote_otherwise_is_the_same_hook() {
    for hooks in listed() {
        let new = with_hooks(None, hooks).expect("a new file");
        let own = new.replace("loci hook start", "/opt/loci/loci hook start || true");
        assert_ne!(own, new);
        assert_eq!(with_hooks(Some(&own), hooks), Ok(own.clone()));
        assert_eq!(without_hooks(Some(own), hooks), Ok(None));
    }
    let other = "{\"hooks\": {\"SessionStart\": [{\"hooks\": [{\"command\": 1}, {\"command\": \"foci hook start\"}]}]}}";
    let new = with_hooks(Some(other), CLIENTS[0].hooks).expect("beside it");
    assert!(new.contains("\"loci hook start\""), "{new}");
    assert_eq!(
        without_hooks(Some(new), CLIENTS[0].hooks),
        Ok(Some(other.into()))
    );
}

#[test]
fn what_was_changed_before_a_failure_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let changes = super::super::done(&CLIENTS[0], folder.path(), "http://127.0.0.1:7077");
    let changes = changes.expect("changes");
    let told = |count: usize| {
        let error = kernel::Error::unavailable("the disk is full");
        super::super::said_what_is_done(error, &changes[..count]).detail
    };
    assert_eq!(told(0), "the disk is full");
    assert!(
        told(2).contains("Changed already: .mcp.json, CLAUDE.md;"),
        "{}",
        told(2)
    );
}
