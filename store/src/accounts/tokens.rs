//! Agents' tokens: `loci_` and 32 random bytes in hexadecimal.

use std::sync::PoisonError;

use kernel::ports::accounts::{Bearer, Minted, Terms, TokenInfo};
use kernel::tenant::Tenant;
use kernel::{Actor, Error, Result, Time};
use sqlx::any::AnyRow;
use sqlx::{AnyExecutor, AnyPool, FromRow, Row as _};

use super::key::Hash;
use super::{DbAccounts, check_name, check_text, role};
use crate::database::{Timely, search_key};
use crate::error::fault;

/// Prefix of every token, so that people and secret scanners recognise one.
pub const TOKEN_PREFIX: &str = "loci_";

/// A row of the table of tokens.
struct Row {
    hash: Vec<u8>,
    id: String,
    agent: String,
    role: String,
    created_at: i64,
    created_by: String,
    expires_at: Option<i64>,
    revoked_at: Option<i64>,
    workflow: Option<String>,
    user_id: Option<String>,
    namespace: Option<String>,
    first_used_at: Option<i64>,
    tools: Option<String>,
}

impl FromRow<'_, AnyRow> for Row {
    fn from_row(row: &AnyRow) -> sqlx::Result<Self> {
        Ok(Self {
            hash: row.try_get("hash")?,
            id: row.try_get("id")?,
            agent: row.try_get("agent")?,
            role: row.try_get("role")?,
            created_at: row.try_get("created_at")?,
            created_by: row.try_get("created_by")?,
            expires_at: row.try_get("expires_at")?,
            revoked_at: row.try_get("revoked_at")?,
            workflow: row.try_get("workflow")?,
            user_id: row.try_get("user_id")?,
            namespace: row.try_get("namespace")?,
            first_used_at: row.try_get("first_used_at")?,
            tools: row.try_get("tools")?,
        })
    }
}

const COLUMNS: &str = "hash, id, agent, role, created_at, created_by, expires_at, revoked_at, \
     workflow, user_id, namespace, first_used_at, tools";

impl DbAccounts {
    pub(super) async fn mint_token(
        &self,
        agent: &str,
        terms: Terms,
        by: &str,
        now: Time,
    ) -> Result<Minted> {
        let Terms {
            role,
            expires_at,
            workflow,
            user_id,
            namespace,
            tools,
        } = terms;
        check_name("/agent", agent)?;
        if agent == Actor::system().id {
            return Err(Error::field(
                "/agent",
                "This name is Loci's own; choose another.",
            ));
        }
        if !role.is_agent() {
            return Err(Error::field(
                "/role",
                "A token is for an agent: orchestrator, worker, reviewer, librarian or observer.",
            ));
        }
        if expires_at.is_some_and(|end| end <= now) {
            return Err(Error::field(
                "/expires_at",
                "The token would have expired already.",
            ));
        }
        for (pointer, text) in [
            ("/user_id", &user_id),
            ("/namespace", &namespace),
            ("/tools", &tools),
        ] {
            check_text(pointer, text.as_deref().unwrap_or_default())?;
        }
        let token = format!("{TOKEN_PREFIX}{}", hex::encode(rand::random::<[u8; 32]>()));
        let (hash, key) = self.key.hash_with_key_name(&token);
        let info = TokenInfo {
            id: hex::encode(rand::random::<[u8; 8]>()),
            agent: agent.into(),
            role,
            created_at: now,
            created_by: by.into(),
            expires_at,
            first_used_at: None,
            revoked_at: None,
            workflow,
            user_id,
            namespace,
            tools,
        };
        sqlx::query(
            "INSERT INTO tokens (id, hash, agent, role, created_at, created_by, expires_at, workflow, key, tools, \
             user_id, namespace) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
        )
        .bind(&info.id)
        .bind(hash.as_slice())
        .bind(agent)
        .bind(role.name())
        .bind(now.0)
        .bind(by)
        .bind(expires_at.map(|end| end.0))
        .bind(workflow.map(|id| id.to_string()))
        .bind(key)
        .bind(&info.tools)
        .bind(&info.user_id)
        .bind(&info.namespace)
        .execute(Timely(&self.pool))
        .await
        .map_err(fault)?;
        self.follow().await?;
        Ok(Minted { info, token })
    }

    /// Verifies a token. The lookup is by a hash under a secret key, so its timing reveals nothing about any token.
    pub(super) fn verify_token(&self, token: &str, now: Time) -> Option<Bearer> {
        if !token.starts_with(TOKEN_PREFIX) {
            return None;
        }
        let hash = self.key.hash(token);
        let live = self.live.read().unwrap_or_else(PoisonError::into_inner);
        let known = live.get(&hash);
        let before = || self.key.older(token).iter().find_map(|hash| live.get(hash));
        let info = known.or_else(before)?;
        info.expires_at.is_none_or(|end| now < end).then(|| Bearer {
            id: info.id.clone(),
            is_new: info.first_used_at.is_none(),
            is_stale: known.is_none(),
            actor: Actor::new(info.agent.clone(), info.role).with_tenant(Tenant::new(
                info.user_id.as_deref(),
                info.namespace.as_deref(),
            )),
            workflow: info.workflow,
            expires_at: info.expires_at,
            tools: info.tools.clone(),
        })
    }

    /// Returns true if a token is used for the first time, and marks it as used.
    #[must_use]
    pub fn is_first_use(&self, id: &str, now: Time) -> bool {
        let mut live = self.live.write().unwrap_or_else(PoisonError::into_inner);
        let info = live.values_mut().find(|info| info.id == id);
        match info {
            Some(info) if info.first_used_at.is_none() => {
                info.first_used_at = Some(now);
                true
            }
            _ => false,
        }
    }

