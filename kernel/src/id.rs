//! ULIDs, which identify things that have a stream of their own.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sha2::{Digest, Sha256};
use ulid::Ulid;

use crate::time::Time;

/// A ULID: 26 characters as text, sorts by creation time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Id(Ulid);

impl Id {
    /// Regular expression of the textual form.
    pub const PATTERN: &str = "[0-7][0-9A-HJKMNP-TV-Z]{25}";

    /// Creates the id for `now` with 80 bits of `entropy` (higher bits are dropped).
    #[must_use]
    pub fn from_parts(now: Time, entropy: u128) -> Self {
        Self(Ulid::from_parts(u64::try_from(now.0).unwrap_or(0), entropy))
    }

    /// Returns the creation time.
    #[must_use]
    pub fn time(self) -> Time {
        Time(i64::try_from(self.0.timestamp_ms()).unwrap_or(i64::MAX))
    }

    /// Returns the bytes, which sort as ids do.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; 16] {
        self.0.to_bytes()
    }

    /// Derives the id of the `n`th of many things created together with this one. It has the same time, and the ids
    /// sort by `n` up to a million. `scope` separates things with the same `n`.
    #[must_use]
    pub fn nth(self, scope: &str, n: u64) -> Self {
        let mut hash = Sha256::new();
        hash.update(self.0.0.to_be_bytes());
        hash.update(n.to_be_bytes());
        hash.update(scope);
        let mut chance = [0; 16];
        chance.copy_from_slice(&hash.finalize()[..16]);
        let own = self.0.random();
        // From the highest bits: the process, the call within a process and millisecond, `n`, and a hash of everything.
        let parts = [
            (own >> 60, 20),
            (own, 12),
            (n.into(), 20),
            (u128::from_be_bytes(chance), 28),
        ];
        let entropy = parts.iter().fold(0_u128, |entropy, (part, bits)| {
            (entropy << bits) | (part & ((1 << bits) - 1))
        });
        Self(Ulid::from_parts(self.0.timestamp_ms(), entropy))
    }
}

impl FromStr for Id {
    type Err = ();
    fn from_str(text: &str) -> Result<Self, ()> {
        // 26 letters are 130 bits: those beyond 128 would be dropped, so one id would have several textual forms.
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
    fn ids_made_together_sort_by_their_numbers() {
        let id = Id::from_parts(Time(1_800_000_000_000), 0x1234_5678_9abc_def0_1234);
        let all: Vec<Id> = (0..3_000).map(|n| id.nth("", n)).collect();
        assert!(all.windows(2).all(|two| two[0] < two[1]));
        assert_eq!(all[0].time(), Time(1_800_000_000_000));
        assert!(id.nth("", 1_048_574) < id.nth("", 1_048_575));
        // Another scope or another call yields different ids.
        assert_ne!(id.nth("a", 1), id.nth("b", 1));
        let next = Id::from_parts(Time(1_800_000_000_000), 0x1234_5678_9abc_def0_1235);
        assert_ne!(id.nth("a", 1), next.nth("a", 1));
        assert!(
            id.nth("", 2_999) < next.nth("", 0),
            "the next call of one millisecond"
        );
    }

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
