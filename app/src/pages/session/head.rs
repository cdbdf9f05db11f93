//! Head of the page: participants, start and number of messages in a sentence; the session's state; its actions.

use engine::conversation::ops::session_recover::SessionRecover;
use engine::session::Session;
use engine::session::state::Ending;
use kernel::operation::Operation;
use leptos::prelude::*;

use super::manage::Manage;
use super::past::Past;
use super::scene::scene;
use crate::pages::act::{Act, Press};
use crate::pages::ask::forbids;
use crate::pages::form_result::FormResult;
use crate::pages::words::{begin, count, many};
use crate::parts::alive;
use crate::parts::{Ago, Id, Notice, Tone, group_digits};
use crate::paths::{self, with_query};

/// Head of the page.
#[component]
pub fn Head() -> impl IntoView {
    let scene = scene();
    let began = scene.read(|session| session.created_at.0);
    let who = scene.read(voices);
    let kept = {
        let kept = scene.read(|session| (session.messages.len(), session.count_folded()));
        Memo::new(move |_| {
            let (shown, folded) = kept.get();
            sentence(shown + scene.hidden.get().messages, folded)
        })
    };
    view! {
        <header class="folio folio--talk">
            <div>
                <p class="crumbs"><a href=paths::sessions()>"Sessions"</a></p>
                <h1 class="session-name" title=scene.title() dir="auto">{scene.title()}</h1>
                <p class="lede">
                    {alive(move || who.get())} ", begun "
                    <Ago at=Signal::derive(move || began.get()) now=scene.clock()/> ". "
                    {alive(move || kept.get())}
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
fn voices(session: &Session) -> String {
    let user = session.key.user_id.iter().map(ToString::to_string);
    let agents = session.writers.iter().map(ToString::to_string);
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
    let key = scene.key();
    let named = |what: &'static str, value: Option<String>| {
        value.map(|value| view! { <div><dt>{what}</dt><dd>{value}</dd></div> })
    };
    let of =
        |field: &'static str, value: &str| with_query(&paths::sessions(), &[(field, Some(value))]);
    let part = |what: &'static str, field: &'static str, value: Option<&str>| {
        value.map(|value| {
            let href = of(field, value);
            view! { <div><dt>{what}</dt><dd><a href=href>{value.to_owned()}</a></dd></div> }
        })
    };
    let model = scene.read(|session| session.model.as_ref().map(ToString::to_string));
    let expires = scene.read(|session| session.expires_at.map(|end| end.0));
    let strategy = scene.read(|session| {
        let strategy = session.strategy.as_ref()?;
        serde_json::to_value(strategy.strategy)
            .ok()
            .and_then(|name| name.as_str().map(ToOwned::to_owned))
    });
    let parent = scene.read(|session| session.parent.clone());
    view! {
        <dl class="facts">
            <div><dt>"Session"</dt><dd><Id id=key.to_string() short=key.id.to_string()/></dd></div>
            {part("Namespace", "namespace", key.namespace.as_deref())}
            {part("User", "user", key.user_id.as_deref())}
            {alive(move || parent.get().map(|parent| view! {
                <div><dt>"From"</dt><dd><a href=paths::session(&parent)>{parent.id.to_string()}</a></dd></div>
            }))}
            {alive(move || named("Model", model.get()))}
            <div>
                <dt>"Expires"</dt>
                <dd>
                    {alive(move || match expires.get() {
                        Some(end) => view! { <Ago at=Signal::stored(end) now=scene.clock()/> }.into_any(),
                        None => "never".into_any(),
                    })}
                </dd>
            </div>
            {alive(move || named("Memories", strategy.get()))}
        </dl>
    }
}

/// Notices about the state of the whole session.
#[component]
fn Standing() -> impl IntoView {
    let scene = scene();
    let ended = scene.read(|session| session.ended);
    let is_over = Memo::new(move |_| {
        let now = scene.now.get();
        scene.state.with(|session| {
            let ran_out = session.expires_at.is_some_and(|end| end <= now);
            session.ended == Some(Ending::Expired) || (session.ended.is_none() && ran_out)
        })
    });
    let rest = scene.read(|session| session.rest.clone());
    view! {
        {alive(move || (ended.get() == Some(Ending::Deleted)).then(|| view! { <Gone/> }))}
        {alive(move || is_over.get().then(|| view! {
            <Notice tone=Tone::Hold><b>"Its time has run out."</b> " It is being erased."</Notice>
        }))}
        {alive(move || rest.get().map(|rest| view! {
            <Notice tone=Tone::Hold>
                <b>"Not summarised: "</b> {rest.reason.to_string()}
                {rest.until.map(|until| view! {
                    " It is tried again " <Ago at=Signal::stored(until.0) now=scene.clock()/> "."
                })}
            </Notice>
        }))}
        {scene.reconstructed.then(|| view! {
            <Notice>
                <b>"Made again from long-term memory."</b>
                " Its time had run out; its messages were found there."
                {(scene.left_out > 0).then(|| format!(
                    " {} from before these {} left there: the model's window has no room for more.",
                    many(scene.left_out as usize, "message"),
                    if scene.left_out == 1 { "is" } else { "are" },
                ))}
            </Notice>
        })}
    }
}

/// Notice that the session was deleted while the page was open, and the button that restores it.
#[component]
fn Gone() -> impl IntoView {
    let spec = SessionRecover::SPEC;
    view! {
        <Notice tone=Tone::Hold>
            <b>"The session was deleted."</b> " It can be brought back for some days, as the settings say."
            <Act spec id="recover" class="btns btns--start">
                <Press label="Bring it back".to_owned() refusal=Signal::derive(move || forbids(&spec))/>
            </Act>
        </Notice>
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
