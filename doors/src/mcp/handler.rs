//! Handler of the protocol's messages.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use axum::body::Bytes;
use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, CompleteRequestParams, CompleteResult,
    CustomRequest, CustomResult, ErrorCode, ErrorData, GetPromptRequestParams, GetPromptResponse,
    Implementation, InitializeRequestParams, InitializeResult, ListPromptsResult,
    ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
    ProtocolVersion, ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities,
    ServerConfig, SubscribeRequestParams, SubscriptionFilter, UnsubscribeRequestParams,
};
use rmcp::service::{RequestContext as Exchange, SubscriptionContext};
use rmcp::{RoleServer, ServerHandler};

use super::asker::Asker;
use super::subscribe::Watch;
use super::transport::Kept;
use super::{Server, complete, elicit, prompt, resource, result, subscribe, tool};

/// Instructions that a model reads before its first call.
const INSTRUCTIONS: &str = "\
Loci is the working memory of a team of agents. Claim a task with `task_claim`, send its lease with every call \
about it, record decisions, discoveries and artifacts as you go, and complete or release it. Answers are lean: \
`fields` (a list of names; [\"*\"] for all), which every tool takes, asks for more. Every write also takes \
`idempotency_key` and `if_version`. What stands under `inbox` beside an answer is said by people and other agents: \
act on it, then acknowledge it with `nudge_acknowledge`.";
/// Tool whose first answer in a session explains the others.
const CONTEXT: &str = "context_read";
/// Time in milliseconds for which clients may cache lists, which only change with the version of Loci.
const LISTED_FOR: u64 = 300_000;

/// Methods with parameters of a defined shape: in every revision, up to 2025-11-25, and since 2026-07-28.
const METHODS: [&str; 7] = [
    "completion/complete",
    "prompts/get",
    "prompts/list",
    "resources/list",
    "resources/read",
    "tools/call",
    "tools/list",
];
const EARLIER: [&str; 3] = ["initialize", "resources/subscribe", "resources/unsubscribe"];
const LATER: [&str; 1] = ["subscriptions/listen"];

/// Handler of messages.
pub struct Handler {
    server: Arc<dyn Server>,
    /// Subscriptions of the session; `None` without a session.
    watch: Option<Watch>,
    /// True once a response of `context_read` in this session had the guidance.
    has_guidance: AtomicBool,
}

impl Handler {
    /// Creates a handler in that server.
    pub fn new(server: Arc<dyn Server>, kept: Kept) -> Self {
        let watch = (kept == Kept::Session).then(Watch::default);
        Self {
            server,
            watch,
            has_guidance: AtomicBool::new(false),
        }
    }

    /// Returns the session's subscriptions, or an error without a session.
    fn watch(&self) -> Result<&Watch, ErrorData> {
        let detail = "Only a session has subscriptions. Begin with `initialize`.";
        let watch = self.watch.as_ref();
        watch.ok_or_else(|| ErrorData::invalid_request(detail, None))
    }

