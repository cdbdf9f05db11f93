//! `/minds`: minds of agents, searched by their documents, and deleted minds that can be restored.

mod list;
mod row;

use engine::mind::ops::mind_list::{MindList, MindListed};
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;

use crate::pages::ask::{Loaded, ask};
use crate::pages::form_result::FormResult;
use crate::pages::seek::Seek;
use crate::pages::trouble::show_page;
use crate::parts::{Choice, Field, Label, Pick};
use crate::paths::{self, MindsAddress};

pub use row::result_status;

/// One page of the list.
pub struct Found {
    /// Minds of this page.
    rows: Vec<MindListed>,
    /// Cursor of the next page.
    next: Option<String>,
}

/// Page of the minds.
#[component]
pub fn Minds() -> impl IntoView {
    let wish = use_query_map().with_untracked(MindsAddress::read);
    view! {
        <Title text="Minds"/>
        {show_page(load(wish.clone()), |found| view! { <Body wish found/> })}
    }
}

/// Loads one page of the list.
async fn load(wish: MindsAddress) -> Loaded<Found> {
    let page = ask(MindList {
        query: Some(wish.query.trim().to_owned()).filter(|query| !query.is_empty()),
        deleted: wish.is_deleted,
        cursor: wish.cursor,
        ..MindList::default()
    })
    .await?;
    Ok(Found {
        rows: page.items,
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
        <main class="page" id="main" data-follows="mind:">
            <header class="folio">
                <div>
                    <h1>"Minds"</h1>
                    <p class="lede">
                        "A mind is the document that an agent carries into each session. "
                        "Dreams merge its notes into it. Whatever no longer fits stays searchable as a memory."
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
                    placeholder="Search documents …"
                    value=words
                />
                <Pick label="Which" labelled=Label::Hidden name="which" choices value=which/>
            </Seek>
            <list::List wish found/>
        </main>
    }
}
