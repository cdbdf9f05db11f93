//! The one path that every call takes: who may, what is stored of it, who is told. Knows no single
//! operation.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::sync::oneshot;

use crate::actor::{Actor, Caller, Role};
use crate::answer::Answer;
use crate::error::{Change, Code, Error, Extra, Result};
use crate::future::Fut;
use crate::hearing::Hearing;
use crate::host::answers::{Replayed, key_text, replay};
use crate::host::hub::Hub;
use crate::host::inbox;
use crate::host::job::{Again, Done, Key, Refusal, Reply, Ticket, elsewhere};
use crate::host::kind::Kind;
use crate::host::prepare::{Hash, from_json, prepare, store};
use crate::host::shared::{PAGE, Shared, closing, count};
use crate::host::waits::Place;
use crate::host::writer::Work;
use crate::notice::Notice;
use crate::operation::{Effect, Operation, Spec};
use crate::registry::{AnyOperation, AnyOutput, Output, Way};
use crate::stream::{StreamId, Version};
use crate::tx::Cx;
use crate::view::{Services, View};

/// How often a call is decided anew: once for each state it needs that is not in memory, and once
/// for each time another one comes first.
const TRIES: usize = 64;
/// How often another process may come first.
const OVERTAKEN: usize = 8;
/// The reason of [`Error::stale`].
const STALE: &str = "stale";
/// How many changes a refusal lists.
const CHANGES: usize = 20;
/// Through how many pages of facts they are looked for.
const CHANGES_PAGES: usize = 10;

/// Who hears the answer to a decision.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Heard {
    /// It is done also when the caller has gone away.
    Anyway,
    /// It is done only while the caller is there.
    OrNotDone,
    /// Nobody: what others say to the caller is kept for an answer that they get.
    ByNobody,
}

impl Hub {
    /// Whether `actor` may call an operation at all, for a door that asks before it reads the arguments;
    /// a refusal is counted and logged like any other.
    ///
    /// # Errors
    /// `unauthenticated` or `forbidden`.
    pub fn admit(&self, spec: &Spec, actor: Option<&Actor>, request: &str) -> Result<()> {
        authorize(&self.shared, spec, actor, request).map(drop)
    }

    /// Does one operation for `caller`: the one path to everything.
    ///
    /// # Errors
    /// What the operation refuses with, `unauthenticated`, `forbidden`, or `unavailable` when it
    /// cannot be stored now.
    pub async fn run<O: Operation>(
        self: &Arc<Self>,
        op: O,
        caller: Caller,
    ) -> Result<Answer<O::Output>> {
        self.call(Box::new(op), caller).await?.typed()
    }

