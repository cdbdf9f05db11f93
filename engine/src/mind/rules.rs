//! Rules of minds: access, validation of notes, and making each note a memory. Pure; used by the operations of minds
//! and by all other code that writes notes.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use crate::crystal::bond::{is_bond, may_read_bond};
use crate::crystal::rules::is_full;
use crate::crystal::{self, NewCrystal, Provenance};
use crate::jobs::{JobKind, JobState};
use crate::mind::document::without;
use crate::mind::dream::sort;
use crate::mind::facts::{MindLooked, NoteWritten};
use crate::mind::mood::exact;
use crate::mind::note::{NOTE_BYTES, NOTES, Note, NoteKind, Origin, WAITING_BYTES};
use crate::mind::pointer::Pointer;
use crate::mind::report::DreamStatus;
use crate::mind::section::Section;
use crate::mind::state::{Mind, Written};
use crate::mind::stream;
use crate::workspace::Workspace;
use crate::workspace::settings::Settings;
use kernel::access::reader_name;
use kernel::actor::Actor;
use kernel::error::{Code, Error, Result};
use kernel::stream::{StreamId, Version};
use kernel::time::{MINUTE, Time};
use kernel::tx::{Draft, Tx};

/// Text in place of parts that the reader may not read.
pub const WITHHELD: &str = "_Left out: The Bond is for the agent itself and for people._";

/// A note to be written.
#[derive(Clone, Debug, Default)]
pub struct NewNote {
    /// Text of the note.
    pub text: String,
    /// Importance, 0 to 1.
    pub importance: f64,
    /// Kind of the note.
    pub kind: Option<NoteKind>,
    /// Session, workflow and task that the note is from.
    pub origin: Origin,
    /// True if Loci writes the note.
    pub auto: bool,
}

/// A saved note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Version of the fact with the note.
    pub version: Version,
    /// Id of the memory that the note also is.
    pub id: Option<Arc<str>>,
}

/// Returns the agent whose mind a caller means: agents mean their own, orchestrators and people any that they name.
///
/// # Errors
/// Returns `invalid` if a person names no agent, `not_found` if the caller may not read the mind, so that its existence
/// stays hidden.
pub fn whose(actor: &Actor, named: Option<&str>) -> Result<String> {
    let own = actor.role.is_agent().then_some(actor.id.as_str());
    match (named, own) {
        (None, Some(own)) => Ok(own.into()),
        (None, None) => Err(Error::field("/agent", "name the agent whose mind it is")),
        (Some(named), _) if reader_name(actor).is_some_and(|own| own != named) => {
            Err(missing(named))
        }
        (Some(named), _) => Ok(named.into()),
    }
}

/// Returns a mind's document as `actor` may read it: all of it, or without The Bond and pointers to its text.
#[must_use]
pub fn as_shown(actor: &Actor, (agent, mind): (&str, &Mind), text: &Arc<str>) -> Arc<str> {
    if may_read_bond(actor, agent) {
        return text.clone();
    }
    without_bond(text, mind.pointers.iter().map(|pointer| &**pointer))
}

/// Returns a document without The Bond and pointers to its text, with a remark in their place. Unknown pointers, such
/// as in an earlier version that a person restored, are removed too, because they may point to text of The Bond.
pub(crate) fn without_bond<'a>(
    text: &str,
    pointers: impl Iterator<Item = &'a Pointer>,
) -> Arc<str> {
    let open = pointers.filter(|pointer| !pointer.of_bond);
    let open: BTreeSet<String> = open.map(Pointer::line).collect();
    let text = without(text, Section::Bond, WITHHELD);
    let lines = text.split('\n').map(|line| {
        if Pointer::parse(line).is_some() && !open.contains(line.trim()) {
            Cow::Owned(format!("- {WITHHELD}"))
        } else {
            Cow::Borrowed(line)
        }
    });
    lines.collect::<Vec<_>>().join("\n").into()
}

/// Returns a mind as `actor` may read it: all of it, or without The Bond and the text of notes that belong there.
#[must_use]
pub fn readable_mind(actor: &Actor, agent: &str, mind: Arc<Mind>) -> Arc<Mind> {
    if may_read_bond(actor, agent) {
        return mind;
    }
    let mut shown = Mind::clone(&mind);
    if let Some(written) = &mind.document {
        let text = as_shown(actor, (agent, &mind), &written.text);
        let row = written.row.clone();
        shown.document = Some(Arc::new(Written { row, text }));
    }
    let bonds = mind
        .notes
        .iter()
        .filter(|(_, note)| is_of_bond(note.kind, &note.text));
    for (version, note) in bonds {
        let text = WITHHELD.into();
        let note = Note {
            text,
            ..Note::clone(note)
        };
        shown.notes.insert(*version, Arc::new(note));
    }
    Arc::new(shown)
}

