//! Data loading of the page: the state once, other resources when the address asks for them or when they have
//! changed. Everything else arrives as live facts.

use std::sync::Arc;

use engine::activity::ops::session_history::SessionHistory;
use engine::context::given::{ContextGiven, Format};
use engine::context::ops::context_read::ContextRead;
use engine::conversation::ops::session_at::SessionAt;
use engine::conversation::ops::session_diff::{SessionDiff, SessionDiffs};
use engine::conversation::ops::session_folded::{Folded, SessionFolded};
use engine::conversation::ops::session_get::{SessionGet, SessionView};
use engine::crystal::Destination;
use engine::scratchpad::Scope;
use engine::scratchpad::find::PadSummary;
use engine::scratchpad::ops::scratchpad_list::ScratchpadList;
use engine::scratchpad::ops::scratchpad_read::{PadSnapshot, ScratchpadRead};
use engine::session::aside::set_aside;
use engine::session::state::Document;
use engine::session::{Message, Session, SessionKey};
use engine::workspace::ops::settings_get::SettingsGet;
use engine::workspace::settings::Settings;
use kernel::Error;
use kernel::fact::Fact;
use kernel::operation::Operation;
use kernel::page::Page;
use kernel::problem::Problem;
use kernel::stream::{Position, Version};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use crate::call::answer;
use crate::call::{Fetch, fetch};
use crate::live::News;
use crate::pages::ask::{Loaded, ask};
use crate::paths::SessionAddress;
use doors::Conditions;

/// Number of messages shown at first.
pub const SHOWN: u32 = 200;
/// Page size of the history.
const ROWS: u32 = 20;

/// A session as the page shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Opened {
    /// Beginning of the session, used as its title.
    pub topic: Option<String>,
    /// State with the newest messages.
    pub session: Session,
    /// Totals of the older messages that are not loaded.
    pub hidden: Hidden,
    /// True if the session had expired and was reconstructed from long-term memory.
    pub reconstructed: bool,
    /// Number of older messages left in long-term memory, because the model's window has no room for them.
    pub left_out: u32,
    /// Core that its memories are promoted to, with that core's readers.
    pub promotes_to: Option<Destination>,
    /// Settings of the workspace.
    pub settings: Settings,
    /// Version of the state, if it is not the newest.
    pub past: Option<Version>,
}

/// Totals of the messages that are not on the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hidden {
    /// Number of messages.
    pub messages: usize,
    /// Number of tokens.
    pub tokens: u64,
}

/// A row of the history.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// Version of the session after the fact.
    pub version: Version,
    /// Position of the fact in the log.
    pub position: Position,
    /// Time of the fact, in milliseconds since 1970.
    pub at: i64,
    /// Id of the actor.
    pub who: String,
    /// Summary of the fact.
    pub did: String,
}

impl Step {
    /// Creates the row of a fact that arrived.
    #[must_use]
    pub fn of(fact: &News) -> Self {
        Self {
            version: fact.version,
            position: fact.position,
            at: fact.at.0,
            who: fact.actor.id.clone(),
            did: fact.summary.clone(),
        }
    }
}

/// A scratchpad that the session's agents use.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Near {
    /// Scope of the scratchpad.
    pub scope: Scope,
    /// Owner of the scratchpad; `None` for the workspace.
    pub owner: Option<String>,
    /// Scratchpad as lists show it.
    pub pad: PadSummary,
}

/// Scratchpads of a session, with the open one.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Pads {
    /// Scratchpads of the session first, then shared ones.
    pub near: Vec<Near>,
    /// Scratchpad that is open.
    pub shown: Option<PadSnapshot>,
}

/// Resources of the page.
#[derive(Clone, Copy)]
pub struct Loads {
    /// The session.
    pub state: Fetch<Loaded<Opened>>,
    /// Messages of the open summary.
    pub folded: Fetch<Option<Loaded<Folded>>>,
    /// Differences between two versions.
    pub diff: Fetch<Option<Loaded<SessionDiffs>>>,
    /// History, newest first.
    pub history: Fetch<Loaded<Page<Step>>>,
    /// Scratchpads of the session.
    pub pads: Fetch<Loaded<Pads>>,
    /// Preview of the agent's next prompt.
    pub prompt: Fetch<Option<Loaded<ContextGiven>>>,
}

