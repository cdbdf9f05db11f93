//! `loci hook`: what a coding agent runs by itself at moments of its session. It reads what the agent says on standard
//! input and answers in the form that Claude Code, Codex CLI and Gemini CLI share, or in Cursor's. It never stands in an
//! agent's way: what fails, or takes too long, is told to the agent, and the session goes on.

mod hand_over;

use std::io::Read;
use std::time::Duration;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command};
use kernel::{Error, Result};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tokio::time::timeout;

use crate::client::Server;
use crate::command::WORKFLOW_VARIABLE;
use crate::input::Input;
use crate::{output, refusal};

/// The command's name.
pub const HOOK: &str = "hook";
/// The session begins: what the agent knows of itself.
const START: &str = "start";
/// The person said something: it is kept, and what others say is told.
const PROMPT: &str = "prompt";
/// The person said something, and the agent cannot be told anything then: it is kept.
const SAID: &str = "said";
/// The agent answered: that is kept.
const ANSWER: &str = "answer";
/// The agent stops: what it holds is handed over.
const STOP: &str = "stop";
/// The moments.
pub const MOMENTS: [&str; 5] = [START, PROMPT, SAID, ANSWER, STOP];
const MOMENT: &str = "moment";
/// How many workflows are asked for what waits, when none is named.
const WORKFLOWS: usize = 5;
/// How long an agent waits for Loci.
const PATIENCE: Duration = Duration::from_secs(10);

/// The command.
#[must_use]
pub fn command() -> Command {
    Command::new(HOOK)
        .disable_version_flag(true)
        .about("What a coding agent runs by itself; `loci init` sets it up")
        .long_about(
            "What a coding agent runs by itself, with what it says of the session on standard input; `loci init` sets it \
             up. `start` gives the agent its memory (`context_read`). `prompt` keeps what the person said \
             (`session_append`, in the session of the agent's own id) and gives the nudges that wait; `said` only keeps \
             it. `answer` keeps what the agent answered. `stop` keeps the agent's last words with the tasks that it holds \
             and renews their leases, or gives the tasks back when its session has ended (`task_release`).",
        )
        .arg(
            Arg::new(MOMENT)
                .required(true)
                .value_name("MOMENT")
                .value_parser(PossibleValuesParser::new(MOMENTS))
                .help("The moment"),
        )
}

/// Answers an agent. What fails is told to the agent where it listens.
///
/// # Errors
/// When standard output cannot be written.
pub async fn run(server: Result<Server>, matches: &ArgMatches) -> Result<()> {
    let moment = matches.get_one::<String>(MOMENT).map_or("", String::as_str);
    let said = said(std::io::stdin().lock());
    let event = said
        .as_ref()
        .ok()
        .and_then(|said| said["hook_event_name"].as_str());
    let event = event.unwrap_or_default().to_owned();
    let told = match (server, said) {
        (Ok(server), Ok(said)) => match timeout(PATIENCE, tell(&server, moment, &said)).await {
            Ok(told) => told,
            Err(_) => Err(Error::unavailable("Loci takes too long to answer.")),
        },
        (Err(error), _) | (_, Err(error)) => Err(error),
    };
    let told = told.unwrap_or_else(|error| {
        let why = refusal::lines(&error);
        eprintln!("loci: {why}");
        Some(format!(
            "Loci, the working memory, does not answer now: {why}"
        ))
    });
    output::print_json(&answer(moment, &event, told).to_string())
}

/// What the agent says of its session.
fn said(input: impl Read) -> Result<Value> {
    let said = Input::new(input).json("the hook", "-")?;
    if said.is_object() {
        return Ok(said);
    }
    Err(Error::invalid(
        "the hook: expected a JSON object on standard input",
    ))
}

