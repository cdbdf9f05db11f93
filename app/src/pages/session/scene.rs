//! Shared data of the page: live state, address and clock. One instance per open session.

use engine::conversation::ops::session_promote;
use engine::crystal::Destination;
use engine::session::gauges::Gauges;
use engine::session::{Session, SessionKey};
use engine::workspace::ops::settings_get::SettingsGet;
use engine::workspace::settings::Settings;
use kernel::operation::Spec;
use kernel::stream::Version;
use kernel::time::Time;
use leptos::prelude::*;

use super::gauges::compute;
use super::load::{Hidden, Loads, Opened, is_of_pads, newest};
use crate::live::{Folded, feed};
use crate::pages::ask::{ask, forbids};
use crate::pages::fresh::fresh;
use crate::paths::SessionAddress;

/// Function that reads a value from the state.
type Take<T> = dyn Fn(&Session) -> T + Send + Sync;

/// Shared data of the page.
#[derive(Clone, Copy)]
pub struct Scene {
    /// State of the session, live unless an earlier version is open.
    pub state: RwSignal<Session>,
    /// Totals of the messages that are not on the page.
    pub hidden: RwSignal<Hidden>,
    /// True if the session was reconstructed from long-term memory.
    pub reconstructed: bool,
    /// Number of older messages left there.
    pub left_out: u32,
    /// Version that is open, if it is not the newest.
    pub past: Option<Version>,
    /// Address of the page.
    pub address: Memo<SessionAddress>,
    /// Server time.
    pub now: RwSignal<Time>,
    /// Core that its memories are promoted to, with that core's readers.
    pub promotes_to: StoredValue<Option<Destination>>,
    topic: StoredValue<Option<String>>,
    settings: RwSignal<Settings>,
    loads: StoredValue<Loads>,
}

/// Facts after which a page with only the newest messages has to load the state again.
const REACH_BACK: [&str; 3] = ["session_put", "session_rewound", "session_summarized"];

impl Scene {
    /// Creates the shared data; the state folds the facts that follow.
    pub fn begin(opened: Opened, address: Memo<Option<SessionAddress>>, loads: Loads) -> Self {
        let (key, past) = (opened.session.key.clone(), opened.past);
        let feed = feed();
        let own = key.clone();
        let address = Memo::new(move |before: Option<&SessionAddress>| {
            let kept = || {
                before.cloned().unwrap_or_else(|| SessionAddress {
                    key: own.clone(),
                    ..SessionAddress::default()
                })
            };
            address.get().unwrap_or_else(kept)
        });
        let hidden = RwSignal::new(opened.hidden);
        let state = match past {
            Some(_) => RwSignal::new(opened.session),
            None => live(opened.session, address, hidden),
        };
        let settings = RwSignal::new(opened.settings);
        fresh(
            |fact| (fact.kind == "settings_changed").then_some(()),
            move |()| {
                leptos::task::spawn_local(async move {
                    if let Ok(now) = ask(SettingsGet {}).await {
                        settings.try_set(now.settings);
                    }
                });
            },
        );
        let changed = key.clone();
        fresh(
            move |fact| is_of_pads(fact, &changed).then_some(()),
            move |()| {
                loads.pads.refetch();
                loads.prompt.refetch();
            },
        );
        let stream = key.stream();
        fresh(
            move |fact| (past.is_none() && fact.stream == stream).then_some(()),
            move |()| loads.prompt.refetch(),
        );
        Self {
            state,
            hidden,
            reconstructed: opened.reconstructed,
            left_out: opened.left_out,
            past,
            address,
            now: feed.now,
            promotes_to: StoredValue::new(opened.promotes_to),
            topic: StoredValue::new(opened.topic),
            settings,
            loads: StoredValue::new(loads),
        }
    }

