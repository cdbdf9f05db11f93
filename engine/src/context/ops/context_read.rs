//! `context_read`: returns the context of an agent.

use std::sync::Arc;

use kernel::prelude::*;
use kernel::view::aside;

use self::applies::Applies;
use self::parts::parts;
use crate::confine;
use crate::context::assemble::assemble;
use crate::context::given::{ContextGiven, Format};
use crate::context::part::Counter;
use crate::context::prompt::{Ask, Prompt};
use crate::context::reading::Reading;
use crate::crystal::bond::may_read_bond;
use crate::crystal::usage;
use crate::fence::Tags;
use crate::mind::budget::Budget;
use crate::numbers::{Ref, TaskNo};
use crate::session::key::check as check_part;
use crate::session::window::{DEFAULT_WINDOW, of_model};
use crate::workflow::context::omitted::MEMORY;
use crate::workflow::context::{DEFAULT_BUDGET, MAX_BUDGET, MIN_BUDGET};
use crate::workspace::settings::Settings;

mod applies;
mod parts;

/// Maximum length of a model's name and of `since`, in bytes.
const NAME_BYTES: usize = 256;
/// Maximum length of a query, in bytes.
const QUERY_BYTES: usize = 64 * 1024;

/// Returns one prompt made of every memory that applies to an agent now: its mind and notes, the session's summary,
/// scratchpads, entities and newest messages, the workflow's goal, the task with decisions, discoveries, results and
/// artifacts, long-term memories for a query, and nudges; within a token budget. Rarely changing blocks come first, and
/// equal states give equal bytes, so that a provider's prompt cache keeps its prefix.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContextRead {
    /// The agent. Default: the calling agent; for people, the holder of the task, or the only agent of the session.
    #[schemars(length(min = 1, max = NAME_BYTES), regex(pattern = r"\S"))]
    pub agent: Option<String>,
    /// Session id, or its whole key as returned in responses.
    #[schemars(with = "Option<crate::session::SessionName>")]
    pub session: Option<String>,
    /// Namespace of the session; without a session, the only namespace whose memories are used.
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub namespace: Option<String>,
    /// User of the session; without a session, the user whose memories are used in addition to shared ones.
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub user_id: Option<String>,
    /// Id of the workflow; optional if `task` names it.
    pub workflow: Option<Id>,
    /// The task. Default: the one that the agent holds in the workflow.
    pub task: Option<Ref<TaskNo>>,
    /// Query for long-term memory.
    #[schemars(length(max = QUERY_BYTES))]
    pub query: Option<String>,
    /// The model that reads the prompt. Its context window limits the mind's share, and the budget if none is given.
    #[schemars(length(min = 1, max = NAME_BYTES), regex(pattern = r"\S"))]
    pub model: Option<String>,
    /// Context window in tokens, instead of the model's.
    #[schemars(range(min = 1))]
    pub window: Option<u32>,
    /// Maximum tokens of the prompt: 500 to 1,000,000. Default: 12,000, or half of the model's window if that is less,
    /// but at least 500.
    #[schemars(range(min = MIN_BUDGET, max = 1_000_000))]
    pub budget: Option<u32>,
    /// Include the block `guidance`, which explains how to use the others. Default: true; in an MCP session, true only
    /// for the first response.
    pub guidance: Option<bool>,
    /// Format: `text`, `messages` for a chat model, or `blocks` with the source of each item. Default: `text`.
    #[serde(default)]
    pub format: Format,
    /// The `etag` of an earlier response. If nothing has changed since, the response says so and omits the prompt.
    #[schemars(length(max = NAME_BYTES))]
    pub since: Option<String>,
}

impl Operation for ContextRead {
    type Output = ContextGiven;
    const SPEC: Spec = spec!(Read "context_read" Access::ALL)
        .with(&[Trait::Confined, Trait::Tagged])
        .everyday(&["session", "workflow", "task", "query", "budget"]);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));

    fn confine(&mut self, tenant: &kernel::tenant::Tenant) -> Result<()> {
        if self.workflow.is_some() || self.task.is_some() {
            return Err(Error::forbidden(
                "A token that is bound to a user or a namespace reads contexts of sessions and queries, not of workflows.",
            ));
        }
        let of = (&mut self.namespace, &mut self.user_id);
        match &mut self.session {
            Some(session) => confine::session(tenant, session, of.0, of.1),
            None => confine::owner(tenant, of.1, of.0),
        }
    }
}

