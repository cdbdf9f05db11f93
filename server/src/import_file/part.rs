//! Calls of an import's operation, one for each part of the file.

use std::sync::Arc;
use std::time::Duration;

use app::pages::import::{Importer, report_of};
use axum::http::Method;
use doors::http::{self, RequestContext};
use engine::imported::Report;
use kernel::actor::Door;
use kernel::registry::Entry;
use kernel::{Code, Error, Result};
use serde_json::{Map, Value, json};

use super::{Lines, Text};
use crate::auth;
use crate::identity::Identity;
use crate::quota::Share;
use crate::site::Site;

/// Maximum number of attempts for a part while its session is busy.
const MAX_ATTEMPTS: u32 = 8;
/// Maximum pause between two attempts, in seconds.
const MAX_PAUSE_SECONDS: u64 = 60;
/// Maximum length of a file's name as the source of a workflow, in characters.
const MAX_SOURCE: usize = 300;

/// Caller, operation and arguments of an import.
pub struct Call {
    /// Server.
    pub site: Arc<Site>,
    /// Kernel and caller.
    pub context: RequestContext,
    /// Credential of the caller, which is checked again before each part.
    pub identity: Identity,
    /// Quotas of the caller.
    pub share: Share,
    /// Importer with the operation.
    pub importer: &'static Importer,
    /// Arguments from the form.
    pub fields: Map<String, Value>,
    /// Idempotency key of a file that is imported as a whole. Parts are idempotent by their content.
    pub key: Option<String>,
    /// True if nothing is written.
    pub is_preview: bool,
}

impl Call {
    /// Imports all parts of a text. Adds to the report and the address of the imported data as it proceeds.
    ///
    /// # Errors
    /// Returns the error of the first part that fails.
    pub async fn all(
        &self,
        text: Text,
        lines: &Lines,
        total: &mut Report,
        place: &mut Option<String>,
    ) -> Result<()> {
        let mut arguments = self.fields.clone();
        arguments.insert("dry_run".into(), self.is_preview.into());
        // The report is not among the default fields of the response.
        arguments.insert("fields".into(), json!(["*"]));
        let parts = match text {
            Text::Whole(text, name) => {
                if self.importer.name == "workflow" && !name.is_empty() {
                    arguments.insert("source".into(), to_line(&name).into());
                }
                if let Some(key) = self.key.as_ref().filter(|_| !self.is_preview) {
                    arguments.insert(doors::IDEMPOTENCY_KEY.into(), key.as_str().into());
                }
                vec![text]
            }
            Text::Parts(cut) => {
                arguments.remove("session");
                arguments.insert("format".into(), "loci".into());
                total.notes = cut.notes;
                cut.parts
            }
        };
        let count = parts.len();
        for (nth, part) in (1..).zip(parts) {
            if lines.is_closed() {
                return Ok(());
            }
            arguments.insert(self.importer.text.into(), part.into());
            let answer = self.part(&arguments, lines).await?;
            let report = report_of(&answer)
                .ok_or_else(|| Error::internal("the answer of an import has no report"))?;
            total.add(report);
            if !self.is_preview {
                *place = (self.importer.place)(&answer).or(place.take());
            }
            let so_far = Report {
                items: Vec::new(),
                odd: Vec::new(),
                notes: Vec::new(),
                ..total.clone()
            };
            let line = json!({ "done": nth, "parts": count, "report": so_far });
            lines.send(&line).await;
        }
        Ok(())
    }

    /// Imports a part. Retries while its session is busy.
    async fn part(&self, arguments: &Map<String, Value>, lines: &Lines) -> Result<Value> {
        let body = serde_json::to_vec(arguments);
        let body = body.map_err(|error| Error::internal(error.to_string()))?;
        let mut attempt = 1;
        loop {
            let error = match self.once(body.clone()).await {
                Ok(answer) => return Ok(answer),
                Err(error) => error,
            };
            let is_busy = error.extra.reason.as_deref() == Some("busy");
            if !is_busy || attempt == MAX_ATTEMPTS || lines.is_closed() {
                return Err(error);
            }
            attempt += 1;
            let pause = error.extra.retry_after_seconds.unwrap_or(1);
            tokio::time::sleep(Duration::from_secs(pause.clamp(1, MAX_PAUSE_SECONDS))).await;
        }
    }

    /// Checks the caller as for a request of its own, and runs the operation.
    async fn once(&self, body: Vec<u8>) -> Result<Value> {
        if !auth::still_holds(&self.site, &self.identity).await {
            let detail = "Your session or token ended during the import. Sign in and continue.";
            return Err(Error::new(Code::Unauthenticated, detail));
        }
        let spec = &self.importer.spec;
        let (now, length) = (self.site.clock.now(), body.len() as u64);
        let held = self
            .share
            .spend(&Method::POST, spec.path, Some(length), now)?;
        let called = http::call(self.entry()?, body.into(), &self.context, Door::Page).await?;
        drop(held);
        serde_json::from_slice(&called.json).map_err(|error| Error::internal(error.to_string()))
    }

    fn entry(&self) -> Result<&'static Entry> {
        let mut all = engine::operations::ALL.iter();
        let found = all.find(|entry| entry.spec.name == self.importer.spec.name);
        let found = found.copied();
        found.ok_or_else(|| Error::internal("an importer has an operation that does not exist"))
    }

    /// Returns a report with the addresses of its entries.
    pub fn report_json(&self, report: &Report) -> Value {
        let mut json = serde_json::to_value(report).unwrap_or_default();
        let entries = json.get_mut("items").and_then(Value::as_array_mut);
        if self.is_preview {
            return json;
        }
        for (entry, item) in entries.into_iter().flatten().zip(&report.items) {
            if let Some(href) = (self.importer.link)(item) {
                entry["href"] = href.into();
            }
        }
        json
    }
}

/// Returns a file's name as one line.
fn to_line(name: &str) -> String {
    name.chars()
        .filter(|c| !c.is_control())
        .take(MAX_SOURCE)
        .collect()
}
