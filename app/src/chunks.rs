//! Pages that the browser loads lazily, each in its group; see [`split`](crate::split).

use leptos::prelude::*;
use leptos_router::LazyRoute;

use crate::pages::agent::AgentPage;
use crate::pages::crystal::CrystalPage;
use crate::pages::crystals::Crystals;
use crate::pages::import::Import;
use crate::pages::inbox::Inbox;
use crate::pages::mind::MindPage;
use crate::pages::minds::Minds;
use crate::pages::overview::Overview;
use crate::pages::scratchpad::ScratchpadPage;
use crate::pages::scratchpads::Scratchpads;
use crate::pages::session::SessionPage;
use crate::pages::sessions::Sessions;
use crate::pages::settings::Agents;
use crate::pages::settings::audit::Audit;
use crate::pages::settings::jobs::Jobs;
use crate::pages::settings::memory::MemorySettings;
use crate::pages::settings::webhooks::Webhooks;
use crate::pages::setup::Setup;
use crate::pages::sign_in::SignIn;
use crate::pages::workflow::WorkflowPage;
use crate::pages::workflows::Workflows;
use crate::split::{Fetched, PAGE, announce, wait};
#[cfg(feature = "hydrate")]
use crate::{
    pages::workflow::parts,
    split::{PART, meta_contents},
};

/// Declares pages by the group in which they are loaded. The type of a page has the name of its component.
macro_rules! groups {
    ($($group:ident: $($page:ident),+;)+) => {
        $($(
            /// Lazy route to the page of this name, whose group is loaded first.
            pub struct $page {}

            #[expect(non_snake_case, reason = "a page's function has the name of its component")]
            const _: () = {
                #[leptos::wasm_split::wasm_split(
                    $group,
                    wasm_split_path = leptos::wasm_split,
                    preload(fetch),
                    fallible
                )]
                fn $page() -> Fetched<AnyView> {
                    Ok(self::$page().into_any())
                }

                #[cfg(feature = "hydrate")]
                impl $page {
                    async fn fetch() -> Fetched {
                        fetch().await
                    }
                }

                impl LazyRoute for $page {
                    fn data() -> Self {
                        Self {}
                    }

                    async fn preload() {
                        announce(PAGE, stringify!($page), stringify!($group));
                        wait(fetch()).await;
                    }

                    async fn view(_: Self) -> AnyView {
                        // The group was loaded before, so it cannot be missing now.
                        $page().await.unwrap_or_else(|_| ().into_any())
                    }
                }
            };
        )+)+

        /// Fetches the group of the page with this name; does nothing for other names.
        #[cfg(feature = "hydrate")]
        async fn fetch_page(name: &str) -> Fetched {
            match name {
                $($(stringify!($page) => $page::fetch().await,)+)+
                _ => Ok(()),
            }
        }
    };
}

groups! {
    workflow: WorkflowPage;
    session: Sessions, SessionPage, Scratchpads, ScratchpadPage;
    crystals: Crystals, CrystalPage;
    minds: Minds, MindPage;
    import: Import;
    inbox: Inbox;
    overview: Overview, Workflows;
    settings: Agents, AgentPage, Audit, Jobs, MemorySettings, Webhooks, SignIn, Setup;
}

/// Fetches the code that the page of this document needs.
///
/// # Errors
/// Returns an error if a group cannot be fetched. The page then stays as the server rendered it, which works
/// without scripts too.
#[cfg(feature = "hydrate")]
pub async fn fetch_first() -> Fetched {
    for page in meta_contents(PAGE) {
        fetch_page(&page).await?;
    }
    for part in meta_contents(PART) {
        parts::fetch(&part).await?;
    }
    Ok(())
}
