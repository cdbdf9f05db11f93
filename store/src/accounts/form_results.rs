//! Results of forms until a page has shown them, for all servers that share the accounts.
//!
//! A result may contain a new token. The file has only a keyed hash of the result's id, and the result sealed with a key
//! derived from the id, so that neither it nor its write-ahead log gives the token away.

use kernel::future::Fut;
use kernel::ports::form_results::{FormResults, Sender};
use kernel::time::MINUTE;
use kernel::{Actor, Error, Result, Time};

use super::DbAccounts;
use super::key::Hash;
use crate::database::{self, Timely, first_row};
use crate::error::fault;

/// Lifetime of a result, in milliseconds.
const TTL: i64 = 10 * MINUTE;

/// Context of the keys that seal results.
const SEAL: &str = "loci 2026-11-28 result of a form";

/// A kind of sender and the maximum size of its stored results.
struct Kind {
    name: &'static str,
    max_rows: i64,
    max_bytes: i64,
}

impl Kind {
    const fn of(sender: &Sender) -> Self {
        let (name, max_rows, max_bytes) = match sender {
            Sender::Known(_) => ("known", 256, 16 * 1024 * 1024),
            Sender::Ended(_) => ("ended", 64, 4 * 1024 * 1024),
            Sender::Unknown => ("unknown", 64, 1024 * 1024),
        };
        Self {
            name,
            max_rows,
            max_bytes,
        }
    }
}

impl DbAccounts {
    fn result_hash(&self, id: &str) -> Hash {
        self.key.hash(&format!("form result\n{id}"))
    }

    fn sender_hash(&self, sender: &Sender) -> Hash {
        let text = match sender {
            Sender::Known(actor) if actor.role.is_person() => format!("person\n{}", actor.id),
            Sender::Known(actor) => format!("agent\n{}", actor.id),
            Sender::Ended(session) => format!("ended\n{session}"),
            Sender::Unknown => "unknown".into(),
        };
        self.key.hash(&format!("form sender\n{text}"))
    }

    async fn hold_result(
        &self,
        id: &str,
        sender: &Sender,
        mut result: Vec<u8>,
        now: Time,
    ) -> Result<()> {
        let kind = Kind::of(sender);
        if i64::try_from(result.len()).map_or(true, |bytes| bytes > kind.max_bytes) {
            return Err(Error::unavailable("the result of the form is too large"));
        }
        seal(id, &mut result);
        let mut all = database::begin(&self.pool).await.map_err(fault)?;
        sqlx::query(
            "INSERT INTO form_results (hash, kind, sender, result, expires_at) \
             VALUES ($1, $2, $3, $4, $5)",
        )
        .bind(self.result_hash(id).as_slice())
        .bind(kind.name)
        .bind(self.sender_hash(sender).as_slice())
        .bind(result)
        .bind(now.plus(TTL).0)
        .execute(Timely(&mut *all))
        .await
        .map_err(fault)?;
        sqlx::query(
            "DELETE FROM form_results WHERE expires_at <= $1 OR number IN (SELECT number FROM \
             (SELECT number, row_number() OVER newest AS nth, sum(length(result)) OVER newest AS bytes \
             FROM form_results WHERE kind = $2 WINDOW newest AS (ORDER BY number DESC)) AS kept \
             WHERE nth > $3 OR bytes > $4)",
        )
        .bind(now.0)
        .bind(kind.name)
        .bind(kind.max_rows)
        .bind(kind.max_bytes)
        .execute(Timely(&mut *all))
        .await
        .map_err(fault)?;
        database::commit(all).await.map_err(fault)
    }

    async fn claim_results(&self, ended: &str, actor: &Actor) -> Result<()> {
        let (ended, known) = (Sender::Ended(ended.into()), Sender::Known(actor.clone()));
        sqlx::query("UPDATE form_results SET kind = $2, sender = $3 WHERE sender = $1")
            .bind(self.sender_hash(&ended).as_slice())
            .bind(Kind::of(&known).name)
            .bind(self.sender_hash(&known).as_slice())
            .execute(Timely(&self.pool))
            .await
            .map_err(fault)?;
        Ok(())
    }

    /// Runs a statement that selects or deletes one result, and opens the result.
    async fn result(
        &self,
        sql: &'static str,
        id: &str,
        reader: &Sender,
        now: Time,
    ) -> Result<Option<Vec<u8>>> {
        let found: Vec<Vec<u8>> = sqlx::query_scalar(sql)
            .bind(self.result_hash(id).as_slice())
            .bind(self.sender_hash(reader).as_slice())
            .bind(now.0)
            .fetch_all(Timely(&self.pool))
            .await
            .map_err(fault)?;
        Ok(first_row(found).map(|mut result| {
            seal(id, &mut result);
            result
        }))
    }

    async fn erase_expired_results(&self, now: Time) -> Result<()> {
        sqlx::query("DELETE FROM form_results WHERE expires_at <= $1")
            .bind(now.0)
            .execute(Timely(&self.pool))
            .await
            .map_err(fault)?;
        Ok(())
    }
}

/// Seals a result, or opens a sealed one. An id seals one result only, so its key stream is never used twice.
fn seal(id: &str, result: &mut [u8]) {
    let mut stream = vec![0; result.len()];
    let mut key = blake3::Hasher::new_derive_key(SEAL);
    key.update(id.as_bytes()).finalize_xof().fill(&mut stream);
    for (byte, mask) in result.iter_mut().zip(stream) {
        *byte ^= mask;
    }
}

impl FormResults for DbAccounts {
    fn hold<'a>(
        &'a self,
        id: &'a str,
        sender: &'a Sender,
        result: Vec<u8>,
        now: Time,
    ) -> Fut<'a, Result<()>> {
        Box::pin(self.hold_result(id, sender, result, now))
    }

    fn claim<'a>(&'a self, ended: &'a str, actor: &'a Actor) -> Fut<'a, Result<()>> {
        Box::pin(self.claim_results(ended, actor))
    }

    fn take<'a>(
        &'a self,
        id: &'a str,
        reader: &'a Sender,
        now: Time,
    ) -> Fut<'a, Result<Option<Vec<u8>>>> {
        let take = "DELETE FROM form_results WHERE hash = $1 AND sender = $2 AND expires_at > $3 \
             RETURNING result";
        Box::pin(self.result(take, id, reader, now))
    }

    fn look<'a>(
        &'a self,
        id: &'a str,
        reader: &'a Sender,
        now: Time,
    ) -> Fut<'a, Result<Option<Vec<u8>>>> {
        let look = "SELECT result FROM form_results \
             WHERE hash = $1 AND sender = $2 AND expires_at > $3";
        Box::pin(self.result(look, id, reader, now))
    }

    fn erase_expired(&self, now: Time) -> Fut<'_, Result<()>> {
        Box::pin(self.erase_expired_results(now))
    }
}
