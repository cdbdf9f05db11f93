//! State shared by all handlers: the kernel, the accounts, the settings.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use doors::base_path;
use doors::http::Flashes;
use engine::workspace::audit::LinkMade;
use engine::workspace::ops::noted::Noted;
use kernel::actor::Caller;
use kernel::host::Hub;
use kernel::ports::accounts::Accounts;
use kernel::ports::clock::Clock;
use kernel::{Result, Time};
use store::accounts::{Link, Purpose};
use store::{DbAccounts, SqliteIndex};
use tokio_util::sync::CancellationToken;

use crate::assets::Assets;
use crate::config::Config;
use crate::connections::Connections;
use crate::embedder::{Maker, Progress};
use crate::failures::Failures;
use crate::metrics::Metrics;
use crate::quota::Quotas;
use crate::renders::Renders;
use crate::sessions::{self, Secure, Session, Sessions};
use crate::throttle::Throttle;
use crate::webhooks::Sender;
use crate::workers::Workers;
use crate::writer::Writers;

/// Lifetime of setup and sign-in links, in milliseconds.
const LINK_WORKS: i64 = kernel::time::DAY;

/// The running server.
pub struct Site {
    /// The kernel.
    pub hub: Arc<Hub>,
    /// Tokens, people and links.
    pub accounts: Arc<DbAccounts>,
    /// The one clock.
    pub clock: Arc<dyn Clock>,
    /// People's sessions.
    pub sessions: Sessions,
    /// Throttle for password guessing.
    pub throttle: Throttle,
    /// Recent failed sign-ins.
    pub failures: Failures,
    /// Results of forms that wait for their page.
    pub flashes: Flashes,
    /// Pages that are being rendered.
    pub renders: Renders,
    /// Quotas and usage of callers.
    pub quotas: Arc<Quotas>,
    /// The open connections.
    pub connections: Arc<Connections>,
    /// Metrics.
    pub metrics: Metrics,
    /// Writers of summaries.
    pub writers: Writers,
    /// The index.
    pub index: Arc<SqliteIndex>,
    /// The embedder.
    pub maker: Maker,
    /// Progress of embedding.
    pub embedding: Arc<Progress>,
    /// Workers of the jobs.
    pub workers: Workers,
    /// One more than the version of the settings at the last catch-up of memories that waited for long-term memory; 0
    /// before.
    pub caught_up: AtomicU64,
    /// One more than the position up to which minds have processed facts; 0 before the first time.
    pub heard: AtomicU64,
    /// Position up to which facts were checked for webhooks.
    pub announced: AtomicU64,
    /// Sender of webhook messages.
    pub webhooks: Sender,
    /// Static files of pages.
    pub assets: Assets,
    /// The settings.
    pub config: Config,
    /// Actual listening address.
    pub address: SocketAddr,
    /// Cancelled when the server stops.
    pub stop: CancellationToken,
    /// True once a person exists who can sign in; never reset.
    pub set_up: AtomicBool,
}

impl Site {
    /// Returns the scope of cookies.
    #[must_use]
    pub fn secure(&self) -> Secure {
        let public = self.config.public.as_ref();
        if self.config.tls.is_some() || public.is_some_and(|public| public.secure) {
            Secure::Only
        } else {
            Secure::Also
        }
    }

    /// Returns the scheme, host and port of the address that people open. On this machine it uses a name of its own,
    /// because cookies ignore ports: other programs on 127.0.0.1 must not get Loci's.
    #[must_use]
    pub fn origin(&self) -> String {
        let scheme = self.config.scheme();
        match &self.config.public {
            Some(public) => public.origin.clone(),
            None if self.address.ip().is_loopback() || self.address.ip().is_unspecified() => {
                format!("{scheme}://loci.localhost:{}", self.address.port())
            }
            None => self.listening(),
        }
    }

    /// Returns the full address of `path`, for people.
    #[must_use]
    pub fn url(&self, path: &str) -> String {
        format!("{}{}", self.origin(), base_path::at(path))
    }

    /// Returns the address for programs on this machine.
    #[must_use]
    pub fn listening(&self) -> String {
        format!("{}://{}", self.config.scheme(), self.address)
    }

    /// Returns true if there is a person who can sign in.
    ///
    /// # Errors
    /// Returns an error if the accounts cannot be read.
    pub async fn is_set_up(&self) -> Result<bool> {
        if self.set_up.load(Ordering::Relaxed) {
            return Ok(true);
        }
        let set_up = !self.accounts.people().await?.is_empty();
        self.set_up.fetch_or(set_up, Ordering::Relaxed);
        Ok(set_up)
    }

    /// Returns a person's session, unless it has ended: see [`Sessions::find`].
    ///
    /// # Errors
    /// Returns `unavailable` if the sessions or the people cannot be read.
    pub async fn find_session(&self, id: sessions::Id) -> Result<Option<Session>> {
        let now = self.clock.now();
        self.sessions.find(&*self.accounts, now, id).await
    }

    /// Ends a session and its live feeds.
    ///
    /// # Errors
    /// Returns `unavailable` if it cannot be deleted.
    pub async fn end_session(&self, id: sessions::Id) -> Result<()> {
        self.sessions.end(id).await?;
        self.accounts.follow().await
    }

    /// Creates a link for setting up the first owner, in the name of `maker`.
    ///
    /// # Errors
    /// Returns `conflict` if there is an owner already, or an error if the link cannot be stored.
    pub async fn setup_link(&self, maker: Caller) -> Result<String> {
        if self.is_set_up().await? {
            return Err(kernel::Error::conflict(
                "set_up",
                "This Loci has its owner already. `loci user link NAME` prints a link that signs somebody in.",
            ));
        }
        let now = self.clock.now();
        let link = Link {
            purpose: Purpose::Setup,
            person: None,
            role: Some(kernel::Role::Owner),
            expires_at: now.plus(LINK_WORKS),
        };
        let secret = self.make_link(&link, now, maker).await?;
        Ok(self.url(&format!("/setup?secret={secret}")))
    }

    /// Creates a single-use link that signs `person` in, in the name of `maker`.
    ///
    /// # Errors
    /// Returns `not_found` if there is no such person, or an error if the link cannot be stored.
    pub async fn enter_link(&self, person: &str, maker: Caller) -> Result<String> {
        let now: Time = self.clock.now();
        let person =
            self.accounts.person(person).await?.ok_or_else(|| {
                kernel::Error::not_found(format!("There is nobody called {person}."))
            })?;
        let link = Link {
            purpose: Purpose::SignIn,
            person: Some(person.name),
            role: Some(person.role),
            expires_at: now.plus(LINK_WORKS),
        };
        let secret = self.make_link(&link, now, maker).await?;
        Ok(self.url(&format!("/enter/{secret}")))
    }

    /// Records the creation of a link and returns its secret.
    async fn make_link(&self, link: &Link, now: Time, maker: Caller) -> Result<String> {
        let person = link.person.clone();
        let made = Noted::LinkMade(LinkMade { person });
        made.tell(self.hub.clone(), maker).await?;
        self.accounts.make_link(link, now).await
    }
}
