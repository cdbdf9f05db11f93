//! `memory_import`: memories from other systems.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use exchange::memories::{self, Deletion, Format, Memory};
use exchange::report::{Odd, Read};
use serde_json::{Map, Value};

use crate::confine;
use crate::crystal::check::{check, check_moments};
use crate::crystal::entry::CrystalEntry;
use crate::crystal::ops::{CoreName, WRITERS, core_stream as named_core, memory_off_error};
use crate::crystal::owner::{Owner, admits_to, must_write};
use crate::crystal::record::{NewCrystal, Trust};
use crate::crystal::rules::{Added, Duplicates, content_hash, forget, put_own};
use crate::crystal::state::Core;
use crate::crystal::{core_of, quarantine, stream};
use crate::imported::{
    Change, Item, Report, check_weight, format_error_text, memory_formats, title,
};
use crate::session::record::MemoryType;
use crate::workspace::settings::Settings;
use crate::workspace::{Workspace, audit};
use kernel::prelude::*;
use kernel::time::OffsetTime;
use kernel::view::aside;

/// Maximum number of memories per call.
const MAX_MEMORIES: usize = 10_000;
/// Metadata key with the origin of a memory.
const ORIGIN: &str = "origin";

/// Imports memories from other systems: an export of mem0, a Letta agent file, or Markdown such as MEMORY.md, CLAUDE.md
/// and AGENTS.md, in which each paragraph and list item becomes a memory under its headings. Keeps creation times,
/// topics and the source's ids, so importing the same text again changes nothing; the memories are marked as imported.
/// Parts that cannot be read are kept whole as quarantined memories. Memories of an earlier import that the source
/// deleted are forgotten. Use `dry_run` first. To begin a mind with a text, use `mind_seed` instead.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemoryImport {
    /// Core to store them in; by default the core of each memory's namespace.
    #[schemars(with = "Option<CoreName>")]
    pub core: Option<String>,
    /// Namespace of memories that name none.
    pub namespace: Option<String>,
    /// User of memories that name none.
    pub user_id: Option<String>,
    /// Format of the content; detected by default, Markdown if it is not JSON.
    pub format: Option<Format>,
    /// Content, at most 32 MiB and 10,000 memories. `loci import` sends longer content in parts.
    pub content: Arc<str>,
    /// Only report the result; write nothing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dry_run: bool,
    /// Parsed content.
    #[serde(skip)]
    #[schemars(skip)]
    pub incoming: Arc<Incoming>,
}

/// Parsed content of an import.
#[derive(Debug, Default)]
pub struct Incoming {
    format: &'static str,
    memories: Vec<(Memory, NewCrystal)>,
    deleted: Vec<Deletion>,
    odd: Vec<Odd>,
    notes: Vec<String>,
}

impl Operation for MemoryImport {
    type Output = Report;
    const SPEC: Spec = spec!(Write "memory_import" WRITERS)
        .with(&[
            Trait::Confined,
            Trait::TakesFiles,
            Trait::Repeatable,
            Trait::Unlisted,
        ])
        .refuses(&[
            "ambiguous",
            "changed",
            "frozen",
            "full",
            "merged",
            "message",
            "superseded",
            "switched_off",
        ]);
    const HOW: How<Self> = How::Decide(decide);
    const PREPARE: Option<Prepare<Self>> = Some(|mut op, view| {
        Box::pin(async move {
            let (asked, now) = (op.clone(), view.now);
            let incoming = aside(move || read(&asked, now)).await??;
            op.incoming = Arc::new(incoming);
            Ok(op)
        })
    });

    fn confine(&mut self, tenant: &kernel::tenant::Tenant) -> Result<()> {
        confine::owner(tenant, &mut self.user_id, &mut self.namespace)
    }
}

