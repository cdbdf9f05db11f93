//! Copying the rows of a table, page by page.

use futures_util::TryStreamExt as _;
use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, Connection as _, Row as _};

use super::side::Side;
use super::tables::{Cell, Insert, Kind, Table};

/// Maximum number of rows in a page. A statement of PostgreSQL has at most 65,535 parameters, one of SQLite 32,766.
const ROWS: usize = 500;
/// Maximum size of a page in bytes. A larger row is a page of its own.
const BYTES: usize = 4 * 1024 * 1024;

/// A value of a row.
enum Value {
    Number(Option<i64>),
    Text(Option<String>),
    Bytes(Option<Vec<u8>>),
}

/// Failure of one of the two databases.
pub(super) enum Failure {
    Read(sqlx::Error),
    Write(sqlx::Error),
}

impl Failure {
    /// Names the database that failed.
    pub(super) fn of(&self, from: &Side, to: &Side) -> kernel::Error {
        match self {
            Self::Read(error) => from.failed(error),
            Self::Write(error) => to.failed(error),
        }
    }
}

/// Copies the rows of a table, those after the number `after` if the table only grows. Calls `each` with the number of
/// rows of each page.
pub(super) async fn copy(
    table: &Table,
    after: Option<i64>,
    from: &mut AnyConnection,
    to: &mut AnyConnection,
    mut each: impl FnMut(u64),
) -> Result<(), Failure> {
    let select = sqlx::query(&table.select);
    let mut rows = match after {
        Some(after) => select.bind(after),
        None => select,
    }
    .fetch(from);
    let mut is_end = false;
    while !is_end {
        let (mut page, mut bytes) = (Vec::new(), 0);
        while page.len() < ROWS && bytes < BYTES {
            let Some(row) = rows.try_next().await.map_err(Failure::Read)? else {
                is_end = true;
                break;
            };
            let row = values(&row, &table.kinds).map_err(Failure::Read)?;
            bytes += row.iter().map(Value::size).sum::<usize>();
            page.push(row);
        }
        if !page.is_empty() {
            write(&table.inserts, &page, to)
                .await
                .map_err(Failure::Write)?;
            each(page.len() as u64);
        }
    }
    Ok(())
}

fn values(row: &AnyRow, kinds: &[Kind]) -> sqlx::Result<Vec<Value>> {
    let read = |(at, kind): (usize, &Kind)| {
        Ok(match kind {
            Kind::Number => Value::Number(row.try_get(at)?),
            Kind::Text => Value::Text(row.try_get(at)?),
            Kind::Bytes => Value::Bytes(row.try_get(at)?),
        })
    };
    kinds.iter().enumerate().map(read).collect()
}

async fn write(
    inserts: &[Insert],
    page: &[Vec<Value>],
    to: &mut AnyConnection,
) -> sqlx::Result<()> {
    let mut transaction = to.begin().await?;
    for insert in inserts {
        let sql = insert.sql(page.len());
        let mut statement = sqlx::query(&sql);
        for row in page {
            for at in insert.cells.iter().flat_map(Cell::columns) {
                statement = row[*at].bind(statement);
            }
        }
        statement.execute(&mut *transaction).await?;
    }
    transaction.commit().await
}

impl Insert {
    /// Returns the statement for that many rows.
    fn sql(&self, rows: usize) -> String {
        let mut number = 0;
        let mut next = || {
            number += 1;
            format!("${number}")
        };
        let mut row = || {
            let cells = self.cells.iter().map(|cell| match cell {
                Cell::Value(_) => next(),
                Cell::Blank(_) => format!("coalesce(nullif({}, ''), ' ')", next()),
                Cell::Joined(columns) => {
                    let parts = columns.iter().map(|_| format!("{}::bytea", next()));
                    parts.collect::<Vec<_>>().join(" || ")
                }
            });
            format!("({})", cells.collect::<Vec<_>>().join(", "))
        };
        let rows: Vec<String> = (0..rows).map(|_| row()).collect();
        format!("INSERT INTO {} VALUES {}", self.into, rows.join(", "))
    }
}

impl Cell {
    fn columns(&self) -> &[usize] {
        match self {
            Self::Value(at) | Self::Blank(at) => std::slice::from_ref(at),
            Self::Joined(columns) => columns,
        }
    }
}

impl Value {
    fn size(&self) -> usize {
        match self {
            Self::Number(_) => size_of::<i64>(),
            Self::Text(text) => text.as_ref().map_or(0, String::len),
            Self::Bytes(bytes) => bytes.as_ref().map_or(0, Vec::len),
        }
    }

    fn bind<'q>(
        &'q self,
        statement: Query<'q, Any, AnyArguments<'q>>,
    ) -> Query<'q, Any, AnyArguments<'q>> {
        match self {
            Self::Number(number) => statement.bind(*number),
            Self::Text(text) => statement.bind(text.as_deref()),
            Self::Bytes(bytes) => statement.bind(bytes.as_deref()),
        }
    }
}
