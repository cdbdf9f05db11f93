//! Names of learnings. A name is derived from the source, so it is stable. `L-D3` is the learning of decision D3; with
//! the workflow's id in front it is valid everywhere.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sha2::{Digest as _, Sha256};

use crate::numbers::{DecisionNo, DiscoveryNo, Number as _, TaskNo};
use kernel::error::{Error, Result};
use kernel::id::Id;

/// Number of bits of a pattern's hash.
const BITS: u32 = 40;

/// Name of a learning in its workflow.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LearningName {
    /// Learning of a decision: `L-D3`.
    Decision(DecisionNo),
    /// Learning of a discovery: `L-F7`.
    Discovery(DiscoveryNo),
    /// Learning of the attempts at a task: `L-T5`.
    Task(TaskNo),
    /// Learning of an error that several tasks had: `L-E` and ten hexadecimal digits.
    Error(u64),
    /// Learning of the rework of a kind of task: `L-R` and ten hexadecimal digits.
    Rework(u64),
}

impl LearningName {
    /// Returns the name for an error with this key.
    pub(super) fn error(key: &str) -> Self {
        Self::Error(short_hash(key))
    }

    /// Returns the name for the rework of a kind of task.
    pub(super) fn rework(kind: &str) -> Self {
        Self::Rework(short_hash(kind))
    }
}

fn short_hash(text: &str) -> u64 {
    let hash: [u8; 32] = Sha256::digest(text).into();
    let begin = hash.first_chunk().copied().unwrap_or_default();
    u64::from_be_bytes(begin) >> (64 - BITS)
}

impl fmt::Display for LearningName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Decision(no) => write!(f, "L-{no}"),
            Self::Discovery(no) => write!(f, "L-{no}"),
            Self::Task(no) => write!(f, "L-{no}"),
            Self::Error(hash) => write!(f, "L-E{hash:010x}"),
            Self::Rework(hash) => write!(f, "L-R{hash:010x}"),
        }
    }
}

impl fmt::Debug for LearningName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for LearningName {
    type Err = ();
    fn from_str(text: &str) -> Result<Self, ()> {
        let rest = text.strip_prefix("L-").or_else(|| text.strip_prefix("l-"));
        let rest = rest.ok_or(())?;
        let hash = |letters: [char; 2]| {
            let digits = rest.strip_prefix(letters)?;
            let is_hash = digits.len() == (BITS / 4) as usize
                && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
            is_hash.then(|| u64::from_str_radix(digits, 16).ok())?
        };
        let decision = DecisionNo::parse(rest).map(Self::Decision);
        decision
            .or_else(|| DiscoveryNo::parse(rest).map(Self::Discovery))
            .or_else(|| TaskNo::parse(rest).map(Self::Task))
            .or_else(|| hash(['E', 'e']).map(Self::Error))
            .or_else(|| hash(['R', 'r']).map(Self::Rework))
            .ok_or(())
    }
}

/// Expected form of a learning's name, for error texts.
const EXPECTED: &str = "a learning such as L-D3 or 01J….L-D3, as `learning_list` names it";
/// Pattern of a learning's name within its workflow.
const PATTERN: &str = "L-([DFT][1-9][0-9]{0,8}|[ER][0-9a-f]{10})";

/// Reference to a learning: `L-D3`, or `01J….L-D3` with its workflow.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct LearningRef {
    /// Id of the workflow, if the reference has it.
    pub workflow: Option<Id>,
    /// Name of the learning in the workflow.
    pub name: LearningName,
}

impl LearningRef {
    /// Returns the workflow of a call: the one it names, otherwise the one in the reference.
    ///
    /// # Errors
    /// Returns `invalid` if there is neither, or if they differ.
    pub fn workflow(self, named: Option<Id>) -> Result<Id> {
        match (named, self.workflow) {
            (Some(named), Some(own)) if named != own => Err(Error::field(
                "/learning",
                format!("{self} is in another workflow than {named}"),
            )),
            (Some(workflow), _) | (None, Some(workflow)) => Ok(workflow),
            (None, None) => Err(Error::field(
                "/workflow",
                format!("say which workflow {self} is of: give `workflow`, or write 01J….{self}"),
            )),
        }
    }
}

impl FromStr for LearningRef {
    type Err = ();
    fn from_str(text: &str) -> Result<Self, ()> {
        let (workflow, name) = match text.split_once('.') {
            Some((workflow, name)) => (Some(workflow.parse()?), name),
            None => (None, text),
        };
        Ok(Self {
            workflow,
            name: name.parse()?,
        })
    }
}

impl fmt::Display for LearningRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(workflow) = self.workflow {
            write!(f, "{workflow}.")?;
        }
        self.name.fmt(f)
    }
}

impl fmt::Debug for LearningRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

macro_rules! as_text {
    ($type:ident, $pattern:expr) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = Cow::<'de, str>::deserialize(deserializer)?;
                text.parse()
                    .map_err(|()| de::Error::custom(format_args!("expected {EXPECTED}")))
            }
        }

        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                stringify!($type).into()
            }
            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({ "type": "string", "pattern": $pattern })
            }
        }
    };
}

as_text!(LearningName, format!("^{PATTERN}$"));
as_text!(LearningRef, format!(r"^({}\.)?{PATTERN}$", Id::PATTERN));

#[cfg(test)]
mod tests {
    use super::{LearningName, LearningRef};

    #[test]
    fn names_are_read_back_and_nothing_else_is_a_name() {
        let names = [
            "L-D3",
            "L-F7",
            "L-T12",
            &LearningName::error("no such column").to_string(),
            &LearningName::rework("backend").to_string(),
        ];
        for name in names {
            assert_eq!(name.parse::<LearningName>().unwrap().to_string(), name);
            let whole = format!("01J8Z0000000000000000000A1.{name}");
            assert_eq!(whole.parse::<LearningRef>().unwrap().to_string(), whole);
        }
        for wrong in [
            "",
            "L-",
            "L-D0",
            "L-A1",
            "D3",
            "L-E12",
            "L-Ezzzzzzzzzz",
            "x.L-D3",
            "L-D3.L-D3",
        ] {
            assert!(wrong.parse::<LearningRef>().is_err(), "{wrong}");
        }
    }
}
