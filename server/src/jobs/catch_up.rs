//! Promotes memories that waited while long-term memory was off. It may be turned on by settings or by the
//! configuration, so this also runs at startup. Sessions decide which memories qualify.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use engine::conversation::ops::session_catch_up::{SessionCatchUp, waiting};
use engine::session::SessionKey;
use engine::workspace::Workspace;
use engine::workspace::settings::Settings;
use kernel::Result;
use kernel::actor::Caller;
use kernel::stream::StreamId;
use kernel::view::View;

use crate::jobs::lease::is_late;
use crate::site::Site;

/// Checks for a change of the settings, and promotes waiting memories if long-term memory is on.
pub async fn look(site: &Arc<Site>) {
    if let Err(error) = since_change(site).await {
        // The next run tries again.
        let detail = error.detail;
        tracing::warn!(detail, "memories still wait for long-term memory");
    }
}

async fn since_change(site: &Arc<Site>) -> Result<()> {
    let (state, _) = site.hub.state::<Workspace>(&StreamId::workspace()).await?;
    let looked_at = state.settings_version + 1;
    if site.caught_up.load(Ordering::Relaxed) == looked_at {
        return Ok(());
    }
    let view = View::new(site.clock.now(), Caller::system(), site.hub.clone());
    if Settings::for_view(&view).await?.long_term_memory {
        all(site, &view).await?;
    }
    site.caught_up.store(looked_at, Ordering::Relaxed);
    Ok(())
}

async fn all(site: &Arc<Site>, view: &View) -> Result<()> {
    let mut cursor = None;
    loop {
        let page = waiting(view, cursor).await?;
        for session in page.items {
            one(site, session).await?;
        }
        cursor = page.next_cursor;
        if cursor.is_none() || site.stop.is_cancelled() {
            return Ok(());
        }
    }
}

async fn one(site: &Arc<Site>, session: SessionKey) -> Result<()> {
    let op = SessionCatchUp {
        session: session.clone(),
    };
    match site.hub.run(op, Caller::system()).await {
        Ok(done) => {
            let memories = done.output.promoted.len();
            tracing::info!(%session, memories, "memories that waited for long-term memory");
            Ok(())
        }
        // The session ended meanwhile, or has a problem of its own.
        Err(error) if is_late(&error) || error.code == kernel::Code::Invalid => {
            tracing::warn!(%session, detail = error.detail, "memories go on waiting");
            Ok(())
        }
        Err(error) => Err(error),
    }
}
