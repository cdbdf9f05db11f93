//! Dream job of minds: the engine provides the input, validates the result and stores it; a language model writes it if
//! configured, with the built-in dreamer as fallback.

use std::sync::Arc;

use engine::mind::dream::ops::BUILT_IN;
use engine::mind::dream::ops::dream_draft::{Drafted, DreamDraft};
use engine::mind::dream::ops::dream_merge::DreamMerge;
use engine::mind::dream::ops::dream_plan::DreamPlan;
use engine::mind::dream::ops::dream_remember::DreamRemember;
use engine::mind::dream::ops::dream_source::{Asks, DreamSource};
use engine::mind::dream::ops::dream_write::DreamWrite;
use engine::mind::dream::ops::pointers_try::PointersTry;
use engine::mind::dream::ops::pointers_write::PointersWrite;
use engine::mind::guard::Own;
use kernel::actor::Caller;
use kernel::{Code, Result, StreamId, Version};

use crate::jobs::lease::has_no_lease;
use crate::site::Site;
use crate::writer::endpoint::Form;

/// Output of the language model.
struct Answer {
    text: Arc<str>,
    asked: Asks,
}

/// Runs the dream of a mind under a lease.
///
/// # Errors
/// Returns an error if no result could be submitted.
pub async fn dream(site: &Site, stream: &StreamId, lease: Version) -> Result<()> {
    let agent = stream.id();
    let (answer, note) = ask(site, agent).await?;
    let text = answer.as_ref().map(|answer| answer.text.clone());
    remember(site, agent, lease, text.clone()).await?;
    let mut draft = draft_dream(site, agent, answer.as_ref()).await?;
    let merged = merge(site, agent, lease, &draft).await?;
    if merged > 0 {
        // Rewritten, so that no pointer leads to a merged memory.
        draft = draft_dream(site, agent, answer.as_ref()).await?;
        draft.counts.merged = merged;
    }
    let (dreamer, base) = match answer {
        // The base of the model's request detects concurrent edits, so they are not overwritten.
        Some(answer) => (answer.asked.model.into(), answer.asked.base),
        None => (BUILT_IN.into(), draft.base),
    };
    let write = DreamWrite {
        agent: agent.into(),
        lease: Some(lease),
        base,
        notes_until: draft.notes_until,
        text: draft.text,
        pointers: draft.pointers,
        counts: draft.counts,
        did: draft.did,
        dreamer,
        note,
        own: Own::default(),
    };
    let written = site.hub.run(write, Caller::system()).await?.output;
    if let Some(refused) = written.refused {
        tracing::warn!(agent, refused, "a dream's draft is refused");
    }
    Ok(())
}

/// Asks the language model, if available. If it returns nothing, the reason is returned instead.
async fn ask(site: &Site, agent: &str) -> Result<(Option<Answer>, Option<Arc<str>>)> {
    let Ok(endpoint) = site.writers.endpoint() else {
        return Ok((None, None));
    };
    let source = DreamSource {
        agent: agent.into(),
    };
    let asked = site.hub.run(source, Caller::system()).await?.output;
    // An empty model in the settings disables the language model.
    if asked.model.is_empty() {
        return Ok((None, None));
    }
    let answer = endpoint.complete(&asked.model, &asked.system, &asked.prompt, Form::Text);
    match answer.await {
        Ok(text) => {
            let text = text.into();
            Ok((Some(Answer { text, asked }), None))
        }
        Err(error) => {
            tracing::warn!(agent, %error, "Loci dreams by itself");
            Ok((None, Some(error.to_string().into())))
        }
    }
}

/// Creates memories for content that the document will point to.
async fn remember(site: &Site, agent: &str, lease: Version, text: Option<Arc<str>>) -> Result<()> {
    let plan = DreamPlan {
        agent: agent.into(),
        text,
    };
    let memories = site.hub.run(plan, Caller::system()).await?.output.memories;
    if memories.is_empty() {
        return Ok(());
    }
    let remember = DreamRemember {
        agent: agent.into(),
        lease: Some(lease),
        memories,
        old: Vec::new(),
    };
    site.hub.run(remember, Caller::system()).await.map(|_| ())
}

async fn draft_dream(site: &Site, agent: &str, answer: Option<&Answer>) -> Result<Drafted> {
    let draft = DreamDraft {
        agent: agent.into(),
        text: answer.map(|answer| answer.text.clone()),
        notes_until: answer.map(|answer| answer.asked.notes_until),
    };
    Ok(site.hub.run(draft, Caller::system()).await?.output)
}

/// Merges pairs of nearly identical memories; returns their number.
async fn merge(site: &Site, agent: &str, lease: Version, draft: &Drafted) -> Result<u32> {
    let mut merged = 0;
    for (keep, other) in &draft.doubles {
        let merge = DreamMerge {
            agent: agent.into(),
            lease: Some(lease),
            keep: keep.clone(),
            other: other.clone(),
            found: None,
        };
        match site.hub.run(merge, Caller::system()).await {
            Ok(_) => merged += 1,
            // A person holds one of them, or it is already merged.
            Err(error) if is_refusal(error.code) && !has_no_lease(&error) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(merged)
}

fn is_refusal(code: Code) -> bool {
    matches!(
        code,
        Code::NotFound | Code::Gone | Code::Conflict | Code::Forbidden | Code::Invalid
    )
}

/// Checks the pointers of a mind's document under a lease.
///
/// # Errors
/// Returns an error if the result could not be submitted.
pub async fn pointers(site: &Site, stream: &StreamId, lease: Version) -> Result<()> {
    let agent = stream.id();
    let look = PointersTry {
        agent: agent.into(),
    };
    let tried = site.hub.run(look, Caller::system()).await?.output;
    let write = PointersWrite {
        agent: agent.into(),
        lease: Some(lease),
        base: tried.base,
        pointers: tried.pointers,
        changes: tried.changes,
        text: tried.text,
    };
    site.hub.run(write, Caller::system()).await.map(|_| ())
}
