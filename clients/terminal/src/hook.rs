//! `loci hook`: run by coding agents at moments of a session. Reads the agent's event from standard input, and answers
//! in the format that Claude Code, Codex CLI, Gemini CLI and VS Code share, or in Cursor's. It never blocks the agent:
//! errors and timeouts are reported to the agent, and the session continues.

mod hand_over;
mod heard;
mod memory;
mod said;
mod send;
mod tokenless;
mod told;
mod unsent;

use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command};
use futures_util::future::join_all;
use kernel::{Error, Result, Time};
use serde_json::{Value, json};
use tokio::sync::oneshot;
use tokio::time::{Instant, timeout, timeout_at};

use crate::address::DEFAULT;
use crate::client::{MakeClient, Server};
use crate::command::WORKFLOW_VARIABLE;
use crate::notices;
use crate::output;
use said::message;
use send::Sending;
use told::Told;
use unsent::Unsent;

/// Name of the command.
pub const HOOK: &str = "hook";
/// The session begins: the agent gets its memory.
const START: &str = "start";
/// The person sent a prompt: stores it, and delivers notices.
const PROMPT: &str = "prompt";
/// The person sent a prompt, and the agent accepts no text at that moment: stores the prompt.
const SAID: &str = "said";
/// The agent answered: stores the answer.
const ANSWER: &str = "answer";
/// The agent stops: hands over its tasks.
const STOP: &str = "stop";
/// All moments.
pub const MOMENTS: [&str; 5] = [START, PROMPT, SAID, ANSWER, STOP];
const MOMENT: &str = "moment";
const URL: &str = "url";
/// Maximum number of workflows that are checked for notices if none is named.
const WORKFLOWS: usize = 5;
/// Text for the agent about an error of Loci.
const REFUSED: &str = "Loci, the working memory, refuses";
/// Text for the agent about a message that was not stored.
const UNKEPT: &str = "What was said is not kept in Loci, the working memory";
/// Text for the agent about an unreadable event.
const UNREAD: &str = "Loci cannot read what the session says of itself";
/// Maximum time that an agent waits for a hook: less than the ten seconds that Claude Code gives the end of a session.
const PATIENCE: Duration = Duration::from_secs(9);
/// Maximum time of it for storing the message; otherwise the message stays in the local queue.
const KEEPS: Duration = Duration::from_secs(3);
/// Shorter maximum if messages are queued already, because the server did not answer before. Also used for the attempt
/// at the end.
const KEEPS_AGAIN: Duration = Duration::from_secs(1);
/// Maximum time to wait for the agent's event.
const LISTENS: Duration = Duration::from_secs(5);

/// Builds the command.
#[must_use]
pub fn command() -> Command {
    Command::new(HOOK)
        .disable_version_flag(true)
        .about("What a coding agent runs by itself; `loci init` sets it up")
        .long_about(
            "What a coding agent runs by itself, with what it says of the session on standard input; `loci init` sets it \
             up. `start` gives the agent its memory (`context_read`) with the end of its session before. `prompt` keeps \
             what the person said (`session_append`, in the session of the agent's own id) and gives the nudges that \
             wait; `said` only keeps it. `answer` keeps what the agent answered. `stop` keeps the agent's last words with the tasks that it holds \
             and renews their leases, or gives the tasks back when its session has ended (`task_release`). Without \
             LOCI_TOKEN nothing is kept, and only `start` says so.",
        )
        .arg(
            Arg::new(MOMENT)
                .required(true)
                .value_name("MOMENT")
                .value_parser(PossibleValuesParser::new(MOMENTS))
                .help("The moment"),
        )
        .arg(
            Arg::new(URL)
                .long(URL)
                .value_name("URL")
                .default_value(DEFAULT)
                .help("The server's address, where LOCI_URL names none"),
        )
}

