//! `session_put`: writes a complete session.

use kernel::prelude::*;
use std::sync::Arc;

use imbl::Vector;
use serde_json::{Map, Value};

use crate::confine;
use crate::conversation::ops::after::follow;
use crate::conversation::ops::arrival::{identify, place_results};
use crate::conversation::ops::checks::{
    MEMORIES, check_json, check_model, check_room, check_ttl, count, estimate, take, take_memories,
};
use crate::conversation::ops::contents::contents;
use crate::conversation::ops::{
    Beginning, Remains, Written, begin, fold_above, key, promote, remains,
};
use crate::session::aside;
use crate::session::change::Changes;
use crate::session::facts::SessionPut as Fact;
use crate::session::gauges::ENCODING;
use crate::session::key::PART_BYTES;
use crate::session::message::{NewMessage, Speech};
use crate::session::record::{MemoryRecord, Strategy};
use crate::session::state::{Document, Session};
use crate::summary::{WriterError, extraction};
use crate::workspace::settings::{Settings, server_overrides};
use kernel::ports::blobs;
use kernel::time::SECOND;

/// Replaces the whole content of a session: everything missing from the call is removed, except tracked entities. Only
/// the difference is stored; every version can be viewed and restored. Creates the session if it does not exist.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionPut {
    /// Session id, or its whole key as returned in responses.
    #[schemars(with = "crate::session::SessionName")]
    pub session: String,
    /// Namespace of the session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub namespace: Option<String>,
    /// User of the session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub user_id: Option<String>,
    /// The messages. They are ordered by time, then as given here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub messages: Vec<NewMessage>,
    /// Summary of earlier messages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<Arc<str>>,
    /// Memories to keep beyond the session; each becomes a long-term memory once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = MEMORIES))]
    pub memories: Vec<MemoryRecord>,
    /// The caller's own data; never searched, never kept beyond the session.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub data: Map<String, Value>,
    /// The model of the conversation; its context window is derived from its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = PART_BYTES), regex(pattern = r"\S"))]
    pub model: Option<Arc<str>>,
    /// The model's context window in tokens, if its name is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub context_window: Option<u32>,
    /// Strategy for extracting memories from the messages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strategy: Option<Strategy>,
    /// Time to live after the last write, in seconds. Default: unlimited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 315_360_000))]
    pub ttl_seconds: Option<u64>,
    /// The message fields that the caller can express.
    #[serde(skip)]
    #[schemars(skip)]
    pub speech: Speech,
    /// Token counts of the messages, and of the summary last.
    #[serde(skip)]
    #[schemars(skip)]
    pub counted: Vec<u32>,
    /// Remains of the expired session, looked up before the decision.
    #[serde(skip)]
    #[schemars(skip)]
    pub remains: Option<Arc<Remains>>,
}

impl Operation for SessionPut {
    type Output = Written;
    const SPEC: Spec = spec!(Write "session_put" Access::VOICES)
        .with(&[Trait::Confined, Trait::TakesFiles])
        .refuses(&["busy", "exists", "full"]);
    const HOW: How<Self> = How::Decide(decide);
    const INLINE_BYTES: usize = aside::INLINE_BYTES;
    const PREPARE: Option<Prepare<Self>> = Some(|mut op, view| {
        Box::pin(async move {
            let key = key(&op.session, op.namespace.as_ref(), op.user_id.as_ref())?;
            op.remains = remains(&view, &key).await?;
            let known = view.state::<Session>(&key.stream()).await.ok();
            let known = match &op.remains {
                Some(remains) => Some(&remains.session),
                None => known.as_ref().map(|(known, _)| &**known),
            };
            identify(&mut op.messages);
            let tokens = view.services.tokens();
            op.counted = count(&op.messages, op.speech, known, tokens);
            let context = op.context.as_deref().unwrap_or_default();
            let same = known.filter(|known| known.context.as_deref() == Some(context));
            op.counted.push(match same {
                Some(known) => known.context_tokens,
                None => tokens.count_in(ENCODING, context),
            });
            Ok(op)
        })
    });

    fn contents(&mut self) -> Vec<&mut blobs::Content> {
        contents(&mut self.messages)
    }

    fn confine(&mut self, tenant: &kernel::tenant::Tenant) -> Result<()> {
        for memory in &mut self.memories {
            confine::owner(tenant, &mut memory.user_id, &mut memory.namespace)?;
        }
        confine::session(
            tenant,
            &mut self.session,
            &mut self.namespace,
            &mut self.user_id,
        )
    }
}

