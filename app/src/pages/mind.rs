//! `/minds/{agent}`: the mind of an agent: its document with section weights, waiting notes, mood with history,
//! dreams with their changes or refusals, and versions. The page follows the mind's facts live.

mod document;
mod dream;
mod dreams;
mod editor;
mod figures;
mod gone;
mod head;
mod lens;
mod load;
mod lock;
mod manage;
mod misses;
mod mood;
mod note;
mod past;
mod scratch;
mod section;
mod seed;
mod versions;

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::{use_params_map, use_query_map};

use crate::live::feed;
use crate::pages::act::About;
use crate::pages::form_result::FormResult;
use crate::pages::trouble::Trouble;
use crate::parts::alive;
use crate::paths::{MindAddress, MindView};

use engine::mind::Hormone;
use engine::mind::mood::Point;
use engine::mind::section::Levels;
use load::{Known, Loads, There};

/// Data shared by the components of the page.
#[derive(Clone, Copy)]
struct Here {
    /// Agent and view that the address names.
    address: Memo<MindAddress>,
    /// Resources of the page.
    loads: Loads,
    /// Current mind.
    there: RwSignal<There>,
    /// Current mood levels, which decay over time.
    levels: Memo<Levels>,
}

impl Here {
    fn of(address: Memo<MindAddress>, loads: Loads, there: There) -> Self {
        let there = RwSignal::new(there);
        let now = feed().now;
        let levels = Memo::new(move |_| {
            let now = now.get();
            there.with(|there| {
                let levels = there.mind.mood.levels;
                Point {
                    at: there.at,
                    levels,
                }
                .decay(now)
            })
        });
        Self {
            address,
            loads,
            there,
            levels,
        }
    }

    /// Returns a level in hundredths.
    fn level(self, hormone: Hormone) -> Memo<u32> {
        Memo::new(move |_| self.levels.with(|levels| hundredths(hormone.of(levels))))
    }

    /// Returns the name of the agent.
    fn agent(self) -> String {
        self.there.with_untracked(|there| there.mind.agent.clone())
    }
}

/// Converts a share of 0 to 1 into hundredths.
fn hundredths(share: f64) -> u32 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a share is between 0 and 1"
    )]
    let hundredths = (share.clamp(0.0, 1.0) * 100.0).round() as u32;
    hundredths
}

fn here() -> Here {
    expect_context()
}

/// Page of a mind.
#[component]
pub fn MindPage() -> impl IntoView {
    let (params, query) = (use_params_map(), use_query_map());
    let address =
        Memo::new(move |_| params.with(|path| query.with(|query| MindAddress::read(path, query))));
    let loads = Loads::begin(address);
    view! {
        <Transition>
            {alive(move || loads.page.get().map(|outcome| match outcome {
                Ok(known) => view! { <Whole address loads known/> }.into_any(),
                Err(problem) => view! { <Trouble problem/> }.into_any(),
            }))}
        </Transition>
    }
}

#[component]
fn Whole(address: Memo<MindAddress>, loads: Loads, known: Known) -> impl IntoView {
    let agent = address.with_untracked(|address| address.agent.clone());
    provide_context(About(vec![("agent", agent.clone())]));
    let title = format!("{agent}, mind");
    let begun = std::mem::discriminant(&known);
    // The page is loaded again if the mind is begun, deleted or restored while it is open.
    Effect::new(move |_| {
        let newest = loads.newest.get().flatten();
        if newest.is_some_and(|newest| std::mem::discriminant(&newest) != begun) {
            loads.page.refetch();
        }
    });
    let body = match known {
        Known::There(there) => {
            let here = Here::of(address, loads, *there);
            provide_context(here);
            // Changes by others appear in place; the user's unsent text stays.
            Effect::new(move |_| {
                if let Some(Known::There(new)) = loads.newest.get().flatten() {
                    let is_news = here.there.with_untracked(|known| {
                        known.mind.agent == new.mind.agent && known.at <= new.at && *known != *new
                    });
                    if is_news {
                        here.there.set(*new);
                    }
                }
            });
            view! { <Mind/> }.into_any()
        }
        Known::Gone(gone) => view! { <gone::Gone gone=*gone/> }.into_any(),
        Known::None => view! { <gone::NotBegun agent=agent.clone()/> }.into_any(),
    };
    view! {
        <Title text=title/>
        <main class="page" id="main">{body}</main>
    }
}

/// Page of an existing mind.
#[component]
fn Mind() -> impl IntoView {
    let here = here();
    // The current document stays in place while the user opens one dream or another.
    let shown = Memo::new(move |_| {
        here.address.with(|address| match address.view {
            MindView::Dream(_) => MindView::Now,
            view => view,
        })
    });
    view! {
        <head::Head/>
        <div class="notices"><FormResult/></div>
        <lens::Lens/>
        <div class="columns columns--mind">
            <div class="flow">
                {alive(move || match shown.get() {
                    MindView::Past { .. } => view! { <past::Then/> }.into_any(),
                    MindView::Edit(section) => view! { <editor::Editor section/> }.into_any(),
                    MindView::Now | MindView::Dream(_) => view! { <document::State/> }.into_any(),
                })}
            </div>
            <div class="flow">
                <mood::Mood/>
                <scratch::Scratch/>
                <dreams::Log/>
                <versions::Versions/>
                <misses::Misses/>
                <figures::Niche/>
            </div>
        </div>
        <dream::Dream/>
    }
}
