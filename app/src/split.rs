//! Code splitting: `cargo xtask build` moves code that only some pages or parts of pages need out of the wasm, into
//! one file per group and some shared files. If a file cannot be loaded, the whole page is requested from the
//! server.
//!
//! On the server every page and part is an ordinary function; its files are preloaded in the head of the document,
//! together with its name.

use std::future::Future;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

use leptos::prelude::*;
use leptos::wasm_split::SplitLoaderError;
#[cfg(feature = "hydrate")]
use {leptos::wasm_bindgen::JsCast as _, web_sys::Element};

/// Result of loading code.
pub type Fetched<T = ()> = Result<T, SplitLoaderError>;

/// Name of the `meta` elements in the head that name the page of the document.
pub const PAGE: &str = "loci-page";
/// Name of the `meta` elements in the head that name the parts.
pub const PART: &str = "loci-part";

/// Returns the contents of the `meta` elements with that name.
#[cfg(feature = "hydrate")]
pub fn meta_contents(name: &str) -> Vec<String> {
    let Ok(all) = document().query_selector_all(&format!("meta[name={name}]")) else {
        return Vec::new();
    };
    let elements = (0..all.length()).filter_map(|at| all.item(at)?.dyn_into::<Element>().ok());
    elements
        .filter_map(|element| element.get_attribute("content"))
        .collect()
}

/// Declares parts of pages, each a function that creates its view, by the group in which they are loaded. A part
/// whose group is not loaded yet appears once it is.
macro_rules! parts {
    ($($group:ident { $($part:ident($($prop:ident: $type:ty)?) => $component:path,)+ })+) => {
        $($(
            /// Renders the part of this name.
            pub fn $part($($prop: $type)?) -> leptos::prelude::AnyView {
                $crate::split::part(
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
                    use $crate::split::Fetched;

                    #[leptos::wasm_split::wasm_split(
                        $group,
                        wasm_split_path = leptos::wasm_split,
                        preload(fetch),
                        fallible
                    )]
                    pub fn $part($($prop: $type)?) -> Fetched<leptos::prelude::AnyView> {
                        use leptos::prelude::{IntoAny as _, view};
                        Ok(view! { <$component $($prop)?/> }.into_any())
                    }
                }
            )+)+
        }

        /// Loads the group of the part with this name; does nothing for other names.
        ///
        /// # Errors
        /// Returns an error if the group cannot be loaded.
        #[cfg(feature = "hydrate")]
        pub async fn fetch(name: &str) -> $crate::split::Fetched {
            match name {
                $($(stringify!($part) => split::$part::fetch().await,)+)+
                _ => Ok(()),
            }
        }
    };
}

pub(crate) use parts;

/// Returns the output of a future that is ready at once.
fn at_once<T>(future: Pin<&mut impl Future<Output = T>>) -> Option<T> {
    match future.poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(found) => Some(found),
        Poll::Pending => None,
    }
}

/// Renders a part of a page: at once if its group is loaded, as on the server and during hydration.
pub fn part<F, V>(
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
    let view = move || at_once(pin!(view())).and_then(Fetched::ok);
    let mut fetched = Box::pin(fetch());
    match at_once(fetched.as_mut()) {
        Some(Ok(())) => return view().into_any(),
        Some(Err(_)) => fetched = Box::pin(fetch()),
        None => {}
    }
    let is_there = RwSignal::new(false);
    leptos::task::spawn_local(async move {
        wait(fetched).await;
        is_there.try_set(true);
    });
    (move || is_there.get().then(&view)).into_any()
}

/// Preloads the files of a page or part while the document is still being parsed.
#[cfg(not(feature = "hydrate"))]
pub fn announce(kind: &'static str, name: &'static str, group: &str) {
    use leptos_meta::Meta;

    // Rendering adds a `leptos_meta` element to the head.
    drop(view! { <Meta name=kind content=name /> }.to_html());
    crate::shell::assets::announce(group);
}

/// Does nothing in the browser.
#[cfg(feature = "hydrate")]
pub const fn announce(_: &'static str, _: &'static str, _: &str) {}

/// Waits for code, which is always present on the server.
#[cfg(not(feature = "hydrate"))]
pub async fn wait(fetched: impl Future<Output = Fetched>) {
    drop(fetched.await);
}

/// Waits for code. If it cannot be loaded, requests the whole page from the server: the network failed, or the
/// server has another build by now.
#[cfg(feature = "hydrate")]
pub async fn wait(fetched: impl Future<Output = Fetched>) {
    let url = leptos_router::hooks::use_url().get_untracked();
    if fetched.await.is_err() {
        let mark = if url.search().is_empty() { "" } else { "?" };
        let to = format!("{}{mark}{}{}", url.path(), url.search(), url.hash());
        window().location().assign(&to).ok();
        std::future::pending::<()>().await;
    }
}