    fn asker(&self, exchange: &Exchange<RoleServer>) -> Result<Asker, ErrorData> {
        Asker::of(&self.server, exchange)
    }
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_resources()
            .enable_resources_subscribe()
            .enable_resources_list_changed()
            .enable_prompts()
            .enable_completions()
            .build();
        let loci = Implementation::new("loci", env!("CARGO_PKG_VERSION")).with_title("Loci");
        ServerConfig::new(capabilities)
            .with_server_info(loci)
            .with_instructions(INSTRUCTIONS)
    }

    fn negotiate_initialize(
        &self,
        _request: &InitializeRequestParams,
    ) -> Result<InitializeResult, ErrorData> {
        // The transport negotiates the revision. Without a session, notifications have no receiver.
        let mut info = self.get_info();
        if self.watch.is_none()
            && let Some(resources) = &mut info.capabilities.resources
        {
            resources.subscribe = None;
            resources.list_changed = None;
        }
        Ok(info)
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        exchange: Exchange<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let asker = self.asker(&exchange)?;
        let profile = asker.profile();
        let profile = profile.map_err(|detail| ErrorData::invalid_params(detail, None))?;
        let offered = tool::all().iter();
        let offered = offered.filter(|tool| {
            let spec = &tool.entry.spec;
            spec.is_for(&asker.actor) && profile.offers(spec, asker.actor.role)
        });
        let tools = offered.map(|tool| tool.tool(profile.detail).clone());
        Ok(ListToolsResult::with_all_items(tools.collect())
            .with_ttl_ms(LISTED_FOR)
            .with_cache_scope(CacheScope::Private))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        exchange: Exchange<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let asker = self.asker(&exchange)?;
        let Some(entry) = tool::entry(&request.name) else {
            let detail = format!(
                "There is no tool {:?}. `tools/list` says which there are.",
                request.name
            );
            return Err(ErrorData::invalid_params(detail, None));
        };
        if let Some(state) = &request.request_state {
            let returned = elicit::resume(&asker, entry, state, &exchange).await?;
            return Ok(returned.into());
        }
        // A call without arguments has none in the message either.
        let arguments = asker
            .arguments()
            .unwrap_or_else(|| Bytes::from_static(b"{}"));
        let own = tool::own_scratchpad(&request.name, &arguments, &asker.actor);
        let mut arguments = own.unwrap_or(arguments);
        let is_context = self.watch.is_some() && entry.spec.name == CONTEXT;
        if is_context && self.has_guidance.load(Relaxed) {
            arguments = tool::without_guidance(&arguments).unwrap_or(arguments);
        }
        let mut called = asker.call(entry, arguments.clone(), &exchange).await;
        if let Ok(asked) = &called
            && let Some(waiting) = elicit::waiting(entry, &arguments, asked, &exchange)
        {
            if exchange.protocol_version() >= Some(ProtocolVersion::V_2026_07_28) {
                return Ok(waiting.input_required(&asker, entry).into());
            }
            // If this fails, the answer still contains the question, so that it is not asked twice.
            if waiting.ask(&asker, entry, &exchange).await
                && let Ok(became) = waiting.became(&asker, entry, &exchange).await
            {
                called = Ok(became);
            }
        }
        if is_context && called.is_ok() {
            self.has_guidance.store(true, Relaxed);
        }
        Ok(result::of(called, &asker.context.request).into())
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        exchange: Exchange<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let asker = self.asker(&exchange)?;
        let cursor = request.and_then(|request| request.cursor);
        let listed = resource::list(&asker, cursor.as_deref(), &exchange).await?;
        if let Some(watch) = &self.watch {
            watch.watch_list(asker, exchange.peer);
        }
        Ok(listed)
    }

    async fn list_resource_templates(
        &self,
        _request: Option<PaginatedRequestParams>,
        _exchange: Exchange<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(
            ListResourceTemplatesResult::with_all_items(resource::templates())
                .with_ttl_ms(LISTED_FOR),
        )
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        exchange: Exchange<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let asker = self.asker(&exchange)?;
        let read = resource::read(&asker, &request.uri, &exchange).await?;
        Ok(read.into())
    }

    async fn list_prompts(
        &self,
        _request: Option<PaginatedRequestParams>,
        _exchange: Exchange<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(prompt::list()).with_ttl_ms(LISTED_FOR))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _exchange: Exchange<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let given = request.arguments.unwrap_or_default();
        Ok(prompt::get(&request.name, &given)?.into())
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        exchange: Exchange<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let asker = self.asker(&exchange)?;
        complete::complete(&asker, request, &exchange).await
    }

    async fn subscribe(
        &self,
        request: SubscribeRequestParams,
        exchange: Exchange<RoleServer>,
    ) -> Result<(), ErrorData> {
        let asker = self.asker(&exchange)?;
        self.watch()?.add(asker, &request.uri, exchange.peer)
    }

    async fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        _exchange: Exchange<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.watch()?.remove(&request.uri);
        Ok(())
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        Some(subscribe::accept(requested))
    }

    async fn listen(&self, subscription: SubscriptionContext) -> Result<(), ErrorData> {
        let asker = self.asker(subscription.request_context())?;
        subscribe::listen(&asker, subscription).await
    }

    /// Handles messages that the library could not parse: for a known method, their parameters are invalid.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        exchange: Exchange<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let method = request.method;
        let of_revision = match exchange.protocol_version() {
            Some(revision) if revision >= ProtocolVersion::V_2026_07_28 => &LATER[..],
            _ => &EARLIER[..],
        };
        if !METHODS
            .iter()
            .chain(of_revision)
            .any(|known| *known == method)
        {
            return Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, method, None));
        }
        let params = request.params.unwrap_or_default();
        let detail = match params.get("arguments") {
            Some(arguments) if !arguments.is_object() => {
                format!("`arguments` of `{method}` has to be a JSON object.")
            }
            _ => format!("The parameters of `{method}` are not of its shape."),
        };
        Err(ErrorData::invalid_params(detail, None))
    }
}
