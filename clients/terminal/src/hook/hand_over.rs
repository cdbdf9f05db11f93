//! What becomes of the tasks that an agent holds when its turn or its session ends. While it may go on, its last words
//! are kept with the task and the lease is renewed; when it has ended, the task is given back. Reads no input.

use kernel::Result;
use kernel::time::Time;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::call;
use super::said::{event, last_words, session};
use super::told::Told;
use crate::client::Server;
use crate::refusal;

/// The most characters of last words that are kept with a task.
const WORDS: usize = 2_000;
/// How many sessions are looked through.
const SESSIONS: usize = 200;
/// How many messages are looked through for the last words.
const RECENT: usize = 20;

/// Hands over what the agent holds, where this session can have taken it.
///
/// # Errors
/// What the server refuses with when it is asked what there is.
pub async fn hand_over(server: &Server, said: &Value, told: &mut Told) -> Result<()> {
    let Some(id) = session(said) else {
        return Ok(());
    };
    let own = call(
        server,
        "mind_context",
        &json!({ "fields": ["agent"] }),
        told,
    )
    .await?;
    let agent = own["agent"].as_str().unwrap_or_default();
    let wish = json!({ "agent": agent, "fields": ["agent.holds"] });
    let known = call(server, "agent_get", &wish, told).await?;
    let holds = known["agent"]["holds"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    if holds.is_empty() {
        return Ok(());
    }
    let wish = json!({ "limit": SESSIONS });
    let sessions = call(server, "session_list", &wish, told).await?;
    let Some(place) = place(&sessions, agent, id) else {
        return Ok(());
    };
    let words = words(server, said, id, told).await;
    let ends = has_ended(said) && place == Place::Alone;
    for held in holds {
        let Some((operation, wish)) = step(&held, id, words.as_deref(), ends) else {
            continue;
        };
        // One that is somebody else's by now keeps no other one from being handed over.
        if let Err(error) = call(server, operation, &wish, told).await {
            eprintln!("loci: {}: {}", held["task"], refusal::lines(&error));
        }
    }
    Ok(())
}

/// Whether an agent was in one session or in several while a session went on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Alone,
    /// Nobody knows in which of them a task was taken.
    AmongOthers,
}

/// Where a session stands among those of its agent; nothing when nobody said anything in it: then it took nothing.
fn place(sessions: &Value, agent: &str, id: &str) -> Option<Place> {
    let rows = sessions["items"].as_array()?;
    let moment = |row: &Value, name: &str| row[name].as_str().and_then(Time::parse);
    let is_own = |row: &&Value| {
        let agents = row["agents"].as_array();
        agents.is_some_and(|agents| agents.iter().any(|one| one == agent))
    };
    let this = rows.iter().filter(is_own).find(|row| row["id"] == id)?;
    let begun = moment(this, "created_at")?;
    let mut others = rows.iter().filter(is_own).filter(|row| row["id"] != id);
    let beside = others.any(|row| moment(row, "updated_at").is_none_or(|at| at >= begun));
    Some(if beside {
        Place::AmongOthers
    } else {
        Place::Alone
    })
}

/// Whether the session has ended, and is not about to go on under another name.
fn has_ended(said: &Value) -> bool {
    let reason = said["reason"].as_str().unwrap_or_default();
    matches!(event(said), "SessionEnd" | "sessionEnd") && !matches!(reason, "clear" | "resume")
}

/// What the agent said last: now, or as it is kept.
async fn words(server: &Server, said: &Value, id: &str, told: &mut Told) -> Option<String> {
    if let Some(words) = last_words(said) {
        return Some(shortened(words));
    }
    let wish = json!({ "session": id, "recent": RECENT, "fields": ["messages"] });
    let kept = call(server, "session_get", &wish, told).await.ok()?;
    let mut messages = kept["messages"].as_array()?.iter().rev();
    let last = messages.find(|message| message["role"] == "assistant")?;
    last["content"]
        .as_str()
        .filter(|words| !words.trim().is_empty())
        .map(shortened)
}

fn shortened(words: &str) -> String {
    let words = words.trim();
    match words.char_indices().nth(WORDS) {
        Some((end, _)) => format!("{} …", words[..end].trim_end()),
        None => words.to_owned(),
    }
}

