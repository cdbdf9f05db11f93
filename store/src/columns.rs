//! Columns of the logs in databases, and their conversion to values.

use kernel::{Actor, Door, Error, Fact, Result, Role, StreamId, Time};
use serde_json::value::RawValue;
use sqlx::{ColumnIndex, Decode, FromRow, Row, Type};

/// Converts a number for a database, whose integers are signed. Real values never reach the difference.
pub(crate) fn to_sql(number: impl TryInto<i64>) -> i64 {
    number.try_into().unwrap_or(i64::MAX)
}

/// Converts a number from a database. A negative one was not written by Loci and becomes 0.
pub(crate) fn from_sql(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}

pub(crate) fn damaged(what: impl std::fmt::Display) -> Error {
    Error::internal(format!(
        "the log is damaged: {what}; stop Loci and run `loci check`"
    ))
}

pub(crate) fn actor(id: String, name: &str) -> Result<Actor> {
    Ok(Actor::new(id, role(name)?))
}

pub(crate) fn role(name: &str) -> Result<Role> {
    match name {
        "system" => Ok(Role::System),
        name => Role::parse(name).ok_or_else(|| damaged(format!("there is no role {name:?}"))),
    }
}

pub(crate) const fn door_name(door: Door) -> &'static str {
    match door {
        Door::Http => "http",
        Door::Page => "page",
        Door::Mcp => "mcp",
        Door::Cli => "cli",
        Door::System => "system",
    }
}

pub(crate) fn door(name: &str) -> Result<Door> {
    let doors = [Door::Http, Door::Page, Door::Mcp, Door::Cli, Door::System];
    doors
        .into_iter()
        .find(|door| door_name(*door) == name)
        .ok_or_else(|| damaged(format!("there is no door {name:?}")))
}

pub(crate) fn stream_id(name: &str) -> Result<StreamId> {
    StreamId::parse(name).ok_or_else(|| damaged(format!("{name:?} is no stream")))
}

/// Columns of a fact in the order of [`Stored`], from the tables `facts f` and `streams s`.
pub(crate) const COLUMNS: &str = "s.name, f.version, f.position, f.at, f.workspace, f.actor, f.role, f.door, \
                       f.request, f.kind, f.schema, f.body";

/// A row of the table of facts.
pub(crate) struct Stored {
    stream: String,
    version: i64,
    position: i64,
    at: i64,
    workspace: String,
    actor: String,
    role: String,
    door: String,
    request: String,
    kind: String,
    schema: i64,
    body: String,
}

impl<'r, R: Row> FromRow<'r, R> for Stored
where
    usize: ColumnIndex<R>,
    String: Decode<'r, R::Database> + Type<R::Database>,
    i64: Decode<'r, R::Database> + Type<R::Database>,
{
    fn from_row(row: &'r R) -> sqlx::Result<Self> {
        Ok(Self {
            stream: row.try_get(0)?,
            version: row.try_get(1)?,
            position: row.try_get(2)?,
            at: row.try_get(3)?,
            workspace: row.try_get(4)?,
            actor: row.try_get(5)?,
            role: row.try_get(6)?,
            door: row.try_get(7)?,
            request: row.try_get(8)?,
            kind: row.try_get(9)?,
            schema: row.try_get(10)?,
            body: row.try_get(11)?,
        })
    }
}

impl Stored {
    fn fact(mut self) -> Result<Fact> {
        let at = self.position;
        if self.body.is_empty() || self.body.starts_with(' ') {
            (self.kind, self.schema, self.body) = ("redacted".into(), 0, "null".into());
        }
        Ok(Fact {
            workspace: self.workspace,
            stream: stream_id(&self.stream)?,
            version: from_sql(self.version),
            position: from_sql(self.position),
            at: Time(self.at),
            actor: actor(self.actor, &self.role)?,
            door: door(&self.door)?,
            request: self.request,
            kind: self.kind,
            schema: u16::try_from(self.schema)
                .map_err(|_| damaged(format!("the fact at {at} has no schema number")))?,
            body: RawValue::from_string(self.body)
                .map_err(|_| damaged(format!("the fact at {at} has a body that is not JSON")))?,
        })
    }
}

pub(crate) fn facts(rows: Vec<Stored>) -> Result<Vec<Fact>> {
    rows.into_iter().map(Stored::fact).collect()
}
