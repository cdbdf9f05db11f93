//! A persistent cache of vectors from a remote embedder, keyed by the hash of the text and the name of the model, in
//! its own database file. A rebuild of the index takes vectors from it instead of requesting them again.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use kernel::{Code, Error, Result};
use sha2::{Digest, Sha256};
use sqlx::sqlite::SqliteSynchronous;
use sqlx::{ConnectOptions, Connection, Executor, SqliteConnection};

use crate::error::{OpenError, fault};
use crate::migrations;
use crate::postgres_vectors::PostgresVectors;
use crate::sqlite::{Pages, WriteConnection, inspect, migrate, options, truncate};

/// SHA-256 of an embedded text.
pub type Hash = [u8; 32];

/// Returns the SHA-256 of an embedded text.
#[must_use]
pub fn hash(text: &str) -> Hash {
    Sha256::digest(text).into()
}

/// The cache of vectors.
pub struct KeptVectors {
    path: PathBuf,
    /// Vectors that other servers of the workspace asked for.
    shared: Option<PostgresVectors>,
    file: WriteConnection<()>,
    unsure: AtomicBool,
    /// True if the previous process may have stopped after it deleted vectors and before their bytes were overwritten.
    broke_off: AtomicBool,
}

impl KeptVectors {
    /// Opens the file at `path`, or creates it. A damaged file is replaced by an empty one.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub async fn open(path: &Path) -> Result<Self, OpenError> {
        let unsure = match prepare(path).await {
            Ok(unsure) => unsure,
            Err(error) => {
                tracing::warn!(%error, "the vectors that were kept are made again");
                remove(path).map_err(|error| OpenError::io(path, error))?;
                prepare(path).await?
            }
        };
        Ok(Self {
            path: path.to_path_buf(),
            shared: None,
            file: WriteConnection::new(options(path, SqliteSynchronous::Full)),
            unsure: AtomicBool::new(unsure),
            broke_off: AtomicBool::new(unsure),
        })
    }

    /// Shares the vectors with other servers of the workspace.
    #[must_use]
    pub fn sharing(mut self, shared: Option<PostgresVectors>) -> Self {
        self.shared = shared;
        self
    }

    /// Returns the vectors of `texts` that the file or another server has, `None` where there is none.
    ///
    /// # Errors
    /// Returns an error if the file or the database cannot be read.
    pub async fn find_anywhere(&self, model: &str, texts: &[&str]) -> Result<Vec<Option<Vec<i8>>>> {
        let mut found = self.find(model, texts).await?;
        let missing = texts.iter().zip(&found);
        let missing = missing.filter(|(_, found)| found.is_none());
        let missing: Vec<Hash> = missing.map(|(text, _)| hash(text)).collect();
        if let Some(shared) = self.shared.as_ref().filter(|_| !missing.is_empty()) {
            let mut others = shared.find(model, &missing).await?.into_iter();
            for place in found.iter_mut().filter(|found| found.is_none()) {
                *place = others.next().flatten();
            }
        }
        Ok(found)
    }

    /// Returns true for each of the different `texts` whose vector this server may ask for. Of several servers one asks.
    ///
    /// # Errors
    /// Returns an error if the database cannot be written.
    pub async fn claim(&self, model: &str, texts: &[&str]) -> Result<Vec<bool>> {
        match &self.shared {
            Some(shared) => {
                let texts: Vec<Hash> = texts.iter().map(|text| hash(text)).collect();
                shared.claim(model, &texts).await
            }
            None => Ok(vec![true; texts.len()]),
        }
    }

    /// Returns the cached vectors of `texts` for a model, `None` where there is none. A damaged file is replaced by an
    /// empty one.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub async fn find(&self, model: &str, texts: &[&str]) -> Result<Vec<Option<Vec<i8>>>> {
        match self.look_up(model, texts).await {
            Err(error) => {
                self.mend(error).await?;
                Ok(vec![None; texts.len()])
            }
            found => found,
        }
    }

    async fn look_up(&self, model: &str, texts: &[&str]) -> Result<Vec<Option<Vec<i8>>>> {
        let hashes: Vec<String> = texts.iter().map(|text| hex::encode(hash(text))).collect();
        let mut lease = self.file.lease().await.map_err(fault)?;
        let rows: Vec<(i64, Vec<u8>)> = sqlx::query_as(
            "SELECT j.key, v.vector FROM json_each(?1) j CROSS JOIN vectors v ON v.hash = unhex(j.value) \
             WHERE v.model = (SELECT id FROM models WHERE name = ?2)",
        )
        .bind(serde_json::Value::from(hashes).to_string())
        .bind(model)
        .fetch_all(&mut lease.conn)
        .await
        .map_err(fault)?;
        lease.keep();
        let mut found = vec![None; texts.len()];
        for (key, vector) in rows {
            let place = usize::try_from(key).ok().and_then(|key| found.get_mut(key));
            if let Some(place) = place {
                *place = Some(vector.iter().map(|byte| byte.cast_signed()).collect());
            }
        }
        Ok(found)
    }

    /// Caches vectors of texts for a model. A damaged file is replaced by an empty one, and these vectors are not
    /// cached.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub async fn keep(&self, model: &str, vectors: &[(&str, &[i8])]) -> Result<()> {
        if let Some(shared) = self.shared.as_ref().filter(|_| !vectors.is_empty()) {
            let vectors: Vec<_> = vectors
                .iter()
                .map(|(text, vector)| (hash(text), *vector))
                .collect();
            shared.keep(model, &vectors).await?;
        }
        match self.write_down(model, vectors).await {
            Err(error) => self.mend(error).await,
            kept => kept,
        }
    }

    async fn write_down(&self, model: &str, vectors: &[(&str, &[i8])]) -> Result<()> {
        let mut lease = self.file.lease().await.map_err(fault)?;
        lease.begin().await.map_err(fault)?;
        sqlx::query("INSERT OR IGNORE INTO models (name) VALUES (?1)")
            .bind(model)
            .execute(&mut lease.conn)
            .await
            .map_err(fault)?;
        for (text, vector) in vectors {
            let bytes: Vec<u8> = vector.iter().map(|x| x.cast_unsigned()).collect();
            sqlx::query(
                "INSERT OR REPLACE INTO vectors (hash, model, vector) \
                 SELECT ?1, id, ?2 FROM models WHERE name = ?3",
            )
            .bind(&hash(text)[..])
            .bind(bytes)
            .bind(model)
            .execute(&mut lease.conn)
            .await
            .map_err(fault)?;
        }
        lease.commit().await.map_err(fault)?;
        lease.keep();
        Ok(())
    }

    /// Returns the number of dimensions of a model's vectors, `None` if none are cached.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub async fn dimensions(&self, model: &str) -> Result<Option<usize>> {
        let mut lease = self.file.lease().await.map_err(fault)?;
        let length: Option<i64> = sqlx::query_scalar(
            "SELECT length(vector) FROM vectors WHERE model = (SELECT id FROM models WHERE name = ?1) LIMIT 1",
        )
        .bind(model)
        .fetch_optional(&mut lease.conn)
        .await
        .map_err(fault)?;
        lease.keep();
        Ok(length.and_then(|length| usize::try_from(length).ok()))
    }

    /// Returns true if the cache may hold vectors of erased texts.
    #[must_use]
    pub fn is_unsure(&self) -> bool {
        self.unsure.load(Ordering::Acquire)
    }

    /// Records durably that an erasure is in progress: until [`KeptVectors::keep_only`] is called, the cache may hold
    /// vectors of erased texts. A file that cannot be written is replaced by an empty one instead.
    ///
    /// # Errors
    /// Returns an error if the file cannot be replaced either.
    pub async fn note_unsure(&self) -> Result<()> {
        if self.is_unsure() {
            return Ok(());
        }
        if let Err(error) = self.write_unsure(true).await {
            tracing::error!(%error, "the vectors that were kept are thrown away");
            return self.renew().await;
        }
        self.unsure.store(true, Ordering::Release);
        Ok(())
    }

    async fn write_unsure(&self, unsure: bool) -> Result<()> {
        let mut lease = self.file.lease().await.map_err(fault)?;
        sqlx::query("UPDATE unsure SET is_unsure = ?1")
            .bind(unsure)
            .execute(&mut lease.conn)
            .await
            .map_err(fault)?;
        lease.keep();
        Ok(())
    }

    /// Removes all vectors except those of the given hashes, also from the database, and leaves no byte of the others in the file. A file that
    /// cannot be written is replaced by an empty one, which removes them too.
    ///
    /// # Errors
    /// Returns an error if the database cannot be written, or if the file cannot be replaced either.
    pub async fn keep_only(&self, hashes: &HashSet<Hash>) -> Result<()> {
        if let Some(shared) = &self.shared {
            shared.keep_only(hashes).await?;
        }
        let done = match self.drop_others(hashes).await {
            Ok(()) => self.write_unsure(false).await,
            Err(error) => Err(error),
        };
        if let Err(error) = done {
            tracing::error!(%error, "the vectors that were kept are thrown away");
            self.renew().await?;
        }
        self.unsure.store(false, Ordering::Release);
        Ok(())
    }

    async fn drop_others(&self, hashes: &HashSet<Hash>) -> Result<()> {
        let mut lease = self.file.lease().await.map_err(fault)?;
        let kept: Vec<Vec<u8>> = sqlx::query_scalar("SELECT DISTINCT hash FROM vectors")
            .fetch_all(&mut lease.conn)
            .await
            .map_err(fault)?;
        let is_there = |hash: &Vec<u8>| {
            let hash = Hash::try_from(hash.as_slice());
            hash.is_ok_and(|hash| hashes.contains(&hash))
        };
        let gone: Vec<Vec<u8>> = kept.into_iter().filter(|hash| !is_there(hash)).collect();
        if !gone.is_empty() {
            lease.begin().await.map_err(fault)?;
            for hash in &gone {
                sqlx::query("DELETE FROM vectors WHERE hash = ?1")
                    .bind(hash)
                    .execute(&mut lease.conn)
                    .await
                    .map_err(fault)?;
            }
            lease.commit().await.map_err(fault)?;
        }
        if !gone.is_empty() || self.broke_off.load(Ordering::Acquire) {
            // Rows move between pages, and copies of them stay in the pages' free space.
            write_anew(&mut lease.conn).await.map_err(fault)?;
            self.broke_off.store(false, Ordering::Release);
        }
        lease.keep();
        Ok(())
    }

    /// Replaces a damaged file by an empty one. Passes on other errors: a file that cannot be reached or written may
    /// work again later.
    async fn mend(&self, error: Error) -> Result<()> {
        if error.code != Code::Internal {
            return Err(error);
        }
        tracing::error!(%error, "the vectors that were kept are thrown away");
        self.renew().await
    }

    async fn renew(&self) -> Result<()> {
        let failed = |error: OpenError| Error::unavailable(error.to_string());
        let mut slot = self.file.hold().await;
        if let Some(open) = slot.take() {
            // The file is discarded, so an error here does not matter.
            drop(open.conn.close().await);
        }
        remove(&self.path).map_err(|error| failed(OpenError::io(&self.path, error)))?;
        prepare(&self.path).await.map_err(failed)?;
        Ok(())
    }

    /// Closes the file.
    pub async fn close(&self) {
        if let Err(error) = self.file.close().await {
            tracing::warn!(%error, "the vectors that are kept did not close well");
        }
    }
}

