//! `/v1/long-term-memory/forget` and `…/compact`: deletes memories by a policy, and merges duplicates.

use axum::body::Body;
use axum::extract::Request;
use axum::http::Response;
use engine::crystal::filter::{Filters, Tag};
use engine::crystal::ops::memory_compact::MemoryCompact;
use engine::crystal::ops::memory_forget::MemoryForget;
use engine::crystal::policy::Policy;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::asker::{Asker, Reply, respond, status};
use super::intake;
use super::query::Flag;
use engine::session::MemoryType;

/// Body of `POST …/forget`. Unknown fields are rejected, because they may be meant to keep memories.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ForgetRequest")]
pub struct Forget {
    policy: PolicyIn,
    #[serde(default)]
    pinned_ids: Option<Vec<String>>,
}

#[derive(Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "ForgetPolicy")]
struct PolicyIn {
    max_age_days: Option<f64>,
    max_inactive_days: Option<f64>,
    budget: Option<u64>,
    memory_type_allowlist: Option<Vec<MemoryType>>,
    hard_age_multiplier: Option<f64>,
}

/// Result of forgetting.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ForgetResult")]
pub struct Forgotten {
    scanned: u64,
    deleted: u64,
    deleted_ids: Vec<String>,
    dry_run: bool,
}

#[expect(
    clippy::field_reassign_with_default,
    reason = "the operation keeps a field to itself, so it cannot be written as one expression"
)]
/// Forgets memories. A dry run by default: nothing is deleted unless the caller sends `dry_run=false`.
pub async fn forget(request: Request) -> Response<Body> {
    Asker::serve(request, async |asker, body| -> Reply {
        asker.must_be_known()?;
        let limit = asker.query.number("limit", 1..=10_000)?;
        let dry_run = asker.query.flag("dry_run")?.unwrap_or(Flag::Yes) == Flag::Yes;
        let forget: Forget = intake::json(body).await?;
        let tag = |name| asker.query.text(name).map(Tag::eq);
        let mut ask = MemoryForget::default();
        ask.filters = Filters {
            namespace: tag("namespace"),
            user_id: tag("user_id"),
            session_id: tag("session_id"),
            ..Filters::default()
        };
        ask.policy = Some(Policy {
            max_age_days: forget.policy.max_age_days,
            max_inactive_days: forget.policy.max_inactive_days,
            budget: forget.policy.budget,
            memory_type_allowlist: forget.policy.memory_type_allowlist,
            hard_age_multiplier: forget.policy.hard_age_multiplier,
        });
        ask.pinned_ids = forget.pinned_ids.unwrap_or_default();
        ask.limit = limit;
        ask.dry_run = dry_run;
        let forgotten = asker.run(ask).await?;
        Ok(respond(&Forgotten {
            scanned: forgotten.scanned,
            deleted: forgotten.deleted,
            deleted_ids: forgotten.deleted_ids,
            dry_run: forgotten.dry_run,
        }))
    })
    .await
}

#[expect(
    clippy::field_reassign_with_default,
    reason = "the operation keeps a field to itself, so it cannot be written as one expression"
)]
/// Merges duplicate memories.
pub async fn compact(request: Request) -> Response<Body> {
    Asker::serve(request, async |asker, _| -> Reply {
        asker.must_be_known()?;
        let text = |name| asker.query.text(name).map(str::to_owned);
        let mut ask = MemoryCompact::default();
        ask.namespace = text("namespace");
        ask.user_id = text("user_id");
        let mut compacted = asker.run(ask.clone()).await?;
        while compacted.more {
            compacted = asker.run(ask.clone()).await?;
        }
        let remaining = compacted.remaining;
        Ok(status(format!(
            "ok, {remaining} memories remaining after compaction"
        )))
    })
    .await
}
