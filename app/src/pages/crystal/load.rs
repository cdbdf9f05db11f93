//! Loading of one memory: its current state or, if it was forgotten, its last one.

use engine::crystal::Crystal;
use engine::crystal::ops::core_list::CoreList;
use engine::crystal::ops::memory_forgotten::{ForgottenMemory, MemoryForgotten};
use engine::crystal::ops::memory_get::MemoryGet;
use engine::crystal::overview::CoreSummary;
use engine::crystal::trail::Trail;
use engine::workspace::ops::settings_get::SettingsGet;
use kernel::problem::Problem;
use kernel::stream::Version;
use kernel::{Code, Error};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use crate::call::{Fetch, answer, fetch};
use crate::pages::ask::{Loaded, ask};
use crate::pages::fresh::fresh;
use crate::paths::CrystalPlace;
use doors::Conditions;

/// A memory as the page shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Known {
    /// The memory exists.
    There(Box<There>),
    /// The memory was forgotten, and can be restored.
    Gone(Box<ForgottenMemory>),
}

/// An existing memory with related data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct There {
    /// The memory.
    pub memory: Crystal,
    /// History of the memory, and the memories that it replaces.
    pub trail: Trail,
    /// Version of the core's stream when the memory was loaded.
    pub version: Version,
    /// Core of the memory, if core lists include it.
    pub core: Option<CoreSummary>,
    /// Number of days in which a forgotten memory can be restored.
    pub restore_days: u32,
}

/// Resources of the page.
#[derive(Clone, Copy)]
pub struct Opened {
    /// The memory, loaded with the page and when the address changes; `None` if no memory is open.
    pub page: Fetch<Option<Loaded<Known>>>,
    /// The memory, reloaded whenever it changes.
    pub newest: Fetch<Option<Known>>,
}

/// Starts loading the memory at `place`.
pub fn begin(place: Memo<Option<CrystalPlace>>) -> Opened {
    let page = fetch(
        move || place.get(),
        |place| async move {
            match place {
                Some(place) => Some(load(place).await),
                None => None,
            }
        },
    );
    let newest = fetch(
        move || place.get(),
        |place| async move { load(place?).await.ok() },
    );
    fresh(
        move |fact| {
            let is_its = |place: &CrystalPlace| {
                fact.stream.kind() == "core" && fact.stream.id() == place.core
            };
            place
                .with_untracked(|place| place.as_ref().is_some_and(is_its))
                .then_some(())
        },
        move |()| newest.refetch(),
    );
    Opened { page, newest }
}

async fn load(place: CrystalPlace) -> Loaded<Known> {
    let get = MemoryGet {
        id: place.id.clone(),
        core: Some(place.core.clone()),
        trail: true,
    };
    // Each request looks up the viewer before any of them is awaited.
    let got = answer(get, Conditions::default());
    let gone = ask(MemoryForgotten {
        core: Some(place.core.clone()),
        id: Some(place.id.clone()),
        ..MemoryForgotten::default()
    });
    let cores = ask(CoreList {
        limit: Some(200),
        ..CoreList::default()
    });
    let settings = ask(SettingsGet {});
    match got.await {
        Ok(got) => {
            let known = cores.await?.items;
            let core = known.into_iter().find(|core| core.name == place.core);
            Ok(Known::There(Box::new(There {
                memory: got.output.memory,
                trail: got.output.trail.unwrap_or_default(),
                version: got.version.unwrap_or_default(),
                core,
                restore_days: settings.await?.settings.restore_days,
            })))
        }
        Err(error) if error.code == Code::NotFound => {
            let gone = gone.await.ok().and_then(|mut gone| gone.items.pop());
            let missing = || {
                Problem::new(
                    Error::not_found(
                        "There is no such memory: it was forgotten and erased, or never there. The search finds \
                         those that are.",
                    ),
                    "",
                )
            };
            gone.map(|gone| Known::Gone(Box::new(gone)))
                .ok_or_else(missing)
        }
        Err(error) => Err(Problem::new(error, "")),
    }
}
