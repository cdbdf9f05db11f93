//! An operation: everything a caller can do, declared once. The doors walk the tables of operations;
//! they know no single one of them.

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

/// Whether an operation changes anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It appends nothing; also answers GET.
    Read,
    /// It may change something.
    Write,
}

/// What the doors need to know of an operation.
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    /// Its name at every door, such as `task_claim`.
    pub name: &'static str,
    /// Its server function's path: `/api/` and the name. [`spec!`](crate::spec) fills it in.
    pub path: &'static str,
    /// Whether it changes anything.
    pub effect: Effect,
    /// Who may call it at all; its decision may ask for more.
    pub access: Access,
    /// The members of its answer, such as `task.id`, that callers get who name none; all of it when
    /// there are none here. In process an answer is always whole.
    pub lean: &'static [&'static str],
    /// Its arguments, such as `artifacts.path`, of which agents are told who ask for no more, if they do it every
    /// day; when there are none here, it is offered to those alone who ask for it.
    pub everyday: &'static [&'static str],
    /// The reasons, such as `held`, with which it refuses what is not possible now.
    pub refuses: &'static [&'static str],
    /// What is special about it.
    pub traits: &'static [Trait],
}

/// What is special about an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trait {
    /// It reads one thing, and its answer follows from what was recorded of that thing alone: a caller who has
    /// that version needs no answer.
    OfOneThing,
    /// Its answers have tags of their own, not versions: a caller who sends the one it has needs no answer while
    /// that is still the same.
    Tagged,
    /// Its arguments may hold whole files.
    TakesFiles,
    /// Its calls may wait for something to happen.
    Waits,
    /// It makes room, stops somebody, takes something back or keeps what somebody has: it is done also when
    /// nothing else can be written.
    MakesRoom,
    /// It takes something away, which its caller may not be able to bring back.
    Destroys,
    /// Done again with the same arguments, it changes nothing more.
    Repeatable,
    /// It asks a person, who answers where things wait for people. Its answer holds what was asked under the first
    /// word of its name.
    AsksPerson,
    /// MCP lists it only to clients that ask for it by name: it moves whole memories in or out, or is for who runs
    /// the server. Model providers accept a limited number of tools.
    Unlisted,
    /// A token that is bound to a user or a namespace can call it: see [`Operation::confine`].
    Confined,
}

/// The reasons with which any write may be refused; `lead_lost` where it says in which epoch its caller leads.
pub const ANY_WRITE_REFUSES: [&str; 3] = ["stale", "contended", "lead_lost"];

impl Spec {
    /// With what is special about it.
    #[must_use]
    pub const fn with(self, traits: &'static [Trait]) -> Self {
        Self { traits, ..self }
    }

    /// With what agents need of it every day.
    #[must_use]
    pub const fn everyday(self, everyday: &'static [&'static str]) -> Self {
        Self { everyday, ..self }
    }

    /// With the reasons why it refuses.
    #[must_use]
    pub const fn refuses(self, refuses: &'static [&'static str]) -> Self {
        Self { refuses, ..self }
    }

    /// Whether callers were told that it may refuse so. Of what no door offers nothing is told.
    #[must_use]
    pub fn tells(&self, error: &Error) -> bool {
        let reason = error.extra.reason.as_deref().unwrap_or_default();
        error.code != Code::Conflict
            || self.access == Access::SYSTEM
            || ANY_WRITE_REFUSES.contains(&reason)
            || self.refuses.contains(&reason)
    }

    /// Whether `actor` can call it at all.
    #[must_use]
    pub fn is_for(&self, actor: &Actor) -> bool {
        self.access.allows(actor.role) && (actor.tenant().is_none() || self.has(Trait::Confined))
    }

    /// The rejection of a token that is bound to a user or a namespace.
    #[must_use]
    pub fn unavailable_to_tenants(&self) -> Error {
        Error::forbidden(format!(
            "{} is not available to a token that is bound to a user or a namespace: such a token reaches sessions, \
             scratchpads, memories and contexts of that user.",
            self.name
        ))
    }

    /// Whether that is so of it.
    #[must_use]
    pub fn has(&self, special: Trait) -> bool {
        self.traits.contains(&special)
    }
}

/// A [`Spec`]: `spec!(Write "task_claim" Access::DOERS)`, and where answers are to be lean
/// `spec!(Write "task_heartbeat" Access::DOERS, &["lease.until"])`. What is special about it follows:
/// `spec!(…).with(&[Trait::Waits])`.
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

/// How an operation is done.
pub enum How<O: Operation> {
    /// By a pure decision over states, which records facts.
    Decide(fn(&O, &mut Tx) -> Result<O::Output>),
    /// By asking states, the log and the index, or by changing what lies beside the log.
    Run(fn(O, View) -> Fut<'static, Result<O::Output>>),
}

/// Looks up what a decision needs beside states.
pub type Prepare<O> = fn(O, View) -> Fut<'static, Result<O>>;

/// One thing a caller can do. The fields of the struct are its arguments, their doc comments the
/// API's documentation.
pub trait Operation:
    Serialize + DeserializeOwned + JsonSchema + Clone + Send + Sync + 'static
{
    /// What it answers: always a JSON object.
    type Output: Serialize + DeserializeOwned + JsonSchema + Clone + Send + Sync + 'static;
    /// Its name, effect and access.
    const SPEC: Spec;
    /// How it is done.
    const HOW: How<Self>;

    /// What is looked up before the decision, off the writer: tokens counted, records and old versions
    /// found. It goes into fields that are not part of the arguments. A decision that finds it out of
    /// date says so with [`Tx::outdated`].
    const PREPARE: Option<Prepare<Self>> = None;

    /// How calls wait that cannot be done at once, if they can.
    const WAITING: Option<Waiting<Self>> = None;

    /// The text whose tokens are counted before the decision (given to it as `tx.cx.tokens`): what
    /// a context will show of the thing this operation writes.
    fn measured(&self) -> Option<String> {
        None
    }

    /// What of the output is stored for a retry that carries the same idempotency key: all of it,
    /// unless it holds a secret.
    fn kept(output: &Self::Output) -> Self::Output {
        output.clone()
    }

    /// Receipts for what a decision gave out of other memories, recorded as by
    /// [`Services::recalled`](crate::view::Services::recalled).
    fn recalled(_output: &Self::Output) -> Vec<(StreamId, Receipt)> {
        Vec::new()
    }

    /// The most bytes of a content that stays where it is.
    const INLINE_BYTES: usize = INLINE_BYTES;

    /// Confines the call of a token that is bound to a tenant: sets the arguments that name a user or a namespace.
    ///
    /// # Errors
    /// `forbidden` when the call is about anything that is not the tenant's. Operations that do not override this
    /// are not available to such tokens. One that overrides it has [`Trait::Confined`].
    fn confine(&mut self, _tenant: &Tenant) -> Result<()> {
        Err(Self::SPEC.unavailable_to_tenants())
    }

    /// Contents that move to the blobs before the decision when they are large.
    fn contents(&mut self) -> Vec<&mut Content> {
        Vec::new()
    }
}

/// Walks a table of operations.
pub trait Visitor {
    /// Called once for each operation.
    fn visit<O: Operation>(&mut self);
}
