//! Accounts in a SQLite file or in PostgreSQL: tokens, people, single-use links, sessions and webhook secrets.
//!
//! Secrets with 128 random bits or more (tokens, links, session ids) are stored as keyed BLAKE3 hashes: they cannot be
//! guessed, so a slow hash would only slow every call. Passwords are stored with argon2id.

mod follow;
mod form_results;
mod key;
mod links;
mod passwords;
mod people;
mod restored;
mod sessions;
mod spent;
mod strength;
mod tokens;
mod webhooks;

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, RwLock};
use std::time::Instant;

use kernel::future::Fut;
use kernel::ports::accounts::{
    Accounts, Bearer, Minted, NewWebhook, Person, Terms, TokenInfo, WebhookTarget,
};
use kernel::{Error, Result, Role, Time};
use sqlx::sqlite::SqliteSynchronous;
use sqlx::{AnyPool, ConnectOptions, Connection};
use tokio::sync::watch;

use crate::database::{self, Timely};
use crate::error::{OpenError, fault};
use crate::migrations;
use crate::postgres::Postgres;
use crate::sqlite::{Pages, inspect, inspect_by, looking, migrate, must_be_current, options};

use follow::Followed;
use key::{Hash, Key, Keys};
pub use links::{Link, Purpose};
use passwords::Passwords;
pub use restored::CarriedOver;
pub(crate) use restored::Replaced;
pub use sessions::DbSessions;
pub use spent::{Budget, Spent};

/// Statements that end all single-use links and all sessions, and erase the results of forms, which may contain tokens.
pub(crate) const END_ALL: [&str; 3] = [
    "DELETE FROM links",
    "DELETE FROM sessions",
    "DELETE FROM form_results",
];

/// Accounts in a database, which several servers may share.
pub struct DbAccounts {
    pool: AnyPool,
    key: Arc<Keys>,
    passwords: Passwords,
    /// All tokens that are not revoked, in memory, so that a call reads no disk.
    live: RwLock<HashMap<Hash, TokenInfo>>,
    followed: Followed,
    /// Notified of changes in which a token or a session may have ended.
    left: watch::Sender<()>,
}

impl DbAccounts {
    /// Opens the accounts at `path`, or creates them. Takes over the keys in the file `key` of an earlier version.
    ///
    /// # Errors
    /// Returns an error if a file is damaged or cannot be written, or if there are tokens but no keys.
    pub async fn open(path: &Path, key: &Path) -> Result<Self, OpenError> {
        let sql = |error: sqlx::Error| OpenError::sql(path, &error);
        let options = options(path, SqliteSynchronous::Full);
        if path.metadata().is_ok_and(|file| file.len() > 0) {
            inspect(path, Pages::Checked).await?;
        }
        let mut conn = options.connect().await.map_err(sql)?;
        migrate(&mut conn, &migrations::ACCOUNTS, path).await?;
        conn.close().await.map_err(sql)?;
        let pool = database::open_file(path).map_err(sql)?;
        key::take_over(&pool, path, key).await?;
        let accounts = Self::on(pool).await.map_err(sql)?;
        tokens::name_keys(&accounts.pool, &accounts.key.oldest())
            .await
            .map_err(sql)?;
        Ok(accounts)
    }

    /// Opens the accounts at `path` read-only.
    ///
    /// # Errors
    /// Returns an error if a file is damaged, missing or of another version.
    pub async fn look(path: &Path) -> Result<Self, OpenError> {
        let sql = |error: sqlx::Error| OpenError::sql(path, &error);
        if !path.exists() {
            return Err(OpenError::damaged(path, "it is missing"));
        }
        let options = looking(path);
        inspect_by(&options, path, Pages::Checked).await?;
        let mut conn = options.connect().await.map_err(sql)?;
        must_be_current(&mut conn, &migrations::ACCOUNTS, path).await?;
        conn.close().await.map_err(sql)?;
        let pool = database::open_read_only(path).map_err(sql)?;
        let accounts = Self::on(pool).await.map_err(sql)?;
        if accounts.key.newest().is_none() {
            return Err(OpenError::damaged(path, "it has no key"));
        }
        Ok(accounts)
    }

    /// Opens the accounts in the schema of a workspace. The first server creates the key.
    ///
    /// # Errors
    /// Returns an error if the database cannot be used.
    pub async fn on_postgres(postgres: &Postgres) -> Result<Self, OpenError> {
        let open = async {
            let pool = database::open_schema(postgres)?;
            key::create(&pool, &[rand::random()]).await?;
            Self::on(pool).await
        };
        open.await.map_err(|error| postgres.failure(&error))
    }

    async fn on(pool: AnyPool) -> sqlx::Result<Self> {
        let now = Instant::now();
        let count = follow::count(&pool).await?;
        let live = tokens::changed_since(&pool, -1).await?;
        let live = live
            .into_iter()
            .filter(|(_, info)| info.revoked_at.is_none());
        let keys = key::read(&pool).await?;
        Ok(Self {
            pool,
            key: Arc::new(Keys::new(keys)),
            passwords: Passwords::new(),
            live: RwLock::new(live.collect()),
            followed: Followed::new(count, now),
            left: watch::Sender::new(()),
        })
    }

    /// Returns the store of sign-in sessions, in the same database. The caller has to delete expired sessions.
    #[must_use]
    pub fn sessions(&self) -> DbSessions {
        DbSessions::new(self.pool.clone(), self.key.clone())
    }

    /// Subscribes to changes in which a token or a session may have ended, on any server.
    #[must_use]
    pub fn leavers(&self) -> watch::Receiver<()> {
        self.left.subscribe()
    }

