//! Who sent a message, and how operations are done for them. Knows no operation.

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

/// One message's sender.
pub struct Asker {
    server: Arc<dyn Server>,
    parts: Parts,
    /// Whom to ask, for whom.
    pub context: RequestContext,
    /// Who asks.
    pub actor: Actor,
}

impl Asker {
    /// The sender of the message that is being answered.
    ///
    /// # Errors
    /// When the message came without what the gate found out.
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

    /// The arguments of a tool as they arrived in the message, if they are an object.
    pub fn arguments(&self) -> Option<Bytes> {
        let arguments = self.parts.extensions.get::<Arguments>();
        arguments.map(|Arguments(text)| text.clone())
    }

    /// The tools that are offered: those that the address asks for, else those that the token does.
    ///
    /// # Errors
    /// With what an address may ask for.
    pub fn profile(&self) -> Result<Profile, String> {
        let query = query_pairs(self.parts.uri.query().unwrap_or_default());
        let profile = Profile::of(&query)?;
        Ok(profile.or(self.server.tools(&self.parts).as_deref()))
    }

    /// The address of the page where something in a workflow waits for a person.
    pub fn page(&self, workflow: Id, item: &str) -> String {
        self.server.page(workflow, item)
    }

    /// Opens a live feed.
    ///
    /// # Errors
    /// The quota that is met.
    pub fn feed(&self) -> Result<Held> {
        self.server.feed(&self.parts)
    }

    /// Ends when who asks is shut out.
    pub fn ended(&self) -> Fut<'static, ()> {
        self.server.ended(&self.parts)
    }

    /// Ends when the server stops.
    pub fn stopping(&self) -> Fut<'static, ()> {
        self.server.stopping()
    }

    /// Ends when nobody takes the answer any more, which in a session does not cancel the message.
    async fn gone(&self) {
        match self.parts.extensions.get::<Gone>() {
            Some(Gone(gone)) => gone.cancelled().await,
            None => std::future::pending().await,
        }
    }

    /// Waits for something that others do, for as long as who asks is there and may.
    pub async fn wait<T>(
        &self,
        exchange: &Exchange<RoleServer>,
        others: impl Future<Output = T>,
    ) -> Option<T> {
        tokio::select! {
            biased;
            () = self.ended() => None,
            () = self.stopping() => None,
            () = exchange.ct.cancelled() => None,
            () = self.gone() => None,
            done = others => Some(done),
        }
    }

    /// Does an operation, for as long as its caller is there and may.
    ///
    /// # Errors
    /// What the operation refuses with, or a quota that is met.
    pub async fn call(
        &self,
        entry: &'static Entry,
        arguments: Bytes,
        exchange: &Exchange<RoleServer>,
    ) -> Result<Called> {
        let _held = self.server.spend(&self.parts, &entry.spec)?;
        let calling = http::call(entry, arguments, &self.context, Door::Mcp);
        tokio::select! {
            // Before the answer: what tells others that the caller was shut out would wake the caller, too.
            biased;
            () = self.ended() => {
                let detail = "The token of this call ended while it waited.";
                Err(Error::new(Code::Unauthenticated, detail))
            }
            () = exchange.ct.cancelled() => {
                Err(Error::unavailable("The call was cancelled."))
            }
            () = self.gone() => {
                Err(Error::unavailable("Nobody waits for the answer any more."))
            }
            called = calling => called,
        }
    }

    /// Does an operation of that name, which only reads; gives its answer.
    ///
    /// # Errors
    /// As [`Asker::call`].
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
