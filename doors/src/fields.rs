//! Selects the members of an answer: those that the caller named, otherwise the operation's default fields.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use serde_json::Value;

use kernel::answer::{ALL, Answer, FIELDS};
use kernel::error::{Error, Result};
use kernel::registry::{Entry, Output, whole};

/// Maximum number of members that a caller can name.
const MAX_FIELDS: usize = 100;
/// Members that are always returned: those that the kernel adds, and the way to get what was left out.
const ALWAYS: [&str; 8] = [
    "version",
    "position",
    "inbox",
    "inbox_waiting",
    "redacted_secrets",
    "next_cursor",
    "total",
    "more",
];
/// Member of a list answer that holds the items.
const ITEMS: &str = "items";

/// Selection of members of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fields {
    /// The whole answer.
    Whole,
    /// Selected members with a selection for each; for a list it applies to each item.
    Members(BTreeMap<String, Fields>),
}

fn no_json(error: &serde_json::Error) -> Error {
    Error::internal(format!("an answer has no JSON form: {error}"))
}

impl Fields {
    /// Creates a selection from paths such as `task.id`.
    pub fn of<'a>(places: impl IntoIterator<Item = &'a str>) -> Self {
        let mut fields = Self::Members(BTreeMap::new());
        for place in places {
            fields.add(place);
        }
        fields
    }

    /// Selects the members that the caller named, otherwise the operation's default fields.
    ///
    /// # Errors
    /// `invalid` with the available names if a name is unknown.
    pub fn choose(entry: &Entry, asked: Option<&[String]>) -> Result<Self> {
        let Some(asked) = asked else {
            return Ok(match entry.spec.lean {
                [] => Self::Whole,
                lean => Self::of(lean.iter().copied()),
            });
        };
        if asked.is_empty() || asked.len() > MAX_FIELDS {
            let detail =
                format!("name 1 to {MAX_FIELDS} members of the answer, or `{ALL}` for all");
            return Err(Error::field(format!("/{FIELDS}"), detail));
        }
        let shape = Shape::of(entry);
        let mut fields = Self::Members(BTreeMap::new());
        for (nth, name) in asked.iter().enumerate() {
            match shape.place(name) {
                _ if name == ALL => fields = Self::Whole,
                Ok(place) => fields.add(&place),
                Err(detail) => return Err(Error::field(format!("/{FIELDS}/{nth}"), detail)),
            }
        }
        Ok(fields)
    }

    /// Serializes the selected members of the answer as JSON.
    ///
    /// # Errors
    /// Returns an error if the answer cannot be serialized.
    pub fn write(&self, answer: &Answer<Output>) -> Result<Vec<u8>> {
        let json = answer.json()?;
        match self {
            Self::Whole => Ok(json.into_bytes()),
            Self::Members(_) => {
                serde_json::to_vec(&self.value(&json)?).map_err(|error| no_json(&error))
            }
        }
    }

    fn value(&self, json: &str) -> Result<Value> {
        let mut value: Value = serde_json::from_str(json).map_err(|error| no_json(&error))?;
        if let (Self::Members(members), Value::Object(given)) = (self, &mut value) {
            given.retain(|name, value| {
                if let Some(fields) = members.get(name) {
                    fields.keep(value);
                    return true;
                }
                ALWAYS.contains(&name.as_str())
            });
        }
        Ok(value)
    }

    fn add(&mut self, place: &str) {
        let mut at = self;
        for name in place.split('.') {
            let Self::Members(members) = at else { return };
            at = members
                .entry(name.into())
                .or_insert_with(|| Self::Members(BTreeMap::new()));
        }
        *at = Self::Whole;
    }

    fn keep(&self, value: &mut Value) {
        match (self, value) {
            (Self::Members(members), Value::Object(given)) => given.retain(|name, value| {
                let fields = members.get(name);
                fields.inspect(|fields| fields.keep(value)).is_some()
            }),
            (Self::Members(_), Value::Array(items)) => {
                for item in items {
                    self.keep(item);
                }
            }
            _ => {}
        }
    }
}

/// Tree of member names.
#[derive(Debug, Default)]
struct Names(BTreeMap<String, Names>);

impl Names {
    fn merge(&mut self, others: Self) {
        for (name, inner) in others.0 {
            self.0.entry(name).or_default().merge(inner);
        }
    }

    fn pattern(&self) -> String {
        let ways = self.0.iter().map(|(name, inner)| match inner.0.len() {
            0 => name.clone(),
            _ => format!(r"{name}(\.({}))?", inner.pattern()),
        });
        ways.collect::<Vec<_>>().join("|")
    }
}

/// Schema of an operation's answers.
pub struct Shape {
    schema: Value,
    /// Member in which names are also resolved that the answer itself does not have: `items` of a list, else the member
    /// that the operation is named after, such as `task` for `task_get`.
    within: Option<String>,
}

static SHAPES: LazyLock<Mutex<HashMap<&'static str, Arc<Shape>>>> = LazyLock::new(Mutex::default);

