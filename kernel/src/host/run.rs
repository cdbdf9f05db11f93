//! The path of every call: authorization, execution, and attached notices.

use std::sync::Arc;
use std::time::Duration;

use tracing::Instrument as _;

use crate::actor::{Actor, Caller};
use crate::answer::Answer;
use crate::error::{Code, Error, Result};
use crate::future::Fut;
use crate::host::admit::authorize;
use crate::host::answers::KEY_REUSED;
use crate::host::decide::Heard;
use crate::host::hub::Hub;
use crate::host::job::elsewhere;
use crate::host::kind::Kind;
use crate::host::prepare::from_json;
use crate::host::waits::Place;
use crate::operation::{Effect, Operation, Spec};
use crate::registry::{AnyOperation, Output, Way};
use crate::span;
use crate::stream::StreamId;
use crate::view::View;

impl Hub {
    /// Checks whether `actor` may call an operation, for a door that asks before it reads the arguments. A rejection is
    /// counted and logged like any other.
    ///
    /// # Errors
    /// Returns `unauthenticated` or `forbidden`.
    pub fn admit(&self, spec: &Spec, actor: Option<&Actor>, request: &str) -> Result<()> {
        authorize(&self.shared, spec, actor, request).map(drop)
    }

    /// Runs one operation for `caller`. Every call takes this path.
    ///
    /// # Errors
    /// Returns the operation's errors, `unauthenticated`, `forbidden`, or `unavailable` if it cannot be stored now.
    pub async fn run<O: Operation>(
        self: &Arc<Self>,
        op: O,
        caller: Caller,
    ) -> Result<Answer<O::Output>> {
        self.call(Box::new(op), caller).await?.downcast()
    }

