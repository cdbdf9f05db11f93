//! `memory_compact`.

use kernel::prelude::*;
use std::collections::BTreeMap;

use crate::confine;
use crate::crystal::every::every;
use crate::crystal::filter::{Filters, Tag};
use crate::crystal::key::memory_hash;
use crate::crystal::lasting::Lasting;
use crate::crystal::merge::merge;
use crate::crystal::one::{Current, current};
use crate::crystal::ops::WRITERS;
use crate::crystal::owner::may_change;
use crate::crystal::record::Crystal;
use crate::crystal::similar::{alike, best_first};
use crate::session::record::MemoryType;
use kernel::view::aside;

/// Maximum number of memories that a call reads.
const MAX_MEMORIES: usize = 100_000;
/// Maximum number of memories that a call archives: it blocks all other writers.
const MAX_ARCHIVED: usize = 500;
/// Maximum number of groups with different lifetimes that a memory is compared with.
const PARTS: usize = 8;

/// Merges memories of a user in a namespace that say the same, word for word, also from different sessions; with `near`
/// also nearly word for word. Keeps the pinned one, else the one with the longest lifetime, the most recalls, the
/// earliest creation. The others are archived with a link to it (`memory_unmerge` restores one), except those that last
/// longer or are about another event. Skips messages and memories that the caller may not change. A call archives at
/// most 500 memories and reports if there are more.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemoryCompact {
    /// Only this namespace.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    /// Only this user.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user_id: Option<String>,
    /// Also merge memories that differ only in punctuation, articles and the case of plain words.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub near: bool,
    /// Groups found before the decision.
    #[serde(skip)]
    pub found: Option<Doubles>,
}

/// Groups of memories that say the same.
#[derive(Clone, Debug, Default)]
pub struct Doubles {
    total: u64,
    /// The memory to keep and the others, per group.
    groups: Vec<(Current, Vec<Current>)>,
    /// True if there are more for another call.
    more: bool,
}

/// Result of a compaction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Compacted {
    /// Number of archived duplicates.
    pub merged: u64,
    /// Number of memories left.
    pub remaining: u64,
    /// True if there are more duplicates: call again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub more: bool,
}

impl Operation for MemoryCompact {
    type Output = Compacted;
    const SPEC: Spec = spec!(Write "memory_compact" WRITERS)
        .refuses(&[
            "ambiguous",
            "changed",
            "frozen",
            "full",
            "merged",
            "message",
            "superseded",
            "switched_off",
        ])
        .with(&[Trait::Confined]);
    const HOW: How<Self> = How::Decide(decide);
    const PREPARE: Option<Prepare<Self>> = Some(|op, view| Box::pin(prepare(op, view)) as Fut<_>);

    fn confine(&mut self, tenant: &kernel::tenant::Tenant) -> Result<()> {
        confine::owner(tenant, &mut self.user_id, &mut self.namespace)
    }
}

/// Ids of one core that say the same, the best first.
struct Group {
    core: String,
    ids: Vec<String>,
}

async fn prepare(op: MemoryCompact, view: View) -> Result<MemoryCompact> {
    let filters = Filters {
        namespace: op.namespace.as_deref().map(Tag::eq),
        user_id: op.user_id.as_deref().map(Tag::eq),
        superseded: Some(true),
        ..Filters::default()
    };
    let (mut crystals, total) = every(&view, filters, MAX_MEMORIES).await?;
    let read = crystals.len();
    crystals.retain(|one| one.superseded_by.is_none());
    let mut doubles = Doubles {
        total: total.saturating_sub((read - crystals.len()) as u64),
        ..Doubles::default()
    };
    crystals.retain(|one| one.memory_type != MemoryType::Message);
    let near = op.near;
    let (groups, crystals) = aside(move || {
        if near {
            (nearly(&crystals), crystals)
        } else {
            (exactly(&crystals), crystals)
        }
    })
    .await?;
    let known: BTreeMap<(&str, &str), &Crystal> = crystals
        .iter()
        .map(|one| ((one.core.as_str(), one.id.as_str()), one))
        .collect();
    let mut left = MAX_ARCHIVED;
    for group in groups {
        if left == 0 {
            doubles.more = true;
            break;
        }
        let (mut own, mut others) = (Vec::new(), Vec::new());
        for id in &group.ids {
            let Some(one) = known.get(&(group.core.as_str(), id.as_str())) else {
                continue;
            };
            let is_free = one.held_by.is_none() && !one.frozen;
            if is_free && may_change(&view, one).await? {
                own.push(*one);
            } else {
                others.push(*one);
            }
        }
        let core = Some(group.core.as_str());
        for (keep, mut losers) in choose(own, &others) {
            doubles.more |= losers.len() > left;
            losers.truncate(left);
            left -= losers.len();
            if losers.is_empty() {
                continue;
            }
            let keep = current(&view, &keep.id, core).await?;
            let mut found = Vec::with_capacity(losers.len());
            for one in losers {
                found.push(current(&view, &one.id, core).await?);
            }
            doubles.groups.push((keep, found));
        }
    }
    let found = Some(doubles);
    Ok(MemoryCompact { found, ..op })
}

