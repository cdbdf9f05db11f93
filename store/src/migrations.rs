//! Database migrations, embedded in the binary. Never change a released migration: each database records the hashes of
//! those it has applied.

use std::borrow::Cow;
use std::sync::LazyLock;

use sqlx::migrate::{Migration, MigrationType, Migrator};

/// Includes files of a subfolder of `migrations/`, named without `.sql`, with their SQL.
macro_rules! files {
    ($folder:literal: $($file:literal),+) => {
        &[$((
            $file,
            include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"), "/../migrations/", $folder, "/", $file, ".sql"
            )),
        )),+]
    };
}

type Files = &'static [(&'static str, &'static str)];

const OF_LOG: Files = files!("sqlite": "0001_log", "0002_chain", "0003_batches");
const OF_POSTGRES: Files =
    files!("postgres": "0001_log", "0002_accounts", "0003_blobs", "0004_vectors");
const OF_INDEX: Files = files!(
    "index": "0001_index", "0002_erased", "0003_shelves", "0004_waiting", "0005_sought",
    "0006_shown", "0007_counts", "0008_tokens", "0009_strokes"
);
const OF_VECTORS: Files = files!("vectors": "0001_vectors");
const OF_ACCOUNTS: Files = files!(
    "accounts": "0001_accounts", "0002_bound_tokens", "0003_password_at", "0004_keys_and_uses",
    "0005_spent", "0006_webhooks", "0007_tools", "0008_sessions",
    "0009_session_hashes", "0010_tenants", "0011_form_results", "0012_account_changes",
    "0013_keys", "0014_token_numbers"
);

/// Migrations of the log.
pub(crate) static LOG: LazyLock<Migrator> = LazyLock::new(|| migrator(OF_LOG));
/// Migrations of a workspace's schema in PostgreSQL.
pub(crate) static POSTGRES: LazyLock<Migrator> = LazyLock::new(|| migrator(OF_POSTGRES));
/// Migrations of the index.
pub(crate) static INDEX: LazyLock<Migrator> = LazyLock::new(|| migrator(OF_INDEX));
/// Migrations of the vector cache.
pub(crate) static VECTORS: LazyLock<Migrator> = LazyLock::new(|| migrator(OF_VECTORS));
/// Migrations of the accounts.
pub(crate) static ACCOUNTS: LazyLock<Migrator> = LazyLock::new(|| migrator(OF_ACCOUNTS));

/// Returns true if a migration contains this statement, as the schema of a database repeats it.
pub(crate) fn make(statement: &str) -> bool {
    let all = [OF_LOG, OF_INDEX, OF_VECTORS, OF_ACCOUNTS];
    all.iter()
        .copied()
        .flatten()
        .any(|(_, sql)| sql.contains(statement))
}

fn migrator(files: Files) -> Migrator {
    let migrations = files.iter().map(|(name, sql)| {
        let (number, what) = name.split_once('_').unwrap_or((name, ""));
        Migration::new(
            number.parse().unwrap_or_default(),
            what.replace('_', " ").into(),
            MigrationType::Simple,
            Cow::Borrowed(*sql),
            false,
        )
    });
    Migrator {
        migrations: migrations.collect(),
        // Files need none, and the lock of PostgreSQL would outlive a session behind a pooler.
        locking: false,
        ..Migrator::DEFAULT
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn every_file_is_a_migration_and_they_are_numbered() {
        let folders = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations");
        let known = [
            ("accounts", OF_ACCOUNTS),
            ("index", OF_INDEX),
            ("postgres", OF_POSTGRES),
            ("sqlite", OF_LOG),
            ("vectors", OF_VECTORS),
        ];
        let names = |folder: &Path| -> BTreeSet<String> {
            let entries = fs::read_dir(folder).unwrap();
            let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
            names.collect()
        };
        assert_eq!(
            names(&folders),
            known.map(|(name, _)| name.to_owned()).into()
        );
        for (folder, files) in known {
            let listed = files.iter().map(|(name, _)| format!("{name}.sql"));
            assert_eq!(names(&folders.join(folder)), listed.collect(), "{folder}");
            let numbers = migrator(files)
                .iter()
                .map(|one| one.version)
                .collect::<Vec<_>>();
            assert_eq!(
                numbers,
                (1..).take(files.len()).collect::<Vec<i64>>(),
                "{folder}"
            );
        }
    }
}