impl Loads {
    /// Starts loading the data that the address names.
    pub fn begin(address: Memo<Option<SessionAddress>>) -> Self {
        let which = part(address, |address| {
            (address.key.clone(), address.at, address.show)
        });
        let state = fetch(
            move || which.get(),
            |which| async move {
                match which {
                    Some((key, at, show)) => open(key, at, show).await,
                    None => Err(nowhere()),
                }
            },
        );
        let opened = part(address, |address| {
            address.folded.map(|summary| (address.key.clone(), summary))
        });
        let folded = fetch(
            move || opened.get().flatten(),
            |wanted| async move {
                let (key, summary) = wanted?;
                Some(
                    ask(SessionFolded {
                        session: key.to_string(),
                        summary: Some(summary),
                        media: Some(false),
                        ..SessionFolded::default()
                    })
                    .await,
                )
            },
        );
        let compared = part(address, |address| {
            address.at.map(|at| (address.key.clone(), at, address.from))
        });
        let diff = fetch(
            move || compared.get().flatten(),
            |wanted| async move {
                let (key, at, from) = wanted?;
                Some(differences(key, at, from).await)
            },
        );
        let past = part(address, |address| (address.key.clone(), address.before));
        let history = fetch(
            move || past.get(),
            |which| async move {
                match which {
                    Some((key, before)) => load_history(key, before).await,
                    None => Err(nowhere()),
                }
            },
        );
        let looked_at = part(address, |address| {
            (address.key.clone(), address.pad.clone())
        });
        let pads = fetch(
            move || looked_at.get(),
            |which| async move {
                match which {
                    Some((key, pad)) => around(key, pad).await,
                    None => Err(nowhere()),
                }
            },
        );
        let now = part(address, |address| {
            address.at.is_none().then(|| address.key.clone())
        });
        let prompt = fetch(
            move || now.get().flatten(),
            |key| async move { Some(load_prompt(key?).await) },
        );
        Self {
            state,
            folded,
            diff,
            history,
            pads,
            prompt,
        }
    }
}

/// Loads the next prompt of the session's agent.
async fn load_prompt(key: SessionKey) -> Loaded<ContextGiven> {
    ask(ContextRead {
        session: Some(key.to_string()),
        format: Format::Blocks,
        ..ContextRead::default()
    })
    .await
}

fn part<T>(
    address: Memo<Option<SessionAddress>>,
    take: impl Fn(&SessionAddress) -> T + Send + Sync + 'static,
) -> Memo<Option<T>>
where
    T: PartialEq + Send + Sync + 'static,
{
    Memo::new(move |_| address.with(|address| address.as_ref().map(&take)))
}

fn nowhere() -> Problem {
    Problem::new(Error::not_found("No session has such an address."), "")
}

/// Loads the current session, or an earlier version of it.
async fn open(key: SessionKey, at: Option<Version>, show: Option<u32>) -> Loaded<Opened> {
    let show = show.unwrap_or(SHOWN);
    let settings = ask_with_version(SettingsGet {}).await?.0.settings;
    let session = key.to_string();
    let (view, version) = match at {
        None => {
            ask_with_version(SessionGet {
                session,
                recent: Some(show),
                media: Some(false),
                ..SessionGet::default()
            })
            .await?
        }
        Some(version) => {
            let then = SessionAt {
                session,
                version,
                media: Some(false),
                ..SessionAt::default()
            };
            (ask_with_version(then).await?.0, version)
        }
    };
    Ok(Opened {
        past: at,
        ..build_opened(view, version, show, settings)
    })
}

/// Loads the current session.
pub async fn newest(key: SessionKey, show: Option<u32>) -> Loaded<Opened> {
    open(key, None, show).await
}

async fn ask_with_version<O: Operation>(operation: O) -> Loaded<(O::Output, Version)> {
    let answer = answer(operation, Conditions::default())
        .await
        .map_err(|error| Problem::new(error, ""))?;
    Ok((answer.output, answer.version.unwrap_or_default()))
}

/// Removes inline image data from a message; old messages carry it instead of a reference to a blob.
fn without_image_data(mut message: Arc<Message>) -> Arc<Message> {
    let mut content = message.content.clone();
    if !set_aside(&mut content).is_empty() {
        Arc::make_mut(&mut message).content = content;
    }
    message
}

