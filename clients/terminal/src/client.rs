//! The line to a server: plain HTTP and JSON, as anybody speaks it. Knows no operation.

use std::time::Duration;

use kernel::{Code, Error, Result};
use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use reqwest::{Client, RequestBuilder, Response, StatusCode};
use tokio::time::timeout;

use crate::address::{self, DEFAULT, URL_VARIABLE};
use crate::refusal;

/// What is given for an answer that is the one the caller has.
const UNCHANGED: &str = r#"{"unchanged":true}"#;
/// The variable that holds the token.
pub const TOKEN_VARIABLE: &str = "LOCI_TOKEN";
/// The most bytes of an answer.
const MOST: usize = 128 * 1024 * 1024;
/// How long a call may take: longer than any waits.
const PATIENCE: Duration = Duration::from_mins(3);
/// How long the head of a feed may take, which has no end.
const OPENING: Duration = Duration::from_secs(30);

/// Makes the client for the server at an address.
pub type MakeClient = fn(&str) -> Result<Client>;

/// A server, and who calls it.
pub struct Server {
    http: Client,
    /// Its address, without a slash at its end.
    pub url: String,
    token: Option<HeaderValue>,
}

impl Server {
    /// The one that the environment names.
    ///
    /// # Errors
    /// `invalid` when its address or the token cannot be one.
    pub fn of_environment(make: MakeClient) -> Result<Self> {
        Self::of_environment_or(make, DEFAULT)
    }

    /// The one that the environment names, or else the one at `address`.
    ///
    /// # Errors
    /// As [`Self::of_environment`].
    pub fn of_environment_or(make: MakeClient, address: &str) -> Result<Self> {
        let given = |name| std::env::var_os(name).filter(|value| !value.is_empty());
        let text = |name| match given(name).map(std::ffi::OsString::into_string) {
            Some(Ok(text)) => Ok(Some(text)),
            Some(Err(_)) => Err(Error::invalid(format!("{name}: is not UTF-8"))),
            None => Ok(None),
        };
        let url = text(URL_VARIABLE)?.unwrap_or_else(|| address.into());
        let url = address::parse(&url)?;
        let token = text(TOKEN_VARIABLE)?
            .map(|token| bearer(&token))
            .transpose()?;
        Ok(Self {
            http: make(&url)?,
            url,
            token,
        })
    }

    /// Says who calls whom, so that no other pair says the same. It holds the token.
    pub fn caller(&self) -> String {
        let token = String::from_utf8_lossy(self.token().unwrap_or_default());
        format!("{} {token}", self.url)
    }

    /// The token as it is sent; `None` without one.
    pub fn token(&self) -> Option<&[u8]> {
        self.token.as_ref().map(HeaderValue::as_bytes)
    }

    /// Does an operation; gives the answer as it came.
    ///
    /// # Errors
    /// What the server refuses with, and `unavailable` when none answers.
    pub async fn call(&self, operation: &str, arguments: String) -> Result<String> {
        let request = self.http.post(format!("{}/api/{operation}", self.url));
        let request = request
            .header(CONTENT_TYPE, "application/json")
            .header(ACCEPT, "application/json")
            .timeout(PATIENCE)
            .body(arguments);
        let mut response = self.send(request).await?;
        if response.status() == StatusCode::NOT_MODIFIED {
            return Ok(UNCHANGED.into());
        }
        if !is(&response, "application/json") {
            return Err(self.odd(&response));
        }
        let body = self.whole(&mut response).await?;
        Ok(body)
    }

    /// Opens the live feed, after the event of that id.
    ///
    /// # Errors
    /// As [`Self::call`].
    pub async fn feed(&self, query: &[(&str, &str)], after: Option<&str>) -> Result<Response> {
        let mut address = format!("{}/api/events?summary=true", self.url);
        for (name, value) in query {
            address.extend(["&", name, "=", &encoded(value)]);
        }
        let mut request = self.http.get(address).header(ACCEPT, "text/event-stream");
        if let Some(after) = after {
            request = request.header("last-event-id", after);
        }
        let sent = timeout(OPENING, self.send(request)).await;
        let response = sent.map_err(|_| self.silent(OPENING))??;
        if is(&response, "text/event-stream") {
            Ok(response)
        } else {
            Err(self.odd(&response))
        }
    }

