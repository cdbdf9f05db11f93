//! Views of JSON schemas: lists of members with their types.

use leptos::prelude::*;
use serde_json::Value;

use super::reference::{Member, members, text, type_name, type_schema};

/// Part of the name of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    /// A shared type, described on the same page.
    Shared(&'static str),
}

/// Renders members as a list: name, type, description.
pub fn list(members: impl IntoIterator<Item = Member>) -> AnyView {
    let rows: Vec<_> = members.into_iter().map(row).collect();
    view! { <dl class="members">{rows}</dl> }.into_any()
}

fn row(member: Member) -> AnyView {
    let required = member
        .required
        .then(|| view! { " " <b class="members-required">"required"</b> });
    // A parameter has its schema inside.
    let inner = member.schema.get("schema").unwrap_or(member.schema);
    let kind = kind_view(inner);
    let about = paragraphs(text(&member.schema["description"]));
    view! {
        <div>
            <dt><code>{member.name}</code> " " {kind} {required}</dt>
            <dd>{about}</dd>
        </div>
    }
    .into_any()
}

/// Renders a shared type.
pub fn type_section(name: &'static str) -> AnyView {
    let schema = type_schema(name);
    let arms = ["oneOf", "anyOf"]
        .into_iter()
        .find_map(|key| schema[key].as_array());
    let arms = arms.into_iter().flatten();
    let objects = arms.filter(|arm| arm["properties"].is_object());
    let objects: Vec<_> = objects
        .map(|arm| view! { <li>{paragraphs(text(&arm["description"]))} {list(members(arm))}</li> })
        .collect();
    let body = if schema["properties"].is_object() {
        list(members(schema))
    } else if objects.is_empty() {
        view! { <p>{kind_view(schema)}</p> }.into_any()
    } else {
        view! { <p>{kind_view(schema)} ", with one of these objects:"</p> <ul class="shapes">{objects}</ul> }.into_any()
    };
    let about = paragraphs(text(&schema["description"]));
    view! {
        <article id=format!("type-{name}")>
            <h3><code>{name}</code></h3>
            {about}
            {body}
        </article>
    }
    .into_any()
}

fn kind_view(schema: &'static Value) -> AnyView {
    let pieces = kind(schema).into_iter().map(|piece| match piece {
        Piece::Text(text) => text.into_any(),
        Piece::Shared(name) => view! { <a href=format!("#type-{name}")>{name}</a> }.into_any(),
    });
    view! { <code class="members-type">{pieces.collect::<Vec<_>>()}</code> }.into_any()
}

/// Returns a short name of a schema's type. Null is left out: an optional member may be omitted.
fn kind(schema: &'static Value) -> Vec<Piece> {
    if let Some(name) = type_name(schema) {
        return vec![Piece::Shared(name)];
    }
    for (key, glue) in [("anyOf", " | "), ("oneOf", " | "), ("allOf", " & ")] {
        if let Some(arms) = schema[key].as_array() {
            let arms = arms.iter().filter(|arm| arm["type"] != "null").map(kind);
            return join(arms, glue);
        }
    }
    if let Some(words) = schema["enum"].as_array() {
        let words = words.iter().filter(|word| !word.is_null());
        return join(words.map(|word| vec![Piece::Text(word.to_string())]), " | ");
    }
    if !schema["const"].is_null() {
        return vec![Piece::Text(schema["const"].to_string())];
    }
    let name = match &schema["type"] {
        Value::String(name) => name.as_str(),
        Value::Array(names) => names
            .iter()
            .filter_map(Value::as_str)
            .find(|name| *name != "null")
            .unwrap_or("null"),
        _ => "any",
    };
    if name == "array" {
        let mut pieces = kind(&schema["items"]);
        if pieces.len() > 1 {
            pieces.insert(0, Piece::Text("(".into()));
            pieces.push(Piece::Text(")".into()));
        }
        pieces.push(Piece::Text("[]".into()));
        return pieces;
    }
    let name = if schema["format"] == "date-time" {
        "time"
    } else {
        name
    };
    vec![Piece::Text(name.to_owned())]
}

fn join(parts: impl Iterator<Item = Vec<Piece>>, glue: &str) -> Vec<Piece> {
    let mut joined: Vec<Piece> = Vec::new();
    for part in parts {
        if !joined.is_empty() {
            joined.push(Piece::Text(glue.to_owned()));
        }
        joined.extend(part);
    }
    joined
}

/// Renders paragraphs with `code` in them.
pub fn paragraphs(text: &'static str) -> Vec<AnyView> {
    let paragraphs = text.split("\n\n").filter(|text| !text.trim().is_empty());
    paragraphs
        .map(|text| view! { <p>{with_code(text)}</p> }.into_any())
        .collect()
}

/// Renders a line with `code` in it, the only markup of descriptions.
pub fn with_code(text: &'static str) -> Vec<AnyView> {
    let parts = text.split('`').enumerate();
    parts
        .map(|(nth, part)| match nth % 2 {
            1 => view! { <code>{part}</code> }.into_any(),
            _ => part.into_any(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use leptos::prelude::*;
    use serde_json::{Value, json};

    use super::{Piece, kind, with_code};

    #[test]
    fn types_read_well() {
        let leak = |schema: Value| -> &'static Value { Box::leak(Box::new(schema)) };
        for (schema, words) in [
            (json!({"type": ["string", "null"]}), "string"),
            (
                json!({"type": "array", "items": {"type": "integer"}}),
                "integer[]",
            ),
            (
                json!({"anyOf": [{"$ref": "#/components/schemas/Id"}, {"type": "null"}]}),
                "<Id>",
            ),
            (json!({"enum": ["a", "b", null]}), "\"a\" | \"b\""),
            (
                json!({"type": "array", "items": {"enum": ["a", "b"]}}),
                "(\"a\" | \"b\")[]",
            ),
            (json!({"type": "string", "format": "date-time"}), "time"),
            (json!({}), "any"),
        ] {
            let said: String = kind(leak(schema))
                .into_iter()
                .map(|piece| match piece {
                    Piece::Text(text) => text,
                    Piece::Shared(name) => format!("<{name}>"),
                })
                .collect();
            assert_eq!(said, words);
        }
    }

    #[test]
    fn descriptions_have_code_and_no_other_markup() {
        let html = Owner::new().with(|| view! { <p>{with_code("a `b<c` d")}</p> }.to_html());
        assert_eq!(html.replace("<!>", ""), "<p>a <code>b&lt;c</code> d</p>");
    }
}
