//! Vectors of an endpoint in PostgreSQL, so that one of several servers asks for each.

use std::collections::{HashMap, HashSet};

use kernel::Result;
use sqlx::PgPool;

use crate::postgres::{Postgres, await_answer};

/// Time after which another server may ask for a vector, in milliseconds. An endpoint answers within it.
const CLAIM: i64 = 60_000;

/// The current time of the database, in milliseconds.
macro_rules! now {
    () => {
        "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
    };
}

/// Vectors in a workspace's schema.
#[derive(Clone)]
pub struct PostgresVectors {
    pool: PgPool,
    /// Name of this server among those of the workspace.
    place: String,
}

/// SHA-256 of a text.
type Hash = [u8; 32];

impl PostgresVectors {
    /// Opens the vectors for the server with this `place`.
    #[must_use]
    pub fn new(database: &Postgres, place: String) -> Self {
        Self {
            pool: database.pool(),
            place,
        }
    }

    /// Returns the stored vectors of texts for a model, `None` where there is none.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub async fn find(&self, model: &str, texts: &[Hash]) -> Result<Vec<Option<Vec<i8>>>> {
        let rows = sqlx::query_as(
            "SELECT sha256, vector FROM vectors \
             WHERE model = $1 AND vector IS NOT NULL AND sha256 = ANY($2)",
        )
        .bind(model)
        .bind(texts)
        .fetch_all(&self.pool);
        let rows: Vec<(Vec<u8>, Vec<u8>)> = await_answer(rows).await?;
        let rows: HashMap<_, _> = rows.into_iter().collect();
        let found = texts.iter().map(|hash| rows.get(&hash[..]));
        let signed = |bytes: &Vec<u8>| bytes.iter().map(|byte| byte.cast_signed()).collect();
        Ok(found.map(|found| found.map(signed)).collect())
    }

    /// Returns true for each of the different texts whose vector this server may ask for: it has none, and no other
    /// server asks for it.
    ///
    /// # Errors
    /// Returns an error if the database cannot be written.
    pub async fn claim(&self, model: &str, texts: &[Hash]) -> Result<Vec<bool>> {
        let claimed = sqlx::query_scalar(concat!(
            "INSERT INTO vectors AS v (sha256, model, place, until) \
             SELECT sha256, $1, $2, $3 + ",
            now!(),
            " FROM unnest($4::bytea[]) sha256 ORDER BY sha256 \
             ON CONFLICT (sha256, model) DO UPDATE SET place = excluded.place, until = excluded.until \
             WHERE v.vector IS NULL AND (v.place = excluded.place OR v.until <= ",
            now!(),
            ") RETURNING sha256"
        ))
        .bind(model)
        .bind(&self.place)
        .bind(CLAIM)
        .bind(texts)
        .fetch_all(&self.pool);
        let claimed: Vec<Vec<u8>> = await_answer(claimed).await?;
        let claimed: HashSet<_> = claimed.into_iter().collect();
        let is_claimed = |hash: &Hash| claimed.contains(&hash[..]);
        Ok(texts.iter().map(is_claimed).collect())
    }

    /// Stores vectors of texts for a model.
    ///
    /// # Errors
    /// Returns an error if the database cannot be written.
    pub async fn keep(&self, model: &str, vectors: &[(Hash, &[i8])]) -> Result<()> {
        // A statement may not change a row twice.
        let vectors: HashMap<Hash, &[i8]> = vectors.iter().copied().collect();
        let texts: Vec<Hash> = vectors.keys().copied().collect();
        let unsigned = |vector: &&[i8]| vector.iter().map(|x| x.cast_unsigned()).collect();
        let bytes: Vec<Vec<u8>> = vectors.values().map(unsigned).collect();
        let stored = sqlx::query(
            "INSERT INTO vectors AS v (sha256, model, vector, place, until) \
             SELECT sha256, $1, vector, $2, 0 FROM unnest($3::bytea[], $4::bytea[]) n (sha256, vector) \
             ORDER BY sha256 \
             ON CONFLICT (sha256, model) DO UPDATE SET vector = excluded.vector WHERE v.vector IS NULL",
        )
        .bind(model)
        .bind(&self.place)
        .bind(texts)
        .bind(bytes)
        .execute(&self.pool);
        await_answer(stored).await.map(drop)
    }

    /// Removes all vectors except those of the given texts.
    ///
    /// # Errors
    /// Returns an error if the database cannot be written.
    pub async fn keep_only(&self, wanted: &HashSet<Hash>) -> Result<()> {
        let stored =
            sqlx::query_scalar("SELECT DISTINCT sha256 FROM vectors").fetch_all(&self.pool);
        let stored: Vec<Vec<u8>> = await_answer(stored).await?;
        let is_wanted = |hash: &Vec<u8>| {
            let hash = Hash::try_from(hash.as_slice());
            hash.is_ok_and(|hash| wanted.contains(&hash))
        };
        let gone: Vec<Vec<u8>> = stored.into_iter().filter(|hash| !is_wanted(hash)).collect();
        if gone.is_empty() {
            return Ok(());
        }
        let removed = sqlx::query("DELETE FROM vectors WHERE sha256 = ANY($1)")
            .bind(gone)
            .execute(&self.pool);
        await_answer(removed).await.map(drop)
    }
}
