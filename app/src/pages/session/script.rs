//! The conversation, set like a play: the summary of older messages, then all messages that are kept.

use engine::conversation::ops::session_folded::Folded;
use leptos::prelude::*;

use super::load::{NEWEST, WINDOW};
use super::mentions::mentions;
use super::scene::scene;
use super::summary::Summary;
use super::tool::answers;
use super::turn::{Turn, row_id};
use crate::pages::ask::Loaded;
use crate::pages::words::many;
use crate::parts::{Empty, LiveMark, Sect, day};

/// Number of messages above which a link leads to the newest one.
const LONG: usize = 10;

/// Section with the conversation. A script keeps messages that the reader is looking at while others come in.
pub fn conversation(folded: Option<Loaded<Folded>>) -> impl IntoView {
    let scene = scene();
    let view = &scene.view;
    let count = many((view.messages_total + view.folded) as usize, "message");
    let folds = view.folded.to_string();
    let is_past = scene.is_past();
    let is_empty = view.messages_total == 0 && view.context.is_none();
    let is_newest = !is_past && scene.address.first.is_none();
    let mut answers = answers(&view.messages, &scene.settings);
    let mut mentions = mentions(&view.messages, &answers, &view.entities, &scene.settings);
    let mut last = None;
    let rows = view.messages.iter().zip(scene.window.first..);
    let rows = rows.map(|(message, number)| {
        let today = day(message.created_at.time().0);
        let is_first = last.as_ref() != Some(&today);
        last = Some(today.clone());
        let mentions = mentions.remove(&message.id).unwrap_or_default();
        let answer = answers.remove(&message.id);
        view! {
            {is_first.then(|| view! { <p class="script-day">{today}</p> })}
            <Turn message=message.clone() mentions answer number/>
        }
    });
    let rows = rows.collect_view();
    let newest = view.messages.last().filter(|_| view.messages.len() > LONG);
    let newest = newest.map(|message| format!("#{}", row_id(&message.id)));
    let aside = move || {
        let newest = newest.clone();
        let newest = newest.map(|newest| view! { <a href=newest>"Jump to the newest"</a> });
        let live = (!is_past).then(|| view! { <span class="push"><LiveMark/></span> });
        view! { <p>{count.clone()}</p> {newest} {live} }
    };
    view! {
        <Sect id="h-talk" title="Conversation" aside>
            <div class="script" id="talk" data-folded=folds data-newest=is_newest.then_some("")>
                <Summary folded/>
                {earlier_link()}
                <p class="script-more" id="talk-left" hidden=true>
                    <span
                        data-one="1 message below was folded into the summary"
                        data-many="# messages below were folded into the summary"
                    ></span>
                    <button class="btn" type="button" data-lets-go="">"Hide them"</button>
                </p>
                {rows}
                <Later/>
                {is_empty.then(|| view! {
                    <Empty title="No messages yet." text="They appear here when an agent writes to the session."/>
                })}
            </div>
        </Sect>
    }
}

/// Notice that older messages are kept but not shown, and the links to them.
fn earlier_link() -> impl IntoView {
    let scene = scene();
    let window = scene.window;
    let is_far = window.earlier > WINDOW;
    // Each link opens the window that ends where this one begins.
    let more = window.first.saturating_sub(WINDOW).max(1);
    let more = scene.href(|address| address.first = Some(more));
    let begin = scene.href(|address| address.first = Some(1));
    view! {
        <p class="script-more" id="talk-earlier" hidden=window.earlier == 0>
            <span data-one="1 earlier message not shown" data-many="# earlier messages not shown">
                {many(window.earlier as usize, "earlier message")} " not shown"
            </span>
            <a class="btn" href=more data-noscroll="true">"Show earlier messages"</a>
            {is_far.then(|| view! { <a class="btn btn--quiet" href=begin data-noscroll="true">"From the beginning"</a> })}
        </p>
    }
}

/// Notice that newer messages are kept but not shown, and the way to them.
#[component]
fn Later() -> impl IntoView {
    let scene = scene();
    let window = scene.window;
    let newest = scene.href(|address| address.first = None);
    let Some(first) = scene.address.first else {
        // Shown by the script, to readers who look at earlier messages while others come in.
        return view! {
            <p class="script-more" id="talk-later" hidden=true>
                <span data-one="1 later message not shown" data-many="# later messages not shown"></span>
                <button class="btn" type="button" data-lets-go="">"Show the newest"</button>
            </p>
        }
        .into_any();
    };
    // The last window is that of the newest messages.
    let next = (window.later > NEWEST).then(|| {
        let next = first.saturating_add(WINDOW);
        scene.href(|address| address.first = Some(next))
    });
    view! {
        <p class="script-more" id="talk-later" hidden=window.later == 0>
            <span>{many(window.later as usize, "later message")} " not shown"</span>
            {next.map(|next| view! { <a class="btn" href=next data-noscroll="true">"Show later messages"</a> })}
            <a class="btn" href=newest data-noscroll="true">"Show the newest"</a>
        </p>
    }
    .into_any()
}
