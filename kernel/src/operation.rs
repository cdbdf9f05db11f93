//! The operation trait: everything a caller can do is declared once as an operation. The doors work with the table of
//! operations, not with single ones.

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::access::Access;
use crate::actor::Actor;
use crate::error::{Code, Error, Result};
use crate::future::Fut;
use crate::memory::Receipt;
use crate::ports::blobs::{Content, INLINE_BYTES};
use crate::stream::StreamId;
use crate::tenant::Tenant;
use crate::tx::Tx;
use crate::view::View;
use crate::waiting::Waiting;

/// Effect of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Appends nothing; also available as GET.
    Read,
    /// May change something.
    Write,
}

/// Description of an operation for the doors.
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    /// Name at every door, such as `task_claim`.
    pub name: &'static str,
    /// Path of the server function: `/api/` and the name. Set by [`spec!`](crate::spec).
    pub path: &'static str,
    /// Read or write.
    pub effect: Effect,
    /// Roles that may call it. Its decision may require more.
    pub access: Access,
    /// Default members of the answer, such as `task.id`, for callers that name none; empty for all. In-process answers
    /// are always whole.
    pub lean: &'static [&'static str],
    /// Arguments for everyday use, such as `artifacts.path`: agents that ask for no more are offered only these. An
    /// operation without any is only offered on request.
    pub everyday: &'static [&'static str],
    /// Conflict reasons that it returns, such as `held`.
    pub refuses: &'static [&'static str],
    /// Special properties.
    pub traits: &'static [Trait],
}

/// A special property of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trait {
    /// Reads one thing, and the answer depends on the recorded facts of that thing alone: a caller who has its current
    /// version needs no answer (304).
    OfOneThing,
    /// Answers have tags of their own instead of versions: a caller who sends the current tag needs no answer (304).
    Tagged,
    /// Arguments may hold whole files.
    TakesFiles,
    /// Calls may wait for something to happen.
    Waits,
    /// Frees space, stops an actor, withdraws something or keeps a claim alive: exempt from the quotas for disk space.
    MakesRoom,
    /// Removes something that its caller may not be able to restore.
    Destroys,
    /// Idempotent: a repetition with the same arguments changes nothing more.
    Repeatable,
    /// Asks a person, who answers in the inbox for people. The answer holds the request under the first word of the
    /// operation's name.
    AsksPerson,
    /// MCP lists it only to clients that request it by name: it moves whole memories in or out, or is for the operator
    /// of the server. Model providers accept a limited number of tools.
    Unlisted,
    /// Available to tokens that are bound to a user or a namespace: see [`Operation::confine`].
    Confined,
}

/// Conflict reasons of any write; `lead_lost` only if the call states the epoch of its lead.
pub const ANY_WRITE_REFUSES: [&str; 3] = ["stale", "contended", "lead_lost"];

impl Spec {
    /// Sets the special properties.
    #[must_use]
    pub const fn with(self, traits: &'static [Trait]) -> Self {
        Self { traits, ..self }
    }

    /// Sets the arguments for everyday use.
    #[must_use]
    pub const fn everyday(self, everyday: &'static [&'static str]) -> Self {
        Self { everyday, ..self }
    }

    /// Sets the conflict reasons.
    #[must_use]
    pub const fn refuses(self, refuses: &'static [&'static str]) -> Self {
        Self { refuses, ..self }
    }

    /// Returns true if `error` is documented for this operation. Internal operations ([`Access::SYSTEM`]) document
    /// nothing, so any conflict passes.
    #[must_use]
    pub fn tells(&self, error: &Error) -> bool {
        let reason = error.extra.reason.as_deref().unwrap_or_default();
        error.code != Code::Conflict
            || self.access == Access::SYSTEM
            || ANY_WRITE_REFUSES.contains(&reason)
            || self.refuses.contains(&reason)
    }

    /// Returns true if `actor` may call it at all.
    #[must_use]
    pub fn is_for(&self, actor: &Actor) -> bool {
        self.access.allows(actor.role) && (actor.tenant().is_none() || self.has(Trait::Confined))
    }

    /// Returns the rejection of a token that is bound to a user or a namespace.
    #[must_use]
    pub fn unavailable_to_tenants(&self) -> Error {
        Error::forbidden(format!(
            "{} is not available to a token that is bound to a user or a namespace: such a token reaches sessions, \
             scratchpads, memories and contexts of that user.",
            self.name
        ))
    }

    /// Returns true if the operation has this property.
    #[must_use]
    pub fn has(&self, special: Trait) -> bool {
        self.traits.contains(&special)
    }
}

