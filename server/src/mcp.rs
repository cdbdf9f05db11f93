//! What the door of the Model Context Protocol wants of this server: quotas, and the end of who is shut out. And
//! what clients ask for that look for a way to sign in: there is none but a token. Knows nothing of the protocol.

use std::sync::Arc;

use app::paths;
use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{Method, Response, header};
use doors::http::reply;
use doors::mcp::{Held, PATH, Server};
use kernel::future::Fut;
use kernel::operation::Spec;
use kernel::{Error, Id, Result};
use serde_json::json;

use crate::auth::{self, Leavers};
use crate::events;
use crate::gate::{host, origin};
use crate::host::Host;
use crate::identity::Identity;
use crate::quota::Share;
use crate::site::Site;

/// What makes the router of the door in a server.
pub type McpDoor = fn(Arc<dyn Server>) -> Router;

impl Server for Host {
    fn spend(&self, request: &Parts, spec: &Spec) -> Result<Held> {
        let length = request.headers.get(header::CONTENT_LENGTH);
        let length = length.and_then(|length| length.to_str().ok()?.parse().ok());
        let held = share(request)?.spend(&Method::POST, spec.path, length, self.0.clock.now())?;
        Ok(Box::new(held))
    }

    fn feed(&self, request: &Parts) -> Result<Held> {
        events::room(&self.0)?;
        Ok(Box::new(share(request)?.feed()?))
    }

    fn tools(&self, request: &Parts) -> Option<String> {
        let identity = request.extensions.get::<Identity>();
        identity.and_then(Identity::tools).map(str::to_owned)
    }

    fn page(&self, workflow: Id, item: &str) -> String {
        format!("{}{}", self.0.origin(), paths::inbox_item(workflow, item))
    }

    fn ended(&self, request: &Parts) -> Fut<'static, ()> {
        let known = &request.extensions;
        match (known.get::<Identity>(), known.get::<Leavers>()) {
            (Some(identity), Some(leavers)) => Box::pin(auth::ended(
                self.0.clone(),
                identity.clone(),
                leavers.clone(),
            )),
            // Who is not known was let in by nobody.
            _ => Box::pin(std::future::ready(())),
        }
    }

    fn stopping(&self) -> Fut<'static, ()> {
        Box::pin(self.0.stop.clone().cancelled_owned())
    }
}

fn share(request: &Parts) -> Result<&Share> {
    let share = request.extensions.get::<Share>();
    share.ok_or_else(|| Error::internal("a message came without its share"))
}

/// `GET /.well-known/oauth-protected-resource`: bearer tokens protect it, which Loci's own commands make.
pub async fn metadata(State(site): State<Arc<Site>>, request: Request) -> Response<Body> {
    let origin = origin::expected(&site, host::authority(&request));
    let metadata = json!({
        "resource": format!("{origin}{PATH}"),
        "resource_name": "Loci",
        "resource_documentation": format!("{origin}/api/docs"),
        "bearer_methods_supported": ["header"],
    });
    reply::json_response(metadata.to_string().into_bytes(), None)
}
