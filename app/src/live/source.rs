//! The browser's connection to `/api/events`: opened where the page ends, closed while hidden, resumed
//! with its cursor, opened again after a while when it was lost.

use std::time::Duration;

use engine::{Fact, Time};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Event, EventSource, MessageEvent, VisibilityState};

use super::Feed;
use crate::context::Moment;
use crate::parts::Live;

/// How long after a lost connection the next try comes, in milliseconds; doubled up to the last.
const FIRST_PAUSE: u32 = 500;
const LAST_PAUSE: u32 = 15_000;

#[derive(Clone, Copy)]
struct Tap {
    feed: Feed,
    source: StoredValue<Option<EventSource>, LocalStorage>,
    cursor: StoredValue<String>,
    pause: StoredValue<u32>,
}

/// Opens the connection, and keeps it open while somebody looks.
pub(super) fn open(feed: Feed, moment: Moment) {
    let tap = Tap {
        feed,
        source: StoredValue::new_local(None),
        cursor: StoredValue::new(format!("{}:{}", moment.epoch, moment.position)),
        pause: StoredValue::new(FIRST_PAUSE),
    };
    // The browser's clock may be wrong: what counts is how far it has gone since the page was made.
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
    // It lives as long as its source, which lives as long as the page.
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
        let address = format!("/api/events?after={}", self.cursor.get_value());
        let Ok(source) = EventSource::new(&address) else {
            return self.later();
        };
        on(&source, "open", move |_| {
            self.pause.set_value(FIRST_PAUSE);
            self.feed.live.set(Live::On);
        });
        on(&source, "message", move |event| self.message(&event));
        on(&source, "cursor", move |event| self.keep_cursor(&event));
        on(&source, "lagged", move |event| {
            self.keep_cursor(&event);
            self.feed.live.set(Live::CatchingUp);
            self.connect();
        });
        // Another epoch: a backup was restored, and nothing that this page knows need be true.
        on(&source, "reset", move |_| {
            window().location().reload().ok();
        });
        on(&source, "error", move |_| {
            self.feed.live.set(Live::Lost);
            self.close();
            self.later();
        });
        self.source.set_value(Some(source));
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

    fn message(self, event: &Event) {
        self.keep_cursor(event);
        let text = event
            .dyn_ref::<MessageEvent>()
            .and_then(|message| message.data().as_string());
        if let Some(Ok(fact)) = text.map(|text| serde_json::from_str::<Fact>(&text)) {
            self.feed.hear(fact);
        }
    }
}
