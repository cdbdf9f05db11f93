//! A schema as nodes: what each of its parts allows, and where it leads. Knows no value.

use std::collections::HashMap;

use serde_json::{Map, Value};

/// What one schema says itself. What it says by `anyOf` and the like is said by the nodes it leads to.
#[derive(Debug, Default)]
pub struct Node {
    pub kinds: Kinds,
    pub fields: HashMap<String, usize>,
    /// Of fields that have no name in the schema.
    pub rest: Option<usize>,
    pub items: Option<usize>,
    pub leads: Vec<usize>,
}

/// The kinds of values that may stand somewhere.
#[derive(Clone, Copy, Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "a set of kinds, of which any may be allowed"
)]
pub struct Kinds {
    pub anything: bool,
    pub object: bool,
    pub list: bool,
    pub number: bool,
    pub integer: bool,
    pub text: bool,
}

/// The nodes of a schema, its own first.
pub fn of(schema: &Value) -> Vec<Node> {
    let mut maker = Maker {
        defs: schema.get("$defs").and_then(Value::as_object),
        nodes: Vec::new(),
        named: HashMap::new(),
    };
    maker.node(schema);
    maker.nodes
}

/// The nodes that are reached from one, itself first.
pub fn reached(nodes: &[Node], from: usize) -> Vec<usize> {
    let mut reached = vec![from];
    let mut next = 0;
    while let Some(at) = reached.get(next) {
        for lead in &nodes[*at].leads {
            if !reached.contains(lead) {
                reached.push(*lead);
            }
        }
        next += 1;
    }
    reached
}

struct Maker<'a> {
    defs: Option<&'a Map<String, Value>>,
    nodes: Vec<Node>,
    named: HashMap<&'a str, usize>,
}

impl<'a> Maker<'a> {
    fn node(&mut self, schema: &'a Value) -> usize {
        let at = self.nodes.len();
        self.nodes.push(Node::default());
        let Value::Object(schema) = schema else {
            self.nodes[at].kinds.anything = *schema != Value::Bool(false);
            return at;
        };
        let mut node = Node {
            kinds: kinds(schema),
            ..Node::default()
        };
        if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
            node.leads.extend(self.named(name));
        }
        for several in ["anyOf", "oneOf", "allOf"] {
            for one in schema
                .get(several)
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
            {
                node.leads.push(self.node(one));
            }
        }
        for (name, field) in schema
            .get("properties")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
        {
            node.fields.insert(name.clone(), self.node(field));
        }
        if let Some(rest @ Value::Object(_)) = schema.get("additionalProperties") {
            node.rest = Some(self.node(rest));
        }
        if let Some(items) = schema.get("items").filter(|items| !items.is_boolean()) {
            node.items = Some(self.node(items));
        } else if let Some(items) = schema.get("prefixItems").and_then(Value::as_array) {
            let leads = items.iter().map(|item| self.node(item)).collect();
            node.items = Some(self.nodes.len());
            self.nodes.push(Node {
                leads,
                ..Node::default()
            });
        }
        self.nodes[at] = node;
        at
    }

    fn named(&mut self, reference: &'a str) -> Option<usize> {
        if reference == "#" {
            return Some(0);
        }
        let name = reference.rsplit('/').next()?;
        if let Some(at) = self.named.get(name) {
            return Some(*at);
        }
        let schema = self.defs?.get(name)?;
        // Noted before it is made: it may refer to itself.
        self.named.insert(name, self.nodes.len());
        Some(self.node(schema))
    }
}

fn kinds(schema: &Map<String, Value>) -> Kinds {
    const ELSEWHERE: [&str; 7] = [
        "$ref",
        "anyOf",
        "oneOf",
        "allOf",
        "const",
        "enum",
        "properties",
    ];
    let mut kinds = Kinds {
        object: schema.contains_key("properties"),
        text: schema.contains_key("enum") || schema.contains_key("const"),
        ..Kinds::default()
    };
    let types = match schema.get("type") {
        Some(Value::Array(types)) => types.iter().filter_map(Value::as_str).collect(),
        Some(Value::String(one)) => vec![one.as_str()],
        _ => {
            kinds.anything = !ELSEWHERE.iter().any(|name| schema.contains_key(*name));
            Vec::new()
        }
    };
    for name in types {
        match name {
            "object" => kinds.object = true,
            "array" => kinds.list = true,
            "integer" => kinds.integer = true,
            "number" => kinds.number = true,
            "string" => kinds.text = true,
            _ => {}
        }
    }
    kinds
}