/// Creates a [`Spec`]: `spec!(Write "task_claim" Access::DOERS)`, with default members of the answer `spec!(Write
/// "task_heartbeat" Access::DOERS, &["lease.until"])`, with properties `spec!(…).with(&[Trait::Waits])`.
#[macro_export]
macro_rules! spec {
    ($effect:ident $name:literal $access:expr) => {
        $crate::spec!($effect $name $access, &[])
    };
    ($effect:ident $name:literal $access:expr, $lean:expr) => {
        $crate::operation::Spec {
            name: $name,
            path: concat!("/api/", $name),
            effect: $crate::operation::Effect::$effect,
            access: $access,
            lean: $lean,
            everyday: &[],
            refuses: &[],
            traits: &[],
        }
    };
}

/// Implementation of an operation.
pub enum How<O: Operation> {
    /// A pure decision over states that records facts.
    Decide(fn(&O, &mut Tx) -> Result<O::Output>),
    /// An async function that reads states, the log and the index, or changes data outside the log.
    Run(fn(O, View) -> Fut<'static, Result<O::Output>>),
}

/// Loads what a decision needs besides states.
pub type Prepare<O> = fn(O, View) -> Fut<'static, Result<O>>;

/// One thing a caller can do. The fields of the struct are its arguments, and their doc comments are the API's
/// documentation.
pub trait Operation:
    Serialize + DeserializeOwned + JsonSchema + Clone + Send + Sync + 'static
{
    /// Response type: always a JSON object.
    type Output: Serialize + DeserializeOwned + JsonSchema + Clone + Send + Sync + 'static;
    /// Name, effect and access.
    const SPEC: Spec;
    /// Implementation.
    const HOW: How<Self>;

    /// Preparation before the decision, off the writer: counts tokens, loads records and old versions into fields that
    /// are not arguments. A decision that finds them stale returns [`Tx::reject_outdated`].
    const PREPARE: Option<Prepare<Self>> = None;

    /// Queueing of calls that cannot be served at once, if supported.
    const WAITING: Option<Waiting<Self>> = None;

    /// Returns the text whose tokens are counted before the decision (available there as `tx.cx.tokens`): the part of
    /// the written thing that contexts will show.
    fn text_to_count(&self) -> Option<String> {
        None
    }

    /// Returns the part of the output that is stored for retries with the same idempotency key: all of it, except
    /// secrets.
    fn output_to_store(output: &Self::Output) -> Self::Output {
        output.clone()
    }

    /// Returns receipts for items of other memories in the output, recorded as by
    /// [`Services::record_receipt`](crate::view::Services::record_receipt).
    fn receipts(_output: &Self::Output) -> Vec<(StreamId, Receipt)> {
        Vec::new()
    }

    /// Maximum size of a content that stays in its fact, in bytes.
    const INLINE_BYTES: usize = INLINE_BYTES;

    /// Confines the call of a token that is bound to a tenant: sets the arguments that name a user or a namespace.
    ///
    /// # Errors
    /// Returns `forbidden` if the call concerns anything outside the tenant. The default rejects all such tokens. An
    /// operation that overrides it declares [`Trait::Confined`].
    fn confine(&mut self, _tenant: &Tenant) -> Result<()> {
        Err(Self::SPEC.unavailable_to_tenants())
    }

    /// Returns the contents that move to the blobs before the decision if they are large.
    fn contents(&mut self) -> Vec<&mut Content> {
        Vec::new()
    }
}

/// Visitor of a table of operations.
pub trait Visitor {
    /// Called once for each operation.
    fn visit<O: Operation>(&mut self);
}
