//! `/v1/summary-views`: creates, reads and deletes summary views, and writes their partitions.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::Response;
use engine::summary_view::Definition;
use engine::summary_view::ops::summary_partition_list::SummaryPartitionList;
use engine::summary_view::ops::summary_view_create::SummaryViewCreate;
use engine::summary_view::ops::summary_view_delete::SummaryViewDelete;
use engine::summary_view::ops::summary_view_get::SummaryViewGet;
use engine::summary_view::ops::summary_view_list::SummaryViewList;
use engine::summary_view::ops::summary_view_run::SummaryViewRun;
use engine::summary_view::ops::{PartitionShown, ViewShown};
use kernel::Code;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Server;
use super::asker::{Asker, Reply, respond, status};
use super::intake;
use super::refusal::Refusal;
use super::tasks::Task;
use super::wire::stamp::Stamp;

/// Summary view as clients send it. Unknown fields are ignored.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "SummaryViewInput")]
pub struct Create {
    #[serde(default)]
    name: Option<String>,
    source: String,
    group_by: Vec<String>,
    #[serde(default)]
    filters: Option<Map<String, Value>>,
    #[serde(default)]
    time_window_days: Option<u32>,
    #[serde(default)]
    continuous: Option<bool>,
    #[serde(default)]
    prompt: Option<String>,
    #[serde(default)]
    model_name: Option<String>,
}

/// Summary view as clients read it.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "SummaryView")]
pub struct View<'a> {
    id: &'a str,
    name: Option<&'a str>,
    source: &'a str,
    group_by: &'a [String],
    filters: &'a Map<String, Value>,
    time_window_days: Option<u32>,
    continuous: bool,
    prompt: Option<&'a str>,
    model_name: Option<&'a str>,
}

impl<'a> View<'a> {
    fn new(shown: &'a ViewShown) -> Self {
        let definition = &shown.definition;
        Self {
            id: &shown.id,
            name: definition.name.as_deref(),
            source: &definition.source,
            group_by: &definition.group_by,
            filters: &definition.filters,
            time_window_days: definition.time_window_days,
            continuous: definition.is_continuous(),
            prompt: definition.prompt.as_deref(),
            model_name: definition.model_name.as_deref(),
        }
    }
}

/// Partition as clients read it.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "SummaryViewPartition")]
pub struct Partition<'a> {
    view_id: &'a str,
    group: &'a BTreeMap<String, String>,
    summary: &'a str,
    memory_count: u64,
    empty: bool,
    empty_reason: Option<&'static str>,
    computed_at: Stamp,
}

impl<'a> Partition<'a> {
    fn new(shown: &'a PartitionShown) -> Self {
        let empty = shown.memory_count == 0;
        Self {
            view_id: &shown.view,
            group: &shown.group,
            summary: &shown.summary,
            memory_count: shown.memory_count,
            empty,
            empty_reason: empty.then_some("No memories match this group"),
            computed_at: shown.computed_at.into(),
        }
    }
}

/// Body of `POST …/partitions/run`.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "SummaryViewGroup")]
pub struct Group {
    group: BTreeMap<String, String>,
}

/// Body of `POST …/run`.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "SummaryViewRun")]
pub struct Run {
    force: bool,
}

/// `POST`: creates a view.
pub async fn create(request: Request) -> Response<Body> {
    Asker::serve(request, async |asker, body| -> Reply {
        asker.must_be_known()?;
        let create: Create = intake::json(body).await?;
        let definition = Definition {
            name: create.name,
            source: create.source,
            group_by: create.group_by,
            filters: create.filters.unwrap_or_default(),
            time_window_days: create.time_window_days,
            continuous: create.continuous,
            prompt: create.prompt,
            model_name: create.model_name,
        };
        let shown = asker.run(SummaryViewCreate { definition }).await?;
        Ok(respond(&View::new(&shown)))
    })
    .await
}

/// `GET`: lists all views.
pub async fn list(request: Request) -> Response<Body> {
    Asker::serve(request, async |asker, _| -> Reply {
        asker.must_be_known()?;
        let mut views = Vec::new();
        let mut cursor = None;
        loop {
            let list = SummaryViewList {
                limit: Some(200),
                cursor: cursor.take(),
                ..SummaryViewList::default()
            };
            let page = asker.run(list).await?;
            views.extend(page.items);
            cursor = page.next_cursor;
            if cursor.is_none() {
                break;
            }
        }
        let views: Vec<_> = views.iter().map(View::new).collect();
        Ok(respond(&views))
    })
    .await
}

/// `GET`: returns one view.
pub async fn get(Path(id): Path<String>, request: Request) -> Response<Body> {
    Asker::serve(request, async |asker, _| -> Reply {
        asker.must_be_known()?;
        let shown = asker.run(SummaryViewGet { view: id.clone() }).await;
        let shown = shown.map_err(|refusal| missing(refusal, &id))?;
        Ok(respond(&View::new(&shown)))
    })
    .await
}

/// `DELETE`: deletes one view.
pub async fn delete(Path(id): Path<String>, request: Request) -> Response<Body> {
    Asker::serve(request, async |asker, _| -> Reply {
        asker.must_be_known()?;
        let gone = asker.run(SummaryViewDelete { view: id.clone() }).await;
        gone.map_err(|refusal| missing(refusal, &id))?;
        Ok(status("ok"))
    })
    .await
}

/// `POST …/run`: writes all partitions in the background.
pub async fn run(Path(id): Path<String>, request: Request) -> Response<Body> {
    Asker::serve(request, async |asker, body| -> Reply {
        asker.must_be_known()?;
        let run: Run = intake::json(body).await?;
        let asked = asker.run(SummaryViewRun {
            view: id.clone(),
            force: run.force,
        });
        let shown = asked.await.map_err(|refusal| missing(refusal, &id))?;
        Ok(respond(&Task::new(&shown)))
    })
    .await
}

/// `POST …/partitions/run`: writes one partition now.
pub async fn run_partition(
    State(server): State<Arc<dyn Server>>,
    Path(id): Path<String>,
    request: Request,
) -> Response<Body> {
    Asker::serve(request, async |asker, body| -> Reply {
        asker.must_be_known()?;
        let Group { group } = intake::json(body).await?;
        let written = server.write_partition(&id, group, asker.caller()?).await;
        let shown = written.map_err(|error| missing(error.into(), &id))?;
        Ok(respond(&Partition::new(&shown)))
    })
    .await
}

/// `GET …/partitions`: lists the partitions that have been written.
pub async fn partitions(Path(id): Path<String>, request: Request) -> Response<Body> {
    Asker::serve(request, async |asker, _| -> Reply {
        asker.must_be_known()?;
        let fields = engine::summary_view::definition::FIELDS.into_iter();
        let group = fields
            .filter_map(|field| Some((field.to_owned(), asker.query.text(field)?.to_owned())))
            .collect();
        let list = SummaryPartitionList {
            view: id.clone(),
            group,
        };
        let listed = asker.run(list).await;
        let listed = listed.map_err(|refusal| missing(refusal, &id))?;
        let partitions: Vec<_> = listed.items.iter().map(Partition::new).collect();
        Ok(respond(&partitions))
    })
    .await
}

fn missing(refusal: Refusal, id: &str) -> Refusal {
    match refusal {
        Refusal::Engine(error) if matches!(error.code, Code::NotFound | Code::Gone) => {
            Refusal::not_found(format!("SummaryView {id} not found"))
        }
        other => other,
    }
}
