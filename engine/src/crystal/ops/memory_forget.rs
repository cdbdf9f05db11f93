//! `memory_forget`.

use kernel::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

use crate::crystal::filter::{Filters, Tag};
use crate::crystal::find::all;
use crate::crystal::listed::YES;
use crate::crystal::one::ambiguous;
use crate::crystal::ops::WRITERS;
use crate::crystal::owner::{held, may_change, others};
use crate::crystal::policy::Policy;
use crate::crystal::record::Crystal;
use crate::crystal::rules::forget;
use crate::crystal::state::Core;
use crate::crystal::supersede::changed;
use crate::crystal::{holds_messages, stream};
use crate::words::short;
use crate::workspace::settings::Settings;
use crate::workspace::{Workspace, audit};

/// How many memories are looked at when the caller does not say.
const USUAL: u32 = 1000;
/// How many are looked at at most.
const MOST: u32 = 10_000;

/// Forgets long-term memories: those of `ids`, or those that `filters` ask for, or of these what
/// `policy` takes. They are not found any more at once; a person can bring them back for some days
/// (`memory_restore`), then they are erased. Look with `dry_run` first.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemoryForget {
    /// The memories; those that are not there are passed over. A message of a session is not found any more
    /// and stays in its session. Where several cores have one of that id, `filters` say which is meant.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = MOST))]
    pub ids: Vec<String>,
    /// What must be so of the memories: `source` asks for what was taken from a session or another stream,
    /// `workflow` for what is from a workflow. What has faded or is so no longer is among them.
    #[serde(default, skip_serializing_if = "Filters::is_empty")]
    pub filters: Filters,
    /// Which of them to take, never a pinned one; one without a limit takes none. All unless given, of
    /// those that only `filters` ask for the pinned ones not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policy: Option<Policy>,
    /// Memories to leave in any case.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pinned_ids: Vec<String>,
    /// How many to look at of those that may go, the oldest first, 1 to 10,000; 1,000 unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 10_000))]
    pub limit: Option<u32>,
    /// Say what would be forgotten, and forget nothing.
    #[serde(default)]
    pub dry_run: bool,
    /// What was found before the decision.
    #[serde(skip)]
    pub found: Option<Chosen>,
}

/// What is to be forgotten.
#[derive(Clone, Debug, Default)]
pub struct Chosen {
    scanned: u64,
    /// The ids of each core.
    cores: BTreeMap<StreamId, Vec<String>>,
    /// Each, and why.
    items: Vec<Leaving>,
}

/// A memory that would be forgotten.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Leaving {
    /// Its id.
    pub id: String,
    /// The core it is in.
    pub core: String,
    /// What it says, in short.
    pub text: String,
    /// Why it would go.
    pub why: String,
    /// The stream it was taken from.
    pub source: Option<StreamId>,
}

/// What was forgotten, or would be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MemoriesForgotten {
    /// How many memories were looked at.
    pub scanned: u64,
    /// How many of them were forgotten.
    pub deleted: u64,
    /// Which.
    pub deleted_ids: Vec<String>,
    /// Whether nothing was forgotten, because it was only asked what would be.
    pub dry_run: bool,
    /// With `dry_run`: what would go, and why.
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
        // The searches that it makes are confined.
        Ok(())
    }
}

async fn prepare(op: MemoryForget, view: View) -> Result<MemoryForget> {
    let limit = op.limit.unwrap_or(USUAL);
    if !(1..=MOST).contains(&limit) {
        return Err(Error::field("/limit", format!("expected 1 to {MOST}")));
    }
    if op.ids.len() > MOST as usize {
        return Err(Error::field("/ids", format!("expected at most {MOST}")));
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
        most = MOST as usize;
    }
    let (_, total) = all(&view, &filters, 1).await?;
    if op.ids.is_empty() {
        // What stays in any case takes nobody's place among those that may go.
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
        // Whoever names a memory means it, pinned or not.
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
        // Whoever asks for all of a sort means their own.
        if op.ids.is_empty() && (is_held || !may_change(&view, crystal).await?) {
            continue;
        }
        if !may_change(&view, crystal).await? {
            return Err(others(&crystal.id));
        }
        if let Some(person) = crystal.held_by.as_deref().filter(|_| is_held) {
            return Err(held(&crystal.id, person));
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

/// Why a memory would go.
fn why(op: &MemoryForget, crystal: &Crystal, now: Time) -> String {
    match &op.policy {
        Some(policy) => policy.why(crystal, now),
        None if !op.ids.is_empty() => "it was named".into(),
        None => "it is what the filters ask for".into(),
    }
}

/// Leaves out messages of a session whose ids another memory has, and refuses ids that more than one has.
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
                return tx.outdated(changed());
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
