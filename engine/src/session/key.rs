//! The identity of a session: its id, namespace and user.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::patterns;
use kernel::error::{Error, Result};
use kernel::stream::StreamId;

/// Maximum length of an id, a namespace or a user id, in bytes.
pub const PART_BYTES: usize = 256;

/// Name of a session: its id, or its whole key.
#[derive(JsonSchema)]
#[schemars(inline)]
pub struct SessionName(#[schemars(length(min = 1), regex(pattern = patterns::NAME))] pub String);

/// Namespace or user of a session; an empty string means none.
#[derive(JsonSchema)]
#[schemars(inline)]
pub struct SessionPart(
    #[schemars(length(max = PART_BYTES), regex(pattern = patterns::NAME_OR_EMPTY))] pub String,
);

/// The identity of a session. As text it is the id alone, or `namespace/user/id` if a namespace or a user is set; `/`
/// and `%` within a part are written `%2F` and `%25`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SessionKey {
    /// Id chosen by the caller.
    pub id: Arc<str>,
    /// Group that the session belongs to.
    pub namespace: Option<Arc<str>>,
    /// User that the session belongs to.
    pub user_id: Option<Arc<str>>,
}

impl SessionKey {
    /// Resolves the session that a call names: by id with separate namespace and user, or by its whole key alone.
    ///
    /// # Errors
    /// Returns `invalid` if a part is empty, too long or has control characters.
    pub fn resolve(session: &str, namespace: Option<&str>, user: Option<&str>) -> Result<Self> {
        let is_given = |part: Option<&str>| part.is_some_and(|part| !part.is_empty());
        if is_given(namespace) || is_given(user) {
            return Self::new(session, namespace, user);
        }
        let parts: Vec<&str> = session.split('/').collect();
        match parts.as_slice() {
            [namespace, user, id] => {
                let (namespace, user) = (unescape(namespace), unescape(user));
                Self::new(&unescape(id), Some(&*namespace), Some(&*user))
            }
            _ => Self::new(&unescape(session), None, None),
        }
    }

    /// Creates a key from unescaped parts; an empty namespace or user counts as absent.
    ///
    /// # Errors
    /// Same as [`SessionKey::resolve`].
    pub fn new(id: &str, namespace: Option<&str>, user: Option<&str>) -> Result<Self> {
        check("/session", id)?;
        let given = |pointer: &str, part: Option<&str>| {
            let part = part.filter(|part| !part.is_empty());
            part.map(|part| check(pointer, part).map(|()| part.into()))
                .transpose()
        };
        Ok(Self {
            id: id.into(),
            namespace: given("/namespace", namespace)?,
            user_id: given("/user_id", user)?,
        })
    }

    /// Parses an id without namespace and user, or a whole key.
    ///
    /// # Errors
    /// Same as [`SessionKey::resolve`].
    pub fn parse(text: &str) -> Result<Self> {
        Self::resolve(text, None, None)
    }

    /// Returns the session's stream.
    #[must_use]
    pub fn stream(&self) -> StreamId {
        StreamId::new("session", self)
    }

    /// Returns the session of a stream; `None` for other kinds of streams.
    #[must_use]
    pub fn of(stream: &StreamId) -> Option<Self> {
        (stream.kind() == "session")
            .then(|| Self::parse(stream.id()).ok())
            .flatten()
    }
}

/// Validates a part of a key.
///
/// # Errors
/// Returns `invalid` if the part is empty, too long or has control characters.
pub fn check(pointer: &str, part: &str) -> Result<()> {
    let detail = match part {
        part if part.trim().is_empty() => "is empty: name the session".into(),
        part if part.len() > PART_BYTES => {
            format!("has {} bytes; at most {PART_BYTES}", part.len())
        }
        part if part.chars().any(char::is_control) => "has control characters".into(),
        _ => return Ok(()),
    };
    Err(Error::field(pointer, detail))
}

fn escape(part: &str) -> Cow<'_, str> {
    if part.contains(['/', '%']) {
        part.replace('%', "%25").replace('/', "%2F").into()
    } else {
        part.into()
    }
}

fn unescape(part: &str) -> Cow<'_, str> {
    if part.contains('%') {
        part.replace("%2F", "/").replace("%25", "%").into()
    } else {
        part.into()
    }
}

impl fmt::Display for SessionKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.namespace.is_some() || self.user_id.is_some() {
            let part = |part: &Option<Arc<str>>| {
                part.as_deref()
                    .map_or(String::new(), |part| escape(part).into())
            };
            write!(f, "{}/{}/", part(&self.namespace), part(&self.user_id))?;
        }
        f.write_str(&escape(&self.id))
    }
}

impl Serialize for SessionKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for SessionKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        if text.is_empty() {
            // A stream without facts has the default state.
            return Ok(Self::default());
        }
        Self::parse(&text).map_err(|error| de::Error::custom(error.detail))
    }
}

impl JsonSchema for SessionKey {
    fn schema_name() -> Cow<'static, str> {
        "SessionKey".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "description": "A session's id, or `namespace/user/id` with `/` and `%` within a part \
                            written `%2F` and `%25`."
        })
    }
}
