//! The start on a database: its checks, then the creation and migration of a workspace's schema in one transaction.

use std::cmp::Ordering;

use sqlx::migrate::MigrateError;
use sqlx::{ConnectOptions as _, Connection as _, Executor as _, PgConnection, Row as _};

use super::refusals::POOLED;
use super::{CONNECT, MARK, Missing, Postgres, code, quote, timely};
use crate::error::OpenError;
use crate::migrations;

/// Oldest supported version, as `server_version_num`.
const OLDEST: i32 = 140_000;
/// Advisory lock under which a schema is created and migrated, until the end of the transaction: `loci` in ASCII.
const LOCK: &str = "SELECT pg_advisory_xact_lock(x'6c6f6369'::bigint)";
/// Maximum time for which a statement of the start waits for a lock. A server that is frozen in the transaction loses its
/// locks earlier, by the settings of its session.
const PATIENCE: &str = "SET LOCAL lock_timeout TO '5s'";

impl Postgres {
    /// Checks the database, and creates or migrates the schema.
    pub(super) async fn prepare(&self, missing: Missing) -> Result<(), OpenError> {
        let failed = |error: sqlx::Error| self.failure(&error);
        self.refuse_pooler().await?;
        let mut conn = self.connect().await.map_err(failed)?;
        self.check(&mut conn).await?;
        let mut transaction = conn.begin().await.map_err(failed)?;
        if missing == Missing::Refused {
            self.create(&mut transaction, missing).await?;
            self.must_be_current(&mut transaction).await?;
        } else {
            // Servers that start at the same moment create the schema once.
            for statement in [PATIENCE, LOCK] {
                transaction.execute(statement).await.map_err(failed)?;
            }
            self.create(&mut transaction, missing).await?;
            self.migrate(&mut transaction).await?;
        }
        transaction.commit().await.map_err(failed)?;
        conn.close().await.map_err(failed)
    }

