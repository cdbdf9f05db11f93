//! `usage_report`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::access::Access;
use std::collections::BTreeMap;

use crate::error::{Error, Result};
use crate::id::Id;
use crate::numbers::{Ref, TaskNo};
use crate::operation::{How, Operation, Spec};
use crate::spec;
use crate::tx::Tx;
use crate::workflow::facts::UsageReported;
use crate::workflow::ops::{ENTRIES, draft};
use crate::workflow::shared::Contribution;

/// The largest count of tokens in a report; more is a mistake.
const MOST_TOKENS: u64 = 1_000_000_000_000;
/// The largest cost in a report; more is a mistake.
const MOST_COST: f64 = 1_000_000_000.0;

/// Reports what I used since my last report: tokens and cost, for a task or the workflow, and how
/// full my context window is.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UsageReport {
    /// The workflow.
    pub workflow: Id,
    /// The task it was for: counted with my last attempt at it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task: Option<Ref<TaskNo>>,
    /// The size of my context window, in tokens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window: Option<u64>,
    /// How much of it is in use, in tokens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window_used: Option<u64>,
    /// What fills it: tokens by the block's name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub blocks: BTreeMap<String, u64>,
    /// Input tokens since my last report.
    #[serde(default)]
    pub tokens_in: u64,
    /// Output tokens since my last report.
    #[serde(default)]
    pub tokens_out: u64,
    /// Cost since my last report, as a decimal number of the workspace's currency; kept to a millionth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
}

/// What I gave and used in this workflow so far.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct UsageNow {
    /// The workflow.
    pub workflow: Id,
    /// My part in it.
    pub contribution: Contribution,
}

impl Operation for UsageReport {
    type Output = UsageNow;
    const SPEC: Spec = spec!(Write "usage_report" Access::AGENTS);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &UsageReport, tx: &mut Tx) -> Result<UsageNow> {
    for (field, tokens) in [
        ("/tokens_in", op.tokens_in),
        ("/tokens_out", op.tokens_out),
        ("/window", op.window.unwrap_or(0)),
        ("/window_used", op.window_used.unwrap_or(0)),
    ] {
        if tokens > MOST_TOKENS {
            return Err(Error::field(
                field,
                format!("expected at most {MOST_TOKENS}"),
            ));
        }
    }
    if op.blocks.len() > ENTRIES {
        let detail = format!("must have at most {ENTRIES} entries");
        return Err(Error::field("/blocks", detail));
    }
    let cost_micros = micros(op.cost.unwrap_or(0.0))?;
    // Also what a workflow used in its last minute counts, after it has ended.
    let draft = draft(tx, op.workflow)?;
    let task = match op.task {
        Some(task) => Some(draft.tasks.find(task.within(op.workflow)?)?.id),
        None => None,
    };
    draft.record(UsageReported {
        task,
        window: op.window,
        window_used: op.window_used,
        blocks: op.blocks.clone(),
        tokens_in: op.tokens_in,
        tokens_out: op.tokens_out,
        cost_micros,
    });
    let contribution = draft.agent_contributions.get(&draft.cx.actor.id);
    let contribution = contribution.map(|given| Contribution::clone(given));
    Ok(UsageNow {
        workflow: op.workflow,
        contribution: contribution.ok_or_else(|| Error::internal("a report left nothing"))?,
    })
}

fn micros(cost: f64) -> Result<u64> {
    if !(0.0..=MOST_COST).contains(&cost) {
        return Err(Error::field("/cost", format!("expected 0 to {MOST_COST}")));
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the range was checked: it is at most 10 to the 15th"
    )]
    let micros = (cost * 1_000_000.0).round() as u64;
    Ok(micros)
}
