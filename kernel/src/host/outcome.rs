//! Completes answers: adds the log position and the notices for an agent to the output.

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
    /// Builds the answer to a durable write.
    pub(super) async fn build_answer(
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

    /// Builds the answer to a retry: the first output, with current notices.
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
        // Another process may have done the first call.
        self.shared.wait_for_position(answer.position).await;
        if let Some((actor, caller)) = hearer {
            let hearing = caller.hearing.as_ref();
            self.tell(&mut answer, actor, hearing, &[first.stream])
                .await;
        }
        answer
    }

    /// Adds the notices to the error of a rejected decision.
    pub(super) async fn refuse_decision(
        &self,
        refusal: Refusal,
        actor: &Actor,
        caller: &Caller,
    ) -> Error {
        let (hearing, streams) = (caller.hearing.as_ref(), refusal.stream.as_slice());
        self.refuse(refusal.error, actor, hearing, streams).await
    }

    /// Adds an agent's notices to its answer.
    pub(super) async fn tell(
        &self,
        answer: &mut Answer<Output>,
        actor: &Actor,
        hearing: Option<&Hearing>,
        streams: &[StreamId],
    ) {
        (answer.inbox, answer.inbox_waiting) = self.notices(actor, hearing, streams).await;
    }

    /// Adds an agent's notices to an error, so that rejected calls receive them too.
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
        // Notices about the agent itself belong to the workspace, whatever it called.
        let mut streams = streams.to_vec();
        streams.push(StreamId::workspace());
        streams.dedup();
        inbox::collect(&self.shared, &self.receipts, actor, hearing, &streams, now).await
    }
}
