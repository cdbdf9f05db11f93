//! Summary job: folds the oldest messages of full sessions into their summaries, outside of requests. Sessions decide
//! what to fold and whether a summary is acceptable; the writers produce it.
//!
//! The work follows from the states and its owner from the lease: a crash loses nothing, and no result is submitted
//! twice.

use std::sync::Arc;

use engine::conversation::ops::session_summarize::SessionSummarize;
use engine::session::SessionKey;
use engine::session::overflow::to_fold;
use engine::session::request::request;
use engine::session::state::Session;
use engine::summary::SummaryWriter;
use engine::workspace::settings::Settings;
use kernel::actor::Caller;
use kernel::view::View;
use kernel::{Result, Version};

use crate::jobs::lease::{is_late, public_reason};
use crate::site::Site;

/// Returns true if a session changed since `version`. A rejection of an unchanged one would repeat forever.
pub(super) async fn has_changed(view: &View, key: &SessionKey, version: Version) -> bool {
    let now = view.state::<Session>(&key.stream()).await;
    !now.is_ok_and(|(_, now)| now == version)
}

/// Folds the oldest messages of a session under a lease.
///
/// # Errors
/// Returns an error if no result could be submitted.
pub async fn summarise(site: &Arc<Site>, key: &SessionKey, lease: Version) -> Result<()> {
    let now = site.clock.now();
    let view = View::new(now, Caller::system(), site.hub.clone());
    let (session, version) = view.state::<Session>(&key.stream()).await?;
    let settings = Settings::for_view(&view).await?;
    let Some(fold) = to_fold(&session, &settings).filter(|_| session.lives(now)) else {
        return Ok(());
    };
    let mut op = SessionSummarize {
        session: key.to_string(),
        lease: Some(lease),
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
        // An immediate retry would return the same.
        Err(error) => {
            let op = SessionSummarize {
                session: key.to_string(),
                note: Some(public_reason(&error).into()),
                lease: Some(lease),
                ..SessionSummarize::default()
            };
            site.hub.run(op, Caller::system()).await?;
            tracing::warn!(session = %key, detail = error.detail, "a session's work is not done");
            Ok(())
        }
    }
}