impl Shape {
    /// Returns the cached shape of an operation's answers.
    #[must_use]
    pub fn of(entry: &Entry) -> Arc<Self> {
        let mut shapes = SHAPES.lock().unwrap_or_else(PoisonError::into_inner);
        let shape = shapes.entry(entry.spec.name).or_insert_with(|| {
            let mut shape = Self {
                schema: whole(entry.answers),
                within: None,
            };
            let noun = entry.spec.name.split('_').next().unwrap_or_default();
            let holders = [ITEMS, noun].into_iter();
            shape.within = holders
                .filter(|name| shape.member(&shape.schema, name).is_some())
                .map(str::to_owned)
                .next();
            Arc::new(shape)
        });
        shape.clone()
    }

    /// Resolves the path that a caller means by `name`.
    ///
    /// # Errors
    /// Returns a message with the available names if there is no such member.
    pub fn place(&self, name: &str) -> std::result::Result<String, String> {
        let mut near = match &self.within {
            Some(within) => vec![format!("{within}.{name}")],
            None => Vec::new(),
        };
        near.insert(0, name.to_owned());
        if let Some(place) = near.iter().find(|place| self.has(place)) {
            return Ok(place.clone());
        }
        // Suggests the siblings: those below the deepest parent that exists, else the top-level names.
        let (above, _) = name.rsplit_once('.').unwrap_or_default();
        let mut beneath = near
            .iter()
            .filter_map(|place| self.names(place))
            .collect::<Vec<_>>();
        let mut names: Vec<String> = match beneath.pop() {
            Some(names) if !above.is_empty() => names
                .into_iter()
                .map(|name| format!("{above}.{name}"))
                .collect(),
            _ => {
                let of = |schema| self.members(schema).map(|(name, _)| name.clone());
                let top = of(&self.schema);
                let within = self.within.as_ref();
                let inner = within.and_then(|within| self.member(&self.schema, within));
                top.chain(inner.into_iter().flat_map(of)).collect()
            }
        };
        names.sort_unstable();
        names.dedup();
        Err(format!(
            "the answer has no such member; there are: {}",
            names.join(", ")
        ))
    }

    /// Returns a regular expression that matches the accepted names, down to `depth` levels.
    #[must_use]
    pub fn pattern(&self, depth: usize) -> String {
        format!(r"^(\*|{})$", self.names_within(depth).pattern())
    }

    fn names_within(&self, depth: usize) -> Names {
        let mut names = self.tree(&self.schema, depth);
        let within = self.within.as_ref();
        if let Some(inner) = within.and_then(|within| self.member(&self.schema, within)) {
            names.merge(self.tree(inner, depth));
        }
        names
    }

    fn tree(&self, schema: &Value, depth: usize) -> Names {
        let mut names = Names::default();
        let Some(depth) = depth.checked_sub(1) else {
            return names;
        };
        for (name, schema) in self.members(schema) {
            let inner = self.tree(schema, depth);
            names.0.entry(name.clone()).or_default().merge(inner);
        }
        names
    }

    fn has(&self, place: &str) -> bool {
        let mut names = place.split('.');
        let found = names.try_fold(&self.schema, |schema, name| self.member(schema, name));
        found.is_some()
    }

    /// Returns the sibling names of a path's last segment, if its parent exists.
    fn names(&self, place: &str) -> Option<Vec<String>> {
        let (above, _) = place.rsplit_once('.')?;
        let mut names = above.split('.');
        let schema = names.try_fold(&self.schema, |schema, name| self.member(schema, name))?;
        let names: Vec<String> = self.members(schema).map(|(name, _)| name.clone()).collect();
        (!names.is_empty()).then_some(names)
    }

    fn member<'a>(&'a self, schema: &'a Value, name: &str) -> Option<&'a Value> {
        let whole = self.plain(schema);
        let found = self.members(schema).find(|(known, _)| *known == name);
        let mut others = whole
            .iter()
            .filter_map(|schema| schema.get("additionalProperties"));
        found
            .map(|(_, schema)| schema)
            .or_else(|| others.find(|schema| schema.is_object()))
    }

    fn members<'a>(
        &'a self,
        schema: &'a Value,
    ) -> impl Iterator<Item = (&'a String, &'a Value)> + use<'a> {
        let objects = self.plain(schema).into_iter();
        objects
            .filter_map(|schema| schema.get("properties")?.as_object())
            .flatten()
    }

    /// Returns the object schemas behind references, lists and nullable types. A value of one of several kinds can only
    /// be selected as a whole.
    fn plain<'a>(&'a self, schema: &'a Value) -> Vec<&'a Value> {
        let mut found = vec![schema];
        let refers = schema.get("$ref").and_then(Value::as_str);
        let named = refers.and_then(|name| self.schema.pointer(name.strip_prefix('#')?));
        found.extend(named.into_iter().flat_map(|schema| self.plain(schema)));
        let items = schema.get("items");
        found.extend(items.into_iter().flat_map(|schema| self.plain(schema)));
        for several in ["anyOf", "oneOf"] {
            let Some(kinds) = schema.get(several).and_then(Value::as_array) else {
                continue;
            };
            let is_null = |schema: &&Value| schema.get("type").is_some_and(|name| name == "null");
            let mut kinds = kinds.iter().filter(|schema| !is_null(schema));
            if let (Some(only), None) = (kinds.next(), kinds.next()) {
                found.extend(self.plain(only));
            }
        }
        let parts = schema.get("allOf").and_then(Value::as_array);
        let parts = parts.into_iter().flatten();
        found.extend(parts.flat_map(|schema| self.plain(schema)));
        found
    }
}

#[cfg(test)]
mod tests;