/// Returns true if a note belongs in The Bond, by its kind or else by its text.
#[must_use]
pub fn is_of_bond(kind: Option<NoteKind>, text: &str) -> bool {
    bond_topic(kind, text).is_some()
}

/// Returns the kind of a note that belongs in The Bond.
fn bond_topic(kind: Option<NoteKind>, text: &str) -> Option<NoteKind> {
    Some(sort::kind(kind, text)).filter(|kind| is_bond(kind.name()))
}

/// Returns the error for a mind that does not exist or that the caller may not read.
#[must_use]
pub fn missing(agent: &str) -> Error {
    Error::not_found(format!("There is no mind of {agent}."))
}

/// Returns the error for a mind without a document.
#[must_use]
pub fn no_document(agent: &str) -> Error {
    Error::not_found(format!(
        "The mind of {agent} has no document yet: `mind_dream` has it written."
    ))
}

/// Returns the error for a missing version of a document, with the argument that named it.
#[must_use]
pub fn no_version(agent: &str, (pointer, number): (&str, u32)) -> Error {
    let mut error = Error::field(
        pointer,
        format!("the mind of {agent} has no version {number}: `mind_get` lists those there are"),
    );
    error.code = Code::NotFound;
    error
}

/// Returns the mind to write in. Begins it if there is none yet.
///
/// # Errors
/// Returns `not_found` if the agent does not exist, `conflict` (`deleted`) if the mind was deleted.
pub fn begin<'a>(tx: &'a mut Tx<'_>, agent: &str) -> Result<&'a mut Draft<Mind>> {
    let is_own = tx.cx.actor.is_agent_named(agent);
    let draft = tx.draft::<Mind>(&stream(agent))?;
    if draft.purge_at.is_some() {
        return Err(Error::conflict(
            "deleted",
            format!(
                "The mind of {agent} was deleted. A person can bring it back with `mind_restore`; else it \
                 begins anew when it is erased."
            ),
        ));
    }
    // Only a new mind requires a known agent.
    if draft.created_at.is_none() && !is_own {
        let workspace = tx.read::<Workspace>(&StreamId::workspace())?;
        if !workspace.agents.contains_key(agent) {
            return Err(Error::not_found(format!(
                "There is no agent {agent}: `agent_list` lists those there are."
            )));
        }
    }
    keep_time(tx, agent)?;
    tx.draft::<Mind>(&stream(agent))
}

/// Updates a mind's dream interval to the setting and moves its next check by the difference.
///
/// # Errors
/// Fails only if a state is not loaded; the decision is then repeated with it.
pub fn keep_time(tx: &mut Tx, agent: &str) -> Result<()> {
    let minutes = Settings::of(tx)?.dream_interval_minutes;
    let draft = tx.draft::<Mind>(&stream(agent))?;
    let later = i64::from(minutes) * MINUTE - draft.interval();
    if later != 0 {
        let next = draft.look_at.map(|at| at.plus(later));
        draft.record(MindLooked { minutes, next });
    }
    Ok(())
}

/// Returns an existing mind for a decision.
///
/// # Errors
/// Returns `not_found` if there is none.
pub fn open<'a>(tx: &'a mut Tx<'_>, agent: &str) -> Result<&'a mut Draft<Mind>> {
    let draft = tx.draft::<Mind>(&stream(agent))?;
    if !draft.exists() {
        return Err(missing(agent));
    }
    Ok(draft)
}

/// Validates a note.
///
/// # Errors
/// Returns `invalid` with the field.
pub fn check(note: &NewNote) -> Result<()> {
    if note.text.trim().is_empty() {
        return Err(Error::field("/note", "say what is to be noted"));
    }
    if note.text.len() > NOTE_BYTES {
        let detail = format!(
            "expected at most {NOTE_BYTES} bytes: a note is a sentence or a few; `memory_create` keeps more"
        );
        return Err(Error::field("/note", detail));
    }
    if !(0.0..=1.0).contains(&note.importance) {
        return Err(Error::field("/importance", "expected 0 to 1"));
    }
    Ok(())
}

