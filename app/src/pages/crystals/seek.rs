//! Search form. It uses GET, so that its result has an address. With JavaScript it searches while the user types,
//! and at once when a filter is chosen.

use engine::session::SessionKey;
use leptos::prelude::*;

use super::around::Around;
use super::search::{KINDS, LIVES, SINCE};
use crate::pages::crystal::core_word;
use crate::pages::seek::{Going, Seek};
use crate::parts::{Glyph, Icon};
use crate::paths::{self, CrystalsAddress};

/// Search form.
pub fn search_bar(address: CrystalsAddress, around: Option<Around>) -> impl IntoView {
    let wish = address.with(|wish| wish.open = None);
    let cores = cores(&wish, around);
    let session = SessionKey::parse(&wish.session).map(|key| key.id.to_string());
    let session = render_filter(
        "session",
        "from session",
        &wish.session,
        &session.unwrap_or_default(),
        |wish| wish.session.clear(),
        &wish,
    );
    let agent = render_filter(
        "agent",
        "of",
        &wish.agent,
        &wish.agent,
        |wish| wish.agent.clear(),
        &wish,
    );
    view! {
        <Seek action=paths::crystals() class="seek" going=Going::Replace>
            <label class="seek-words">
                <Glyph icon=Icon::Search/>
                <span class="vh">"Search memories"</span>
                <input
                    type="search"
                    name="q"
                    autocomplete="off"
                    placeholder="Search by words or meaning …"
                    value=wish.query
                    data-seeks=""
                />
                <kbd aria-hidden="true">"/"</kbd>
            </label>
            <div class="seek-by">
                <Sieve label="core" name="core" chosen=CrystalsAddress::form_name(&wish.core) options=cores/>
                <Sieve label="kind" name="kind" chosen=wish.kind options=to_owned_pairs(KINDS)/>
                <Sieve label="lifecycle" name="lifecycle" chosen=wish.life options=to_owned_pairs(LIVES)/>
                <Sieve label="since" name="since" chosen=wish.since options=to_owned_pairs(SINCE.map(|(name, label, _)| (name, label)))/>
                {agent}
                {session}
            </div>
        </Seek>
    }
}

/// Returns the values and labels of the cores to choose from.
fn cores(wish: &CrystalsAddress, around: Option<Around>) -> Vec<(String, String)> {
    let known = around.map(|around| around.cores).unwrap_or_default();
    let mut names: Vec<String> = known.into_iter().map(|core| core.name).collect();
    if !wish.core.is_empty() && !names.contains(&wish.core) {
        names.push(wish.core.clone());
    }
    let names = names
        .iter()
        .map(|name| (CrystalsAddress::form_name(name), core_word(name)));
    std::iter::once((String::new(), "any".to_owned()))
        .chain(names)
        .collect()
}

/// Filter with a menu of values.
#[component]
fn Sieve(
    label: &'static str,
    name: &'static str,
    chosen: String,
    options: Vec<(String, String)>,
) -> impl IntoView {
    let is_set = !chosen.is_empty();
    let options = options.into_iter().map(|(value, label)| {
        let is_chosen = value == chosen;
        view! { <option value=value selected=is_chosen>{label}</option> }
    });
    let options = options.collect_view();
    view! {
        <label class="sieve" data-set=is_set.then_some("")>
            <span>{label}</span>
            <select name=name data-sends="">{options}</select>
        </label>
    }
}

fn to_owned_pairs<const N: usize>(all: [(&str, &str); N]) -> Vec<(String, String)> {
    let all = all.map(|(name, label)| (name.to_owned(), label.to_owned()));
    all.into()
}

/// Renders a filter of the address that has no menu: it is kept, shown, and can be removed.
fn render_filter(
    name: &'static str,
    label: &'static str,
    value: &str,
    shown: &str,
    without: fn(&mut CrystalsAddress),
    wish: &CrystalsAddress,
) -> Option<AnyView> {
    if value.is_empty() {
        return None;
    }
    let href = wish
        .with(|wish| {
            without(wish);
            wish.cursor = None;
        })
        .href();
    let title = format!("{label} {shown}: leave it out");
    Some(
        view! {
            <span class="sieve" data-set="">
                <input type="hidden" name=name value=CrystalsAddress::form_name(value)/>
                <span>{label}</span> <b dir="auto">{shown.to_owned()}</b>
                <a href=href aria-label=title.clone() title=title><Glyph icon=Icon::Close/></a>
            </span>
        }
        .into_any(),
    )
}
