//! Nodes of a schema: the allowed kinds of each part, and references to others.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

/// Direct constraints of one schema, without those of `anyOf` and similar keywords, which are in the referenced nodes.
#[derive(Debug, Default)]
pub struct Node {
    pub kinds: Kinds,
    pub fields: HashMap<String, usize>,
    /// True if objects may have no other fields.
    pub closed: bool,
    /// Required fields.
    pub required: HashSet<String>,
    /// Values of an enumeration.
    pub names: Vec<String>,
    /// Name of the only field, if this is one of several alternatives.
    pub alternative: Option<String>,
    /// Node of fields that the schema does not name.
    pub rest: Option<usize>,
    pub items: Option<usize>,
    pub leads: Vec<usize>,
}

/// Set of allowed kinds of values.
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
    pub boolean: bool,
    pub null: bool,
    pub text: bool,
    /// Any text, not only the names of an enumeration.
    pub any_text: bool,
    /// The empty text.
    pub empty_text: bool,
}

/// Returns the nodes of a schema, its root first.
pub fn of(schema: &Value) -> Vec<Node> {
    let mut maker = Maker {
        defs: schema.get("$defs").and_then(Value::as_object),
        nodes: Vec::new(),
        named: HashMap::new(),
    };
    maker.node(schema);
    maker.nodes
}

/// Returns the nodes reachable from `from`, itself first.
pub fn reachable(nodes: &[Node], from: usize) -> Vec<usize> {
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
        let names = names(schema);
        let mut node = Node {
            kinds: kinds(schema),
            closed: schema.get("additionalProperties") == Some(&Value::Bool(false)),
            required: texts(schema.get("required")).collect(),
            names: names.collect(),
            ..Node::default()
        };
        if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
            node.leads.extend(self.resolve_reference(name));
        }
        for several in ["anyOf", "oneOf", "allOf"] {
            for one in schema
                .get(several)
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
            {
                let lead = self.node(one);
                if several != "allOf" {
                    self.nodes[lead].alternative = only_field(one);
                }
                node.leads.push(lead);
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

    fn resolve_reference(&mut self, reference: &'a str) -> Option<usize> {
        if reference == "#" {
            return Some(0);
        }
        let name = reference.rsplit('/').next()?;
        if let Some(at) = self.named.get(name) {
            return Some(*at);
        }
        let schema = self.defs?.get(name)?;
        // Registered before it is built: it may refer to itself.
        self.named.insert(name, self.nodes.len());
        Some(self.node(schema))
    }
}

/// Returns the name of the only field, if the object requires exactly that field and allows no other.
fn only_field(schema: &Value) -> Option<String> {
    let fields = schema.get("properties")?.as_object()?;
    let required: Vec<String> = texts(schema.get("required")).collect();
    let is_closed = schema.get("additionalProperties") == Some(&Value::Bool(false));
    let [only] = required.as_slice() else {
        return None;
    };
    let is_tag = fields.get(only)?.get("const").is_some();
    (is_closed && fields.len() == 1 && !is_tag).then(|| only.clone())
}

/// Returns the texts of an enumeration.
fn names(schema: &Map<String, Value>) -> impl Iterator<Item = String> {
    let only = schema.get("const").and_then(Value::as_str);
    texts(schema.get("enum")).chain(only.map(str::to_owned))
}

fn texts(list: Option<&Value>) -> impl Iterator<Item = String> {
    let items = list.and_then(Value::as_array).into_iter().flatten();
    items.filter_map(Value::as_str).map(str::to_owned)
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
    let is_named = schema.contains_key("enum") || schema.contains_key("const");
    let mut kinds = Kinds {
        object: schema.contains_key("properties"),
        text: is_named,
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
            "boolean" => kinds.boolean = true,
            "null" => kinds.null = true,
            "string" => {
                kinds.text = true;
                kinds.any_text |= !is_named;
                let least = schema.get("minLength").and_then(Value::as_u64);
                kinds.empty_text |= !is_named && least.unwrap_or(0) == 0;
            }
            _ => {}
        }
    }
    kinds
}
