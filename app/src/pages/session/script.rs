//! The conversation, set like a play: the summary of what was said first, then every message that is kept.

use std::sync::Arc;

use engine::entity::{Entity, EntityKey, Mention};
use engine::session::{Message, Session};
use engine::workspace::settings::Settings;
use leptos::prelude::*;

use super::load::SHOWN;
use super::mentions::mentions;
use super::scene::scene;
use super::summary::Summary;
use super::tool::{Answer, answers};
use super::turn::Turn;
use crate::live::feed;
use crate::pages::words::many;
use crate::parts::{Empty, LiveMark, Sect, day};

/// One message, what its words refer to or it returns and, when it is the first of a day, the day.
#[derive(Clone, PartialEq)]
struct Row {
    message: Arc<Message>,
    mentions: Arc<[Mention]>,
    answer: Option<Answer>,
    day: Option<String>,
}

impl Row {
    /// The entities that it refers to: a row that refers to others is another one.
    fn refers(&self) -> Vec<EntityKey> {
        let all = self
            .mentions
            .iter()
            .flat_map(|mention| &mention.to.entities);
        all.map(Entity::key).collect()
    }
}

/// The rows of a conversation.
fn rows(session: &Session, settings: &Settings) -> Vec<Row> {
    let messages: Vec<Arc<Message>> = session.messages.iter().cloned().collect();
    let mut answers = answers(&messages, settings);
    let mut mentions = mentions(&messages, &answers, &session.entities, settings);
    let mut last = None;
    let rows = messages.into_iter().map(|message| {
        let today = day(message.created_at.time().0);
        let is_first = last.as_ref() != Some(&today);
        last = Some(today.clone());
        Row {
            mentions: mentions.remove(&message.id).unwrap_or_default(),
            answer: answers.remove(&message.id),
            day: is_first.then_some(today),
            message,
        }
    });
    rows.collect()
}

/// What of the conversation is shown.
#[derive(Clone, PartialEq)]
struct Shown {
    /// Messages that were folded into the summary while somebody read them: nothing is taken from under the
    /// reader's eyes. They stand before the others until they are let go.
    left: Vec<Row>,
    /// Those that are kept.
    rows: Vec<Row>,
    /// How many are folded.
    folded: u32,
}

impl Shown {
    fn of(session: &Session, settings: &Settings, before: Option<&Self>) -> Self {
        let folded = session.folded();
        let left = before.map(|before| before.left_by(session, folded));
        Self {
            left: left.unwrap_or_default(),
            rows: rows(session, settings),
            folded,
        }
    }

    /// What of it is only in the summary after a change.
    fn left_by(&self, session: &Session, folded: u32) -> Vec<Row> {
        let first = session.messages.first();
        let is_gone = |row: &&Row| session.messages.get(&row.message.id).is_none();
        let is_older =
            |row: &&Row| first.is_none_or(|first| row.message.created_at <= first.created_at);
        let own = self.rows.iter().filter(|_| folded > self.folded);
        let own = own.filter(is_gone).filter(is_older);
        // A session that is put or restored holds something else.
        let left = self.left.iter().filter(|_| folded >= self.folded);
        let mut left: Vec<Row> = left.filter(is_gone).chain(own).cloned().collect();
        let most = SHOWN as usize;
        left.drain(..left.len().saturating_sub(most));
        left
    }
}

/// The section.
#[component]
pub fn Script() -> impl IntoView {
    let scene = scene();
    let settings = scene.settings();
    let let_go = RwSignal::new(0_u32);
    let shown = Memo::new(move |before: Option<&(u32, Shown)>| {
        let turn = let_go.get();
        let before = before.filter(|(then, _)| *then == turn);
        let before = before.map(|(_, shown)| shown);
        let of = |session: &Session| Shown::of(session, &settings, before);
        (turn, scene.state.with(of))
    });
    let left = Memo::new(move |_| shown.with(|(_, shown)| shown.left.len()));
    let messages = move || -> Vec<Row> {
        let all =
            |(_, shown): &(u32, Shown)| shown.left.iter().chain(&shown.rows).cloned().collect();
        shown.with(all)
    };
    let count = scene.read(|session| (session.messages.len(), session.folded()));
    let said = move || {
        let (kept, folded) = count.get();
        let kept = kept + scene.hidden.get().messages;
        many(kept + folded as usize, "message")
    };
    let is_empty = scene.read(|session| session.messages.is_empty() && session.context.is_none());
    let is_past = scene.past.is_some();
    let aside = move || {
        let live =
            (!is_past).then(|| view! { <span class="push"><LiveMark live=feed().live/></span> });
        view! { <p>{said()}</p> {live} }
    };
    view! {
        <Sect id="h-talk" title="Conversation" aside>
            <div class="script">
                <Summary/>
                <Earlier/>
                {move || (left.get() > 0).then(|| view! {
                    <p class="script-more">
                        <span>{many(left.get(), "message")} " below went into the summary while you read"</span>
                        <button class="btn" type="button" on:click=move |_| let_go.update(|turn| *turn += 1)>"Fold them away"</button>
                    </p>
                })}
                <For
                    each=messages
                    key=|row| (row.message.id.clone(), row.message.version, row.day.clone(), row.refers())
                    children=|row| view! {
                        {row.day.map(|day| view! { <p class="script-day">{day}</p> })}
                        <Turn message=row.message mentions=row.mentions answer=row.answer/>
                    }
                />
                {move || is_empty.get().then(|| view! {
                    <Empty title="Nothing was said yet." text="Messages come with session_append, or with session_put as a whole."/>
                })}
            </div>
        </Sect>
    }
}

/// That older messages are kept but not shown, and the way to them.
#[component]
fn Earlier() -> impl IntoView {
    let scene = scene();
    let more = scene.href(|talk| {
        talk.show = Some(talk.show.unwrap_or(SHOWN).saturating_mul(5).min(100_000));
    });
    let more = Callback::new(move |()| more());
    let hidden = Memo::new(move |_| scene.hidden.get().messages);
    move || {
        (hidden.get() > 0).then(|| {
            view! {
                <p class="script-more">
                    <span>{many(hidden.get(), "earlier message")} " not shown"</span>
                    <a class="btn" href=more.run(()) data-noscroll="true">"Show earlier ones"</a>
                </p>
            }
        })
    }
}
