//! Writes that are not decided (a token is made, a stream is erased), done once for each idempotency
//! key. Knows no single operation.

use std::sync::Arc;

use tokio::sync::oneshot;

use crate::actor::{Actor, Caller};
use crate::answer::Answer;
use crate::error::{Error, Result};
use crate::host::answers::{done, key_text, replay, request_hash};
use crate::host::core::closing;
use crate::host::hub::Hub;
use crate::host::job::Key;
use crate::host::run::Run;
use crate::host::writer::Work;
use crate::operation::Operation;
use crate::ports::log::Answered;

impl Hub {
    /// Does the write. With a key, a retry gets the first answer; only a crash between the write and
    /// its answer lets a retry do it again.
    pub(super) async fn once<O: Operation>(
        self: &Arc<Self>,
        op: O,
        run: Run<O>,
        caller: Caller,
        actor: &Actor,
    ) -> Result<Answer<O::Output>> {
        let Some(key) = caller.idempotency_key.as_deref() else {
            let _admission = self.core.admit().await?;
            return self.ask(op, run, caller, actor).await;
        };
        let json = serde_json::to_string(&op)
            .map_err(|error| Error::internal(format!("a request has no JSON form: {error}")))?;
        let key = Key {
            text: key_text(actor, O::SPEC.name, key)?,
            request: request_hash(&json),
            checked: 0,
        };
        let (hub, actor) = (self.clone(), actor.clone());
        // On a task of its own: what has begun is finished and remembered also when the caller goes
        // away, which is when they try again.
        let once =
            tokio::spawn(async move { hub.first_or_again(op, run, key, caller, &actor).await });
        once.await
            .map_err(|error| Error::internal(format!("a write broke off: {error}")))?
    }

    async fn first_or_again<O: Operation>(
        self: &Arc<Self>,
        op: O,
        run: Run<O>,
        key: Key,
        caller: Caller,
        actor: &Actor,
    ) -> Result<Answer<O::Output>> {
        let core = &self.core;
        let _admission = core.admit().await?;
        // One after the other: a retry that comes while the first call is under way waits for it.
        let _turn = core.turn.lock().await;
        let now = core.ports.clock.now();
        if let Some(first) = replay(&*core.ports.log, &key, now).await? {
            return Ok(self.again(first, actor).await);
        }
        let answer = self.ask(op, run, caller, actor).await?;
        let kept = match done::<O>(key, &answer, now) {
            Ok(answered) => self.keep(answered).await,
            Err(error) => Err(error),
        };
        if let Err(error) = kept {
            // The write stands, so it is answered.
            tracing::error!(operation = O::SPEC.name, %error, "a retry would do it again");
        }
        Ok(answer)
    }

    /// Stores an answer, in order with the writes.
    async fn keep(&self, answered: Answered) -> Result<()> {
        let (reply, kept) = oneshot::channel();
        let sent = self.queue.send(Work::Keep(answered, reply)).await;
        sent.map_err(|_| closing())?;
        kept.await.unwrap_or_else(|_| Err(closing()))
    }
}
