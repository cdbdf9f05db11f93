//! Structure of a schema: its subschemas, the validity of its references, and the number of visits that validation
//! needs.

use std::collections::BTreeMap;

use serde_json::Value;

/// Maximum number of subschemas once every reference is expanded.
const SCHEMAS: usize = 5_000;
/// Maximum nesting depth of subschemas, with references followed.
const DEPTH: usize = 256;
/// Maximum number of visits for which every violation is collected.
const VISITS: usize = 100_000;

/// Analyzed schema.
pub struct Reach<'a> {
    root: &'a Value,
    anchors: BTreeMap<&'a str, &'a Value>,
}

/// Part of a value that a subschema applies to.
enum Part<'a> {
    Whole,
    Key(&'a str),
    AnyKey,
    Item(usize),
    AnyItem,
}

impl<'a> Reach<'a> {
    /// Analyzes a valid schema.
    ///
    /// # Errors
    /// Returns an error about an unsupported construct: an external reference, or a nested `$id`.
    pub fn of(root: &'a Value) -> Result<Self, String> {
        let mut reach = Self {
            root,
            anchors: BTreeMap::new(),
        };
        reach.name(root, DEPTH)?;
        Ok(reach)
    }

    /// Collects the anchors, and rejects a nested `$id`: it would change the meaning of the references around it.
    fn name(&mut self, schema: &'a Value, left: usize) -> Result<(), String> {
        if left == 0 {
            return Err(too_deep());
        }
        for keyword in ["$anchor", "$dynamicAnchor"] {
            if let Some(name) = schema.get(keyword).and_then(Value::as_str) {
                self.anchors.insert(name, schema);
            }
        }
        if schema.get("$id").is_some() && !std::ptr::eq(schema, self.root) {
            return Err("only its top may have an `$id`".into());
        }
        let mut within = Vec::new();
        each_within(schema, &mut |_, inner| within.push(inner));
        let defs = schema.get("$defs").and_then(Value::as_object);
        within.extend(defs.into_iter().flat_map(|defs| defs.values()));
        for inner in within {
            self.name(inner, left - 1)?;
        }
        Ok(())
    }

    /// Rejects references that are external or unresolved, and schemas that grow out of hand.
    ///
    /// # Errors
    /// Returns the fault, and how to fix it.
    pub fn check(&self) -> Result<(), String> {
        let mut seen = 0;
        self.write_out(self.root, &mut Vec::new(), &mut seen, 0)?;
        let defs = self.root.get("$defs").and_then(Value::as_object);
        for schema in defs.into_iter().flat_map(|defs| defs.values()) {
            self.write_out(schema, &mut Vec::new(), &mut seen, 0)?;
        }
        Ok(())
    }

    fn write_out(
        &self,
        schema: &'a Value,
        path: &mut Vec<*const Value>,
        seen: &mut usize,
        depth: usize,
    ) -> Result<(), String> {
        *seen += 1;
        if *seen > SCHEMAS {
            return Err(format!(
                "its references multiply: written out it has more than {SCHEMAS} schemas"
            ));
        }
        if depth > DEPTH {
            return Err(too_deep());
        }
        if path.contains(&std::ptr::from_ref(schema)) {
            // The schema is recursive, which is how trees are described.
            return Ok(());
        }
        path.push(schema);
        let mut within = Vec::new();
        each_within(schema, &mut |_, inner| within.push(inner));
        for reference in references(schema) {
            within.push(self.target(reference)?);
        }
        for inner in within {
            self.write_out(inner, path, seen, depth + 1)?;
        }
        path.pop();
        Ok(())
    }

