//! Responses to the messages of the suite.

use std::sync::Arc;

use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, CompleteRequestParams, CompleteResult,
    ErrorData, GetPromptRequestParams, GetPromptResponse, GetPromptResult, Implementation,
    ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
    PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult,
    ServerCapabilities, ServerConfig, SetLevelRequestParams, SubscribeRequestParams,
    SubscriptionFilter, UnsubscribeRequestParams,
};
use rmcp::service::{RequestContext, SubscriptionContext};
use rmcp::{RoleServer, ServerHandler};
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::sync::broadcast;

use crate::{content, inputs, tools};

/// Time in milliseconds for which a list may be cached.
const LISTED_FOR: u64 = 1_000;

/// List that changed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum List {
    /// Tools.
    Tools,
    /// Prompts.
    Prompts,
}

/// State shared by all handlers.
pub struct Shared {
    /// Announces changed lists.
    pub changes: broadcast::Sender<List>,
}

impl Default for Shared {
    fn default() -> Self {
        Self {
            changes: broadcast::channel(16).0,
        }
    }
}

/// Fixtures of the suite.
pub struct Fixtures {
    shared: Arc<Shared>,
}

impl Fixtures {
    /// Creates a handler.
    pub fn new(shared: Arc<Shared>) -> Self {
        Self { shared }
    }
}

/// Parses a protocol type from JSON.
pub fn model<T: DeserializeOwned>(json: Value) -> Result<T, ErrorData> {
    serde_json::from_value(json).map_err(|error| ErrorData::internal_error(error.to_string(), None))
}

impl ServerHandler for Fixtures {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_logging()
            .enable_completions()
            .enable_prompts()
            .enable_prompts_list_changed()
            .enable_resources()
            .enable_resources_subscribe()
            .enable_tools()
            .enable_tool_list_changed()
            .build();
        let name = Implementation::new("loci-conformance", env!("CARGO_PKG_VERSION"));
        ServerConfig::new(capabilities).with_server_info(name)
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tools::list()?)
            .with_ttl_ms(LISTED_FOR)
            .with_cache_scope(CacheScope::Public))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if let Some(input) = inputs::of_tool(&request.name) {
            let given = (request.input_responses, request.request_state);
            return Ok(match inputs::step(&input, given, &context)? {
                Some(required) => required.into(),
                None => tools::text_result("done: state-ok").into(),
            });
        }
        let arguments = Value::Object(request.arguments.unwrap_or_default());
        let done = tools::call(&request.name, &arguments, &self.shared, &context).await?;
        Ok(done.into())
    }

    async fn list_resources(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(
            ListResourcesResult::with_all_items(model(content::resources())?)
                .with_ttl_ms(LISTED_FOR),
        )
    }

    async fn list_resource_templates(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(
            ListResourceTemplatesResult::with_all_items(model(content::templates())?)
                .with_ttl_ms(LISTED_FOR),
        )
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let uri = &request.uri;
        let Some(read) = content::resource(uri) else {
            let detail = format!("There is no resource {uri}.");
            let data = serde_json::json!({ "uri": uri });
            return Err(ErrorData::resource_not_found(detail, Some(data)));
        };
        Ok(ReadResourceResult::new(model(read)?)
            .with_ttl_ms(0)
            .with_cache_scope(CacheScope::Private)
            .into())
    }

    async fn subscribe(
        &self,
        _request: SubscribeRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        Ok(())
    }

    async fn unsubscribe(
        &self,
        _request: UnsubscribeRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        Ok(())
    }

    async fn list_prompts(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(model(content::prompts())?).with_ttl_ms(LISTED_FOR))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        if let Some(input) = inputs::of_prompt(&request.name) {
            let given = (request.input_responses, request.request_state);
            if let Some(required) = inputs::step(&input, given, &context)? {
                return Ok(required.into());
            }
        }
        let arguments = request.arguments.map(serde_json::to_value);
        let arguments = arguments.transpose().ok().flatten().unwrap_or_default();
        let Some(prompt) = content::prompt(&request.name, &arguments) else {
            let detail = format!("There is no prompt {}.", request.name);
            return Err(ErrorData::invalid_params(detail, None));
        };
        Ok(GetPromptResult::new(model(prompt)?).into())
    }

    async fn complete(
        &self,
        _request: CompleteRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        Ok(CompleteResult::default())
    }

    async fn set_level(
        &self,
        _request: SetLevelRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        Ok(())
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        Some(requested.clone())
    }

    async fn listen(&self, subscription: SubscriptionContext) -> Result<(), ErrorData> {
        let mut changes = self.shared.changes.subscribe();
        let accepted = subscription.accepted().clone();
        loop {
            let list = tokio::select! {
                () = subscription.cancelled() => return Ok(()),
                list = changes.recv() => list,
            };
            let sink = subscription.sink();
            let told = match list {
                Ok(List::Tools) if accepted.tools_list_changed == Some(true) => {
                    sink.notify_tool_list_changed().await
                }
                Ok(List::Prompts) if accepted.prompts_list_changed == Some(true) => {
                    sink.notify_prompt_list_changed().await
                }
                Ok(_) => continue,
                Err(_) => return Ok(()),
            };
            if told.is_err() {
                return Ok(());
            }
        }
    }
}
