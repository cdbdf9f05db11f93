//! `POST /v1/long-term-memory/search`. Knows no rule of ranking.

use axum::body::Body;
use axum::extract::Request;
use axum::http::Response;
use engine::crystal::ops::memory_search::MemoriesFound;
use serde::Serialize;

use super::asker::{Asker, Reply, respond};
use super::intake;
use super::refusal::Refusal;
use super::wire::record::{FoundOut, RecordOut};
use super::wire::search::SearchRequest;

/// What was found.
#[derive(Serialize)]
struct Results<'a> {
    memories: Vec<FoundOut<'a>>,
    total: u64,
    next_offset: Option<u64>,
}

/// Searches.
pub async fn search(request: Request) -> Response<Body> {
    Asker::serve(request, async |asker, body| -> Reply {
        asker.known()?;
        let search: SearchRequest = intake::json_if_any(body).await?;
        let found = find(asker, search, None).await?;
        Ok(respond(&Results {
            memories: memories(&found),
            total: found.total,
            next_offset: found.next_offset,
        }))
    })
    .await
}

/// What a search finds; `question` stands in for a missing text.
pub async fn find(
    asker: &Asker,
    search: SearchRequest,
    question: Option<&str>,
) -> Result<MemoriesFound, Refusal> {
    asker.run(search.operation(question)?).await
}

/// The memories found, as this wire has them.
pub fn memories(found: &MemoriesFound) -> Vec<FoundOut<'_>> {
    let hits = found.items.iter().map(|hit| FoundOut {
        record: RecordOut::of_crystal(&hit.memory),
        dist: hit.dist,
        score: hit.score,
        score_type: &hit.score_type,
    });
    hits.collect()
}
