//! `GET /v1/tasks/{id}`: progress of a run over a summary view.

use axum::body::Body;
use axum::extract::{Path, Request};
use axum::http::Response;
use engine::summary_view::RunStatus;
use engine::summary_view::ops::RunShown;
use engine::summary_view::ops::summary_run_get::SummaryRunGet;
use kernel::Code;
use schemars::JsonSchema;
use serde::Serialize;

use super::asker::{Asker, Reply, respond};
use super::refusal::Refusal;
use super::wire::stamp::Stamp;

/// Task as clients read it.
#[derive(Serialize, JsonSchema)]
pub struct Task<'a> {
    id: &'a str,
    #[serde(rename = "type")]
    kind: &'static str,
    status: RunStatus,
    view_id: &'a str,
    created_at: Stamp,
    started_at: Option<Stamp>,
    completed_at: Option<Stamp>,
    error_message: Option<&'a str>,
}

impl<'a> Task<'a> {
    /// Converts a run to a task.
    pub fn new(run: &'a RunShown) -> Self {
        Self {
            id: &run.id,
            kind: "summary_view_full_run",
            status: run.status,
            view_id: &run.view,
            created_at: run.created_at.into(),
            started_at: run.started_at.map(Stamp::from),
            completed_at: run.completed_at.map(Stamp::from),
            error_message: run.error.as_deref(),
        }
    }
}

/// Returns a task.
pub async fn get(Path(id): Path<String>, request: Request) -> Response<Body> {
    Asker::serve(request, async |asker, _| -> Reply {
        asker.must_be_known()?;
        let run = asker.run(SummaryRunGet { run: id.clone() }).await;
        let run = run.map_err(|refusal| match refusal {
            Refusal::Engine(error) if matches!(error.code, Code::NotFound | Code::Gone) => {
                Refusal::not_found(format!("Task {id} not found"))
            }
            other => other,
        })?;
        Ok(respond(&Task::new(&run)))
    })
    .await
}
