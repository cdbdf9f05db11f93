//! `/settings/memory`: settings of summaries, long-term memory and dreams. Each shows its value with its origin, a
//! form that sets it, and one that resets it.

mod known;

use engine::workspace::ops::settings_get::{InForce, SettingsGet};
use engine::workspace::ops::settings_set::SettingsSet;
use engine::workspace::settings::Origin;
use kernel::operation::Operation;
use leptos::prelude::*;
use leptos_meta::Title;

use super::settings_page;
use crate::pages::act::{Act, Press};
use crate::pages::ask::{ask, forbids};
use crate::pages::form_result::FormResult;
use crate::pages::trouble::show_page;
use crate::parts::{Area, Choice, Field, Label, Need, Notice, Pick, Sect, Tone};
use crate::paths;
use known::{GROUPS, Kind, Known};

/// Id of the reason why the viewer may not change the settings.
const WHY: &str = "why-read-only";

/// Page of the memory settings.
#[component]
pub fn MemorySettings() -> impl IntoView {
    view! {
        <Title text="Memory, settings" />
        {show_page(ask(SettingsGet {}), body)}
    }
}

fn body(in_force: InForce) -> AnyView {
    let (settings, origins) = known::values(&in_force);
    let groups = GROUPS.map(|(id, title, group)| {
        let rows: Vec<AnyView> = group
            .iter()
            .map(|known| row(*known, known.value(&settings), known.origin(&origins)))
            .collect();
        view! { <Sect id title><div class="knobs">{rows}</div></Sect> }
    });
    let warnings = in_force.warnings.into_iter();
    let warnings = warnings.map(|warning| view! { <Notice tone=Tone::Hold>{warning}</Notice> });
    let refused = forbids(&SettingsSet::SPEC);
    let refused = refused.map(|why| view! { <Notice><span id=WHY>{why}</span></Notice> });
    let notices =
        view! { <div class="notices"><FormResult/>{refused}{warnings.collect_view()}</div> };
    settings_page(
        &paths::settings_memory(),
        "Memory",
        "Summaries of sessions, long-term memory and dreams. Values that are set here override the server's configuration.",
        Some(notices.into_any()),
        groups.into_iter().collect_view().into_any(),
    )
}

/// Renders one setting. A changed value replaces the row, so that typed text gives way to it.
fn row(known: Known, value: String, origin: Origin) -> AnyView {
    let spec = SettingsSet::SPEC;
    let refusal = forbids(&spec);
    let name = known.name;
    let from = match origin {
        Origin::BuiltIn => "built-in default",
        Origin::Configuration => "from the server's configuration",
        Origin::Workspace => "set here",
    };
    let reset = (origin == Origin::Workspace).then(|| {
        let refusal = refusal.clone();
        view! {
            <Act
                spec
                id=format!("reset-{name}")
                hidden=vec![("reset[0]", name.to_owned())]
                class="inline"
                done=""
            >
                <Press label="Reset" refusal class="btn btn--quiet" said_by=WHY/>
            </Act>
        }
    });
    view! {
        <div class="knob">
            <div>
                <h3>{known.label}</h3>
                <p class="quiet">{from}</p>
            </div>
            <div class="knob-set">
                <Act spec id=format!("set-{name}") class="knob-form" done="Saved.">
                    // Created inside the form, because a field reads the refusal from the form around it.
                    {input(known, value)}
                    <Press label="Save" refusal said_by=WHY/>
                </Act>
                {reset}
            </div>
        </div>
    }
    .into_any()
}

fn input(known: Known, value: String) -> AnyView {
    let Known {
        name: id,
        label,
        hint,
        kind,
    } = known;
    let (name, labelled) = (kind.field(id), Label::Hidden);
    let choices: &[(&str, &str)] = match kind {
        Kind::Share | Kind::Count | Kind::Line => {
            return view! { <Field label labelled name id kind="text" value hint autocomplete="off"/> }
                .into_any();
        }
        Kind::Text => return view! { <Area label labelled name id value hint rows=5/> }.into_any(),
        // A table cannot be saved empty: resetting it restores the configured or built-in value.
        Kind::Table(_) => {
            return view! { <Area label labelled name id value hint rows=8 need=Need::Required/> }
                .into_any();
        }
        Kind::Switch => &[("true", "On"), ("false", "Off")],
        Kind::Choice(choices) => choices,
    };
    let choices: Vec<Choice> = choices
        .iter()
        .map(|(value, label)| Choice::new(*value, *label))
        .collect();
    view! {
        <div>
            <Pick label labelled name id choices value/>
            <p class="field-hint">{hint}</p>
        </div>
    }
    .into_any()
}
