//! Sender of a message, and its calls of operations.

use std::sync::Arc;

use axum::body::Bytes;
use axum::http::request::Parts;
use kernel::actor::{Actor, Door};
use kernel::future::Fut;
use kernel::registry::Entry;
use kernel::{Code, Error, Id, Result};
use rmcp::RoleServer;
use rmcp::model::{ErrorData, JsonObject};
use rmcp::service::RequestContext as Exchange;
use serde_json::Value;

use super::message::Arguments;
use super::profile::Profile;
use super::sessions::Gone;
use super::{Held, Server, tool};
use crate::http::{self, Called, RequestContext, query_pairs};

/// Sender of one message.
pub struct Asker {
    server: Arc<dyn Server>,
    parts: Parts,
    /// Kernel and caller of the request.
    pub context: RequestContext,
    /// Authenticated caller.
    pub actor: Actor,
}

impl Asker {
    /// Returns the sender of the current message.
    ///
    /// # Errors
    /// Returns an error if the message has no authentication result.
    pub fn of(
        server: &Arc<dyn Server>,
        exchange: &Exchange<RoleServer>,
    ) -> Result<Self, ErrorData> {
        let parts = exchange.extensions.get::<Parts>();
        let context = parts.and_then(|parts| parts.extensions.get::<RequestContext>());
        let actor = context.and_then(|context| context.actor.clone());
        if let (Some(parts), Some(context), Some(actor)) = (parts, context, actor) {
            return Ok(Self {
                server: server.clone(),
                parts: parts.clone(),
                context: context.clone(),
                actor,
            });
        }
        tracing::error!("a message came without its context");
        let detail = "Loci does not know who asks. Its log has more.";
        Err(ErrorData::internal_error(detail, None))
    }

    /// Returns the arguments of a tool as they arrived in the message, if they are an object.
    pub fn arguments(&self) -> Option<Bytes> {
        let arguments = self.parts.extensions.get::<Arguments>();
        arguments.map(|Arguments(text)| text.clone())
    }

    /// Returns the tools that are offered: those that the address selects, else those that the token selects.
    ///
    /// # Errors
    /// Returns a message with the valid values if the address has an invalid one.
    pub fn profile(&self) -> Result<Profile, String> {
        let query = query_pairs(self.parts.uri.query().unwrap_or_default());
        let profile = Profile::of(&query)?;
        Ok(profile.or(self.server.tools(&self.parts).as_deref()))
    }

    /// Returns the address of the page on which an item of a workflow waits for a person.
    pub fn page(&self, workflow: Id, item: &str) -> String {
        self.server.page(workflow, item)
    }

    /// Opens a live feed.
    ///
    /// # Errors
    /// Returns the quota that is exceeded.
    pub fn feed(&self) -> Result<Held> {
        self.server.feed(&self.parts)
    }

    /// Resolves when the caller loses access.
    pub fn access_end(&self) -> Fut<'static, ()> {
        self.server.access_end(&self.parts)
    }

    /// Resolves when the server stops.
    pub fn stopping(&self) -> Fut<'static, ()> {
        self.server.stopping()
    }

    /// Resolves when the client no longer reads the response, which in a session does not cancel the message.
    async fn client_gone(&self) {
        match self.parts.extensions.get::<Gone>() {
            Some(Gone(gone)) => gone.cancelled().await,
            None => std::future::pending().await,
        }
    }

    /// Waits for `others`, until the client disconnects or loses access.
    pub async fn wait<T>(
        &self,
        exchange: &Exchange<RoleServer>,
        others: impl Future<Output = T>,
    ) -> Option<T> {
        tokio::select! {
            biased;
            () = self.access_end() => None,
            () = self.stopping() => None,
            () = exchange.ct.cancelled() => None,
            () = self.client_gone() => None,
            done = others => Some(done),
        }
    }

    /// Runs an operation, until the client disconnects or loses access.
    ///
    /// # Errors
    /// Returns the operation's error, or the quota that is exceeded.
    pub async fn call(
        &self,
        entry: &'static Entry,
        arguments: Bytes,
        exchange: &Exchange<RoleServer>,
    ) -> Result<Called> {
        let _held = self.server.spend(&self.parts, &entry.spec)?;
        let calling = http::call(entry, arguments, &self.context, Door::Mcp);
        tokio::select! {
            // Checked before the answer: the event that revokes the caller's access would also wake the call.
            biased;
            () = self.access_end() => {
                let detail = "The token of this call ended while it waited.";
                Err(Error::new(Code::Unauthenticated, detail))
            }
            () = exchange.ct.cancelled() => {
                Err(Error::unavailable("The call was cancelled."))
            }
            () = self.client_gone() => {
                Err(Error::unavailable("Nobody waits for the answer any more."))
            }
            called = calling => called,
        }
    }

    /// Runs the read operation `name` and returns its answer.
    ///
    /// # Errors
    /// Same as [`Asker::call`].
    pub async fn read(
        &self,
        name: &str,
        arguments: JsonObject,
        exchange: &Exchange<RoleServer>,
    ) -> Result<Value> {
        let entry = tool::entry(name);
        let entry =
            entry.ok_or_else(|| Error::internal(format!("there is no operation {name}")))?;
        let arguments = Value::Object(arguments).to_string().into();
        let called = self.call(entry, arguments, exchange).await?;
        serde_json::from_slice(&called.json)
            .map_err(|error| Error::internal(format!("an answer is not JSON: {error}")))
    }
}