/// Writes a note into an agent's mind and, in the same decision, a memory of it into the mind's own core. If long-term
/// memory is off or the core is full, the note waits for the dream without a memory.
///
/// # Errors
/// Returns `invalid` if the note is not valid, `conflict` if the mind was deleted (`deleted`) or too many notes wait
/// (`full`).
pub fn write(tx: &mut Tx, agent: &str, note: NewNote) -> Result<Kept> {
    check(&note)?;
    let draft = begin(tx, agent)?;
    let bytes = draft.note_bytes.saturating_add(note.text.len());
    if draft.notes.len() >= NOTES || bytes > WAITING_BYTES {
        return Err(Error::conflict(
            "full",
            format!(
                "{} notes wait for a dream, and no more can: {}",
                draft.notes.len(),
                way_out(draft)
            ),
        ));
    }
    let fact = draft.version() + 1;
    let id = remember(tx, agent, &note, (fact, None))?;
    let draft = tx.draft::<Mind>(&stream(agent))?;
    draft.record(NoteWritten {
        id: id.clone(),
        text: note.text.into(),
        importance: exact(note.importance),
        kind: note.kind,
        origin: note.origin,
        auto: note.auto,
    });
    Ok(Kept {
        version: draft.version(),
        id,
    })
}

/// Returns the way to process waiting notes, or the reason for which the last dream did not.
fn way_out(mind: &Mind) -> String {
    let last = mind.dreams.last();
    let last = last.filter(|dream| dream.status != DreamStatus::Kept);
    let job = mind.jobs.get(JobKind::Dream);
    if job.is_some_and(|job| job.state == JobState::Stopped) {
        return "a person stopped the dreams, and has to run them again.".into();
    }
    match last.and_then(|dream| dream.note.as_deref()) {
        Some(why) => format!(
            "the last dream came to nothing ({why}). `mind_dream` tries again; `dream_get` shows what it drafted."
        ),
        None => "`mind_dream` takes them in.".into(),
    }
}

/// Makes memories of notes up to a fact that are none yet, because long-term memory was off or the core was full when
/// they were written. So a dream that processes them keeps their full text.
///
/// # Errors
/// Fails only if a state is not loaded; the decision is then repeated with it.
pub fn remember_late(tx: &mut Tx, agent: &str, until: Version) -> Result<()> {
    let draft = tx.draft::<Mind>(&stream(agent))?;
    let waiting = draft.notes.values().filter(|note| note.version <= until);
    let late: Vec<Arc<Note>> = waiting.filter(|note| note.id.is_none()).cloned().collect();
    for note in late {
        let new = NewNote {
            text: note.text.to_string(),
            importance: note.importance,
            kind: note.kind,
            origin: note.origin.clone(),
            auto: note.auto,
        };
        remember(tx, agent, &new, (note.version, Some(note.at)))?;
    }
    Ok(())
}

/// Makes the memory of a note. `fact` is the version of the note's fact, `at` its time of writing if that is not now.
fn remember(
    tx: &mut Tx,
    agent: &str,
    note: &NewNote,
    (fact, at): (Version, Option<Time>),
) -> Result<Option<Arc<str>>> {
    if !Settings::of(tx)?.long_term_memory {
        return Ok(None);
    }
    let core = crystal::mind_core(tx, agent)?;
    if is_full(core) {
        return Ok(None);
    }
    let origin = &note.origin;
    let source = origin.streams().next();
    // A note without another origin is from the mind itself.
    let version = source.is_none().then_some(fact);
    let memory = NewCrystal {
        text: note.text.clone(),
        memory_type: note
            .kind
            .map_or_else(Default::default, NoteKind::memory_type),
        session_id: origin
            .session
            .as_ref()
            .map(|session| session.id.to_string()),
        agent: Some(agent.into()),
        workflow: origin.workflow.map(|workflow| workflow.to_string()),
        // Marks text of The Bond, because not every reader of memories may read it.
        topics: NoteKind::topics_of(note.kind.or_else(|| bond_topic(None, &note.text))),
        importance: Some(exact(note.importance)),
        valence: note.kind.and_then(NoteKind::valence),
        provenance: Some(Provenance {
            stream: source.unwrap_or_else(|| stream(agent)),
            message: None,
            version,
        }),
        created_at: at,
        ..NewCrystal::default()
    };
    let added = crystal::add(core, memory)?;
    Ok(Some(added.id().into()))
}
