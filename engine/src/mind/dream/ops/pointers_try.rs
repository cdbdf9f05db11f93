//! `pointers_try`. Internal: requires `Role::System`, so no API exposes it.

use kernel::prelude::*;
use std::sync::Arc;

use crate::crystal::{of_mind, one};
use crate::mind::document::Document;
use crate::mind::dream::gather::{Asks, as_agent};
use crate::mind::dream::item::{Item, Role};
use crate::mind::dream::point::keywords::{keywords, rarity};
use crate::mind::dream::point::{Seek, change};
use crate::mind::pointer::{Pointer, PointerChange};
use crate::mind::section::Section;
use crate::mind::state::Mind;
use crate::mind::{rules, stream};

/// Tries each pointer of a mind's document. A pointer that no longer finds its memory gets new keywords or is dropped.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PointersTry {
    /// Name of the agent.
    pub agent: String,
}

/// Result of trying the pointers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "PointersTried")]
pub struct Tried {
    /// Number of the version that was checked.
    pub base: u32,
    /// New pointers of the document.
    pub pointers: Vec<Pointer>,
    /// Pointers that were repaired or dropped.
    pub changes: Vec<PointerChange>,
    /// New text of the document; null if it did not change.
    pub text: Option<Arc<str>>,
}

impl Operation for PointersTry {
    type Output = Tried;
    const SPEC: Spec = spec!(Read "pointers_try" Access::SYSTEM);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));
}

async fn run(op: PointersTry, view: View) -> Result<Tried> {
    let (mind, _) = view.state::<Mind>(&stream(&op.agent)).await?;
    if !mind.exists() {
        return Err(rules::missing(&op.agent));
    }
    let seek = Asks::of(&view, &op.agent);
    let mut tried = Tried {
        base: mind.number(),
        pointers: Vec::new(),
        changes: Vec::new(),
        text: None,
    };
    // A locked section stays as it is, even with broken pointers.
    if mind.locked.contains(&Section::CrystalPointers) {
        tried.pointers = mind
            .pointers
            .iter()
            .map(|pointer| (**pointer).clone())
            .collect();
        return Ok(tried);
    }
    let mut document = Document::read(mind.text());
    let text = document.text(Section::CrystalPointers).unwrap_or_default();
    let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    for pointer in &mind.pointers {
        let line = pointer.line();
        let at = lines.iter().position(|known| known.trim() == line);
        let Some(at) = at.filter(|_| !mind.marks.is_written(&line)) else {
            // A person changed the line, so it is no longer a pointer of the dream.
            continue;
        };
        let first = seek.first(&pointer.keywords).await?;
        if first.contains(&pointer.source) {
            tried.pointers.push((**pointer).clone());
            continue;
        }
        let mut others = Vec::new();
        for source in &first {
            others.extend(source_text(&view, &op.agent, source).await);
        }
        let topics = mind.pointers.iter().filter(|other| *other != pointer);
        others.extend(topics.map(|other| other.topic.as_str().into()));
        let mended = mend(&view, &op.agent, pointer, &others, &seek).await?;
        tried.changes.push(change(pointer, mended.as_ref()));
        match mended {
            Some(mended) => {
                lines[at] = mended.line();
                tried.pointers.push(mended);
            }
            None => drop(lines.remove(at)),
        }
    }
    if !tried.changes.is_empty() {
        document.set(Section::CrystalPointers, lines.join("\n").trim_end());
        tried.text = Some(document.to_string().into());
    }
    Ok(tried)
}

/// Returns the pointer with keywords that find its memory, or `None` if the memory is gone or no keywords do. `others`
/// are the texts to distinguish it from.
async fn mend(
    view: &View,
    agent: &str,
    pointer: &Pointer,
    others: &[Arc<str>],
    seek: &Asks,
) -> Result<Option<Pointer>> {
    let Some(text) = source_text(view, agent, &pointer.source).await else {
        return Ok(None);
    };
    let item = Item::new(Role::Fact, "", &text, 0.5, view.now).about(&pointer.topic);
    let texts = others.iter().map(|text| &**text).chain([&*text]);
    for keywords in keywords(&item, &rarity(texts)) {
        if seek.first(&keywords).await?.contains(&pointer.source) {
            let pointer = Pointer {
                keywords,
                ..pointer.clone()
            };
            return Ok(Some(pointer));
        }
    }
    Ok(None)
}

/// Returns the text of a memory by its name in pointers, or `None` if it does not exist.
async fn source_text(view: &View, agent: &str, source: &str) -> Option<Arc<str>> {
    let own = of_mind(agent);
    let (core, id) = source.rsplit_once('/').unwrap_or((own.id(), source));
    let memory = one::get(&as_agent(view, agent), id, Some(core)).await;
    memory.ok().map(|memory| memory.text.as_str().into())
}
