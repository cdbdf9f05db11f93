//! Context for an agent at the beginning of its session: its memory, and the end of its previous session.

use kernel::Code;
use serde_json::{Value, json};

use super::hand_over::NOTED;
use super::told::Told;
use super::{REFUSED, call, said, workflow_variable};
use crate::client::Server;

/// Maximum number of sessions that are searched for the previous one.
const SESSIONS: usize = 20;
/// Text between the previous session's messages and its name.
const BEFORE: &str = "\nThe messages above are the last of your session before this one; `loci session get` has all of it: ";
/// Token budget of the memory: agents limit the length of a hook's output.
const KNOWS_TOKENS: u64 = 1_400;
/// Additional token budget of the previous session.
const BEFORE_TOKENS: u64 = 600;

/// Adds the agent's memory to the text.
pub async fn remember(server: &Server, said: &Value, told: &mut Told) {
    let mut wish = json!({ "budget": KNOWS_TOKENS });
    if let Some(workflow) = workflow_variable() {
        wish["workflow"] = workflow.into();
    }
    let session = goes_on(server, said, told).await;
    if let Some(session) = &session
        && said["source"] == "compact"
    {
        // After a compaction the agent has no other copy of the conversation.
        wish["session"] = session.as_str().into();
        wish["budget"] = (KNOWS_TOKENS + BEFORE_TOKENS).into();
    }
    let mut given = call(server, "context_read", &wish, told).await;
    if let Err(error) = &given
        && matches!(error.code, Code::NotFound | Code::Gone | Code::Invalid)
        && wish["workflow"].is_string()
    {
        // Without an unknown workflow, the rest of the memory is still available.
        told.fails(REFUSED, error);
        wish["workflow"] = Value::Null;
        given = call(server, "context_read", &wish, told).await;
    }
    let given = match given {
        Ok(given) => given,
        Err(error) => return told.fails(REFUSED, &error),
    };
    // A cleared session has to begin without earlier messages.
    if session.is_none()
        && said["source"] != "clear"
        && let Some(before) = before(server, said, &wish, &given, told).await
    {
        let text = before["text"].as_str().unwrap_or_default();
        told.remembers(&format!("{text}{BEFORE}{}", before["session"]));
    } else {
        told.remembers(given["text"].as_str().unwrap_or_default());
    }
}

/// Returns the context with the end of the agent's previous session, if there is one.
async fn before(
    server: &Server,
    said: &Value,
    wish: &Value,
    given: &Value,
    told: &mut Told,
) -> Option<Value> {
    let wanted = json!({ "limit": SESSIONS });
    let sessions = call(server, "session_list", &wanted, told).await.ok()?;
    let is_before = |row: &&Value| {
        let agents = row["agents"].as_array();
        let is_own = agents.is_some_and(|agents| agents.contains(&given["agent"]));
        is_own && row["id"].as_str() != said::session(said)
    };
    let last = sessions["items"].as_array()?.iter().find(is_before)?;
    let mut wish = wish.clone();
    wish["session"] = last["session"].clone();
    wish["budget"] = (given["tokens"].as_u64()? + BEFORE_TOKENS).into();
    call(server, "context_read", &wish, told).await.ok()
}

/// Returns the session if it continues an existing one, and removes its end mark.
async fn goes_on(server: &Server, said: &Value, told: &mut Told) -> Option<String> {
    let session = said::session(said)?;
    let wish = json!({ "session": session, "recent": 1, "media": false, "fields": ["data"] });
    let known = call(server, "session_get", &wish, told).await.ok()?;
    if known["data"][NOTED]["ended"] == true {
        let begun = json!({ "session": session, "patch": { NOTED: null } });
        if let Err(error) = call(server, "session_data", &begun, told).await {
            told.fails(REFUSED, &error);
        }
    }
    Some(session.to_owned())
}