    /// The same without the operation's type.
    ///
    /// # Errors
    /// As [`Hub::run`].
    #[must_use]
    pub fn call(
        self: &Arc<Self>,
        op: Box<dyn AnyOperation>,
        caller: Caller,
    ) -> Fut<'_, Result<Answer<Output>>> {
        Box::pin(self.perform(op, caller))
    }

    async fn perform(
        self: &Arc<Self>,
        op: Box<dyn AnyOperation>,
        caller: Caller,
    ) -> Result<Answer<Output>> {
        let (shared, entry) = (&self.shared, op.entry());
        let spec = &entry.spec;
        let actor = authorize(shared, spec, caller.actor.as_ref(), &caller.request)?;
        // What a decision changes is known once it is made; what else writes is no part of a workflow.
        if let (Way::Run, Effect::Write) = (entry.way, spec.effect)
            && caller.bound.is_some()
        {
            return Err(elsewhere());
        }
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

    /// Notes what a write did that is not decided itself. It is let in with that write.
    pub(super) async fn note(self: &Arc<Self>, what: &str, caller: Caller) -> Result<()> {
        let Some(actor) = caller.actor.clone() else {
            return Err(Error::internal("what happened cannot be noted"));
        };
        // Its key and its version are that write's, which stores its own answer.
        let caller = Caller::new(caller.actor, caller.door, caller.request);
        let entry = self.shared.kinds.values().find_map(Kind::notes);
        let entry =
            entry.ok_or_else(|| Error::internal("no memory notes what happens beside the log"))?;
        let what = from_json(entry, what)
            .map_err(|error| Error::internal(format!("what happened cannot be noted: {error}")))?;
        match self.decide(what, &caller, &actor, Heard::ByNobody).await {
            Ok(_) => Ok(()),
            Err(refusal) => Err(refusal.error),
        }
    }

    /// An operation that asks.
    pub(super) async fn ask(
        self: &Arc<Self>,
        op: Box<dyn AnyOperation>,
        caller: Caller,
        actor: &Actor,
    ) -> Result<Answer<Output>> {
        // Taken before the look: whoever goes on from here misses nothing.
        let position = self.shared.head();
        let hearing = caller.hearing.clone();
        let view = View::new(self.shared.ports.clock.now(), caller, self.clone());
        let asked = op.run(view.clone()).await;
        let touched = view.touched();
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
            tag: view.tagged(),
        };
        let streams: Vec<StreamId> = touched.into_iter().map(|(stream, _)| stream).collect();
        self.tell(&mut answer, actor, hearing.as_ref(), &streams)
            .await;
        Ok(answer)
    }

    /// An operation that is decided: at once, or as soon as it can be when the call waits for that.
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
                Err(refusal) => Err(self.refused(refusal, actor, caller).await),
            };
        };
        let patience = tokio::time::sleep(Duration::from_secs(wait.seconds.into()));
        let mut look = Some(wait.look);
        tokio::pin!(patience);
        let mut leaving = shared.leaving.subscribe();
        let mut place: Option<Place> = None;
        loop {
            // Let in anew each time: closing waits for those who are in, and not for those who wait.
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
                return Err(self.refused(refusal, actor, caller).await);
            }
            match (&place, &wait.stream, look.take()) {
                (Some(place), ..) if place.goes_on() => {}
                (None, Some(stream), Some(look)) => {
                    place = Some(Place::take(shared, stream, actor, look));
                }
                _ => return Err(self.refused(refusal, actor, caller).await),
            }
            let turn = async {
                match &place {
                    Some(place) => place.called().await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                biased;
                _ = leaving.wait_for(|leaving| *leaving) => {}
                () = turn => continue,
                () = &mut patience => {}
            }
            return Err(self.refused(refusal, actor, caller).await);
        }
    }

    /// An operation that is decided.
    async fn decide(
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
        let mut trust_id = true;
        let mut overtaken = 0;
        let mut pins = Vec::new();
        for _ in 0..TRIES {
            if let Some(key) = &mut key
                && std::mem::take(&mut look)
            {
                key.checked = shared.rounds.load(Ordering::Acquire);
                let now = shared.ports.clock.now();
                if let Some(first) = replay(&*shared.ports.log, entry, key, now).await? {
                    return Ok(self.again(first, actor, caller.hearing.as_ref()).await);
                }
            }
            let op = if let Some(op) = &ready {
                Arc::clone(op)
            } else {
                let mut made = self.made_ready(&op, caller).await?;
                // What was made for this call alone may have made new contents.
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
                trust_id,
                only_if_heard: heard == Heard::OrNotDone,
                output: None,
                reply,
            };
            let sent = self.queue.send(Work::Decide(Box::new(ticket))).await;
            sent.map_err(|_| closing())?;
            match replied.await {
                Ok(Reply::Done(output, done)) => {
                    if let Some(blobs) = prepared.blobs.take() {
                        blobs.committed();
                    }
                    let hearer = (heard != Heard::ByNobody).then_some((actor, caller));
                    self.pass_on(ready.as_deref(), &*output, actor);
                    return Ok(self.done(output, done, prepared.redacted, hearer).await);
                }
                Ok(Reply::Refused(refusal)) => {
                    let stream = refusal.stream.clone();
                    let error = explain(shared, refusal, caller, actor).await;
                    return Err(Refusal { error, stream });
                }
                Ok(Reply::Again(Again::Missing(stream))) => {
                    // Kept until this call has ended, so that a small cache cannot starve it.
                    pins.push(shared.cache.pin(&stream));
                    shared.load(&stream).await?;
                }
                Ok(Reply::Again(Again::Answered)) => look = true,
                Ok(Reply::Again(Again::Conflict)) => {
                    trust_id = false;
                    overtaken += 1;
                    if overtaken >= OVERTAKEN {
                        return Err(contended().into());
                    }
                }
                Ok(Reply::Again(Again::Outdated(error))) => {
                    ready = None;
                    outdated = Some(error);
                }
                Err(_) => return Err(closing().into()),
            }
        }
        let busy = "Too many others write to the same things; nothing was stored. Try again.";
        Err(outdated.unwrap_or_else(|| Error::unavailable(busy)).into())
    }

    /// What a decision may know of its call.
    fn circumstances(&self, caller: &Caller, actor: &Actor, tokens: u32) -> Cx {
        let shared = &self.shared;
        Cx {
            now: shared.ports.clock.now(),
            id: shared.ports.clock.id(),
            actor: actor.clone(),
            door: caller.door,
            // The caller may have named the request by anything.
            request: shared.ports.secrets.redact(&caller.request).0.into_owned(),
            if_version: caller.if_version,
            if_match: caller.if_match.clone(),
            lead_epoch: caller.lead_epoch,
            schemas: shared.ports.schemas.clone(),
            defaults: shared.defaults.clone(),
            tokens,
        }
    }

    /// The operation with what its decision needs beside states.
    async fn made_ready(
        self: &Arc<Self>,
        op: &Arc<dyn AnyOperation>,
        caller: &Caller,
    ) -> Result<Arc<dyn AnyOperation>> {
        if !op.entry().prepares {
            return Ok(op.clone());
        }
        let now = self.shared.ports.clock.now();
        let view = View::new(now, caller.clone(), self.clone());
        match op.prepared(view) {
            Some(preparing) => preparing.await,
            None => Ok(op.clone()),
        }
    }

    /// Tells other memories what an agent was given of them.
    fn pass_on(&self, op: Option<&dyn AnyOperation>, output: &dyn AnyOutput, actor: &Actor) {
        let given = op.filter(|_| actor.role.is_agent());
        for (stream, things) in given.map(|op| op.recalled(output)).unwrap_or_default() {
            self.recalled(stream, actor, things);
        }
    }

    /// The answer to a write that is durable.
    async fn done(
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
        actor: &Actor,
        hearing: Option<&Hearing>,
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
        self.tell(&mut answer, actor, hearing, &[first.stream])
            .await;
        answer
    }

    /// The refusal of a decision, with what others say.
    async fn refused(&self, refusal: Refusal, actor: &Actor, caller: &Caller) -> Error {
        let (hearing, streams) = (caller.hearing.as_ref(), refusal.stream.as_slice());
        self.refuse(refusal.error, actor, hearing, streams).await
    }

    /// Puts into an agent's answer what others say to it.
    async fn tell(
        &self,
        answer: &mut Answer<Output>,
        actor: &Actor,
        hearing: Option<&Hearing>,
        streams: &[StreamId],
    ) {
        (answer.inbox, answer.inbox_waiting) = self.notices(actor, hearing, streams).await;
    }

    /// The same with a refusal: an agent that asks in vain must hear what others say too.
    async fn refuse(
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

/// The actor, when they may call this operation at all.
fn authorize(shared: &Shared, spec: &Spec, actor: Option<&Actor>, request: &str) -> Result<Actor> {
    let name = spec.name;
    let Some(actor) = actor else {
        count(&shared.counts.denials, 1);
        tracing::info!(operation = name, request, "refused: nobody is known");
        return Err(Error::new(
            Code::Unauthenticated,
            "Send a token, or sign in.",
        ));
    };
    if spec.access.allows(actor.role) {
        return Ok(actor.clone());
    }
    count(&shared.counts.denials, 1);
    let role = actor.role.name();
    tracing::info!(
        operation = name,
        request,
        actor = actor.id,
        role,
        "refused: the role may not"
    );
    let roles: Vec<&str> = spec.access.roles().map(Role::name).collect();
    let who = match roles.as_slice() {
        [] => "Loci itself".into(),
        roles => roles.join(", "),
    };
    Err(Error::forbidden(format!(
        "{name} is for: {who}. Your role is {role}: somebody of these has to do it, whom `agent_list` and \
         `question_ask` reach."
    )))
}

/// The refusal when others always come first.
fn contended() -> Error {
    let mut error = Error::conflict(
        "contended",
        format!(
            "Others wrote to the same things first, {OVERTAKEN} times in a row; nothing was stored. Read \
             them again, and send this once more if it is still wanted."
        ),
    );
    error.extra.retry_after_seconds = Some(1);
    error
}

/// The refusal; one about a stale version with what changed since.
async fn explain(shared: &Shared, refusal: Refusal, caller: &Caller, actor: &Actor) -> Error {
    let Refusal { mut error, stream } = refusal;
    let seen = caller.if_match.iter().copied().max();
    if let (Some(stream), Some(known)) = (stream, caller.if_version.or(seen))
        && error.extra.reason.as_deref() == Some(STALE)
        && shared.may_read(actor, &stream).await.unwrap_or(false)
    {
        match changes(shared, &stream, known, &error.extra).await {
            Ok(changes) => error.extra.changes = changes,
            Err(read) => tracing::warn!(%stream, %read, "the changes cannot be read"),
        }
    }
    error
}

/// The first things that happened after `known` to what the refusal is about.
async fn changes(
    shared: &Shared,
    stream: &StreamId,
    known: Version,
    stale: &Extra,
) -> Result<Vec<Change>> {
    let mut changes = Vec::new();
    let (mut at, end) = (known, stale.current.unwrap_or(Version::MAX));
    for _ in 0..CHANGES_PAGES {
        let facts = shared.ports.log.read(stream, at, PAGE).await?;
        let read = facts.len();
        for fact in facts {
            at = fact.version;
            let is_about = |thing: &String| fact.is_about(thing);
            let is_known = stale.thing.as_ref().is_none_or(is_about);
            if is_known && !shared.is_for_audit(&fact)? && !shared.hides(&fact).await? {
                changes.push(Change {
                    version: fact.version,
                    kind: fact.kind,
                    actor: fact.actor,
                    at: fact.at,
                });
            }
            if changes.len() == CHANGES || at >= end {
                return Ok(changes);
            }
        }
        if read < PAGE {
            break;
        }
    }
    Ok(changes)
}