    fn target(&self, reference: &str) -> Result<&'a Value, String> {
        let own = self.root.get("$id").and_then(Value::as_str);
        let local = own
            .and_then(|own| reference.strip_prefix(own.trim_end_matches('#')))
            .unwrap_or(reference);
        let found = match local.strip_prefix('#') {
            None if local.is_empty() => Some(self.root),
            None => {
                return Err(format!(
                    "`$ref` to {reference}: other documents are never fetched. Copy what it leads to \
                     under `$defs` and refer to it as `#/$defs/…`"
                ));
            }
            Some("") => Some(self.root),
            Some(pointer) if pointer.starts_with('/') => {
                self.root.pointer(&decode_fragment(pointer))
            }
            Some(anchor) => self.anchors.get(anchor).copied(),
        };
        found.ok_or_else(|| format!("`$ref` to {reference} leads nowhere"))
    }

    /// Returns true if validating `value` visits so few subschemas that every violation can be collected.
    #[must_use]
    pub fn is_small_for(&self, value: &Value) -> bool {
        self.visit(self.root, value, &mut Vec::new(), &mut 0)
    }

    fn visit(
        &self,
        schema: &'a Value,
        value: &Value,
        path: &mut Vec<(*const Value, *const Value)>,
        visits: &mut usize,
    ) -> bool {
        *visits += 1;
        let here = (std::ptr::from_ref(schema), std::ptr::from_ref(value));
        if *visits > VISITS || path.contains(&here) {
            return *visits <= VISITS;
        }
        path.push(here);
        let mut within = Vec::new();
        each_within(schema, &mut |part, inner| within.push((part, inner)));
        for reference in references(schema) {
            if let Ok(target) = self.target(reference) {
                within.push((Part::Whole, target));
            }
        }
        let is_small = within.into_iter().all(|(part, inner)| {
            let mut go = |value: &Value| self.visit(inner, value, path, visits);
            match (part, value) {
                (Part::Whole, _) => go(value),
                (Part::Key(key), _) => value.get(key).is_none_or(go),
                (Part::Item(at), _) => value.get(at).is_none_or(go),
                (Part::AnyKey, Value::Object(fields)) => fields.values().all(go),
                (Part::AnyItem, Value::Array(items)) => items.iter().all(go),
                _ => true,
            }
        });
        path.pop();
        is_small
    }
}

fn too_deep() -> String {
    format!("schemas are within each other more than {DEPTH} deep")
}

fn references(schema: &Value) -> impl Iterator<Item = &str> {
    let keywords = ["$ref", "$dynamicRef"].into_iter();
    keywords.filter_map(|keyword| schema.get(keyword)?.as_str())
}

/// Calls `found` with every direct subschema, and the part of a value that it applies to.
fn each_within<'a>(schema: &'a Value, found: &mut impl FnMut(Part<'a>, &'a Value)) {
    let Some(keywords) = schema.as_object() else {
        return;
    };
    for (keyword, held) in keywords {
        match (keyword.as_str(), held) {
            ("allOf" | "anyOf" | "oneOf", Value::Array(schemas)) => {
                for inner in schemas {
                    found(Part::Whole, inner);
                }
            }
            ("not" | "if" | "then" | "else", inner) => found(Part::Whole, inner),
            ("dependentSchemas", Value::Object(schemas)) => {
                for inner in schemas.values() {
                    found(Part::Whole, inner);
                }
            }
            ("properties", Value::Object(schemas)) => {
                for (key, inner) in schemas {
                    found(Part::Key(key), inner);
                }
            }
            ("patternProperties", Value::Object(schemas)) => {
                for inner in schemas.values() {
                    found(Part::AnyKey, inner);
                }
            }
            ("additionalProperties" | "unevaluatedProperties" | "propertyNames", inner) => {
                found(Part::AnyKey, inner);
            }
            ("prefixItems", Value::Array(schemas)) => {
                for (at, inner) in schemas.iter().enumerate() {
                    found(Part::Item(at), inner);
                }
            }
            ("items" | "contains" | "unevaluatedItems", inner) => found(Part::AnyItem, inner),
            _ => {}
        }
    }
}

/// Decodes a JSON pointer in the fragment of a URI.
fn decode_fragment(fragment: &str) -> String {
    let mut bytes = Vec::with_capacity(fragment.len());
    let mut rest = fragment.as_bytes();
    while let [first, tail @ ..] = rest {
        let hex = tail.get(..2).filter(|_| *first == b'%');
        let hex = hex.and_then(|hex| std::str::from_utf8(hex).ok());
        if let Some(byte) = hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            bytes.push(byte);
            rest = &tail[2..];
        } else {
            bytes.push(*first);
            rest = tail;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
