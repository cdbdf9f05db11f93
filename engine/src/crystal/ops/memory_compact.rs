//! `memory_compact`.

use kernel::prelude::*;
use std::collections::BTreeMap;

use crate::crystal::filter::{Filters, Tag};
use crate::crystal::find::all;
use crate::crystal::ops::WRITERS;
use crate::crystal::owner::may_change;
use crate::crystal::record::Crystal;
use crate::crystal::rules::forget;
use crate::crystal::state::Core;
use crate::crystal::stream;
use crate::session::record::MemoryType;
use crate::workspace::settings::Settings;

/// How many memories one call looks at, at most.
const MOST: usize = 100_000;

/// Makes one memory of those that say the same, word for word, of the same user in the same namespace,
/// also when they are from different sessions. The pinned one stays, else the one recalled most often,
/// else the oldest. Messages are left alone, and so is what the caller may not forget.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemoryCompact {
    /// Only in this namespace.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    /// Only of this user.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user_id: Option<String>,
    /// What was found before the decision.
    #[serde(skip)]
    pub found: Option<Doubles>,
}

/// What says again what another memory says.
#[derive(Clone, Debug, Default)]
pub struct Doubles {
    total: u64,
    /// The ids of each core.
    cores: BTreeMap<StreamId, Vec<String>>,
}

/// What was done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Compacted {
    /// How many memories were forgotten because another one says the same.
    pub merged: u64,
    /// How many are left.
    pub remaining: u64,
}

impl Operation for MemoryCompact {
    type Output = Compacted;
    const SPEC: Spec = spec!(Write "memory_compact" WRITERS);
    const HOW: How<Self> = How::Decide(decide);
    const PREPARE: Option<Prepare<Self>> = Some(|op, view| Box::pin(prepare(op, view)) as Fut<_>);
}

async fn prepare(op: MemoryCompact, view: View) -> Result<MemoryCompact> {
    let filters = Filters {
        namespace: op.namespace.as_deref().map(Tag::eq),
        user_id: op.user_id.as_deref().map(Tag::eq),
        ..Filters::default()
    };
    let (crystals, total) = all(&view, &filters, MOST).await?;
    // The hash says nothing of the core, and cores do not mix.
    let mut alike: BTreeMap<(&str, &str), Vec<&Crystal>> = BTreeMap::new();
    for crystal in &crystals {
        if crystal.memory_type != MemoryType::Message {
            let key = (crystal.core.as_str(), crystal.memory_hash.as_str());
            alike.entry(key).or_default().push(crystal);
        }
    }
    let mut doubles = Doubles {
        total,
        ..Doubles::default()
    };
    for ((core, _), alike) in alike.into_iter().filter(|(_, alike)| alike.len() > 1) {
        let mut own = Vec::with_capacity(alike.len());
        for crystal in &alike {
            if may_change(&view, crystal).await? {
                own.push(*crystal);
            }
        }
        own.sort_by(|one, other| {
            let rank = |crystal: &Crystal| (crystal.pinned, crystal.access_count);
            rank(other)
                .cmp(&rank(one))
                .then(one.created_at.cmp(&other.created_at))
                .then(one.id.cmp(&other.id))
        });
        // Others' stay in any case, so that the caller's own need not.
        let stay = usize::from(own.len() == alike.len());
        let ids = own.iter().skip(stay).map(|crystal| crystal.id.clone());
        let ids: Vec<String> = ids.collect();
        if !ids.is_empty() {
            doubles.cores.entry(stream(core)).or_default().extend(ids);
        }
    }
    let found = Some(doubles);
    Ok(MemoryCompact { found, ..op })
}

fn decide(op: &MemoryCompact, tx: &mut Tx) -> Result<Compacted> {
    let Some(doubles) = &op.found else {
        return Err(Error::internal("what to compact was not prepared"));
    };
    let restore_days = Settings::of(tx)?.restore_days;
    let mut merged = 0;
    for (core, ids) in &doubles.cores {
        let draft = tx.draft::<Core>(core)?;
        merged += forget(draft, ids, restore_days).len() as u64;
    }
    Ok(Compacted {
        merged,
        remaining: doubles.total.saturating_sub(merged),
    })
}