/// Chooses which memories to keep and which to merge into them. Memories of others are kept in any case, so the
/// caller's own are merged into those where they last as long.
fn choose<'a>(
    own: Vec<&'a Crystal>,
    others: &[&'a Crystal],
) -> Vec<(&'a Crystal, Vec<&'a Crystal>)> {
    let (mut chosen, mut own) = (Vec::new(), own);
    if let Some(keep) = others.first() {
        let lasting = Lasting::of(keep);
        let is_covered = |one: &&Crystal| lasting.covers(&Lasting::of(one));
        let (covered, left) = own.into_iter().partition(is_covered);
        chosen.push((*keep, covered));
        own = left;
    }
    // The rest begins with the one that lasts as long as all others.
    let mut own = own.into_iter();
    if let Some(keep) = own.next() {
        chosen.push((keep, own.collect()));
    }
    chosen.retain(|(_, losers)| !losers.is_empty());
    chosen
}

/// Groups memories with the same words and the same event.
fn exactly(crystals: &[Crystal]) -> Vec<Group> {
    // The hash does not cover the core, and cores are not mixed. Stored hashes may cover less.
    let mut alike: BTreeMap<(&str, String), Vec<&Crystal>> = BTreeMap::new();
    for crystal in crystals {
        let key = (crystal.core.as_str(), memory_hash(crystal));
        alike.entry(key).or_default().push(crystal);
    }
    alike.into_values().flat_map(lasting_as_long).collect()
}

/// Splits memories that say the same, so that the first of each group lasts as long as the others.
fn lasting_as_long(mut alike: Vec<&Crystal>) -> Vec<Group> {
    alike.sort_by(|one, other| best_first(one, other));
    let mut parts: Vec<(Lasting, Group)> = Vec::new();
    for one in alike {
        let lasting = Lasting::of(one);
        let mut known = parts.iter_mut().take(PARTS);
        match known.find(|(first, _)| first.covers(&lasting)) {
            Some((_, part)) => part.ids.push(one.id.clone()),
            None => parts.push((
                lasting,
                Group {
                    core: one.core.clone(),
                    ids: vec![one.id.clone()],
                },
            )),
        }
    }
    let parts = parts.into_iter().map(|(_, part)| part);
    parts.filter(|part| part.ids.len() > 1).collect()
}

/// Groups memories that say nearly the same.
fn nearly(crystals: &[Crystal]) -> Vec<Group> {
    let groups = alike(crystals, &[]).into_iter();
    groups
        .map(|group| Group {
            core: group.core,
            ids: [vec![group.keep], group.others].concat(),
        })
        .collect()
}

fn decide(op: &MemoryCompact, tx: &mut Tx) -> Result<Compacted> {
    let Some(doubles) = &op.found else {
        return Err(Error::internal("what to compact was not prepared"));
    };
    let mut merged = 0;
    for (keep, others) in &doubles.groups {
        merge(tx, &keep.stream, keep, others)?;
        merged += others.len() as u64;
    }
    Ok(Compacted {
        merged,
        remaining: doubles.total.saturating_sub(merged),
        more: doubles.more,
    })
}
