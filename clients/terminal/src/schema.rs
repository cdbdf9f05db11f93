//! Arguments of an operation for the command line, from their JSON Schema.

use kernel::registry::{Entry, whole};
use serde_json::{Map, Value};

/// Type of an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// String.
    Text,
    /// String, or JSON of another type.
    TextOrJson,
    /// Integer.
    Whole,
    /// Number.
    Number,
    /// `true` or `false`.
    Bool,
    /// One of these names, each with its description.
    Choice(Vec<(String, Option<String>)>),
    /// List of values of one type.
    List(Box<Kind>),
    /// Any other JSON.
    Json,
}

impl Kind {
    /// Returns true if one word on the command line is a whole value.
    #[must_use]
    pub fn is_word(&self) -> bool {
        matches!(
            self,
            Self::Text | Self::Whole | Self::Number | Self::Choice(_)
        )
    }
}

/// Argument of an operation.
#[derive(Clone, Debug)]
pub struct Argument {
    /// Name in JSON.
    pub name: String,
    /// Type.
    pub kind: Kind,
    /// True if it is required.
    pub required: bool,
    /// Description.
    pub about: String,
}

/// Description and arguments of an operation.
#[derive(Clone, Debug)]
pub struct Signature {
    /// Description.
    pub about: String,
    /// Arguments in the order of their declaration, required ones first.
    pub arguments: Vec<Argument>,
}

impl Signature {
    /// Returns the signature of an operation.
    #[must_use]
    pub fn of(entry: &Entry) -> Self {
        let schema = whole(entry.arguments);
        let required: Vec<&str> = schema["required"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let nothing = Map::new();
        let properties = schema["properties"].as_object().unwrap_or(&nothing);
        let mut arguments: Vec<Argument> = properties
            .iter()
            .map(|(name, property)| Argument {
                name: name.clone(),
                kind: kind(property, &schema),
                required: required.contains(&name.as_str()),
                about: about(property),
            })
            .collect();
        let rank = |argument: &Argument| {
            let place = required.iter().position(|name| *name == argument.name);
            place.unwrap_or(required.len())
        };
        arguments.sort_by_key(rank);
        Self {
            about: about(&schema),
            arguments,
        }
    }
}

/// Returns the paragraphs of a description, each on a line of its own.
fn about(schema: &Value) -> String {
    let text = schema["description"].as_str().unwrap_or_default();
    let paragraphs = text.split("\n\n").map(|text| text.replace('\n', " "));
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

fn resolve<'a>(schema: &'a Value, root: &'a Value) -> &'a Value {
    let target = schema["$ref"].as_str();
    let target = target.and_then(|target| root.pointer(target.strip_prefix('#')?));
    target.map_or(schema, |target| resolve(target, root))
}

/// Returns the alternatives of a schema, with references resolved and without `null`.
fn forms<'a>(schema: &'a Value, root: &'a Value) -> Vec<&'a Value> {
    let schema = resolve(schema, root);
    for several in ["anyOf", "oneOf", "allOf"] {
        if let Some(ways) = schema[several].as_array() {
            return ways.iter().flat_map(|way| forms(way, root)).collect();
        }
    }
    if schema["type"] == "null" {
        return Vec::new();
    }
    vec![schema]
}

fn kind(schema: &Value, root: &Value) -> Kind {
    let forms = forms(schema, root);
    let choices: Option<Vec<_>> = forms.iter().map(|form| names(form)).collect();
    if let Some(choices) = choices.filter(|choices| !choices.is_empty()) {
        return Kind::Choice(choices.concat());
    }
    match forms.as_slice() {
        [only] => kind_of_one(only, root),
        several if several.iter().any(|form| word(form) == "string") => Kind::TextOrJson,
        _ => Kind::Json,
    }
}

/// Returns the names of a choice, with their descriptions, if the schema is one.
fn names(form: &Value) -> Option<Vec<(String, Option<String>)>> {
    let meaning = form["description"]
        .as_str()
        .map(|text| text.replace('\n', " "));
    if let Some(name) = form["const"].as_str() {
        return Some(vec![(name.to_owned(), meaning)]);
    }
    let names = form["enum"].as_array()?.iter();
    names
        .filter(|name| !name.is_null())
        .map(|name| Some((name.as_str()?.to_owned(), None)))
        .collect()
}

/// Returns the only type of a schema besides `null`.
fn word(form: &Value) -> &str {
    if form["const"].is_string() {
        return "string";
    }
    match &form["type"] {
        Value::String(word) => word,
        Value::Array(words) => {
            let mut words = words.iter().filter_map(Value::as_str);
            let mut words = words.by_ref().filter(|word| *word != "null");
            match (words.next(), words.next()) {
                (Some(only), None) => only,
                _ => "",
            }
        }
        _ => "",
    }
}

fn kind_of_one(form: &Value, root: &Value) -> Kind {
    match word(form) {
        "string" => Kind::Text,
        "integer" => Kind::Whole,
        "number" => Kind::Number,
        "boolean" => Kind::Bool,
        "array" => Kind::List(Box::new(kind(&form["items"], root))),
        _ => Kind::Json,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signature(name: &str) -> Signature {
        let mut all = engine::operations::ALL.iter();
        let entry = all.find(|entry| entry.spec.name == name);
        Signature::of(entry.expect("an operation"))
    }

    fn kind_of(operation: &str, argument: &str) -> Kind {
        let signature = signature(operation);
        let mut arguments = signature.arguments.into_iter();
        let found = arguments.find(|found| found.name == argument);
        found.expect("an argument").kind
    }

    #[test]
    fn kinds_follow_the_schema() {
        let list = |kind| Kind::List(Box::new(kind));
        for (operation, argument, expected) in [
            ("task_claim", "workflow", Kind::Text),
            ("task_claim", "task", Kind::Text),
            ("task_claim", "capabilities", list(Kind::Text)),
            ("task_claim", "lease_seconds", Kind::Whole),
            ("task_claim", "resume", Kind::Bool),
            ("note_write", "importance", Kind::Number),
            ("workflow_create", "tasks", list(Kind::Json)),
            ("workflow_create", "policy", Kind::Json),
            ("task_link", "when", Kind::TextOrJson),
            ("task_review", "comments", Kind::TextOrJson),
            ("scratchpad_put", "value", Kind::Json),
            ("artifact_record", "content", Kind::Text),
        ] {
            let kind = kind_of(operation, argument);
            assert_eq!(kind, expected, "{operation} {argument}");
        }
        let Kind::Choice(names) = kind_of("task_review", "status") else {
            panic!("not a choice");
        };
        assert!(names.iter().any(|(name, _)| name == "needs_rework"));
    }

    #[test]
    fn what_is_required_comes_first_as_declared() {
        let signature = signature("decision_record");
        let names: Vec<&str> = signature.arguments[..3]
            .iter()
            .map(|argument| argument.name.as_str())
            .collect();
        assert_eq!(names, ["workflow", "choice", "rationale"]);
        assert!(!signature.about.is_empty());
    }
}
