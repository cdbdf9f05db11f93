//! Import of a complete Loci workflow: its facts are written unchanged, with their actors and times.

use std::collections::BTreeSet;
use std::sync::Arc;

use exchange::loci::{File, Wrong, read};
use kernel::error::{Code, Error, Result};
use kernel::event::Event as _;
use kernel::fact::Fact;
use kernel::id::Id;
use kernel::memory::Memory as _;
use kernel::ports::blobs::{Content, INLINE_BYTES};
use kernel::stream::{StreamId, Version};
use kernel::time::{HOUR, Time};
use kernel::tx::Tx;
use kernel::view::{View, aside};

use super::plausible::Plausible;
use super::{WorkflowImport, WorkflowTaken};
use crate::imported::{Change, Item, Report};
use crate::workflow::facts::Event;
use crate::workflow::state::Workflow;
use crate::workflow::{self, Envelope};
use crate::workspace::Workspace;
use crate::workspace::audit::WorkflowTakenIn;

/// Number of facts that are read at once.
const PAGE: usize = 1_000;

/// Parsed complete workflow.
#[derive(Clone, Debug)]
pub struct Complete {
    id: Id,
    facts: Arc<Vec<Fact>>,
    /// Contents that are stored as blobs.
    pub(super) blobs: Vec<Content>,
    /// True if the workflow exists here with exactly these facts.
    is_here: bool,
    /// Number of facts that existed here when this was checked.
    seen: Version,
}

/// Parses a file, and rejects all of it if anything in it is not as Loci would have written it.
pub(super) async fn prepare(op: &WorkflowImport, view: &View) -> Result<Complete> {
    if !view.actor()?.role.is_person() {
        return Err(Error::forbidden(
            "Loci's own format says who did what: only a person takes it in, on the page for imports or with \
             their own session.",
        ));
    }
    if op.workflow.is_some() || op.name.is_some() {
        let pointer = if op.name.is_some() {
            "/name"
        } else {
            "/workflow"
        };
        let detail = "a complete workflow brings its own: leave this out";
        return Err(Error::field(pointer, detail));
    }
    let (content, now) = (op.content.clone(), view.now);
    let mut complete = aside(move || parse_file(&content, now))
        .await?
        .map_err(|wrong| rejection(&wrong))?;
    (complete.is_here, complete.seen) = is_here(view, &complete).await?;
    if op.dry_run || complete.is_here {
        complete.blobs.clear();
    }
    Ok(complete)
}

fn rejection(wrong: &Wrong) -> Error {
    let detail = format!("cannot be taken in, and nothing of it was: {wrong}");
    Error::field("/content", detail)
}

/// Parses and validates the facts and contents of a file.
fn parse_file(content: &str, now: Time) -> Result<Complete, Wrong> {
    let file: File = read(content)?;
    let wrong = |line: usize, why: &str| Wrong {
        line,
        why: why.into(),
    };
    let id: Id = file
        .workflow
        .parse()
        .map_err(|()| wrong(1, "this is no id of a workflow"))?;
    let stream = workflow::stream(id);
    let mut facts = Vec::with_capacity(file.facts.len());
    let mut plausible = Plausible::default();
    for (at, raw) in file.facts.iter().enumerate() {
        // The first line is the head.
        let line = at + 2;
        let envelope: Envelope =
            serde_json::from_str(raw.get()).map_err(|error| wrong(line, &error.to_string()))?;
        let fact = envelope.fact(&stream);
        check(&fact, at, now, &mut plausible).map_err(|why| wrong(line, &why))?;
        facts.push(fact);
    }
    let after = file.facts.len() + 2;
    plausible.whole().map_err(|why| wrong(after, &why))?;
    let mut state = Workflow::default();
    for fact in &facts {
        state.apply_fact(fact);
    }
    if facts.is_empty() || state.id != id && facts[0].kind != REDACTED {
        return Err(wrong(2, "the first fact does not begin this workflow"));
    }
    let named: BTreeSet<String> = state.blobs().into_iter().collect();
    let mut blobs = Vec::with_capacity(file.blobs.len());
    let mut given = BTreeSet::new();
    for (at, (sha256, bytes)) in file.blobs.into_iter().enumerate() {
        let line = after + at;
        if !named.contains(&sha256) || !given.insert(sha256) {
            return Err(wrong(
                line,
                "no fact refers to this content, or it was given before",
            ));
        }
        match String::from_utf8(bytes) {
            Ok(text) if text.len() > INLINE_BYTES => blobs.push(Content::Text(text)),
            _ => return Err(wrong(line, "Loci keeps no such content beside its facts")),
        }
    }
    if let Some(missing) = named.difference(&given).next() {
        return Err(wrong(
            after,
            &format!("the content {missing} is missing, to which a fact refers"),
        ));
    }
    Ok(Complete {
        id,
        facts: Arc::new(facts),
        blobs,
        is_here: false,
        seen: 0,
    })
}

/// Kind of a redacted fact.
const REDACTED: &str = "redacted";
/// Maximum length of an actor's name or a request id, in bytes.
const NAME: usize = 300;