    /// Returns a live value of the state: recomputed after every fact, propagated only when it differs.
    pub fn read<T: PartialEq + Send + Sync + 'static>(
        self,
        take: impl Fn(&Session) -> T + Send + Sync + 'static,
    ) -> Memo<T> {
        self.read_by(Box::new(take))
    }

    /// Not generic over the closure: one instance for all that read the same type.
    fn read_by<T: PartialEq + Send + Sync + 'static>(self, take: Box<Take<T>>) -> Memo<T> {
        Memo::new(move |_| self.state.with(&take))
    }

    /// Returns the context usage.
    pub fn gauges(self) -> Memo<Gauges> {
        Memo::new(move |_| {
            let hidden = self.hidden.get();
            self.state.with(|session| {
                self.settings
                    .with(|settings| compute(session, hidden.tokens, settings))
            })
        })
    }

    /// Returns the settings of the workspace.
    pub fn settings(self) -> Settings {
        self.settings.get_untracked()
    }

    /// Returns the reason why no memory can be promoted, or `None`.
    pub fn keeps_none(self) -> Memo<Option<&'static str>> {
        Memo::new(move |_| self.settings.with(session_promote::refusal))
    }

    /// Returns the title of the page: the beginning of the session, or its id while it has no messages.
    pub fn title(self) -> String {
        let topic = self.topic.get_value();
        topic.unwrap_or_else(|| self.key().id.to_string())
    }

    /// Returns the server time in milliseconds, for ages.
    pub fn clock(self) -> Signal<i64> {
        Signal::derive(move || self.now.get().0)
    }

    /// Returns the resources of the page.
    pub fn loads(self) -> Loads {
        self.loads.get_value()
    }

    /// Returns the key of the session.
    pub fn key(self) -> SessionKey {
        self.address.with_untracked(|address| address.key.clone())
    }

    /// Returns the hidden field of every form, which identifies the session.
    pub fn key_fields(self) -> Vec<(&'static str, String)> {
        vec![("session", self.key().to_string())]
    }

    /// Returns the address of the page with a change.
    pub fn href(
        self,
        change: impl Fn(&mut SessionAddress) + Send + Sync + 'static,
    ) -> impl Fn() -> String + Send + Sync + 'static {
        move || self.address.get().with(&change).href()
    }

    /// Returns the reason why the viewer may not run an operation now, or `None`.
    pub fn refusal(self, spec: Spec) -> Memo<Option<String>> {
        Memo::new(move |_| {
            if let Some(version) = self.past {
                return Some(format!("You are looking at version {version}."));
            }
            let now = self.now.get();
            let lives = self.state.with(|session| session.lives(now));
            forbids(&spec).or_else(|| (!lives).then(|| "The session has ended.".into()))
        })
    }
}

/// Returns the shared data of the page.
pub fn scene() -> Scene {
    expect_context()
}

/// Creates the live state. It is reloaded if a fact was missed, or affects messages that are not loaded.
fn live(
    state: Session,
    address: Memo<SessionAddress>,
    hidden: RwSignal<Hidden>,
) -> RwSignal<Session> {
    let key = state.key.clone();
    let stream = key.stream();
    let version = state.version;
    let again = Callback::new(move |living: Folded<Session>| {
        let key = key.clone();
        let Some(show) = address.try_with_untracked(|address| address.show) else {
            return;
        };
        leptos::task::spawn_local(async move {
            if let Ok(opened) = newest(key, show).await {
                hidden.try_set(opened.hidden);
                let version = opened.session.version;
                living.renew(opened.session, version);
            }
        });
    });
    let own = stream.clone();
    let living = feed().fold(stream, state, version, again);
    feed().listen(move |facts| {
        let mut own = facts.iter().filter(|fact| fact.stream == own);
        let reaches_back = own.any(|fact| REACH_BACK.contains(&fact.kind.as_str()));
        if reaches_back && hidden.with_untracked(|hidden| hidden.messages > 0) {
            again.run(living);
        }
    });
    living.state
}
