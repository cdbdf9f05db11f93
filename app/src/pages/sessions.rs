//! `/sessions`: all sessions, filtered by text, namespace and user; sessions that expire soon; deleted sessions
//! that can be restored.

mod filter;
mod list;

use engine::conversation::ops::session_list::SessionList;
use engine::session::find::SessionRow;
use kernel::page::Page;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;
use leptos_router::params::ParamsMap;

use crate::pages::ask::{Loaded, ask};
use crate::pages::form_result::FormResult;
use crate::pages::trouble::show_page;
use crate::paths::{self, with_query};
use filter::Filter;

/// Time to expiry that counts as soon, in seconds.
const SOON: u32 = 24 * 3600;
/// Maximum number of expiring sessions, which are sorted by their end.
const SOONEST: u32 = 200;

/// Selection of sessions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Which {
    /// Sessions that have not ended.
    #[default]
    All,
    /// Sessions that expire within a day unless they are written to.
    Soon,
    /// Deleted sessions that can be restored.
    Deleted,
}

impl Which {
    /// All selections, in the order of the filter.
    pub const ALL: [Self; 3] = [Self::All, Self::Soon, Self::Deleted];

    /// Returns the name in an address.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::All => "",
            Self::Soon => "soon",
            Self::Deleted => "deleted",
        }
    }

    /// Returns the label.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::All => "All",
            Self::Soon => "Expiring within a day",
            Self::Deleted => "Deleted",
        }
    }
}

/// Search of the list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SessionsQuery {
    /// Text to search for.
    pub query: String,
    /// Namespace; empty for all.
    pub namespace: String,
    /// User; empty for all.
    pub user: String,
    /// Selection of sessions.
    pub which: Which,
    /// Cursor of the page.
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

    /// Returns the address of this list at a cursor.
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

    /// Returns true if text, namespace or user restrict the list.
    #[must_use]
    pub fn is_filtered(&self) -> bool {
        let texts = [&self.query, &self.namespace, &self.user];
        texts.into_iter().any(|text| !text.trim().is_empty())
    }
}

/// Page of the sessions.
#[component]
pub fn Sessions() -> impl IntoView {
    let wish = use_query_map().with_untracked(SessionsQuery::read);
    view! {
        <Title text="Sessions" />
        {show_page(load(wish.clone()), |page| body(wish, page))}
    }
}

/// Loads one page of the list.
async fn load(wish: SessionsQuery) -> Loaded<Page<SessionRow>> {
    let given = |text: String| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    let is_soon = wish.which == Which::Soon;
    let mut page = ask(SessionList {
        namespace: given(wish.namespace),
        user_id: given(wish.user),
        query: given(wish.query),
        expiring_within: is_soon.then_some(SOON),
        deleted: wish.which == Which::Deleted,
        limit: is_soon.then_some(SOONEST),
        cursor: wish.cursor,
        ..SessionList::default()
    })
    .await?;
    if is_soon {
        page.items.sort_by_key(|row| row.expires_at);
    }
    Ok(page)
}

fn body(wish: SessionsQuery, page: Page<SessionRow>) -> AnyView {
    view! {
        <main class="page" id="main" data-follows="session:">
            <header class="folio">
                <div>
                    <h1>"Sessions"</h1>
                    <p class="lede">
                        "Conversations of agents: messages, a summary of older ones, and the memory of each session. "
                        <a href=paths::scratchpads()>"Scratchpads"</a>
                        " hold what agents keep between turns."
                    </p>
                </div>
            </header>
            <div class="notices"><FormResult/></div>
            <Filter wish=wish.clone() />
            {list::list(&wish, page)}
        </main>
    }
    .into_any()
}
