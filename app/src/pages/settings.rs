//! Frame of the settings pages, and `/settings/agents`: agents, and their API tokens.

mod agents;
pub mod audit;
pub mod jobs;
pub mod memory;
mod tokens;
pub mod webhooks;

use engine::activity::ops::audit_list::AuditList;
use engine::delivery::ops::webhook_list::WebhookList;
use engine::team::ops::agent_list::{AgentList, Seen};
use engine::workspace::ops::token_list::TokenList;
use kernel::page::Page;
use kernel::ports::accounts::TokenInfo;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;

use crate::pages::ask::{Loaded, ask, may};
use crate::pages::everybody::everybody;
use crate::pages::origin::origin;
use crate::pages::trouble::show_page;
use crate::parts::{Glyph, Icon};
use crate::paths;
pub use agents::pause_or_resume;

/// Page size of the list of agents.
const AGENTS: u32 = 200;

/// Data of the page.
struct Data {
    agents: Page<Seen>,
    /// All agents, for whom tokens can be created.
    everybody: Vec<Seen>,
    /// Tokens, if the viewer may list them.
    tokens: Option<Page<TokenInfo>>,
    /// Origin of this server, shown to agents.
    origin: String,
}

/// Page of the agents and tokens.
#[component]
pub fn Agents() -> impl IntoView {
    let (agents, tokens) = (cursor("agents"), cursor("tokens"));
    view! {
        <Title text="Agents and tokens" />
        {show_page(load(agents, tokens), body)}
    }
}

/// Returns a cursor from the page's address.
fn cursor(name: &str) -> Option<String> {
    use_query_map().with_untracked(|query| query.get(name).filter(|text| !text.is_empty()))
}

async fn load(agents: Option<String>, tokens: Option<String>) -> Loaded<Data> {
    let (may_see, origin) = (may::<TokenList>(), origin());
    let is_first = agents.is_none();
    let (agents, tokens) = tokio::try_join!(
        ask(AgentList {
            limit: Some(AGENTS),
            cursor: agents,
        }),
        async {
            if !may_see {
                return Ok(None);
            }
            let list = TokenList {
                cursor: tokens,
                ..TokenList::default()
            };
            ask(list).await.map(Some)
        }
    )?;
    // A first page without a next cursor contains all agents.
    let everybody = if is_first && agents.next_cursor.is_none() {
        agents.items.clone()
    } else {
        everybody().await?
    };
    Ok(Data {
        agents,
        everybody,
        tokens,
        origin,
    })
}

fn body(data: Data) -> AnyView {
    let content = view! {
        {agents::list(data.agents)}
        {agents::register()}
        {tokens::secret(&data.origin)}
        {data.tokens.map(tokens::list)}
        {tokens::create(&data.everybody)}
    };
    settings_page(
        &paths::agents(),
        "Agents and tokens",
        "Agents are the names under which programs work. A token lets a program call Loci as one of them.",
        None,
        content.into_any(),
    )
}

/// Renders a settings page: its title and description, notices, the navigation, and the content.
fn settings_page(
    here: &str,
    title: &'static str,
    lede: &'static str,
    notices: Option<AnyView>,
    content: AnyView,
) -> AnyView {
    view! {
        <main class="page" id="main">
            <header class="folio">
                <div>
                    <h1>{title}</h1>
                    <p class="lede">{lede}</p>
                </div>
            </header>
            {notices}
            <div class="settings">
                {navigation(here)}
                <div class="flow">{content}</div>
            </div>
        </main>
    }
    .into_any()
}

fn navigation(here: &str) -> impl IntoView + use<> {
    let pages = [
        (true, paths::agents(), Icon::Key, "Agents and tokens"),
        (true, paths::settings_memory(), Icon::Session, "Memory"),
        (true, paths::settings_jobs(), Icon::InProgress, "Jobs"),
        (
            may::<WebhookList>(),
            paths::settings_webhooks(),
            Icon::Nudge,
            "Webhooks",
        ),
        (
            may::<AuditList>(),
            paths::settings_audit(),
            Icon::List,
            "Audit log",
        ),
    ];
    let pages = pages.into_iter().filter(|(may, ..)| *may);
    let pages = pages.map(|(_, href, icon, label)| {
        let current = (href == here).then_some("page");
        view! { <li><a href=href aria-current=current><Glyph icon />{label}</a></li> }
    });
    let documents = [
        (paths::api_docs(), "API reference"),
        (paths::help(), "Concepts"),
    ];
    let documents = documents.map(|(href, label)| {
        view! { <li><a href=href><Glyph icon=Icon::Link />{label}</a></li> }
    });
    view! {
        <nav class="side" aria-label="Settings">
            <ul>{pages.collect_view()}{documents.into_iter().collect_view()}</ul>
        </nav>
    }
}
