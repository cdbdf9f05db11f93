//! `POST /import/file?importer=…&step=…`: imports one file for the page `/import`. The response has one JSON object per
//! line:
//!
//! 1. `{"importer": "sessions", "fingerprint": "0a1b2c3d"}`: the importer for this content, or `null` if that is
//!    uncertain.
//! 2. `{"done": 1, "parts": 5, "report": {…}}` after each part: the report so far, without its entries.
//! 3. `{"report": {…}, "place": "/sessions/…", "problem": {…}}`: the report and the address of the imported data. The
//!    problem says why the import ended early.
//!
//! Closing the connection stops the import after the current part.

mod part;
mod source;

use std::sync::Arc;

use app::pages::import::{Importer, MAX_FILE_MIB, MAX_WHOLE_MIB, importer};
use axum::Extension;
use axum::body::{Body, Bytes, HttpBody as _};
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Response, header};
use doors::http::upload::Upload;
use doors::http::{RequestContext, query_pairs, reply};
use engine::imported::Report;
use futures_util::stream;
use kernel::problem::Problem;
use kernel::{Code, Error, Result};
use serde_json::{Map, Value, json};
use tokio::sync::{Semaphore, SemaphorePermit, mpsc};

use crate::identity::Identity;
use crate::quota::Share;
use crate::site::Site;
use part::Call;
use source::{Source, Text};

/// Content type of the response.
pub const LINES: &str = "application/x-ndjson";

const MIB: usize = 1024 * 1024;
/// Maximum total size of the uploads that are held in memory, in MiB. Further ones wait.
const MAX_HELD_MIB: usize = 2 * MAX_FILE_MIB;

/// Memory for uploads that is free, in MiB.
static FREE_MIB: Semaphore = Semaphore::const_new(MAX_HELD_MIB);

/// Purpose of an upload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Only detects the importer.
    Detect,
    /// Reports what an import would write.
    Preview,
    /// Imports.
    Import,
}

/// An uploaded file with its fields.
struct Job {
    source: Source,
    call: Call,
    /// Held until the end, because the text stays in memory.
    memory: SemaphorePermit<'static>,
}

/// Sender of the lines of a response.
struct Lines(mpsc::Sender<Bytes>);

impl Lines {
    /// Sends a line. A closed connection is noticed by [`Lines::is_closed`].
    async fn send(&self, line: &Value) {
        let _ = self.0.send(format!("{line}\n").into()).await;
    }

    fn is_closed(&self) -> bool {
        self.0.is_closed()
    }
}

/// Imports a file.
pub async fn import(
    State(site): State<Arc<Site>>,
    Extension(context): Extension<RequestContext>,
    Extension(identity): Extension<Identity>,
    Extension(share): Extension<Share>,
    request: Request,
) -> Response<Body> {
    let id = context.request.clone();
    let job = match receive(site, context, identity, share, request).await {
        Ok(job) => job,
        Err(error) => return reply::problem(error, &id),
    };
    let (sender, mut receiver) = mpsc::channel(1);
    // Not part of the response, so that a part which has begun ends although the connection is closed.
    tokio::spawn(job.run(Lines(sender)));
    let lines = stream::poll_fn(move |cx| receiver.poll_recv(cx));
    let lines = futures_util::StreamExt::map(lines, Ok::<_, std::convert::Infallible>);
    let mut response = Response::new(Body::from_stream(lines));
    for (name, value) in [
        (header::CONTENT_TYPE.as_str(), LINES),
        (header::CACHE_CONTROL.as_str(), "no-store, no-transform"),
        // Some proxies buffer responses unless this header is set.
        ("x-accel-buffering", "no"),
    ] {
        let headers = response.headers_mut();
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Checks the caller and reads the file.
async fn receive(
    site: Arc<Site>,
    context: RequestContext,
    identity: Identity,
    share: Share,
    request: Request,
) -> Result<Job> {
    let (importer, step) = parse_query(request.uri().query().unwrap_or_default())?;
    context.admit(&importer.spec)?;
    let max_mib = if importer.parts || step == Step::Detect {
        MAX_FILE_MIB
    } else {
        MAX_WHOLE_MIB
    };
    let declared = request.body().size_hint().exact();
    let mib = declared.map_or(max_mib, |bytes| {
        usize::try_from(bytes).unwrap_or(usize::MAX) / MIB + 1
    });
    let mib = u32::try_from(mib.min(max_mib)).unwrap_or(u32::MAX);
    let memory = FREE_MIB.acquire_many(mib).await;
    let memory = memory.map_err(|error| Error::internal(error.to_string()))?;
    let upload = Upload::read(request, &context, max_mib * MIB).await;
    let Upload { mut fields, file } = upload.map_err(|error| with_command(error, importer))?;
    let mut take = |name: &str| {
        let at = fields.iter().position(|(field, _)| field == name)?;
        Some(fields.swap_remove(at).1)
    };
    let name = take("file_name").unwrap_or_default();
    let key = take("idempotency_key").filter(|key| !key.is_empty());
    for name in ["csrf", "form", "redirect", "dry_run", importer.text] {
        take(name);
    }
    let fields = fields.into_iter().filter(|(_, value)| !value.is_empty());
    let fields: Map<String, Value> = fields.map(|(name, value)| (name, value.into())).collect();
    Ok(Job {
        source: Source {
            importer,
            step,
            name,
            bytes: file,
            format: text_of(&fields, "format"),
            session: text_of(&fields, "session"),
        },
        call: Call {
            site,
            context,
            identity,
            share,
            importer,
            fields,
            key,
            is_preview: step == Step::Preview,
        },
        memory,
    })
}

fn parse_query(query: &str) -> Result<(&'static Importer, Step)> {
    let pairs = query_pairs(query);
    let get = |name: &str| pairs.iter().find(|(field, _)| field == name);
    let named = get("importer").and_then(|(_, name)| importer(name));
    let named = named.ok_or_else(|| {
        let detail = "expected `workflow`, `sessions`, `memories` or `mind`";
        Error::field("/importer", detail)
    })?;
    let step = match get("step").map(|(_, step)| step.as_str()) {
        Some("detect") => Step::Detect,
        Some("preview") => Step::Preview,
        Some("import") => Step::Import,
        _ => {
            let detail = "expected `detect`, `preview` or `import`";
            return Err(Error::field("/step", detail));
        }
    };
    Ok((named, step))
}

/// Adds the command that accepts larger files.
fn with_command(mut error: Error, importer: &Importer) -> Error {
    if error.code == Code::TooLarge && importer.parts {
        error
            .detail
            .push_str(" Use `loci import` for larger files.");
    }
    error
}

fn text_of(fields: &Map<String, Value>, name: &str) -> Option<String> {
    fields.get(name)?.as_str().map(str::to_owned)
}

impl Job {
    /// Imports the file, and sends the lines of the response.
    async fn run(self, lines: Lines) {
        let Self {
            source,
            call,
            memory,
        } = self;
        let mut total = Report {
            dry_run: call.is_preview,
            ..Report::default()
        };
        let mut place = None;
        let step = source.step;
        let ended = match source.read(&lines).await {
            Ok(_) if step == Step::Detect => return,
            Ok(text) => call.all(text, &lines, &mut total, &mut place).await,
            Err(error) => Err(error),
        };
        let mut line = json!({ "report": call.report_json(&total), "place": place });
        if let Err(error) = ended {
            let problem = Problem::new(error, &call.context.request);
            line["problem"] = serde_json::to_value(problem).unwrap_or_default();
        }
        lines.send(&line).await;
        drop(memory);
    }
}