/// Builds the state from the response; fields that the page does not need stay empty.
fn build_opened(view: SessionView, version: Version, show: u32, settings: Settings) -> Opened {
    let all = view.messages.len();
    let skipped = all.saturating_sub(usize::try_from(show).unwrap_or(all));
    let document = Document {
        model: view.model,
        context_window: view.context_window,
        messages: view
            .messages
            .into_iter()
            .skip(skipped)
            .map(without_image_data)
            .collect(),
        context: view.context,
        context_tokens: u32::try_from(view.gauges.context_tokens).unwrap_or(u32::MAX),
        summaries: view.summaries.into_iter().collect(),
        memories: view.memories.into_iter().collect(),
        data: view.data,
        entities: view.entities,
        strategy: view.strategy,
        ttl_seconds: view.ttl_seconds,
        ..Document::default()
    };
    let hidden = Hidden {
        messages: usize::try_from(view.messages_total)
            .unwrap_or(usize::MAX)
            .saturating_sub(document.messages.len()),
        tokens: view
            .gauges
            .message_tokens
            .saturating_sub(document.messages.tokens()),
    };
    let session = Session {
        key: view.session,
        document,
        expires_at: view.expires_at,
        parent: view.parent,
        begun: 1,
        created_at: view.created_at,
        updated_at: view.updated_at,
        version,
        writers: view.agents.into_iter().collect(),
        fold_above: view.gauges.threshold_tokens,
        rest: view.rest,
        extraction: view.extraction,
        ..Session::default()
    };
    Opened {
        topic: view.topic,
        session,
        hidden,
        reconstructed: view.reconstructed,
        left_out: view.messages_left_out,
        promotes_to: view.promotes_to,
        settings,
        past: None,
    }
}

/// Compares version `from` with the open version or, without `from`, the open version with the current one.
async fn differences(key: SessionKey, at: Version, from: Option<Version>) -> Loaded<SessionDiffs> {
    ask(SessionDiff {
        session: key.to_string(),
        from: from.unwrap_or(at),
        to: from.map(|_| at),
        ..SessionDiff::default()
    })
    .await
}

async fn load_history(key: SessionKey, before: Option<Position>) -> Loaded<Page<Step>> {
    let page = ask(SessionHistory {
        session: key.to_string(),
        limit: Some(ROWS),
        cursor: before.map(|before| before.to_string()),
        ..SessionHistory::default()
    })
    .await?;
    let items = page.items.into_iter().map(|fact| Step {
        version: fact.version,
        position: fact.position,
        at: fact.at.0,
        who: fact.actor.id,
        did: fact.summary,
    });
    Ok(Page {
        items: items.collect(),
        next_cursor: page.next_cursor,
        total: page.total,
    })
}

/// Loads the scratchpads that the session's agents use: those of the session, of its user and of the workspace.
async fn around(key: SessionKey, wanted: Option<(Scope, String)>) -> Loaded<Pads> {
    let mut near = Vec::new();
    for (scope, owner) in owners(&key) {
        let list = ask(ScratchpadList {
            scope: Some(scope),
            owner: owner.clone(),
            ..ScratchpadList::default()
        })
        .await?;
        let pads = list.items.into_iter().flat_map(|owner| owner.pads);
        let mut pads: Vec<PadSummary> = pads.collect();
        // `main`, the default of the tools, comes first.
        pads.sort_by_key(|pad| &*pad.name != "main");
        near.extend(pads.into_iter().map(|pad| Near {
            scope,
            owner: owner.clone(),
            pad,
        }));
    }
    let is_wanted = |pad: &&Near| {
        let wanted = wanted.as_ref();
        wanted.is_none_or(|(scope, name)| pad.scope == *scope && pad.pad.name == *name)
    };
    let shown = match near.iter().find(is_wanted) {
        Some(pad) => Some(
            ask(ScratchpadRead {
                scope: pad.scope,
                owner: pad.owner.clone(),
                name: Some(pad.pad.name.clone()),
                ..ScratchpadRead::default()
            })
            .await?,
        ),
        None => None,
    };
    Ok(Pads { near, shown })
}

/// Returns the scopes and owners of the scratchpads that a session's agents use.
fn owners(key: &SessionKey) -> Vec<(Scope, Option<String>)> {
    let user = key.user_id.as_ref().map(Arc::clone);
    let user = user.map(|user| (Scope::Resource, Some(user.to_string())));
    [(Scope::Thread, Some(key.to_string()))]
        .into_iter()
        .chain(user)
        .chain([(Scope::Global, None)])
        .collect()
}

/// Returns true if a fact changes a scratchpad that the session's agents use.
pub fn is_of_pads(fact: &Fact, key: &SessionKey) -> bool {
    owners(key).into_iter().any(|(scope, owner)| {
        fact.stream == engine::scratchpad::stream(scope, owner.as_deref().unwrap_or_default())
    })
}
