//! Search form. It uses GET, so that its result has an address. With JavaScript it searches while the user types,
//! and at once when a filter is chosen; typed text is never replaced.

use std::time::Duration;

use engine::session::SessionKey;
use leptos::prelude::*;

use super::around::Around;
use super::search::{KINDS, LIVES, SINCE};
use crate::call::Fetch;
use crate::pages::ask::Loaded;
use crate::pages::crystal::core_word;
use crate::pages::seek::{Going, Seek};
use crate::parts::{Glyph, Icon, alive};
use crate::paths::{self, CrystalsAddress};

/// Pause in typing after which the search runs.
const PAUSE: Duration = Duration::from_millis(160);

/// Search form.
#[component]
pub fn Look(
    /// Current search.
    wish: Memo<CrystalsAddress>,
    /// Data around the list.
    around: Fetch<Loaded<Around>>,
) -> impl IntoView {
    let typed = RwSignal::new(wish.with_untracked(|wish| wish.query.clone()));
    // Going back restores the earlier query; text being typed stays.
    let asked = StoredValue::new(typed.get_untracked());
    Effect::new(move |_| {
        let query = wish.with(|wish| wish.query.clone());
        if asked.with_value(|asked| *asked != query) {
            asked.set_value(query.clone());
            typed.set(query);
        }
    });
    let pause = StoredValue::new(0_u64);
    let input = NodeRef::<leptos::html::Input>::new();
    let send = move || {
        asked.set_value(typed.get_untracked().trim().to_owned());
        if let Some(form) = input.get_untracked().and_then(|input| input.form()) {
            form.request_submit().ok();
        }
    };
    let type_on = move |event| {
        typed.set(event_target_value(&event));
        let nth = pause.get_value() + 1;
        pause.set_value(nth);
        set_timeout(
            move || {
                if pause.try_get_value() == Some(nth) {
                    send();
                }
            },
            PAUSE,
        );
    };
    let core = Memo::new(move |_| wish.with(|wish| wish.core.clone()));
    let core_sent = Signal::derive(move || CrystalsAddress::form_name(&core.get()));
    let cores = move || {
        let known = around.get().and_then(Result::ok);
        let known = known.map(|known| known.cores).unwrap_or_default();
        let mut names: Vec<String> = known.into_iter().map(|core| core.name).collect();
        let chosen = core.get();
        if !chosen.is_empty() && !names.contains(&chosen) {
            names.push(chosen);
        }
        let any = (String::new(), "any".to_owned());
        let names = names.into_iter().map(|name| {
            let label = core_word(&name);
            (CrystalsAddress::form_name(&name), label)
        });
        std::iter::once(any).chain(names).collect::<Vec<_>>()
    };
    let kinds = to_owned_pairs(KINDS);
    let lives = to_owned_pairs(LIVES);
    let sinces = to_owned_pairs(SINCE.map(|(name, label, _)| (name, label)));
    let chosen = move |of: fn(&CrystalsAddress) -> &String| {
        Signal::derive(move || wish.with(|wish| of(wish).clone()))
    };
    view! {
        <Seek action=paths::crystals() class="seek" going=Going::Replace>
            <label class="seek-words">
                <Glyph icon=Icon::Search/>
                <span class="vh">"Search memories"</span>
                <input
                    node_ref=input
                    type="search"
                    name="q"
                    autocomplete="off"
                    placeholder="What do we know about …"
                    value=typed.get_untracked()
                    prop:value=move || typed.get()
                    on:input=type_on
                />
                <kbd aria-hidden="true">"/"</kbd>
            </label>
            <div class="seek-by">
                <Sieve label="core" name="core" chosen=core_sent send>
                    <Transition>{alive(move || options(cores(), core_sent))}</Transition>
                </Sieve>
                <Sieve label="kind" name="kind" chosen=chosen(|wish| &wish.kind) send>
                    {options(kinds, chosen(|wish| &wish.kind))}
                </Sieve>
                <Sieve label="lifecycle" name="lifecycle" chosen=chosen(|wish| &wish.life) send>
                    {options(lives, chosen(|wish| &wish.life))}
                </Sieve>
                <Sieve label="since" name="since" chosen=chosen(|wish| &wish.since) send>
                    {options(sinces, chosen(|wish| &wish.since))}
                </Sieve>
                {alive(move || wish.with(|wish| render_filter("agent", "of", &wish.agent, &wish.agent, |wish| wish.agent.clear(), wish)))}
                {alive(move || wish.with(|wish| {
                    let name = SessionKey::parse(&wish.session).map(|key| key.id.to_string()).unwrap_or_default();
                    render_filter("session", "from session", &wish.session, &name, |wish| wish.session.clear(), wish)
                }))}
            </div>
        </Seek>
    }
}

/// Filter with a menu of values.
#[component]
fn Sieve(
    label: &'static str,
    name: &'static str,
    #[prop(into)] chosen: Signal<String>,
    send: impl Fn() + Send + 'static,
    children: Children,
) -> impl IntoView {
    view! {
        <label class="sieve" data-set=move || (!chosen.get().is_empty()).then_some("")>
            <span>{label}</span>
            <select name=name prop:value=move || chosen.get() on:change=move |_| send()>{children()}</select>
        </label>
    }
}

fn to_owned_pairs<const N: usize>(all: [(&str, &str); N]) -> Vec<(String, String)> {
    let all = all.map(|(name, label)| (name.to_owned(), label.to_owned()));
    all.into()
}

fn options(all: Vec<(String, String)>, chosen: Signal<String>) -> impl IntoView {
    let now = chosen.get_untracked();
    let options = all.into_iter().map(move |(value, label)| {
        let is_chosen = value == now;
        view! { <option value=value selected=is_chosen>{label}</option> }
    });
    options.collect_view()
}

/// Renders a filter of the address that has no menu: it is kept, shown, and can be removed.
fn render_filter(
    name: &'static str,
    label: &'static str,
    value: &str,
    shown: &str,
    without: fn(&mut CrystalsAddress),
    wish: &CrystalsAddress,
) -> Option<AnyView> {
    if value.is_empty() {
        return None;
    }
    let href = wish
        .with(|wish| {
            without(wish);
            wish.cursor = None;
        })
        .href();
    let title = format!("{label} {shown}: leave it out");
    Some(
        view! {
            <span class="sieve" data-set="">
                <input type="hidden" name=name value=CrystalsAddress::form_name(value)/>
                <span>{label}</span> <b dir="auto">{shown.to_owned()}</b>
                <a href=href aria-label=title.clone() title=title><Glyph icon=Icon::Close/></a>
            </span>
        }
        .into_any(),
    )
}
