//! The suite's tools, and its one prompt, that need input from the client, as of revision 2026-07-28: the client repeats
//! the call with its answers.

use std::collections::BTreeMap;

use rmcp::RoleServer;
use rmcp::model::{ErrorData, InputRequest, InputRequiredResult, InputResponses};
use rmcp::service::RequestContext;
use serde_json::{Value, json};

use crate::handler::model;

/// Rounds of questions by key.
pub struct Input {
    rounds: Vec<Vec<(&'static str, Value)>>,
    /// Whether a state is sent to the client and returned by it.
    state: bool,
    /// Whether only supported capabilities are requested from the client.
    within: bool,
}

fn form(message: &str, name: &str, kind: &str) -> Value {
    json!({ "method": "elicitation/create", "params": {
        "mode": "form",
        "message": message,
        "requestedSchema": {
            "type": "object", "properties": { name: { "type": kind } }, "required": [name],
        },
    }})
}

fn sampling(text: &str, tokens: u32) -> Value {
    json!({ "method": "sampling/createMessage", "params": {
        "messages": [{ "role": "user", "content": { "type": "text", "text": text } }],
        "maxTokens": tokens,
    }})
}

fn roots() -> Value {
    json!({ "method": "roots/list", "params": {} })
}

fn one(key: &'static str, asks: Value) -> Input {
    Input {
        rounds: vec![vec![(key, asks)]],
        state: false,
        within: false,
    }
}

/// Returns the input that a tool needs, if any.
pub fn of_tool(name: &str) -> Option<Input> {
    let who = || form("What is your name?", "name", "string");
    let confirm = || Input {
        state: true,
        ..one("confirm", form("Please confirm", "ok", "boolean"))
    };
    Some(match name.strip_prefix("test_")? {
        "input_required_result_elicitation" | "streaming_elicitation" => one("user_name", who()),
        "input_required_result_sampling" => one(
            "capital_question",
            sampling("What is the capital of France?", 100),
        ),
        "input_required_result_list_roots" => one("client_roots", roots()),
        "input_required_result_request_state" | "input_required_result_tampered_state" => confirm(),
        "input_required_result_multiple_inputs" => Input {
            rounds: vec![vec![
                ("user_name", who()),
                ("greeting", sampling("Generate a greeting", 50)),
                ("client_roots", roots()),
            ]],
            state: true,
            within: false,
        },
        "input_required_result_multi_round" => Input {
            rounds: vec![
                vec![(
                    "step1",
                    form("Step 1: What is your name?", "name", "string"),
                )],
                vec![(
                    "step2",
                    form("Step 2: What is your favorite color?", "color", "string"),
                )],
            ],
            state: true,
            within: false,
        },
        "input_required_result_capabilities" => Input {
            rounds: vec![vec![
                ("user_name", who()),
                ("greeting", sampling("Generate a greeting", 50)),
            ]],
            state: false,
            within: true,
        },
        _ => return None,
    })
}

/// Returns the input that a prompt needs, if any.
pub fn of_prompt(name: &str) -> Option<Input> {
    (name == "test_input_required_result_prompt").then(|| {
        one(
            "user_context",
            form("What context should the prompt use?", "context", "string"),
        )
    })
}

/// Returns the next questions to the client, or `None` if all are answered.
pub fn step(
    input: &Input,
    (responses, state): (Option<InputResponses>, Option<String>),
    context: &RequestContext<RoleServer>,
) -> Result<Option<InputRequiredResult>, ErrorData> {
    let rounds = input.rounds.len();
    let round = match state {
        Some(state) => (0..rounds).find(|round| name_of(*round) == state),
        None => Some(0),
    };
    let Some(round) = round else {
        let detail = "`requestState` is none that was given.";
        return Err(ErrorData::invalid_params(detail, None));
    };
    let responses = responses.unwrap_or_default();
    let asks = &input.rounds[round];
    let answered = asks
        .iter()
        .all(|(key, asks)| is_answer(asks, responses.get(*key)));
    if !answered {
        return ask(input, round, context).map(Some);
    }
    match round + 1 {
        next if next < rounds => ask(input, next, context).map(Some),
        _ => Ok(None),
    }
}

fn name_of(round: usize) -> String {
    format!("round-{}", round + 1)
}

fn is_answer(asks: &Value, answer: Option<&Value>) -> bool {
    let Some(answer) = answer else { return false };
    match asks["method"].as_str() {
        Some("elicitation/create") => answer["action"].is_string(),
        Some("sampling/createMessage") => answer["content"].is_object(),
        _ => answer["roots"].is_array(),
    }
}

fn ask(
    input: &Input,
    round: usize,
    context: &RequestContext<RoleServer>,
) -> Result<InputRequiredResult, ErrorData> {
    let able = context.client_capabilities().unwrap_or_default();
    let can = |asks: &Value| match asks["method"].as_str() {
        Some("elicitation/create") => able.elicitation.is_some(),
        _ => true,
    };
    let mut requests: BTreeMap<String, InputRequest> = BTreeMap::new();
    for (key, asks) in &input.rounds[round] {
        if !input.within || can(asks) {
            requests.insert((*key).to_owned(), model(asks.clone())?);
        }
    }
    let state = input.state.then(|| name_of(round));
    Ok(InputRequiredResult::new(Some(requests), state))
}