async fn run(op: ContextRead, view: View) -> Result<ContextGiven> {
    check(&op)?;
    let age = view.services.age();
    let settings = Settings::for_view(&view).await?;
    let applies = Applies::of(&op, &view).await?;
    let place = applies.place(&view, op.format)?;
    let last = view.services.find_cached(&place);
    let last = last.and_then(|kept| kept.downcast::<Reading>().ok());
    let (agent, task, memories) = (
        applies.agent.clone(),
        applies.task,
        applies.memories.entries(),
    );
    let session = applies
        .session
        .as_ref()
        .map(|(session, _)| session.key.clone());
    let set = applies
        .session
        .iter()
        .flat_map(|(session, _)| &session.blocks);
    let set = set.map(|(block, shown)| (*block, *shown)).collect();
    let workflow = applies.workflow.as_ref().map(|(id, ..)| *id);
    let is_own = match (view.actor()?, &applies.agent) {
        (actor, Some(agent)) => actor.is_agent_named(agent),
        (_, None) => false,
    };
    let prompt = prompt(&op, &view, (applies, settings), &place, age).await?;
    let given = ContextGiven {
        agent,
        session,
        workflow,
        task,
        set,
        encoding: view.services.tokens().encoding().name().into(),
        ..prompt.response(Ask {
            format: op.format,
            last: last.as_deref(),
            since: op.since.as_deref(),
            guidance: op.guidance.unwrap_or(true),
        })
    };
    view.tag(&given.etag, given.unchanged);
    // Viewing another agent's context counts neither as a use nor as a reading.
    if is_own && !given.unchanged {
        let reading = prompt.reading.clone();
        let bytes = reading.bytes();
        view.services.keep(place, age, reading, bytes);
        let shown = prompt.sources(MEMORY);
        let shown = memories
            .iter()
            .filter(|(_, id)| shown.contains(&id.as_str()));
        let shown = shown.map(|(core, id)| (core.as_str(), id.as_str()));
        for (core, receipt) in usage::usage_receipts(workflow.zip(task), shown) {
            view.services.record_receipt(core, view.actor()?, receipt);
        }
    }
    Ok(given)
}

/// Returns the prompt, from the cache as long as nothing in it has changed.
async fn prompt(
    op: &ContextRead,
    view: &View,
    (applies, settings): (Applies, Settings),
    place: &str,
    age: u64,
) -> Result<Arc<Prompt>> {
    let (budget, mind_budget) = budgets(op, &settings);
    let (now, format) = (view.now, op.format);
    let place = format!("prompt {format:?} {place}");
    let words = &settings.context_guidance;
    let reader = applies.agent.clone().unwrap_or_default();
    // The keys of the tags change with the workspace's secret.
    let secret = view.services.hash_text(&reader);
    let state = applies.state(now);
    let looker = view.looker()?;
    let sees_bond = applies
        .agent
        .as_deref()
        .map(|agent| may_read_bond(looker, agent));
    let state =
        format!("{secret} {budget} {mind_budget:?} {format:?} {words:?} {sees_bond:?} {state}");
    let kept = view.services.find_cached(&place);
    let kept = kept.and_then(|kept| kept.downcast::<(String, Arc<Prompt>)>().ok());
    if let Some(kept) = kept.filter(|kept| kept.0 == state) {
        return Ok(kept.1.clone());
    }
    let services = view.services.clone();
    let prompt = aside(move || {
        let counter = Counter(services.clone());
        let tags = Tags::of(&reader, |text| services.hash_text(text));
        let parts = parts(
            &applies,
            &settings,
            (budget, mind_budget),
            format,
            now,
            &tags,
            &counter,
        );
        let set = applies.session.as_ref().map(|(session, _)| &session.blocks);
        let set = format!("{set:?}");
        assemble(parts, budget, (format, &set), &tags, &counter)
    });
    let prompt = Arc::new(prompt.await?);
    let bytes = prompt.bytes() + state.len();
    view.services
        .keep(place, age, Arc::new((state, prompt.clone())), bytes);
    Ok(prompt)
}

fn check(op: &ContextRead) -> Result<()> {
    if !matches!(op.budget, None | Some(MIN_BUDGET..=MAX_BUDGET)) {
        let detail = format!("expected {MIN_BUDGET} to {MAX_BUDGET}");
        return Err(Error::field("/budget", detail));
    }
    if op.window == Some(0) {
        return Err(Error::field("/window", "expected at least 1 token"));
    }
    for (pointer, text, most) in [
        ("/agent", &op.agent, NAME_BYTES),
        ("/model", &op.model, NAME_BYTES),
        ("/since", &op.since, NAME_BYTES),
        ("/query", &op.query, QUERY_BYTES),
    ] {
        if text.as_ref().is_some_and(|text| text.len() > most) {
            let detail = format!("expected at most {most} bytes");
            return Err(Error::field(pointer, detail));
        }
    }
    for (pointer, text) in [("/agent", &op.agent), ("/model", &op.model)] {
        if text.as_ref().is_some_and(|text| text.trim().is_empty()) {
            return Err(Error::field(pointer, "expected a name"));
        }
    }
    let looks_up = op.query.is_some() || op.workflow.is_some() || op.task.is_some();
    for (pointer, part) in [("/namespace", &op.namespace), ("/user_id", &op.user_id)] {
        if part.is_some() && op.session.is_none() && !looks_up {
            let detail = "name the `session` that it belongs to, or a `query`";
            return Err(Error::field(pointer, detail));
        }
        if let Some(part) = part.as_deref().filter(|part| !part.is_empty()) {
            check_part(pointer, part)?;
        }
    }
    Ok(())
}

/// Returns the budget of the whole prompt, and the mind's budget.
fn budgets(op: &ContextRead, settings: &Settings) -> (u32, Budget) {
    let of_model = |model| of_model(model, settings).unwrap_or(DEFAULT_WINDOW);
    let window = op.window.or_else(|| op.model.as_deref().map(of_model));
    let usual = window.map_or(DEFAULT_BUDGET, |window| (window / 2).min(DEFAULT_BUDGET));
    let budget = op.budget.unwrap_or(usual).max(MIN_BUDGET);
    let mind = window.map_or_else(Budget::default, |window| Budget::of_window(window.into()));
    (budget, mind)
}
