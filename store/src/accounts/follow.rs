//! Follows the changes that other servers on the same accounts make. The database counts all changes, so a look costs one
//! row.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use kernel::{Error, Result};
use sqlx::AnyPool;

use super::{DbAccounts, key, tokens};
use crate::database::Timely;
use crate::error::fault;

/// Maximum age of a view on which access is granted. Half of what is promised, so that a busy machine keeps the promise.
const MAX_AGE: Duration = Duration::from_millis(500);

/// The extent to which this process knows the changes.
pub(super) struct Followed {
    /// The last count that was followed. Held during a look: looks are shared, and applied in order.
    count: tokio::sync::Mutex<i64>,
    /// Time of the last look.
    looked: Mutex<Instant>,
    /// Time of the last look that failed, and its error.
    failed: Mutex<Option<(Instant, Error)>>,
}

impl Followed {
    pub(super) fn new(count: i64, now: Instant) -> Self {
        Self {
            count: tokio::sync::Mutex::new(count),
            looked: Mutex::new(now),
            failed: Mutex::default(),
        }
    }

    fn fresh_for(&self, now: Instant) -> Duration {
        let looked = self.looked.lock().unwrap_or_else(PoisonError::into_inner);
        MAX_AGE.saturating_sub(now.saturating_duration_since(*looked))
    }

    fn is_fresh(&self, now: Instant) -> bool {
        !self.fresh_for(now).is_zero()
    }

    fn has_looked_since(&self, moment: Instant) -> bool {
        *self.looked.lock().unwrap_or_else(PoisonError::into_inner) >= moment
    }

    /// Returns the error of a look that began at `moment` or later.
    fn failure_since(&self, moment: Instant) -> Option<Error> {
        let failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, error) = failed.as_ref().filter(|(at, _)| *at >= moment)?;
        Some(error.clone())
    }

    fn fail(&self, now: Instant, error: &Error) {
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        *failed = Some((now, error.clone()));
    }

    fn look(&self, now: Instant) {
        *self.looked.lock().unwrap_or_else(PoisonError::into_inner) = now;
    }
}

/// Returns the number of changes so far.
pub(super) async fn count(pool: &AnyPool) -> sqlx::Result<i64> {
    sqlx::query_scalar("SELECT count FROM account_changes")
        .fetch_one(Timely(pool))
        .await
}

impl DbAccounts {
    /// Follows the changes if the last look is at least half a second old. Call it before granting access.
    ///
    /// # Errors
    /// Returns an error if the accounts cannot be read.
    pub async fn refresh(&self, now: Instant) -> Result<()> {
        if self.followed.is_fresh(now) {
            return Ok(());
        }
        let mut count = self.followed.count.lock().await;
        // Another caller may have looked meanwhile.
        if self.followed.is_fresh(now) {
            return Ok(());
        }
        self.look_once(&mut count, now, now).await
    }

    /// Follows the changes unless a look began at `moment` or later. Callers that wait for each other share one look:
    /// requests with unknown tokens cannot queue up in front of others.
    ///
    /// # Errors
    /// Returns an error if the accounts cannot be read.
    pub async fn follow_since(&self, moment: Instant) -> Result<()> {
        let mut count = self.followed.count.lock().await;
        if self.followed.has_looked_since(moment) {
            return Ok(());
        }
        self.look_once(&mut count, moment, Instant::now()).await
    }

    /// Follows the changes for a caller that arrived at `moment`. Those that waited for a look share its error, too: they
    /// would wait for one after the other.
    async fn look_once(&self, count: &mut i64, moment: Instant, now: Instant) -> Result<()> {
        if let Some(error) = self.followed.failure_since(moment) {
            return Err(error);
        }
        let followed = self.read_changes(count, now).await;
        if let Err(error) = &followed {
            self.followed.fail(now, error);
        }
        followed
    }

    /// Returns the time until [`Self::refresh`] looks again.
    #[must_use]
    pub fn fresh_for(&self, now: Instant) -> Duration {
        self.followed.fresh_for(now)
    }

    /// Follows the changes now. Every change in this process ends with it, so that all are applied in the order of the
    /// database. Subscribers of [`Self::leavers`] are notified.
    ///
    /// # Errors
    /// Returns an error if the accounts cannot be read.
    pub async fn follow(&self) -> Result<()> {
        let mut count = self.followed.count.lock().await;
        self.read_changes(&mut count, Instant::now()).await
    }

    async fn read_changes(&self, followed: &mut i64, now: Instant) -> Result<()> {
        // Read first: what is committed after it is followed the next time.
        let newest = count(&self.pool).await.map_err(fault)?;
        if newest != *followed {
            let changed = tokens::changed_since(&self.pool, *followed)
                .await
                .map_err(fault)?;
            self.key
                .set(key::read(Timely(&self.pool)).await.map_err(fault)?);
            let ids: HashSet<&str> = changed.iter().map(|(_, info)| &*info.id).collect();
            let mut live = self.live.write().unwrap_or_else(PoisonError::into_inner);
            live.retain(|_, info| !ids.contains(&*info.id));
            let valid = changed.iter().filter(|(_, info)| info.revoked_at.is_none());
            live.extend(valid.cloned());
            drop(live);
            *followed = newest;
            self.left.send_replace(());
        }
        self.followed.look(now);
        Ok(())
    }
}
