//! `GET /v1/working-memory`: lists the ids of sessions.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::Request;
use axum::http::Response;
use engine::conversation::ops::session_list::SessionList;
use schemars::JsonSchema;
use serde::Serialize;

use super::asker::{Asker, Reply, respond};

/// Default page size.
const DEFAULT_LIMIT: i64 = 20;
/// Maximum page size.
const MAX_LIMIT: i64 = 100;
/// Maximum page size of the engine.
const PAGE_SIZE: usize = 200;

/// Page of session ids.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "SessionList")]
pub struct Sessions {
    sessions: Vec<Arc<str>>,
    total: u64,
}

/// Lists sessions, most recently changed first. The engine paginates by cursor, so the sessions that `offset` skips are
/// read, too. For a bound token it returns no total, so the remaining sessions are read and counted.
pub async fn list(request: Request) -> Response<Body> {
    Asker::serve(request, async |asker, _| -> Reply {
        asker.must_be_known()?;
        let limit = asker
            .query
            .number("limit", 1..=MAX_LIMIT)?
            .unwrap_or(DEFAULT_LIMIT);
        let offset = asker.query.number("offset", 0..=i64::MAX)?.unwrap_or(0);
        let limit = usize::try_from(limit).unwrap_or_default();
        let mut skip = usize::try_from(offset).unwrap_or(usize::MAX);
        let text = |name| asker.query.text(name).map(str::to_owned);
        let mut list = SessionList {
            namespace: text("namespace"),
            user_id: text("user_id"),
            ..SessionList::default()
        };
        let mut answer = Sessions {
            sessions: Vec::new(),
            total: 0,
        };
        let mut counted = 0;
        loop {
            let missing = limit - answer.sessions.len();
            let wanted = match missing {
                0 => PAGE_SIZE,
                missing => skip.saturating_add(missing).min(PAGE_SIZE),
            };
            list.limit = u32::try_from(wanted).ok();
            let page = asker.run(list.clone()).await?;
            counted += page.items.len() as u64;
            answer.total = answer.total.max(page.total.unwrap_or(counted));
            for row in page.items {
                if skip > 0 {
                    skip -= 1;
                } else if answer.sessions.len() < limit {
                    answer.sessions.push(row.id);
                }
            }
            list.cursor = page.next_cursor;
            let is_full = answer.sessions.len() >= limit && page.total.is_some();
            if list.cursor.is_none() || is_full {
                return Ok(respond(&answer));
            }
        }
    })
    .await
}
