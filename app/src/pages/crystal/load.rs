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

use crate::call::answer;
use crate::pages::ask::{Loaded, ask};
use crate::paths::CrystalPlace;
use doors::Conditions;

/// A memory as the page shows it.
pub enum Known {
    /// The memory exists.
    There(Box<There>),
    /// The memory was forgotten, and can be restored.
    Gone(Box<ForgottenMemory>),
}

/// An existing memory with related data.
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

/// Loads a memory.
///
/// # Errors
/// Returns the problem that prevented it: there may be no such memory.
pub async fn load(place: CrystalPlace) -> Loaded<Known> {
    let get = MemoryGet {
        id: place.id.clone(),
        core: Some(place.core.clone()),
        trail: true,
    };
    match answer(get, Conditions::default()).await {
        Ok(got) => {
            let cores = ask(CoreList {
                limit: Some(200),
                ..CoreList::default()
            });
            let mut cores = cores.await?.items.into_iter();
            Ok(Known::There(Box::new(There {
                memory: got.output.memory,
                trail: got.output.trail.unwrap_or_default(),
                version: got.version.unwrap_or_default(),
                core: cores.find(|core| core.name == place.core),
                restore_days: ask(SettingsGet {}).await?.settings.restore_days,
            })))
        }
        Err(error) if error.code == Code::NotFound => {
            let gone = ask(MemoryForgotten {
                core: Some(place.core),
                id: Some(place.id),
                ..MemoryForgotten::default()
            });
            let gone = gone.await.ok().and_then(|mut gone| gone.items.pop());
            let missing = || {
                Problem::new(
                    Error::not_found("There is no such memory. It may have been erased."),
                    "",
                )
            };
            gone.map(|gone| Known::Gone(Box::new(gone)))
                .ok_or_else(missing)
        }
        Err(error) => Err(Problem::new(error, "")),
    }
}
