//! Accounts after a restore: all sessions have ended, and access that was revoked since the backup stays revoked.

use std::collections::HashSet;
use std::path::Path;

use kernel::{Result, Time};

use super::key::{self, Key, in_file};
use super::{DbAccounts, END_ALL, tokens};
use crate::database::{self, Timely};
use crate::error::{OpenError, fault};
use crate::sqlite::{Pages, inspect};

/// Access data of the accounts that a restore replaces.
pub(crate) struct Replaced {
    /// Token ids, with the time at which each was revoked.
    revoked: Vec<(String, i64)>,
    /// Names, password hashes, and the time at which each password was set.
    people: Vec<(String, String, i64)>,
    /// The key under which secrets were hashed.
    pub(crate) key: Option<Key>,
}

/// Changes to access since the backup was made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CarriedOver {
    /// Ids of tokens that were revoked since. They stay revoked.
    pub tokens_revoked: Vec<String>,
    /// People whose password was changed since. They keep the newer password.
    pub passwords_kept: Vec<String>,
    /// People who exist in the backup and did not exist in the replaced folder. They can sign in again.
    pub people_returned: Vec<String>,
}

impl Replaced {
    /// Reads the accounts at `path`. Those of an earlier version have their keys in `file`.
    ///
    /// # Errors
    /// Returns an error if the accounts are damaged or cannot be read.
    pub(crate) async fn read(path: &Path, file: &Path) -> Result<Self, OpenError> {
        inspect(path, Pages::Checked).await?;
        let keys = in_file(file).ok().flatten();
        let read = async {
            // One connection: if two close at the same moment, each leaves the write-ahead log to the other.
            let mut conn = database::open_file(path)?.acquire().await?;
            let revoked =
                sqlx::query_as("SELECT id, revoked_at FROM tokens WHERE revoked_at IS NOT NULL")
                    .fetch_all(&mut *conn)
                    .await?;
            let people = sqlx::query_as("SELECT name, password, password_at FROM people")
                .fetch_all(&mut *conn)
                .await?;
            let has_keys = "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'keys')";
            let has_keys: i64 = sqlx::query_scalar(has_keys).fetch_one(&mut *conn).await?;
            let keys = if has_keys > 0 {
                Some(key::read(&mut *conn).await?)
            } else {
                keys
            };
            conn.close().await?;
            let key = keys.and_then(|keys| keys.first().copied());
            Ok(Self {
                revoked,
                people,
                key,
            })
        };
        read.await
            .map_err(|error: sqlx::Error| OpenError::sql(path, &error))
    }
}

impl DbAccounts {
    /// Ends all sessions and single-use links of restored accounts, and carries over what was withdrawn in the
    /// `replaced` ones.
    ///
    /// # Errors
    /// Returns an error if the accounts cannot be written.
    pub(crate) async fn after_restore(&self, replaced: Option<&Replaced>) -> Result<CarriedOver> {
        let mut all = database::begin(&self.pool).await.map_err(fault)?;
        for end in END_ALL {
            let ended = sqlx::query(end).execute(Timely(&mut *all)).await;
            ended.map_err(fault)?;
        }
        let mut carried = CarriedOver::default();
        let Some(Replaced {
            revoked, people, ..
        }) = replaced
        else {
            database::commit(all).await.map_err(fault)?;
            return Ok(carried);
        };
        let names: Vec<String> = sqlx::query_scalar("SELECT name FROM people ORDER BY name")
            .fetch_all(Timely(&mut *all))
            .await
            .map_err(fault)?;
        let known: HashSet<&str> = people.iter().map(|(name, ..)| name.as_str()).collect();
        carried.people_returned = names;
        carried
            .people_returned
            .retain(|name| !known.contains(name.as_str()));
        for (id, at) in revoked {
            let ended = sqlx::query(
                "UPDATE tokens SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL",
            )
            .bind(id)
            .bind(at)
            .execute(Timely(&mut *all))
            .await
            .map_err(fault)?;
            if ended.rows_affected() > 0 {
                carried.tokens_revoked.push(id.clone());
            }
        }
        for (name, password, at) in people {
            let kept = sqlx::query(
                "UPDATE people SET password = $2, password_at = $3 WHERE name = $1 AND password_at < $3",
            )
            .bind(name)
            .bind(password)
            .bind(at)
            .execute(Timely(&mut *all))
            .await
            .map_err(fault)?;
            if kept.rows_affected() > 0 {
                carried.passwords_kept.push(name.clone());
            }
        }
        database::commit(all).await.map_err(fault)?;
        Ok(carried)
    }

    /// Returns true if there is a key for every valid token.
    ///
    /// # Errors
    /// Returns an error if the accounts cannot be read.
    pub(crate) async fn has_all_keys(&self, now: Time) -> Result<bool> {
        let needed = tokens::keys_in_use(Timely(&self.pool), now).await?;
        Ok(needed.iter().all(|name| self.key.has(name)))
    }

    /// Returns the key under which secrets are hashed.
    pub(crate) fn current_key(&self) -> Option<Key> {
        self.key.newest()
    }
}
