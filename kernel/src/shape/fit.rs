//! Conversion of a value to the form that a schema expects.

use serde_json::{Map, Number, Value};

use super::nodes::{Kinds, Node};
use super::{Lenience, Misfit, Shape};

impl Shape {
    /// Converts the value to match any of the nodes. Does not parse texts within a parsed text, so the depth stays
    /// bounded.
    pub(super) fn walk(
        &self,
        value: &mut Value,
        set: &[usize],
        lenience: Lenience<'_>,
    ) -> Result<(), Misfit> {
        let kinds = self.kinds(set);
        if kinds.anything {
            return Ok(());
        }
        if let Value::String(text) = &*value {
            let Some(meant) = self.parse_embedded(text, set, kinds, lenience) else {
                return Ok(());
            };
            *value = meant;
            let within = Lenience {
                read: &|_| None,
                ..lenience
            };
            return self.walk(value, set, within);
        }
        match value {
            Value::Array(items) => {
                let set = self.items(set, kinds)?;
                for (at, item) in items.iter_mut().enumerate() {
                    let walked = self.walk(item, &set, lenience);
                    walked.map_err(|misfit| misfit.within(at.to_string()))?;
                }
            }
            Value::Object(fields) => {
                self.fields(fields, set, lenience)?;
                if let Some(name) = self.alternative(fields, set)? {
                    *value = name.into();
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

    fn fields(
        &self,
        fields: &mut Map<String, Value>,
        set: &[usize],
        lenience: Lenience<'_>,
    ) -> Result<(), Misfit> {
        let mut left_out = Vec::new();
        for (name, value) in fields.iter_mut() {
            let set_of_field = self.field(set, name);
            let walked = self.walk(value, &set_of_field, lenience);
            walked.map_err(|misfit| misfit.within(name.clone()))?;
            let kinds = self.kinds(&set_of_field);
            let keeps_null = kinds.anything || kinds.null || !lenience.null_is_absent;
            let is_empty_list = value.as_array().is_some_and(Vec::is_empty);
            let says_nothing = (value.is_null() || is_empty_list) && self.is_strange(set, name);
            let is_absent = value.is_null() && !keeps_null && self.may_miss(set, name);
            let is_padding = lenience.null_is_absent && (says_nothing || is_absent);
            if is_padding {
                left_out.push(name.clone());
            }
        }
        for name in left_out {
            fields.remove(&name);
        }
        Ok(())
    }

    /// Returns true if the schema forbids the field: it lists all possible fields, and this one is not among them.
    fn is_strange(&self, set: &[usize], name: &str) -> bool {
        if self.names(set).contains(&name) {
            return false;
        }
        let mut objects = self.objects(set).peekable();
        objects.peek().is_some()
            && objects.all(|node| node.closed && !node.fields.contains_key(name))
    }

    /// Returns true if the field is optional: the schema names it, and not every alternative requires it.
    fn may_miss(&self, set: &[usize], name: &str) -> bool {
        let objects = || self.objects(set);
        objects().any(|node| node.fields.contains_key(name))
            && !objects().all(|node| node.required.contains(name))
    }

    fn objects<'a>(&'a self, set: &'a [usize]) -> impl Iterator<Item = &'a Node> {
        let nodes = set.iter().map(|at| &self.nodes[*at]);
        nodes.filter(|node| node.kinds.object)
    }

    /// Checks an object that must have exactly one of several members, such as `{"task": "T1"}`, and removes empty
    /// alternatives. Returns the name if the member is an alternative without a value.
    fn alternative(
        &self,
        fields: &mut Map<String, Value>,
        set: &[usize],
    ) -> Result<Option<String>, Misfit> {
        let mut objects = self.objects(set);
        let all: Option<Vec<&str>> = objects.try_fold(Vec::new(), |mut all, node| {
            all.push(node.alternative.as_deref()?);
            Some(all)
        });
        let Some(alternatives) = all.filter(|all| !all.is_empty()) else {
            return Ok(None);
        };
        let is_empty = |value: &Value| value.is_null() || *value == "";
        if fields.len() > 1 && fields.values().any(|value| !is_empty(value)) {
            fields.retain(|name, value| !alternatives.contains(&&**name) || !is_empty(value));
        }
        let names = self.names(set);
        let mut only = fields.iter();
        match (only.next(), only.next()) {
            (Some((name, Value::Null)), None) if names.contains(&&**name) => {
                return Ok(Some(name.clone()));
            }
            // The deserializer's error lists the alternatives for an unknown member.
            (Some((name, _)), None) if !names.contains(&&**name) => return Ok(None),
            _ => {}
        }
        let list = |names: &[&str]| {
            let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            quoted.join(", ")
        };
        let members = list(&alternatives);
        Err(Misfit::new(if names.is_empty() {
            format!("name exactly one of {members}")
        } else {
            let names = list(&names);
            format!("expected one of the texts {names}, or an object with exactly one of {members}")
        }))
    }

    fn names<'a>(&'a self, set: &[usize]) -> Vec<&'a str> {
        let names = set.iter().flat_map(|at| &self.nodes[*at].names);
        names.map(String::as_str).collect()
    }

    /// Parses a text for a field that does not take this text.
    fn parse_embedded(
        &self,
        text: &str,
        set: &[usize],
        kinds: Kinds,
        lenience: Lenience<'_>,
    ) -> Option<Value> {
        if kinds.any_text || self.names(set).contains(&text) {
            return None;
        }
        let trimmed = text.trim();
        match trimmed.as_bytes().first()? {
            b'{' if kinds.object => return (lenience.read)(trimmed).filter(Value::is_object),
            b'[' if kinds.list => return (lenience.read)(trimmed).filter(Value::is_array),
            b'-' | b'0'..=b'9' if kinds.integer || kinds.number => {
                return serde_json::from_str(trimmed).ok().map(Value::Number);
            }
            _ => {}
        }
        if kinds.boolean && trimmed.eq_ignore_ascii_case("true") {
            return Some(true.into());
        }
        if kinds.boolean && trimmed.eq_ignore_ascii_case("false") {
            return Some(false.into());
        }
        if !kinds.text && trimmed == "null" {
            return Some(Value::Null);
        }
        let items = self.items(set, kinds).ok()?;
        let takes_it = self.kinds(&items).any_text || self.names(&items).contains(&text);
        takes_it.then(|| Value::Array(vec![text.into()]))
    }
}

/// Converts a whole number that is written as `23.0` or `2.3e1`.
fn whole(number: &Number) -> Option<Number> {
    /// Largest magnitude up to which `f64` represents every whole number.
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
