//! The suite's tools that finish in one call. Some send requests to the client during the call, as of the revisions up
//! to 2025-11-25.

use rmcp::RoleServer;
use rmcp::model::{
    CallToolResult, ClientCapabilities, ContentBlock, CreateMessageRequest, ElicitRequest,
    ErrorData, LoggingLevel, LoggingMessageNotificationParam, ProgressNotificationParam,
    ServerRequest, Tool,
};
use rmcp::service::{PeerRequestOptions, RequestContext};
use serde_json::{Value, json};

use crate::content::{PNG, WAV};
use crate::handler::{List, Shared, model};

/// Names of the tools, with their required arguments.
const TOOLS: [(&str, Option<&str>); 25] = [
    ("test_simple_text", None),
    ("test_image_content", None),
    ("test_audio_content", None),
    ("test_embedded_resource", None),
    ("test_multiple_content_types", None),
    ("test_error_handling", None),
    ("test_tool_with_logging", None),
    ("test_tool_with_progress", None),
    ("test_sampling", Some("prompt")),
    ("test_elicitation", Some("message")),
    ("test_elicitation_sep1034_defaults", None),
    ("test_elicitation_sep1330_enums", None),
    ("test_missing_capability", None),
    ("test_streaming_elicitation", None),
    ("test_logging_tool", None),
    ("test_trigger_tool_change", None),
    ("test_trigger_prompt_change", None),
    ("test_input_required_result_elicitation", None),
    ("test_input_required_result_sampling", None),
    ("test_input_required_result_list_roots", None),
    ("test_input_required_result_request_state", None),
    ("test_input_required_result_multiple_inputs", None),
    ("test_input_required_result_multi_round", None),
    ("test_input_required_result_tampered_state", None),
    ("test_input_required_result_capabilities", None),
];

/// Listed tools.
pub fn list() -> Result<Vec<Tool>, ErrorData> {
    let tools = TOOLS.iter().map(|(name, argument)| {
        let mut schema = json!({ "type": "object", "properties": {} });
        if let Some(argument) = argument {
            schema["properties"][argument] = json!({ "type": "string" });
            schema["required"] = json!([argument]);
        }
        model(json!({
            "name": name, "description": format!("The fixture {name}."), "inputSchema": schema,
        }))
    });
    tools.collect()
}

/// Creates a result with one text.
pub fn text_result(text: impl Into<String>) -> CallToolResult {
    CallToolResult::success(vec![ContentBlock::text(text)])
}

/// Calls a tool.
///
/// # Errors
/// Returns an error if the tool does not exist, or the client lacks a required capability.
pub async fn call(
    name: &str,
    arguments: &Value,
    shared: &Shared,
    context: &RequestContext<RoleServer>,
) -> Result<CallToolResult, ErrorData> {
    let image = || json!({ "type": "image", "data": PNG, "mimeType": "image/png" });
    let resource = |uri: &str, kind: &str, text: &str| {
        let resource = json!({ "uri": uri, "mimeType": kind, "text": text });
        json!({ "type": "resource", "resource": resource })
    };
    let argument = |name: &str| arguments[name].as_str().unwrap_or_default();
    let blocks = match name {
        "test_simple_text" => {
            return Ok(text_result("This is a simple text response for testing."));
        }
        "test_error_handling" => {
            let text = "This tool intentionally returns an error for testing";
            return Ok(CallToolResult::error(vec![ContentBlock::text(text)]));
        }
        "test_image_content" => json!([image()]),
        "test_audio_content" => json!([{ "type": "audio", "data": WAV, "mimeType": "audio/wav" }]),
        "test_embedded_resource" => json!([resource(
            "test://embedded-resource",
            "text/plain",
            "This is an embedded resource content."
        )]),
        "test_multiple_content_types" => json!([
            { "type": "text", "text": "Multiple content types test:" },
            image(),
            resource(
                "test://mixed-content-resource",
                "application/json",
                r#"{"test":"data","value":123}"#
            ),
        ]),
        "test_tool_with_logging" => return log(context).await,
        "test_tool_with_progress" => return progress(context).await,
        // Log messages are sent only if the call sets a level.
        "test_logging_tool" if context.meta.log_level().is_some() => return log(context).await,
        "test_logging_tool" => return Ok(text_result("Nothing was logged.")),
        "test_trigger_tool_change" => return Ok(change(shared, List::Tools)),
        "test_trigger_prompt_change" => return Ok(change(shared, List::Prompts)),
        "test_missing_capability" => return needs_sampling(context),
        "test_sampling" => {
            let message = json!({ "role": "user", "content": { "type": "text", "text": argument("prompt") } });
            let params = json!({ "messages": [message], "maxTokens": 100 });
            let request = CreateMessageRequest::new(model(params)?);
            return ask(context, ServerRequest::CreateMessageRequest(request)).await;
        }
        "test_elicitation" => {
            let properties = json!({
                "username": { "type": "string", "description": "User's response" },
                "email": { "type": "string", "description": "User's email address" },
            });
            return elicit(context, argument("message"), properties).await;
        }
        "test_elicitation_sep1034_defaults" => {
            return elicit(context, "Look at the defaults", defaults()).await;
        }
        "test_elicitation_sep1330_enums" => {
            return elicit(context, "Choose", choices()).await;
        }
        _ => {
            let detail = format!("There is no tool {name}.");
            return Err(ErrorData::invalid_params(detail, None));
        }
    };
    Ok(CallToolResult::success(model(blocks)?))
}