/// What is done with a held task; nothing with one that is held under no lease.
fn step(held: &Value, id: &str, words: Option<&str>, ends: bool) -> Option<(&'static str, Value)> {
    let lease = held["lease"]["id"].as_str()?;
    let (workflow, task) = (&held["workflow"], &held["task"]);
    if ends {
        let note = match words {
            Some(words) => format!("The agent's session ended. Its last words: {words}"),
            None => "The agent's session ended without a word about this task.".to_owned(),
        };
        let wish =
            json!({ "workflow": workflow, "task": task, "lease": lease, "handoff_note": note });
        return Some(("task_release", wish));
    }
    // What is blocked stays so, for the reason that its holder gave.
    let words = words.filter(|_| held["status"] == "in_progress");
    let Some(words) = words else {
        let wish = json!({ "workflow": workflow, "task": task, "lease": lease });
        return Some(("task_heartbeat", wish));
    };
    let key = json!([id, workflow, lease, words]).to_string();
    let wish = json!({
        "workflow": workflow, "task": task, "lease": lease, "status": "in_progress", "note": words,
        "idempotency_key": format!("stop-{:x}", Sha256::digest(key)),
    });
    Some(("task_update", wish))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_is_alone_unless_another_one_went_on_beside_it() {
        let row = |id: &str, agent: &str, created: u8, updated: u8| {
            let at = |minute: u8| format!("2026-01-31T08:{minute:02}:00Z");
            json!({ "id": id, "agents": [agent], "created_at": at(created), "updated_at": at(updated) })
        };
        for (rows, expected) in [
            (vec![row("s", "ada", 10, 20)], Some(Place::Alone)),
            (
                vec![row("s", "ada", 10, 20), row("before", "ada", 1, 9)],
                Some(Place::Alone),
            ),
            (
                vec![row("s", "ada", 10, 20), row("other", "ben", 1, 19)],
                Some(Place::Alone),
            ),
            (
                vec![row("s", "ada", 10, 20), row("other", "ada", 1, 19)],
                Some(Place::AmongOthers),
            ),
            (
                vec![row("s", "ada", 10, 20), row("after", "ada", 30, 30)],
                Some(Place::AmongOthers),
            ),
            (vec![row("s", "ben", 10, 20)], None),
            (vec![row("other", "ada", 10, 20)], None),
            (vec![], None),
        ] {
            let sessions = json!({ "items": rows });
            assert_eq!(place(&sessions, "ada", "s"), expected, "{sessions}");
        }
        assert_eq!(place(&json!({ "items": {} }), "ada", "s"), None);
    }

    #[test]
    fn only_the_end_of_a_session_is_one() {
        for (event, reason, expected) in [
            ("SessionEnd", "prompt_input_exit", true),
            ("sessionEnd", "window_close", true),
            ("SessionEnd", "clear", false),
            ("SessionEnd", "resume", false),
            ("Stop", "", false),
            ("", "", false),
        ] {
            let said = json!({ "hook_event_name": event, "reason": reason });
            assert_eq!(has_ended(&said), expected, "{said}");
        }
    }

    #[test]
    fn a_task_is_given_back_at_the_end_and_renewed_before() {
        let held = |status: &str| json!({ "workflow": "W", "task": "T1", "status": status, "lease": { "id": "T1:1" } });
        for (status, words, ends, expected) in [
            ("in_progress", Some("Half done"), true, "task_release"),
            ("blocked", None, true, "task_release"),
            ("in_progress", Some("Half done"), false, "task_update"),
            ("in_progress", None, false, "task_heartbeat"),
            ("blocked", Some("Half done"), false, "task_heartbeat"),
        ] {
            let (operation, wish) = step(&held(status), "s", words, ends).expect("a step");
            assert_eq!(operation, expected);
            assert_eq!(wish["lease"], "T1:1");
        }
        assert_eq!(
            step(
                &json!({ "task": "T1", "status": "in_progress" }),
                "s",
                None,
                true
            ),
            None
        );
    }

    #[test]
    fn last_words_are_short() {
        assert_eq!(shortened(" done \n"), "done");
        let long = "ä".repeat(WORDS + 1);
        assert_eq!(shortened(&long).chars().count(), WORDS + 2);
    }
}
