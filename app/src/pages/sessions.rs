//! `/sessions`: every session, found by words, namespace and user; those that end soon; those that were deleted
//! and can be brought back.

mod filter;
mod list;

use engine::conversation::ops::session_list::SessionList;
use engine::session::find::SessionRow;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;
use leptos_router::params::ParamsMap;
use serde::{Deserialize, Serialize};

use crate::call::fetch;
use crate::pages::ask::{Loaded, ask};
use crate::pages::form_result::FormResult;
use crate::pages::trouble::Trouble;
use crate::parts::alive;
use crate::paths::{self, with_query};
use filter::Filter;
use list::List;

/// What "soon" is: within a day, in seconds.
const SOON: u32 = 24 * 3600;
/// How many of those are put in the order in which they end.
const SOONEST: u32 = 200;

/// Which sessions are looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Which {
    /// All that live.
    #[default]
    All,
    /// Those that end within a day unless they are written to.
    Soon,
    /// Those that were deleted and can be brought back.
    Deleted,
}

impl Which {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::All, Self::Soon, Self::Deleted];

    /// Its name in an address.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::All => "",
            Self::Soon => "soon",
            Self::Deleted => "deleted",
        }
    }

    /// What it is called.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::All => "All",
            Self::Soon => "Expiring within a day",
            Self::Deleted => "Deleted",
        }
    }
}

/// What is looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionsQuery {
    /// Words.
    pub query: String,
    /// A namespace; empty for all.
    pub namespace: String,
    /// A user; empty for all.
    pub user: String,
    /// Which sessions.
    pub which: Which,
    /// Where the last page ended.
    pub cursor: Option<String>,
}

impl SessionsQuery {
    fn read(query: &ParamsMap) -> Self {
        let text = |name| query.get(name).unwrap_or_default();
        let which = text("which");
        Self {
            query: text("q"),
            namespace: text("namespace"),
            user: text("user"),
            which: Which::ALL
                .into_iter()
                .find(|known| known.name() == which)
                .unwrap_or_default(),
            cursor: Some(text("cursor")).filter(|cursor| !cursor.is_empty()),
        }
    }

    /// The address of this list at a cursor.
    #[must_use]
    pub fn href(&self, cursor: Option<&str>) -> String {
        let query = [
            ("q", Some(self.query.as_str())),
            ("namespace", Some(self.namespace.as_str())),
            ("user", Some(self.user.as_str())),
            ("which", Some(self.which.name())),
            ("cursor", cursor),
        ];
        with_query(&paths::sessions(), &query)
    }

    /// Whether words, a namespace or a user leave any out.
    #[must_use]
    pub fn is_filtered(&self) -> bool {
        let texts = [&self.query, &self.namespace, &self.user];
        texts.into_iter().any(|text| !text.trim().is_empty())
    }
}

/// The page.
#[component]
pub fn Sessions() -> impl IntoView {
    let query = use_query_map();
    let wish = Memo::new(move |_| query.with(SessionsQuery::read));
    let page = fetch(move || wish.get(), load);
    view! {
        <Title text="Sessions" />
        <Transition>
            {alive(move || page.get().map(|outcome| match outcome {
                Ok((items, next)) => view! { <Body wish=wish.get_untracked() items next /> }.into_any(),
                Err(problem) => view! { <Trouble problem /> }.into_any(),
            }))}
        </Transition>
    }
}

/// The sessions of one page of the list, and where the next one begins.
async fn load(wish: SessionsQuery) -> Loaded<(Vec<SessionRow>, Option<String>)> {
    let given = |text: String| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    let is_soon = wish.which == Which::Soon;
    let mut page = ask(SessionList {
        namespace: given(wish.namespace),
        user_id: given(wish.user),
        query: given(wish.query),
        id: None,
        expiring_within: is_soon.then_some(SOON),
        deleted: wish.which == Which::Deleted,
        limit: is_soon.then_some(SOONEST),
        cursor: wish.cursor,
    })
    .await?;
    if is_soon {
        page.items.sort_by_key(|row| row.expires_at);
    }
    Ok((page.items, page.next_cursor))
}

#[component]
fn Body(wish: SessionsQuery, items: Vec<SessionRow>, next: Option<String>) -> impl IntoView {
    view! {
        <main class="page" id="main">
            <header class="folio">
                <div>
                    <h1>"Sessions"</h1>
                    <p class="lede">
                        "One conversation each: what was said, a summary of what no longer fits, and the memory around it. "
                        <a href=paths::scratchpads()>"Scratchpads"</a>
                        " are what agents keep between their turns."
                    </p>
                </div>
            </header>
            <div class="notices"><FormResult/></div>
            <Filter wish=wish.clone() />
            <List wish items next />
        </main>
    }
}