fn decide(op: &SessionPut, tx: &mut Tx) -> Result<Written> {
    let key = key(&op.session, op.namespace.as_ref(), op.user_id.as_ref())?;
    check_ttl(op.ttl_seconds)?;
    check_model(op.model.as_deref(), op.context_window)?;
    check_json("/data", &Value::Object(op.data.clone()))?;
    let settings = Settings::of(tx)?;
    if let Some(strategy) = &op.strategy {
        // Rejects a strategy with an invalid prompt.
        extraction::prompt(strategy.strategy.name(), &strategy.config, "", tx.cx.now)?;
    }
    let draft = begin(tx, &key, Beginning::from(op.remains.as_ref()))?;
    let mut taken = take(
        &draft.cx,
        draft.state(),
        &op.messages,
        op.speech,
        &op.counted,
    )?;
    place_results(None, &mut taken);
    let bytes = taken.messages.iter().map(|message| message.bytes()).sum();
    check_room(op.messages.len(), bytes)?;
    let memories = take_memories(&draft.cx, draft.state(), &op.memories)?;
    let named = memories_with_namespace(op, draft.state(), &memories);
    if settings.long_term_memory {
        promote::check(tx, &key, &named)?;
    }
    let draft = tx.draft::<Session>(&key.stream())?;
    let context = op
        .context
        .clone()
        .filter(|context| !context.trim().is_empty());
    // The summaries describe the current context; one that the caller writes has none.
    let is_standing = context == draft.context;
    let summaries = if is_standing {
        draft.summaries.clone()
    } else {
        Vector::new()
    };
    let after = Document {
        model: op.model.clone(),
        context_window: op.context_window,
        messages: draft.messages.with_only(&taken.messages),
        context_tokens: context.as_deref().map_or(0, |context| {
            op.counted
                .get(op.messages.len())
                .copied()
                .unwrap_or_else(|| estimate(context))
        }),
        context,
        memories: memories.into_iter().collect(),
        data: Arc::new(op.data.clone()),
        strategy: op.strategy.clone().map(Arc::new),
        ttl_seconds: op.ttl_seconds,
        summaries,
        ..draft.document.clone()
    };
    let changes = Changes::between(&draft.document, &after);
    let written: Vec<_> = changes
        .messages
        .iter()
        .map(|message| message.id.clone())
        .collect();
    let removed = u32::try_from(changes.count_removed()).unwrap_or(u32::MAX);
    if !changes.is_empty() || runs_out_earlier(draft.state(), draft.cx.now.0, op.ttl_seconds) {
        let mut next = draft.state().clone();
        changes.apply(&mut next.document, 0);
        let fold_above = fold_above(&next, &settings);
        draft.record(Fact {
            changes,
            fold_above,
        });
    }
    let mut answer = follow(tx, &key, written, &settings)?;
    answer.removed = removed;
    answer.warnings.extend(taken.warnings);
    answer.warnings.extend(cannot_extract(op, tx, &settings));
    Ok(answer)
}

/// Returns the reason why no memories will be extracted although the call asks for it.
fn cannot_extract(op: &SessionPut, tx: &Tx, settings: &Settings) -> Option<String> {
    let strategy = op.strategy.as_ref()?.strategy.name();
    let why = if !settings.long_term_memory {
        "long-term memory is switched off".into()
    } else if !server_overrides(&tx.cx.defaults).has_model() || settings.generation_model.is_empty()
    {
        format!("it needs a language model, and {}", WriterError::Missing)
    } else {
        return None;
    };
    Some(format!(
        "No memories are taken from the messages by the strategy {strategy}: {why}."
    ))
}

/// Returns true if the session would expire at least a second earlier without this write.
fn runs_out_earlier(session: &Session, now: i64, ttl: Option<u64>) -> bool {
    let Some((end, ttl)) = session.expires_at.zip(ttl) else {
        return false;
    };
    let lasts = i64::try_from(ttl)
        .unwrap_or(i64::MAX)
        .saturating_mul(SECOND);
    now.saturating_add(lasts) - end.0 >= SECOND
}

/// Returns the new memories of the call that name a namespace of their own, each with its index in the call.
fn memories_with_namespace(
    op: &SessionPut,
    session: &Session,
    memories: &[Arc<MemoryRecord>],
) -> Vec<(usize, Arc<MemoryRecord>)> {
    let is_new = |memory: &&Arc<MemoryRecord>| {
        memory.namespace.is_some()
            && memory.persisted_at.is_none()
            && session.memory(&memory.id).is_none()
    };
    let placed = |memory: &Arc<MemoryRecord>| {
        let mut given = op.memories.iter();
        let at = given.position(|given| given.id == memory.id || given.text == memory.text);
        (at.unwrap_or_default(), memory.clone())
    };
    memories.iter().filter(is_new).map(placed).collect()
}
