//! Folds the oldest messages of full sessions into their summaries, out of every request's way. What is
//! to be folded and whether a summary will do are the session's rules; who writes it is the writers'.
//!
//! What has to be done follows from the states, so a crash loses nothing.

use std::sync::Arc;

use engine::actor::Caller;
use engine::conversation::ops::session_summarize::SessionSummarize;
use engine::session::SessionKey;
use engine::session::overflow::to_fold;
use engine::session::request::request;
use engine::session::state::Session;
use engine::summary::Writer;
use engine::view::View;
use engine::workspace::settings::Settings;
use engine::{Code, Error, Result, Version};

use crate::site::Site;

/// Begins to summarise a session, unless that is being done.
pub fn begin(site: &Arc<Site>, key: &SessionKey) {
    let Some(turn) = site.summaries.begin(key) else {
        return;
    };
    let site = site.clone();
    tokio::spawn(async move {
        let done = tokio::select! {
            done = summarise(&site, &turn.key) => done,
            // What is left undone is due again when Loci starts.
            () = site.stop.cancelled() => return,
        };
        say(&turn.key, done);
    });
}

/// Summarises a session before it returns, where Loci itself writes: a language model would have the caller
/// wait. Tells whether the session may be another now.
pub async fn at_once(site: &Arc<Site>, key: &SessionKey) -> bool {
    if site.writers.endpoint().is_ok() {
        return false;
    }
    let Some(turn) = site.summaries.begin(key) else {
        return false;
    };
    say(&turn.key, summarise(site, &turn.key).await);
    true
}

/// Logs how work on a session failed.
pub(super) fn say(key: &SessionKey, done: Result<()>) {
    match done {
        Ok(()) => {}
        Err(error) if is_late(&error) => {
            tracing::debug!(session = %key, detail = error.detail, "a session's work came too late");
        }
        Err(error) => {
            tracing::warn!(session = %key, detail = error.detail, "a session's work is not done");
        }
    }
}

/// Whether what was worked on was deleted, or changed, meanwhile: what is there now is due again, or nothing is.
pub(super) fn is_late(error: &Error) -> bool {
    let is_changed = error.extra.reason.as_deref() == Some("not_the_oldest");
    is_changed || matches!(error.code, Code::NotFound | Code::Gone)
}

/// Whether a session is another than it was at `version`. One that is not, and is refused, would be refused for ever.
pub(super) async fn has_changed(view: &View, key: &SessionKey, version: Version) -> bool {
    let now = view.state::<Session>(&key.stream()).await;
    !now.is_ok_and(|(_, now)| now == version)
}

/// Why work on a session failed, for those who may read it.
pub(super) fn told(error: &Error) -> String {
    if error.code == Code::Internal {
        return "Something went wrong in Loci; its log has more.".into();
    }
    error.detail.clone()
}

async fn summarise(site: &Arc<Site>, key: &SessionKey) -> Result<()> {
    let Some(_slot) = site.summaries.slot().await else {
        return Ok(());
    };
    let now = site.clock.now();
    let view = View::new(now, Caller::system(), site.hub.clone());
    let (session, version) = view.state::<Session>(&key.stream()).await?;
    let settings = Settings::seen_by(&view).await?;
    let Some(fold) = to_fold(&session, &settings).filter(|_| session.lives(now)) else {
        return Ok(());
    };
    let mut op = SessionSummarize {
        session: key.to_string(),
        ..SessionSummarize::default()
    };
    match site
        .writers
        .write(&request(&session, &fold, &settings)?)
        .await
    {
        Ok(written) => {
            op.summary = Some(written.text.into());
            op.folded = fold
                .messages
                .iter()
                .map(|message| message.id.clone())
                .collect();
            op.read_version = Some(version);
            op.writer = Some(written.writer.into());
            op.note = written.fallback.map(Into::into);
        }
        Err(error) => op.note = Some(error.to_string().into()),
    }
    let said = op.note.clone();
    match site.hub.run(op, Caller::system()).await {
        Ok(_) => {
            if let Some(note) = said {
                tracing::warn!(session = %key, %note, "a session's summary");
            }
            Ok(())
        }
        Err(error) if is_late(&error) && has_changed(&view, key, version).await => Err(error),
        // Whoever is asked again at once writes the same again.
        Err(error) => {
            let op = SessionSummarize {
                session: key.to_string(),
                note: Some(told(&error).into()),
                ..SessionSummarize::default()
            };
            site.hub.run(op, Caller::system()).await?;
            Err(error)
        }
    }
}
