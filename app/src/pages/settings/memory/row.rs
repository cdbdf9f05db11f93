//! One setting: its value with its origin, a form that sets it, and one that resets it.

use engine::workspace::ops::settings_set::SettingsSet;
use engine::workspace::settings::Origin;
use kernel::operation::Operation;
use leptos::prelude::*;

use super::known::{Kind, Known};
use crate::pages::act::{Act, Press};
use crate::pages::ask::forbids;
use crate::parts::{Area, Choice, Field, Label, Need, Pick};

/// Returns the origin of a value, as words.
const fn from(origin: Origin) -> &'static str {
    match origin {
        Origin::BuiltIn => "built in",
        Origin::Configuration => "from the server's configuration",
        Origin::Workspace => "set here",
    }
}

/// Row of one setting.
#[component]
pub fn Row(
    /// Setting to show.
    known: Known,
    /// Value in force.
    value: String,
    /// Origin of the value.
    origin: Origin,
) -> impl IntoView {
    let spec = SettingsSet::SPEC;
    let refusal = Signal::derive(move || forbids(&spec));
    let Known {
        name,
        label,
        hint,
        kind,
    } = known;
    let field = kind.field(name);
    // Created inside the form, because a field reads the refusal from the form around it.
    let input = move || {
        let (posted, chosen) = (field.clone(), value.clone());
        let pick = move |choices: Vec<Choice>| {
            view! {
                <div>
                    <Pick label labelled=Label::Hidden name=posted id=name choices value=chosen/>
                    <p class="field-hint">{hint}</p>
                </div>
            }
            .into_any()
        };
        match kind {
        Kind::Share | Kind::Count | Kind::Line => view! {
            <Field label labelled=Label::Hidden name=field id=name kind="text" value hint autocomplete="off"/>
        }
        .into_any(),
        Kind::Text => view! {
            <Area label labelled=Label::Hidden name=field id=name value hint rows=5/>
        }
        .into_any(),
        // A table cannot be saved empty: resetting it restores the configured or built-in value.
        Kind::Table(_) => view! {
            <Area
                label
                labelled=Label::Hidden
                name=field
                id=name
                value
                hint
                rows=8
                need=Signal::stored(Need::Required)
            />
        }
        .into_any(),
        Kind::Switch => {
            let choices = vec![Choice::new("true", "On"), Choice::new("false", "Off")];
            pick(choices)
        }
        Kind::Choice(choices) => {
            let choices = choices.iter().map(|(value, label)| Choice::new(*value, *label));
            pick(choices.collect())
        }
    }
    };
    let give_back = (origin == Origin::Workspace).then(|| {
        view! {
            <Act
                spec
                id=format!("reset-{name}")
                hidden=vec![("reset[0]", name.to_owned())]
                class="inline"
                done=""
            >
                <Press label="Use the server's".to_owned() refusal class="btn btn--quiet"/>
            </Act>
        }
    });
    view! {
        <div class="knob">
            <div>
                <h3>{label}</h3>
                <p class="quiet">{from(origin)}</p>
            </div>
            <div class="knob-set">
                <Act spec id=format!("set-{name}") class="knob-form" done="Set.">
                    {input()}
                    <Press label="Set".to_owned() refusal/>
                </Act>
                {give_back}
            </div>
        </div>
    }
}