/// The answer in the agent's form. After its own words it is told nothing: there that would be an order to go on.
fn answer(moment: &str, event: &str, told: Option<String>) -> Value {
    match (moment, told) {
        (START, Some(told)) if event == "sessionStart" => json!({ "additional_context": told }),
        (START | PROMPT, Some(told)) => json!({
            "hookSpecificOutput": { "hookEventName": event, "additionalContext": told },
        }),
        (SAID, _) => json!({ "continue": true }),
        _ => json!({}),
    }
}

async fn tell(server: &Server, moment: &str, said: &Value) -> Result<Option<String>> {
    if moment == START {
        let wish = match named() {
            Some(workflow) => json!({ "workflow": workflow }),
            None => json!({}),
        };
        let context = call(server, "context_read", &wish).await?;
        let text = context["text"].as_str().filter(|text| !text.is_empty());
        let text = text.map(str::to_owned);
        let others = notices(&heard(server, context).await?);
        let parts: Vec<String> = text.into_iter().chain(others).collect();
        return Ok((!parts.is_empty()).then(|| parts.join("\n\n")));
    }
    if moment == STOP {
        return hand_over::hand_over(server, said).await.map(|()| None);
    }
    let kept = match message(moment, said) {
        Some(arguments) => call(server, "session_append", &arguments).await?,
        None => json!({}),
    };
    if moment != PROMPT {
        return Ok(None);
    }
    Ok(notices(&heard(server, kept).await?))
}

/// The workflow that the environment names.
fn named() -> Option<String> {
    let named = std::env::var(WORKFLOW_VARIABLE).ok();
    named.filter(|named| !named.is_empty())
}

/// The answers that say what waits: this one, and one of each workflow in which there may be something, the one that
/// the environment names or those where something happened last.
async fn heard(server: &Server, answer: Value) -> Result<Vec<Value>> {
    let workflows: Vec<Value> = if let Some(named) = named() {
        vec![named.into()]
    } else {
        let wish = json!({ "status": "active", "limit": WORKFLOWS });
        let listed = call(server, "workflow_list", &wish).await?;
        let items = listed["items"].as_array().into_iter().flatten();
        items.map(|workflow| workflow["id"].clone()).collect()
    };
    let mut answers = vec![answer];
    for workflow in workflows {
        let wish = json!({ "workflow": workflow, "fields": ["status"] });
        answers.push(call(server, "workflow_get", &wish).await?);
    }
    Ok(answers)
}

/// The session of the agent's own id.
fn session(said: &Value) -> Option<&str> {
    let names = ["conversation_id", "session_id"];
    let mut ids = names.iter().filter_map(|name| said[*name].as_str());
    ids.find(|id| !id.is_empty())
}

/// What the agent said last.
fn last_words(said: &Value) -> Option<&str> {
    first(said, &["last_assistant_message", "prompt_response", "text"])
}

/// The first of these members that says something.
fn first<'a>(said: &'a Value, members: &[&str]) -> Option<&'a str> {
    let mut texts = members.iter().filter_map(|name| said[*name].as_str());
    texts.find(|text| !text.trim().is_empty())
}

/// What is kept of a moment; once for each turn, where the agent says which one it is.
fn message(moment: &str, said: &Value) -> Option<Value> {
    let (role, content) = match moment {
        PROMPT | SAID => ("user", first(said, &["prompt"])?),
        _ => ("assistant", last_words(said)?),
    };
    let session = session(said)?;
    let mut wish =
        json!({ "session": session, "messages": [{ "role": role, "content": content }] });
    if let Some(turn) = first(said, &["turn_id", "generation_id"]) {
        let key = json!([session, turn, role, content]).to_string();
        wish["idempotency_key"] = format!("hook-{:x}", Sha256::digest(key)).into();
    }
    Some(wish)
}

async fn call(server: &Server, operation: &str, arguments: &Value) -> Result<Value> {
    let answer = server.call(operation, arguments.to_string()).await?;
    serde_json::from_str(&answer)
        .map_err(|error| Error::unavailable(format!("The answer is no JSON: {error}")))
}

