//! Opens a data folder with the kernel on it: what a server and a command without a server share.
//! Knows nothing of HTTP.

use std::sync::Arc;

use kernel::configured::Configured;
use kernel::host::{Hub, Ports, Settings};
use kernel::ports::embedder::Embedder;
use store::Store;
use tools::{BpeTokens, CachedLayout, JsonSchemas, PatternSecrets, StaticEmbedder};

use crate::config::Config;
use crate::embedder::{EndpointEmbedder, Progress};
use crate::failure::Failure;
use crate::quota::{Disk, Quotas};
use crate::scratch::Scratch;

/// How many facts an index may lack that a server waits for: about a second's work.
const MAX_LAG: u64 = 10_000;

/// An open data folder and the kernel that works on it.
pub struct Instance {
    /// The folder.
    pub store: Store,
    /// The kernel.
    pub hub: Arc<Hub>,
    /// How much is used, and may be.
    pub quotas: Arc<Quotas>,
    /// The endpoint that makes vectors, when there is one.
    pub embedder: Option<Arc<EndpointEmbedder>>,
    /// How far texts have their vectors.
    pub embedding: Arc<Progress>,
    /// What had to be made for a folder that is only looked at.
    aside: Option<Scratch>,
}

impl Instance {
    /// Opens the folder of `config`, or makes it. Everything can be asked, also what the index finds.
    ///
    /// # Errors
    /// When another process has the folder, it cannot be written, or it is damaged; the message says
    /// what to do.
    pub async fn open(config: &Config) -> Result<Self, Failure> {
        Self::open_with(config, u64::MAX).await
    }

    /// The same for a server, which answers what needs no index while an index that lacks much is brought up.
    ///
    /// # Errors
    /// As [`Instance::open`].
    pub async fn open_to_serve(config: &Config) -> Result<Self, Failure> {
        Self::open_with(config, MAX_LAG).await
    }

    async fn open_with(config: &Config, max_lag: u64) -> Result<Self, Failure> {
        let endpoint = config.embedder.as_ref().map(EndpointEmbedder::new);
        let endpoint = endpoint.transpose()?.map(Arc::new);
        let maker: Arc<dyn Embedder> = match &endpoint {
            Some(endpoint) => endpoint.clone(),
            None => Arc::new(StaticEmbedder),
        };
        // A full disk must not prevent the start: people have to sign in to free space.
        Disk::of(&config.data).release_reserve();
        let store = store::open_with(&config.data, Some(maker))
            .await
            .map_err(|error| Failure::unavailable(error.to_string()))?;
        if let Some(ahead) = store.ahead
            && !config.accept_clock
        {
            store.close().await;
            let (now, last, days) = (ahead.now, ahead.last, ahead.days());
            return Err(Failure::unavailable(format!(
                "the system's clock says {now}, {days} days after the last fact ({last}). Nothing was changed. Set \
                 the clock if it is wrong; if it is right, start once with `loci serve --accept-clock`."
            )));
        }
        Self::on(store, config, endpoint, None, max_lag).await
    }

    /// Opens the folder of `config` to be read alone: nothing is written there.
    ///
    /// # Errors
    /// When another process has the folder, it is damaged, or of another version.
    pub async fn look(config: &Config) -> Result<Self, Failure> {
        let aside = Scratch::new("look")?;
        let store = store::look(&config.data, aside.path())
            .await
            .map_err(|error| Failure::unavailable(error.to_string()))?;
        Self::on(store, config, None, Some(aside), u64::MAX).await
    }

    async fn on(
        store: Store,
        config: &Config,
        embedder: Option<Arc<EndpointEmbedder>>,
        aside: Option<Scratch>,
        max_lag: u64,
    ) -> Result<Self, Failure> {
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
        let embedding = Arc::new(Progress::default());
        let (met, progress) = (quotas.clone(), embedding.clone());
        let warnings = move || [met.warnings(), progress.warnings()].concat();
        let settings = Settings {
            streams: config.quotas.streams,
            warnings: Some(Arc::new(warnings)),
            workspace: config.workspace.clone(),
            state_bytes: config.state_bytes,
            batch: config.batch,
            feed: config.feed_commits,
            max_lag,
            defaults: Configured::new(config.settings.clone()),
            tools: doors::mcp::tool_names(),
            kinds: engine::memories::kinds(),
            ..Settings::default()
        };
        let hub = Hub::open(ports, settings).await?;
        Ok(Self {
            store,
            hub,
            quotas,
            embedder,
            embedding,
            aside,
        })
    }

    /// Whether the folder is only looked at.
    #[must_use]
    pub fn is_look(&self) -> bool {
        self.aside.is_some()
    }

    /// Finishes what has begun and closes the folder.
    pub async fn close(&self) {
        self.hub.close().await;
        self.store.close().await;
    }
}
