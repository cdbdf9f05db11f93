//! A value on a track, and the mark where something happens. The figure stands beside it as text; the bar repeats it.
use leptos::prelude::*;

/// A percentage of something, with the threshold at which something is done about it.
#[component]
pub fn Meter(
    /// What is measured, for those who cannot see the bar: "Context used".
    #[prop(into)]
    label: String,
    /// 0 to 100; more is drawn as full.
    #[prop(into)]
    value: Signal<u32>,
    /// Where something happens, 0 to 100. What lies beyond it is drawn in the holding tone.
    #[prop(optional)]
    mark: Option<u32>,
) -> impl IntoView {
    let shown = move || value.get().min(100);
    let over = move || mark.is_some_and(|mark| shown() > mark);
    let style = move || match mark {
        Some(mark) => format!("--v:{};--m:{mark}", shown()),
        None => format!("--v:{}", shown()),
    };
    view! {
        <span
            class="meter"
            role="meter"
            aria-label=label
            aria-valuenow=shown
            aria-valuemin="0"
            aria-valuemax="100"
            aria-valuetext=move || format!("{} %", value.get())
            data-over=move || over().then_some("")
            style=style
        >
            <i></i>
            {mark.map(|mark| view! { <u></u><b style=format!("--v:{mark}")></b> })}
        </span>
    }
}