/// Handles an event of an agent. Errors are reported to the agent at moments when it accepts text.
///
/// # Errors
/// Returns an error if standard output cannot be written.
pub async fn run(make: MakeClient, matches: &ArgMatches) -> Result<()> {
    let given = |name| matches.get_one::<String>(name).map_or("", String::as_str);
    let (moment, url) = (given(MOMENT), given(URL));
    let server = Server::of_environment_or(make, url);
    if server.as_ref().is_ok_and(|server| server.token().is_none()) {
        return tokenless::serve(moment).await;
    }
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = now.map_or(0, |since| since.as_millis());
    let name = format!("{now:020}-{}", std::process::id());
    let unsent = server.as_ref().ok().and_then(Unsent::of);
    let mut told = Told::keeping(unsent.as_ref().map(|unsent| unsent.inbox_store(&name)));
    let said = read_input().await.unwrap_or_else(|error| {
        told.fails(UNREAD, &error);
        json!({})
    });
    match server {
        Ok(server) => {
            let now = Time(i64::try_from(now).unwrap_or(i64::MAX));
            let hook = Hook {
                server: &server,
                unsent: unsent.as_ref(),
                moment,
                said: &said,
            };
            if let Err(error) = hook.serve((now, &name), &mut told).await {
                told.fails(REFUSED, &error);
            }
        }
        Err(error) => told.fails(REFUSED, &error),
    }
    for fault in told.faults() {
        output::mention(format_args!("loci: {fault}"));
    }
    let tells = tells(moment);
    if !tells {
        notices::say(told.unkept());
    }
    let event = match said::event(&said) {
        "" => usual_event(moment),
        event => event,
    };
    let (text, _) = told.text();
    output::print_json(&answer(moment, event, text).to_string())?;
    if tells {
        told.is_told();
    }
    Ok(())
}

/// Returns true if the agent accepts text at a moment.
fn tells(moment: &str) -> bool {
    matches!(moment, START | PROMPT)
}

/// Returns the name that most agents have for a moment, for an event without a name.
fn usual_event(moment: &str) -> &'static str {
    match moment {
        START => "SessionStart",
        PROMPT => "UserPromptSubmit",
        _ => "",
    }
}

/// Reads the agent's event.
async fn read_input() -> Result<Value> {
    let (tell, told) = oneshot::channel();
    // In a separate thread, so that input without an end blocks nothing.
    std::thread::spawn(move || drop(tell.send(said::read_object(std::io::stdin().lock()))));
    let wrong = || {
        let seconds = LISTENS.as_secs();
        Error::invalid(format!(
            "the hook: standard input did not end within {seconds} s"
        ))
    };
    let heard = timeout(LISTENS, told).await.map_err(|_| wrong())?;
    heard.map_err(|_| wrong())?
}

/// Context of a hook.
struct Hook<'a> {
    server: &'a Server,
    unsent: Option<&'a Unsent>,
    moment: &'a str,
    said: &'a Value,
}

