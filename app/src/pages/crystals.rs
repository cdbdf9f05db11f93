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

use engine::crystal::ops::memory_waiting::WaitingMemory;
use kernel::page::Page;
use kernel::problem::Problem;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;

use crate::call::show_after;
use crate::moment::moment;
use crate::pages::ask::Loaded;
use crate::pages::crystal::{self, Known, side_panel};
use crate::pages::form_result::FormResult;
use crate::pages::trouble::RefusalBox;
use crate::paths::CrystalsAddress;

use around::Around;
use search::{Found, WAITING};

/// Data of the page.
struct Data {
    around: Loaded<Around>,
    list: Loaded<List>,
    open: Option<Loaded<Known>>,
}

/// Memories in the list.
enum List {
    Found(Found),
    Waiting(Page<WaitingMemory>),
}

/// Page of the long-term memories.
#[component]
pub fn Crystals() -> impl IntoView {
    let address = use_query_map().with_untracked(CrystalsAddress::read);
    view! {
        <Title text="Memories" />
        {show_after(load(address.clone()), move |data| view! { <Body address data/> })}
    }
}

async fn load(address: CrystalsAddress) -> Data {
    let now = moment().now;
    let list = if address.life == WAITING {
        let waiting = waiting::load(address.core.clone(), address.cursor.clone());
        waiting.await.map(List::Waiting)
    } else {
        search::load(address.clone(), now).await.map(List::Found)
    };
    Data {
        around: around::load().await,
        list,
        open: match address.open {
            Some(place) => Some(crystal::load(place).await),
            None => None,
        },
    }
}

#[component]
fn Body(address: CrystalsAddress, data: Data) -> impl IntoView {
    let is_open = address.open.is_some();
    let around = data.around;
    let list = match data.list {
        Ok(List::Found(found)) => hits::results(address.clone(), found).into_any(),
        Ok(List::Waiting(page)) => {
            view! { <waiting::List page=Ok(page) address=address.clone()/> }.into_any()
        }
        Err(problem) => refusal(problem),
    };
    view! {
        <main class="page" id="main" data-follows="core:">
            <around::Head around=around.clone().ok()/>
            <div class="notices"><FormResult/></div>
            {seek::search_bar(address.clone(), around.clone().ok())}
            <div class="columns columns--stone" data-open=is_open.then_some("")>
                <div class="stone-list">{list}</div>
                <div class="stone-side">
                    {match data.open {
                        Some(known) => side_panel(known, address).into_any(),
                        None => side::cores(address, around).into_any(),
                    }}
                </div>
            </div>
        </main>
    }
}

fn refusal(problem: Problem) -> AnyView {
    if problem.reason.as_deref() == Some("switched_off") {
        return hits::no_search().into_any();
    }
    view! { <RefusalBox problem/> }.into_any()
}