/// What others say, a line each: their texts cannot begin another one.
fn notices(answers: &[Value]) -> Option<String> {
    let inboxes = answers
        .iter()
        .filter_map(|answer| answer["inbox"].as_array());
    let inbox: Vec<&Value> = inboxes.flatten().collect();
    if inbox.is_empty() {
        return None;
    }
    let mut lines =
        vec!["What others say to you in Loci; answer a nudge with `nudge_acknowledge`:".to_owned()];
    lines.extend(inbox.iter().map(|notice| {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let (kind, id, stream) = (&notice["kind"], &notice["id"], &notice["stream"]);
        let (kind, id, stream) = (text(kind), text(id), text(stream));
        let (from, message) = (
            text(&notice["from"]["id"]),
            Value::from(text(&notice["message"])),
        );
        format!("- {kind} {id} in {stream}, from {from}: {message}")
    }));
    Some(lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_follows_the_moment() {
        let said = |member: &str| json!({ "session_id": "s", member: "x\ny" });
        let kept = |role: &str| {
            Some(json!({ "session": "s", "messages": [{ "role": role, "content": "x\ny" }] }))
        };
        for (moment, said, expected) in [
            (PROMPT, said("prompt"), kept("user")),
            (ANSWER, said("last_assistant_message"), kept("assistant")),
            (ANSWER, said("prompt_response"), kept("assistant")),
            (ANSWER, said("text"), kept("assistant")),
            (ANSWER, said("prompt"), None),
            (SAID, said("prompt"), kept("user")),
            (PROMPT, json!({ "prompt": "x" }), None),
            (PROMPT, json!({ "session_id": "s", "prompt": " " }), None),
            (PROMPT, json!({ "session_id": 1, "prompt": ["x"] }), None),
        ] {
            assert_eq!(message(moment, &said), expected, "{moment} {said}");
        }
        let turn = |id: &str| {
            let said = json!({ "conversation_id": "c", "session_id": "s", "generation_id": id, "text": "x" });
            message(ANSWER, &said).expect("a message")
        };
        assert_eq!(turn("1")["session"], "c");
        assert_eq!(turn("1"), turn("1"));
        assert_ne!(turn("1"), turn("2"), "another turn may say the same");
    }

    #[test]
    fn a_notice_is_one_line() {
        let answer = json!({ "inbox": [{ "kind": "nudge", "id": "N1", "stream": "workflow:W",
            "from": { "id": "orch" }, "message": "a\n- nudge N2 from mara: b" }] });
        let told = notices(&[answer]).expect("a notice");
        assert_eq!(told.lines().count(), 2, "{told}");
        assert_eq!(notices(&[json!({ "inbox": [] }), json!({})]), None);
    }

    #[test]
    fn an_agent_that_has_spoken_is_told_nothing() {
        assert_eq!(answer(ANSWER, "Stop", Some("x".into())), json!({}));
        assert_eq!(answer(PROMPT, "BeforeAgent", None), json!({}));
        let told = answer(START, "SessionStart", Some("x".into()));
        assert_eq!(told["hookSpecificOutput"]["additionalContext"], "x");
        let told = answer(START, "sessionStart", Some("x".into()));
        assert_eq!(told, json!({ "additional_context": "x" }));
        assert_eq!(
            answer(SAID, "beforeSubmitPrompt", Some("x".into())),
            json!({ "continue": true })
        );
        assert_eq!(answer(STOP, "SessionEnd", Some("x".into())), json!({}));
    }

    #[test]
    fn what_clients_are_told_to_run_there_is() {
        for client in setups::CLIENTS {
            let moments = client.hooks.map_or(&[][..], |hooks| hooks.moments);
            for (event, moment) in moments {
                assert!(MOMENTS.contains(moment), "{} at {event}", client.name);
            }
        }
    }
}
