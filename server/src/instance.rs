//! Opens a data folder with the kernel on it: what a server and a command without a server share.
//! Knows nothing of HTTP.

use std::sync::Arc;

use kernel::configured::Configured;
use kernel::host::{Hub, Ports, Settings};
use store::Store;
use tools::{BpeTokens, CachedLayout, JsonSchemas, PatternSecrets, StaticEmbedder};

use crate::config::Config;
use crate::failure::Failure;
use crate::quota::{Disk, Quotas};

/// An open data folder and the kernel that works on it.
pub struct Instance {
    /// The folder.
    pub store: Store,
    /// The kernel.
    pub hub: Arc<Hub>,
    /// How much is used, and may be.
    pub quotas: Arc<Quotas>,
}

impl Instance {
    /// Opens the folder of `config`, or makes it.
    ///
    /// # Errors
    /// When another process has the folder, it cannot be written, or it is damaged; the message says
    /// what to do.
    pub async fn open(config: &Config) -> Result<Self, Failure> {
        let store = store::open_with(&config.data, Some(Arc::new(StaticEmbedder)))
            .await
            .map_err(|error| Failure::unavailable(error.to_string()))?;
        let secrets = PatternSecrets::new()
            .map_err(|error| Failure::from(kernel::Error::internal(error.to_string())))?;
        let ports = Ports {
            log: store.log.clone(),
            index: store.index.clone(),
            blobs: store.blobs.clone(),
            accounts: store.accounts.clone(),
            tokens: Arc::new(BpeTokens::new()),
            secrets: Arc::new(secrets),
            schemas: Arc::new(JsonSchemas::default()),
            layout: Arc::new(CachedLayout::default()),
            clock: store.clock.clone(),
        };
        let quotas = Quotas::new(config.quotas.clone(), Disk::of(&config.data));
        let met = quotas.clone();
        let settings = Settings {
            streams: config.quotas.streams,
            warnings: Some(Arc::new(move || met.warnings())),
            workspace: config.workspace.clone(),
            state_bytes: config.state_bytes,
            batch: config.batch,
            feed: config.feed_commits,
            defaults: Configured::new(config.settings.clone()),
            kinds: engine::memories::kinds(),
            ..Settings::default()
        };
        let hub = Hub::open(ports, settings).await?;
        Ok(Self { store, hub, quotas })
    }

    /// Finishes what has begun and closes the folder.
    pub async fn close(&self) {
        self.hub.close().await;
        self.store.close().await;
    }
}
