//! The address of a scratchpad: scope, owner and name.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::fence::is_unreadable;
use crate::patterns;
use crate::session::SessionKey;
use kernel::error::{Error, Result};
use kernel::ports::secrets::must_name;
use kernel::stream::StreamId;

/// Default name of a scratchpad, and the one that tool calls write.
pub const MAIN: &str = "main";
/// Maximum length of a name, in characters.
const NAME: usize = 100;
/// Maximum length of an owner, in bytes.
const OWNER: usize = 512;

/// Owner of a scratchpad; an empty string means none.
#[derive(JsonSchema)]
#[schemars(inline)]
pub struct OwnerName(
    #[schemars(length(max = OWNER), regex(pattern = patterns::NAME_OR_EMPTY))] pub String,
);

/// Name of a scratchpad.
#[derive(JsonSchema)]
#[schemars(inline)]
pub struct PadName(
    #[schemars(length(min = 1, max = NAME), regex(pattern = patterns::NAME))] pub String,
);

/// Scope in which a scratchpad is shared.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// A single session: its agents, orchestrators and people.
    #[default]
    Thread,
    /// All sessions of one user or resource.
    Resource,
    /// The whole workspace.
    Global,
}

impl Scope {
    /// Returns the name used in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Thread => "thread",
            Self::Resource => "resource",
            Self::Global => "global",
        }
    }

    fn parse(name: &str) -> Option<Self> {
        [Self::Thread, Self::Resource, Self::Global]
            .into_iter()
            .find(|scope| scope.name() == name)
    }
}

/// Returns the stream of an owner's scratchpads. `/` and `%` of the owner are escaped; the global scope has no owner.
#[must_use]
pub fn stream(scope: Scope, owner: &str) -> StreamId {
    match scope {
        Scope::Global => StreamId::new("scratchpad", scope.name()),
        _ => StreamId::new(
            "scratchpad",
            format_args!("{}/{}", scope.name(), Escaped(owner)),
        ),
    }
}

/// Returns the scope and the owner of a stream of scratchpads.
#[must_use]
pub fn of_stream(stream: &StreamId) -> Option<(Scope, String)> {
    if stream.kind() != "scratchpad" {
        return None;
    }
    let (scope, owner) = stream.id().split_once('/').unwrap_or((stream.id(), ""));
    let owner = owner.replace("%2F", "/").replace("%25", "%");
    Some((Scope::parse(scope)?, owner))
}

/// Returns the session that a thread's owner names; `None` for other scopes and for invalid session keys.
#[must_use]
pub fn session(scope: Scope, owner: &str) -> Option<SessionKey> {
    let thread = (scope == Scope::Thread).then_some(owner)?;
    SessionKey::parse(thread).ok()
}

struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.replace('%', "%25").replace('/', "%2F"))
    }
}

/// Address of a scratchpad.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// Its scope.
    pub scope: Scope,
    /// Its owner; empty in the global scope.
    pub owner: String,
    /// Its name.
    pub name: String,
}

impl Address {
    /// Resolves the scratchpad that a call names. Default name: [`MAIN`].
    ///
    /// # Errors
    /// Returns `invalid` with the field: a thread or a resource needs an owner, the workspace has none.
    pub fn of(scope: Scope, owner: Option<&str>, name: Option<&str>) -> Result<Self> {
        Ok(Self {
            scope,
            owner: check_owner(scope, owner)?,
            name: check_name(name.unwrap_or(MAIN))?,
        })
    }

    /// Returns its stream.
    #[must_use]
    pub fn stream(&self) -> StreamId {
        stream(self.scope, &self.owner)
    }

    /// Returns the `not_found` error for this scratchpad.
    #[must_use]
    pub fn missing(&self) -> Error {
        Error::not_found(format!("There is no {self}."))
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { scope, owner, name } = self;
        match scope {
            Scope::Global => write!(f, "global scratchpad `{name}`"),
            _ => write!(f, "scratchpad `{name}` of the {} `{owner}`", scope.name()),
        }
    }
}

/// Validates the owner that a call names.
///
/// # Errors
/// Returns `invalid` with the field.
pub fn check_owner(scope: Scope, owner: Option<&str>) -> Result<String> {
    let owner = owner.unwrap_or_default();
    let expected = match scope {
        Scope::Thread => "a thread's scratchpad needs its session as owner",
        Scope::Resource => "a resource's scratchpad needs the user or resource as owner",
        Scope::Global if owner.is_empty() => return Ok(String::new()),
        Scope::Global => {
            let detail = "a global scratchpad has no owner: leave it out";
            return Err(Error::field("/owner", detail));
        }
    };
    if owner.trim().is_empty() {
        return Err(Error::field("/owner", expected));
    }
    if owner.len() > OWNER {
        let detail = format!("must have at most {OWNER} bytes");
        return Err(Error::field("/owner", detail));
    }
    printable("/owner", owner)
}

/// Validates the name that a call gives.
///
/// # Errors
/// Returns `invalid` with the field.
pub fn check_name(name: &str) -> Result<String> {
    if is_unreadable(name) {
        return Err(Error::field("/name", "must not be empty"));
    }
    if name.chars().count() > NAME {
        let detail = format!("must have at most {NAME} characters");
        return Err(Error::field("/name", detail));
    }
    printable("/name", name)
}

fn printable(pointer: &str, text: &str) -> Result<String> {
    if text.chars().any(char::is_control) {
        let detail = "must not contain control characters";
        return Err(Error::field(pointer, detail));
    }
    must_name(pointer, text)?;
    Ok(text.to_owned())
}
