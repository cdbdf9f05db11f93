//! The pages, and parts of pages, that a browser loads by themselves: `cargo xtask build` cuts what only they
//! need out of the wasm, into one file for each group below and some for what several groups share.
//! Knows what is in which group, and what to do when a file does not come; no page's content.
//!
//! On the server a page or part is there as every other function is; its files are announced in the head of
//! the document, together with its name.

use std::pin::pin;
use std::task::{Context, Poll, Waker};

use engine::numbers::TaskNo;
use leptos::prelude::*;
use leptos::wasm_split::SplitLoaderError;
use leptos_router::LazyRoute;
#[cfg(feature = "hydrate")]
use {leptos::wasm_bindgen::JsCast as _, web_sys::Element};

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
use crate::pages::workflow::{self, WorkflowPage};
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
                        announce(PAGE, stringify!($page), stringify!($group));
                        wait(fetch()).await;
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
        async fn fetch_page(name: &str) -> Fetched {
            match name {
                $($(stringify!($page) => $page::fetch().await,)+)+
                _ => Ok(()),
            }
        }
    };
}

/// Declares parts of pages, each a function that makes its view, by the group they are loaded in. A part that is
/// not loaded yet appears when it is.
macro_rules! parts {
    ($($group:ident { $($part:ident($($prop:ident: $type:ty)?) => $component:path,)+ })+) => {
        $($(
            /// The part of this name.
            pub fn $part($($prop: $type)?) -> AnyView {
                part(
                    stringify!($part),
                    stringify!($group),
                    split::$part::fetch,
                    move || split::$part::$part($($prop)?),
                )
            }
        )+)+

        mod split {
            $($(
                pub mod $part {
                    use super::super::*;

                    #[leptos::wasm_split::wasm_split(
                        $group,
                        wasm_split_path = leptos::wasm_split,
                        preload(fetch),
                        fallible
                    )]
                    pub fn $part($($prop: $type)?) -> Fetched<AnyView> {
                        Ok(view! { <$component $($prop)?/> }.into_any())
                    }
                }
            )+)+
        }

        /// Fetches the group of the part that has this name; there is nothing to fetch for others.
        #[cfg(feature = "hydrate")]
        async fn fetch_part(name: &str) -> Fetched {
            match name {
                $($(stringify!($part) => split::$part::fetch().await,)+)+
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

parts! {
    workflow_parts {
        table() => workflow::table::TaskTable,
        decisions() => workflow::decisions::Decisions,
        discoveries() => workflow::discoveries::Discoveries,
        artifacts() => workflow::artifacts::Artifacts,
        agents() => workflow::agents::Agents,
        activity() => workflow::activity::Activity,
        task(no: TaskNo) => workflow::panel::Panel,
    }
}

/// The elements of the document's head that name the page and the parts in it.
const PAGE: &str = "loci-page";
const PART: &str = "loci-part";

/// Fetches what the page of this document needs.
///
/// # Errors
/// When it did not come; the page stays as the server wrote it, which works without scripts too.
#[cfg(feature = "hydrate")]
pub async fn fetch_first() -> Fetched {
    for page in named(PAGE) {
        fetch_page(&page).await?;
    }
    for part in named(PART) {
        fetch_part(&part).await?;
    }
    Ok(())
}

/// What the elements of that name say.
#[cfg(feature = "hydrate")]
fn named(name: &str) -> Vec<String> {
    let Ok(all) = document().query_selector_all(&format!("meta[name={name}]")) else {
        return Vec::new();
    };
    let elements = (0..all.length()).filter_map(|at| all.item(at)?.dyn_into::<Element>().ok());
    elements
        .filter_map(|element| element.get_attribute("content"))
        .collect()
}

/// What a future gives that has nothing to wait for.
fn at_once<T>(future: impl Future<Output = T>) -> Option<T> {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(found) => Some(found),
        Poll::Pending => None,
    }
}

/// A part of a page: there at once when its group is loaded, as it is on the server and while a page comes alive.
fn part<F, V>(
    name: &'static str,
    group: &'static str,
    fetch: impl Fn() -> F,
    view: impl Fn() -> V + Send + Sync + 'static,
) -> AnyView
where
    F: Future<Output = Fetched> + 'static,
    V: Future<Output = Fetched<AnyView>>,
{
    announce(PART, name, group);
    let view = move || at_once(view()).and_then(Fetched::ok);
    if at_once(fetch()).is_some_and(|fetched| fetched.is_ok()) {
        return view().into_any();
    }
    let is_there = RwSignal::new(false);
    let fetched = fetch();
    leptos::task::spawn_local(async move {
        wait(fetched).await;
        is_there.try_set(true);
    });
    (move || is_there.get().then(&view)).into_any()
}

/// Has the browser fetch what a page or part needs while the page is still read.
#[cfg(not(feature = "hydrate"))]
fn announce(kind: &'static str, name: &'static str, group: &str) {
    use leptos_meta::Meta;

    // Rendering puts an element of `leptos_meta` into the head.
    drop(view! { <Meta name=kind content=name /> }.to_html());
    crate::shell::assets::announce(group);
}

/// The browser knows what it has.
#[cfg(feature = "hydrate")]
const fn announce(_: &'static str, _: &'static str, _: &str) {}

/// Waits until something is there, as everything is on the server.
#[cfg(not(feature = "hydrate"))]
async fn wait(fetched: impl Future<Output = Fetched>) {
    drop(fetched.await);
}

/// Waits until something is there. What does not come is asked of the server with its whole page: the network
/// was away, or the server has another build by now.
#[cfg(feature = "hydrate")]
async fn wait(fetched: impl Future<Output = Fetched>) {
    let url = leptos_router::hooks::use_url().get_untracked();
    if fetched.await.is_err() {
        let mark = if url.search().is_empty() { "" } else { "?" };
        let to = format!("{}{mark}{}{}", url.path(), url.search(), url.hash());
        window().location().assign(&to).ok();
        std::future::pending::<()>().await;
    }
}
