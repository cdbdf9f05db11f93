//! Targets and signing secrets of webhooks. Unlike a token, a webhook's secret has to be readable: it signs every
//! message.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use kernel::ports::accounts::{NewWebhook, WebhookTarget};
use kernel::{Error, Result, Time};

use super::{DbAccounts, check_text};
use crate::database::{Timely, search_key};
use crate::error::fault;

/// Prefix of every secret, from the Standard Webhooks specification.
const PREFIX: &str = "whsec_";

impl DbAccounts {
    pub(super) async fn new_webhook(&self, url: &str) -> Result<NewWebhook> {
        check_text("/url", url)?;
        let id = hex::encode(rand::random::<[u8; 8]>());
        let secret = new_secret();
        sqlx::query("INSERT INTO webhooks (id, url, secret) VALUES ($1, $2, $3)")
            .bind(&id)
            .bind(url)
            .bind(&secret)
            .execute(Timely(&self.pool))
            .await
            .map_err(fault)?;
        Ok(NewWebhook { id, secret })
    }

    pub(super) async fn webhook_target(
        &self,
        id: &str,
        now: Time,
    ) -> Result<Option<WebhookTarget>> {
        let row: Option<(String, String, Option<String>)> = sqlx::query_as(
            "SELECT url, secret, CASE WHEN before_until > $2 THEN before END \
             FROM webhooks WHERE id = $1",
        )
        .bind(search_key(id))
        .bind(now.0)
        .fetch_optional(Timely(&self.pool))
        .await
        .map_err(fault)?;
        Ok(row.map(|(url, secret, before)| WebhookTarget {
            url,
            secrets: std::iter::once(secret).chain(before).collect(),
        }))
    }

    pub(super) async fn webhook_moved(&self, id: &str, url: &str) -> Result<()> {
        check_text("/url", url)?;
        let moved = sqlx::query("UPDATE webhooks SET url = $2 WHERE id = $1")
            .bind(search_key(id))
            .bind(url)
            .execute(Timely(&self.pool))
            .await
            .map_err(fault)?;
        check_found(id, moved.rows_affected())
    }

    pub(super) async fn webhook_rotated(&self, id: &str, until: Time) -> Result<String> {
        let secret = new_secret();
        let rotated = sqlx::query(
            "UPDATE webhooks SET before = secret, before_until = $3, secret = $2 WHERE id = $1",
        )
        .bind(search_key(id))
        .bind(&secret)
        .bind(until.0)
        .execute(Timely(&self.pool))
        .await
        .map_err(fault)?;
        check_found(id, rotated.rows_affected())?;
        Ok(secret)
    }

    pub(super) async fn webhook_forgotten(&self, id: &str) -> Result<()> {
        sqlx::query("DELETE FROM webhooks WHERE id = $1")
            .bind(search_key(id))
            .execute(Timely(&self.pool))
            .await
            .map_err(fault)?;
        Ok(())
    }
}

fn new_secret() -> String {
    format!("{PREFIX}{}", STANDARD.encode(rand::random::<[u8; 32]>()))
}

fn check_found(id: &str, rows: u64) -> Result<()> {
    if rows == 0 {
        return Err(Error::not_found(format!("There is no webhook {id}.")));
    }
    Ok(())
}