    /// Sends a request; an answer that is no success becomes the error that it says.
    async fn send(&self, mut request: RequestBuilder) -> Result<Response> {
        if let Some(token) = &self.token {
            request = request.header(AUTHORIZATION, token);
        }
        let mut response = request
            .send()
            .await
            .map_err(|error| self.unreached(&error))?;
        if response.status().is_success() || response.status() == StatusCode::NOT_MODIFIED {
            return Ok(response);
        }
        if !is(&response, "application/problem+json") {
            return Err(self.odd(&response));
        }
        let body = self.whole(&mut response).await?;
        Err(refusal::read(&body).unwrap_or_else(|| self.odd(&response)))
    }

    async fn whole(&self, response: &mut Response) -> Result<String> {
        let mut bytes = Vec::new();
        loop {
            let chunk = response.chunk().await;
            let Some(chunk) = chunk.map_err(|error| self.unreached(&error))? else {
                break;
            };
            if bytes.len() + chunk.len() > MOST {
                let most = MOST / 1024 / 1024;
                let detail = format!("The answer of {} has more than {most} MiB.", self.url);
                return Err(Error::new(Code::TooLarge, detail));
            }
            bytes.extend_from_slice(&chunk);
        }
        String::from_utf8(bytes)
            .map_err(|_| Error::unavailable(format!("{} answered what is not UTF-8.", self.url)))
    }

    fn unreached(&self, error: &reqwest::Error) -> Error {
        let url = &self.url;
        if error.is_timeout() {
            return self.silent(PATIENCE);
        }
        // The innermost reason is what a person can act on.
        let mut reason: &dyn std::error::Error = error;
        while let Some(inner) = reason.source() {
            reason = inner;
        }
        let what = if error.is_connect() {
            "cannot connect to"
        } else {
            "lost the connection to"
        };
        Error::unavailable(format!(
            "{what} {url}: {reason}. Start a server with `loci serve`, or say with {URL_VARIABLE} where it is."
        ))
    }

    fn silent(&self, patience: Duration) -> Error {
        let (url, seconds) = (&self.url, patience.as_secs());
        Error::unavailable(format!("{url} did not answer within {seconds} s."))
    }

    fn odd(&self, response: &Response) -> Error {
        let (url, status) = (&self.url, response.status().as_u16());
        let kind = response.headers().get(CONTENT_TYPE);
        let kind = kind
            .and_then(|kind| kind.to_str().ok())
            .unwrap_or("nothing");
        Error::unavailable(format!(
            "{url} answers, but not as Loci does (status {status}, {kind}). Does {URL_VARIABLE} name the server itself?"
        ))
    }
}

fn is(response: &Response, expected: &str) -> bool {
    let kind = response.headers().get(CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    kind.eq_ignore_ascii_case(expected)
}

/// The token as a header. What cannot be one is not repeated: it may be a secret all the same.
fn bearer(token: &str) -> Result<HeaderValue> {
    let token = token.trim();
    let is_odd = |c: char| !c.is_ascii_graphic();
    let wrong = || {
        Error::invalid(format!(
            "{TOKEN_VARIABLE} holds what is no token; expected one as `loci token create` prints it"
        ))
    };
    if token.contains(is_odd) {
        return Err(wrong());
    }
    let mut value = HeaderValue::try_from(format!("Bearer {token}")).map_err(|_| wrong())?;
    value.set_sensitive(true);
    Ok(value)
}

fn encoded(value: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' => {
            char::from(byte).to_string()
        }
        _ => format!("%{byte:02X}"),
    };
    value.bytes().map(byte).collect()
}
