//! One memory that was found: its text with the search terms marked, its author, its source and the composition of
//! its score.

use std::sync::Arc;

use leptos::prelude::*;

use super::marks::marks;
use super::row::{Row, Shares};
use crate::pages::crystal::{From, Stage, core_word};
use crate::parts::{Ago, Glyph, Icon};
use crate::paths::{self, CrystalsAddress};

/// Row of one memory.
#[component]
pub fn Item(
    /// Memory to show.
    row: Row,
    /// Search terms to mark.
    words: Arc<[String]>,
    /// Address of the list, with the open memory.
    address: Arc<CrystalsAddress>,
) -> impl IntoView {
    let place = row.place();
    let key = place.href();
    let is_open = address.open.as_ref() == Some(&place);
    let href = address.with(|address| address.open = Some(place)).href();
    let text = render_marked(&row.text, &words);
    let why = row.why.map(|why| view! { <Why why/> });
    let class = if why.is_some() { "hit hit--why" } else { "hit" };
    let author = if row.is_agent {
        view! { <a href=paths::agent(&row.author) dir="auto">{row.author.clone()}</a> }.into_any()
    } else {
        row.author.into_any()
    };
    view! {
        <li class=class id=key.clone() data-row=key aria-current=is_open.then_some("true")>
            <div>
                <p class="hit-text" dir="auto"><a href=href data-step data-noscroll="wide">{text}</a></p>
                <p class="hit-meta">
                    {row.life.map(|life| view! { <Stage life/> })}
                    {row.held_back.then(|| view! { <span class="stage"><Glyph icon=Icon::Warn/>"quarantined"</span> })}
                    {row.pinned.then(|| view! { <span class="stage"><Glyph icon=Icon::Pin/>"pinned"</span> })}
                    <span>{row.kind}</span>
                    <span>{author} ", " <Ago at=row.at.0/></span>
                    {row.origin.map(|origin| view! { <span>"from " <From origin/></span> })}
                    <span>"in " <a href=paths::crystals_of_core(&row.core) dir="auto">{core_word(&row.core)}</a></span>
                </p>
            </div>
            {why}
        </li>
    }
}

/// Renders a text with the search terms marked.
fn render_marked(text: &str, words: &[String]) -> Vec<AnyView> {
    let mut from = 0;
    let mut parts = Vec::new();
    for mark in marks(text, words) {
        parts.push(text[from..mark.start].to_owned().into_any());
        parts.push(view! { <mark>{text[mark.clone()].to_owned()}</mark> }.into_any());
        from = mark.end;
    }
    parts.push(text[from..].to_owned().into_any());
    parts
}

/// Composition of the score.
#[component]
fn Why(why: Shares) -> impl IntoView {
    let said = why.words();
    // The shares add up to the score.
    let parts = why.parts.into_iter().map(|(name, share)| {
        let share = share * why.score;
        view! {
            <div>
                <dt>{name}</dt>
                <dd><i style=format!("--v:{:.0}", share * 100.0)></i></dd>
                <dd>{format!("{share:.2}")}</dd>
            </div>
        }
    });
    view! {
        <dl class="why">
            <div class="why-sum"><dt>{said}</dt><dd>{format!("{:.2}", why.score)}</dd></div>
            {parts.collect_view()}
        </dl>
    }
}
