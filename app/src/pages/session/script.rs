//! The conversation, set like a play: the summary of older messages, then all messages that are kept.

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
use crate::pages::arrivals::Reading;
use crate::pages::still::is_at_end;
use crate::pages::words::many;
use crate::parts::alive;
use crate::parts::{Empty, LiveMark, Sect, day};

/// Maximum number of messages that a page can reach back.
const FARTHEST: u32 = 100_000;

/// One message with its references or tool result and, if it is the first of a day, the date.
#[derive(Clone, PartialEq)]
struct Row {
    message: Arc<Message>,
    mentions: Arc<[Mention]>,
    answer: Option<Answer>,
    day: Option<String>,
}

impl Row {
    /// Returns the entities that the row refers to. They are part of its key, so that a change renders it again.
    fn refers(&self) -> Vec<EntityKey> {
        let all = self
            .mentions
            .iter()
            .flat_map(|mention| &mention.to.entities);
        all.map(Entity::key).collect()
    }
}

/// Maximum number of messages on the page: when it is exceeded, the oldest are removed.
const WINDOW: usize = 2 * SHOWN as usize;

/// Messages on the page, out of those that are loaded.
struct Window {
    messages: Vec<Arc<Message>>,
    /// Number of loaded messages before them.
    earlier: usize,
    /// Number of loaded messages after them.
    later: usize,
}

impl Window {
    /// Selects the messages from `first` on, or from its time if it is gone, up to the size of a page. If there are
    /// more, a reader at the end of the page moves on to the newest, and others keep the current window.
    fn of(session: &Session, first: Option<&Message>, reading: Reading) -> Self {
        let all = session.messages.len();
        let newest = || session.messages.iter().rev();
        let mut from = match first {
            Some(first) => {
                let since = || session.messages.since(first.created_at);
                let before = since().position(|message| message.id == first.id);
                since().count() - before.unwrap_or(0)
            }
            None => all.min(SHOWN as usize),
        };
        if from > WINDOW && reading == Reading::Idle {
            from = SHOWN as usize;
        }
        let later = from.saturating_sub(WINDOW);
        let mut messages: Vec<_> = newest().take(from).skip(later).cloned().collect();
        messages.reverse();
        Self {
            messages,
            earlier: all - from,
            later,
        }
    }
}

/// Builds the rows of a conversation.
fn rows(messages: Vec<Arc<Message>>, session: &Session, settings: &Settings) -> Vec<Row> {
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

/// The part of the conversation that is shown.
#[derive(Clone, PartialEq)]
struct Excerpt {
    /// Messages that were folded into the summary while the user was reading them. They stay before the others
    /// until the user dismisses them.
    left: Vec<Row>,
    /// Messages that are kept.
    rows: Vec<Row>,
    /// Number of loaded messages before and after them.
    beside: (usize, usize),
    /// Number of messages that are summarized.
    folded: u32,
}

impl Excerpt {
    /// Computes the part to show after a change; initially from `first` on.
    fn of(
        session: &Session,
        settings: &Settings,
        before: Option<&Self>,
        first: Option<&Message>,
        reading: Reading,
    ) -> Self {
        let folded = session.count_folded();
        let left = before.map(|before| before.summary_rows(session, folded));
        let begins = before.and_then(|before| before.rows.first());
        let begins = begins.map(|row| &*row.message);
        let window = Window::of(session, begins.or(first), reading);
        Self {
            left: left.unwrap_or_default(),
            beside: (window.earlier, window.later),
            rows: rows(window.messages, session, settings),
            folded,
        }
    }

    /// Returns the rows that only the summary contains after a change.
    fn summary_rows(&self, session: &Session, folded: u32) -> Vec<Row> {
        let first = session.messages.first();
        let is_gone = |row: &&Row| session.messages.get(&row.message.id).is_none();
        let is_older =
            |row: &&Row| first.is_none_or(|first| row.message.created_at <= first.created_at);
        let own = self.rows.iter().filter(|_| folded > self.folded);
        let own = own.filter(is_gone).filter(is_older);
        // A session that was replaced or restored has other content.
        let left = self.left.iter().filter(|_| folded >= self.folded);
        let mut left: Vec<Row> = left.filter(is_gone).chain(own).cloned().collect();
        let most = SHOWN as usize;
        left.drain(..left.len().saturating_sub(most));
        left
    }
}

/// Section with the conversation.
#[component]
pub fn Script() -> impl IntoView {
    let scene = scene();
    let settings = scene.settings();
    let let_go = RwSignal::new(0_u32);
    // A user who asked for earlier messages starts with the first of them.
    let asked = scene
        .address
        .with_untracked(|address| address.show.is_some());
    let first = scene
        .state
        .with_untracked(|session| session.messages.first().filter(|_| asked).cloned());
    let reading = move || match scene.address.with_untracked(|address| address.show) {
        None if is_at_end() => Reading::Idle,
        _ => Reading::Busy,
    };
    let shown = Memo::new(move |before: Option<&(u32, Excerpt)>| {
        let turn = let_go.get();
        let before = before.filter(|(then, _)| *then == turn);
        let before = before.map(|(_, shown)| shown);
        // After dismissing the older messages, the newest are shown.
        let first = first.clone().filter(|_| turn == 0);
        let of = |session: &Session| {
            Excerpt::of(session, &settings, before, first.as_deref(), reading())
        };
        (turn, scene.state.with(of))
    });
    let beside = Memo::new(move |_| shown.with(|(_, shown)| shown.beside));
    let left = Memo::new(move |_| shown.with(|(_, shown)| shown.left.len()));
    let messages = move || -> Vec<Row> {
        let all =
            |(_, shown): &(u32, Excerpt)| shown.left.iter().chain(&shown.rows).cloned().collect();
        shown.with(all)
    };
    let count = scene.read(|session| (session.messages.len(), session.count_folded()));
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
                <Earlier beside/>
                {alive(move || (left.get() > 0).then(|| view! {
                    <p class="script-more">
                        <span>{many(left.get(), "message")} " below went into the summary while you read"</span>
                        <button class="btn" type="button" on:click=move |_| let_go.update(|turn| *turn += 1)>"Fold them away"</button>
                    </p>
                }))}
                <For
                    each=messages
                    key=|row| (row.message.id.clone(), row.message.version, row.day.clone(), row.refers())
                    children=|row| view! {
                        {row.day.map(|day| view! { <p class="script-day">{day}</p> })}
                        <Turn message=row.message mentions=row.mentions answer=row.answer/>
                    }
                />
                <Later beside let_go/>
                {alive(move || is_empty.get().then(|| view! {
                    <Empty title="Nothing was said yet." text="Messages come with session_append, or with session_put as a whole."/>
                }))}
            </div>
        </Sect>
    }
}

