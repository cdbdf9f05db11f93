//! `/v1/long-term-memory`: creates, reads, edits and deletes memories.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, Request};
use axum::http::Response;
use engine::crystal::core_of;
use engine::crystal::filter::Tag;
use engine::crystal::ops::memory_create::MemoryCreate;
use engine::crystal::ops::memory_edit::MemoryEdit;
use engine::crystal::ops::memory_forget::MemoryForget;
use engine::crystal::ops::memory_get::MemoryGet;
use engine::crystal::record::{Crystal, NewCrystal};
use kernel::Code;
use kernel::time::OffsetTime;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use super::apart::{set_apart, warn_of_repeated_ids};
use super::asker::{Asker, Reply, respond_as_of, status};
use super::intake;
use super::refusal::{Fault, Refusal};
use super::wire::record::{RecordIn, RecordOut};
use super::wire::stamp::Stamp;
use engine::session::MemoryType;

/// Maximum number of missing fields in one error. A fault is many times larger than the memory that it is about.
const MAX_FAULTS: usize = 100;

/// Body of a `POST`.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "CreateMemories")]
pub struct Create {
    memories: Vec<RecordIn>,
    /// Skips memories that are already known. Default: true.
    #[serde(default = "yes")]
    deduplicate: bool,
}

const fn yes() -> bool {
    true
}

#[expect(
    clippy::option_option,
    reason = "a field that is absent is another thing than one that is null"
)]
/// Body of a `PATCH`: an absent field is unchanged, null removes an optional value.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "EditMemory")]
pub struct Edit {
    text: Option<String>,
    #[serde(deserialize_with = "deserialize_present")]
    topics: Option<Option<Vec<String>>>,
    #[serde(deserialize_with = "deserialize_present")]
    entities: Option<Option<Vec<String>>>,
    memory_type: Option<MemoryType>,
    #[serde(deserialize_with = "deserialize_present")]
    namespace: Option<Option<String>>,
    #[serde(deserialize_with = "deserialize_present")]
    user_id: Option<Option<String>>,
    #[serde(deserialize_with = "deserialize_present")]
    session_id: Option<Option<String>>,
    #[serde(deserialize_with = "deserialize_present")]
    #[schemars(with = "Option<Option<Stamp>>")]
    event_date: Option<Option<OffsetTime>>,
    pinned: Option<bool>,
    #[serde(deserialize_with = "deserialize_present")]
    metadata: Option<Option<Map<String, Value>>>,
    #[serde(flatten)]
    unknown: Map<String, Value>,
}

#[expect(
    clippy::option_option,
    reason = "a field that is absent is another thing than one that is null"
)]
/// Distinguishes a field that is null from one that is absent.
fn deserialize_present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// Returns the core named in the query, or the core of the namespace named there. Needed if several cores have a memory
/// with this id. An empty namespace is that of memories without one. Memories that a session keeps for its readers
/// alone have a namespace, but are not in its core.
fn core(asker: &Asker) -> Option<String> {
    if let Some(core) = asker.query.text("core") {
        return Some(core.to_owned());
    }
    let namespace = asker.query.all("namespace").into_iter().next()?;
    Some(core_of(Some(&namespace)).into_owned())
}

/// Maps the engine's `core` field to its place in the query.
fn place_core_faults(refusal: Refusal) -> Refusal {
    refusal.with_places(&[("/core", &["query", "namespace"])])
}

/// Returns the required fields that are missing: the first `MAX_FAULTS` of them.
fn missing_fields(memories: &[RecordIn]) -> Vec<Fault> {
    let fields = memories
        .iter()
        .enumerate()
        .flat_map(|(at, memory)| [(at, "id", &memory.id), (at, "text", &memory.text)]);
    let is_blank = |field: &Option<Arc<str>>| {
        let text = field.as_deref();
        text.is_none_or(|text| text.trim().is_empty())
    };
    let faults = fields
        .filter(|(.., field)| is_blank(field))
        .map(|(at, name, _)| {
            let path = vec!["memories".into(), at.into(), name.into()];
            Fault::body("missing", path, "Field required")
        });
    faults.take(MAX_FAULTS).collect()
}

