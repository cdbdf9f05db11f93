//! Data of the page.

use std::sync::Arc;

use engine::activity::Happening;
use engine::activity::ops::session_history::SessionHistory;
use engine::context::given::{ContextGiven, Format};
use engine::context::ops::context_read::ContextRead;
use engine::conversation::ops::session_at::SessionAt;
use engine::conversation::ops::session_diff::{SessionDiff, SessionDiffs};
use engine::conversation::ops::session_folded::{Folded, SessionFolded};
use engine::conversation::ops::session_get::{SessionGet, SessionView};
use engine::conversation::ops::session_list::SessionList;
use engine::scratchpad::Scope;
use engine::scratchpad::find::PadSummary;
use engine::scratchpad::ops::scratchpad_list::ScratchpadList;
use engine::scratchpad::ops::scratchpad_read::{PadSnapshot, ScratchpadRead};
use engine::session::aside::set_aside;
use engine::session::{Message, SessionKey};
use engine::workspace::ops::settings_get::SettingsGet;
use engine::workspace::settings::Settings;
use kernel::page::Page;
use kernel::problem::Problem;
use kernel::stream::{Position, Version};
use kernel::{Code, Error};

use crate::pages::ask::{Loaded, ask};
use crate::paths::SessionAddress;

/// Number of messages on the page of the newest ones.
pub const NEWEST: u32 = 200;
/// Number of messages on a page of earlier ones.
pub const WINDOW: u32 = 400;
/// Page size of the history.
const ROWS: u32 = 20;

/// Data of the page.
#[derive(Clone, Debug)]
pub enum Opened {
    /// The session exists.
    There(Box<Found>),
    /// The session was deleted, and can be restored.
    Deleted,
}

/// A session with everything that the page shows.
#[derive(Clone, Debug)]
pub struct Found {
    /// The session; its messages are those of the window.
    pub view: SessionView,
    /// Range of the messages.
    pub window: Window,
    /// Settings of the workspace.
    pub settings: Settings,
    /// Messages of the open summary.
    pub folded: Option<Loaded<Folded>>,
    /// Differences between two versions.
    pub diff: Option<Loaded<SessionDiffs>>,
    /// History, newest first.
    pub history: Loaded<Page<Happening>>,
    /// Scratchpads of the session.
    pub pads: Loaded<Pads>,
    /// Next prompt of the session's agent.
    pub prompt: Option<Loaded<ContextGiven>>,
}

/// Range of the messages that are shown. Messages are numbered from 1, including the folded ones, so that a number stays
/// with its message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Window {
    /// Number of the first message shown.
    pub first: u32,
    /// Number of unfolded messages before it.
    pub earlier: u32,
    /// Number of messages after the last one shown.
    pub later: u32,
}

/// A scratchpad that the session's agents use.
#[derive(Clone, Debug, PartialEq)]
pub struct Near {
    /// Scope of the scratchpad.
    pub scope: Scope,
    /// Owner of the scratchpad; `None` for the workspace.
    pub owner: Option<String>,
    /// Scratchpad as lists show it.
    pub pad: PadSummary,
}

/// Scratchpads of a session, with the open one.
#[derive(Clone, Debug, Default)]
pub struct Pads {
    /// Scratchpads of the session first, then shared ones.
    pub near: Vec<Near>,
    /// Scratchpad that is open.
    pub shown: Option<PadSnapshot>,
}

/// Loads the page at an address.
pub async fn load(address: Option<SessionAddress>) -> Loaded<Opened> {
    let Some(address) = address else {
        let error = Error::not_found("This is not the address of a session.");
        return Err(Problem::new(error, ""));
    };
    let key = &address.key;
    let mut view = match read(&address).await {
        Ok(view) => view,
        Err(problem) if problem.code == Code::NotFound && is_deleted(key).await => {
            return Ok(Opened::Deleted);
        }
        Err(problem) => return Err(problem),
    };
    let window = cut(&mut view, address.first);
    let compared = async {
        match address.at {
            None => (None, Some(load_prompt(key).await)),
            Some(at) => (Some(compare(key, at, address.from).await), None),
        }
    };
    let folded = async {
        match address.folded {
            Some(summary) => Some(load_folded(key, summary).await),
            None => None,
        }
    };
    let ((diff, prompt), folded, settings, history, pads) = tokio::join!(
        compared,
        folded,
        ask(SettingsGet {}),
        load_history(key, address.before),
        load_pads(key, address.pad.clone())
    );
    Ok(Opened::There(Box::new(Found {
        settings: settings?.settings,
        history,
        pads,
        view,
        window,
        folded,
        diff,
        prompt,
    })))
}