fn defaults() -> Value {
    json!({
        "name": { "type": "string", "default": "John Doe" },
        "age": { "type": "integer", "default": 30 },
        "score": { "type": "number", "default": 95.5 },
        "status": {
            "type": "string", "enum": ["active", "inactive", "pending"], "default": "active",
        },
        "verified": { "type": "boolean", "default": true },
    })
}

fn choices() -> Value {
    let options = json!(["option1", "option2", "option3"]);
    let titled = json!([
        { "const": "value1", "title": "First" },
        { "const": "value2", "title": "Second" },
        { "const": "value3", "title": "Third" },
    ]);
    json!({
        "untitledSingle": { "type": "string", "enum": options },
        "titledSingle": { "type": "string", "oneOf": titled },
        "legacyEnum": {
            "type": "string",
            "enum": ["opt1", "opt2", "opt3"],
            "enumNames": ["Option One", "Option Two", "Option Three"],
        },
        "untitledMulti": { "type": "array", "items": { "type": "string", "enum": options } },
        "titledMulti": { "type": "array", "items": { "anyOf": titled } },
    })
}

async fn elicit(
    context: &RequestContext<RoleServer>,
    message: &str,
    properties: Value,
) -> Result<CallToolResult, ErrorData> {
    let params = json!({
        "mode": "form",
        "message": message,
        "requestedSchema": { "type": "object", "properties": properties },
    });
    let request = ElicitRequest::new(model(params)?);
    ask(context, ServerRequest::ElicitRequest(request)).await
}

/// Sends a request to the client and returns its answer as text.
async fn ask(
    context: &RequestContext<RoleServer>,
    request: ServerRequest,
) -> Result<CallToolResult, ErrorData> {
    let broke = |error: rmcp::ServiceError| ErrorData::internal_error(error.to_string(), None);
    let options = PeerRequestOptions::no_options();
    let asked = context.peer.send_request_with_option(request, options);
    let answer = asked.await.map_err(broke)?.await_response();
    let answer = serde_json::to_string(&answer.await.map_err(broke)?);
    Ok(text_result(format!(
        "The client answered: {}",
        answer.unwrap_or_default()
    )))
}

async fn log(context: &RequestContext<RoleServer>) -> Result<CallToolResult, ErrorData> {
    for text in [
        "Tool execution started",
        "Tool processing data",
        "Tool execution completed",
    ] {
        let message = LoggingMessageNotificationParam::new(LoggingLevel::Info, text.into());
        let sent = context.peer.notify_logging_message(message).await;
        sent.map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
    }
    Ok(text_result("Three messages were logged."))
}

async fn progress(context: &RequestContext<RoleServer>) -> Result<CallToolResult, ErrorData> {
    let Some(token) = context.meta.get_progress_token() else {
        return Ok(text_result("Nobody asked for progress."));
    };
    for done in [0.0, 50.0, 100.0] {
        let step = ProgressNotificationParam::new(token.clone(), done).with_total(100.0);
        let sent = context.peer.notify_progress(step).await;
        sent.map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
    }
    Ok(text_result("Progress was told."))
}

fn change(shared: &Shared, list: List) -> CallToolResult {
    // An error means that there are no listeners.
    drop(shared.changes.send(list));
    text_result("The list changed.")
}

fn needs_sampling(context: &RequestContext<RoleServer>) -> Result<CallToolResult, ErrorData> {
    let able = context.client_capabilities().unwrap_or_default();
    if able.sampling.is_some() {
        return Ok(text_result("The client can sample."));
    }
    let needed: ClientCapabilities = model(json!({ "sampling": {} }))?;
    Err(ErrorData::missing_required_client_capability(needed))
}