/// `POST`: creates memories, or replaces those with the same id.
pub async fn create(request: Request) -> Response<Body> {
    Asker::serve(request, async |asker, body| -> Reply {
        asker.must_be_known()?;
        let mut create: Create = intake::json(body).await?;
        // As for the other paths of memories; the namespace of a memory itself takes precedence.
        let namespace: Option<Arc<str>> = asker.query.text("namespace").map(Into::into);
        for memory in &mut create.memories {
            memory.namespace = memory.namespace.take().or_else(|| namespace.clone());
        }
        let faults = missing_fields(&create.memories);
        if !faults.is_empty() {
            return Err(Refusal::Faults(faults));
        }
        let memories = create.memories.into_iter().map(RecordIn::into_crystal);
        let mut memories: Vec<NewCrystal> = memories.collect();
        let is_repeated = set_apart(&mut memories);
        if !memories.is_empty() {
            let create = MemoryCreate {
                memories,
                deduplicate: Some(create.deduplicate),
                ..MemoryCreate::default()
            };
            asker.run(create).await?;
        }
        let mut response = status("ok");
        if is_repeated {
            warn_of_repeated_ids(&mut response);
        }
        Ok(response)
    })
    .await
}

/// `GET`: returns one memory.
pub async fn get(Path(id): Path<String>, request: Request) -> Response<Body> {
    Asker::serve(request, async |asker, _| -> Reply {
        asker.must_be_known()?;
        let got = asker.answer(MemoryGet {
            id: id.clone(),
            core: core(asker),
            trail: false,
        });
        let got = got.await;
        let got = got.map_err(|refusal| place_core_faults(missing(refusal, &id)))?;
        Ok(memory_response(got.version, &got.output.memory))
    })
    .await
}

/// `PATCH`: edits one memory.
pub async fn edit(Path(id): Path<String>, request: Request) -> Response<Body> {
    Asker::serve(request, async |asker, body| -> Reply {
        asker.must_be_known()?;
        let edit: Edit = intake::json(body).await?;
        let mut ask = MemoryEdit::default();
        ask.id.clone_from(&id);
        ask.core = core(asker);
        ask.text = edit.text;
        ask.topics = edit.topics.map(Option::unwrap_or_default);
        ask.entities = edit.entities.map(Option::unwrap_or_default);
        ask.memory_type = edit.memory_type;
        ask.namespace = edit.namespace;
        ask.user_id = edit.user_id;
        ask.session_id = edit.session_id;
        ask.event_date = edit.event_date;
        ask.pinned = edit.pinned;
        ask.metadata = edit.metadata;
        let edited = asker.answer(ask).await;
        let edited = edited.map_err(|refusal| match refusal {
            Refusal::Engine(error)
                if error.code == Code::Invalid
                    && error.extra.fields.is_empty()
                    && !edit.unknown.is_empty() =>
            {
                let names: Vec<&str> = edit.unknown.keys().map(String::as_str).collect();
                let text = "No fields to edit: a memory has none that can be changed by the name";
                Refusal::bad(format!("{text} {}", names.join(", ")))
            }
            refusal => place_core_faults(missing(refusal, &id)),
        })?;
        Ok(memory_response(edited.version, &edited.output.memory))
    })
    .await
}

#[expect(
    clippy::field_reassign_with_default,
    reason = "the operation keeps a field to itself, so it cannot be written as one expression"
)]
/// `DELETE`: deletes the named memories; unknown ids are ignored.
pub async fn delete(request: Request) -> Response<Body> {
    Asker::serve(request, async |asker, _| -> Reply {
        asker.must_be_known()?;
        let ids: Vec<String> = asker.query.all("memory_ids");
        if ids.is_empty() {
            return Ok(status("ok, deleted 0 memories"));
        }
        let mut ask = MemoryForget::default();
        ask.ids = ids;
        ask.filters.core = core(asker).map(Tag::eq);
        let deleted = asker.run(ask).await?.deleted;
        Ok(status(format!("ok, deleted {deleted} memories")))
    })
    .await
}

fn memory_response(version: Option<u64>, memory: &Crystal) -> Response<Body> {
    respond_as_of(version, &RecordOut::of_crystal(memory))
}

fn missing(refusal: Refusal, id: &str) -> Refusal {
    match refusal {
        Refusal::Engine(error) if matches!(error.code, Code::NotFound | Code::Gone) => {
            Refusal::not_found(format!("Memory with ID {id} not found"))
        }
        other => other,
    }
}