/// Loads the current session with the messages that are needed, or an earlier version of it.
async fn read(address: &SessionAddress) -> Loaded<SessionView> {
    let session = address.key.to_string();
    match address.at {
        None => {
            ask(SessionGet {
                session,
                recent: address.first.is_none().then_some(NEWEST),
                media: Some(false),
                ..SessionGet::default()
            })
            .await
        }
        Some(version) => {
            ask(SessionAt {
                session,
                version,
                media: Some(false),
                ..SessionAt::default()
            })
            .await
        }
    }
}

/// Returns true if the session was deleted and can be restored.
async fn is_deleted(key: &SessionKey) -> bool {
    let list = ask(SessionList {
        namespace: key.namespace.as_ref().map(ToString::to_string),
        user_id: key.user_id.as_ref().map(ToString::to_string),
        id: Some(key.id.to_string()),
        deleted: true,
        ..SessionList::default()
    });
    let list = list.await.map(|list| list.items).unwrap_or_default();
    list.into_iter().any(|row| row.session == *key)
}

/// Keeps the messages of the window: those from number `first` on, or the newest.
fn cut(view: &mut SessionView, first: Option<u32>) -> Window {
    let total = view.messages_total;
    let loaded = u32::try_from(view.messages.len()).unwrap_or(u32::MAX);
    let (earlier, most) = match first {
        None => (total.saturating_sub(NEWEST), NEWEST),
        Some(first) => {
            let earlier = first.saturating_sub(view.folded.saturating_add(1));
            (earlier.min(total.saturating_sub(1)), WINDOW)
        }
    };
    let skipped = earlier.saturating_sub(total.saturating_sub(loaded));
    let messages = std::mem::take(&mut view.messages).into_iter();
    let messages = messages.skip(skipped as usize).take(most as usize);
    view.messages = messages.map(without_image_data).collect();
    let shown = u32::try_from(view.messages.len()).unwrap_or(u32::MAX);
    Window {
        first: view.folded.saturating_add(earlier).saturating_add(1),
        earlier,
        later: total.saturating_sub(earlier).saturating_sub(shown),
    }
}

/// Removes inline image data from a message; old messages carry it instead of a reference to a blob.
fn without_image_data(mut message: Arc<Message>) -> Arc<Message> {
    let mut content = message.content.clone();
    if !set_aside(&mut content).is_empty() {
        Arc::make_mut(&mut message).content = content;
    }
    message
}

async fn load_folded(key: &SessionKey, summary: Version) -> Loaded<Folded> {
    ask(SessionFolded {
        session: key.to_string(),
        summary: Some(summary),
        media: Some(false),
        ..SessionFolded::default()
    })
    .await
}

/// Compares version `from` with the open version or, without `from`, the open version with the current one.
async fn compare(key: &SessionKey, at: Version, from: Option<Version>) -> Loaded<SessionDiffs> {
    ask(SessionDiff {
        session: key.to_string(),
        from: from.unwrap_or(at),
        to: from.map(|_| at),
        ..SessionDiff::default()
    })
    .await
}

/// Loads the next prompt of the session's agent.
async fn load_prompt(key: &SessionKey) -> Loaded<ContextGiven> {
    ask(ContextRead {
        session: Some(key.to_string()),
        format: Format::Blocks,
        ..ContextRead::default()
    })
    .await
}

async fn load_history(key: &SessionKey, before: Option<Position>) -> Loaded<Page<Happening>> {
    ask(SessionHistory {
        session: key.to_string(),
        limit: Some(ROWS),
        cursor: before.map(|before| before.to_string()),
        ..SessionHistory::default()
    })
    .await
}

/// Loads the scratchpads that the session's agents use: those of the session, of its user and of the workspace.
async fn load_pads(key: &SessionKey, wanted: Option<(Scope, String)>) -> Loaded<Pads> {
    let mut near = Vec::new();
    let user = key.user_id.as_ref().map(ToString::to_string);
    let owners = [(Scope::Thread, Some(key.to_string()))]
        .into_iter()
        .chain(user.map(|user| (Scope::Resource, Some(user))))
        .chain([(Scope::Global, None)]);
    for (scope, owner) in owners {
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
