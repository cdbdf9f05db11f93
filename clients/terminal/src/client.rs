//! HTTP client of a server.

use std::time::Duration;

use kernel::{Code, Error, Result};
use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use reqwest::{Client, RequestBuilder, Response, StatusCode};
use tokio::time::timeout;

use crate::address::{self, DEFAULT, URL_VARIABLE};
use crate::refusal;

/// Result for a 304: the caller has the current answer already.
const UNCHANGED: &str = r#"{"unchanged":true}"#;
/// Environment variable with the token.
pub const TOKEN_VARIABLE: &str = "LOCI_TOKEN";
/// Maximum size of an answer, in bytes.
const MAX_RESPONSE_BYTES: usize = 128 * 1024 * 1024;
/// Timeout of a call, longer than any operation waits.
const PATIENCE: Duration = Duration::from_mins(3);
/// Timeout for the response headers of a feed, whose body has no end.
const OPENING: Duration = Duration::from_secs(30);

/// Creates the HTTP client for the server at an address.
pub type MakeClient = fn(&str) -> Result<Client>;

/// Server with the caller's token.
pub struct Server {
    http: Client,
    /// Address without a trailing slash.
    pub url: String,
    token: Option<HeaderValue>,
}

impl Server {
    /// Creates the client from the environment.
    ///
    /// # Errors
    /// `invalid` if the address or the token is malformed.
    pub fn of_environment(make: MakeClient) -> Result<Self> {
        Self::of_environment_or(make, DEFAULT)
    }

    /// Creates the client from the environment, with `address` as the default.
    ///
    /// # Errors
    /// Same as [`Self::of_environment`].
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

    /// Returns a string that identifies the server and the caller. It contains the token.
    pub fn caller(&self) -> String {
        let token = String::from_utf8_lossy(self.token().unwrap_or_default());
        format!("{} {token}", self.url)
    }

    /// Returns the token as it is sent; `None` without one.
    pub fn token(&self) -> Option<&[u8]> {
        self.token.as_ref().map(HeaderValue::as_bytes)
    }

    /// Calls an operation and returns the unparsed answer.
    ///
    /// # Errors
    /// Returns the server's error, or `unavailable` if it does not answer.
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

    /// Opens the live feed, starting after the event with the id `after`.
    ///
    /// # Errors
    /// Same as [`Self::call`].
    pub async fn feed(&self, query: &[(&str, &str)], after: Option<&str>) -> Result<Response> {
        let mut address = format!("{}/api/events?summary=true", self.url);
        for (name, value) in query {
            address.extend(["&", name, "=", &percent_encode(value)]);
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

    /// Sends a request, and converts an error response to an error.
    async fn send(&self, mut request: RequestBuilder) -> Result<Response> {
        if let Some(token) = &self.token {
            request = request.header(AUTHORIZATION, token);
        }
        let mut response = request
            .send()
            .await
            .map_err(|error| self.connection_error(&error))?;
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
            let Some(chunk) = chunk.map_err(|error| self.connection_error(&error))? else {
                break;
            };
            if bytes.len() + chunk.len() > MAX_RESPONSE_BYTES {
                let most = MAX_RESPONSE_BYTES / 1024 / 1024;
                let detail = format!("The answer of {} has more than {most} MiB.", self.url);
                return Err(Error::new(Code::TooLarge, detail));
            }
            bytes.extend_from_slice(&chunk);
        }
        String::from_utf8(bytes)
            .map_err(|_| Error::unavailable(format!("{} answered what is not UTF-8.", self.url)))
    }

    fn connection_error(&self, error: &reqwest::Error) -> Error {
        let url = &self.url;
        if error.is_timeout() {
            return self.silent(PATIENCE);
        }
        // The innermost cause is the one that a person can fix.
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

/// Converts the token to a header. The error does not repeat an invalid token, which may be a secret all the same.
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

fn percent_encode(value: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' => {
            char::from(byte).to_string()
        }
        _ => format!("%{byte:02X}"),
    };
    value.bytes().map(byte).collect()
}