/// Creates or checks the file and applies its migrations. Returns true if the cache may hold vectors of erased texts.
async fn prepare(path: &Path) -> Result<bool, OpenError> {
    let sql = |error: sqlx::Error| OpenError::sql(path, &error);
    let size = path.metadata().map_or(0, |file| file.len());
    if size > 0 {
        inspect(path, Pages::of(size)).await?;
    }
    let options = options(path, SqliteSynchronous::Full);
    let mut conn = options.connect().await.map_err(sql)?;
    migrate(&mut conn, &migrations::VECTORS, path).await?;
    let unsure = sqlx::query_scalar("SELECT max(is_unsure) FROM unsure")
        .fetch_one(&mut conn)
        .await
        .map_err(sql)?;
    conn.close().await.map_err(sql)?;
    Ok(unsure)
}

fn remove(path: &Path) -> io::Result<()> {
    for suffix in ["", "-wal", "-shm", "-journal"] {
        let mut name = path.as_os_str().to_owned();
        name.push(suffix);
        match fs::remove_file(name) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

async fn write_anew(conn: &mut SqliteConnection) -> sqlx::Result<()> {
    conn.execute("PRAGMA temp_store = FILE").await?;
    conn.execute("VACUUM").await?;
    conn.execute("PRAGMA temp_store = MEMORY").await?;
    truncate(conn).await
}
