//! Errors of the data folder, with texts that say what to do.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use kernel::ports::log::AppendError;
use kernel::{Code, Error};
use sqlx::error::DatabaseError;
use sqlx::postgres::PgDatabaseError;
use sqlx::sqlite::SqliteError;

/// An error that keeps a data folder from being opened. Existing files are left unchanged.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Another process holds the lock of the folder.
    #[error(
        "the data folder {folder} is in use{holder}. Stop that process, or choose another folder with --data."
    )]
    Held {
        /// The folder.
        folder: PathBuf,
        /// Holder of the lock as far as it is known: ` by process 12 at 127.0.0.1:7077 since …`.
        holder: String,
    },
    /// The folder cannot be written.
    #[error(
        "the data folder {folder} cannot be written: {source}. Loci needs to create and write files in it; check who owns it and whether its disk is mounted read-only."
    )]
    Unwritable {
        /// The folder.
        folder: PathBuf,
        /// Error of the operating system.
        source: io::Error,
    },
    /// There is no space left.
    #[error("there is no space left for the data folder {folder}. Free some and start again.")]
    Full {
        /// The folder.
        folder: PathBuf,
    },
    /// The log or another file of the folder is damaged. It is left as it is.
    #[error(
        "{file} is damaged: {detail}. Nothing was changed. `loci restore PATH` puts a backup in its place and keeps the damaged files aside."
    )]
    Damaged {
        /// The file.
        file: PathBuf,
        /// Description of the damage.
        detail: String,
    },
    /// The folder is an interrupted backup or a copy of one. It is left as it is.
    #[error(
        "{folder} holds an interrupted backup or copy and no data folder. Nothing was changed. Run the same `loci backup` or `loci copy` again; if it is refused, remove the folder first."
    )]
    Interrupted {
        /// The folder.
        folder: PathBuf,
    },
    /// A newer version of Loci has migrated the file.
    #[error(
        "{file} was written by a newer version of Loci (migration {version}). Start that version."
    )]
    Newer {
        /// The file.
        file: PathBuf,
        /// Number of the migration that this version lacks.
        version: i64,
    },
    /// An earlier version of Loci wrote the file, and it cannot be migrated in place.
    #[error(
        "{file} was written by an earlier version of Loci. Start `loci serve` on the data folder once to bring it up to date; put a backup into a new folder with `loci restore`; copy a folder that cannot be written to where it can."
    )]
    Older {
        /// The file.
        file: PathBuf,
    },
    /// The folder belongs to a server with another log. It is left as it is.
    #[error("the data folder {folder} {detail}. Nothing was changed.")]
    Taken {
        /// The folder.
        folder: PathBuf,
        /// The owner, with the remedy.
        detail: String,
    },
    /// The database of the log is refused, or cannot be reached.
    #[error("the database {place} cannot hold the log: {detail}")]
    Database {
        /// Host, port and name of the database, without a password.
        place: String,
        /// The reason, with the remedy.
        detail: String,
    },
    /// The address of a database, or the name of a workspace in one, cannot be used.
    #[error("{0}")]
    Address(String),
    /// Any other error.
    #[error("{what}: {detail}")]
    Other {
        /// Action or file that failed.
        what: String,
        /// Description of the error.
        detail: String,
    },
}

impl OpenError {
    /// Converts an I/O error on a path of the data folder.
    pub(crate) fn io(folder: &Path, source: io::Error) -> Self {
        let folder = folder.to_path_buf();
        if source.kind() == io::ErrorKind::StorageFull {
            Self::Full { folder }
        } else {
            Self::Unwritable { folder, source }
        }
    }

    /// Converts a database error from opening `file`.
    pub(crate) fn sql(file: &Path, error: &sqlx::Error) -> Self {
        let folder = file.parent().unwrap_or(file);
        match Trouble::of(error) {
            Trouble::Full => Self::Full {
                folder: folder.to_path_buf(),
            },
            Trouble::Unwritable => Self::Unwritable {
                folder: folder.to_path_buf(),
                source: io::Error::other(format!("{}: {error}", file.display())),
            },
            Trouble::Damaged => Self::damaged(file, error.to_string()),
            Trouble::Lost | Trouble::Other => {
                Self::other(format!("{} cannot be opened", file.display()), error)
            }
        }
    }

    pub(crate) fn damaged(file: &Path, detail: impl Into<String>) -> Self {
        Self::Damaged {
            file: file.to_path_buf(),
            detail: detail.into(),
        }
    }

    pub(crate) fn other(what: impl Into<String>, detail: impl fmt::Display) -> Self {
        Self::Other {
            what: what.into(),
            detail: detail.to_string(),
        }
    }
}

impl From<OpenError> for Error {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::Address(detail) => Self::invalid(detail),
            error => Self::unavailable(error.to_string()),
        }
    }
}

/// Kinds of database errors that need different texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trouble {
    Full,
    Unwritable,
    Damaged,
    /// The database stopped, cannot be reached or gave up the transaction. A repeated call may succeed.
    Lost,
    Other,
}

impl Trouble {
    fn of(error: &sqlx::Error) -> Self {
        match error {
            sqlx::Error::Io(io) if io.kind() == io::ErrorKind::StorageFull => Self::Full,
            // A connection that closes while it is opened is an invalid answer.
            sqlx::Error::Io(_)
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::PoolClosed
            | sqlx::Error::Protocol(_)
            | sqlx::Error::Tls(_) => Self::Lost,
            sqlx::Error::Database(error) => {
                if let Some(error) = error.try_downcast_ref::<PgDatabaseError>() {
                    Self::of_postgres(error.code())
                } else {
                    sqlite_code(&**error).map_or(Self::Other, Self::of_sqlite)
                }
            }
            _ => Self::Other,
        }
    }

