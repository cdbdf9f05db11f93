//! Agents' tokens: `loci_` and 32 random bytes in hexadecimal.

use std::collections::HashMap;
use std::sync::PoisonError;

use engine::ports::accounts::{Bearer, Minted, TokenInfo};
use engine::{Actor, Error, Id, Result, Role, Time};
use sqlx::SqlitePool;

use super::key::Hash;
use super::{SqliteAccounts, check_name, role};
use crate::error::fault;

/// What every token begins with, so that people and scanners know one when they see it.
pub const TOKEN_PREFIX: &str = "loci_";

/// A token as it is stored.
#[derive(sqlx::FromRow)]
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
}

const COLUMNS: &str =
    "hash, id, agent, role, created_at, created_by, expires_at, revoked_at, workflow";

impl SqliteAccounts {
    pub(super) async fn mint_token(
        &self,
        agent: &str,
        role: Role,
        expires_at: Option<Time>,
        workflow: Option<Id>,
        by: &str,
        now: Time,
    ) -> Result<Minted> {
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
        let token = format!("{TOKEN_PREFIX}{}", hex::encode(rand::random::<[u8; 32]>()));
        let hash = self.key.hash(&token);
        let info = TokenInfo {
            id: hex::encode(rand::random::<[u8; 8]>()),
            agent: agent.into(),
            role,
            created_at: now,
            created_by: by.into(),
            expires_at,
            revoked_at: None,
            workflow,
        };
        sqlx::query(
            "INSERT INTO tokens (id, hash, agent, role, created_at, created_by, expires_at, workflow) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        )
        .bind(&info.id)
        .bind(hash.as_slice())
        .bind(agent)
        .bind(role.name())
        .bind(now.0)
        .bind(by)
        .bind(expires_at.map(|end| end.0))
        .bind(workflow.map(|id| id.to_string()))
        .execute(&self.pool)
        .await
        .map_err(fault)?;
        self.live
            .write()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(hash, info.clone());
        Ok(Minted { info, token })
    }

    /// The table is looked up by a hash under a secret key, so the time it takes says nothing about
    /// any token.
    pub(super) fn verify_token(&self, token: &str, now: Time) -> Option<Bearer> {
        if !token.starts_with(TOKEN_PREFIX) {
            return None;
        }
        let hash = self.key.hash(token);
        let live = self.live.read().unwrap_or_else(PoisonError::into_inner);
        let info = live.get(&hash)?;
        info.expires_at.is_none_or(|end| now < end).then(|| Bearer {
            actor: Actor::new(info.agent.clone(), info.role),
            workflow: info.workflow,
            expires_at: info.expires_at,
        })
    }

    pub(super) async fn revoke_token(&self, id: &str, now: Time) -> Result<()> {
        let hash: Option<Vec<u8>> = sqlx::query_scalar(
            "UPDATE tokens SET revoked_at = coalesce(revoked_at, ?2) WHERE id = ?1 RETURNING hash",
        )
        .bind(id)
        .bind(now.0)
        .fetch_optional(&self.pool)
        .await
        .map_err(fault)?;
        let Some(hash) = hash else {
            return Err(Error::not_found(format!("There is no token {id}.")));
        };
        if let Ok(hash) = Hash::try_from(hash) {
            self.live
                .write()
                .unwrap_or_else(PoisonError::into_inner)
                .remove(&hash);
        }
        self.somebody_left();
        Ok(())
    }

    pub(super) async fn all_tokens(&self) -> Result<Vec<TokenInfo>> {
        let rows: Vec<Row> = sqlx::query_as(&format!(
            "SELECT {COLUMNS} FROM tokens ORDER BY created_at DESC, rowid DESC"
        ))
        .fetch_all(&self.pool)
        .await
        .map_err(fault)?;
        rows.into_iter().map(info).collect()
    }
}

/// What is known of a token; an unknown role or an odd workflow is a fault.
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
        revoked_at: row.revoked_at.map(Time),
        workflow: workflow.transpose()?,
    })
}

/// Every token that is not revoked, by its hash. What this version cannot read opens nothing.
pub(super) async fn live(pool: &SqlitePool) -> sqlx::Result<HashMap<Hash, TokenInfo>> {
    let rows: Vec<Row> = sqlx::query_as(&format!(
        "SELECT {COLUMNS} FROM tokens WHERE revoked_at IS NULL"
    ))
    .fetch_all(pool)
    .await?;
    Ok(rows
        .into_iter()
        .filter_map(|mut row| {
            let hash = Hash::try_from(std::mem::take(&mut row.hash)).ok()?;
            Some((hash, info(row).ok()?))
        })
        .collect())
}