    /// Puts a new key into use. Tokens stay valid: each is hashed again at its next use, and the previous key is kept
    /// until then. People are signed out, and unused links become invalid.
    ///
    /// # Errors
    /// Returns an error if the accounts cannot be written. Nothing is changed then.
    pub async fn rotate_key(&self, now: Time) -> Result<()> {
        let mut all = database::begin(&self.pool).await.map_err(fault)?;
        sqlx::query("INSERT INTO keys (key) VALUES ($1)")
            .bind(&rand::random::<Key>()[..])
            .execute(Timely(&mut *all))
            .await
            .map_err(fault)?;
        let needed = tokens::keys_in_use(Timely(&mut *all), now).await?;
        let keys = key::read(Timely(&mut *all)).await.map_err(fault)?;
        // The previous key stays, because a token may just be created under it.
        for key in keys.iter().skip(2) {
            if !needed.contains(&key::name(key)) {
                sqlx::query("DELETE FROM keys WHERE key = $1")
                    .bind(&key[..])
                    .execute(Timely(&mut *all))
                    .await
                    .map_err(fault)?;
            }
        }
        for end in END_ALL {
            let ended = sqlx::query(end).execute(Timely(&mut *all)).await;
            ended.map_err(fault)?;
        }
        database::commit(all).await.map_err(fault)?;
        self.follow().await
    }

    /// Returns a keyed seal of a text, which cannot be forged. Its input cannot be that of a token or a link.
    #[must_use]
    pub fn seal(&self, words: &str) -> String {
        hex::encode(self.key.hash(&format!("seal\n{words}")))
    }

    fn keyed_hash(&self, text: &str) -> u64 {
        self.key.of_text(text)
    }

    /// Closes the connections.
    pub async fn close(&self) {
        self.pool.close().await;
    }
}

impl Accounts for DbAccounts {
    fn mint<'a>(
        &'a self,
        agent: &'a str,
        terms: Terms,
        by: &'a str,
        now: Time,
    ) -> Fut<'a, Result<Minted>> {
        Box::pin(self.mint_token(agent, terms, by, now))
    }

    fn verify(&self, token: &str, now: Time) -> Option<Bearer> {
        self.verify_token(token, now)
    }

    fn hash_text(&self, text: &str) -> u64 {
        self.keyed_hash(text)
    }

    fn revoke<'a>(&'a self, id: &'a str, now: Time) -> Fut<'a, Result<()>> {
        Box::pin(self.revoke_token(id, now))
    }

    fn tokens(&self) -> Fut<'_, Result<Vec<TokenInfo>>> {
        Box::pin(self.all_tokens())
    }

    fn create_person<'a>(
        &'a self,
        name: &'a str,
        role: Role,
        password: &'a str,
        now: Time,
    ) -> Fut<'a, Result<Person>> {
        Box::pin(self.new_person(name, role, password, now))
    }

    fn set_password<'a>(
        &'a self,
        name: &'a str,
        password: &'a str,
        now: Time,
    ) -> Fut<'a, Result<Person>> {
        Box::pin(self.new_password(name, password, now))
    }

    fn sign_in<'a>(&'a self, name: &'a str, password: &'a str) -> Fut<'a, Result<Option<Person>>> {
        Box::pin(self.person_with_password(name, password))
    }

    fn person<'a>(&'a self, name: &'a str) -> Fut<'a, Result<Option<Person>>> {
        Box::pin(self.person_named(name))
    }

    fn people(&self) -> Fut<'_, Result<Vec<Person>>> {
        Box::pin(self.all_people())
    }

    fn add_webhook<'a>(&'a self, url: &'a str) -> Fut<'a, Result<NewWebhook>> {
        Box::pin(self.new_webhook(url))
    }

    fn webhook<'a>(&'a self, id: &'a str, now: Time) -> Fut<'a, Result<Option<WebhookTarget>>> {
        Box::pin(self.webhook_target(id, now))
    }

    fn move_webhook<'a>(&'a self, id: &'a str, url: &'a str) -> Fut<'a, Result<()>> {
        Box::pin(self.webhook_moved(id, url))
    }

    fn rotate_webhook<'a>(&'a self, id: &'a str, until: Time) -> Fut<'a, Result<String>> {
        Box::pin(self.webhook_rotated(id, until))
    }

    fn forget_webhook<'a>(&'a self, id: &'a str) -> Fut<'a, Result<()>> {
        Box::pin(self.webhook_forgotten(id))
    }
}

/// Maximum length of the name of an agent or a person.
const MAX_NAME: usize = 64;

/// Rejects a text with U+0000, which PostgreSQL does not accept.
fn check_text(pointer: &str, text: &str) -> Result<()> {
    if text.contains('\0') {
        let detail = "A text must not contain the character U+0000; remove it.";
        return Err(Error::field(pointer, detail));
    }
    Ok(())
}

/// Rejects names that do not fit in a URL or can be mistaken for another name.
fn check_name(pointer: &str, name: &str) -> Result<()> {
    let fits = (1..=MAX_NAME).contains(&name.len());
    if fits
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
    {
        return Ok(());
    }
    Err(Error::field(
        pointer,
        format!("A name has 1 to {MAX_NAME} characters: letters a to z, digits, `-`, `_` and `.`."),
    ))
}

fn role(name: &str) -> Result<Role> {
    Role::parse(name)
        .ok_or_else(|| Error::internal(format!("the accounts name a role {name:?}; there is none")))
}