fn read(op: &MemoryImport, now: Time) -> Result<Incoming> {
    check_weight(&op.content)?;
    let format = op.format.or_else(|| memories::detect(&op.content));
    let format =
        format.ok_or_else(|| Error::field("/content", format_error_text(&memory_formats())))?;
    let Read { found, odd, notes } = memories::read(&op.content, format);
    let mut incoming = Incoming {
        format: found.format.unwrap_or(format).name(),
        odd,
        notes,
        ..Incoming::default()
    };
    let many = found.found.len() + found.deleted.len();
    if many > MAX_MEMORIES {
        let detail =
            format!("holds {many} memories; expected at most {MAX_MEMORIES}: send it in parts");
        return Err(Error::field("/content", detail));
    }
    incoming.deleted = found.deleted;
    for memory in found.found {
        let new = convert(&memory, op, incoming.format);
        let checked = check(&new)
            .and_then(|()| check_owner(&new))
            .and_then(|()| check_moments(&new, now));
        match checked {
            Ok(()) => incoming.memories.push((memory, new)),
            Err(error) => {
                let fault = error.extra.fields.first();
                let why = fault.map(|fault| format!("`{}` {}", &fault.pointer[1..], fault.detail));
                incoming.odd.push(Odd {
                    at: memory.place.clone(),
                    why: why.unwrap_or(error.detail),
                    text: serde_json::to_string(&memory).unwrap_or_default(),
                });
            }
        }
    }
    if incoming.format == Format::Markdown.name() {
        incoming.notes.push(
            "To begin a mind with this text as it is, give it to `mind_seed`: it becomes the first version of the \
             document, and its parts become memories of the mind."
                .into(),
        );
    }
    Ok(incoming)
}

/// Rejects a user without a name.
fn check_owner(new: &NewCrystal) -> Result<()> {
    match new.user_id.as_deref().map(str::trim) {
        Some("") => Err(Error::field("/user_id", "is empty; expected a name")),
        _ => Ok(()),
    }
}

/// Converts an imported memory for a core.
fn convert(memory: &Memory, op: &MemoryImport, format: &str) -> NewCrystal {
    let mut metadata = memory.metadata.clone();
    let mut origin = Map::new();
    origin.insert("format".into(), format.into());
    origin.insert("id".into(), memory.id.as_str().into());
    metadata.insert(ORIGIN.into(), Value::Object(origin));
    NewCrystal {
        id: Some(format!("{format}:{}", memory.id)),
        text: memory.text.clone(),
        memory_type: match memory.memory_type.as_deref() {
            Some("episodic") => MemoryType::Episodic,
            Some("message") => MemoryType::Message,
            _ => MemoryType::Semantic,
        },
        topics: memory.topics.clone(),
        entities: memory.entities.clone(),
        namespace: memory.namespace.clone().or_else(|| op.namespace.clone()),
        session_id: memory.session_id.clone(),
        user_id: memory.user_id.clone().or_else(|| {
            let given = op.user_id.clone();
            given.filter(|user| !user.trim().is_empty())
        }),
        created_at: memory.created_at.map(time),
        updated_at: memory.updated_at.map(time),
        event_date: memory
            .event_date
            .map(|micros| OffsetTime::new(micros, memory.event_offset.unwrap_or(0))),
        metadata: Some(metadata),
        trust: Some(Trust::Imported),
        ..NewCrystal::default()
    }
}

/// Returns the core for a memory of this namespace.
fn core_for(op: &MemoryImport, namespace: Option<&str>) -> Result<StreamId> {
    match &op.core {
        Some(core) => named_core("/core", core),
        None => Ok(stream(&core_of(namespace))),
    }
}

