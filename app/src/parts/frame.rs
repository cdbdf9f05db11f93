//! Frame of every page: head with navigation, status line, and tab bar for phones. Contains the icon sprite too.
//! The page supplies its own `<main id="main">`.
use leptos::prelude::*;

use super::brand::Brand;
use super::csrf::Csrf;
use super::icon::{Glyph, Icon, Sprite};
use super::statusline::Statusline;
use super::theme::{Theme, ThemeButton};
use crate::paths;

/// Main section that a page belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// No section, such as an error.
    #[default]
    Elsewhere,
    /// Signing in, and the first start.
    Door,
    /// The API reference, `/api/docs`.
    Api,
    /// The concepts, `/help`.
    Help,
    /// The overview, `/`.
    Overview,
    /// The inbox, `/inbox`.
    Inbox,
    /// Workflows, `/workflows`.
    Workflows,
    /// Sessions, `/sessions`, and scratchpads.
    Sessions,
    /// Minds, `/minds`.
    Minds,
    /// Long-term memories, `/crystals`.
    Crystals,
    /// Settings, `/settings`.
    Settings,
}

/// Viewer of the page, with their session data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Visitor {
    /// Name of the person; `None` if not signed in.
    pub name: Option<String>,
    /// Role of the person, as a word.
    pub role: String,
    /// CSRF token of posted forms.
    pub csrf: String,
    /// Chosen theme.
    pub theme: Theme,
}

/// Returns the initials of the first two words: "Mara Lind" is ML.
#[must_use]
pub fn initials(name: &str) -> String {
    name.split_whitespace()
        .filter_map(|word| word.chars().next())
        .take(2)
        .flat_map(char::to_uppercase)
        .collect()
}

/// Head, page and footer. Visitors who are not signed in see what they may read, and the way in.
#[component]
pub fn Frame(
    /// Section of the page.
    place: Place,
    /// Viewer of the page.
    visitor: Visitor,
    /// Path and query of the page, to return to after a form.
    #[prop(into)]
    back: String,
    /// Number of items that need a person.
    #[prop(default = 0)]
    needs: usize,
    /// Log position up to which the page includes all facts.
    #[prop(default = 0)]
    position: u64,
    /// Further content of the status line.
    #[prop(optional_no_strip)]
    footer: Option<AnyView>,
    /// Content of the page.
    children: Children,
) -> impl IntoView {
    let Visitor {
        name,
        role,
        csrf,
        theme,
    } = visitor;
    let signed_in = name.is_some();
    let nav = if signed_in {
        nav(place, needs)
    } else {
        nav_signed_out(place)
    };
    let settings = signed_in.then(|| settings(place));
    let way_in = (!signed_in && place != Place::Door).then(|| {
        view! { <a class="btn btn--quiet" href=paths::sign_in(&back)>"Sign in"</a> }
    });
    view! {
        <Sprite/>
        <div class="app">
            <a class="skip" href="#main">"Skip to content"</a>
            <header class="runhead">
                <Brand needs/>
                {nav}
                <div class="runhead-end">
                    {settings}
                    {way_in}
                    <ThemeButton theme csrf=csrf.clone() back/>
                    {name.map(|name| account(name, role, csrf))}
                </div>
            </header>
            {signed_in.then(|| view! { <p id="lost" class="lost-server" role="status" data-keep="" hidden=true></p> })}
            {children()}
            <Statusline position signed_in>{footer}</Statusline>
            {signed_in.then(|| tabbar(place, needs))}
        </div>
    }
}

fn settings(place: Place) -> impl IntoView {
    let here = current(place == Place::Settings);
    view! {
        <a class="btn btn--icon" href=paths::agents() aria-label="Settings" title="Settings" aria-current=here data-key="g a">
            <Glyph icon=Icon::Settings/>
        </a>
    }
}

/// A section: its address and name, the icon on phones, and its keyboard shortcut.
type Tab = (Place, fn() -> String, &'static str, Icon, &'static str);

