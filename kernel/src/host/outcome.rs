//! What an answer carries besides its output: where the log is, and what others say to an agent.

use crate::actor::{Actor, Caller};
use crate::answer::Answer;
use crate::error::Error;
use crate::hearing::Hearing;
use crate::host::answers::Replayed;
use crate::host::hub::Hub;
use crate::host::inbox;
use crate::host::job::{Done, Refusal};
use crate::notice::Notice;
use crate::registry::Output;
use crate::stream::StreamId;

impl Hub {
    /// The answer to a write that is durable.
    pub(super) async fn done(
        &self,
        output: Output,
        done: Done,
        redacted: u32,
        hearer: Option<(&Actor, &Caller)>,
    ) -> Answer<Output> {
        let mut answer = Answer {
            output,
            version: done.first.as_ref().map(|(_, version)| *version),
            position: done.position,
            inbox: Vec::new(),
            inbox_waiting: 0,
            redacted_secrets: redacted,
            tag: None,
        };
        if let Some((actor, caller)) = hearer {
            let mut streams = done.others;
            streams.splice(0..0, done.first.map(|(stream, _)| stream));
            let hearing = caller.hearing.as_ref();
            self.tell(&mut answer, actor, hearing, &streams).await;
        }
        answer
    }

    /// The first answer to a call that was sent again; what others have to say is today's.
    pub(super) async fn again(
        &self,
        first: Replayed,
        hearer: Option<(&Actor, &Caller)>,
    ) -> Answer<Output> {
        let mut answer = Answer {
            output: first.output,
            version: first.version,
            position: first.position,
            inbox: Vec::new(),
            inbox_waiting: 0,
            redacted_secrets: first.redacted_secrets,
            tag: None,
        };
        // Another process may have done it.
        self.shared.reached(answer.position).await;
        if let Some((actor, caller)) = hearer {
            let hearing = caller.hearing.as_ref();
            self.tell(&mut answer, actor, hearing, &[first.stream])
                .await;
        }
        answer
    }

    /// The refusal of a decision, with what others say.
    pub(super) async fn refused(&self, refusal: Refusal, actor: &Actor, caller: &Caller) -> Error {
        let (hearing, streams) = (caller.hearing.as_ref(), refusal.stream.as_slice());
        self.refuse(refusal.error, actor, hearing, streams).await
    }

    /// Puts into an agent's answer what others say to it.
    pub(super) async fn tell(
        &self,
        answer: &mut Answer<Output>,
        actor: &Actor,
        hearing: Option<&Hearing>,
        streams: &[StreamId],
    ) {
        (answer.inbox, answer.inbox_waiting) = self.notices(actor, hearing, streams).await;
    }

    /// The same with a refusal: an agent that asks in vain must hear what others say too.
    pub(super) async fn refuse(
        &self,
        mut error: Error,
        actor: &Actor,
        hearing: Option<&Hearing>,
        streams: &[StreamId],
    ) -> Error {
        (error.extra.inbox, error.extra.inbox_waiting) =
            self.notices(actor, hearing, streams).await;
        error
    }

    async fn notices(
        &self,
        actor: &Actor,
        hearing: Option<&Hearing>,
        streams: &[StreamId],
    ) -> (Vec<Notice>, u32) {
        if !actor.role.is_agent() || streams.is_empty() {
            return (Vec::new(), 0);
        }
        let now = self.shared.ports.clock.now();
        // What concerns the agent itself is the workspace's, whatever it called.
        let mut streams = streams.to_vec();
        streams.push(StreamId::workspace());
        streams.dedup();
        inbox::collect(&self.shared, &self.receipts, actor, hearing, &streams, now).await
    }
}
