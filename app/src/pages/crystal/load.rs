//! What is asked of one memory: the memory as it is, or, when it was forgotten, as it was.

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

/// A memory as the page has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Known {
    /// It is there.
    There(Box<There>),
    /// It was forgotten, and can be brought back.
    Gone(Box<ForgottenMemory>),
}

/// A memory that is there, and what is around it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct There {
    /// The memory.
    pub memory: Crystal,
    /// What was done to it, and the memories it stands for.
    pub trail: Trail,
    /// How many facts its core had then.
    pub version: Version,
    /// Its core, where lists show it.
    pub core: Option<CoreSummary>,
    /// For how many days a forgotten memory can be brought back.
    pub restore_days: u32,
}

/// What is fetched.
#[derive(Clone, Copy)]
pub struct Opened {
    /// The memory, when the page is made and when the address changes; nothing when none is asked for.
    pub page: Fetch<Option<Loaded<Known>>>,
    /// The same, whenever it changes.
    pub newest: Fetch<Option<Known>>,
}

/// Begins to load the memory that is asked for.
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
    // All of them look up who asks before the first of them waits.
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
