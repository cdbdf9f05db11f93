//! Definition of a summary view: its memories and groups.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;

use crate::crystal::Crystal;
use crate::crystal::filter::{Filters, Range};
use kernel::error::{Error, Result};
use kernel::time::{DAY, Time};

/// Fields by which memories can be grouped and filtered.
pub const FIELDS: [&str; 4] = ["user_id", "namespace", "session_id", "memory_type"];
/// Only supported source.
pub const LONG_TERM: &str = "long_term";
/// Maximum length of a name, in bytes.
const NAME_BYTES: usize = 200;
/// Maximum length of a prompt, in bytes.
const PROMPT_BYTES: usize = 16 * 1024;
/// Maximum time window, in days.
const MAX_DAYS: u32 = 36_500;

/// Values that the memories of a partition share, by field.
pub type Group = BTreeMap<String, String>;

/// Definition of a summary view.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Definition {
    /// Display name.
    pub name: Option<String>,
    /// Source of the summaries: `long_term`.
    #[serde(default = "long_term")]
    pub source: String,
    /// Fields whose values form the groups: `user_id`, `namespace`, `session_id`, `memory_type`. A memory without one
    /// of them is in no group.
    pub group_by: Vec<String>,
    /// Only memories with these values, by field: a string, or the operators of `memory_search`.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub filters: Map<String, Value>,
    /// Maximum age of the memories, in days.
    #[schemars(range(min = 1, max = MAX_DAYS))]
    pub time_window_days: Option<u32>,
    /// Update the partitions automatically, every hour.
    pub continuous: Option<bool>,
    /// Prompt for the language model, instead of the default one.
    pub prompt: Option<String>,
    /// Name of a model, stored as information; the configured model writes.
    pub model_name: Option<String>,
}

fn long_term() -> String {
    LONG_TERM.into()
}

impl Definition {
    /// Validates the definition.
    ///
    /// # Errors
    /// Returns `invalid` without a field, because the rejected values have a valid form.
    pub fn check(&self) -> Result<()> {
        if self.source != LONG_TERM {
            return Err(invalid_definition(format!(
                "source \"{}\" cannot be summarised: it must be \"{LONG_TERM}\"",
                self.source
            )));
        }
        if self.group_by.is_empty() {
            return Err(invalid_definition(
                "group_by is empty: name at least one field",
            ));
        }
        for (at, field) in self.group_by.iter().enumerate() {
            check_field("group_by", field)?;
            if self.group_by[..at].contains(field) {
                return Err(invalid_definition(format!("group_by names {field} twice")));
            }
        }
        for field in self.filters.keys() {
            check_field("filters", field)?;
        }
        self.filters_at(Time(0))?;
        let long =
            |text: &Option<String>, most| text.as_ref().is_some_and(|text| text.len() > most);
        if long(&self.name, NAME_BYTES) || long(&self.model_name, NAME_BYTES) {
            return Err(invalid_definition(format!(
                "a name has at most {NAME_BYTES} bytes"
            )));
        }
        if long(&self.prompt, PROMPT_BYTES) {
            return Err(invalid_definition(format!(
                "prompt has at most {PROMPT_BYTES} bytes"
            )));
        }
        if self
            .time_window_days
            .is_some_and(|days| days == 0 || days > MAX_DAYS)
        {
            return Err(invalid_definition(format!(
                "time_window_days is 1 to {MAX_DAYS}"
            )));
        }
        Ok(())
    }

    /// Returns the filters for the memories of the view at `now`.
    ///
    /// # Errors
    /// Returns `invalid` if a filter cannot be read.
    pub fn filters_at(&self, now: Time) -> Result<Filters> {
        let mut filters: Filters = serde_json::from_value(Value::Object(self.filters.clone()))
            .map_err(|error| invalid_definition(format!("filters cannot be read: {error}")))?;
        filters.created_at = self.time_window_days.map(|days| Range {
            gte: Some(now.plus(-i64::from(days) * DAY).into()),
            ..Range::default()
        });
        Ok(filters)
    }

    /// Returns the filters for the memories of one group at `now`.
    ///
    /// # Errors
    /// Returns `invalid` if the group has other fields than `group_by`, or a filter cannot be read.
    pub fn filters_of(&self, group: &Group, now: Time) -> Result<Filters> {
        self.check_group(group)?;
        let mut filters = self.filters_at(now)?;
        for (field, value) in group {
            let tag = match field.as_str() {
                "user_id" => &mut filters.user_id,
                "namespace" => &mut filters.namespace,
                "session_id" => &mut filters.session_id,
                _ => &mut filters.memory_type,
            };
            // Both have to hold: a group excluded by the view's own filter is empty.
            *tag = Some(tag.take().unwrap_or_default().and(value));
        }
        Ok(filters)
    }

    /// Validates the fields of a group.
    ///
    /// # Errors
    /// Returns `invalid` if they differ from `group_by`.
    pub fn check_group(&self, group: &Group) -> Result<()> {
        let fits = group.len() == self.group_by.len()
            && self.group_by.iter().all(|field| group.contains_key(field));
        if fits {
            return Ok(());
        }
        Err(invalid_definition(format!(
            "group must have exactly the keys {}",
            self.group_by.join(", ")
        )))
    }

    /// Returns the group of a memory, or `None` if it lacks one of the fields.
    #[must_use]
    pub fn group_of(&self, crystal: &Crystal) -> Option<Group> {
        let values = self.group_by.iter().map(|field| {
            let value = match field.as_str() {
                "user_id" => crystal.user_id.clone(),
                "namespace" => crystal.namespace.clone(),
                "session_id" => crystal.session_id.clone(),
                _ => Some(crystal.memory_type.name().to_owned()),
            };
            Some((field.clone(), value?))
        });
        values.collect()
    }

    /// Returns true if Loci updates it automatically.
    #[must_use]
    pub fn is_continuous(&self) -> bool {
        self.continuous.unwrap_or(false)
    }
}

fn check_field(what: &str, field: &str) -> Result<()> {
    if FIELDS.contains(&field) {
        return Ok(());
    }
    Err(invalid_definition(format!(
        "{what} does not know the field {field}: it knows {}",
        FIELDS.join(", ")
    )))
}

fn invalid_definition(detail: impl Into<String>) -> Error {
    Error::invalid(detail)
}
