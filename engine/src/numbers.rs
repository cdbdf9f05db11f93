//! Short names of items in a stream (`T12`, `D3`) and references to them from outside.
//!
//! Items are numbered within their workflow, so a name costs an agent one or two tokens; with the workflow's id in
//! front (`01J….T12`) it is valid everywhere.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use kernel::error::{Error, Result};
use kernel::id::Id;

/// A kind of number: a letter and a count from 1.
pub trait Number: Copy + Ord + fmt::Display + Send + Sync + 'static {
    /// Letter in front of the count.
    const LETTER: char;
    /// Noun with its article, for messages.
    const NOUN: &'static str;
    /// Plural of the noun, for messages.
    const PLURAL: &'static str;
    /// Call that lists these items, for messages.
    const LIST: &'static str;
    /// Creates a number from a count.
    fn new(count: u32) -> Self;
    /// Returns the count.
    fn get(self) -> u32;

    /// Parses a name such as `T12`.
    fn parse(text: &str) -> Option<Self> {
        let count = text.strip_prefix([Self::LETTER, Self::LETTER.to_ascii_lowercase()])?;
        count.parse().ok().filter(|count| *count > 0).map(Self::new)
    }
}

macro_rules! numbers {
    ($( $(#[$doc:meta])* $name:ident $letter:literal $noun:literal $plural:literal $list:literal; )+) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl Number for $name {
            const LETTER: char = $letter;
            const NOUN: &'static str = $noun;
            const PLURAL: &'static str = $plural;
            const LIST: &'static str = $list;
            fn new(count: u32) -> Self {
                Self(count)
            }
            fn get(self) -> u32 {
                self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}{}", $letter, self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = Cow::<'de, str>::deserialize(deserializer)?;
                Self::parse(&text).ok_or_else(|| {
                    de::Error::custom(concat!("expected ", $noun, " such as ", $letter, "12"))
                })
            }
        }

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }
            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({ "type": "string", "pattern": concat!("^", $letter, "[1-9][0-9]{0,8}$") })
            }
        }
    )+ };
}

numbers! {
    /// A task of a workflow.
    TaskNo 'T' "a task" "tasks" "`task_list`";
    /// A decision of a workflow.
    DecisionNo 'D' "a decision" "decisions" "`workflow_get` with `fields` [\"decisions\"]";
    /// A discovery ("finding") of a workflow.
    DiscoveryNo 'F' "a discovery" "discoveries" "`workflow_get` with `fields` [\"discoveries\"]";
    /// A version of an artifact of a workflow.
    ArtifactNo 'A' "an artifact" "artifacts" "`artifact_list`";
    /// A nudge of a workflow.
    NudgeNo 'N' "a nudge" "nudges" "`workflow_get` with `fields` [\"nudges\"]";
    /// A question of a workflow.
    QuestionNo 'Q' "a question" "questions" "`workflow_get` with `fields` [\"questions\"]";
    /// A request for approval ("permission") of a workflow.
    ApprovalNo 'P' "an approval" "approvals" "`workflow_get` with `fields` [\"approvals\"]";
    /// A warning of a workflow, for people to look at.
    WarningNo 'W' "a warning" "warnings" "`workflow_get` with `fields` [\"warnings\"]";
}

/// A reference from outside: `T12`, or `01J….T12` with its workflow.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ref<N> {
    /// The workflow, if the reference names it.
    pub workflow: Option<Id>,
    /// The number within the workflow.
    pub number: N,
}

impl<N: Number> Ref<N> {
    /// Creates a reference without a workflow.
    pub const fn local(number: N) -> Self {
        Self {
            workflow: None,
            number,
        }
    }

    /// Returns the number, for a call about `workflow`.
    ///
    /// # Errors
    /// Returns `invalid` if the reference names another workflow.
    pub fn within(self, workflow: Id) -> Result<N> {
        match self.workflow {
            Some(other) if other != workflow => Err(Error::invalid(format!(
                "{self} is in another workflow than {workflow}: name that one, or a thing that is in this one."
            ))),
            _ => Ok(self.number),
        }
    }

    /// Returns the workflow of a call: the one it names, or the one in the reference.
    ///
    /// # Errors
    /// Returns `invalid` if there is neither, or if they differ.
    pub fn workflow(self, named: Option<Id>) -> Result<Id> {
        let workflow = named.or(self.workflow).ok_or_else(|| {
            Error::field(
                "/workflow",
                format!("say which workflow {self} is in: give `workflow`, or write 01J….{self}"),
            )
        })?;
        self.within(workflow)?;
        Ok(workflow)
    }
}

impl<N: Number> FromStr for Ref<N> {
    type Err = ();
    fn from_str(text: &str) -> Result<Self, ()> {
        let (workflow, number) = match text.split_once('.') {
            Some((workflow, number)) => (Some(workflow.parse()?), number),
            None => (None, text),
        };
        Ok(Self {
            workflow,
            number: N::parse(number).ok_or(())?,
        })
    }
}

impl<N: Number> fmt::Display for Ref<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(workflow) = self.workflow {
            write!(f, "{workflow}.")?;
        }
        self.number.fmt(f)
    }
}

impl<N: Number> fmt::Debug for Ref<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<N: Number> Serialize for Ref<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de, N: Number> Deserialize<'de> for Ref<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visit<N>(PhantomData<N>);
        impl<N: Number> de::Visitor<'_> for Visit<N> {
            type Value = Ref<N>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let letter = N::LETTER;
                write!(f, "{} such as {letter}12 or 01J….{letter}12", N::NOUN)
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Ref<N>, E> {
                text.parse()
                    .map_err(|()| E::invalid_value(de::Unexpected::Str(text), &self))
            }
        }
        deserializer.deserialize_str(Visit(PhantomData))
    }
}

impl<N: Number> JsonSchema for Ref<N> {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        format!("Ref{}", N::LETTER).into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let letter = N::LETTER;
        json_schema!({
            "type": "string",
            "pattern": format!(r"^({}\.)?{letter}[1-9][0-9]{{0,8}}$", Id::PATTERN),
            "description": format!("The name of {} in its workflow ({letter}12), or with the workflow's id in front (01J….{letter}12).", N::NOUN),
        })
    }
}
