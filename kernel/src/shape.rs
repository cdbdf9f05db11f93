//! The kinds of JSON values that a type's schema allows at each place. Serde accepts a list for any struct,
//! field by field in order; no client means that. Clients also send texts for other kinds, and `null` for
//! optional fields.

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

/// What a schema allows at each place of a value.
#[derive(Debug)]
pub struct Shape {
    /// A schema that refers to itself is a node that leads back to an earlier one.
    nodes: Vec<Node>,
    /// For each node the nodes that a value at its place may follow, itself among them.
    ways: Vec<Vec<usize>>,
}

/// How much of what clients send otherwise than the schema says is read.
#[derive(Clone, Copy)]
pub struct Lenience<'a> {
    /// Reads a text as JSON within the caller's bounds. Returns `None` when it is no JSON, or exceeds them.
    pub read: &'a dyn Fn(&str) -> Option<Value>,
    /// Whether `null` for a field that may be absent and not be `null` counts as absent.
    pub null_is_absent: bool,
}

/// A value that does not fit.
struct Misfit {
    detail: String,
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

    /// Brings a value into the form that the schema asks for, as far as its meaning is clear:
    ///
    /// - a text where the schema has no text is read as a boolean, number, list or object, or is the only
    ///   item of a list of texts;
    /// - `null` for a field that may be absent and not be `null` is removed, if it counts as absent, and so is `null`
    ///   or an empty list for a field that the object cannot have;
    /// - a whole number such as `23.0` is written as an integer.
    ///
    /// # Errors
    /// `invalid` with a pointer to a list where the schema has none, or to an object that does not have
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

    /// Whether an empty text may be the value of the field of that name, or of an item of its list.
    #[must_use]
    pub fn takes_empty(&self, field: &str) -> bool {
        let set = self.field(&self.ways[0], field);
        let kinds = self.kinds(&set);
        kinds.anything || kinds.empty_text || kinds.list
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