fn check(fact: &Fact, at: usize, now: Time, plausible: &mut Plausible) -> Result<(), String> {
    let refused = |why: &str| Err(why.to_owned());
    if usize::try_from(fact.version) != Ok(at + 1) {
        return refused("the facts are not numbered one by one");
    }
    if fact.at > now.plus(HOUR) {
        return refused("this has not happened yet");
    }
    if fact.actor.id.len() > NAME || fact.request.len() > NAME {
        return refused("this name is too long");
    }
    let is_named_so = [&fact.actor.id, &fact.request];
    if is_named_so.iter().any(|name| name.contains('\0')) || has_nul(fact.body.get()) {
        return refused("this contains the character NUL");
    }
    if fact.kind == REDACTED {
        let is_empty = fact.schema == 0 && fact.body.get() == "null";
        plausible.mark_redacted();
        return if is_empty {
            Ok(())
        } else {
            refused("a redacted fact says nothing")
        };
    }
    match Event::read(&fact.kind, fact.schema, &fact.body) {
        Event::Unreadable(_) => refused("this version of Loci cannot read this fact"),
        Event::WorkflowCreated(_) if at > 0 => refused("a workflow begins once"),
        event => plausible.take(&event),
    }
}

/// Returns true if a JSON text contains the character NUL, which JSON writes as an escape; an escaped backslash before
/// `u0000` is plain text.
fn has_nul(json: &str) -> bool {
    let mut rest = json;
    while let Some(at) = rest.find('\\') {
        rest = &rest[at + 1..];
        if rest.starts_with("u0000") {
            return true;
        }
        let escaped = rest.chars().next().map_or(0, char::len_utf8);
        rest = &rest[escaped..];
    }
    false
}

/// Returns true if the workflow exists here with exactly the facts of the file, and the number of its facts here.
async fn is_here(view: &View, complete: &Complete) -> Result<(bool, Version)> {
    let stream = workflow::stream(complete.id);
    let loaded = view
        .services
        .state(&stream)
        .await
        .map_err(|error| explain_gone(error, &stream))?;
    if loaded.version != complete.facts.len() as u64 {
        return Ok((false, loaded.version));
    }
    let mut after = 0;
    for facts in complete.facts.chunks(PAGE) {
        let here = view.services.log().read(&stream, after, PAGE).await?;
        let is_same = here.len() == facts.len() && here.iter().zip(facts).all(|(a, b)| same(a, b));
        if !is_same {
            return Ok((false, loaded.version));
        }
        after += facts.len() as u64;
    }
    Ok((true, loaded.version))
}

fn explain_gone(error: Error, stream: &StreamId) -> Error {
    if error.code != Code::Gone {
        return error;
    }
    let detail = format!(
        "{} What is erased does not come back under its name: take {stream} in at another server.",
        error.detail
    );
    Error::new(Code::Gone, detail)
}

fn same(a: &Fact, b: &Fact) -> bool {
    let said = |fact: &Fact| (fact.version, fact.at, fact.door, fact.schema);
    said(a) == said(b)
        && a.actor == b.actor
        && a.request == b.request
        && a.kind == b.kind
        && a.body.get() == b.body.get()
}

/// Writes the facts unchanged.
pub(super) fn decide(
    op: &WorkflowImport,
    complete: &Complete,
    tx: &mut Tx,
) -> Result<WorkflowTaken> {
    let mut report = Report {
        format: "loci".into(),
        dry_run: op.dry_run,
        ..Report::default()
    };
    let draft = tx.draft::<Workflow>(&workflow::stream(complete.id))?;
    if draft.version() > 0 {
        let detail = format!(
            "The workflow {} is here already, and has gone on or is another one: it is not written over. Take this in at \
             another server.",
            complete.id
        );
        let exists = Error::conflict("exists", detail);
        if draft.version() != complete.seen {
            return tx.reject_outdated(exists);
        }
        if !complete.is_here {
            return Err(exists);
        }
        report.unchanged = 1;
    } else {
        for fact in complete.facts.iter() {
            draft.take_in(fact);
        }
        let item = || Item {
            key: complete.id.to_string(),
            id: complete.id.to_string(),
            core: None,
            title: draft.name.to_string(),
            change: Change::Created,
        };
        report.wrote(item, Change::Created);
        let (facts, tasks) = (complete.facts.len(), draft.tasks.len());
        report.notes.push(format!(
            "{facts} facts about {tasks} tasks are written as they were, with who did what and when; that you took them \
             in is noted beside"
        ));
        let noted = WorkflowTakenIn {
            workflow: complete.id,
            facts: facts as u64,
        };
        tx.draft::<Workspace>(&StreamId::workspace())?.record(noted);
    }
    if op.dry_run {
        tx.withdraw();
    }
    Ok(WorkflowTaken {
        workflow: Some(complete.id),
        report,
    })
}

#[cfg(test)]
mod tests {
    use super::has_nul;

    #[test]
    fn an_escape_of_nul_is_told_from_words_about_it() {
        for (json, expected) in [
            (r#"{"a":"\u0000"}"#, true),
            (r#"{"a\u0000":1}"#, true),
            (r#"{"a":"\\\\\u0000"}"#, true),
            (r#"{"a":"\n\u0000"}"#, true),
            (r#"{"a":"\\u0000"}"#, false),
            (r#"{"a":"\\\\u0000"}"#, false),
            (r#"{"a":"\u0001 u0000 \"u0000"}"#, false),
            (r#"{"a":"\\"}"#, false),
            ("\\", false),
        ] {
            assert_eq!(has_nul(json), expected, "{json}");
        }
    }
}
