//! `memory_forget`.

use kernel::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

use crate::crystal::filter::{Filters, Tag};
use crate::crystal::find::all;
use crate::crystal::listed::YES;
use crate::crystal::one::ambiguous;
use crate::crystal::ops::WRITERS;
use crate::crystal::owner::{hold_error, may_change, others};
use crate::crystal::policy::Policy;
use crate::crystal::record::Crystal;
use crate::crystal::rules::forget;
use crate::crystal::state::Core;
use crate::crystal::supersede::conflict_error;
use crate::crystal::{holds_messages, stream};
use crate::words::short;
use crate::workspace::settings::Settings;
use crate::workspace::{Workspace, audit};

/// Default number of memories to read.
const DEFAULT_LIMIT: u32 = 1000;
/// Maximum number of memories to read.
const MAX_LIMIT: u32 = 10_000;

/// Forgets long-term memories: those with `ids`, those that match `filters`, or of these the ones that `policy`
/// selects. Searches no longer find them; a person can restore them for some days (`memory_restore`), then they are
/// erased. Use `dry_run` first.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemoryForget {
    /// Ids of the memories; missing ones are ignored. A message of a session is no longer found but stays in its
    /// session. If several cores have an id, `filters` choose among them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = MAX_LIMIT))]
    pub ids: Vec<String>,
    /// Conditions on the memories: `source` matches memories extracted from a session or another stream, `workflow`
    /// those from a workflow. Includes faded and outdated memories.
    #[serde(default, skip_serializing_if = "Filters::is_empty")]
    pub filters: Filters,
    /// Retention policy that selects among them, never a pinned one; without a limit it selects none. By default all
    /// are forgotten, except pinned ones that only `filters` match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policy: Option<Policy>,
    /// Ids of memories to keep in any case.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pinned_ids: Vec<String>,
    /// Maximum number of candidates to read, oldest first, 1 to 10,000; 1,000 by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 10_000))]
    pub limit: Option<u32>,
    /// Report the memories that would be forgotten, and forget none.
    #[serde(default)]
    pub dry_run: bool,
    /// Memories found before the decision.
    #[serde(skip)]
    pub found: Option<Chosen>,
}

/// Memories to forget.
#[derive(Clone, Debug, Default)]
pub struct Chosen {
    scanned: u64,
    /// Ids by core.
    cores: BTreeMap<StreamId, Vec<String>>,
    /// Each memory with the reason.
    items: Vec<Leaving>,
}

/// A memory that would be forgotten.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Leaving {
    /// Id of the memory.
    pub id: String,
    /// Core that holds it.
    pub core: String,
    /// Shortened text.
    pub text: String,
    /// Reason for forgetting it.
    pub why: String,
    /// Stream it was extracted from.
    pub source: Option<StreamId>,
}

/// Memories that were forgotten, or would be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MemoriesForgotten {
    /// Number of memories read.
    pub scanned: u64,
    /// Number of memories forgotten.
    pub deleted: u64,
    /// Their ids.
    pub deleted_ids: Vec<String>,
    /// True if nothing was forgotten because of `dry_run`.
    pub dry_run: bool,
    /// With `dry_run`: the memories that would be forgotten, with the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<Leaving>,
}

impl Operation for MemoryForget {
    type Output = MemoriesForgotten;
    const SPEC: Spec = spec!(Write "memory_forget" WRITERS)
        .with(&[Trait::Confined, Trait::MakesRoom, Trait::Destroys])
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
    const PREPARE: Option<Prepare<Self>> = Some(|op, view| Box::pin(prepare(op, view)) as Fut<_>);

    fn confine(&mut self, _tenant: &kernel::tenant::Tenant) -> Result<()> {
        // Its searches are confined.
        Ok(())
    }
}