/// Main sections.
const PLACES: [Tab; 6] = [
    (
        Place::Overview,
        paths::overview,
        "Overview",
        Icon::Home,
        "g o",
    ),
    (Place::Inbox, paths::inbox, "Inbox", Icon::Inbox, "g i"),
    (
        Place::Workflows,
        paths::workflows,
        "Workflows",
        Icon::Workflow,
        "g w",
    ),
    (
        Place::Sessions,
        paths::sessions,
        "Sessions",
        Icon::Session,
        "g s",
    ),
    (Place::Minds, paths::minds, "Minds", Icon::Mind, "g m"),
    (
        Place::Crystals,
        paths::crystals,
        "Memories",
        Icon::Crystal,
        "g c",
    ),
];

const fn current(here: bool) -> Option<&'static str> {
    if here { Some("page") } else { None }
}

/// A page that everybody may read: its section, address and name.
type OpenPage = (Place, fn() -> String, &'static str);

/// Pages that everybody may read.
const OPEN: [OpenPage; 2] = [
    (Place::Api, paths::api_docs, "API"),
    (Place::Help, paths::help, "Concepts"),
];

/// Count next to the inbox. Always in the page and hidden at zero, so that its appearance moves nothing.
fn count(needs: usize) -> impl IntoView {
    view! { <b class="needs" hidden=needs == 0>{needs} <span class="vh">" need you"</span></b> }
}

fn nav(place: Place, needs: usize) -> AnyView {
    let items = PLACES.map(|(its, href, label, _, keys)| {
        view! {
            <li>
                <a href=href() aria-current=current(place == its) data-key=keys>
                    {label}
                    {(its == Place::Inbox).then(|| view! { " " {count(needs)} })}
                </a>
            </li>
        }
    });
    view! {
        <nav class="nav" aria-label="Main">
            <ul>{items.into_iter().collect_view()}</ul>
        </nav>
    }
    .into_any()
}

fn nav_signed_out(place: Place) -> AnyView {
    let items = OPEN.map(|(its, href, label)| {
        view! { <li><a href=href() aria-current=current(place == its)>{label}</a></li> }
    });
    view! {
        <nav class="nav nav--open" aria-label="Main">
            <ul>{items.into_iter().collect_view()}</ul>
        </nav>
    }
    .into_any()
}

fn tabbar(place: Place, needs: usize) -> impl IntoView {
    let items = PLACES.map(|(its, href, label, icon, _)| {
        view! {
            <a href=href() aria-current=current(place == its)>
                <Glyph icon=icon/>
                <span>{label}</span>
                {(its == Place::Inbox).then(|| count(needs))}
            </a>
        }
    });
    view! {
        <nav class="tabbar" aria-label="Main, compact">
            {items.into_iter().collect_view()}
        </nav>
    }
}

/// Account menu. A `<details>` element, so that it opens without JavaScript.
fn account(name: String, role: String, csrf: String) -> impl IntoView {
    let short = initials(&name);
    let label = format!("{short}, {name}, account");
    let links = OPEN.map(|(_, href, label)| view! { <li><a href=href()>{label}</a></li> });
    view! {
        <details class="account">
            <summary class="who who--you" aria-label=label>{short}</summary>
            <div class="account-menu">
                <p><b>{name}</b> " " <span class="quiet">{role}</span></p>
                <ul>{links.into_iter().collect_view()}</ul>
                <form method="post" action=paths::sign_out()>
                    <Csrf token=csrf/>
                    <button class="btn btn--quiet" type="submit"><Glyph icon=Icon::Out/> "Sign out"</button>
                </form>
            </div>
        </details>
    }
}

#[cfg(test)]
mod tests {
    use super::initials;

    #[test]
    fn initials_are_two_at_most() {
        for (name, short) in [
            ("Mara Lind", "ML"),
            ("ada", "A"),
            ("  Jean Luc  Godard ", "JL"),
            ("", ""),
        ] {
            assert_eq!(initials(name), short);
        }
    }
}
