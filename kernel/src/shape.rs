//! Which kinds of JSON values may stand where, as a type's schema says. Serde reads a list for any struct,
//! field by field in their order; a caller who sends one never means that. Knows no operation.

mod look;
mod nodes;

use std::any::TypeId;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use schemars::{JsonSchema, SchemaGenerator};
use serde::de::DeserializeSeed;
use serde_json::{Number, Value};

use crate::error::{Error, Result};
use look::Look;
use nodes::{Kinds, Node};

static SHAPES: LazyLock<RwLock<HashMap<TypeId, Arc<Shape>>>> = LazyLock::new(RwLock::default);

/// What a schema allows at each place of a value.
#[derive(Debug)]
pub struct Shape {
    /// A schema that refers to itself is a node that leads back to an earlier one.
    nodes: Vec<Node>,
    /// For each node the nodes that a value at its place may follow, itself among them.
    ways: Vec<Vec<usize>>,
}

/// The place and kind of the first value that does not fit.
struct Misfit {
    expected: &'static str,
    /// The way there, last step first.
    way: Vec<String>,
}

impl Shape {
    /// The shape of a type, made once.
    #[must_use]
    pub fn of<T: JsonSchema + 'static>() -> Arc<Self> {
        let id = TypeId::of::<T>();
        let shapes = SHAPES.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(shape) = shapes.get(&id) {
            return shape.clone();
        }
        drop(shapes);
        let schema = SchemaGenerator::default().into_root_schema_for::<T>();
        let shape = Arc::new(Self::new(schema.as_value()));
        let mut shapes = SHAPES.write().unwrap_or_else(PoisonError::into_inner);
        shapes.entry(id).or_insert(shape).clone()
    }

    fn new(schema: &Value) -> Self {
        let nodes = nodes::of(schema);
        let ways = (0..nodes.len()).map(|at| nodes::reached(&nodes, at));
        Self {
            ways: ways.collect(),
            nodes,
        }
    }

    /// Refuses a list where the schema has none, and writes whole numbers such as `23.0` as they are
    /// read.
    ///
    /// # Errors
    /// `invalid` with a pointer to the list.
    pub fn fit(&self, value: &mut Value) -> Result<()> {
        self.walk(value, &self.ways[0]).map_err(|misfit| {
            let mut pointer = String::new();
            for step in misfit.way.iter().rev() {
                pointer.push('/');
                pointer.push_str(&step.replace('~', "~0").replace('/', "~1"));
            }
            let expected = misfit.expected;
            Error::field(pointer, format!("expected {expected}, found a list"))
        })
    }

    /// Whether every list in the text stands where the schema has one. Text that is no JSON does not.
    #[must_use]
    pub fn takes(&self, text: &[u8]) -> bool {
        let mut reader = serde_json::Deserializer::from_slice(text);
        let look = Look {
            shape: self,
            set: &self.ways[0],
        };
        look.deserialize(&mut reader).is_ok()
    }

    /// Whether a text may stand in the field of that name, or in a list there.
    #[must_use]
    pub fn takes_text(&self, field: &str) -> bool {
        let set = self.field(&self.ways[0], field);
        let kinds = self.kinds(&set);
        kinds.anything || kinds.text || kinds.list
    }

    fn walk(&self, value: &mut Value, set: &[usize]) -> Result<(), Misfit> {
        let kinds = self.kinds(set);
        if kinds.anything {
            return Ok(());
        }
        match value {
            Value::Array(items) => {
                let set = self.items(set, kinds)?;
                for (at, item) in items.iter_mut().enumerate() {
                    let walked = self.walk(item, &set);
                    walked.map_err(|misfit| misfit.within(at.to_string()))?;
                }
            }
            Value::Object(fields) => {
                for (name, value) in fields {
                    let set = self.field(set, name);
                    let walked = self.walk(value, &set);
                    walked.map_err(|misfit| misfit.within(name.clone()))?;
                }
            }
            Value::Number(number) if kinds.integer && !kinds.number => {
                if let Some(whole) = whole(number) {
                    *number = whole;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// What any of the nodes allows. Of none nothing is known, so that anything goes.
    fn kinds(&self, set: &[usize]) -> Kinds {
        let none = Kinds {
            anything: set.is_empty(),
            ..Kinds::default()
        };
        set.iter().fold(none, |all, at| {
            let one = self.nodes[*at].kinds;
            Kinds {
                anything: all.anything || one.anything,
                object: all.object || one.object,
                list: all.list || one.list,
                number: all.number || one.number,
                integer: all.integer || one.integer,
                text: all.text || one.text,
            }
        })
    }

    fn items(&self, set: &[usize], kinds: Kinds) -> Result<Vec<usize>, Misfit> {
        if !kinds.list {
            let expected = if kinds.object {
                "an object"
            } else {
                "a single value"
            };
            return Err(Misfit {
                expected,
                way: Vec::new(),
            });
        }
        let lists = set.iter().map(|at| &self.nodes[*at]);
        Ok(self.joined(lists.filter(|node| node.kinds.list).map(|node| node.items)))
    }

    fn field(&self, set: &[usize], name: &str) -> Vec<usize> {
        let objects = set.iter().map(|at| &self.nodes[*at]);
        let objects = objects.filter(|node| node.kinds.object);
        let found = objects.filter_map(|node| node.fields.get(name).copied().or(node.rest));
        self.joined(found.map(Some))
    }

    /// The ways of all these nodes; none when one of them says nothing.
    fn joined(&self, nodes: impl Iterator<Item = Option<usize>>) -> Vec<usize> {
        let mut joined = Vec::new();
        for node in nodes {
            let Some(node) = node else {
                return Vec::new();
            };
            for way in &self.ways[node] {
                if !joined.contains(way) {
                    joined.push(*way);
                }
            }
        }
        joined
    }
}

impl Misfit {
    fn within(mut self, step: String) -> Self {
        self.way.push(step);
        self
    }
}

/// The whole number that is written as `23.0` or `2.3e1`.
fn whole(number: &Number) -> Option<Number> {
    /// Up to here every whole number has a float of its own.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let float = number.as_f64().filter(|_| number.is_f64())?;
    if float.fract() != 0.0 || float.abs() > EXACT {
        return None;
    }
    #[expect(
        clippy::cast_possible_truncation,
        reason = "checked to be within bounds"
    )]
    let whole = float as i64;
    Some(whole.into())
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Deserialize, JsonSchema)]
    #[serde(default)]
    #[derive(Default)]
    struct Tree {
        #[serde(rename = "leaf")]
        _leaf: Option<Leaf>,
        #[serde(rename = "trees")]
        _trees: Vec<Tree>,
        #[serde(rename = "either")]
        _either: Option<Either>,
        #[serde(rename = "named")]
        _named: HashMap<String, Leaf>,
        #[serde(rename = "free")]
        _free: Value,
        #[serde(rename = "pair")]
        _pair: Option<(u32, Leaf)>,
        #[serde(rename = "lists")]
        _lists: Vec<Vec<Leaf>>,
        #[serde(flatten)]
        _flat: Flat,
    }

    #[derive(Deserialize, JsonSchema)]
    #[serde(default)]
    #[derive(Default)]
    struct Flat {
        #[serde(rename = "flat")]
        _flat: Option<Leaf>,
    }

    #[derive(Deserialize, JsonSchema)]
    #[serde(default)]
    #[derive(Default)]
    struct Leaf {
        #[serde(rename = "count")]
        _count: u32,
        #[serde(rename = "share")]
        _share: f64,
    }

    #[derive(Deserialize, JsonSchema)]
    #[serde(untagged)]
    enum Either {
        Word(#[expect(dead_code, reason = "only its schema is looked at")] String),
        One(#[expect(dead_code, reason = "only its schema is looked at")] Leaf),
    }

    #[test]
    fn lists_stand_only_where_the_schema_has_them() {
        let shape = Shape::of::<Tree>();
        for (value, wrong) in [
            (json!({}), None),
            (json!({"leaf": {"count": 1}}), None),
            (json!({"leaf": null}), None),
            (json!({"leaf": []}), Some("/leaf")),
            (json!({"leaf": [1, 0.5]}), Some("/leaf")),
            (json!({"trees": [{"leaf": {}}]}), None),
            (json!({"trees": [{}, []]}), Some("/trees/1")),
            (
                json!({"trees": [{"trees": [{"leaf": []}]}]}),
                Some("/trees/0/trees/0/leaf"),
            ),
            (json!({"either": "word"}), None),
            (json!({"either": [1]}), Some("/either")),
            (json!({"named": {"a/b": {}}}), None),
            (json!({"named": {"a/b": []}}), Some("/named/a~1b")),
            (json!({"named": []}), Some("/named")),
            (json!({"free": [[], {"leaf": []}]}), None),
            (json!({"pair": [1, {}]}), None),
            (json!({"pair": [1, []]}), Some("/pair/1")),
            (json!({"lists": [[{}], []]}), None),
            (json!({"lists": [[[]]]}), Some("/lists/0/0")),
            (json!({"flat": []}), Some("/flat")),
            (json!({"unknown": [[]]}), None),
            (json!([]), Some("")),
        ] {
            let text = value.to_string();
            assert_eq!(shape.takes(text.as_bytes()), wrong.is_none(), "{text}");
            let fitted = shape.fit(&mut value.clone());
            let pointer = fitted
                .err()
                .map(|error| error.extra.fields[0].pointer.clone());
            assert_eq!(pointer.as_deref(), wrong, "{text}");
        }
    }

    #[test]
    fn texts_stand_where_the_schema_has_them() {
        let shape = Shape::of::<Tree>();
        for (field, takes) in [
            ("either", true),
            ("leaf", false),
            ("lists", true),
            ("none", true),
        ] {
            assert_eq!(shape.takes_text(field), takes, "{field}");
        }
        assert!(!Shape::of::<Leaf>().takes_text("count"));
    }

    #[test]
    fn whole_numbers_are_whole_however_they_are_written() {
        let shape = Shape::of::<Tree>();
        for (written, read) in [
            ("23", "23"),
            ("23.0", "23"),
            ("2.3e1", "23"),
            ("-4.0", "-4"),
            ("23.5", "23.5"),
            ("1e300", "1e300"),
        ] {
            let mut value = json!({"leaf": {"count": 0, "share": 1.0}});
            value["leaf"]["count"] = serde_json::from_str(written).unwrap();
            shape.fit(&mut value).unwrap();
            assert_eq!(
                value["leaf"]["count"],
                serde_json::from_str::<Value>(read).unwrap()
            );
            assert_eq!(value["leaf"]["share"].to_string(), "1.0");
        }
    }
}
