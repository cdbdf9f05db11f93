//! Writes that are not decided (a token is made, a stream is erased), done once for each idempotency
//! key. Knows no single operation.

use std::sync::Arc;

use tokio::sync::oneshot;

use crate::actor::{Actor, Caller};
use crate::answer::Answer;
use crate::error::{Error, Result};
use crate::host::answers::{done, key_text, replay, request_hash};
use crate::host::hub::Hub;
use crate::host::job::Key;
use crate::host::shared::closing;
use crate::host::writer::Work;
use crate::ports::log::Answered;
use crate::registry::{AnyOperation, Output};

impl Hub {
    /// Does the write. With a key, a retry gets the first answer; only a crash between the write and
    /// its answer lets a retry do it again.
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
        // On a task of its own: what has begun is finished and remembered also when the caller goes
        // away, which is when they try again.
        let once = tokio::spawn(async move { hub.first_or_again(op, key, caller, &actor).await });
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
        // One after the other: a retry that comes while the first call is under way waits for it.
        let _turn = shared.turn.lock().await;
        let (entry, now) = (op.entry(), shared.ports.clock.now());
        if let Some(first) = replay(&*shared.ports.log, entry, &key, now).await? {
            return Ok(self.again(first, actor, caller.hearing.as_ref()).await);
        }
        let call = op.again();
        let answer = self.ask(op, caller, actor).await?;
        let answered = (call.kept(&*answer.output))
            .and_then(|kept| done(key, entry.spec.name, kept, &answer, now));
        let kept = match answered {
            Ok(answered) => self.keep(answered).await,
            Err(error) => Err(error),
        };
        if let Err(error) = kept {
            // The write stands, so it is answered.
            tracing::error!(operation = entry.spec.name, %error, "a retry would do it again");
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
