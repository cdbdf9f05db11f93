//! `loci hook`: what a coding agent runs by itself at moments of its session. It reads what the agent says on standard
//! input and answers in the form that Claude Code, Codex CLI, Gemini CLI and VS Code share, or in Cursor's. It never stands in an
//! agent's way: what fails, or takes too long, is told to the agent, and the session goes on.

mod hand_over;
mod said;
mod told;

use std::time::Duration;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command};
use kernel::{Code, Error, Result};
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::client::Server;
use crate::command::WORKFLOW_VARIABLE;
use crate::output;
use hand_over::NOTED;
use said::message;
use told::Told;

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
/// What an agent is told when Loci refuses something.
const REFUSED: &str = "Loci, the working memory, refuses";
/// What it is told when a message is refused.
const UNKEPT: &str = "What was said is not kept in Loci, the working memory";
/// What it is told when its own words cannot be read.
const UNREAD: &str = "Loci cannot read what the session says of itself";
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
    let mut told = Told::default();
    let said = said::said(std::io::stdin().lock()).unwrap_or_else(|error| {
        told.fails(UNREAD, &error);
        json!({})
    });
    match server {
        Ok(server) => {
            let telling = tell(&server, moment, &said, &mut told);
            // What came before the patience ended is told all the same.
            if timeout(PATIENCE, telling).await.is_err() {
                told.fails(REFUSED, &Error::unavailable("it takes too long"));
            }
        }
        Err(error) => told.fails(REFUSED, &error),
    }
    for fault in told.faults() {
        eprintln!("loci: {fault}");
    }
    let event = said::event(&said);
    output::print_json(&answer(moment, event, told.text()).to_string())
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

async fn tell(server: &Server, moment: &str, said: &Value, told: &mut Told) {
    match moment {
        START => {
            let mut wish = match named() {
                Some(workflow) => json!({ "workflow": workflow }),
                None => json!({}),
            };
            if let Some(session) = goes_on(server, said, told).await
                && said["source"] == "compact"
            {
                // The agent has forgotten what was said, and has it nowhere else.
                wish["session"] = session.into();
            }
            let mut given = call(server, "context_read", &wish, told).await;
            if let Err(error) = &given
                && matches!(error.code, Code::NotFound | Code::Gone | Code::Invalid)
                && wish["workflow"].is_string()
            {
                // A workflow that is not there costs nothing of what the agent knows else.
                told.fails(REFUSED, error);
                wish["workflow"] = Value::Null;
                given = call(server, "context_read", &wish, told).await;
            }
            match given {
                Ok(context) => told.remembers(context["text"].as_str().unwrap_or_default()),
                Err(error) => told.fails(REFUSED, &error),
            }
        }
        STOP => {
            if let Err(error) = hand_over::hand_over(server, said, told).await {
                told.fails(REFUSED, &error);
            }
        }
        _ => {
            if let Some(arguments) = message(moment, said)
                && let Err(error) = call(server, "session_append", &arguments, told).await
            {
                told.fails(UNKEPT, &error);
            }
        }
    }
    if matches!(moment, START | PROMPT) {
        listen(server, told).await;
    }
}

/// The session, when it is one that goes on: it is not over any more.
async fn goes_on(server: &Server, said: &Value, told: &mut Told) -> Option<String> {
    let session = said::session(said)?;
    let wish = json!({ "session": session, "recent": 1, "fields": ["data"] });
    let known = server.call("session_get", wish.to_string()).await.ok()?;
    let known: Value = serde_json::from_str(&known).ok()?;
    told.hears(&known);
    if known["data"][NOTED]["ended"] == true {
        let begun = json!({ "session": session, "patch": { NOTED: null } });
        if let Err(error) = call(server, "session_data", &begun, told).await {
            told.fails(REFUSED, &error);
        }
    }
    Some(session.to_owned())
}

/// The workflow that the environment names.
fn named() -> Option<String> {
    let named = std::env::var(WORKFLOW_VARIABLE).ok();
    named.filter(|named| !named.is_empty())
}

/// Hears what waits in each workflow in which there may be something: the one that the environment names, or those
/// where something happened last.
async fn listen(server: &Server, told: &mut Told) {
    let workflows: Vec<Value> = if let Some(named) = named() {
        vec![named.into()]
    } else {
        let wish = json!({ "status": "active", "limit": WORKFLOWS });
        match call(server, "workflow_list", &wish, told).await {
            Ok(listed) => {
                let items = listed["items"].as_array().into_iter().flatten();
                items.map(|workflow| workflow["id"].clone()).collect()
            }
            Err(error) => return told.fails(REFUSED, &error),
        }
    };
    for workflow in workflows {
        let wish = json!({ "workflow": workflow, "fields": ["status"] });
        if let Err(error) = call(server, "workflow_get", &wish, told).await {
            told.fails(REFUSED, &error);
        }
    }
}

async fn call(
    server: &Server,
    operation: &str,
    arguments: &Value,
    told: &mut Told,
) -> Result<Value> {
    let answer = server.call(operation, arguments.to_string()).await;
    let answer = answer.map_err(|mut error| {
        told.hears_with(&mut error);
        error
    })?;
    let answer: Value = serde_json::from_str(&answer)
        .map_err(|error| Error::unavailable(format!("The answer is no JSON: {error}")))?;
    told.hears(&answer);
    Ok(answer)
}

#[cfg(test)]
mod tests {
    use super::*;

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
            for (event, moment) in client.hooks.moments {
                assert!(MOMENTS.contains(moment), "{} at {event}", client.name);
            }
        }
    }
}
