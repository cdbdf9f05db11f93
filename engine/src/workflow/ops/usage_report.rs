//! `usage_report`.

use kernel::prelude::*;
use std::collections::BTreeMap;

use crate::numbers::{Ref, TaskNo};
use crate::workflow::facts::UsageReported;
use crate::workflow::ops::{ENTRIES, draft};
use crate::workflow::shared::{Contribution, Usage};

/// Maximum number of tokens in a report; more is a mistake.
const MAX_TOKENS: u64 = 1_000_000_000_000;
/// Maximum length of a log id, in bytes.
const LONGEST_ID: usize = 200;
/// Maximum length of a log address, in bytes.
const LONGEST_ADDRESS: usize = 2_000;
/// Maximum cost in a report; more is a mistake.
const MAX_COST: f64 = 1_000_000_000.0;

/// Reports my token usage and cost since my last report, for a task or the workflow, and the use of my context window.
/// A person reports usage that no agent has reported.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UsageReport {
    /// Id of the workflow.
    pub workflow: Id,
    /// Task that the usage was for, also one that I do not hold: added to the task and to my last attempt at it.
    pub task: Option<Ref<TaskNo>>,
    /// Size of my context window, in tokens.
    #[schemars(range(max = MAX_TOKENS))]
    pub window: Option<u64>,
    /// Tokens in use in my context window.
    #[schemars(range(max = MAX_TOKENS))]
    pub window_used: Option<u64>,
    /// Use of the context window: tokens by the block's name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(extend("maxProperties" = ENTRIES))]
    pub blocks: BTreeMap<String, u64>,
    /// Input tokens since my last report.
    #[serde(default)]
    #[schemars(range(max = MAX_TOKENS))]
    pub tokens_in: u64,
    /// Output tokens since my last report.
    #[serde(default)]
    #[schemars(range(max = MAX_TOKENS))]
    pub tokens_out: u64,
    /// Cost since my last report, as a decimal number in the workspace's currency; rounded to a millionth.
    #[schemars(range(min = 0.0, max = MAX_COST))]
    pub cost: Option<f64>,
    /// My own log of this work: an `http` or `https` address, or an id of 1 to 200 letters, digits, `-`, `_`, `.` and
    /// `/`. Shown with my contribution from now on.
    #[schemars(length(min = 1, max = LONGEST_ADDRESS), regex(pattern = r"^(https?://[!-~]+|[A-Za-z0-9._-][A-Za-z0-9._/-]{0,199})$"))]
    pub log_ref: Option<String>,
}

/// My contribution to and usage in this workflow so far.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct UsageNow {
    /// Id of the workflow.
    pub workflow: Id,
    /// My contribution; people have none.
    pub contribution: Option<Contribution>,
    /// Total usage of the task, if the report was for one.
    pub task_usage: Option<Usage>,
}

impl Operation for UsageReport {
    type Output = UsageNow;
    const SPEC: Spec =
        spec!(Write "usage_report" Access::AGENTS.and(Access::PEOPLE)).refuses(&["ended"]);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &UsageReport, tx: &mut Tx) -> Result<UsageNow> {
    for (field, tokens) in [
        ("/tokens_in", op.tokens_in),
        ("/tokens_out", op.tokens_out),
        ("/window", op.window.unwrap_or(0)),
        ("/window_used", op.window_used.unwrap_or(0)),
    ] {
        if tokens > MAX_TOKENS {
            return Err(Error::field(
                field,
                format!("expected at most {MAX_TOKENS}"),
            ));
        }
    }
    if op.blocks.len() > ENTRIES {
        let detail = format!("must have at most {ENTRIES} entries");
        return Err(Error::field("/blocks", detail));
    }
    if let Some(log_ref) = &op.log_ref {
        check_log_ref(log_ref)?;
    }
    let cost_micros = micros(op.cost.unwrap_or(0.0))?;
    // Usage is accepted after the end of a workflow, too: that of its last minute counts.
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
        log_ref: op.log_ref.clone(),
    });
    let contribution = draft.agent_contributions.get(&draft.cx.actor.id);
    let contribution = contribution.map(|given| Contribution::clone(given));
    Ok(UsageNow {
        workflow: op.workflow,
        contribution: contribution.filter(|_| draft.cx.actor.role.is_agent()),
        task_usage: task.and_then(|no| draft.tasks.get(no).map(|task| task.usage)),
    })
}

/// Rejects references that a page could not link to, or that are unsafe as a link.
fn check_log_ref(log_ref: &str) -> Result<()> {
    let rest = ["https://", "http://"].map(|scheme| log_ref.strip_prefix(scheme));
    let is_printed = |c: char| c.is_ascii_graphic() && !matches!(c, '"' | '<' | '>' | '\\' | '`');
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/');
    let is_good = if let Some(rest) = rest.into_iter().flatten().next() {
        let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
        log_ref.len() <= LONGEST_ADDRESS && !host.is_empty() && rest.chars().all(is_printed)
    } else {
        let fits = (1..=LONGEST_ID).contains(&log_ref.len());
        fits && !log_ref.starts_with('/') && log_ref.chars().all(is_word)
    };
    if is_good {
        return Ok(());
    }
    let detail = format!(
        "expected an http or https address of at most {LONGEST_ADDRESS} bytes, or an id of 1 to \
         {LONGEST_ID} letters, digits, `-`, `_`, `.` and `/` that does not begin with `/`"
    );
    Err(Error::field("/log_ref", detail))
}

fn micros(cost: f64) -> Result<u64> {
    if !(0.0..=MAX_COST).contains(&cost) {
        return Err(Error::field("/cost", format!("expected 0 to {MAX_COST}")));
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the range was checked: it is at most 10 to the 15th"
    )]
    let micros = (cost * 1_000_000.0).round() as u64;
    Ok(micros)
}
