//! `GET /api/audit.jsonl` and `/api/audit.csv`: the audit as a download, newest first, filtered by the arguments of
//! `audit_list`.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderValue, Request, Response, header};
use doors::http::{read_operation, reply};
use engine::activity::ops::audit_list::AuditList;
use futures_util::StreamExt as _;
use kernel::Result;
use kernel::actor::Caller;
use kernel::page::MAX_ITEMS;

use crate::audit_rows::Form;
use crate::site::Site;

/// Returns one JSON object per line.
pub async fn json_lines(site: State<Arc<Site>>, request: Request<Body>) -> Response<Body> {
    export(&site, request, Form::JsonLines).await
}

/// Returns a CSV table.
pub async fn csv(site: State<Arc<Site>>, request: Request<Body>) -> Response<Body> {
    export(&site, request, Form::Csv).await
}

/// State of the export: the format, the query of the next page, and rows that are not sent yet.
struct Reader {
    site: Arc<Site>,
    caller: Caller,
    form: Form,
    list: AuditList,
    waiting: VecDeque<Bytes>,
    is_done: bool,
}

async fn export(site: &Arc<Site>, request: Request<Body>, form: Form) -> Response<Body> {
    let (list, caller) = match read_operation::<AuditList>(request).await {
        Ok(asked) => asked,
        Err(response) => return *response,
    };
    let request = caller.request.clone();
    let head = Bytes::from_static(form.head().as_bytes());
    let mut reader = Reader {
        site: site.clone(),
        caller,
        form,
        list: AuditList {
            limit: Some(MAX_ITEMS),
            ..list
        },
        waiting: VecDeque::from([head]),
        is_done: false,
    };
    // Reads the first page before the response begins, so that a caller without permission gets an error.
    if let Err(error) = reader.read().await {
        return reply::problem(error, &request);
    }
    // The compression layer polls again after the end.
    let rows = futures_util::stream::unfold(Some(reader), |reader| async move {
        let mut reader = reader?;
        match reader.row().await {
            Ok(row) => row.map(|row| (Ok(row), Some(reader))),
            // Aborts the response, so that a partial export is not taken for a complete one.
            Err(error) => Some((Err(io::Error::other(error.detail)), None)),
        }
    });
    let mut response = Response::new(Body::from_stream(rows.fuse()));
    let headers = response.headers_mut();
    let (kind, disposition) = match form {
        Form::JsonLines => (
            "text/plain; charset=utf-8",
            "attachment; filename=\"audit.jsonl\"",
        ),
        Form::Csv => (
            "text/csv; charset=utf-8",
            "attachment; filename=\"audit.csv\"",
        ),
    };
    for (name, value) in [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "no-store"),
        (header::CONTENT_DISPOSITION, disposition),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

impl Reader {
    async fn row(&mut self) -> Result<Option<Bytes>> {
        loop {
            if let Some(row) = self.waiting.pop_front() {
                return Ok(Some(row));
            }
            if self.is_done {
                return Ok(None);
            }
            self.read().await?;
        }
    }

    async fn read(&mut self) -> Result<()> {
        let asked = self.site.hub.run(self.list.clone(), self.caller.clone());
        let page = Box::pin(asked).await?.output;
        for happening in &page.items {
            self.waiting.push_back(self.form.row(happening)?.into());
        }
        self.is_done = page.next_cursor.is_none();
        self.list.cursor = page.next_cursor;
        Ok(())
    }
}
