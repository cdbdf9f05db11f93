//! The API reference: `/api/docs` with the first steps and the search, and a page for each noun. Readable without
//! signing in. Generated from the OpenAPI document.

mod operation;
pub mod reference;
pub mod samples;
mod search;
mod shape;
mod start;

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::{use_params_map, use_query_map};

use crate::context;
use crate::pages::missing::Missing;
use crate::pages::seek::Seek;
use crate::parts::{Field, Label};
use crate::paths;
use operation::Article;
use reference::{NOUNS, Noun, Operation, noun, types_of};
use search::{Found, search};
use shape::with_code;

/// `/api/docs`: the first steps, or the result of a search.
#[component]
pub fn Docs() -> impl IntoView {
    let query = use_query_map().get_untracked().get("q").unwrap_or_default();
    if query.trim().is_empty() {
        return start::page();
    }
    let found = search(&query);
    let count = match (found.operations.len(), found.is_whole) {
        (0, _) => format!("No operation contains “{query}”."),
        (1, true) => "1 operation.".to_owned(),
        (count, true) => format!("{count} operations."),
        (count, false) => {
            format!("No operation contains all words. {count} contain the most of them.")
        }
    };
    view! {
        <Title text="Search the API" />
        <main class="page docs" id="main" data-page="api">
            {head("Search the API", view! { <p class="lede" role="status">{count}</p> }.into_any(), &query)}
            <div class="docs-columns">
                <nav class="docs-rail" aria-label="Nouns">{nouns_list(None)}</nav>
                {results(found)}
            </div>
        </main>
    }
    .into_any()
}

fn results(found: Found) -> AnyView {
    let rows = found.operations.into_iter().map(|operation| {
        view! {
            <li>
                <a href=address(operation)><code>{operation.name}</code></a>
                <p>{with_code(first_sentence(operation.summary()))}</p>
            </li>
        }
    });
    view! { <ol class="docs-found">{rows.collect::<Vec<_>>()}</ol> }.into_any()
}

fn first_sentence(text: &str) -> &str {
    text.find(". ").map_or(text, |end| &text[..=end])
}

/// `/api/docs/{noun}`: the operations of a noun, and the types that they use.
#[component]
pub fn DocsNoun() -> impl IntoView {
    let name = use_params_map()
        .get_untracked()
        .get("noun")
        .unwrap_or_default();
    noun(&name).map_or_else(|| view! { <Missing /> }.into_any(), noun_page)
}

fn noun_page(noun: &'static Noun) -> AnyView {
    let types: Vec<_> = types_of(noun)
        .into_iter()
        .map(shape::type_section)
        .collect();
    let types = (!types.is_empty())
        .then(|| view! { <section><h2 id="types">"Types"</h2>{types}</section> });
    let links = noun.operations.iter().map(|one| {
        view! { <li><a href=format!("#{}", one.name)><code>{one.name}</code></a></li> }
    });
    let articles = noun
        .operations
        .iter()
        .map(|one| view! { <Article operation=*one /> });
    view! {
        <Title text=format!("{} · API", noun.name) />
        <main class="page docs" id="main" data-page="api">
            {head(noun.name, view! { <p class="lede">{noun.about}</p> }.into_any(), "")}
            <div class="docs-columns">
                <div class="docs-rail">
                    <nav aria-label="On this page"><ul>{links.collect::<Vec<_>>()}</ul></nav>
                    <nav aria-label="Nouns">{nouns_list(Some(noun.name))}</nav>
                </div>
                <div class="docs-operations">
                    {caller()}
                    {articles.collect::<Vec<_>>()}
                    {types}
                </div>
            </div>
        </main>
    }
    .into_any()
}

/// Renders the head of a page, with the search.
fn head(title: &'static str, lede: AnyView, query: &str) -> AnyView {
    let query = query.to_owned();
    view! {
        <header class="folio">
            <div>
                <p class="crumbs"><a href=paths::api_docs()>"API"</a></p>
                <h1>{title}</h1>
                {lede}
            </div>
            <div class="folio-end">{search_form(query)}</div>
        </header>
    }
    .into_any()
}

fn search_form(query: String) -> impl IntoView {
    view! {
        <Seek action=paths::api_docs() class="docs-search" does="Search">
            <Field
                label="Search the API"
                labelled=Label::Hidden
                name="q"
                kind="search"
                placeholder="give up a task"
                value=query
            />
        </Seek>
    }
}

/// Names of all nouns, in a few lines.
fn nouns_list(current: Option<&str>) -> AnyView {
    let links = NOUNS.iter().map(|noun| {
        let here = (Some(noun.name) == current).then_some("page");
        view! { <li><a href=paths::api_noun(noun.name) aria-current=here>{noun.name}</a></li> }
    });
    view! { <ul class="docs-nouns">{links.collect::<Vec<_>>()}</ul> }.into_any()
}

/// Field for the token with which the page calls operations. Only scripts can do that.
fn caller() -> AnyView {
    let without = match context::viewer() {
        Some(viewer) => format!("Without a token you call as {}.", viewer.id),
        None => "You are not signed in: without a token most calls are refused.".to_owned(),
    };
    view! {
        <div class="docs-caller field alive">
            <label for="docs-token">"Token for “Try it”"</label>
            <input id="docs-token" type="password" autocomplete="off" aria-describedby="docs-token-hint" />
            <p class="field-hint" id="docs-token-hint">{without}</p>
        </div>
    }
    .into_any()
}

/// Returns the address of an operation's description.
fn address(operation: Operation) -> String {
    format!("{}#{}", paths::api_noun(operation.noun), operation.name)
}

#[cfg(test)]
mod tests;
