//! `GET /api/workflow_export.file`: the result of `workflow_export` as a file download.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, Request, Response, header};
use doors::http::{read_operation, reply};
use engine::workflow::ops::workflow_export::{Exported, WorkflowExport};
use kernel::{Error, Result};

use crate::site::Site;

/// Returns the file.
pub async fn file(State(site): State<Arc<Site>>, request: Request<Body>) -> Response<Body> {
    let (export, caller) = match read_operation::<WorkflowExport>(request).await {
        Ok(asked) => asked,
        Err(response) => return *response,
    };
    let request = caller.request.clone();
    let exported = Box::pin(site.hub.run(export, caller)).await;
    let answered = exported.and_then(|answer| as_file(answer.output));
    answered.unwrap_or_else(|error| reply::problem(error, &request))
}

fn as_file(exported: Exported) -> Result<Response<Body>> {
    let named = format!("attachment; filename=\"{}\"", exported.file_name);
    let mut response = Response::new(Body::from(exported.content));
    for (name, value) in [
        (header::CONTENT_TYPE, exported.media_type),
        (header::CACHE_CONTROL, "no-store".into()),
        (header::CONTENT_DISPOSITION, named),
    ] {
        let value = HeaderValue::try_from(value)
            .map_err(|error| Error::internal(format!("a file has no name: {error}")))?;
        response.headers_mut().insert(name, value);
    }
    Ok(response)
}
