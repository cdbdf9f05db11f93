//! Hands over the tasks of an agent when its turn or its session ends. If the session may continue, the agent's last
//! message is noted at the task and the lease is renewed; if it has ended, the task is released.

use kernel::Result;
use kernel::time::{DAY, Time};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::call;
use super::said::{event, last_words, session};
use super::told::Told;
use crate::client::Server;
use crate::{output, refusal};

/// Maximum length of the last message in a task's note, in characters.
const WORDS: usize = 2_000;
/// Maximum number of sessions that are searched.
const SESSIONS: usize = 200;
/// Member of a session's data in which hooks record that it has ended.
pub const NOTED: &str = "coding_agent";
/// Maximum number of messages that are searched for the last one of the agent.
const RECENT: usize = 20;

/// Hands over the agent's tasks that this session may have claimed. If the agent is unknown, the server is asked.
///
/// # Errors
/// Returns the server's error if its state cannot be read.
pub async fn hand_over(
    server: &Server,
    agent: Option<&str>,
    said: &Value,
    told: &mut Told,
) -> Result<()> {
    let Some(id) = session(said) else {
        return Ok(());
    };
    let sessions = call(server, "session_list", &json!({ "limit": SESSIONS }), told).await?;
    let agent = if let Some(agent) = agent {
        agent.to_owned()
    } else {
        let wish = json!({ "fields": ["agent"] });
        let own = call(server, "mind_context", &wish, told).await?;
        own["agent"].as_str().unwrap_or_default().to_owned()
    };
    let Some(others) = others(&sessions, &agent, id) else {
        return Ok(());
    };
    if is_left(said) {
        let ended = json!({ "session": id, "patch": { NOTED: { "ended": true } } });
        call(server, "session_data", &ended, told).await?;
    }
    let wish = json!({ "agent": agent, "fields": ["agent.holds"] });
    let known = call(server, "agent_get", &wish, told).await?;
    let holds = known["agent"]["holds"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    if holds.is_empty() {
        return Ok(());
    }
    let words = words(server, said, id, told).await;
    let ends = has_ended(said) && !goes_on(server, &others, told).await;
    for held in holds {
        let Some((operation, wish)) = step(&held, id, words.as_deref(), ends) else {
            continue;
        };
        // An error for one task, which another agent may hold by now, does not affect the others.
        if let Err(error) = call(server, operation, &wish, told).await {
            let task = &held["task"];
            output::mention(format_args!("loci: {task}: {}", refusal::lines(&error)));
        }
    }
    Ok(())
}

/// Returns the agent's other sessions that were active at most a day before this one's last message. Returns `None` if
/// this session has no messages: then it claimed nothing.
fn others(sessions: &Value, agent: &str, id: &str) -> Option<Vec<String>> {
    let rows = sessions["items"].as_array()?;
    let moment = |row: &Value| row["updated_at"].as_str().and_then(Time::parse);
    let is_own = |row: &&Value| {
        let agents = row["agents"].as_array();
        agents.is_some_and(|agents| agents.iter().any(|one| one == agent))
    };
    let this = rows.iter().filter(is_own).find(|row| row["id"] == id)?;
    let since = moment(this)?.plus(-DAY);
    let others = rows.iter().filter(is_own).filter(|row| row["id"] != id);
    let others = others.filter(|row| moment(row).is_none_or(|at| at >= since));
    let names = others.filter_map(|row| row["session"].as_str());
    Some(names.map(str::to_owned).collect())
}

/// Returns true if one of these sessions has not ended; a task may have been claimed in any of them.
async fn goes_on(server: &Server, sessions: &[String], told: &mut Told) -> bool {
    for session in sessions {
        let wish = json!({ "session": session, "recent": 1, "media": false, "fields": ["data"] });
        let known = call(server, "session_get", &wish, told).await;
        if known.is_ok_and(|known| known["data"][NOTED]["ended"] != true) {
            return true;
        }
    }
    false
}

/// Returns true if the session is closed, unless it is resumed.
fn is_left(said: &Value) -> bool {
    matches!(event(said), "SessionEnd" | "sessionEnd")
}

/// Returns true if the session has ended, and does not continue under another id.
fn has_ended(said: &Value) -> bool {
    let reason = said["reason"].as_str().unwrap_or_default();
    is_left(said) && !matches!(reason, "clear" | "resume")
}

/// Returns the last message of the agent, from the event or from its stored session.
async fn words(server: &Server, said: &Value, id: &str, told: &mut Told) -> Option<String> {
    if let Some(words) = last_words(said) {
        return Some(shorten(words));
    }
    let wish = json!({ "session": id, "recent": RECENT, "media": false, "fields": ["messages"] });
    let kept = call(server, "session_get", &wish, told).await.ok()?;
    let mut messages = kept["messages"].as_array()?.iter().rev();
    let last = messages.find(|message| message["role"] == "assistant")?;
    last["content"]
        .as_str()
        .filter(|words| !words.trim().is_empty())
        .map(shorten)
}

fn shorten(words: &str) -> String {
    let words = words.trim();
    match words.char_indices().nth(WORDS) {
        Some((end, _)) => format!("{} …", words[..end].trim_end()),
        None => words.to_owned(),
    }
}

/// Returns the operation for a held task; `None` for one without a lease.
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
    // A blocked task keeps its status and its reason.
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
    fn what_happened_a_day_before_is_beside_a_session() {
        let row = |id: &str, agent: &str, day: u8, hour: u8| {
            let at = format!("2026-01-{day:02}T{hour:02}:00:00Z");
            json!({ "id": id, "session": id, "agents": [agent], "updated_at": at })
        };
        for (rows, expected) in [
            (vec![row("s", "ada", 10, 20)], Some(vec![])),
            (
                vec![row("s", "ada", 10, 20), row("long ago", "ada", 9, 19)],
                Some(vec![]),
            ),
            (
                vec![row("s", "ada", 10, 20), row("ben's", "ben", 10, 19)],
                Some(vec![]),
            ),
            (
                vec![row("s", "ada", 10, 20), row("other", "ada", 9, 21)],
                Some(vec!["other".to_owned()]),
            ),
            (
                vec![row("s", "ada", 10, 20), row("after", "ada", 10, 21)],
                Some(vec!["after".to_owned()]),
            ),
            (vec![row("s", "ben", 10, 20)], None),
            (vec![row("other", "ada", 10, 20)], None),
            (vec![], None),
        ] {
            let sessions = json!({ "items": rows });
            assert_eq!(others(&sessions, "ada", "s"), expected, "{sessions}");
        }
        assert_eq!(others(&json!({ "items": {} }), "ada", "s"), None);
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
        assert_eq!(shorten(" done \n"), "done");
        let long = "ä".repeat(WORDS + 1);
        assert_eq!(shorten(&long).chars().count(), WORDS + 2);
    }
}
