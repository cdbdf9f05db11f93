//! Runs one decision from arguments to answer: prepares it, sends it to the writer, and repeats it when a state was
//! missing or another write came first.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use tokio::sync::oneshot;
use tracing::Instrument as _;

use crate::actor::{Actor, Caller};
use crate::answer::Answer;
use crate::error::{Error, Result};
use crate::host::answers::{key_text, replay};
use crate::host::hub::Hub;
use crate::host::job::{Again, Key, Refusal, Reply, Ticket};
use crate::host::prepare::{Hash, prepare, store};
use crate::host::shared::closing;
use crate::host::stale::explain;
use crate::host::writer::Work;
use crate::registry::{AnyOperation, AnyOutput, Output};
use crate::span;
use crate::tx::Cx;
use crate::view::{Services as _, View};

/// Maximum number of tries of a call: a decision is repeated when a state it needs is not in memory, and when another
/// call comes first. See [`Tx::need`](crate::tx::Tx::need).
const TRIES: usize = 64;

/// Recipient of the answer to a decision.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Heard {
    /// The call runs even if the caller has disconnected.
    Anyway,
    /// The call only runs while the caller is connected.
    OrNotDone,
    /// The answer has no recipient: notices for the caller wait for a later answer.
    ByNobody,
}

impl Hub {
    /// Runs a decided operation.
    pub(super) async fn decide(
        self: &Arc<Self>,
        op: Box<dyn AnyOperation>,
        caller: &Caller,
        actor: &Actor,
        heard: Heard,
    ) -> Result<Answer<Output>, Refusal> {
        let (shared, entry) = (&*self.shared, op.entry());
        let key = caller.idempotency_key.as_deref();
        let key = key
            .map(|key| key_text(actor, entry.spec.name, key))
            .transpose()?;
        let hash = match key {
            Some(_) => Hash::Needed,
            None => Hash::Unused,
        };
        let mut prepared = prepare(shared, op, hash).await?;
        let mut key = key.zip(prepared.request).map(|(text, request)| Key {
            text,
            request,
            checked: 0,
        });
        let op: Arc<dyn AnyOperation> = prepared.op.into();
        let mut ready = None;
        let cx = self.circumstances(caller, actor, prepared.tokens);
        let mut outdated = None;
        let mut look = true;
        let mut overtaken = 0;
        let mut pins = Vec::new();
        let hearer = (heard != Heard::ByNobody).then_some((actor, caller));
        for _ in 0..TRIES {
            if let Some(key) = &mut key
                && std::mem::take(&mut look)
            {
                key.checked = shared.rounds.load(Ordering::Acquire);
                let now = shared.ports.clock.now();
                if let Some(first) = replay(&*shared.ports.log, entry, key, now).await? {
                    return Ok(self.again(first, hearer).await);
                }
            }
            let op = if let Some(op) = &ready {
                Arc::clone(op)
            } else {
                let mut made = self.prepare_operation(&op, caller).await?;
                // Preparation for this call alone may have created new contents.
                if let Some(made) = Arc::get_mut(&mut made) {
                    store(shared, made, &mut prepared.blobs).await?;
                }
                Arc::clone(ready.insert(made))
            };
            let (reply, replied) = oneshot::channel();
            let ticket = Ticket {
                op,
                cx: cx.clone(),
                key: key.clone(),
                redacted: prepared.redacted,
                bound: caller.bound.clone(),
                overtaken,
                only_if_heard: heard == Heard::OrNotDone,
                output: None,
                reply,
            };
            let sent = self.queue.send(Work::Decide(Box::new(ticket))).await;
            sent.map_err(|_| closing())?;
            match replied.instrument(span::write()).await {
                Ok(Reply::Done(output, done)) => {
                    if let Some(blobs) = prepared.blobs.take() {
                        blobs.spare().await;
                    }
                    self.pass_on(ready.as_deref(), &*output, actor);
                    return Ok(self
                        .build_answer(output, done, prepared.redacted, hearer)
                        .await);
                }
                Ok(Reply::Refused(refusal)) => {
                    // Another process may have done the same call after the lookup: the rejection is then caused by
                    // that call.
                    if let Some(key) = &key
                        && let Ok(Some(first)) =
                            replay(&*shared.ports.log, entry, key, cx.now).await
                    {
                        return Ok(self.again(first, hearer).await);
                    }
                    let stream = refusal.stream.clone();
                    let error = explain(shared, refusal, caller, actor).await;
                    return Err(Refusal { error, stream });
                }
                Ok(Reply::Again(Again::Missing(streams), times)) => {
                    overtaken = times;
                    for stream in &streams {
                        // Pinned until this call has ended, so that a small cache cannot starve it.
                        pins.push(shared.cache.pin(stream));
                        shared.load(stream).await?;
                    }
                }
                Ok(Reply::Again(Again::Answered, times)) => (look, overtaken) = (true, times),
                Ok(Reply::Again(Again::Outdated(error), times)) => {
                    overtaken = times;
                    ready = None;
                    outdated = Some(error);
                }
                Err(_) => return Err(closing().into()),
            }
        }
        let busy = "Too many others write to the same things; nothing was stored. Try again.";
        Err(outdated.unwrap_or_else(|| Error::unavailable(busy)).into())
    }

    /// Returns the context of a call that its decision may use.
    pub(super) fn circumstances(&self, caller: &Caller, actor: &Actor, tokens: u32) -> Cx {
        let shared = &self.shared;
        Cx {
            now: shared.ports.clock.now(),
            id: shared.ports.clock.id(),
            actor: actor.clone(),
            door: caller.door,
            // The caller may have put anything into the request id.
            request: shared.ports.secrets.redact(&caller.request).0.into_owned(),
            if_version: caller.if_version,
            if_match: caller.if_match.clone(),
            lead_epoch: caller.lead_epoch,
            schemas: shared.ports.schemas.clone(),
            defaults: shared.defaults.clone(),
            tokens,
        }
    }

    /// Returns the operation with the data that its decision needs in addition to states.
    async fn prepare_operation(
        self: &Arc<Self>,
        op: &Arc<dyn AnyOperation>,
        caller: &Caller,
    ) -> Result<Arc<dyn AnyOperation>> {
        if !op.entry().prepares {
            return Ok(op.clone());
        }
        let now = self.shared.ports.clock.now();
        let view = View::new(now, caller.clone(), self.clone());
        match op.prepare(view) {
            Some(preparing) => preparing.await,
            None => Ok(op.clone()),
        }
    }

    /// Records receipts of the items in `output` that an agent received from other memories.
    fn pass_on(&self, op: Option<&dyn AnyOperation>, output: &dyn AnyOutput, actor: &Actor) {
        let given = op.filter(|_| actor.role.is_agent());
        for (stream, receipt) in given.map(|op| op.receipts(output)).unwrap_or_default() {
            self.record_receipt(stream, actor, receipt);
        }
    }
}
