//! Sends the person at the client to the page on which a question or an approval request waits, if the client can open
//! addresses. The person answers there, signed in: a statement by an agent's client is no proof of consent.

use std::time::Duration;

use kernel::operation::Trait;
use kernel::registry::Entry;
use kernel::{Error, Id};
use rmcp::RoleServer;
use rmcp::model::{
    CallToolResult, ClientResult, ElicitRequest, ElicitRequestParams, ErrorData, InputRequest,
    InputRequiredResult, ServerRequest,
};
use rmcp::service::{PeerRequestOptions, RequestContext as Exchange};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::asker::Asker;
use super::{result, tool};
use crate::http::Called;

/// Key of the only input request that is sent to a client.
const PERSON: &str = "person";
/// Operation that reads the outcome.
const READS: &str = "workflow_get";
/// Maximum time that a call of a session waits for its client: shorter than clients wait for a call.
const PATIENCE: Duration = Duration::from_secs(45);

/// State of a pending request. The client sends it back and may have changed it: it only says where to look, and the
/// caller's permissions apply there.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Waiting {
    workflow: Id,
    id: String,
}

/// Workflow in the arguments of a call.
#[derive(Deserialize)]
struct Asked {
    workflow: Id,
}

/// Returns the kind of request by the name of its operation: `question`, `approval`.
fn noun(entry: &Entry) -> &'static str {
    entry.spec.name.split('_').next().unwrap_or_default()
}

/// Returns the request that a call has just made to a person; `None` if the client cannot open addresses, or the answer
/// also has notices.
pub fn waiting(
    entry: &Entry,
    arguments: &[u8],
    called: &Called,
    exchange: &Exchange<RoleServer>,
) -> Option<Waiting> {
    let capable = exchange.client_capabilities()?.elicitation?.url.is_some();
    let quiet = called.inbox.is_empty() && called.inbox_waiting == 0;
    if !entry.spec.has(Trait::AsksPerson) || !capable || !quiet {
        return None;
    }
    let asked: Asked = serde_json::from_slice(arguments).ok()?;
    let answer: Value = serde_json::from_slice(&called.json).ok()?;
    Some(Waiting {
        workflow: asked.workflow,
        id: answer[noun(entry)]["id"].as_str()?.to_owned(),
    })
}

impl Waiting {
    /// Builds the request that sends the client's person to the page.
    fn request(&self, asker: &Asker, entry: &Entry, id: String) -> ElicitRequestParams {
        ElicitRequestParams::UrlElicitationParams {
            meta: None,
            message: format!(
                "{} asks you something in Loci ({} {}). Sign in there to answer.",
                asker.actor.id,
                noun(entry),
                self.id
            ),
            url: asker.page(self.workflow, &format!("{}:{}", noun(entry), self.id)),
            elicitation_id: id,
        }
    }

    /// Returns the input that the client has to provide before it repeats the call: the method of 2026-07-28.
    pub fn input_required(&self, asker: &Asker, entry: &Entry) -> InputRequiredResult {
        let request = ElicitRequest::new(self.request(asker, entry, String::new()));
        let requests = [(PERSON.to_owned(), InputRequest::Elicitation(request))].into();
        InputRequiredResult::new(Some(requests), serde_json::to_string(self).ok())
    }

    /// Asks the client of a session while its call waits. Returns true if the client answered. The question is recorded
    /// already, so nothing is lost without an answer.
    pub async fn ask(&self, asker: &Asker, entry: &Entry, exchange: &Exchange<RoleServer>) -> bool {
        let id = format!("{}.{}", self.workflow, self.id);
        let request = ElicitRequest::new(self.request(asker, entry, id));
        let asking = async {
            let options = PeerRequestOptions::with_timeout(PATIENCE);
            let request = ServerRequest::ElicitRequest(request);
            let sent = exchange.peer.send_request_with_option(request, options);
            sent.await?.await_response().await
        };
        let answered = asker.wait(exchange, asking).await;
        matches!(answered, Some(Ok(ClientResult::ElicitResult(_))))
    }

    /// Reads the outcome as the answer of the call.
    ///
    /// # Errors
    /// Same as [`Asker::call`].
    pub async fn became(
        &self,
        asker: &Asker,
        entry: &Entry,
        exchange: &Exchange<RoleServer>,
    ) -> kernel::Result<Called> {
        let reads = tool::entry(READS);
        let reads = reads.ok_or_else(|| Error::internal(format!("there is no tool {READS}")))?;
        let arguments =
            json!({ "workflow": self.workflow, "fields": [format!("{}s", noun(entry))] });
        let arguments = arguments.to_string().into();
        let called = asker.call(reads, arguments, exchange).await?;
        only(noun(entry), &self.id, called)
    }
}

/// Reads the outcome when the client repeats its call.
///
/// # Errors
/// Returns an error if the tool asks no person, or the state is invalid.
pub async fn resume(
    asker: &Asker,
    entry: &Entry,
    state: &str,
    exchange: &Exchange<RoleServer>,
) -> Result<CallToolResult, ErrorData> {
    let waiting = serde_json::from_str::<Waiting>(state);
    match waiting {
        Ok(waiting) if entry.spec.has(Trait::AsksPerson) => {
            let became = waiting.became(asker, entry, exchange).await;
            Ok(result::of(became, &asker.context.request))
        }
        _ => {
            let detail = "`requestState` is none that this tool gave. Call it without.";
            Err(ErrorData::invalid_params(detail, None))
        }
    }
}

/// Reduces the answer to the item that was asked for.
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
