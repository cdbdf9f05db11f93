//! `loci hook`: what a coding agent runs by itself at moments of its session. It reads what the agent says on standard
//! input and answers in the form that Claude Code, Codex CLI, Gemini CLI and VS Code share, or in Cursor's. It never stands in an
//! agent's way: what fails, or takes too long, is told to the agent, and the session goes on.

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
const URL: &str = "url";
/// How many workflows are asked for what waits, when none is named.
const WORKFLOWS: usize = 5;
/// What an agent is told when Loci refuses something.
const REFUSED: &str = "Loci, the working memory, refuses";
/// What it is told when a message is refused.
const UNKEPT: &str = "What was said is not kept in Loci, the working memory";
/// What it is told when its own words cannot be read.
const UNREAD: &str = "Loci cannot read what the session says of itself";
/// How long an agent waits for Loci at a moment: less than the ten seconds that Claude Code gives the end of a session.
const PATIENCE: Duration = Duration::from_secs(9);
/// How long of it is for keeping what was said: that waits here as well.
const KEEPS: Duration = Duration::from_secs(3);
/// The same when something waits already, because Loci did not answer before; and once more when all is told.
const KEEPS_AGAIN: Duration = Duration::from_secs(1);
/// How long Loci waits for what the agent says of its session.
const LISTENS: Duration = Duration::from_secs(5);

/// The command.
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

/// Answers an agent. What fails is told to the agent where it listens.
///
/// # Errors
/// When standard output cannot be written.
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
    let mut told = Told::keeping(unsent.as_ref().map(|unsent| unsent.heard(&name)));
    let said = heard().await.unwrap_or_else(|error| {
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

/// Whether the agent listens at a moment.
fn tells(moment: &str) -> bool {
    matches!(moment, START | PROMPT)
}

/// The name that most agents have for a moment, for one that did not say which it is.
fn usual_event(moment: &str) -> &'static str {
    match moment {
        START => "SessionStart",
        PROMPT => "UserPromptSubmit",
        _ => "",
    }
}

/// What the agent says of its session.
async fn heard() -> Result<Value> {
    let (tell, told) = oneshot::channel();
    // A thread of its own: nothing waits for it when the input does not end.
    std::thread::spawn(move || drop(tell.send(said::said(std::io::stdin().lock()))));
    let wrong = || {
        let seconds = LISTENS.as_secs();
        Error::invalid(format!(
            "the hook: standard input did not end within {seconds} s"
        ))
    };
    let heard = timeout(LISTENS, told).await.map_err(|_| wrong())?;
    heard.map_err(|_| wrong())?
}

/// Where a hook is run.
struct Hook<'a> {
    server: &'a Server,
    unsent: Option<&'a Unsent>,
    moment: &'a str,
    said: &'a Value,
}

impl Hook<'_> {
    /// Keeps what was said, and tells what there is. What came before the patience ended is told all the same.
    async fn serve(&self, (now, name): (Time, &str), told: &mut Told) -> Result<()> {
        let ends = Instant::now() + PATIENCE;
        let message = message(self.moment, self.said, now, name);
        let Some(unsent) = self.unsent else {
            // There is no place for it here.
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
        // What is left of the time is for what still waits; it is no fault when that is not enough.
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

    /// Keeps a message that has no place here.
    async fn say(&self, message: Option<&Value>, told: &mut Told) {
        if let Some(message) = message
            && let Err(error) = call(self.server, "session_append", message, told).await
        {
            told.fails(UNKEPT, &error);
        }
    }

    /// Learns which agent the caller is, so that what waits here is known for whose it is under another token too.
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

/// That messages wait of which nobody knows whose they are.
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
    // All at once: a server may be far away.
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
