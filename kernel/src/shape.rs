//! Shape of a type: the kinds of JSON values that its schema allows at each place. Serde accepts a list for any struct,
//! field by field in order, which no client means. Clients also send texts for other kinds, and `null` for optional
//! fields.

mod fit;
mod look;
mod nodes;

use std::any::TypeId;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use schemars::{JsonSchema, SchemaGenerator};
use serde::de::DeserializeSeed;
use serde_json::Value;

use crate::error::{Error, Result};
use look::Look;
use nodes::{Kinds, Node};

static SHAPES: LazyLock<RwLock<HashMap<TypeId, Arc<Shape>>>> = LazyLock::new(RwLock::default);

/// Allowed kinds of values at each place of a value.
#[derive(Debug)]
pub struct Shape {
    /// Nodes of the schema. A recursive schema leads back to an earlier node.
    nodes: Vec<Node>,
    /// For each node the alternatives that apply at its place, itself among them.
    ways: Vec<Vec<usize>>,
}

/// Tolerance for values that deviate from the schema.
#[derive(Clone, Copy)]
pub struct Lenience<'a> {
    /// Parses a text as JSON within the caller's bounds. Returns `None` if it is not JSON or exceeds them.
    pub read: &'a dyn Fn(&str) -> Option<Value>,
    /// True if `null` counts as absent for a field that is optional but not nullable.
    pub null_is_absent: bool,
}

/// A value that does not match the schema.
struct Misfit {
    detail: String,
    /// Path to the value, last step first.
    way: Vec<String>,
}

impl Shape {
    /// Returns the shape of a type, computed once.
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
        let ways = (0..nodes.len()).map(|at| nodes::reachable(&nodes, at));
        Self {
            ways: ways.collect(),
            nodes,
        }
    }

    /// Converts a value to the form that the schema expects, as far as its meaning is clear:
    ///
    /// - a text for a field that takes no text is parsed as a boolean, number, list or object, or becomes the only item
    ///   of a list of texts;
    /// - `null` for a field that is optional but not nullable is removed, if it counts as absent, and so is `null` or
    ///   an empty list for an unknown field;
    /// - a whole number such as `23.0` becomes an integer.
    ///
    /// # Errors
    /// Returns `invalid` with a pointer to a list that the schema does not allow, or to an object that does not have
    /// exactly one of its alternatives.
    pub fn fit(&self, value: &mut Value, lenience: Lenience<'_>) -> Result<()> {
        self.walk(value, &self.ways[0], lenience).map_err(|misfit| {
            let mut pointer = String::new();
            for step in misfit.way.iter().rev() {
                pointer.push('/');
                pointer.push_str(&step.replace('~', "~0").replace('/', "~1"));
            }
            Error::field(pointer, misfit.detail)
        })
    }

    /// Returns true if the schema allows every list of the JSON text. Returns false if the text is not JSON.
    #[must_use]
    pub fn takes(&self, text: &[u8]) -> bool {
        let mut reader = serde_json::Deserializer::from_slice(text);
        let look = Look {
            shape: self,
            set: &self.ways[0],
        };
        look.deserialize(&mut reader).is_ok()
    }

    /// Returns true if an empty text is allowed for the field, or for an item of its list.
    #[must_use]
    pub fn takes_empty(&self, field: &str) -> bool {
        let set = self.field(&self.ways[0], field);
        let kinds = self.kinds(&set);
        kinds.anything || kinds.empty_text || kinds.list
    }

    /// Returns the union of the kinds of the nodes. Without nodes, anything is allowed.
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
                boolean: all.boolean || one.boolean,
                null: all.null || one.null,
                text: all.text || one.text,
                any_text: all.any_text || one.any_text,
                empty_text: all.empty_text || one.empty_text,
            }
        })
    }

    fn items(&self, set: &[usize], kinds: Kinds) -> Result<Vec<usize>, Misfit> {
        if !kinds.list {
            return Err(Misfit::new(if kinds.object {
                "expected an object, found a list"
            } else {
                "expected a single value, found a list"
            }));
        }
        let lists = set.iter().map(|at| &self.nodes[*at]);
        Ok(self.join_ways(lists.filter(|node| node.kinds.list).map(|node| node.items)))
    }

    fn field(&self, set: &[usize], name: &str) -> Vec<usize> {
        let objects = set.iter().map(|at| &self.nodes[*at]);
        let objects = objects.filter(|node| node.kinds.object);
        let found = objects.filter_map(|node| node.fields.get(name).copied().or(node.rest));
        self.join_ways(found.map(Some))
    }

    /// Returns the union of the alternatives of the nodes; empty if one of them is unrestricted.
    fn join_ways(&self, nodes: impl Iterator<Item = Option<usize>>) -> Vec<usize> {
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
    fn new(detail: impl Into<String>) -> Self {
        Self {
            detail: detail.into(),
            way: Vec::new(),
        }
    }

    fn within(mut self, step: String) -> Self {
        self.way.push(step);
        self
    }
}

#[cfg(test)]
mod tests;
