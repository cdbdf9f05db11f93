//! Tells minds what happened since they were told last, and after a start what may not have been told. What is felt,
//! and that it is felt once, is the engine's.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use engine::mind::hear::{begin, hear};
use kernel::Result;

use crate::site::Site;

/// Tells them.
pub async fn look(site: &Arc<Site>) {
    if let Err(error) = since(site).await {
        // It is told again with the next look.
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