fn decide(op: &MemoryImport, tx: &mut Tx) -> Result<Report> {
    let home = core_for(op, op.namespace.as_deref())?;
    if !Settings::of(tx)?.long_term_memory {
        return Err(memory_off_error());
    }
    let incoming = &*op.incoming;
    let cores = incoming.memories.iter();
    let cores = cores.map(|(_, new)| core_for(op, new.namespace.as_deref()));
    let mut cores = cores.collect::<Result<BTreeSet<_>>>()?;
    if cores.is_empty() || !incoming.odd.is_empty() || !incoming.deleted.is_empty() {
        cores.insert(home.clone());
    }
    tx.need(cores.clone())?;
    for core in &cores {
        must_write(tx.draft::<Core>(core)?)?;
    }
    let only = cores.first().filter(|_| cores.len() == 1);
    let mut report = Report {
        format: incoming.format.into(),
        core: only.map(|core| core.id().to_owned()),
        dry_run: op.dry_run,
        quarantined: incoming.odd.len() as u64,
        notes: incoming.notes.clone(),
        ..Report::default()
    };
    report.show(&incoming.odd);
    let actor = tx.cx.actor.clone();
    let agent = actor.role.is_agent().then(|| actor.id.clone());
    let (mut waiting, mut kept) = (BTreeMap::<StreamId, u64>::new(), 0);
    for (memory, new) in &incoming.memories {
        let core = core_for(op, new.namespace.as_deref())?;
        let new = NewCrystal {
            agent: agent.clone(),
            ..new.clone()
        };
        if is_newer_here(tx.draft::<Core>(&core)?, memory, &new, incoming.format) {
            kept += 1;
            report.unchanged += 1;
            continue;
        }
        let added = match put_own(tx, &core, new, Duplicates::Merge) {
            // A memory that belongs to someone else by now stays as it is.
            Err(error) if error.code == Code::Forbidden => {
                kept += 1;
                report.unchanged += 1;
                continue;
            }
            added => added?,
        };
        let change = match &added {
            Added::Same(_) => {
                report.unchanged += 1;
                continue;
            }
            Added::Replaced(_) => Change::Changed,
            Added::New(_) => Change::Created,
            Added::Waiting(_) => {
                *waiting.entry(core.clone()).or_default() += 1;
                Change::Created
            }
        };
        let item = || Item {
            key: memory.id.clone(),
            id: added.id().to_owned(),
            core: Some(core.id().to_owned()),
            title: title(&memory.text),
            change,
        };
        report.wrote(item, change);
    }
    for (core, waiting) in waiting {
        report.notes.push(format!(
            "{waiting} memories wait in the core {} until a person approves them.",
            core.id()
        ));
    }
    if kept > 0 {
        report.notes.push(format!(
            "{kept} memories were changed here since they were taken over, and stay as they are."
        ));
    }
    forget_deleted(op, tx, &home, &mut report)?;
    quarantine::check(&incoming.odd, incoming.format)?;
    quarantine::set_aside(tx, &home, &incoming.odd, incoming.format, None)?;
    // Only now, so that a dry run reports the same errors.
    if op.dry_run {
        tx.withdraw();
    }
    Ok(report)
}

/// Forgets the memories of earlier imports that the source deleted. Memories that a person wrote, pinned or froze here,
/// or that another one replaced, stay. So do all if nothing forgotten can be restored.
fn forget_deleted(
    op: &MemoryImport,
    tx: &mut Tx,
    core: &StreamId,
    report: &mut Report,
) -> Result<()> {
    let restore_days = Settings::of(tx)?.restore_days;
    let actor = tx.cx.actor.clone();
    let (mut gone, mut kept) = (Vec::new(), 0);
    for deleted in &op.incoming.deleted {
        let id = format!("{}:{}", op.incoming.format, deleted.id);
        let known = tx.draft::<Core>(core)?.crystals.get(id.as_str()).cloned();
        let user = deleted.user_id.as_deref().or(op.user_id.as_deref());
        let is_its = |known: &CrystalEntry| {
            let is_own = actor.tenant().is_none_or(|tenant| known.is_of(tenant));
            is_own && user.is_none_or(|user| known.user_id.as_deref() == Some(user))
        };
        let Some(known) = known.filter(|known| is_its(known)) else {
            continue;
        };
        let is_held = known.pinned || known.frozen || known.held_by.is_some();
        let stays = is_held || !known.fate.is_own() || known.owner == Owner::Person;
        if stays || restore_days == 0 || !admits_to(tx, core, &id)? {
            kept += 1;
        } else {
            gone.push(id);
        }
    }
    let memories = forget(tx.draft(core)?, &gone, restore_days).len() as u64;
    if memories > 0 {
        let noted = audit::MemoriesForgotten {
            cores: vec![core.clone()],
            memories,
        };
        tx.draft::<Workspace>(&StreamId::workspace())?.record(noted);
        report.notes.push(format!(
            "{memories} memories are forgotten, because their source deleted them. A person can restore them for \
             {restore_days} days."
        ));
    }
    if kept > 0 {
        report.notes.push(format!(
            "{kept} memories that their source deleted stay: they were changed or are held here, belong to someone \
             else, or could not be restored."
        ));
    }
    Ok(())
}

/// Returns true if the memory was changed here since its last change in the source.
fn is_newer_here(core: &Core, memory: &Memory, new: &NewCrystal, format: &str) -> bool {
    let id = new.id.as_deref().unwrap_or_default();
    let Some(known) = core.crystals.get(id) else {
        return false;
    };
    // Markdown ids are derived from the text, so another text under an id was written here.
    let is_newer = format == Format::Markdown.name()
        || memory.updated_at.is_some_and(|at| known.changed > time(at));
    is_newer && !known.said.holds(&content_hash(new.clone()))
}

fn time(micros: i64) -> Time {
    Time(micros.div_euclid(1_000))
}
