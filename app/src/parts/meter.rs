//! A value on a bar with a threshold mark. The figure is text next to it; the bar repeats it.
use leptos::prelude::*;

/// A percentage, with the threshold at which something happens.
#[component]
pub fn Meter(
    /// Accessible name of the measured value: "Context used".
    #[prop(into)]
    label: String,
    /// Value, 0 to 100; more is drawn as full.
    value: u32,
    /// Threshold, 0 to 100. The part beyond it is drawn in the warning color.
    #[prop(optional)]
    mark: Option<u32>,
) -> impl IntoView {
    let shown = value.min(100);
    let is_over = mark.is_some_and(|mark| shown > mark);
    let style = match mark {
        Some(mark) => format!("--v:{shown};--m:{mark}"),
        None => format!("--v:{shown}"),
    };
    view! {
        <span
            class="meter"
            role="meter"
            aria-label=label
            aria-valuenow=shown
            aria-valuemin="0"
            aria-valuemax="100"
            aria-valuetext=format!("{value} %")
            data-over=is_over.then_some("")
            style=style
        >
            <i></i>
            {mark.map(|mark| view! { <u></u><b style=format!("--v:{mark}")></b> })}
        </span>
    }
}
