//! Context usage of the session: the used part of the model's window, the threshold at which the oldest messages
//! are summarized, and the distance to it.

use engine::session::window::WindowFrom;
use leptos::prelude::*;

use super::scene::scene;
use crate::parts::{Meter, Sect, group_digits};

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
    let gauges = &scene.view.gauges;
    let threshold = whole(scene.settings.summarization_threshold * 100.0);
    let used = gauges.context_percentage_total_used;
    let until = gauges.context_percentage_until_summarization;
    let from = match gauges.window_from {
        WindowFrom::Model | WindowFrom::Session | WindowFrom::Call => "",
        WindowFrom::Default => ", unknown model",
    };
    let window = format!(
        "{} token window{from}",
        group_digits(gauges.context_window.into())
    );
    let aside = move || view! { <p class="push">{window.clone()}</p> };
    let tokens = match gauges.context_tokens {
        0 => format!("{} tokens", group_digits(gauges.tokens)),
        summary => format!(
            "{} tokens, {} of them the summary",
            group_digits(gauges.tokens),
            group_digits(summary)
        ),
    };
    let left = match gauges.threshold_tokens.checked_sub(gauges.tokens) {
        Some(left) => format!("{} tokens left until {threshold}%", group_digits(left)),
        None => "The oldest messages are being folded".into(),
    };
    view! {
        <Sect id="h-context" title="Context" aside>
            <div class="gauges">
                <div class="gauge">
                    <p><b>{format!("{used:.1}%")}</b> " used"</p>
                    <Meter label="Context used" value=whole(used) mark=threshold/>
                    <p class="quiet">{tokens}</p>
                </div>
                <div class="gauge">
                    <p><b>{format!("{until:.1}%")}</b> " to summary"</p>
                    <Meter label="Progress towards the next summary" value=whole(until)/>
                    <p class="quiet">{left}</p>
                </div>
            </div>
        </Sect>
    }
}
