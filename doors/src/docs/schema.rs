//! Renders JSON schemas as tables.

use std::fmt::Write as _;

use serde_json::Value;

use super::prose;
use crate::encoding::html;

/// Renders the members of an object as a table.
pub fn table(schema: &Value, out: &mut String) {
    let Some(properties) = schema["properties"].as_object().filter(|p| !p.is_empty()) else {
        let _ = write!(out, "<p><code>{}</code></p>", kind(schema));
        return;
    };
    let required: Vec<&str> = schema["required"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    out.push_str(
        "<div class=\"table-frame\"><table class=\"table\"><thead><tr><th scope=\"col\">name</th>\
         <th scope=\"col\">type</th><th scope=\"col\">what it is</th></tr></thead><tbody>",
    );
    for (name, property) in properties {
        let mark = if required.contains(&name.as_str()) {
            ""
        } else {
            "?"
        };
        let _ = write!(
            out,
            "<tr><th scope=\"row\"><code>{}{mark}</code></th><td><code>{}</code></td><td>",
            html(name),
            kind(property)
        );
        prose(property["description"].as_str().unwrap_or_default(), out);
        out.push_str("</td></tr>");
    }
    out.push_str("</tbody></table></div>");
}

/// Renders the types that several operations share.
pub fn definitions(document: &Value, out: &mut String) {
    out.push_str("<section><h2>Types</h2>");
    let schemas = &document["components"]["schemas"];
    let text = schemas.to_string();
    for (name, schema) in schemas.as_object().into_iter().flatten() {
        // Arguments and answers are shown with their operations, unless another type refers to them.
        let is_shared = text.contains(&format!("\"#/components/schemas/{name}\""));
        if (name.ends_with("Arguments") || name.ends_with("Answer")) && !is_shared {
            continue;
        }
        let name = html(name);
        let _ = write!(
            out,
            "<article id=\"type-{name}\"><h3><code>{name}</code></h3>"
        );
        prose(schema["description"].as_str().unwrap_or_default(), out);
        table(schema, out);
        out.push_str("</article>");
    }
    out.push_str("</section>");
}

/// Returns a short name of a schema's type as HTML; a shared type is a link.
fn kind(schema: &Value) -> String {
    if let Some(target) = schema["$ref"].as_str() {
        let name = html(target.rsplit('/').next().unwrap_or(target));
        return format!("<a href=\"#type-{name}\">{name}</a>");
    }
    for (key, glue) in [("anyOf", " | "), ("oneOf", " | "), ("allOf", " & ")] {
        if let Some(parts) = schema[key].as_array() {
            let parts: Vec<_> = parts
                .iter()
                .filter(|part| part["type"] != "null")
                .map(kind)
                .collect();
            return parts.join(glue);
        }
    }
    if let Some(words) = schema["enum"].as_array() {
        let words: Vec<_> = words.iter().map(|word| html(&word.to_string())).collect();
        return words.join(" | ");
    }
    if !schema["const"].is_null() {
        return html(&schema["const"].to_string());
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
    match (name, schema["format"].as_str()) {
        ("array", _) => format!("{}[]", kind(&schema["items"])),
        (_, Some("date-time")) => "time".into(),
        _ => html(name),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::kind;

    #[test]
    fn types_read_well() {
        for (schema, words) in [
            (json!({"type": ["string", "null"]}), "string"),
            (
                json!({"type": "array", "items": {"type": "integer"}}),
                "integer[]",
            ),
            (
                json!({"anyOf": [{"$ref": "#/x/Id"}, {"type": "null"}]}),
                "<a href=\"#type-Id\">Id</a>",
            ),
            (json!({"enum": ["a", "b"]}), "&quot;a&quot; | &quot;b&quot;"),
            (json!({"type": "string", "format": "date-time"}), "time"),
        ] {
            assert_eq!(kind(&schema), words);
        }
    }
}
