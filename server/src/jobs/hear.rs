//! Feeds new facts to minds, and after a start those that they may have missed. The engine derives the mood and ignores
//! repeated facts.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use engine::mind::hear::{begin, hear};
use kernel::Result;

use crate::site::Site;

/// Processes new facts.
pub async fn look(site: &Arc<Site>) {
    if let Err(error) = since(site).await {
        // The next run tries again.
        let detail = error.detail;
        tracing::warn!(detail, "minds wait to be told what happened");
    }
}

async fn since(site: &Arc<Site>) -> Result<()> {
    let after = match site.heard.load(Ordering::Relaxed).checked_sub(1) {
        Some(after) => after,
        None => begin(&site.hub).await?,
    };
    let heard = hear(&site.hub, after).await?;
    site.heard.store(heard + 1, Ordering::Relaxed);
    Ok(())
}
