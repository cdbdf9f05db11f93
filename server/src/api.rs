//! Mounts the server functions: walks the table of operations and knows none of them.

use std::sync::Arc;

use app::call::door::{Desk, drain, reply};
use app::call::{Call, Get};
use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderValue, Response, header};
use axum::routing::{MethodRouter, any, get, post};
use engine::operation::{Effect, Operation, Visitor};
use engine::{Code, Error};
use leptos::server_fn::ServerFn;

use crate::site::Site;

/// The router of all operations. They are mounted directly rather than through Leptos's registry:
/// the same functions, without a reactive owner and a copy of the headers for each call.
pub fn router() -> Router<Arc<Site>> {
    struct Mount(Router<Arc<Site>>);
    impl Visitor for Mount {
        fn visit<O: Operation>(&mut self) {
            let router = std::mem::take(&mut self.0);
            // Two operations of one name would make `route` panic at the start: none hides another.
            self.0 = router.route(O::SPEC.path, methods::<O>());
        }
    }
    let mut mount = Mount(Router::new());
    engine::operations::each(&mut mount);
    mount
        .0
        .route("/api", any(nowhere))
        .route("/api/", any(nowhere))
        .route("/api/{*path}", any(nowhere))
}

fn methods<O: Operation>() -> MethodRouter<Arc<Site>> {
    let call = |request: Request| Call::<O>::run_on_server(request);
    match O::SPEC.effect {
        Effect::Read => {
            let query = |request: Request| Get::<O>::run_on_server(request);
            let other = |request: Request| refuse(request, "GET, HEAD, POST");
            get(query).post(call).fallback(other)
        }
        Effect::Write => post(call).fallback(|request: Request| refuse(request, "POST")),
    }
}

/// Refuses a method that an address does not have.
pub async fn refuse(request: Request, allowed: &'static str) -> Response<Body> {
    let detail = format!("{} does not do here; use {allowed}.", request.method());
    let mut error = Error::new(Code::Invalid, detail);
    error.extra.reason = Some(reply::METHOD.into());
    let mut response = reply::problem(error, id(&request));
    drain(request.into_body()).await;
    response
        .headers_mut()
        .insert(header::ALLOW, HeaderValue::from_static(allowed));
    response
}

/// Answers for an address below `/api` that is not there.
pub async fn nowhere(request: Request) -> Response<Body> {
    let error = Error::not_found(
        "There is no operation at this address. /api/docs lists those that there are.",
    );
    let response = reply::problem(error, id(&request));
    drain(request.into_body()).await;
    response
}

fn id(request: &Request) -> &str {
    request
        .extensions()
        .get::<Desk>()
        .map_or("", |desk| &desk.request)
}
