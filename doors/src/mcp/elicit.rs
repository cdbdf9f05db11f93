//! Sends the person at the client to the page where a question or a request for approval waits, when the client can
//! open addresses. The answer is given there, by somebody who has signed in: that an agent's client says so proves
//! nobody's consent. Knows no operation but the one that reads a workflow.

use kernel::operation::Trait;
use kernel::registry::Entry;
use kernel::{Error, Id};
use rmcp::RoleServer;
use rmcp::model::{
    CallToolResult, ElicitRequest, ElicitRequestParams, ErrorData, InputRequest,
    InputRequiredResult, ProtocolVersion,
};
use rmcp::service::RequestContext as Exchange;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::asker::Asker;
use super::{result, tool};
use crate::http::Called;

/// The one request in what is asked of the client.
const PERSON: &str = "person";
/// Reads what became of it.
const READS: &str = "workflow_get";

/// What was asked for. It comes back from the client, which may have changed it: it says where to look, and who looks
/// sees no more than they may.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Waiting {
    workflow: Id,
    id: String,
}

/// What is asked of a person, by the name of its operation: `question`, `approval`.
fn noun(entry: &Entry) -> &'static str {
    entry.spec.name.split('_').next().unwrap_or_default()
}

/// What to ask of the client when a call has just asked a person; nothing when the client cannot, or when its answer
/// has more to tell.
pub fn asked(
    asker: &Asker,
    entry: &Entry,
    workflow: Option<&Value>,
    called: &Called,
    exchange: &Exchange<RoleServer>,
) -> Option<InputRequiredResult> {
    let capable = exchange.client_capabilities()?.elicitation?.url.is_some()
        && exchange.protocol_version()? >= ProtocolVersion::V_2026_07_28;
    let quiet = called.inbox.is_empty() && called.inbox_waiting == 0;
    if !entry.spec.has(Trait::AsksPerson) || !capable || !quiet {
        return None;
    }
    let answer: Value = serde_json::from_slice(&called.json).ok()?;
    let waiting = Waiting {
        workflow: workflow?.as_str()?.parse().ok()?,
        id: answer[noun(entry)]["id"].as_str()?.to_owned(),
    };
    let params = ElicitRequestParams::UrlElicitationParams {
        meta: None,
        message: format!(
            "{} asks you something in Loci ({} {}). Sign in there to answer.",
            asker.actor.id,
            noun(entry),
            waiting.id
        ),
        url: asker.page(waiting.workflow, &format!("{}:{}", noun(entry), waiting.id)),
        elicitation_id: String::new(),
    };
    let request = InputRequest::Elicitation(ElicitRequest::new(params));
    let requests = [(PERSON.to_owned(), request)].into();
    let state = serde_json::to_string(&waiting).ok()?;
    Some(InputRequiredResult::new(Some(requests), Some(state)))
}

/// What became of it, when the client comes back.
///
/// # Errors
/// When the tool asks nobody, or the state is not one that was given.
pub async fn returned(
    asker: &Asker,
    entry: &Entry,
    state: &str,
    exchange: &Exchange<RoleServer>,
) -> Result<CallToolResult, ErrorData> {
    let odd = || {
        let detail = "`requestState` is none that this tool gave. Call it without.";
        ErrorData::invalid_params(detail, None)
    };
    if !entry.spec.has(Trait::AsksPerson) {
        return Err(odd());
    }
    let waiting: Waiting = serde_json::from_str(state).map_err(|_| odd())?;
    let reads = tool::entry(READS).ok_or_else(odd)?;
    let arguments =
        json!({ "workflow": waiting.workflow, "fields": [format!("{}s", noun(entry))] });
    let arguments = arguments.as_object().cloned().unwrap_or_default();
    let called = asker.call(reads, arguments, exchange).await;
    let called = called.and_then(|called| only(noun(entry), &waiting.id, called));
    Ok(result::of(called, &asker.context.request))
}

/// The answer with nothing but the one that was asked for.
fn only(noun: &str, id: &str, called: Called) -> kernel::Result<Called> {
    let whole: Value = serde_json::from_slice(&called.json)
        .map_err(|error| Error::internal(format!("an answer is not JSON: {error}")))?;
    let all = whole["workflow"][format!("{noun}s")].as_array();
    let item = all.into_iter().flatten().find(|item| item["id"] == id);
    let item = item.ok_or_else(|| Error::not_found(format!("There is no {noun} {id}.")))?;
    let mut answer = json!({
        noun: item, "version": whole["version"], "position": whole["position"],
    });
    if !called.inbox.is_empty() {
        answer["inbox"] = whole["inbox"].clone();
    }
    Ok(Called {
        json: answer.to_string().into_bytes(),
        ..called
    })
}
