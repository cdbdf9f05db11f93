//! Context usage of the session: the used part of the model's window, the threshold at which the oldest messages
//! are summarized, and the distance to it.

use engine::session::Session;
use engine::session::gauges::{Gauges, percentage};
use engine::session::window::{self, WindowFrom};
use engine::workspace::settings::Settings;
use leptos::prelude::*;

use super::scene::scene;
use crate::parts::alive;
use crate::parts::{Meter, Sect, group_digits};

/// Computes the usage of a session; `hidden` are the tokens of messages that are not loaded.
pub fn compute(session: &Session, hidden: u64, settings: &Settings) -> Gauges {
    let window = window::of(session, settings);
    let mut gauges = Gauges::of(session, window, settings);
    gauges.message_tokens += hidden;
    gauges.tokens += hidden;
    let size = f64::from(window.tokens);
    let threshold = size * settings.summarization_threshold;
    gauges.context_percentage_total_used = percentage(gauges.tokens, size);
    gauges.context_percentage_until_summarization = percentage(gauges.tokens, threshold);
    gauges
}

/// Rounds a percentage to a whole number, for bars.
fn whole(percent: f64) -> u32 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the number is clamped to what fits"
    )]
    let whole = percent.clamp(0.0, 999.0).round() as u32;
    whole
}

/// Section with the usage.
#[component]
pub fn Context() -> impl IntoView {
    let scene = scene();
    let gauges = scene.gauges();
    let threshold = whole(scene.settings().summarization_threshold * 100.0);
    let used = Memo::new(move |_| gauges.with(|gauges| gauges.context_percentage_total_used));
    let until =
        Memo::new(move |_| gauges.with(|gauges| gauges.context_percentage_until_summarization));
    let aside = move || {
        gauges.with(|gauges| {
            let from = match gauges.window_from {
                WindowFrom::Model | WindowFrom::Session | WindowFrom::Call => "",
                WindowFrom::Default => ", as no model is known",
            };
            view! {
                <p class="push">{format!("{} token window{from}", group_digits(gauges.context_window.into()))}</p>
            }
        })
    };
    let tokens = move || {
        gauges.with(|gauges| match gauges.context_tokens {
            0 => format!("{} tokens", group_digits(gauges.tokens)),
            summary => format!(
                "{} tokens, {} of them the summary",
                group_digits(gauges.tokens),
                group_digits(summary)
            ),
        })
    };
    let left = move || {
        gauges.with(
            |gauges| match gauges.threshold_tokens.checked_sub(gauges.tokens) {
                Some(left) => format!("{} tokens to go, at {threshold}%", group_digits(left)),
                None => "The oldest messages are being folded".into(),
            },
        )
    };
    view! {
        <Sect id="h-context" title="Context" aside>
            <div class="gauges">
                <div class="gauge">
                    <p><b>{alive(move || format!("{:.1}%", used.get()))}</b> " used"</p>
                    <Meter label="Context used" value=Signal::derive(move || whole(used.get())) mark=threshold/>
                    <p class="quiet">{tokens}</p>
                </div>
                <div class="gauge">
                    <p><b>{alive(move || format!("{:.1}%", until.get()))}</b> " to summary"</p>
                    <Meter label="Progress towards the next summary" value=Signal::derive(move || whole(until.get()))/>
                    <p class="quiet">{left}</p>
                </div>
            </div>
        </Sect>
    }
}
