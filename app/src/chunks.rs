//! The pages that a browser loads by themselves: `cargo xtask build` cuts what only they need out of
//! the wasm, into one file for each group below and some for what several groups share.
//! Knows which page is in which group, and what to do when a file does not come; no page's content.
//!
//! On the server a page is there as every other function is; its files are announced in the head of
//! the document, together with its name.

use leptos::prelude::*;
use leptos::wasm_split::SplitLoaderError;
use leptos_router::LazyRoute;

use crate::pages::agent::AgentPage;
use crate::pages::inbox::Inbox;
use crate::pages::overview::Overview;
use crate::pages::scratchpad::ScratchpadPage;
use crate::pages::scratchpads::Scratchpads;
use crate::pages::session::SessionPage;
use crate::pages::sessions::Sessions;
use crate::pages::settings::Agents;
use crate::pages::settings::audit::Audit;
use crate::pages::settings::jobs::Jobs;
use crate::pages::settings::memory::MemorySettings;
use crate::pages::setup::Setup;
use crate::pages::sign_in::SignIn;
use crate::pages::workflow::WorkflowPage;
use crate::pages::workflows::Workflows;

type Fetched<T = ()> = Result<T, SplitLoaderError>;

/// Declares pages by the group they are loaded in. The type of a page has the name of its component.
macro_rules! groups {
    ($($group:ident: $($page:ident),+;)+) => {
        $($(
            /// The page of this name, once its group is loaded.
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
                        present(stringify!($page), stringify!($group), fetch()).await;
                    }

                    async fn view(_: Self) -> AnyView {
                        // What was fetched before cannot be missing now.
                        $page().await.unwrap_or_else(|_| ().into_any())
                    }
                }
            };
        )+)+

        /// Fetches the group of the page that has this name; there is nothing to fetch for others.
        #[cfg(feature = "hydrate")]
        async fn fetch(page: &str) -> Fetched {
            match page {
                $($(stringify!($page) => $page::fetch().await,)+)+
                _ => Ok(()),
            }
        }
    };
}

groups! {
    workflow: WorkflowPage;
    session: Sessions, SessionPage, Scratchpads, ScratchpadPage;
    inbox: Inbox;
    overview: Overview, Workflows;
    settings: Agents, AgentPage, Audit, Jobs, MemorySettings, SignIn, Setup;
}

/// The element of the document's head that names the page in it.
const META: &str = "loci-page";

/// Fetches what the page of this document needs.
///
/// # Errors
/// When it did not come; the page stays as the server wrote it, which works without scripts too.
#[cfg(feature = "hydrate")]
pub async fn fetch_first() -> Fetched {
    let page = document()
        .query_selector(&format!("meta[name={META}]"))
        .ok()
        .flatten()
        .and_then(|element| element.get_attribute("content"))
        .unwrap_or_default();
    fetch(&page).await
}

/// Waits until a page is there. On the server it is, and its files are announced to the browser.
#[cfg(not(feature = "hydrate"))]
async fn present(page: &str, group: &str, fetched: impl Future<Output = Fetched>) {
    use leptos_meta::Meta;

    // Rendering puts an element of `leptos_meta` into the head.
    drop(view! { <Meta name=META content=page.to_owned() /> }.to_html());
    crate::shell::assets::announce(group);
    drop(fetched.await);
}

/// Waits until a page is there. One that does not come is asked of the server as a whole: the network
/// was away, or the server has another build by now.
#[cfg(feature = "hydrate")]
async fn present(_: &str, _: &str, fetched: impl Future<Output = Fetched>) {
    let url = leptos_router::hooks::use_url().get_untracked();
    if fetched.await.is_err() {
        let mark = if url.search().is_empty() { "" } else { "?" };
        let to = format!("{}{mark}{}{}", url.path(), url.search(), url.hash());
        window().location().assign(&to).ok();
        std::future::pending::<()>().await;
    }
}
