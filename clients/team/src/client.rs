//! HTTP client of one agent, as any agent would write it.

use std::time::Duration;

use serde_json::{Value, json};

/// Error response, as problem details.
#[derive(Debug)]
pub struct Refused {
    /// Reason, or the error code if there is none.
    pub reason: String,
    /// Error message.
    pub detail: String,
    /// Notices: errors carry them, too.
    pub inbox: Value,
}

/// Result of a call.
pub type Reply = Result<Value, Refused>;

/// Connection of one agent, with its own token.
pub struct Client {
    http: ureq::Agent,
    url: String,
    token: String,
}

impl Client {
    /// Creates a connection to the server at `url`.
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

    /// Calls an operation.
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

    /// Waits for a change in the workflow, at most `seconds`, and advances the cursor.
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
