//! Preview of the prompt that the agent gets when a session begins, for the context window of a model.

use engine::context::given::ContextGiven;
use leptos::prelude::*;

use super::here;
use crate::pages::ask::Loaded;
use crate::pages::prompt::{Ledger, PromptSection};
use crate::parts::group_digits;
use crate::paths::MindAddress;

/// Context windows to choose from, in tokens: each gives the mind a different share.
const WINDOWS: [(u64, &str); 4] = [
    (200_000, "200K"),
    (128_000, "128K"),
    (64_000, "64K"),
    (32_000, "32K"),
];

/// Section with the preview.
#[component]
pub fn Lens(
    /// Prompt to show.
    given: Loaded<ContextGiven>,
) -> impl IntoView {
    let here = here();
    // The chosen context window, or the agent's own.
    let window = here.address.window.or(here.there.window);
    let window = window.unwrap_or(WINDOWS[0].0);
    let aside = move || {
        let choices = WINDOWS.map(|(tokens, name)| {
            let address = MindAddress {
                window: Some(tokens),
                ..here.address.clone()
            };
            let is_chosen = (window == tokens).then_some("true");
            view! { <a href=address.href() aria-current=is_chosen data-noscroll="true">{name}</a> }
        });
        view! {
            <p>"when a session begins"</p>
            <nav class="btns" aria-label="The model's window, in tokens">{choices.into_iter().collect_view()}</nav>
        }
    };
    let show =
        move |given: ContextGiven| view! { {scale(&given, window)} <Ledger given/> }.into_any();
    view! {
        <div class="lens"><PromptSection id="h-lens" title="What the agent will see" given aside show/></div>
    }
}

/// Draws the prompt and its budget within the context window, to scale.
fn scale(given: &ContextGiven, window: u64) -> AnyView {
    let (tokens, budget) = (u64::from(given.tokens), u64::from(given.budget));
    let whole = window.max(budget);
    let share = |part: u64| format!("--v:{:.2}", percent(part, whole));
    let wedge = format!("M0 0V10M{:.2} 0 100 10", percent(budget, whole));
    view! {
        <div class="lens-window" aria-hidden="true">
            <i style=share(tokens)></i>
            <b style=share(budget)></b>
            <span class="lens-mark" style=share(budget)>{format!("{} tokens for memory", group_digits(budget))}</span>
            <span class="lens-free">{format!("window of {}", group_digits(whole))}</span>
        </div>
        <svg class="lens-wedge" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><path d=wedge></path></svg>
    }
    .into_any()
}

/// Returns a part in percent of the whole.
fn percent(part: u64, whole: u64) -> f64 {
    #[expect(
        clippy::cast_precision_loss,
        reason = "tokens of one window fit a float"
    )]
    let percent = part as f64 * 100.0 / whole.max(1) as f64;
    percent.clamp(0.0, 100.0)
}
