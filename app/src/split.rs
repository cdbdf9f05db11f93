//! What a browser loads by itself: `cargo xtask build` cuts what only some pages or parts of pages need out of the
//! wasm, into one file for each group of them and some for what several groups share.
//! Knows what to do when a file does not come; no page.
//!
//! On the server a page or part is there as every other function is; its files are announced in the head of
//! the document, together with its name.

use std::future::Future;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

use leptos::prelude::*;
use leptos::wasm_split::SplitLoaderError;
#[cfg(feature = "hydrate")]
use {leptos::wasm_bindgen::JsCast as _, web_sys::Element};

/// What came of fetching something.
pub type Fetched<T = ()> = Result<T, SplitLoaderError>;

/// The elements of the document's head that name the page in it.
pub const PAGE: &str = "loci-page";
/// Those that name the parts.
pub const PART: &str = "loci-part";

/// What the elements of that name say.
#[cfg(feature = "hydrate")]
pub fn named(name: &str) -> Vec<String> {
    let Ok(all) = document().query_selector_all(&format!("meta[name={name}]")) else {
        return Vec::new();
    };
    let elements = (0..all.length()).filter_map(|at| all.item(at)?.dyn_into::<Element>().ok());
    elements
        .filter_map(|element| element.get_attribute("content"))
        .collect()
}

/// Declares parts of pages, each a function that makes its view, by the group they are loaded in. A part that is
/// not loaded yet appears when it is.
macro_rules! parts {
    ($($group:ident { $($part:ident($($prop:ident: $type:ty)?) => $component:path,)+ })+) => {
        $($(
            /// The part of this name.
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

        /// Fetches the group of the part that has this name; there is nothing to fetch for others.
        ///
        /// # Errors
        /// When it did not come.
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

/// What a future gives that has nothing to wait for.
fn at_once<T>(future: Pin<&mut impl Future<Output = T>>) -> Option<T> {
    match future.poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(found) => Some(found),
        Poll::Pending => None,
    }
}

/// A part of a page: there at once when its group is loaded, as it is on the server and while a page comes alive.
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

/// Has the browser fetch what a page or part needs while the page is still read.
#[cfg(not(feature = "hydrate"))]
pub fn announce(kind: &'static str, name: &'static str, group: &str) {
    use leptos_meta::Meta;

    // Rendering puts an element of `leptos_meta` into the head.
    drop(view! { <Meta name=kind content=name /> }.to_html());
    crate::shell::assets::announce(group);
}

/// The browser knows what it has.
#[cfg(feature = "hydrate")]
pub const fn announce(_: &'static str, _: &'static str, _: &str) {}

/// Waits until something is there, as everything is on the server.
#[cfg(not(feature = "hydrate"))]
pub async fn wait(fetched: impl Future<Output = Fetched>) {
    drop(fetched.await);
}

/// Waits until something is there. What does not come is asked of the server with its whole page: the network
/// was away, or the server has another build by now.
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
