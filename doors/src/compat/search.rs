//! `POST /v1/long-term-memory/search`: searches long-term memories.

use axum::body::Body;
use axum::extract::Request;
use axum::http::Response;
use engine::crystal::filter::Tag;
use engine::crystal::ops::memory_search::MemoriesFound;
use schemars::JsonSchema;
use serde::Serialize;

use super::asker::{Asker, Reply, respond};
use super::intake;
use super::refusal::Refusal;
use super::wire::record::{FoundOut, RecordOut};
use super::wire::search::SearchRequest;

/// Search results.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "MemoryRecordResults")]
pub struct Results<'a> {
    memories: Vec<FoundOut<'a>>,
    total: u64,
    next_offset: Option<u64>,
}

/// Handles a search request.
pub async fn search(request: Request) -> Response<Body> {
    Asker::serve(request, async |asker, body| -> Reply {
        asker.must_be_known()?;
        let mut search: SearchRequest = intake::json(body).await?;
        let namespace = asker.query.text("namespace").map(Tag::eq);
        search.namespace = search.namespace.or(namespace);
        let found = find(asker, search).await?;
        Ok(respond(&Results {
            memories: memories(&found),
            total: found.total,
            next_offset: found.next_offset,
        }))
    })
    .await
}

/// Runs a search.
pub async fn find(asker: &Asker, search: SearchRequest) -> Result<MemoriesFound, Refusal> {
    asker.run(search.operation()?).await
}

/// Converts the memories found to this API's format.
pub fn memories(found: &MemoriesFound) -> Vec<FoundOut<'_>> {
    let hits = found.items.iter().map(|hit| FoundOut {
        record: RecordOut::of_crystal(&hit.memory),
        dist: hit.dist,
        score: hit.score,
        score_type: &hit.score_type,
    });
    hits.collect()
}