    async fn migrate(&self, conn: &mut PgConnection) -> Result<(), OpenError> {
        match migrations::POSTGRES.run_direct(conn).await {
            Ok(()) => Ok(()),
            Err(MigrateError::VersionMissing(version)) => Err(self.newer(version)),
            Err(MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _)) => {
                Err(self.failure(&error))
            }
            Err(error) => Err(self.refusal(error.to_string())),
        }
    }

    /// Refuses a schema of another version. A command does not migrate it, because servers of an earlier version could not
    /// start again.
    async fn must_be_current(&self, conn: &mut PgConnection) -> Result<(), OpenError> {
        let newest = migrations::POSTGRES.iter().map(|one| one.version).max();
        let version: Option<i64> = sqlx::query_scalar("SELECT max(version) FROM _sqlx_migrations")
            .fetch_one(conn)
            .await
            .map_err(|error| self.failure(&error))?;
        match version.cmp(&newest) {
            Ordering::Equal => Ok(()),
            Ordering::Greater => Err(self.newer(version.unwrap_or_default())),
            Ordering::Less => Err(self.refusal(format!(
                "an earlier version of Loci wrote its schema {}. Start a server of this version on it, or use that version",
                self.schema
            ))),
        }
    }

    fn newer(&self, version: i64) -> OpenError {
        OpenError::Newer {
            file: self.place.clone().into(),
            version,
        }
    }

    /// Refuses a pooler that runs the statements of a connection in different sessions, or those of two connections in one.
    /// It comes before all settings, because other users of the pool would have them, too.
    async fn refuse_pooler(&self) -> Result<(), OpenError> {
        let failed = |error: sqlx::Error| self.failure(&error);
        let open = async || {
            let opened = timely(CONNECT, self.options.connect()).await;
            opened.map_err(|error| self.failure_without("CONNECT", &error))
        };
        let (mut first, mut second) = (open().await?, open().await?);
        let own = session(&mut first).await.map_err(failed)?;
        let other = session(&mut second).await;
        let mut is_pooled = other.map_err(|error| self.second_failure(&error))? == own;
        // A pooler that takes turns among two sessions is at the other one after three statements.
        for _ in 0..2 {
            is_pooled |= session(&mut first).await.map_err(failed)? != own;
        }
        for conn in [first, second] {
            conn.close().await.map_err(failed)?;
        }
        if is_pooled {
            return Err(self.refusal(POOLED));
        }
        Ok(())
    }

    /// Creates the schema if it is missing and should be created.
    async fn create(&self, conn: &mut PgConnection, missing: Missing) -> Result<(), OpenError> {
        let failed = |error: sqlx::Error| self.failure(&error);
        let schema = &self.schema;
        let (exists, is_copy): (bool, bool) = sqlx::query_as(
            "SELECT to_regnamespace($1) IS NOT NULL, to_regclass($1 || '.copying') IS NOT NULL",
        )
        .bind(quote(schema))
        .fetch_one(&mut *conn)
        .await
        .map_err(failed)?;
        match (missing, exists) {
            (Missing::Created | Missing::Refused | Missing::Foreign, true) if is_copy => {
                return Err(self.refusal(format!(
                    "its schema {schema} has an interrupted copy. Run `loci copy` again, or remove it with DROP SCHEMA \
                     {} CASCADE",
                    quote(schema)
                )));
            }
            (Missing::Copied, true) if !is_copy => {
                return Err(self.refusal(format!(
                    "its schema {schema} exists. Choose another workspace with --to-workspace, or remove it with DROP \
                     SCHEMA {} CASCADE",
                    quote(schema)
                )));
            }
            (Missing::Refused, false) => {
                return Err(self.refusal(format!(
                    "it has no schema {schema}. Check the name of the workspace, or begin it with `loci serve`"
                )));
            }
            (Missing::Foreign, false) => {
                return Err(self.refusal(format!(
                    "it has no schema {schema}, and the data folder belongs to another workspace. Check the name of the \
                     workspace, or choose another folder with --data. Nothing was changed"
                )));
            }
            (_, true) => {}
            (Missing::Created | Missing::Copied, false) => {
                let create = format!("CREATE SCHEMA {}", quote(schema));
                let created = conn.execute(&*create).await;
                created.map_err(|error| self.failure_without("CREATE", &error))?;
                // No server takes it for an empty workspace.
                if missing == Missing::Copied {
                    conn.execute(MARK).await.map_err(failed)?;
                }
            }
        }
        Ok(())
    }

    /// Refuses databases that may lose what they acknowledged.
    async fn check(&self, conn: &mut PgConnection) -> Result<(), OpenError> {
        type Settings = (
            i32,
            bool,
            String,
            String,
            String,
            String,
            String,
            String,
            bool,
            bool,
        );
        let read: sqlx::Result<Settings> = sqlx::query_as(
            "SELECT current_setting('server_version_num')::int, pg_is_in_recovery(), current_setting('fsync'), \
                    current_setting('full_page_writes'), current_setting('synchronous_commit'), \
                    current_setting('server_encoding'), current_setting('default_transaction_isolation'), \
                    current_setting('default_transaction_read_only'), \
                    EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'plpgsql'), \
                    EXISTS (SELECT 1 FROM pg_stat_replication) AND current_setting('synchronous_standby_names') = ''",
        )
        .fetch_one(&mut *conn)
        .await;
        let settings = read.map_err(|error| match code(&error).as_deref() {
            // undefined_object (a setting), undefined_function, undefined_table
            Some("42704" | "42883" | "42P01") => {
                self.refusal(format!("it is not PostgreSQL 14 or newer ({error})"))
            }
            _ => self.failure(&error),
        })?;
        let (
            version,
            standby,
            fsync,
            pages,
            commit,
            encoding,
            isolation,
            read_only,
            plpgsql,
            unguarded,
        ) = settings;
        let reason = if version < OLDEST {
            "it is older than PostgreSQL 14; update it"
        } else if standby {
            "it is a standby, which cannot be written; connect to the primary"
        } else if fsync != "on" {
            "fsync is off, so a crash loses acknowledged writes; set fsync = on"
        } else if pages != "on" {
            "full_page_writes is off, so a crash can damage it; set full_page_writes = on"
        } else if commit == "off" {
            "synchronous_commit is off, so a crash loses acknowledged writes; set synchronous_commit = on"
        } else if encoding != "UTF8" {
            "its encoding is not UTF-8; create a database with ENCODING 'UTF8'"
        } else if isolation != "read committed" {
            "default_transaction_isolation is not read committed; set it for the user"
        } else if read_only != "off" {
            "default_transaction_read_only is on, so nothing can be written; set it to off for the user and the database. \
             Some providers set it when the disk is full"
        } else if !plpgsql {
            "it lacks PL/pgSQL; run CREATE EXTENSION plpgsql"
        } else {
            if unguarded {
                tracing::warn!(
                    place = self.place,
                    "the database has replicas but no synchronous_standby_names: if one of them takes over, acknowledged \
                     writes may be lost"
                );
            }
            return Ok(());
        };
        Err(self.refusal(reason))
    }
}

