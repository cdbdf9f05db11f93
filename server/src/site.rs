//! What every handler shares: the kernel, the accounts, the settings. Holds things; does nothing.

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
use store::{SqliteAccounts, SqliteIndex};
use tokio_util::sync::CancellationToken;

use crate::assets::Assets;
use crate::config::Config;
use crate::connections::Connections;
use crate::embedder::{Maker, Progress};
use crate::failures::Failures;
use crate::metrics::Metrics;
use crate::quota::Quotas;
use crate::sessions::{self, Secure, Session, Sessions};
use crate::throttle::Throttle;
use crate::webhooks::Sender;
use crate::workers::Workers;
use crate::writer::Writers;

/// How long the link works with which Loci is set up, and one that signs a person in.
const LINK_WORKS: i64 = kernel::time::DAY;

/// The running server.
pub struct Site {
    /// The kernel.
    pub hub: Arc<Hub>,
    /// Tokens, people, links.
    pub accounts: Arc<SqliteAccounts>,
    /// The one clock.
    pub clock: Arc<dyn Clock>,
    /// People's sessions.
    pub sessions: Sessions,
    /// Who guesses passwords.
    pub throttle: Throttle,
    /// Who could not sign in lately.
    pub failures: Failures,
    /// Held while the first owner is made.
    pub setting_up: tokio::sync::Mutex<()>,
    /// Answers to forms that wait for their page.
    pub flashes: Arc<Flashes>,
    /// How much callers use, and may.
    pub quotas: Arc<Quotas>,
    /// The open connections.
    pub connections: Arc<Connections>,
    /// What is counted.
    pub metrics: Metrics,
    /// Who writes summaries.
    pub writers: Writers,
    /// What can be found.
    pub index: Arc<SqliteIndex>,
    /// What makes vectors of it.
    pub maker: Maker,
    /// How far texts have their vectors.
    pub embedding: Arc<Progress>,
    /// Who does the jobs.
    pub workers: Workers,
    /// One more than the settings' version at which what waited for long-term memory was looked for; 0 before.
    pub caught_up: AtomicU64,
    /// One more than the position up to which minds were told what happened; 0 before they were told anything.
    pub heard: AtomicU64,
    /// The position up to which it was looked what webhooks have to tell.
    pub announced: AtomicU64,
    /// What sends the messages of webhooks.
    pub webhooks: Sender,
    /// The files that pages load.
    pub assets: Assets,
    /// The settings.
    pub config: Config,
    /// Where the server really listens.
    pub address: SocketAddr,
    /// Cancelled when the server stops.
    pub stop: CancellationToken,
    /// Whether somebody is there who can sign in; never becomes untrue again.
    pub set_up: AtomicBool,
}

impl Site {
    /// Whether cookies go over https only.
    #[must_use]
    pub fn secure(&self) -> Secure {
        let public = self.config.public.as_ref();
        if self.config.tls.is_some() || public.is_some_and(|public| public.secure) {
            Secure::Only
        } else {
            Secure::Also
        }
    }

    /// The scheme, host and port of the address that people open. On this machine it is a name of its
    /// own, because cookies ignore ports: what else runs on 127.0.0.1 must not get Loci's.
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

    /// The whole address of `path`, for people.
    #[must_use]
    pub fn url(&self, path: &str) -> String {
        format!("{}{}", self.origin(), base_path::at(path))
    }

    /// The address that programs use on this machine.
    #[must_use]
    pub fn listening(&self) -> String {
        format!("{}://{}", self.config.scheme(), self.address)
    }

    /// Whether there is somebody who can sign in.
    ///
    /// # Errors
    /// When the accounts cannot be read.
    pub async fn is_set_up(&self) -> Result<bool> {
        if self.set_up.load(Ordering::Relaxed) {
            return Ok(true);
        }
        let set_up = !self.accounts.people().await?.is_empty();
        self.set_up.fetch_or(set_up, Ordering::Relaxed);
        Ok(set_up)
    }

    /// A person's session, if it lasts: see [`Sessions::find`].
    ///
    /// # Errors
    /// `unavailable` when the sessions or the people cannot be read.
    pub async fn find_session(&self, id: sessions::Id) -> Result<Option<Session>> {
        let now = self.clock.now();
        self.sessions.find(&*self.accounts, now, id).await
    }

    /// Ends a session; whoever listens in it is shut out.
    ///
    /// # Errors
    /// `unavailable` when it cannot be deleted.
    pub async fn end_session(&self, id: sessions::Id) -> Result<()> {
        self.sessions.end(id).await?;
        self.accounts.somebody_left();
        Ok(())
    }

    /// A link with which the first owner is made, in the name of `maker`.
    ///
    /// # Errors
    /// `conflict` when there is one already, or when it cannot be stored.
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

    /// A link that signs `person` in, once, in the name of `maker`.
    ///
    /// # Errors
    /// `not_found` when there is nobody of that name, or when it cannot be stored.
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

    /// The secret of a link, once it is noted that it was made.
    async fn make_link(&self, link: &Link, now: Time, maker: Caller) -> Result<String> {
        let person = link.person.clone();
        let made = Noted::LinkMade(LinkMade { person });
        made.tell(self.hub.clone(), maker).await?;
        self.accounts.make_link(link, now).await
    }
}
