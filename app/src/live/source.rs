//! The browser's connection to `/api/events`: opened at the page's position, closed while the tab is hidden,
//! resumed with its cursor, and reconnected with backoff. Messages are queued and parsed in slices, one per frame,
//! so that a burst of facts never blocks the page.

use std::collections::VecDeque;
use std::time::Duration;

use doors::base_path::at;
use engine::workspace::ops::settings_get::SettingsGet;
use kernel::{Code, Time};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Event, EventSource, MessageEvent, VisibilityState};

use super::pace::{BATCH, CALM, FLOOD, Pace, SLICE};
use super::{Feed, News};
use crate::call::call;
use crate::context::Moment;
use crate::parts::Live;

/// Backoff before the first reconnection, in milliseconds; doubled up to the maximum.
const FIRST_PAUSE: u32 = 500;
const LAST_PAUSE: u32 = 15_000;
/// Number of unread messages above which the page says that it is catching up.
const BEHIND: usize = 2_000;

#[derive(Clone, Copy)]
struct Tap {
    feed: Feed,
    source: StoredValue<Option<EventSource>, LocalStorage>,
    cursor: StoredValue<String>,
    pause: StoredValue<u32>,
    /// Messages that arrived and are not parsed yet.
    arrived: StoredValue<VecDeque<MessageEvent>, LocalStorage>,
    /// Facts that are parsed and not delivered yet.
    read: StoredValue<Vec<News>>,
    pace: StoredValue<Pace>,
    /// True if the next frame was requested.
    awaited: StoredValue<bool>,
    /// Number of oversized batches so far.
    floods: StoredValue<u32>,
}

/// Opens the connection and keeps it open while the tab is visible.
pub(super) fn open(feed: Feed, moment: Moment) {
    let tap = Tap {
        feed,
        source: StoredValue::new_local(None),
        cursor: StoredValue::new(format!("{}:{}", moment.epoch, moment.position)),
        pause: StoredValue::new(FIRST_PAUSE),
        arrived: StoredValue::new_local(VecDeque::new()),
        read: StoredValue::new(Vec::new()),
        pace: StoredValue::new(Pace::default()),
        awaited: StoredValue::new(false),
        floods: StoredValue::new(0),
    };
    // The browser's clock may be wrong: only the time elapsed since the page was rendered counts.
    let began = js_sys::Date::now();
    let tick = move || {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "milliseconds of a page's life"
        )]
        let gone = (js_sys::Date::now() - began) as i64;
        feed.pass(Time(moment.now.0 + gone));
    };
    Effect::new(move |_| {
        set_interval(tick, Duration::from_secs(1));
        tap.follow_visibility();
        tap.connect();
    });
}

fn is_hidden() -> bool {
    document().visibility_state() == VisibilityState::Hidden
}

fn on(target: &EventSource, event: &str, run: impl Fn(Event) + 'static) {
    let closure = Closure::<dyn Fn(Event)>::new(run);
    target
        .add_event_listener_with_callback(event, closure.as_ref().unchecked_ref())
        .ok();
    // The closure lives as long as its source, which lives as long as the page.
    closure.forget();
}

impl Tap {
    fn follow_visibility(self) {
        let closure = Closure::<dyn Fn()>::new(move || {
            if is_hidden() {
                self.close();
                self.feed.live.set(Live::Paused);
            } else {
                self.feed.live.set(Live::CatchingUp);
                self.connect();
            }
        });
        document()
            .add_event_listener_with_callback("visibilitychange", closure.as_ref().unchecked_ref())
            .ok();
        closure.forget();
    }

    fn close(self) {
        if let Some(source) = self.source.try_update_value(Option::take).flatten() {
            source.close();
        }
    }