/// Returns the number of the session that answers. It prepares no statement.
async fn session(conn: &mut PgConnection) -> sqlx::Result<i32> {
    let row = conn.fetch_one("SELECT pg_backend_pid()");
    timely(CONNECT, row).await?.try_get(0)
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use sqlx::postgres::PgConnectOptions;

    use super::*;
    use crate::conformance::{Pooler, PostgresServer};
    use crate::database::open_schema;

    const IGNORED: &str = "ignore_startup_parameters = extra_float_digits";

    async fn open(server: &PostgresServer, through: SocketAddr) -> Result<Postgres, OpenError> {
        Postgres::open(&server.url_through(through), "w", Missing::Created).await
    }

    async fn refused(server: &PostgresServer, through: SocketAddr) -> String {
        open(server, through).await.err().unwrap().to_string()
    }

    async fn bare(server: &PostgresServer, through: SocketAddr) -> PgConnection {
        let options: PgConnectOptions = server.url_through(through).parse().unwrap();
        options.connect().await.unwrap()
    }

    async fn count(conn: &mut PgConnection, sql: &str) -> i64 {
        sqlx::query_scalar(sql).fetch_one(conn).await.unwrap()
    }

    /// Checks that every connection has the settings.
    async fn settings_of(postgres: &Postgres) {
        const ALL: &str = "SELECT current_setting('search_path') || ' ' || current_setting('client_min_messages') || ' ' || \
                           current_setting('idle_in_transaction_session_timeout')";
        let mut all: Vec<String> = Vec::new();
        let mut conn = postgres.connect().await.unwrap();
        all.push(sqlx::query_scalar(ALL).fetch_one(&mut conn).await.unwrap());
        for pool in [postgres.pool(), postgres.single()] {
            all.push(sqlx::query_scalar(ALL).fetch_one(&pool).await.unwrap());
        }
        let pool = open_schema(postgres).unwrap();
        all.push(sqlx::query_scalar(ALL).fetch_one(&pool).await.unwrap());
        assert_eq!(all, vec!["loci_w warning 2s"; 4]);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn every_session_has_its_settings_also_through_a_pooler() {
        let server = PostgresServer::start();
        settings_of(&open(&server, server.address()).await.unwrap()).await;
        for settings in [
            IGNORED,
            "ignore_startup_parameters = extra_float_digits,options",
        ] {
            let Some(pooler) = Pooler::start(&server, "session", &[settings]) else {
                return;
            };
            settings_of(&open(&server, pooler.address()).await.unwrap()).await;
        }
        let bare = Pooler::start(&server, "session", &[]).unwrap();
        let refusal = refused(&server, bare.address()).await;
        assert!(
            refusal.contains("ignore_startup_parameters = extra_float_digits"),
            "{refusal}"
        );
        let narrow = Pooler::start(&server, "session", &[IGNORED, "default_pool_size = 1"]);
        let refusal = refused(&server, narrow.unwrap().address()).await;
        assert!(refusal.contains("default_pool_size"), "{refusal}");
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn other_poolers_are_refused_and_nothing_is_left() {
        let server = PostgresServer::start();
        let mut direct = bare(&server, server.address()).await;
        for (mode, more) in [
            ("transaction", "min_pool_size = 0"),
            ("transaction", "min_pool_size = 2\nserver_round_robin = 1"),
            ("transaction", "min_pool_size = 3\nserver_round_robin = 1"),
            ("statement", "min_pool_size = 0"),
        ] {
            let Some(pooler) = Pooler::start(&server, mode, &[IGNORED, more]) else {
                return;
            };
            for _ in 0..2 {
                let refusal = refused(&server, pooler.address()).await;
                assert!(
                    refusal.contains("Set pool_mode = session"),
                    "{mode} {more}: {refusal}"
                );
            }
            let schemas = "SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'loci%'";
            assert_eq!(count(&mut direct, schemas).await, 0);
            let locks = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'";
            assert_eq!(count(&mut direct, locks).await, 0);
            // Other users of its sessions do not have the settings.
            let mut other = bare(&server, pooler.address()).await;
            let path = other.fetch_one("SHOW search_path").await.unwrap();
            assert_eq!(path.get::<String, _>(0), r#""$user", public"#);
        }
        open(&server, server.address()).await.unwrap();
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_start_waits_for_another_one_but_not_for_ever() {
        let server = PostgresServer::start();
        let mut stuck = bare(&server, server.address()).await;
        stuck.execute("BEGIN").await.unwrap();
        stuck.execute(LOCK).await.unwrap();
        let refusal = refused(&server, server.address()).await;
        assert!(refusal.contains("find it in pg_locks"), "{refusal}");
        stuck.execute("ROLLBACK").await.unwrap();
        let opened = open(&server, server.address()).await.unwrap();
        // A server that is frozen in the transaction loses it.
        let mut frozen = opened.connect().await.unwrap();
        frozen.execute("BEGIN").await.unwrap();
        frozen.execute(LOCK).await.unwrap();
        open(&server, server.address()).await.unwrap();
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn only_a_server_migrates() {
        let server = PostgresServer::start();
        let mut direct = bare(&server, server.address()).await;
        let opened = async |missing| Postgres::open(&server.url(), "w", missing).await;
        opened(Missing::Created).await.unwrap();
        opened(Missing::Refused).await.unwrap();
        let earlier =
            "DROP TABLE loci_w.vectors; DELETE FROM loci_w._sqlx_migrations WHERE version = 4";
        direct.execute(earlier).await.unwrap();
        let refusal = opened(Missing::Refused).await.err().unwrap().to_string();
        assert!(
            refusal.contains("an earlier version of Loci wrote its schema loci_w"),
            "{refusal}"
        );
        let versions = "SELECT max(version) FROM loci_w._sqlx_migrations";
        assert_eq!(count(&mut direct, versions).await, 3);
        opened(Missing::Created).await.unwrap();
        assert_eq!(count(&mut direct, versions).await, 4);
        opened(Missing::Refused).await.unwrap();
        let later = "UPDATE loci_w._sqlx_migrations SET version = 999 WHERE version = 4";
        direct.execute(later).await.unwrap();
        let refusal = opened(Missing::Refused).await.err().unwrap().to_string();
        assert!(
            refusal.contains("newer version of Loci (migration 999)"),
            "{refusal}"
        );
    }
}
