//! Services that the MCP door needs of this server: quotas, addresses of pages, and the end of a caller's access.

use std::sync::Arc;

use app::paths;
use axum::Router;
use axum::http::request::Parts;
use axum::http::{Method, header};
use doors::mcp::{Held, Server};
use kernel::future::Fut;
use kernel::operation::Spec;
use kernel::{Error, Id, Result};

use crate::auth::{self, Leavers};
use crate::events;
use crate::host::Host;
use crate::identity::Identity;
use crate::quota::Share;

/// Constructor of the MCP router.
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

    fn access_end(&self, request: &Parts) -> Fut<'static, ()> {
        let known = &request.extensions;
        match (known.get::<Identity>(), known.get::<Leavers>()) {
            (Some(identity), Some(leavers)) => Box::pin(auth::until_invalid(
                self.0.clone(),
                identity.clone(),
                leavers.clone(),
            )),
            // Without an identity there is no access that could continue.
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
