//! `/minds`: minds of agents, searched by their documents, and deleted minds that can be restored.

mod list;
mod row;

use engine::mind::mood::Point;
use engine::mind::ops::mind_list::{MindList, MindListed};
use kernel::Time;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;
use serde::{Deserialize, Serialize};

use crate::call::fetch;
use crate::live::feed;
use crate::pages::ask::{Loaded, ask};
use crate::pages::form_result::FormResult;
use crate::pages::seek::Seek;
use crate::pages::trouble::Trouble;
use crate::parts::{Choice, Field, Label, Pick, alive};
use crate::paths::{self, MindsAddress};

pub use row::result_status;

/// A mind with the time of the request: its mood decays from then on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Listed {
    /// Mind as lists show it.
    pub mind: MindListed,
    /// Time of the request.
    pub at: Time,
}

impl Listed {
    /// Returns the mood at the time of the request, from which it decays.
    fn mood(&self) -> Point {
        Point {
            at: self.at,
            levels: self.mind.levels,
        }
    }
}

/// One page of the list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Found {
    /// Minds of this page.
    rows: Vec<Listed>,
    /// Cursor of the next page.
    next: Option<String>,
}

/// Page of the minds.
#[component]
pub fn Minds() -> impl IntoView {
    let query = use_query_map();
    let wish = Memo::new(move |_| query.with(MindsAddress::read));
    let now = feed().now;
    let found = fetch(
        move || wish.get(),
        move |wish| async move { load(wish, now.get_untracked()).await },
    );
    view! {
        <Title text="Minds"/>
        <Transition>
            {alive(move || found.get().map(|outcome| match outcome {
                Ok(found) => view! { <Body wish=wish.get_untracked() found/> }.into_any(),
                Err(problem) => view! { <Trouble problem/> }.into_any(),
            }))}
        </Transition>
    }
}

/// Loads one page of the list.
async fn load(wish: MindsAddress, at: Time) -> Loaded<Found> {
    let page = ask(MindList {
        query: Some(wish.query.trim().to_owned()).filter(|query| !query.is_empty()),
        deleted: wish.is_deleted,
        limit: None,
        cursor: wish.cursor,
    })
    .await?;
    let rows = page.items.into_iter().map(|mind| Listed { mind, at });
    Ok(Found {
        rows: rows.collect(),
        next: page.next_cursor,
    })
}

#[component]
fn Body(wish: MindsAddress, found: Found) -> impl IntoView {
    let choices = vec![
        Choice::new("", "All"),
        Choice::new(MindsAddress::DELETED, "Deleted"),
    ];
    let words = wish.query.clone();
    let which = if wish.is_deleted {
        MindsAddress::DELETED
    } else {
        ""
    };
    view! {
        <main class="page" id="main">
            <header class="folio">
                <div>
                    <h1>"Minds"</h1>
                    <p class="lede">
                        "What each agent is, and what goes on with it: a document that fits a model's window. "
                        "Notes wait beside it until a dream takes them in; what falls out stays a memory that search finds."
                    </p>
                </div>
            </header>
            <div class="notices"><FormResult/></div>
            <Seek action=paths::minds()>
                <Field
                    label="Search minds"
                    labelled=Label::Hidden
                    name="q"
                    kind="search"
                    placeholder="Words of a document"
                    value=words
                />
                <Pick label="Which" labelled=Label::Hidden name="which" choices value=which/>
            </Seek>
            <list::List wish found/>
        </main>
    }
}
