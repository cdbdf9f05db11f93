//! Idempotency keys of logs that kept them in clear: they are hashed when such a log is opened, so that a retry
//! still gets its first answer and nobody reads from the file what a caller sent.

use sha2::{Digest, Sha256};
use sqlx::SqliteConnection;

/// Hashes the keys that still stand in clear; they begin as a JSON array does, and a hash does not.
pub(super) async fn hash_all(conn: &mut SqliteConnection) -> sqlx::Result<()> {
    let clear: Vec<String> = sqlx::query_scalar("SELECT key FROM answers WHERE key LIKE '[%'")
        .fetch_all(&mut *conn)
        .await?;
    if clear.is_empty() {
        return Ok(());
    }
    sqlx::query("BEGIN IMMEDIATE").execute(&mut *conn).await?;
    for key in clear {
        sqlx::query("UPDATE answers SET key = ?1 WHERE key = ?2")
            .bind(format!("{:x}", Sha256::digest(key.as_bytes())))
            .bind(&key)
            .execute(&mut *conn)
            .await?;
    }
    sqlx::query("COMMIT").execute(&mut *conn).await?;
    Ok(())
}
