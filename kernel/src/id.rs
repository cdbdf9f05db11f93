//! The id of a thing that has a stream of its own: a ULID. Knows no source of randomness.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sha2::{Digest, Sha256};
use ulid::Ulid;

use crate::time::Time;

/// A ULID: sorts by the time it was made, 26 characters as text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Id(Ulid);

impl Id {
    /// What it looks like as text, as a regular expression.
    pub const PATTERN: &str = "[0-7][0-9A-HJKMNP-TV-Z]{25}";

    /// The id made at `now` from 80 bits of `entropy` (higher bits are dropped).
    #[must_use]
    pub fn from_parts(now: Time, entropy: u128) -> Self {
        Self(Ulid::from_parts(u64::try_from(now.0).unwrap_or(0), entropy))
    }

    /// When it was made.
    #[must_use]
    pub fn time(self) -> Time {
        Time(i64::try_from(self.0.timestamp_ms()).unwrap_or(i64::MAX))
    }

    /// Its bytes, which sort as ids do.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; 16] {
        self.0.to_bytes()
    }

    /// One of many ids for things made together with this one: of the same moment, its chance taken
    /// from this one and `n`, so that it is neither another call's nor another `n`'s.
    #[must_use]
    pub fn nth(self, n: u64) -> Self {
        let mut hash = Sha256::new();
        hash.update(self.0.0.to_be_bytes());
        hash.update(n.to_be_bytes());
        let mut entropy = [0; 16];
        entropy.copy_from_slice(&hash.finalize()[..16]);
        Self(Ulid::from_parts(
            self.0.timestamp_ms(),
            u128::from_be_bytes(entropy),
        ))
    }
}

impl FromStr for Id {
    type Err = ();
    fn from_str(text: &str) -> Result<Self, ()> {
        // 26 letters are 130 bits: what the first one has beyond 128 would be dropped, and the id have several names.
        if !text.starts_with(|first| matches!(first, '0'..='7')) {
            return Err(());
        }
        Ulid::from_string(text).map(Self).map_err(|_| ())
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        text.parse()
            .map_err(|()| de::Error::custom("expected a ULID of 26 characters"))
    }
}

impl JsonSchema for Id {
    fn schema_name() -> Cow<'static, str> {
        "Id".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "description": "A ULID.", "minLength": 26, "maxLength": 26,
            "pattern": format!("^{}$", Self::PATTERN) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_has_one_name() {
        let rest = "1M8ZZZZZZZZZZZZZZZZZZZZZZ";
        for (first, is_one) in [
            ("0", true),
            ("7", true),
            ("8", false),
            ("9", false),
            ("A", false),
            ("G", false),
            ("Z", false),
            ("o", false),
            ("é", false),
            ("", false),
            ("00", false),
        ] {
            let text = format!("{first}{rest}");
            assert_eq!(text.parse::<Id>().is_ok(), is_one, "{text}");
            let json = serde_json::from_value::<Id>(text.clone().into());
            assert_eq!(json.is_ok(), is_one, "{text}");
        }
        assert!("".parse::<Id>().is_err());
    }
}