impl Hook<'_> {
    /// Stores the message, and collects the text for the agent. After a timeout the partial text is delivered anyway.
    async fn serve(&self, (now, name): (Time, &str), told: &mut Told) -> Result<()> {
        let ends = Instant::now() + PATIENCE;
        let message = message(self.moment, self.said, now, name);
        let Some(unsent) = self.unsent else {
            // There is no local queue.
            let serving = async {
                self.say(message.as_ref(), told).await;
                self.tell(None, told).await;
            };
            return timeout_at(ends, serving).await.map_err(|_| late());
        };
        unsent.adopt();
        if tells(self.moment) {
            told.recalls();
        }
        let waited = !unsent.waiting().is_empty();
        let own = message
            .as_ref()
            .map(|message| unsent.put(name, message).ok());
        let own = own.flatten();
        let mut sending = Sending {
            unsent,
            server: self.server,
            own: own.as_deref(),
            tells_all: self.moment == START,
            refused: Vec::new(),
            is_stopped: false,
        };
        let patience = if waited { KEEPS_AGAIN } else { KEEPS };
        let sent = sending.send(Instant::now() + patience, told).await;
        if let Err(error) = sent {
            told.waits(unsent.waiting().len());
            return Err(error);
        }
        let agent = unsent.agent();
        let telling = async {
            self.say(message.as_ref().filter(|_| own.is_none()), told)
                .await;
            self.tell(agent.as_deref(), told).await;
        };
        let telling = timeout_at(ends, telling).await;
        if telling.is_ok() && agent.is_none() {
            self.ask(unsent, ends, told).await;
        }
        // The remaining time is for queued messages; it may not be enough.
        let until = ends.min(Instant::now() + KEEPS_AGAIN);
        if telling.is_ok() {
            drop(sending.send(until, told).await);
        }
        if self.moment == START || own.as_ref().is_some_and(|own| own.exists()) {
            told.waits(unsent.waiting().len());
        }
        if self.moment == START {
            for (folder, many) in unsent.nobodys() {
                told.add(nobodys(&folder, many));
            }
        }
        telling.map_err(|_| late())
    }

    /// Sends a message that could not be queued.
    async fn say(&self, message: Option<&Value>, told: &mut Told) {
        if let Some(message) = message
            && let Err(error) = call(self.server, "session_append", message, told).await
        {
            told.fails(UNKEPT, &error);
        }
    }

    /// Asks the server which agent the caller is, so that the agent's queued messages are known as its own under
    /// another token too.
    async fn ask(&self, unsent: &Unsent, ends: Instant, told: &mut Told) {
        let until = ends.min(Instant::now() + KEEPS_AGAIN);
        let wish = json!({ "fields": ["agent"] });
        let asked = timeout_at(until, call(self.server, "mind_context", &wish, told)).await;
        if let Ok(Ok(known)) = asked
            && let Some(agent) = known["agent"].as_str()
        {
            unsent.is_of(agent);
            unsent.adopt();
        }
    }

    async fn tell(&self, agent: Option<&str>, told: &mut Told) {
        let (server, said) = (self.server, self.said);
        match self.moment {
            START => memory::remember(server, said, told).await,
            STOP => {
                if let Err(error) = hand_over::hand_over(server, agent, said, told).await {
                    told.fails(REFUSED, &error);
                }
            }
            _ => {}
        }
        if tells(self.moment) {
            listen(server, told).await;
        }
    }
}

fn late() -> Error {
    Error::unavailable("it takes too long")
}

/// Formats the note about queued messages whose agent is unknown.
fn nobodys(folder: &Path, many: usize) -> String {
    let (folder, what) = (
        folder.display(),
        if many == 1 {
            "message waits"
        } else {
            "messages wait"
        },
    );
    format!(
        "{many} {what} in {folder} under another token, and it was never known which agent said that: nobody sends it as \
         its own. `echo {{}} | loci hook said` with that token in LOCI_TOKEN sends it; or remove the folder."
    )
}

/// Formats the response for the agent. After the agent's answer it is empty: text would make the agent continue.
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

/// Returns the workflow from the environment.
fn workflow_variable() -> Option<String> {
    let named = std::env::var(WORKFLOW_VARIABLE).ok();
    named.filter(|named| !named.is_empty())
}

/// Collects the notices of the workflow from the environment, or else of the active workflows with the latest changes.
async fn listen(server: &Server, told: &mut Told) {
    let workflows: Vec<Value> = if let Some(named) = workflow_variable() {
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
    // Concurrently, because a server may be far away.
    let heard = &*told;
    let looks = workflows.iter().map(async |workflow| {
        let mut heard = heard.beside();
        let wish = json!({ "workflow": workflow, "fields": ["status"] });
        if let Err(error) = call(server, "workflow_get", &wish, &mut heard).await {
            heard.fails(REFUSED, &error);
        }
        heard
    });
    for heard in join_all(looks).await {
        told.adds(heard);
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
