//! `loci audit`: prints the audit to standard output, page by page.

use clap::Args;
use engine::activity::Happening;
use engine::activity::ops::audit_list::AuditList;
use engine::workspace::audit::AuditKind;
use kernel::Time;
use kernel::page::{MAX_ITEMS, Page};
use kernel::time::Period;

use super::Folder;
use super::ask::converse;
use crate::audit_rows::Form;
use crate::command::Command;
use crate::failure::Failure;
use crate::output::put;

/// Arguments of the command.
#[derive(Args, Debug)]
pub struct Asked {
    /// Print only entries by or about the agent or person with this name.
    #[arg(long, value_name = "NAME")]
    actor: Option<String>,
    /// Print only this kind, such as `signed_in` or `token_created`.
    #[arg(long, value_parser = kind)]
    kind: Option<AuditKind>,
    /// Print only entries at or after this time, such as 2026-01-31T09:30:00Z.
    #[arg(long, value_name = "TIME", value_parser = moment)]
    since: Option<Time>,
    /// Print only entries before this time.
    #[arg(long, value_name = "TIME", value_parser = end)]
    until: Option<Time>,
    /// Output format.
    #[arg(long, value_enum, default_value = "jsonl")]
    format: Form,
    #[command(flatten)]
    folder: Folder,
}

fn kind(name: &str) -> Result<AuditKind, String> {
    AuditKind::parse(name).ok_or_else(|| {
        let known: Vec<&str> = AuditKind::ALL.iter().map(|kind| kind.name()).collect();
        format!("expected one of {}", known.join(", "))
    })
}

fn moment(text: &str) -> Result<Time, String> {
    period(text).map(|period| period.first)
}

fn end(text: &str) -> Result<Time, String> {
    period(text).map(Period::end)
}

fn period(text: &str) -> Result<Period, String> {
    let expected = "expected a moment such as 2026-01-31T09:30:00Z, or a day such as 2026-01-31";
    Period::parse(text).ok_or_else(|| expected.into())
}

/// Prints all matching rows.
pub async fn print(asked: Asked) -> Result<(), Failure> {
    let list = AuditList {
        actor: asked.actor,
        kind: asked.kind,
        since: asked.since,
        until: asked.until,
        limit: Some(MAX_ITEMS),
        cursor: None,
    };
    let form = asked.format;
    if !put(form.head())? {
        return Ok(());
    }
    converse(&asked.folder, Command::AuditList(list.clone()), |listed| {
        let page: Page<Happening> = serde_json::from_value(listed)
            .map_err(|error| Failure::unavailable(format!("the answer: {error}")))?;
        for happening in &page.items {
            if !put(&form.row(happening)?)? {
                return Ok(None);
            }
        }
        Ok(page.next_cursor.map(|cursor| {
            Command::AuditList(AuditList {
                cursor: Some(cursor),
                ..list.clone()
            })
        }))
    })
    .await
}
