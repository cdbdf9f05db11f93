//! A memory that is there: the text, its figures, what can be done, where it is from. It lives: what others change
//! shows in its place, and what somebody is writing stays.

use engine::crystal::{Crystal, Trust};
use leptos::prelude::*;

use super::correct::Correct;
use super::deeds::{Forget, Pinned};
use super::load::{Known, Opened, There};
use super::told::{core_word, kind_word};
use super::trail::{Trail, Went};
use crate::live::feed;
use crate::parts::{Ago, Glyph, Icon, Id, Meter, alive, day, prose};
use crate::paths;

/// The memory.
#[component]
pub fn Stone(
    /// The heading.
    title: &'static str,
    /// As it was when the page was made.
    there: There,
    /// What is fetched.
    opened: Opened,
) -> impl IntoView {
    let id = there.memory.id.clone();
    let there = RwSignal::new(there);
    // Others change it while somebody looks; when it is gone or back, the page is another one.
    Effect::new(move |_| match opened.newest.get().flatten() {
        Some(Known::There(new)) => {
            let is_news =
                there.with_untracked(|there| there.memory.id == new.memory.id && *there != *new);
            if is_news {
                there.set(*new);
            }
        }
        Some(Known::Gone(_)) => opened.page.refetch(),
        None => {}
    });
    let memory = Memo::new(move |_| there.with(|there| there.memory.clone()));
    let text = Memo::new(move |_| memory.with(|memory| memory.text.clone()));
    view! {
        <section class="sect stone" aria-labelledby="h-stone">
            <div class="sect-head">
                <h2 id="h-stone">{title} " " <Id id=id.clone() short=short(&id)/></h2>
                <span class="push">{alive(move || memory.with(|memory| memory.pinned.then(|| view! {
                    <span class="stage"><Glyph icon=Icon::Pin/>"pinned"</span>
                })))}</span>
            </div>
            <div class="stone-parts">
                <div>
                    <div class="stone-text said" dir="auto">{alive(move || prose(&text.get(), 3))}</div>
                    <div class="stone-do">
                        <Pinned there/>
                        <Correct there/>
                        <Forget there/>
                    </div>
                </div>
                <div>
                    <dl class="ledger">{alive(move || figures(there))}</dl>
                    <Trail memory/>
                    <Went memory/>
                </div>
            </div>
        </section>
    }
}

/// An id as one reads it: a long one by its end, in which it differs from its neighbours.
fn short(id: &str) -> String {
    if id.chars().count() <= 20 {
        return id.to_owned();
    }
    let end: Vec<char> = id.chars().rev().take(8).collect();
    format!("…{}", end.into_iter().rev().collect::<String>())
}

/// A share as a percentage.
pub(super) fn percent(share: f64) -> u32 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a share is between 0 and 1"
    )]
    let percent = (share.clamp(0.0, 1.0) * 100.0).round() as u32;
    percent
}

fn row(name: &'static str, value: impl IntoView) -> AnyView {
    view! { <div><dt>{name}</dt><dd>{value.into_any()}</dd></div> }.into_any()
}

/// What there is to say of it in figures and names.
fn figures(there: RwSignal<There>) -> Vec<AnyView> {
    let now = feed().clock();
    let there = there.get();
    let memory = &there.memory;
    let ago = |at: kernel::Time| view! { <Ago at=Signal::stored(at.0) now/> };
    let recalled = match memory.access_count {
        0 => "never".into_any(),
        1 => view! { "once, " {ago(memory.last_accessed)} }.into_any(),
        n => view! { {n} " times, last " {ago(memory.last_accessed)} }.into_any(),
    };
    let importance = memory.importance.map(|importance| {
        let shown = format!("{importance:.2}");
        row(
            "Importance",
            view! { <Meter label="Importance" value=percent(importance)/> {shown} },
        )
    });
    let about = |names: &[String]| (!names.is_empty()).then(|| names.join(", "));
    let user = memory.user_id.clone();
    let edited = memory.updated_at != memory.persisted_at;
    let mut rows = Vec::new();
    rows.extend(importance);
    rows.push(row("Recalled", recalled));
    rows.push(row("Kind", kind_word(memory)));
    rows.push(row("Scope", scope(memory)));
    rows.push(row("Trust", trust(memory.trust)));
    rows.extend(user.map(|user| row("About the user", view! { <span dir="auto">{user}</span> })));
    rows.extend(
        about(&memory.topics).map(|all| row("Topics", view! { <span dir="auto">{all}</span> })),
    );
    rows.extend(
        about(&memory.entities).map(|all| row("Names", view! { <span dir="auto">{all}</span> })),
    );
    rows.extend(memory.event_date.map(|at| {
        row(
            "Happened",
            view! { <span title=crate::parts::exact(at.0)>{day(at.0)}</span> },
        )
    }));
    rows.push(row("Stored", ago(memory.persisted_at)));
    rows.extend(edited.then(|| row("Changed", ago(memory.updated_at))));
    rows
}

/// How far it is to be believed.
const fn trust(trust: Trust) -> &'static str {
    match trust {
        Trust::Agent => "an agent wrote it",
        Trust::Human => "a person wrote it",
        Trust::Imported => "taken over from elsewhere",
    }
}

/// The core it is in, and who reads it there.
fn scope(memory: &Crystal) -> AnyView {
    let core = memory.core.as_str();
    let href = paths::crystals_of_core(core);
    let read_by = if core.starts_with("private/") || core.starts_with("messages/") {
        "read by whoever may read the session"
    } else if core.starts_with("mind/") {
        "read by the agent, orchestrators and people"
    } else {
        "read by whoever may read the core"
    };
    view! { <a href=href dir="auto">{core_word(core)}</a> ", " {read_by} }.into_any()
}