async fn prepare(op: MemoryForget, view: View) -> Result<MemoryForget> {
    let limit = op.limit.unwrap_or(DEFAULT_LIMIT);
    if !(1..=MAX_LIMIT).contains(&limit) {
        return Err(Error::field("/limit", format!("expected 1 to {MAX_LIMIT}")));
    }
    if op.ids.len() > MAX_LIMIT as usize {
        return Err(Error::field(
            "/ids",
            format!("expected at most {MAX_LIMIT}"),
        ));
    }
    if op.ids.is_empty() && op.filters.is_empty() && op.policy.is_none() {
        let detail = "say what to forget: `ids`, `filters`, or a `policy`";
        return Err(Error::field("/ids", detail));
    }
    op.filters.check()?;
    if let Some(policy) = &op.policy {
        policy.check()?;
    }
    let mut filters = op.filters.clone();
    let mut most = limit as usize;
    if !op.ids.is_empty() {
        if filters.id.is_some() {
            return Err(Error::field("/filters/id", "give either it or `ids`"));
        }
        filters.id = Some(Tag::any(&op.ids));
        most = MAX_LIMIT as usize;
    }
    let (_, total) = all(&view, &filters, 1).await?;
    if op.ids.is_empty() {
        // Memories that stay in any case do not count towards the limit.
        filters.pinned.get_or_insert_with(|| Tag::not(YES));
        if let Some(policy) = &op.policy {
            policy.narrow(&mut filters, view.now);
        }
    }
    let (mut crystals, _) = all(&view, &filters, most).await?;
    if !op.ids.is_empty() {
        unambiguous(&mut crystals)?;
    }
    let scanned = if op.ids.is_empty() {
        total.min(most as u64)
    } else {
        crystals.len() as u64
    };
    let chosen: Vec<_> = match &op.policy {
        Some(policy) => policy.select(&crystals, &op.pinned_ids, view.now),
        // Named memories are forgotten even if they are pinned.
        None => crystals
            .iter()
            .filter(|crystal| {
                !op.pinned_ids.contains(&crystal.id) && (!crystal.pinned || !op.ids.is_empty())
            })
            .collect(),
    };
    let mut cores: BTreeMap<StreamId, Vec<String>> = BTreeMap::new();
    let mut items = Vec::new();
    let is_person = view.actor()?.role.is_person();
    for crystal in chosen {
        let is_held = crystal.held_by.is_some() && !is_person;
        // A filter selects only memories that the caller may forget.
        if op.ids.is_empty() && (is_held || !may_change(&view, crystal).await?) {
            continue;
        }
        if !may_change(&view, crystal).await? {
            return Err(others(&crystal.id));
        }
        if let Some(person) = crystal.held_by.as_deref().filter(|_| is_held) {
            return Err(hold_error(&crystal.id, person));
        }
        if op.dry_run {
            items.push(Leaving {
                id: crystal.id.clone(),
                core: crystal.core.clone(),
                text: short(&crystal.text),
                why: why(&op, crystal, view.now),
                source: crystal.provenance.as_ref().map(|from| from.stream.clone()),
            });
        }
        let ids = cores.entry(stream(&crystal.core)).or_default();
        ids.push(crystal.id.clone());
    }
    let found = Some(Chosen {
        scanned,
        cores,
        items,
    });
    Ok(MemoryForget { found, ..op })
}

/// Returns the reason for forgetting a memory.
fn why(op: &MemoryForget, crystal: &Crystal, now: Time) -> String {
    match &op.policy {
        Some(policy) => policy.why(crystal, now),
        None if !op.ids.is_empty() => "it was named".into(),
        None => "it is what the filters ask for".into(),
    }
}

/// Ignores messages of a session whose ids another memory has, and rejects ids that several memories have.
fn unambiguous(crystals: &mut Vec<Crystal>) -> Result<()> {
    let is_message = |crystal: &Crystal| holds_messages(&stream(&crystal.core));
    let others = crystals.iter().filter(|crystal| !is_message(crystal));
    let others: BTreeSet<String> = others.map(|crystal| crystal.id.clone()).collect();
    crystals.retain(|crystal| !is_message(crystal) || !others.contains(&crystal.id));
    let mut known: BTreeMap<&str, Vec<&Crystal>> = BTreeMap::new();
    for crystal in &*crystals {
        known.entry(&crystal.id).or_default().push(crystal);
    }
    match known.into_iter().find(|(_, same)| same.len() > 1) {
        Some((id, same)) => Err(ambiguous(id, same)),
        None => Ok(()),
    }
}

fn decide(op: &MemoryForget, tx: &mut Tx) -> Result<MemoriesForgotten> {
    let Some(chosen) = &op.found else {
        return Err(Error::internal("what to forget was not prepared"));
    };
    let mut deleted_ids = Vec::new();
    let restore_days = Settings::of(tx)?.restore_days;
    for (core, ids) in &chosen.cores {
        if op.dry_run {
            deleted_ids.extend(ids.iter().cloned());
        } else {
            let draft = tx.draft::<Core>(core)?;
            let is_person = draft.cx.actor.role.is_person();
            let kept = ids.iter().filter_map(|id| draft.crystals.get(id.as_str()));
            if !is_person && kept.into_iter().any(|kept| kept.held_by.is_some()) {
                return tx.reject_outdated(conflict_error());
            }
            deleted_ids.extend(forget(draft, ids, restore_days));
        }
    }
    let forgotten = deleted_ids.len() as u64;
    if !op.dry_run && forgotten > 0 {
        let noted = audit::MemoriesForgotten {
            cores: chosen.cores.keys().cloned().collect(),
            memories: forgotten,
        };
        tx.draft::<Workspace>(&StreamId::workspace())?.record(noted);
    }
    Ok(MemoriesForgotten {
        scanned: chosen.scanned,
        deleted: forgotten,
        deleted_ids,
        dry_run: op.dry_run,
        items: chosen.items.clone(),
    })
}
