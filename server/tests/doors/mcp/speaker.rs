//! Test client of the protocol, in one of its revisions.

use std::sync::mpsc;

use serde_json::{Value, json};

use crate::harness::{Answer, Client, Feed, Server, read_events};

/// Last revision with `initialize`.
pub const OLD: &str = "2025-11-25";
/// First stateless revision.
pub const NEW: &str = "2026-07-28";

/// A test client.
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

    /// Starts a session of the old revision.
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

    /// Sends a notification.
    pub fn notify(&self, method: &str) {
        let heard = json!({ "jsonrpc": "2.0", "method": method });
        assert_eq!(self.client.post("/mcp", &heard).status, 202, "{method}");
    }

    /// Opens the stream of the server's unsolicited messages.
    pub fn listen(&self) -> Feed {
        self.client.events("/mcp")
    }

    /// Calls a tool; returns the messages before the result, and the result.
    pub fn stream(&self, tool: &str, arguments: &Value) -> Feed {
        let params = json!({ "name": tool, "arguments": arguments });
        let message = self.message("tools/call", params).to_string();
        let json = Some("application/json");
        let response = self.client.open("POST", "/mcp", json, message.as_bytes());
        let (tell, told) = mpsc::channel();
        std::thread::spawn(move || read_events(response.into_body().into_reader(), &tell));
        Feed(told)
    }

    /// Sets the client's capabilities.
    pub fn capable(self, capabilities: Value) -> Self {
        Self {
            capabilities,
            ..self
        }
    }

    /// Creates a client for a new agent.
    pub fn agent(server: &Server, name: &str, role: &str) -> Self {
        Self::new(server.agent(name, role), NEW)
    }

    /// Returns the client with another query in its address.
    pub fn at(&self, query: &str) -> Self {
        let path = format!("/mcp{query}");
        Self {
            path,
            ..self.clone()
        }
    }

    /// Returns the message of a request.
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

    /// Returns the HTTP client for a message, with its headers.
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

    /// Sends a request; returns the result.
    #[track_caller]
    pub fn ask(&self, method: &str, params: Value) -> Value {
        let answer = self.send(method, params).message();
        assert_eq!(answer["id"], 7, "{answer}");
        assert!(answer["error"].is_null(), "{answer}");
        answer["result"].clone()
    }

    /// Sends a request that fails; returns the error.
    #[track_caller]
    pub fn refused(&self, method: &str, params: Value) -> Value {
        let answer = self.send(method, params).message();
        assert!(answer["result"].is_null(), "{answer}");
        answer["error"].clone()
    }

    /// Calls a tool successfully; returns the whole result.
    #[track_caller]
    pub fn result(&self, tool: &str, arguments: &Value) -> Value {
        let result = self.ask(
            "tools/call",
            json!({ "name": tool, "arguments": arguments }),
        );
        assert_eq!(result["isError"], false, "{result}");
        result
    }

    /// Calls a tool successfully; returns its output.
    #[track_caller]
    pub fn call(&self, tool: &str, arguments: &Value) -> Value {
        self.result(tool, arguments)["structuredContent"].clone()
    }

    /// Calls a tool that rejects the call; returns the problem.
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

    /// Returns the names of the offered tools.
    pub fn tools(&self) -> Vec<String> {
        let listed = self.ask("tools/list", json!({}));
        let tools = listed["tools"].as_array().unwrap().iter();
        tools
            .map(|tool| tool["name"].as_str().unwrap().to_owned())
            .collect()
    }
}

/// Returns a text block of a result.
#[track_caller]
pub fn text(result: &Value, block: usize) -> &str {
    result["content"][block]["text"].as_str().unwrap()
}
