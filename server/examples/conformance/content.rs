//! Resources and prompts of the suite.

use serde_json::{Value, json};

/// Image of one red pixel.
pub const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
/// Audio file without samples.
pub const WAV: &str = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

/// Listed resources.
pub fn resources() -> Value {
    json!([
        { "uri": "test://static-text", "name": "static-text", "mimeType": "text/plain" },
        { "uri": "test://static-binary", "name": "static-binary", "mimeType": "image/png" },
        { "uri": "test://watched-resource", "name": "watched-resource", "mimeType": "text/plain" },
    ])
}

/// Resource templates.
pub fn templates() -> Value {
    json!([{
        "uriTemplate": "test://template/{id}/data",
        "name": "template",
        "mimeType": "application/json",
    }])
}

/// Returns the contents of a resource, or `None` if it does not exist.
pub fn resource(uri: &str) -> Option<Value> {
    let content = match uri {
        "test://static-text" => json!({
            "mimeType": "text/plain",
            "text": "This is the content of the static text resource.",
        }),
        "test://watched-resource" => json!({ "mimeType": "text/plain", "text": "Watched." }),
        "test://static-binary" => json!({ "mimeType": "image/png", "blob": PNG }),
        other => {
            let id = other.strip_prefix("test://template/")?;
            let id = id.strip_suffix("/data")?;
            let data =
                json!({ "id": id, "templateTest": true, "data": format!("Data for ID: {id}") });
            json!({ "mimeType": "application/json", "text": data.to_string() })
        }
    };
    let mut content = content;
    content["uri"] = uri.into();
    Some(json!([content]))
}

/// Listed prompts.
pub fn prompts() -> Value {
    let named = |name: &str, arguments: &[&str]| {
        let arguments = arguments.iter();
        let arguments: Vec<Value> = arguments
            .map(|argument| json!({ "name": argument, "description": "One.", "required": true }))
            .collect();
        json!({ "name": name, "description": format!("The fixture {name}."), "arguments": arguments })
    };
    json!([
        named("test_simple_prompt", &[]),
        named("test_prompt_with_arguments", &["arg1", "arg2"]),
        named("test_prompt_with_embedded_resource", &["resourceUri"]),
        named("test_prompt_with_image", &[]),
        named("test_input_required_result_prompt", &[]),
    ])
}

/// Renders the messages of a prompt, or `None` if it does not exist.
pub fn prompt(name: &str, arguments: &Value) -> Option<Value> {
    let argument = |name: &str| arguments[name].as_str().unwrap_or_default();
    let text = |text: String| json!({ "type": "text", "text": text });
    let contents = match name {
        "test_simple_prompt" => vec![text("This is a simple prompt for testing.".into())],
        "test_prompt_with_arguments" => vec![text(format!(
            "Prompt with arguments: arg1='{}', arg2='{}'",
            argument("arg1"),
            argument("arg2")
        ))],
        "test_prompt_with_embedded_resource" => vec![
            json!({ "type": "resource", "resource": {
                "uri": argument("resourceUri"),
                "mimeType": "text/plain",
                "text": "Embedded resource content for testing.",
            }}),
            text("Please process the embedded resource above.".into()),
        ],
        "test_prompt_with_image" => vec![
            json!({ "type": "image", "data": PNG, "mimeType": "image/png" }),
            text("Please analyze the image above.".into()),
        ],
        "test_input_required_result_prompt" => vec![text("Prompt with context.".into())],
        _ => return None,
    };
    let messages = contents.into_iter();
    Some(
        messages
            .map(|content| json!({ "role": "user", "content": content }))
            .collect(),
    )
}
