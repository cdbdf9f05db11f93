//! An agent's line to Loci: plain HTTP and JSON, as any agent would speak it. Knows nothing of this
//! binary's insides.

use std::time::Duration;

use serde_json::{Value, json};

/// A refusal, as problem details say it.
#[derive(Debug)]
pub struct Refused {
    /// The finer word for programs, else the kind.
    pub reason: String,
    /// What was wrong.
    pub detail: String,
    /// What others said meanwhile: refusals carry it too.
    pub inbox: Value,
}

/// What a call gives.
pub type Reply = Result<Value, Refused>;

/// One agent's connection with its own token.
pub struct Client {
    http: ureq::Agent,
    url: String,
    token: String,
}

impl Client {
    /// A connection to the server at `url`.
    pub fn new(url: &str, token: &str) -> Self {
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(Duration::from_secs(90)))
            .build();
        Self {
            http: config.into(),
            url: url.into(),
            token: token.into(),
        }
    }

    /// Posts an operation.
    pub fn call(&self, operation: &str, arguments: &Value) -> Reply {
        let sent = self
            .http
            .post(format!("{}/api/{operation}", self.url))
            .header("authorization", format!("Bearer {}", self.token))
            .send_json(arguments);
        let gone = |error: ureq::Error| Refused {
            reason: "unreachable".into(),
            detail: error.to_string(),
            inbox: Value::Null,
        };
        let mut response = sent.map_err(gone)?;
        let body: Value = response.body_mut().read_json().map_err(gone)?;
        if response.status().is_success() {
            return Ok(body);
        }
        let text = |name: &str| body[name].as_str().map(str::to_owned);
        Err(Refused {
            reason: text("reason").or_else(|| text("code")).unwrap_or_default(),
            detail: text("detail").unwrap_or_else(|| response.status().to_string()),
            inbox: body["inbox"].clone(),
        })
    }

    /// Waits until something happens in the workflow, at most `seconds`; gives the next cursor.
    pub fn wait(&self, workflow: &str, cursor: &mut Option<String>, seconds: u64) -> Reply {
        let mut arguments = json!({ "workflow": workflow, "timeout_seconds": seconds });
        if let Some(cursor) = cursor {
            arguments["cursor"] = json!(cursor);
        }
        let reply = self.call("changes_wait", &arguments)?;
        *cursor = reply["next_cursor"].as_str().map(str::to_owned);
        Ok(reply)
    }
}
