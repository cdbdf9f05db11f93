//! Sends the person at the client to the page where a question or a request for approval waits, when the client can
//! open addresses. The answer is given there, by somebody who has signed in: that an agent's client says so proves
//! nobody's consent. Knows no operation but the one that reads a workflow.

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

/// The one request in what is asked of the client.
const PERSON: &str = "person";
/// Reads what became of it.
const READS: &str = "workflow_get";
/// For how long a call of a session waits for its client: less than clients wait for a call.
const PATIENCE: Duration = Duration::from_secs(45);

/// What was asked for. It comes back from the client, which may have changed it: it says where to look, and who looks
/// sees no more than they may.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Waiting {
    workflow: Id,
    id: String,
}

/// The workflow in the arguments of a call.
#[derive(Deserialize)]
struct Asked {
    workflow: Id,
}

/// What is asked of a person, by the name of its operation: `question`, `approval`.
fn noun(entry: &Entry) -> &'static str {
    entry.spec.name.split('_').next().unwrap_or_default()
}

/// What a call has just asked a person; nothing when the client cannot send its person there, or when the answer has
/// more to tell.
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
    /// Asks the client to send its person to the page.
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

    /// What the client has to do before it comes back: the way of 2026-07-28.
    pub fn required(&self, asker: &Asker, entry: &Entry) -> InputRequiredResult {
        let request = ElicitRequest::new(self.request(asker, entry, String::new()));
        let requests = [(PERSON.to_owned(), InputRequest::Elicitation(request))].into();
        InputRequiredResult::new(Some(requests), serde_json::to_string(self).ok())
    }

    /// Asks the client of a session while its call waits; says whether it did what it was asked. The question is asked
    /// already, so nothing is lost when it did not.
    pub async fn asked(
        &self,
        asker: &Asker,
        entry: &Entry,
        exchange: &Exchange<RoleServer>,
    ) -> bool {
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

    /// What became of it, as the answer of the call.
    ///
    /// # Errors
    /// As [`Asker::call`].
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
