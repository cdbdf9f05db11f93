//! An existing memory: its text, figures, actions and source.

use engine::crystal::decay::Lifecycle;
use engine::crystal::{Crystal, Trust};
use leptos::prelude::*;

use super::correct::correction_form;
use super::deeds::{Mark, forget, not_allowed, toggle};
use super::labels::{Stage, core_word, kind_word};
use super::load::There;
use super::trail::{trail, went};
use crate::parts::{Ago, Glyph, Icon, Id, Meter, day, prose};
use crate::paths;

/// Section of a memory.
#[component]
pub fn Stone(
    /// Heading.
    title: &'static str,
    /// Memory to show.
    there: There,
) -> impl IntoView {
    let memory = &there.memory;
    let id = memory.id.clone();
    let key = format!("stone-{}", paths::crystal(&memory.core, &id));
    let pinned = memory
        .pinned
        .then(|| view! { <span class="stage"><Glyph icon=Icon::Pin/>"pinned"</span> " " });
    let life = memory.lifecycle.map(|life| view! { <Stage life/> });
    view! {
        // The id is that of the memory, so that no state of another one's section is kept.
        <section class="sect stone" id=key aria-labelledby="h-stone">
            <div class="sect-head">
                <h2 id="h-stone">{title} " " <Id id=id.clone() short=short(&id)/></h2>
                <span class="push">{pinned} {life}</span>
            </div>
            <div class="stone-parts">
                <div>
                    <div class="stone-text said" dir="auto">{prose(&memory.text, 3)}</div>
                    <div class="stone-do">
                        {toggle(memory, Mark::Pinned)}
                        {toggle(memory, Mark::Frozen)}
                        {toggle(memory, Mark::HeldBack)}
                        {correction_form(memory.clone(), there.version)}
                        {forget(memory, there.restore_days)}
                        {not_allowed()}
                    </div>
                </div>
                <div>
                    <dl class="ledger">{figures(&there)}</dl>
                    {trail(&there)}
                    {went(&there)}
                </div>
            </div>
        </section>
    }
}

/// Shortens a long id to its last eight characters, in which it differs from its neighbours.
fn short(id: &str) -> String {
    if id.chars().count() <= 20 {
        return id.to_owned();
    }
    let end: Vec<char> = id.chars().rev().take(8).collect();
    format!("…{}", end.into_iter().rev().collect::<String>())
}

/// Converts a share of 0 to 1 into a percentage.
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

/// Renders the figures and names of the memory.
fn figures(there: &There) -> Vec<AnyView> {
    let memory = &there.memory;
    let ago = |at: kernel::Time| view! { <Ago at=at.0/> };
    let recalled = match memory.access_count {
        0 => "never".into_any(),
        1 => view! { "once, " {ago(memory.last_accessed)} }.into_any(),
        n => view! { {n} " times, last " {ago(memory.last_accessed)} }.into_any(),
    };
    let figure = |name: &'static str, share: f64| {
        let shown = format!("{share:.2}");
        row(
            name,
            view! { <Meter label=name value=percent(share)/> {shown} },
        )
    };
    let fades = match (memory.decays_at, memory.lifecycle) {
        _ if memory.merged_into.is_some() || memory.superseded_by.is_some() => None,
        (_, Some(Lifecycle::Frozen)) => Some("never, because it is frozen".into_any()),
        _ if memory.pinned => Some("never, because it is pinned".into_any()),
        (Some(at), _) => Some(ago(at).into_any()),
        (None, _) => None,
    };
    let held = memory.held_by.clone();
    let validity = validity(memory);
    let about = |names: &[String]| (!names.is_empty()).then(|| names.join(", "));
    let user = memory.user_id.clone();
    let edited = memory.updated_at != memory.persisted_at;
    let mut rows = Vec::new();
    rows.extend(memory.importance.map(|share| figure("Importance", share)));
    rows.extend(memory.strength.map(|share| figure("Strength", share)));
    rows.push(row("Recalled", recalled));
    rows.extend(fades.map(|when| row("Archived if not recalled", when)));
    rows.extend(memory.expires_at.map(|at| row("Erased", ago(at))));
    rows.extend(validity.map(|said| row("Valid", said)));
    rows.extend(held.map(|who| row("Held by", who)));
    rows.push(row("Kind", kind_word(memory)));
    rows.push(row("Scope", scope(there)));
    rows.push(row("Trust", trust(memory)));
    rows.extend(user.map(|user| row("About the user", view! { <span dir="auto">{user}</span> })));
    rows.extend(
        about(&memory.topics).map(|all| row("Topics", view! { <span dir="auto">{all}</span> })),
    );
    rows.extend(
        about(&memory.entities).map(|all| row("Entities", view! { <span dir="auto">{all}</span> })),
    );
    rows.extend(memory.event_date.map(|at| {
        row(
            "Happened",
            view! { <span title=crate::parts::exact(at.time().0)>{day(at.local().0)}</span> },
        )
    }));
    rows.push(row("Stored", ago(memory.persisted_at)));
    rows.extend(edited.then(|| row("Changed", ago(memory.updated_at))));
    rows
}

/// Returns the validity period of the memory, as words.
fn validity(memory: &Crystal) -> Option<String> {
    // The end is exclusive; people read the last day.
    let last = memory.valid_to.map(|to| to.plus(-1));
    match (memory.valid_from, last) {
        (None, None) => None,
        (Some(from), None) => Some(format!("since {}", day(from.0))),
        (None, Some(to)) => Some(format!("until {}", day(to.0))),
        (Some(from), Some(to)) => Some(format!("{} to {}", day(from.0), day(to.0))),
    }
}

/// Returns the trust in the memory and its approver, as words.
fn trust(memory: &Crystal) -> String {
    let said = match memory.trust {
        Trust::Agent => "written by an agent",
        Trust::Human => "written by a person",
        Trust::Imported => "imported",
        Trust::Quarantined => "quarantined, excluded from search",
    };
    match &memory.approved_by {
        Some(who) => format!("{said}, {who} approved it"),
        None => said.to_owned(),
    }
}

/// Renders the core of the memory and the readers of that core.
fn scope(there: &There) -> AnyView {
    let core = there.memory.core.as_str();
    let href = paths::crystals_of_core(core);
    let names = there.core.as_ref().map(|core| core.readers.clone());
    let read_by = match names {
        _ if core.starts_with("private/") || core.starts_with("messages/") => {
            "readers of the session".to_owned()
        }
        _ if core.starts_with("mind/") => "its agent, orchestrators and people".to_owned(),
        Some(Some(names)) => {
            let names: Vec<String> = names.into_iter().collect();
            format!("{}, orchestrators and people", names.join(", "))
        }
        Some(None) => "everyone in the workspace".to_owned(),
        None => "readers of the core".to_owned(),
    };
    view! { <a href=href dir="auto">{core_word(core)}</a> ", read by " {read_by} }.into_any()
}
