//! Loading of a scratchpad: its current and an earlier version, and its history.

use engine::scratchpad::find::PadSummary;
use engine::scratchpad::ops::scratchpad_at::ScratchpadAt;
use engine::scratchpad::ops::scratchpad_history::{PadChange, ScratchpadHistory};
use engine::scratchpad::ops::scratchpad_list::ScratchpadList;
use engine::scratchpad::ops::scratchpad_read::{PadSnapshot, ScratchpadRead};
use engine::scratchpad::view::PadView;
use kernel::page::Page;
use kernel::problem::Problem;
use kernel::{Code, Error};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use crate::call::{Fetch, fetch};
use crate::pages::ask::{Loaded, ask};
use crate::paths::PadPlace;

/// Page size of the history.
const ROWS: u32 = 30;

/// A scratchpad as the page shows it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Opened {
    /// The scratchpad exists, or was never written.
    There {
        /// Current version.
        snapshot: Box<PadSnapshot>,
        /// Version that is open.
        then: Option<Box<PadView>>,
    },
    /// The scratchpad was deleted, and can be restored.
    Deleted {
        /// Scratchpad as lists show it.
        pad: Box<PadSummary>,
    },
}

/// Resources of the page.
#[derive(Clone, Copy)]
pub struct Loads {
    /// The scratchpad, loaded with the page and when the address changes.
    pub pad: Fetch<Loaded<Opened>>,
    /// The scratchpad, reloaded whenever it changes.
    pub newest: Fetch<Loaded<PadSnapshot>>,
    /// History, newest first.
    pub history: Fetch<Loaded<Page<PadChange>>>,
}

impl Loads {
    /// Starts loading the data that the address names.
    pub fn begin(address: Memo<Option<PadPlace>>) -> Self {
        let looked_at = Memo::new(move |_| {
            let place = address.get()?;
            Some(place.with(|place| place.before = None))
        });
        let pad = fetch(
            move || looked_at.get(),
            |place| async move {
                match place {
                    Some(place) => open(place).await,
                    None => Err(nowhere()),
                }
            },
        );
        let newest = fetch(
            move || looked_at.get(),
            |place| async move {
                match place {
                    Some(place) => read(&place).await,
                    None => Err(nowhere()),
                }
            },
        );
        let history = fetch(
            move || address.get(),
            |place| async move {
                match place {
                    Some(place) => load_history(place).await,
                    None => Err(nowhere()),
                }
            },
        );
        Self {
            pad,
            newest,
            history,
        }
    }

    /// Reloads the data after a change; the user's unsent text stays.
    pub fn renew(self) {
        self.newest.refetch();
        self.history.refetch();
    }
}

fn nowhere() -> Problem {
    Problem::new(Error::not_found("No scratchpad has such an address."), "")
}

async fn read(place: &PadPlace) -> Loaded<PadSnapshot> {
    ask(ScratchpadRead {
        scope: place.scope,
        owner: place.owner(),
        name: Some(place.name.clone()),
        ..ScratchpadRead::default()
    })
    .await
}

async fn open(place: PadPlace) -> Loaded<Opened> {
    let snapshot = match read(&place).await {
        Ok(snapshot) => Box::new(snapshot),
        Err(problem) if problem.code == Code::NotFound => {
            return find_deleted(&place, problem).await;
        }
        Err(problem) => return Err(problem),
    };
    let then = match place.at {
        Some(version) => {
            let then = ask(ScratchpadAt {
                scope: place.scope,
                owner: place.owner(),
                name: Some(place.name.clone()),
                version,
            })
            .await?;
            Some(Box::new(then.pad))
        }
        None => None,
    };
    Ok(Opened::There { snapshot, then })
}

/// Finds the scratchpad among the deleted ones; returns `problem` if it is not there.
async fn find_deleted(place: &PadPlace, problem: Problem) -> Loaded<Opened> {
    let list = ask(ScratchpadList {
        scope: Some(place.scope),
        // The owner is sent even for the workspace, where it is empty: deleted scratchpads are listed for one owner
        // only.
        owner: Some(place.owner.clone()),
        ..ScratchpadList::default()
    })
    .await?;
    let mut all = list.items.into_iter().flat_map(|owner| owner.deleted);
    match all.find(|pad| pad.name == place.name) {
        Some(pad) => Ok(Opened::Deleted { pad: Box::new(pad) }),
        None => Err(problem),
    }
}

async fn load_history(place: PadPlace) -> Loaded<Page<PadChange>> {
    let history = ScratchpadHistory {
        scope: place.scope,
        owner: place.owner(),
        name: Some(place.name.clone()),
        limit: Some(ROWS),
        cursor: place.before,
    };
    match ask(history).await {
        // The scratchpad was never written, or is deleted: its history is empty.
        Err(problem) if problem.code == Code::NotFound => Ok(Page {
            items: Vec::new(),
            next_cursor: None,
            total: None,
        }),
        other => other,
    }
}