    /// Runs a type-erased operation.
    ///
    /// # Errors
    /// Same as [`Hub::run`].
    #[must_use]
    pub fn call(
        self: &Arc<Self>,
        op: Box<dyn AnyOperation>,
        caller: Caller,
    ) -> Fut<'_, Result<Answer<Output>>> {
        let span = span::operation(op.entry().spec.name, &caller);
        let answering = async move {
            let answered = self.perform(op, caller).await;
            if let Err(error) = &answered {
                span::record_error(error.code);
            }
            answered
        };
        Box::pin(answering.instrument(span))
    }

    async fn perform(
        self: &Arc<Self>,
        mut op: Box<dyn AnyOperation>,
        caller: Caller,
    ) -> Result<Answer<Output>> {
        let (shared, entry) = (&self.shared, op.entry());
        let spec = &entry.spec;
        let actor = authorize(shared, spec, caller.actor.as_ref(), &caller.request)?;
        if let Some(tenant) = actor.tenant() {
            op.confine(tenant)?;
        }
        // The streams that a decision changes are known after it; any other write is outside the bound workflow.
        if let (Way::Run, Effect::Write) = (entry.way, spec.effect)
            && caller.bound.is_some()
        {
            return Err(elsewhere());
        }
        self.refresh().await?;
        if actor.role.is_agent() {
            shared.note_seen(&actor.id, shared.ports.clock.now());
        }
        let request = caller.request.clone();
        let key = caller.idempotency_key.clone();
        let mut answered = match (entry.way, spec.effect) {
            (Way::Decided, _) => self.patiently(op, &caller, &actor).await,
            (Way::Run, Effect::Read) => self.ask(op, caller, &actor).await,
            (Way::Run, Effect::Write) => self.once(op, caller, &actor).await,
        };
        if let Some(key) = key.filter(|_| actor.role.is_agent()) {
            let inbox = match &mut answered {
                Ok(answer) => &mut answer.inbox,
                Err(error) => &mut error.extra.inbox,
            };
            shared.told.again(&actor, &key, inbox);
        }
        if let Err(error) = &answered
            && error.code == Code::Internal
        {
            tracing::error!(request, operation = spec.name, %error, "a fault of Loci");
        }
        debug_assert!(
            answered
                .as_ref()
                .err()
                .is_none_or(|error| spec.tells(error)),
            "{} refuses for a reason that its spec does not name: {:?}",
            spec.name,
            answered.as_ref().err()
        );
        answered
    }

    /// Records what an undecided write did as a fact, under the admission of that write. With the key `once`, several
    /// processes record it once, even if their descriptions differ.
    pub(super) async fn note(
        self: &Arc<Self>,
        what: &str,
        once: Option<String>,
        caller: Caller,
    ) -> Result<()> {
        let Some(actor) = caller.actor.clone() else {
            return Err(Error::internal("what happened cannot be noted"));
        };
        // The caller's key and version belong to the write, which stores its own answer.
        let caller = Caller {
            idempotency_key: once,
            ..Caller::new(caller.actor, caller.door, caller.request)
        };
        let entry = self.shared.kinds.values().find_map(Kind::notes);
        let entry =
            entry.ok_or_else(|| Error::internal("no memory notes what happens beside the log"))?;
        let what = from_json(entry, what)
            .map_err(|error| Error::internal(format!("what happened cannot be noted: {error}")))?;
        match self.decide(what, &caller, &actor, Heard::ByNobody).await {
            Ok(_) => Ok(()),
            // Another process recorded it with another description.
            Err(refusal) if refusal.error.extra.reason.as_deref() == Some(KEY_REUSED) => Ok(()),
            Err(refusal) => Err(refusal.error),
        }
    }

    /// Runs an undecided operation over a view.
    pub(super) async fn ask(
        self: &Arc<Self>,
        op: Box<dyn AnyOperation>,
        caller: Caller,
        actor: &Actor,
    ) -> Result<Answer<Output>> {
        // Read before the operation, so that a caller who continues from this position misses nothing.
        let position = self.shared.head();
        let hearing = caller.hearing.clone();
        let view = View::new(self.shared.ports.clock.now(), caller, self.clone());
        let asked = op.run(view.clone()).await;
        let touched = view.first_stream();
        let output = match asked {
            Ok(output) => output,
            Err(error) => {
                let streams: Vec<StreamId> =
                    touched.into_iter().map(|(stream, _)| stream).collect();
                return Err(self.refuse(error, actor, hearing.as_ref(), &streams).await);
            }
        };
        let mut answer = Answer {
            output,
            version: touched.as_ref().map(|(_, version)| *version),
            position,
            inbox: Vec::new(),
            inbox_waiting: 0,
            redacted_secrets: 0,
            tag: view.response_tag(),
        };
        let streams: Vec<StreamId> = touched.into_iter().map(|(stream, _)| stream).collect();
        self.tell(&mut answer, actor, hearing.as_ref(), &streams)
            .await;
        Ok(answer)
    }

    /// Runs a decided operation: at once, or as soon as it can proceed if the call waits for that.
    async fn patiently(
        self: &Arc<Self>,
        op: Box<dyn AnyOperation>,
        caller: &Caller,
        actor: &Actor,
    ) -> Result<Answer<Output>> {
        let shared = &self.shared;
        let Some(wait) = op.wait() else {
            let _admission = shared.admit().await?;
            return match self.decide(op, caller, actor, Heard::Anyway).await {
                Ok(answer) => Ok(answer),
                Err(refusal) => Err(self.refuse_decision(refusal, actor, caller).await),
            };
        };
        let patience = tokio::time::sleep(Duration::from_secs(wait.seconds.into()));
        let mut look = Some(wait.look);
        tokio::pin!(patience);
        let mut leaving = shared.leaving.subscribe();
        let mut place: Option<Place> = None;
        loop {
            // Admitted again for each try: closing waits for admitted calls, but not for queued ones.
            let decided = {
                let _admission = shared.admit().await?;
                self.decide(op.again(), caller, actor, Heard::OrNotDone)
                    .await
            };
            let refusal = match decided {
                Ok(answer) => return Ok(answer),
                Err(refusal) => refusal,
            };
            let reason = refusal.error.extra.reason.as_deref();
            if !reason.is_some_and(|reason| wait.idle.contains(&reason)) {
                return Err(self.refuse_decision(refusal, actor, caller).await);
            }
            match (&place, &wait.stream, look.take()) {
                (Some(place), ..) if place.goes_on() => {}
                (None, Some(stream), Some(look)) => {
                    place = Some(Place::take(shared, stream, actor, look));
                }
                _ => return Err(self.refuse_decision(refusal, actor, caller).await),
            }
            let turn = async {
                match &place {
                    Some(place) => place.wait().await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                biased;
                _ = leaving.wait_for(|leaving| *leaving) => {}
                () = turn => continue,
                () = &mut patience => {}
            }
            return Err(self.refuse_decision(refusal, actor, caller).await);
        }
    }
}
