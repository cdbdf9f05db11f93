//! Which session: its id, and within which namespace and of which user it is one. Knows no state.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use kernel::error::{Error, Result};
use kernel::stream::StreamId;

/// The most bytes of an id, a namespace or a user's id.
pub const PART_BYTES: usize = 256;

/// The identity of a session. As text it is the id alone, or `namespace/user/id` when one of the others
/// is given; `/` and `%` within a part are written `%2F` and `%25`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SessionKey {
    /// The id that the caller chose.
    pub id: Arc<str>,
    /// What groups sessions.
    pub namespace: Option<Arc<str>>,
    /// Whose session it is.
    pub user_id: Option<Arc<str>>,
}

impl SessionKey {
    /// The session that a call names: by its id with or without the other parts, or by its whole key
    /// alone.
    ///
    /// # Errors
    /// `invalid` when a part is empty, too long or has control characters.
    pub fn resolve(session: &str, namespace: Option<&str>, user: Option<&str>) -> Result<Self> {
        let given = |part: Option<&str>| part.filter(|part| !part.is_empty()).map(unescape);
        let parts: Vec<&str> = session.split('/').collect();
        let key = match (given(namespace), given(user), parts.as_slice()) {
            (None, None, [namespace, user, id]) => Self {
                id: unescape(id),
                namespace: given(Some(namespace)),
                user_id: given(Some(user)),
            },
            (namespace, user_id, _) => Self {
                id: unescape(session),
                namespace,
                user_id,
            },
        };
        check("/session", &key.id)?;
        for (pointer, part) in [("/namespace", &key.namespace), ("/user_id", &key.user_id)] {
            if let Some(part) = part {
                check(pointer, part)?;
            }
        }
        Ok(key)
    }

    /// The session of that id, in no namespace and of nobody.
    ///
    /// # Errors
    /// As [`SessionKey::resolve`].
    pub fn parse(text: &str) -> Result<Self> {
        Self::resolve(text, None, None)
    }

    /// Its stream.
    #[must_use]
    pub fn stream(&self) -> StreamId {
        StreamId::new("session", self)
    }

    /// The session whose stream this is.
    #[must_use]
    pub fn of(stream: &StreamId) -> Option<Self> {
        (stream.kind() == "session")
            .then(|| Self::parse(stream.id()).ok())
            .flatten()
    }
}

fn check(pointer: &str, part: &str) -> Result<()> {
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

fn unescape(part: &str) -> Arc<str> {
    if part.contains('%') {
        part.replace("%2F", "/")
            .replace("%2f", "/")
            .replace("%25", "%")
            .into()
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
            // The state of a stream without facts.
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
