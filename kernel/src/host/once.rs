//! Runs undecided writes (creating a token, erasing a stream) once for each idempotency key, across all processes: the
//! key is claimed in the log before the work begins.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::sleep;
use tracing::Instrument as _;

use crate::actor::{Actor, Caller};
use crate::answer::Answer;
use crate::error::{Error, Result};
use crate::host::answers::{Replayed, find, key_text, read, request_hash, run_answer};
use crate::host::hub::Hub;
use crate::host::job::{Job, Key, Outcome, StateSource, Verdict};
use crate::host::shared::closing;
use crate::host::writer::Work;
use crate::ports::log::Answered;
use crate::registry::{AnyOperation, Entry, Output};
use crate::stream::StreamId;
use crate::time::Time;
use crate::tx::Cx;

/// Interval at which a call looks for the answer to work that another call has claimed.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Result of claiming a key.
enum Claim {
    /// This call does the work.
    Ours(Answered),
    /// The work was done: its first answer.
    Done(Replayed),
}

impl Hub {
    /// Runs the write. A retry with the same key gets the first answer. It only repeats the write if the claim expired
    /// before an answer was stored, for example after a crash between the write and its answer.
    pub(super) async fn once(
        self: &Arc<Self>,
        op: Box<dyn AnyOperation>,
        caller: Caller,
        actor: &Actor,
    ) -> Result<Answer<Output>> {
        let Some(key) = caller.idempotency_key.as_deref() else {
            let _admission = self.shared.admit().await?;
            return self.ask(op, caller, actor).await;
        };
        let key = Key {
            text: key_text(actor, op.entry().spec.name, key)?,
            request: request_hash(&op.json()?),
            checked: 0,
        };
        let (hub, actor) = (self.clone(), actor.clone());
        // On a task of its own: work that has begun is finished and its answer stored even if the caller disconnects,
        // because that is when callers retry.
        let once = async move { hub.first_or_again(op, key, caller, &actor).await };
        let once = tokio::spawn(once.in_current_span());
        once.await
            .map_err(|error| Error::internal(format!("a write broke off: {error}")))?
    }

    async fn first_or_again(
        self: &Arc<Self>,
        op: Box<dyn AnyOperation>,
        key: Key,
        caller: Caller,
        actor: &Actor,
    ) -> Result<Answer<Output>> {
        let shared = &self.shared;
        let _admission = shared.admit().await?;
        let entry = op.entry();
        let cx = self.circumstances(&caller, actor, 0);
        let claim = match self.claim(entry, key.clone(), &cx).await? {
            Claim::Ours(claim) => claim,
            Claim::Done(first) => {
                return Ok(self.again(first, Some((actor, &caller))).await);
            }
        };
        let call = op.again();
        let answer = match self.ask(op, caller, actor).await {
            Ok(answer) => answer,
            Err(error) => {
                self.release(claim, &cx).await;
                return Err(error);
            }
        };
        let now = shared.ports.clock.now();
        let answered = (call.output_to_store(&*answer.output))
            .and_then(|kept| run_answer(key, entry.spec.name, kept, &answer, now));
        let kept = match answered {
            Ok(answered) => self.keep(answered, u64::MAX, &cx).await,
            Err(error) => Err(error),
        };
        match kept {
            Ok(true) => {}
            // The write is durable, so it is answered.
            Ok(false) => {
                tracing::error!(
                    operation = entry.spec.name,
                    "it took so long that a retry did it again"
                );
            }
            Err(error) => {
                tracing::error!(operation = entry.spec.name, %error, "a retry would do it again");
            }
        }
        Ok(answer)
    }

    /// Claims the key of a call, or waits until the call that holds the claim is done.
    async fn claim(&self, entry: &Entry, mut key: Key, cx: &Cx) -> Result<Claim> {
        let shared = &self.shared;
        let (log, clock) = (&*shared.ports.log, &shared.ports.clock);
        let mut leaving = shared.leaving.subscribe();
        loop {
            key.checked = shared.rounds.load(Ordering::Acquire);
            match find(log, &key, clock.now()).await? {
                Some(answered) if !answered.is_claim() => {
                    return read(log, entry, answered).await.map(Claim::Done);
                }
                Some(_) => {}
                None => {
                    let claim = Answered::claim(
                        key.text.clone(),
                        key.request.clone(),
                        clock.id(),
                        StreamId::new("operation", entry.spec.name),
                        clock.now(),
                    );
                    if self.keep(claim.clone(), key.checked, cx).await? {
                        return Ok(Claim::Ours(claim));
                    }
                }
            }
            tokio::select! {
                biased;
                _ = leaving.wait_for(|leaving| *leaving) => return Err(closing()),
                () = sleep(LOOK_EVERY) => {}
            }
        }
    }

    /// Ends the claim of a rejected call, so that a retry need not wait.
    async fn release(&self, claim: Answered, cx: &Cx) {
        if let Err(error) = self.keep(claim.to_expired(), u64::MAX, cx).await {
            tracing::warn!(%error, "a retry waits until the claim of its key has ended");
        }
    }

    /// Stores an answer or a claim, ordered with the writes. Returns false if another one under the key was stored that
    /// it does not replace. `checked` is the number of commits in which one would have been seen.
    async fn keep(&self, answered: Answered, checked: u64, cx: &Cx) -> Result<bool> {
        let (reply, kept) = oneshot::channel();
        let key = Key {
            text: answered.key.clone(),
            request: answered.request.clone(),
            checked,
        };
        let job = Keeping {
            key,
            answered,
            cx: cx.clone(),
            reply,
        };
        let sent = self.queue.send(Work::Decide(Box::new(job))).await;
        sent.map_err(|_| closing())?;
        match kept.await {
            Ok(Outcome::Done(_)) => Ok(true),
            Ok(Outcome::Again(_)) => Ok(false),
            Ok(Outcome::Refused(refusal)) => Err(refusal.error),
            Err(_) => Err(closing()),
        }
    }
}

/// A job that stores an answer and records no facts.
struct Keeping {
    key: Key,
    answered: Answered,
    cx: Cx,
    reply: oneshot::Sender<Outcome>,
}

impl Job for Keeping {
    fn key(&self) -> Option<&Key> {
        Some(&self.key)
    }

    fn decide(&mut self, now: Time, _: &dyn StateSource) -> Verdict {
        self.cx.now = now;
        Verdict::Staged(Vec::new(), Arc::new(self.cx.clone()))
    }

    fn output(&self) -> Result<Option<String>> {
        Ok(None)
    }

    fn redaction_count(&self) -> u32 {
        0
    }

    /// Always succeeds: the job concerns no stream that others write to.
    fn overtaken(&mut self) -> Result<()> {
        Ok(())
    }

    fn answer_to_store(&self) -> Option<&Answered> {
        Some(&self.answered)
    }

    fn end(self: Box<Self>, outcome: Outcome) {
        drop(self.reply.send(outcome));
    }
}