    fn connect(self) {
        self.close();
        if is_hidden() {
            return;
        }
        let cursor = self.cursor.get_value();
        let address = at(&format!("/api/events?summary=true&after={cursor}"));
        let Ok(source) = EventSource::new(&address) else {
            return self.later();
        };
        on(&source, "open", move |_| {
            self.pause.set_value(FIRST_PAUSE);
            self.feed.live.set(Live::On);
        });
        on(&source, "message", move |event| self.message(event));
        on(&source, "cursor", move |event| self.keep_cursor(&event));
        on(&source, "lagged", move |event| {
            self.keep_cursor(&event);
            self.feed.live.set(Live::CatchingUp);
            self.connect();
        });
        // The epoch changed: a backup was restored, so the content of this page may be wrong.
        on(&source, "reset", move |_| {
            window().location().reload().ok();
        });
        on(&source, "error", move |_| {
            self.feed.live.set(Live::Lost);
            self.close();
            self.ask_why();
        });
        self.source.set_value(Some(source));
    }

    /// Finds out why the connection failed, because browsers give no reason. Shows signed-out viewers that they
    /// are, and stops; otherwise retries.
    fn ask_why(self) {
        leptos::task::spawn_local(async move {
            let is_out = matches!(
                call(SettingsGet {}).await,
                Err(error) if error.code == Code::Unauthenticated
            );
            if is_out {
                self.feed.live.set(Live::SignedOut);
            } else {
                self.later();
            }
        });
    }

    fn later(self) {
        let pause = self.pause.get_value();
        self.pause.set_value((pause * 2).min(LAST_PAUSE));
        set_timeout(
            move || self.connect(),
            Duration::from_millis(u64::from(pause)),
        );
    }

    fn keep_cursor(self, event: &Event) {
        if let Some(message) = event.dyn_ref::<MessageEvent>() {
            let cursor = message.last_event_id();
            if !cursor.is_empty() {
                self.cursor.set_value(cursor);
            }
        }
    }

    /// Queues a message for the next frame.
    fn message(self, event: Event) {
        self.keep_cursor(&event);
        if let Ok(message) = event.dyn_into::<MessageEvent>() {
            self.arrived
                .update_value(|arrived| arrived.push_back(message));
            self.await_frame();
        }
    }

    fn await_frame(self) {
        if !self.awaited.get_value() {
            self.awaited.set_value(true);
            request_animation_frame(move || self.frame());
        }
    }

    /// Does one frame's share of the work.
    fn frame(self) {
        self.awaited.set_value(false);
        let now = clock();
        self.pace.update_value(|pace| pace.begin(now));
        self.read_until(now + SLICE);
        if self.pace.with_value(|pace| pace.is_due(now)) {
            let facts = self.read.try_update_value(std::mem::take);
            if let Some(facts) = facts.filter(|facts| !facts.is_empty()) {
                self.pace.update_value(|pace| pace.tell(now));
                if facts.len() > FLOOD {
                    self.flood();
                }
                self.feed.hear(facts);
            }
        }
        let unread = self.arrived.with_value(VecDeque::len);
        self.say_how_far(unread);
        if unread > 0
            || self.read.with_value(|read| !read.is_empty())
            || self.pace.with_value(Pace::is_open)
        {
            self.await_frame();
        }
    }

    /// Signals that facts arrive too fast, until the flood has been over for a moment.
    fn flood(self) {
        let floods = self.feed.floods;
        let nth = self.floods.get_value() + 1;
        self.floods.set_value(nth);
        if !floods.get_untracked() {
            floods.set(true);
        }
        let calm = move || {
            if self.floods.get_value() == nth {
                floods.set(false);
            }
        };
        set_timeout(calm, Duration::from_millis(CALM));
    }

    fn read_until(self, end: f64) {
        while self.read.with_value(Vec::len) < BATCH {
            let next = self.arrived.try_update_value(VecDeque::pop_front).flatten();
            let Some(message) = next else {
                break;
            };
            let text = message.data().as_string();
            if let Some(Ok(news)) = text.map(|text| News::read(&text)) {
                self.read.update_value(|read| read.push(news));
            }
            if clock() >= end {
                break;
            }
        }
    }

    /// Shows that the page is catching up while it is far behind.
    fn say_how_far(self, unread: usize) {
        let live = self.feed.live;
        match live.get_untracked() {
            Live::On if unread > BEHIND => live.set(Live::CatchingUp),
            Live::CatchingUp if unread == 0 => live.set(Live::On),
            _ => {}
        }
    }
}

/// Returns the milliseconds since the page was opened.
fn clock() -> f64 {
    window()
        .performance()
        .map_or_else(js_sys::Date::now, |performance| performance.now())
}
