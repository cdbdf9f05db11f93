//! Extraction job: a language model extracts memories from sessions with a strategy for it. Without a model, that is
//! reported. The engine builds the prompt, parses the response and applies it.

use std::sync::Arc;

use engine::conversation::ops::session_extract::{Outcome, SessionExtract};
use engine::session::message::Message;
use engine::session::request::line;
use engine::session::state::Session;
use engine::session::{SessionKey, Strategy};
use engine::summary::extraction::{Extracted, prompt, read};
use engine::summary::{Line, WriterError, join_messages};
use engine::workspace::settings::Settings;
use kernel::actor::Caller;
use kernel::view::View;
use kernel::{Result, Version};

use crate::jobs::lease::{self, is_late, public_reason};
use crate::jobs::summarise::has_changed;
use crate::site::Site;
use crate::writer::endpoint::Form;

/// Maximum number of messages per request: a memory names all messages that it may be from, and has a limit on them.
const MESSAGES: usize = 100;
/// System prompt.
const SYSTEM: &str = "You take memories from messages, exactly as you are asked.";

/// Extracts memories from a session under a lease.
///
/// # Errors
/// Returns an error if no result could be submitted.
pub async fn extract(site: &Arc<Site>, key: &SessionKey, lease: Version) -> Result<()> {
    let now = site.clock.now();
    let view = View::new(now, Caller::system(), site.hub.clone());
    let (session, version) = view.state::<Session>(&key.stream()).await?;
    let settings = Settings::for_view(&view).await?;
    let Some(strategy) = session.strategy.as_deref().filter(|_| session.lives(now)) else {
        return Ok(());
    };
    let mut messages = unread(&session);
    // The rest is processed by a later run.
    let later = messages.split_off(messages.len().min(MESSAGES));
    let first = later.iter().map(|message| message.version).min();
    let until = first.map_or(version, |first| first.saturating_sub(1));
    let outcome = if settings.long_term_memory {
        let lines: Vec<Line> = messages.iter().map(|message| line(message)).collect();
        match ask(site, &settings.generation_model, strategy, &lines, now).await {
            Ok(Ok(taken)) => Outcome::Taken(taken),
            Ok(Err(WriterError::Missing)) => Outcome::Impossible(
                format!(
                    "The strategy {} needs a language model: {}",
                    strategy.strategy.name(),
                    WriterError::Missing
                )
                .into(),
            ),
            Ok(Err(error @ WriterError::Spent { .. })) => return Err(lease::spent(&error)),
            Ok(Err(error)) => Outcome::Failed(error.to_string().into()),
            Err(error) => Outcome::Failed(public_reason(&error).into()),
        }
    } else {
        Outcome::Impossible("Long-term memory is switched off".into())
    };
    let extracted = SessionExtract {
        session: key.clone(),
        until,
        from: messages.iter().map(|message| message.id.clone()).collect(),
        strategy: strategy.strategy.name().into(),
        outcome,
        lease: Some(lease),
    };
    match site.hub.run(extracted.clone(), Caller::system()).await {
        Ok(_) => Ok(()),
        Err(error) if is_late(&error) && has_changed(&view, key, version).await => Err(error),
        // An immediate retry would return the same.
        Err(error) => {
            let failed = SessionExtract {
                outcome: Outcome::Failed(public_reason(&error).into()),
                ..extracted
            };
            site.hub.run(failed, Caller::system()).await?;
            tracing::warn!(session = %key, detail = error.detail, "a session's work is not done");
            Ok(())
        }
    }
}

/// Returns the messages of people and assistants since the last extraction.
fn unread(session: &Session) -> Vec<Arc<Message>> {
    let is_unread = |message: &&Arc<Message>| {
        message.version > session.extracted
            && !message.discrete_memory_extracted
            && matches!(&*message.role, "user" | "assistant")
    };
    session.messages.iter().filter(is_unread).cloned().collect()
}

async fn ask(
    site: &Site,
    model: &str,
    strategy: &Strategy,
    lines: &[Line],
    now: kernel::Time,
) -> Result<Result<Vec<Extracted>, WriterError>> {
    if lines.is_empty() {
        return Ok(Ok(Vec::new()));
    }
    let question = prompt(
        strategy.strategy.name(),
        &strategy.config,
        &join_messages(lines),
        now,
    )?;
    let answered = match site.writers.endpoint() {
        // An empty model in the settings disables the language model.
        Ok(_) if model.is_empty() => Err(WriterError::Missing),
        Ok(endpoint) => {
            endpoint
                .complete(model, SYSTEM, &question, Form::Json)
                .await
        }
        Err(missing) => Err(missing),
    };
    Ok(answered.and_then(|answer| read(&answer)))
}