/// Notice that older messages are kept but not shown, and the link to them.
#[component]
fn Earlier(beside: Memo<(usize, usize)>) -> impl IntoView {
    let scene = scene();
    // Each link opens the window that ends where this one begins.
    let more = scene.href(|address| {
        let reach = address.show.unwrap_or(SHOWN).saturating_add(2 * SHOWN);
        address.show = Some(reach.min(FARTHEST));
    });
    let begin = scene.href(|address| address.show = Some(FARTHEST));
    let links = StoredValue::new((
        Callback::new(move |()| more()),
        Callback::new(move |()| begin()),
    ));
    let hidden = Memo::new(move |_| scene.hidden.get().messages + beside.get().0);
    move || {
        let (more, begin) = links.get_value();
        (hidden.get() > 0).then(|| {
            let is_far = hidden.get() > WINDOW;
            view! {
                <p class="script-more">
                    <span>{many(hidden.get(), "earlier message")} " not shown"</span>
                    <a class="btn" href=more.run(()) data-noscroll="true">"Show earlier ones"</a>
                    {is_far.then(|| view! { <a class="btn btn--quiet" href=begin.run(()) data-noscroll="true">"From the beginning"</a> })}
                </p>
            }
        })
    }
}

/// Notice that newer messages are kept but not shown, and the link to them.
#[component]
fn Later(beside: Memo<(usize, usize)>, let_go: RwSignal<u32>) -> impl IntoView {
    let scene = scene();
    let asked = scene.address.with_untracked(|address| address.show);
    // Opens the window after this one, unless it is the last.
    let next = scene.href(|address| {
        let reach = address.show.unwrap_or(0).saturating_sub(2 * SHOWN);
        address.show = (reach > SHOWN).then_some(reach);
    });
    let newest = scene.href(|address| address.show = None);
    let links = StoredValue::new((
        Callback::new(move |()| next()),
        Callback::new(move |()| newest()),
    ));
    let later = Memo::new(move |_| beside.get().1);
    move || {
        (later.get() > 0).then(|| {
            let (next, newest) = links.get_value();
            let count = many(later.get(), "later message");
            let ways = match asked {
                // All loaded messages arrived after the page was opened.
                None => view! {
                    <button class="btn" type="button" on:click=move |_| let_go.update(|turn| *turn += 1)>"Show the newest"</button>
                }
                .into_any(),
                Some(reach) => view! {
                    {(reach < FARTHEST).then(|| view! { <a class="btn" href=next.run(()) data-noscroll="true">"Show later ones"</a> })}
                    <a class="btn" href=newest.run(()) data-noscroll="true">"Show the newest"</a>
                }
                .into_any(),
            };
            view! { <p class="script-more"><span>{count} " not shown"</span> {ways}</p> }
        })
    }
}
