//! `/settings/agents`: agents, and their API tokens.

mod agents;
pub mod audit;
pub mod jobs;
pub mod memory;
mod pause;
mod register;
mod side;
mod token_create;
mod tokens;
pub mod webhooks;

use engine::team::ops::agent_list::{AgentList, Seen};
use engine::team::ops::token_create::TokenCreate;
use engine::workspace::ops::agent_pause::AgentPause;
use engine::workspace::ops::agent_register::AgentRegister;
use engine::workspace::ops::agent_resume::AgentResume;
use engine::workspace::ops::token_list::TokenList;
use engine::workspace::ops::token_revoke::TokenRevoke;
use kernel::Role;
use kernel::ports::accounts::TokenInfo;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;
use serde::{Deserialize, Serialize};

use crate::call::{Fetch, fetch};
use crate::pages::answered::FormAction;
use crate::pages::ask::{Loaded, ask, may};
use crate::pages::everybody::everybody;
use crate::pages::origin::origin;
use crate::pages::trouble::Trouble;
use crate::parts::{alive, read_memo};
use agents::AgentTable;
pub use pause::PauseOrResume;
use register::Register;
use side::Side;
use token_create::{NewToken, Secret};
use tokens::TokenTable;

/// Page size of the list of agents.
const AGENTS: u32 = 200;

/// Data of the page.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Known {
    agents: Vec<Seen>,
    next_agents: Option<String>,
    /// All agents, for whom tokens can be created, each with its usual role.
    everybody: Vec<(String, Role)>,
    /// Tokens, if the viewer may list them.
    tokens: Option<Vec<TokenInfo>>,
    next_tokens: Option<String>,
    /// Origin of this server, shown to agents.
    origin: String,
}

/// Form actions of the page.
#[derive(Clone, Copy)]
pub struct Acts {
    /// Registers an agent.
    pub register: FormAction<AgentRegister>,
    /// Pauses an agent, so that it cannot claim tasks.
    pub pause: FormAction<AgentPause>,
    /// Resumes an agent.
    pub resume: FormAction<AgentResume>,
    /// Creates a token.
    pub create: FormAction<TokenCreate>,
    /// Revokes a token.
    pub revoke: FormAction<TokenRevoke>,
}

/// Page of the agents and tokens.
#[component]
pub fn Agents() -> impl IntoView {
    let query = use_query_map();
    let cursors = Memo::new(move |_| {
        query.with(|query| {
            let get = |name| query.get(name).filter(|text| !text.is_empty());
            (get("agents"), get("tokens"))
        })
    });
    let known = fetch(move || cursors.get(), load);
    let acts = Acts {
        register: FormAction::new(),
        pause: FormAction::new(),
        resume: FormAction::new(),
        create: FormAction::new(),
        revoke: FormAction::new(),
    };
    view! {
        <Title text="Agents and tokens" />
        <Transition>
            <Shown known acts />
        </Transition>
    }
}

/// Keeps the page mounted while its data changes: typed text and selections stay.
#[component]
fn Shown(known: Fetch<Loaded<Known>>, acts: Acts) -> impl IntoView {
    let read = move || known.get().map(Result::err);
    let trouble = Memo::new(move |_| read());
    let shown = Memo::new(move |_| known.get().and_then(Result::ok).unwrap_or_default());
    alive(move || {
        read_memo(trouble, read).map(|trouble| match trouble {
            None => view! { <Body known=shown acts /> }.into_any(),
            Some(problem) => view! { <Trouble problem /> }.into_any(),
        })
    })
}

async fn load((agents, tokens): (Option<String>, Option<String>)) -> Loaded<Known> {
    let (may_see, origin) = (may::<TokenList>(), origin());
    let is_first = agents.is_none();
    let agents = ask(AgentList {
        limit: Some(AGENTS),
        cursor: agents,
    })
    .await?;
    // A first page without a next cursor contains all agents.
    let is_whole = agents.next_cursor.is_none() && is_first;
    let all = if is_whole {
        agents.items.clone()
    } else {
        everybody().await?
    };
    let name = |seen: Seen| (seen.agent.name, seen.agent.role);
    let tokens = if may_see {
        let page = ask(TokenList {
            agent: None,
            limit: None,
            cursor: tokens,
        })
        .await?;
        Some(page)
    } else {
        None
    };
    let next_tokens = tokens.as_ref().and_then(|page| page.next_cursor.clone());
    Ok(Known {
        agents: agents.items,
        next_agents: agents.next_cursor,
        everybody: all.into_iter().map(name).collect(),
        tokens: tokens.map(|page| page.items),
        next_tokens,
        origin,
    })
}

#[component]
fn Body(known: Memo<Known>, acts: Acts) -> impl IntoView {
    let origin = known.with_untracked(|known| known.origin.clone());
    let may_see = known.with_untracked(|known| known.tokens.is_some());
    let tokens = may_see.then(|| view! { <TokenTable known revoke=acts.revoke /> });
    view! {
        <main class="page" id="main">
            <header class="folio">
                <div>
                    <h1>"Agents and tokens"</h1>
                    <p class="lede">
                        "An agent is a name that work is known by. A token lets a program call under it."
                    </p>
                </div>
            </header>
            <div class="settings">
                <Side here=crate::paths::agents() />
                <div class="flow">
                    <AgentTable known pause=acts.pause resume=acts.resume />
                    <Register action=acts.register />
                    <Secret action=acts.create origin />
                    {tokens}
                    <NewToken action=acts.create known />
                </div>
            </div>
        </main>
    }
}
