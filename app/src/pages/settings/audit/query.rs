//! Search of the audit log, as its address describes it.

use engine::activity::ops::audit_list::AuditList;
use engine::workspace::audit::AuditKind;
use kernel::time::{Period, Time};
use kernel::{Error, Result};
use leptos_router::params::ParamsMap;

use crate::paths::{self, with_query};

/// Search of the audit log; texts as they were typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AuditQuery {
    /// Actor or subject of an event.
    pub actor: String,
    /// Name of the kind; empty for all.
    pub kind: String,
    /// First day, such as `2026-01-31`, or a timestamp.
    pub since: String,
    /// Last day, or the timestamp before which events happened.
    pub until: String,
    /// Cursor of the page.
    pub cursor: Option<String>,
}

impl AuditQuery {
    /// Reads the search from an address.
    pub fn read(query: &ParamsMap) -> Self {
        let text = |name| query.get(name).unwrap_or_default().trim().to_owned();
        Self {
            actor: text("actor"),
            kind: text("kind"),
            since: text("since"),
            until: text("until"),
            cursor: Some(text("cursor")).filter(|cursor| !cursor.is_empty()),
        }
    }

    /// Converts the search into the operation's arguments.
    pub fn list(self) -> Result<AuditList> {
        let unknown = || Error::field("/kind", "expected a kind from the list");
        let kind = match &*self.kind {
            "" => None,
            name => Some(AuditKind::parse(name).ok_or_else(unknown)?),
        };
        Ok(AuditList {
            kind,
            since: moment("/since", &self.since, |at| at.first)?,
            until: moment("/until", &self.until, Period::end)?,
            actor: Some(self.actor).filter(|name| !name.is_empty()),
            cursor: self.cursor,
            limit: None,
        })
    }

    /// Returns true if a filter is set.
    pub fn is_filtered(&self) -> bool {
        let texts = [&self.actor, &self.kind, &self.since, &self.until];
        texts.into_iter().any(|text| !text.is_empty())
    }

    /// Returns the address of the page at a cursor.
    pub fn href(&self, cursor: Option<&str>) -> String {
        let query = [
            ("actor", Some(self.actor.as_str())),
            ("kind", Some(self.kind.as_str())),
            ("since", Some(self.since.as_str())),
            ("until", Some(self.until.as_str())),
            ("cursor", cursor),
        ];
        with_query(&paths::settings_audit(), &query)
    }

    /// Returns the address of the complete export, with days as timestamps.
    pub fn export(&self, path: &str) -> String {
        let text = |time: Result<Option<Time>>| {
            let time = time.ok().flatten();
            time.map(|time| time.to_string())
        };
        let since = text(moment("/since", &self.since, |at| at.first));
        let until = text(moment("/until", &self.until, Period::end));
        let query = [
            ("actor", Some(self.actor.as_str())),
            ("kind", Some(self.kind.as_str())),
            ("since", since.as_deref()),
            ("until", until.as_deref()),
        ];
        with_query(path, &query)
    }
}

/// Parses a day or timestamp, and returns the requested bound of it.
fn moment(field: &str, text: &str, bound: fn(Period) -> Time) -> Result<Option<Time>> {
    if text.is_empty() {
        return Ok(None);
    }
    match Period::parse(text) {
        Some(period) => Ok(Some(bound(period))),
        None => Err(Error::field(field, "expected a day such as 2026-01-31")),
    }
}

/// Returns the label of a kind.
pub const fn label(kind: AuditKind) -> &'static str {
    match kind {
        AuditKind::SignedIn => "Signed in",
        AuditKind::SignInFailed => "Sign-ins failed",
        AuditKind::PersonCreated => "People added",
        AuditKind::PasswordChanged => "Passwords changed",
        AuditKind::LinkMade => "Links created",
        AuditKind::AgentRegistered => "Agents registered",
        AuditKind::AgentPaused => "Agents paused",
        AuditKind::AgentResumed => "Agents resumed",
        AuditKind::TokenCreated => "Tokens created",
        AuditKind::TokenUsed => "Tokens first used",
        AuditKind::TokenRevoked => "Tokens revoked",
        AuditKind::TokenExpired => "Tokens expired",
        AuditKind::SettingsChanged => "Settings changed",
        AuditKind::WebhookChanged => "Webhooks changed",
        AuditKind::MemoriesForgotten => "Memories forgotten",
        AuditKind::WorkflowTakenIn => "Workflows imported",
        AuditKind::Erased => "Data erased",
        AuditKind::KeyRotated => "Keys rotated",
        AuditKind::BackupRestored => "Backups restored",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_whole_and_addresses_say_what_is_looked_for() {
        let wish = AuditQuery {
            actor: "mara".into(),
            kind: "signed_in".into(),
            since: "2026-01-31".into(),
            until: "2026-01-31".into(),
            cursor: None,
        };
        let list = wish.clone().list().unwrap();
        let time = |text| Time::parse(text);
        assert_eq!(list.since, time("2026-01-31T00:00:00Z"));
        assert_eq!(
            list.until,
            time("2026-02-01T00:00:00Z"),
            "the last day is in it"
        );
        assert_eq!(list.kind, Some(AuditKind::SignedIn));
        assert_eq!(
            wish.href(Some("7")),
            "/settings/audit?actor=mara&kind=signed_in&since=2026-01-31&until=2026-01-31&cursor=7"
        );
        assert_eq!(
            wish.export("/x"),
            "/x?actor=mara&kind=signed_in&since=2026-01-31T00:00:00.000Z\
             &until=2026-02-01T00:00:00.000Z"
        );
        for (kind, since) in [("nonsense", ""), ("", "yesterday"), ("", "2026-02-30")] {
            let wish = AuditQuery {
                kind: kind.into(),
                since: since.into(),
                ..AuditQuery::default()
            };
            assert_eq!(wish.list().unwrap_err().code, kernel::Code::Invalid);
        }
        assert_eq!(AuditQuery::default().list().unwrap().since, None);
    }
}