    /// Stores the time of a token's first use.
    ///
    /// # Errors
    /// Returns an error if the time cannot be stored.
    pub async fn keep_first_use(&self, id: &str, now: Time) -> Result<()> {
        sqlx::query("UPDATE tokens SET first_used_at = $2 WHERE id = $1 AND first_used_at IS NULL")
            .bind(id)
            .bind(now.0)
            .execute(Timely(&self.pool))
            .await
            .map_err(fault)?;
        Ok(())
    }

    /// Hashes a token under the current key if it is stored under an older one.
    ///
    /// # Errors
    /// Returns an error if the hash cannot be stored. The token stays valid either way.
    pub async fn rehash(&self, token: &str) -> Result<()> {
        let (hash, key) = self.key.hash_with_key_name(token);
        for older in self.key.older(token) {
            let known = {
                let live = self.live.read().unwrap_or_else(PoisonError::into_inner);
                live.contains_key(&older)
            };
            if !known {
                continue;
            }
            sqlx::query("UPDATE tokens SET hash = $2, key = $3 WHERE hash = $1")
                .bind(older.as_slice())
                .bind(hash.as_slice())
                .bind(&key)
                .execute(Timely(&self.pool))
                .await
                .map_err(fault)?;
            self.follow().await?;
        }
        Ok(())
    }

    /// Lists the tokens that expired without being revoked and whose end is not yet recorded.
    ///
    /// # Errors
    /// Returns an error if the accounts cannot be read.
    pub async fn list_expired(&self, now: Time) -> Result<Vec<TokenInfo>> {
        let rows: Vec<Row> = sqlx::query_as(&format!(
            "SELECT {COLUMNS} FROM tokens \
             WHERE end_noted = 0 AND revoked_at IS NULL AND expires_at <= $1 ORDER BY expires_at"
        ))
        .bind(now.0)
        .fetch_all(Timely(&self.pool))
        .await
        .map_err(fault)?;
        rows.into_iter().map(info).collect()
    }

    /// Marks the end of a token as recorded.
    ///
    /// # Errors
    /// Returns an error if the mark cannot be stored.
    pub async fn keep_end(&self, id: &str) -> Result<()> {
        sqlx::query("UPDATE tokens SET end_noted = 1 WHERE id = $1")
            .bind(id)
            .execute(Timely(&self.pool))
            .await
            .map_err(fault)?;
        Ok(())
    }

    pub(super) async fn revoke_token(&self, id: &str, now: Time) -> Result<()> {
        let ended =
            sqlx::query("UPDATE tokens SET revoked_at = coalesce(revoked_at, $2) WHERE id = $1")
                .bind(search_key(id))
                .bind(now.0)
                .execute(Timely(&self.pool))
                .await
                .map_err(fault)?;
        if ended.rows_affected() == 0 {
            return Err(Error::not_found(format!("There is no token {id}.")));
        }
        self.follow().await
    }

    pub(super) async fn all_tokens(&self) -> Result<Vec<TokenInfo>> {
        let rows: Vec<Row> = sqlx::query_as(&format!(
            "SELECT {COLUMNS} FROM tokens ORDER BY created_at DESC, number DESC"
        ))
        .fetch_all(Timely(&self.pool))
        .await
        .map_err(fault)?;
        rows.into_iter().map(info).collect()
    }
}

/// Converts a row. An unknown role or an invalid workflow is an internal error.
fn info(row: Row) -> Result<TokenInfo> {
    let workflow = row.workflow.map(|id| {
        id.parse()
            .map_err(|()| Error::internal(format!("a token is for the workflow {id}")))
    });
    Ok(TokenInfo {
        id: row.id,
        agent: row.agent,
        role: role(&row.role)?,
        created_at: Time(row.created_at),
        created_by: row.created_by,
        expires_at: row.expires_at.map(Time),
        first_used_at: row.first_used_at.map(Time),
        revoked_at: row.revoked_at.map(Time),
        workflow: workflow.transpose()?,
        user_id: row.user_id,
        namespace: row.namespace,
        tools: row.tools,
    })
}

/// Returns the names of the keys under which valid tokens were hashed.
pub(super) async fn keys_in_use(accounts: impl AnyExecutor<'_>, now: Time) -> Result<Vec<String>> {
    sqlx::query_scalar(
        "SELECT DISTINCT key FROM tokens WHERE key IS NOT NULL AND revoked_at IS NULL \
         AND (expires_at IS NULL OR expires_at > $1)",
    )
    .bind(now.0)
    .fetch_all(accounts)
    .await
    .map_err(fault)
}

/// Sets the key's name for tokens from before keys had names, when there was only one key.
pub(super) async fn name_keys(pool: &AnyPool, oldest: &str) -> sqlx::Result<()> {
    sqlx::query("UPDATE tokens SET key = $1 WHERE key IS NULL")
        .bind(oldest)
        .execute(pool)
        .await
        .map(drop)
}

/// Reads the tokens that changed after the `count`-th change of the accounts, with their hashes. Rows that this version
/// cannot read are skipped, so those tokens are rejected.
pub(super) async fn changed_since(
    pool: &AnyPool,
    count: i64,
) -> sqlx::Result<Vec<(Hash, TokenInfo)>> {
    let rows: Vec<Row> =
        sqlx::query_as(&format!("SELECT {COLUMNS} FROM tokens WHERE changed > $1"))
            .bind(count)
            .fetch_all(Timely(pool))
            .await?;
    Ok(rows
        .into_iter()
        .filter_map(|mut row| {
            let hash = Hash::try_from(std::mem::take(&mut row.hash)).ok()?;
            Some((hash, info(row).ok()?))
        })
        .collect())
}