    /// Classifies by the primary result code, the low byte of the extended one (<https://sqlite.org/rescode.html>).
    const fn of_sqlite(code: i32) -> Self {
        match code & 0xff {
            13 => Self::Full,
            // readonly, ioerr, cantopen, perm, busy, locked
            8 | 10 | 14 | 3 | 5 | 6 => Self::Unwritable,
            // corrupt, not a database
            11 | 26 => Self::Damaged,
            _ => Self::Other,
        }
    }

    /// Classifies by the SQLSTATE (<https://www.postgresql.org/docs/current/errcodes-appendix.html>).
    fn of_postgres(code: &str) -> Self {
        match code {
            "53100" => Self::Full,
            // data_corrupted, index_corrupted
            "XX001" | "XX002" => Self::Damaged,
            // A standby is read-only: the primary is elsewhere. idle_in_transaction_session_timeout.
            "25006" | "25P03" => Self::Lost,
            _ => match code.get(..2) {
                // Connection, transaction rolled back (deadlock), resources, operator intervention.
                Some("08" | "40" | "53" | "57") => Self::Lost,
                _ => Self::Other,
            },
        }
    }
}

/// Returns SQLite's extended result code; `None` for an error of another database.
fn sqlite_code(error: &dyn DatabaseError) -> Option<i32> {
    error
        .try_downcast_ref::<SqliteError>()?
        .code()?
        .parse()
        .ok()
}

/// Returns the text of a database error for people who run Loci.
pub(crate) fn words(error: &sqlx::Error) -> String {
    match Trouble::of(error) {
        Trouble::Full => "there is no space left; free some and try again".into(),
        Trouble::Unwritable => format!("its folder cannot be written ({error})"),
        Trouble::Damaged => format!("it is damaged ({error}); stop Loci and run `loci check`"),
        Trouble::Lost => format!("it cannot be used now ({error}); try again"),
        Trouble::Other => error.to_string(),
    }
}

/// Converts a database error to the engine's error type.
#[expect(clippy::needless_pass_by_value, reason = "it stands in `map_err`")]
pub(crate) fn fault(error: sqlx::Error) -> Error {
    let trouble = Trouble::of(&error);
    let code = match trouble {
        Trouble::Full | Trouble::Unwritable | Trouble::Lost => Code::Unavailable,
        Trouble::Damaged | Trouble::Other => Code::Internal,
    };
    let mut fault = Error::new(code, format!("the database failed: {}", words(&error)));
    if trouble == Trouble::Lost {
        fault.extra.retry_after_seconds = Some(1);
    }
    fault
}

/// Error reason that marks the index as lost.
pub(crate) const LOST: &str = "index_lost";

/// Converts a database error of the index. Sets the reason [`LOST`] if a retry cannot help: pages that are not a
/// database, missing tables, a file that cannot be opened or read.
pub(crate) fn index_fault(error: sqlx::Error) -> Error {
    let is_lost = match &error {
        sqlx::Error::Database(database) => {
            let code = sqlite_code(&**database);
            let what = database.message();
            match code.map(|code| code & 0xff) {
                Some(11 | 14 | 26) => true,
                // Read errors only: a failed write may be due to a full disk.
                Some(10) => code.is_some_and(|code| matches!(code >> 8, 0 | 1 | 2 | 7 | 33)),
                Some(1) => [
                    "no such table",
                    "no such column",
                    "vtable constructor",
                    "invalid fts5",
                ]
                .iter()
                .any(|words| what.contains(words)),
                _ => false,
            }
        }
        _ => false,
    };
    let mut error = fault(error);
    if is_lost {
        error.extra.reason = Some(LOST.into());
    }
    error
}

/// Converts a database error to that of a failed append.
#[expect(clippy::needless_pass_by_value, reason = "it stands in `map_err`")]
pub(crate) fn failed(error: sqlx::Error) -> AppendError {
    AppendError::Failed(words(&error))
}

#[cfg(test)]
mod tests {
    use sqlx::{Connection, Executor, SqliteConnection};

    use super::*;

    #[tokio::test]
    async fn a_full_disk_and_a_damaged_file_are_told_apart() {
        let mut conn = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        conn.execute("CREATE TABLE t (b); PRAGMA max_page_count = 5")
            .await
            .unwrap();
        let full = conn
            .execute("INSERT INTO t VALUES (zeroblob(100000))")
            .await
            .unwrap_err();
        assert!(words(&full).contains("no space left"), "{full}");
        assert_eq!(fault(full).code, Code::Unavailable);
        let wrong = conn.execute("SELECT nothing").await.unwrap_err();
        assert_eq!(fault(wrong).code, Code::Internal);
    }

    #[test]
    fn an_sqlstate_is_no_result_code_of_sqlite() {
        for (code, expected) in [
            ("53100", Trouble::Full),
            ("53300", Trouble::Lost),
            ("57P01", Trouble::Lost),
            ("08006", Trouble::Lost),
            ("40P01", Trouble::Lost),
            ("25006", Trouble::Lost),
            ("XX001", Trouble::Damaged),
            ("23505", Trouble::Other),
            // character_not_in_repertoire. The low byte of this number is that of a locked file of SQLite.
            ("22021", Trouble::Other),
        ] {
            assert_eq!(Trouble::of_postgres(code), expected, "{code}");
        }
        // A lost connection is that of either database.
        for lost in [
            sqlx::Error::PoolTimedOut,
            sqlx::Error::Io(io::ErrorKind::BrokenPipe.into()),
            sqlx::Error::Protocol("an answer of no bytes".into()),
        ] {
            let fault = fault(lost);
            assert_eq!(fault.code, Code::Unavailable);
            assert_eq!(fault.extra.retry_after_seconds, Some(1));
        }
    }
}
