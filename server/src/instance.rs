//! Opens a data folder with a kernel, for servers and for commands without a server.

use std::path::Path;
use std::sync::Arc;

use kernel::configured::Configured;
use kernel::host::{Hub, Ports, Settings};
use kernel::ports::embedder::Embedder;
use store::{Missing, Store};
use tools::{BpeTokens, CachedLayout, JsonSchemas, PatternSecrets, StaticEmbedder};

use crate::config::Config;
use crate::embedder::{EndpointEmbedder, Progress};
use crate::failure::Failure;
use crate::quota::{Disk, Quotas};
use crate::scratch::Scratch;

/// Maximum number of facts that an index may lack for a server to wait for it: about a second's work.
const MAX_LAG: u64 = 10_000;

/// An open data folder with its kernel.
pub struct Instance {
    /// The folder.
    pub store: Store,
    /// The kernel.
    pub hub: Arc<Hub>,
    /// Quotas and current usage.
    pub quotas: Arc<Quotas>,
    /// Endpoint that computes embeddings, if one is configured.
    pub embedder: Option<Arc<EndpointEmbedder>>,
    /// Progress of embedding.
    pub embedding: Arc<Progress>,
    /// Temporary files for a folder that was opened read-only.
    aside: Option<Scratch>,
}

impl Instance {
    /// Opens the folder of `config`, or creates it, and waits until the index is complete.
    ///
    /// # Errors
    /// Returns an error if another process holds the folder, it cannot be written, or it is damaged. The message says
    /// how to fix it.
    pub async fn open(config: &Config) -> Result<Self, Failure> {
        Self::open_with(config, u64::MAX, Missing::Refused).await
    }

    /// Opens the folder for a server. It does not wait for an index that lacks many facts: requests that need no index
    /// are answered meanwhile.
    ///
    /// # Errors
    /// Returns the same errors as [`Instance::open`].
    pub async fn open_to_serve(config: &Config) -> Result<Self, Failure> {
        Self::open_with(config, MAX_LAG, Missing::Created).await
    }

    async fn open_with(config: &Config, max_lag: u64, missing: Missing) -> Result<Self, Failure> {
        let endpoint = config.embedder.as_ref().map(EndpointEmbedder::new);
        let endpoint = endpoint.transpose()?.map(Arc::new);
        let maker: Arc<dyn Embedder> = match &endpoint {
            Some(endpoint) => endpoint.clone(),
            None => Arc::new(StaticEmbedder),
        };
        // A full disk must not prevent the start: people have to sign in to free space.
        Disk::of(&config.data).release_reserve();
        let store = open_store(config, &config.data, Some(maker), missing).await?;
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

    /// Opens the folder of `config` read-only.
    ///
    /// # Errors
    /// Returns an error if another process holds the folder, it is damaged, or it is of another version.
    pub async fn look(config: &Config) -> Result<Self, Failure> {
        let aside = Scratch::new("look")?;
        let store = if config.database.is_some() {
            open_store(config, aside.path(), None, Missing::Refused).await?
        } else {
            let looked = store::look(&config.data, aside.path()).await;
            looked.map_err(kernel::Error::from)?
        };
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

    /// Returns true if the folder was opened read-only.
    #[must_use]
    pub fn is_look(&self) -> bool {
        self.aside.is_some()
    }

    /// Finishes pending writes and closes the folder.
    pub async fn close(&self) {
        self.hub.close().await;
        self.store.close().await;
    }
}

/// Opens the log in the folder or in the database of `config`.
async fn open_store(
    config: &Config,
    folder: &Path,
    maker: Option<Arc<dyn Embedder>>,
    missing: Missing,
) -> Result<Store, Failure> {
    let opened = match &config.database {
        Some(url) => {
            let (url, workspace) = (url.expose(), &config.workspace);
            match store::open_database(folder, url, workspace, missing).await {
                Ok(database) => store::open_shared(folder, database, maker).await,
                Err(error) => Err(error),
            }
        }
        None => store::open_with(folder, maker).await,
    };
    opened.map_err(|error| kernel::Error::from(error).into())
}
