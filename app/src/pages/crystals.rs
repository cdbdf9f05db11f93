//! `/crystals`: long-term memories, found by text and filters, or the newest; next to them the open memory, or the
//! cores.

mod around;
mod excerpt;
mod hit;
mod hits;
mod marks;
mod row;
mod search;
mod seek;
mod side;
pub mod waiting;

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;

use crate::call::fetch;
use crate::live::feed;
use crate::pages::crystal::{Beside, begin};
use crate::pages::form_result::FormResult;
use crate::pages::trouble::RefusalBox;
use crate::parts::alive;
use crate::paths::CrystalsAddress;

/// Page of the long-term memories.
#[component]
pub fn Crystals() -> impl IntoView {
    let query = use_query_map();
    let address = Memo::new(move |_| query.with(CrystalsAddress::read));
    // Opening a memory next to the list does not reload the list.
    let wish = Memo::new(move |_| address.with(|address| address.with(|it| it.open = None)));
    let open = Memo::new(move |_| address.with(|address| address.open.clone()));
    let now = feed().now;
    let found = fetch(
        move || wish.get(),
        move |wish| async move {
            match wish.life.as_str() {
                search::WAITING => None,
                _ => Some(search::load(wish, now.get_untracked()).await),
            }
        },
    );
    let is_waiting = Memo::new(move |_| wish.with(|wish| wish.life == search::WAITING));
    let around = around::begin();
    let opened = begin(open);
    view! {
        <Title text="Crystals" />
        <main class="page" id="main">
            <around::Head around/>
            <div class="notices"><FormResult/></div>
            <seek::Look wish around/>
            <div class="columns columns--stone" data-open=move || open.with(Option::is_some).then_some("")>
                <div class="stone-list">
                    {alive(move || is_waiting.get().then(|| view! { <waiting::Waiting wish=wish.get_untracked()/> }))}
                    <Transition>
                        {alive(move || found.get().flatten().map(|outcome| match outcome {
                            Ok(found) => {
                                let wish = wish.get_untracked();
                                view! { <hits::Hits wish address found/> }.into_any()
                            }
                            Err(problem) if problem.reason.as_deref() == Some("switched_off") => {
                                view! { <hits::Off/> }.into_any()
                            }
                            Err(problem) => view! { <RefusalBox problem/> }.into_any(),
                        }))}
                    </Transition>
                </div>
                <div class="stone-side">
                    {alive(move || if open.with(Option::is_some) {
                        view! { <Beside opened address/> }.into_any()
                    } else {
                        view! { <side::Cores wish around/> }.into_any()
                    })}
                </div>
            </div>
        </main>
    }
}
