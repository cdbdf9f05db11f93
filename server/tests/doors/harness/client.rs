//! HTTP client of the tests, and its responses.

use std::sync::mpsc;
use std::time::Instant;

use serde_json::Value;
use ureq::http::Response;
use ureq::{Agent, Body};

use super::PATIENCE;
use super::feed::{Feed, read_events};

/// A response.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl Answer {
    fn new(response: Response<Body>) -> Self {
        let (parts, mut body) = response.into_parts();
        let headers = parts
            .headers
            .iter()
            .map(|(name, value)| {
                (
                    name.to_string(),
                    String::from_utf8_lossy(value.as_bytes()).into_owned(),
                )
            })
            .collect();
        Self {
            status: parts.status.as_u16(),
            headers,
            // A session with 8 MiB pictures exceeds the default limit of the reader.
            body: body
                .with_config()
                .limit(64 * 1024 * 1024)
                .read_to_string()
                .unwrap(),
        }
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("not JSON: {self:?}"))
    }

    #[track_caller]
    pub fn ok(&self) -> Value {
        assert_eq!(self.status, 200, "{self:?}");
        self.json()
    }

    /// Returns a message of the Model Context Protocol, sent as JSON or as an event.
    #[track_caller]
    pub fn message(&self) -> Value {
        let mut lines = self.body.lines();
        match lines.find_map(|line| line.strip_prefix("data: ")) {
            Some(data) if self.header("content-type") == "text/event-stream" => {
                serde_json::from_str(data).unwrap()
            }
            _ => self.json(),
        }
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers
            .iter()
            .find(|(header, _)| header == name)
            .map_or("", |(_, value)| value)
    }

    pub fn cookie(&self) -> String {
        let set = self.header("set-cookie");
        set.split(';').next().unwrap().to_owned()
    }

    /// Asserts a well-formed problem with that status and code.
    #[track_caller]
    pub fn problem(&self, status: u16, code: &str) -> Value {
        assert_eq!(self.status, status, "{self:?}");
        assert_eq!(self.header("content-type"), "application/problem+json");
        let problem = self.json();
        assert_eq!(problem["code"], code, "{problem}");
        assert_eq!(problem["status"], status, "{problem}");
        assert!(problem["detail"].as_str().unwrap().len() > 8, "{problem}");
        assert_eq!(problem["instance"], self.header("x-request-id"));
        problem
    }

    /// Asserts an invalid field.
    #[track_caller]
    pub fn wrong(&self, status: u16, code: &str, pointer: &str) {
        let problem = self.problem(status, code);
        let pointers: Vec<_> = problem["fields"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|field| field["pointer"].as_str().unwrap())
            .collect();
        assert_eq!(pointers, [pointer], "{problem}");
    }
}

/// A client with credentials.
#[derive(Clone)]
pub struct Client {
    base: String,
    agent: Agent,
    headers: Vec<(String, String)>,
}

impl Client {
    pub fn new(base: &str) -> Self {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .proxy(None)
            .accept("*/*")
            .user_agent("")
            .build();
        Self {
            base: base.to_owned(),
            agent: config.new_agent(),
            headers: Vec::new(),
        }
    }

    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.retain(|(header, _)| header != name);
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub fn bearer(self, token: &str) -> Self {
        self.header("authorization", &format!("Bearer {token}"))
    }

    pub fn cookie(self, cookie: &str) -> Self {
        self.header("cookie", cookie)
    }

    /// Returns the session id in the cookie.
    pub fn session(&self) -> &str {
        &self
            .headers
            .iter()
            .find(|(name, _)| name == "cookie")
            .unwrap()
            .1
    }

    /// Returns a client that accepts HTML.
    pub fn browser(self) -> Self {
        self.header("accept", "text/html,application/xhtml+xml")
    }

    pub fn raw(&self, method: &str, path: &str, kind: Option<&str>, body: &[u8]) -> Answer {
        Answer::new(self.open(method, path, kind, body))
    }

    pub fn open(
        &self,
        method: &str,
        path: &str,
        kind: Option<&str>,
        body: &[u8],
    ) -> Response<Body> {
        let mut request = ureq::http::Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.base));
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        if let Some(kind) = kind {
            request = request.header("content-type", kind);
        }
        let response = if body.is_empty() && kind.is_none() {
            self.agent.run(request.body(()).unwrap())
        } else {
            self.agent.run(request.body(body).unwrap())
        };
        response.unwrap_or_else(|error| panic!("{method} {path}: {error}"))
    }

    /// Sends JSON without a declared length.
    pub fn stream(&self, path: &str, body: &mut dyn std::io::Read) -> Answer {
        let mut request = self.agent.post(format!("{}{path}", self.base));
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let request = request.content_type("application/json");
        Answer::new(request.send(ureq::SendBody::from_reader(body)).unwrap())
    }

    pub fn get(&self, path: &str) -> Answer {
        self.raw("GET", path, None, b"")
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.raw(
            "POST",
            path,
            Some("application/json"),
            body.to_string().as_bytes(),
        )
    }

    pub fn text(&self, path: &str, body: &str) -> Answer {
        self.raw("POST", path, Some("application/json"), body.as_bytes())
    }

    pub fn form(&self, path: &str, body: &str) -> Answer {
        self.raw(
            "POST",
            path,
            Some("application/x-www-form-urlencoded"),
            body.as_bytes(),
        )
    }

    /// Calls an operation.
    pub fn call(&self, operation: &str, body: &Value) -> Answer {
        self.post(&format!("/api/{operation}"), body)
    }

    /// Calls an operation; `None` if the connection breaks.
    pub fn try_call(&self, operation: &str, body: &Value) -> Option<Answer> {
        self.try_post(&format!("/api/{operation}"), body)
    }

    /// Posts JSON and returns the complete response; `None` if the connection breaks.
    pub fn try_post(&self, path: &str, body: &Value) -> Option<Answer> {
        let mut request = self.agent.post(format!("{}{path}", self.base));
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let response = request
            .content_type("application/json")
            .send(body.to_string())
            .ok()?;
        let status = response.status().as_u16();
        let body = response.into_body().read_to_string().ok()?;
        Some(Answer {
            status,
            headers: Vec::new(),
            body,
        })
    }

    /// Returns the value of a metric.
    pub fn gauge(&self, name: &str) -> u64 {
        let metrics = self.get("/metrics").body;
        let line = metrics.lines().find_map(|line| line.strip_prefix(name));
        line.unwrap().trim().parse().unwrap()
    }

    /// Waits until a metric has that value.
    #[track_caller]
    pub fn until(&self, gauge: &str, value: u64) {
        let began = Instant::now();
        while self.gauge(gauge) != value {
            assert!(began.elapsed() < PATIENCE, "{gauge} is not {value}");
        }
    }

    /// Returns the value of a header that it sends.
    pub fn named(&self, name: &str) -> &str {
        let mut headers = self.headers.iter();
        &headers.find(|(header, _)| header == name).unwrap().1
    }

    /// Returns the number of workflows.
    pub fn workflows(&self) -> usize {
        let listed = self.call("workflow_list", &serde_json::json!({ "limit": 200 }));
        listed.ok()["items"].as_array().unwrap().len()
    }

    /// Opens a feed; returns its events.
    pub fn events(&self, path: &str) -> Feed {
        let response = self.open("GET", path, None, b"");
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        let (tell, told) = mpsc::channel();
        let reader = response
            .into_body()
            .into_with_config()
            .limit(u64::MAX)
            .reader();
        std::thread::spawn(move || read_events(reader, &tell));
        Feed(told)
    }
}
