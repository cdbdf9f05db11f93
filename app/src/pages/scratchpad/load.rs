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

use crate::pages::ask::{Loaded, ask};
use crate::paths::PadPlace;

/// Page size of the history.
const ROWS: u32 = 30;

/// A scratchpad as the page shows it.
#[derive(Clone, Debug)]
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

/// Data of the page.
#[derive(Clone, Debug)]
pub struct Found {
    /// The scratchpad.
    pub opened: Opened,
    /// History, newest first.
    pub history: Loaded<Page<PadChange>>,
}

/// Loads the page at an address.
pub async fn load(place: Option<PadPlace>) -> Loaded<Found> {
    let Some(place) = place else {
        let error = Error::not_found("This is not the address of a scratchpad.");
        return Err(Problem::new(error, ""));
    };
    Ok(Found {
        opened: open(&place).await?,
        history: load_history(&place).await,
    })
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

async fn open(place: &PadPlace) -> Loaded<Opened> {
    let snapshot = match read(place).await {
        Ok(snapshot) => Box::new(snapshot),
        Err(problem) if problem.code == Code::NotFound => {
            return find_deleted(place, problem).await;
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

async fn load_history(place: &PadPlace) -> Loaded<Page<PadChange>> {
    let history = ScratchpadHistory {
        scope: place.scope,
        owner: place.owner(),
        name: Some(place.name.clone()),
        limit: Some(ROWS),
        cursor: place.before.clone(),
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
