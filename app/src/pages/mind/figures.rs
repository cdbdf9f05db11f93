//! Niche: the agent's own report about its performance among others.

use engine::mind::facts::NicheReported;
use leptos::prelude::*;

use super::here;
use crate::parts::{Ago, Sect, group_digits};

/// Section with the report; empty for an agent without one.
pub fn niche_section() -> impl IntoView {
    let here = here();
    let mind = &here.there.mind;
    let reported = mind.reported.clone().zip(mind.reported_at);
    reported.map(|(figures, at)| {
        let aside = move || view! { <p class="push">"reported " <Ago at=at.0/></p> };
        view! {
            <Sect id="h-niche" title="Niche" aside>
                <dl class="ledger niche">{rows(figures)}</dl>
            </Sect>
        }
    })
}

fn rows(figures: NicheReported) -> Vec<AnyView> {
    let money = |amount: f64| format!("{amount:.2}");
    let count = |n: u32| group_digits(n.into());
    let trend = |share: f64| format!("{:+.0}% in seven days", share * 100.0);
    let all = [
        ("Earned", figures.earnings.map(money)),
        ("Spent", figures.spending.map(money)),
        ("Earnings", figures.trend_7d.map(trend)),
        ("Buyers", figures.buyers.map(count)),
        ("Skills offered", figures.listed_skills.map(count)),
        (
            "Best skills",
            figures.top_skills.map(|skills| skills.join(", ")),
        ),
    ];
    let row = |(name, value): (&'static str, Option<String>)| {
        let value = value?;
        Some(view! { <div><dt>{name}</dt><dd dir="auto">{value}</dd></div> }.into_any())
    };
    all.into_iter().filter_map(row).collect()
}
