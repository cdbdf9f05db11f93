//! Head of the page: participants, start and number of messages in a sentence; the session's state; its actions.

use engine::conversation::ops::session_get::SessionView;
use engine::conversation::ops::session_recover::SessionRecover;
use engine::session::SessionKey;
use kernel::operation::Operation;
use leptos::prelude::*;
use leptos_meta::Title;

use super::manage::Manage;
use super::past::Past;
use super::scene::scene;
use crate::pages::act::{Act, Press};
use crate::pages::ask::forbids;
use crate::pages::form_result::FormResult;
use crate::pages::words::{begin, count, many};
use crate::parts::{Ago, Id, Notice, Tone, group_digits};
use crate::paths::{self, with_query};

/// Head of the page.
#[component]
pub fn Head() -> impl IntoView {
    let scene = scene();
    let view = &scene.view;
    view! {
        <header class="folio folio--talk">
            <div>
                <p class="crumbs"><a href=paths::sessions()>"Sessions"</a></p>
                <h1 class="session-name" title=scene.title() dir="auto">{scene.title()}</h1>
                <p class="lede">
                    {voices(view)} ", started " <Ago at=view.created_at.0/> ". "
                    {sentence(view.messages_total as usize, view.folded)}
                </p>
            </div>
            <div class="folio-end">
                <Manage/>
                <Facts/>
            </div>
            <div class="notices"><FormResult/><Past/><Standing/></div>
        </header>
    }
}

/// Returns the participants: "mara and web-ivo".
fn voices(session: &SessionView) -> String {
    let user = session.user_id.iter().map(ToString::to_string);
    let agents = session.agents.iter().map(ToString::to_string);
    let mut all: Vec<String> = Vec::new();
    for name in user.chain(agents) {
        if !all.contains(&name) {
            all.push(name);
        }
    }
    match all.as_slice() {
        [] => "People".into(),
        [one] => one.clone(),
        [first, second] => format!("{first} and {second}"),
        [first, second, rest @ ..] => format!("{first}, {second} and {} more", count(rest.len())),
    }
}

/// Describes the number of messages kept in full and summarized.
fn sentence(kept: usize, folded: u32) -> String {
    let plural = |n: usize| if n == 1 { "message is" } else { "messages are" };
    let number = begin(&count(kept));
    match folded {
        0 => format!("{number} {} kept in full; nothing is folded.", plural(kept)),
        1 => format!(
            "{number} {} kept in full; the one before is folded into a summary.",
            plural(kept)
        ),
        folded => format!(
            "{number} {} kept in full; the {} before them are folded into a summary.",
            plural(kept),
            group_digits(folded.into())
        ),
    }
}

#[component]
fn Facts() -> impl IntoView {
    let scene = scene();
    let (key, view) = (scene.key(), &scene.view);
    let named = |what: &'static str, value: Option<String>| {
        value.map(|value| view! { <div><dt>{what}</dt><dd>{value}</dd></div> })
    };
    let part = |what: &'static str, field: &'static str, value: Option<&str>| {
        value.map(|value| {
            let href = with_query(&paths::sessions(), &[(field, Some(value))]);
            view! { <div><dt>{what}</dt><dd><a href=href>{value.to_owned()}</a></dd></div> }
        })
    };
    let strategy = view.strategy.as_ref().and_then(|strategy| {
        let name = serde_json::to_value(strategy.strategy).ok()?;
        name.as_str().map(ToOwned::to_owned)
    });
    view! {
        <dl class="facts">
            <div><dt>"Session"</dt><dd><Id id=key.to_string() short=key.id.to_string()/></dd></div>
            {part("Namespace", "namespace", key.namespace.as_deref())}
            {part("User", "user", key.user_id.as_deref())}
            {view.parent.as_ref().map(|parent| view! {
                <div><dt>"From"</dt><dd><a href=paths::session(parent)>{parent.id.to_string()}</a></dd></div>
            })}
            {named("Model", view.model.as_ref().map(ToString::to_string))}
            <div>
                <dt>"Expires"</dt>
                <dd>
                    {match view.expires_at {
                        Some(end) => view! { <Ago at=end.0/> }.into_any(),
                        None => "never".into_any(),
                    }}
                </dd>
            </div>
            {named("Memories", strategy)}
        </dl>
    }
}

/// Notices about the state of the whole session.
#[component]
fn Standing() -> impl IntoView {
    let scene = scene();
    let left_out = scene.view.messages_left_out;
    view! {
        {scene.view.rest.clone().map(|rest| view! {
            <Notice tone=Tone::Hold>
                <b>"Not summarized: "</b> {rest.reason.to_string()}
                {rest.until.map(|until| view! { " Next attempt " <Ago at=until.0/> "." })}
            </Notice>
        })}
        {scene.view.reconstructed.then(|| view! {
            <Notice>
                <b>"Rebuilt from long-term memory."</b>
                " The session had expired; its messages were found there."
                {(left_out > 0).then(|| format!(
                    " {} stayed there: the model's window has no room for more.",
                    many(left_out as usize, "older message"),
                ))}
            </Notice>
        })}
    }
}

/// Page of a deleted session, with the button that restores it.
pub fn deletion(key: SessionKey) -> impl IntoView {
    let spec = SessionRecover::SPEC;
    let name = key.id.to_string();
    view! {
        <Title text=name.clone()/>
        <main id="main" class="page">
            <header class="folio folio--talk">
                <div>
                    <p class="crumbs"><a href=paths::sessions()>"Sessions"</a></p>
                    <h1 class="session-name" dir="auto">{name}</h1>
                </div>
                <div class="notices">
                    <FormResult/>
                    <Notice tone=Tone::Hold>
                        <b>"The session was deleted."</b> " It can be restored until it is erased, after the number of days in the settings."
                        <Act spec id="recover" class="btns btns--start">
                            <Press label="Restore".to_owned() refusal=forbids(&spec)/>
                        </Act>
                    </Notice>
                </div>
            </header>
        </main>
    }
}

#[cfg(test)]
mod tests {
    use super::sentence;

    #[test]
    fn what_is_kept_is_a_sentence() {
        for (kept, folded, text) in [
            (0, 0, "No messages are kept in full; nothing is folded."),
            (1, 0, "One message is kept in full; nothing is folded."),
            (
                11,
                42,
                "Eleven messages are kept in full; the 42 before them are folded into a summary.",
            ),
            (
                2,
                1,
                "Two messages are kept in full; the one before is folded into a summary.",
            ),
        ] {
            assert_eq!(sentence(kept, folded), text);
        }
    }
}
