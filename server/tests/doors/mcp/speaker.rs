//! Somebody who speaks the protocol, in one of its revisions.

use std::sync::mpsc;

use serde_json::{Value, json};

use crate::harness::{Answer, Client, Feed, Server, read_events};

/// The last revision that begins with `initialize`.
pub const OLD: &str = "2025-11-25";
/// The first in which every message stands for itself.
pub const NEW: &str = "2026-07-28";

/// Somebody who speaks it.
#[derive(Clone)]
pub struct Speaker {
    pub client: Client,
    path: String,
    revision: &'static str,
    capabilities: Value,
}

impl Speaker {
    pub fn new(client: Client, revision: &'static str) -> Self {
        Self {
            client: client
                .header("accept", "application/json, text/event-stream")
                .header("mcp-protocol-version", revision),
            path: "/mcp".into(),
            revision,
            capabilities: json!({}),
        }
    }

    /// Somebody of the old revision with a session of their own, which begins here.
    pub fn session(client: Client, capabilities: &Value) -> Self {
        let old = Self::new(client, OLD);
        let hello = json!({
            "protocolVersion": OLD, "capabilities": capabilities,
            "clientInfo": { "name": "test", "version": "1" },
        });
        let begun = old.send("initialize", hello);
        let name = begun.header("mcp-session-id").to_owned();
        assert!(!name.is_empty(), "{begun:?}");
        let told = begun.message();
        assert_eq!(
            told["result"]["capabilities"]["resources"]["subscribe"], true,
            "{told}"
        );
        let session = Self {
            client: old.client.clone().header("mcp-session-id", &name),
            ..old
        };
        session.notify("notifications/initialized");
        session
    }

    /// Says something that is not answered.
    pub fn notify(&self, method: &str) {
        let heard = json!({ "jsonrpc": "2.0", "method": method });
        assert_eq!(self.client.post("/mcp", &heard).status, 202, "{method}");
    }

    /// What the server says unasked in a session.
    pub fn listen(&self) -> Feed {
        self.client.events("/mcp")
    }

    /// Calls a tool; gives what comes before its result, and its result.
    pub fn stream(&self, tool: &str, arguments: &Value) -> Feed {
        let params = json!({ "name": tool, "arguments": arguments });
        let message = self.message("tools/call", params).to_string();
        let json = Some("application/json");
        let response = self.client.open("POST", "/mcp", json, message.as_bytes());
        let (tell, told) = mpsc::channel();
        std::thread::spawn(move || read_events(response.into_body().into_reader(), &tell));
        Feed(told)
    }

    /// With what the client can do.
    pub fn capable(self, capabilities: Value) -> Self {
        Self {
            capabilities,
            ..self
        }
    }

    /// A new agent.
    pub fn agent(server: &Server, name: &str, role: &str) -> Self {
        Self::new(server.agent(name, role), NEW)
    }

    /// With another query.
    pub fn at(&self, query: &str) -> Self {
        let path = format!("/mcp{query}");
        Self {
            path,
            ..self.clone()
        }
    }

    /// What is sent to ask for something.
    pub fn message(&self, method: &str, mut params: Value) -> Value {
        if self.revision == NEW {
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": NEW,
                "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
                "io.modelcontextprotocol/clientCapabilities": self.capabilities,
            });
        }
        json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params })
    }

    /// Who sends that message: its headers say what it does.
    pub fn sender(&self, message: &Value) -> Client {
        let client = self.client.clone();
        if self.revision != NEW {
            return client;
        }
        let client = client.header("mcp-method", message["method"].as_str().unwrap());
        let params = &message["params"];
        match params["name"].as_str().or(params["uri"].as_str()) {
            Some(name) => client.header("mcp-name", name),
            None => client,
        }
    }

    pub fn send(&self, method: &str, params: Value) -> Answer {
        let message = self.message(method, params);
        self.sender(&message).post(&self.path, &message)
    }

    /// Asks; gives the result.
    #[track_caller]
    pub fn ask(&self, method: &str, params: Value) -> Value {
        let answer = self.send(method, params).message();
        assert_eq!(answer["id"], 7, "{answer}");
        assert!(answer["error"].is_null(), "{answer}");
        answer["result"].clone()
    }

    /// Asks in vain; gives the error.
    #[track_caller]
    pub fn refused(&self, method: &str, params: Value) -> Value {
        let answer = self.send(method, params).message();
        assert!(answer["result"].is_null(), "{answer}");
        answer["error"].clone()
    }

    /// Calls a tool, which works; gives its whole result.
    #[track_caller]
    pub fn result(&self, tool: &str, arguments: &Value) -> Value {
        let result = self.ask(
            "tools/call",
            json!({ "name": tool, "arguments": arguments }),
        );
        assert_eq!(result["isError"], false, "{result}");
        result
    }

    /// Calls a tool, which works; gives what it answers.
    #[track_caller]
    pub fn call(&self, tool: &str, arguments: &Value) -> Value {
        self.result(tool, arguments)["structuredContent"].clone()
    }

    /// Calls a tool, which refuses; gives the problem.
    #[track_caller]
    pub fn problem(&self, tool: &str, arguments: &Value) -> Value {
        let result = self.ask(
            "tools/call",
            json!({ "name": tool, "arguments": arguments }),
        );
        assert_eq!(result["isError"], true, "{result}");
        let problem = result["structuredContent"]["problem"].clone();
        let said = text(&result, 0);
        assert!(said.contains(problem["detail"].as_str().unwrap()), "{said}");
        problem
    }

    /// The names of the tools that are offered.
    pub fn tools(&self) -> Vec<String> {
        let listed = self.ask("tools/list", json!({}));
        let tools = listed["tools"].as_array().unwrap().iter();
        tools
            .map(|tool| tool["name"].as_str().unwrap().to_owned())
            .collect()
    }
}

/// A block of a result.
#[track_caller]
pub fn text(result: &Value, block: usize) -> &str {
    result["content"][block]["text"].as_str().unwrap()
}
