//! What the agent will see of its mind: the text that a session begins with, to scale in the budget of a model's
//! window, part by part, and whole.

use engine::mind::document::Document;
use engine::mind::ops::mind_context::MindInjected;
use leptos::prelude::*;

use super::here;
use crate::pages::trouble::Refused;
use crate::pages::words::many;
use crate::parts::{Glyph, Icon, Json, Sect, alive, grouped};
use crate::paths::MindAddress;

/// The window of a model of which nothing is known, in tokens.
const WINDOW: u64 = 200_000;
/// The windows that are offered, in tokens: at each the budget is another one.
const WINDOWS: [(u64, &str); 4] = [
    (WINDOW, "200K"),
    (128_000, "128K"),
    (64_000, "64K"),
    (32_000, "32K"),
];

/// What a part of the text is from, as the styles know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    Document,
    Notes,
    Free,
}

impl Origin {
    const fn name(self) -> &'static str {
        match self {
            Self::Document => "mind",
            Self::Notes => "work",
            Self::Free => "free",
        }
    }
}

/// A part of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Block {
    from: Origin,
    name: String,
    chars: u64,
}

/// The parts of what is shown, in its order, and what is left of the budget.
fn blocks(shown: &MindInjected) -> Vec<Block> {
    let block = |from, name: &str, chars: usize| Block {
        from,
        name: name.to_owned(),
        chars: chars as u64,
    };
    let length = |text: &str| text.chars().count();
    let document: String = shown
        .text
        .chars()
        .take(shown.document_chars as usize)
        .collect();
    let document = Document::read(&document);
    let mut blocks = Vec::new();
    if !document.before.is_empty() {
        blocks.push(block(
            Origin::Document,
            "Written before",
            length(&document.before),
        ));
    }
    let sections = document.sections.iter();
    blocks.extend(
        sections.map(|(section, text)| block(Origin::Document, section.title(), length(text))),
    );
    let others = document.others.iter();
    blocks.extend(others.map(|(heading, text)| {
        block(
            Origin::Document,
            heading.trim_start_matches('#').trim(),
            length(text),
        )
    }));
    // Headings, the line below the title, and what stands between them.
    let known: u64 = blocks.iter().map(|block| block.chars).sum();
    let rest = u64::from(shown.document_chars).saturating_sub(known);
    if rest > 0 {
        let rest = usize::try_from(rest).unwrap_or(usize::MAX);
        blocks.insert(0, block(Origin::Document, "Headings", rest));
    }
    if shown.note_chars > 0 {
        blocks.push(block(
            Origin::Notes,
            "Notes that wait",
            shown.note_chars as usize,
        ));
    }
    let used = (shown.document_chars + shown.note_chars) as usize;
    blocks.push(block(
        Origin::Free,
        "Free",
        shown.budget.chars.saturating_sub(used),
    ));
    blocks
}

/// The section.
#[component]
pub fn Lens() -> impl IntoView {
    let here = here();
    let loaded = here.loads.lens;
    // The window that the text is shown for: one that was chosen, or the agent's own.
    let window = Memo::new(move |_| {
        let chosen = here.address.with(|address| address.window);
        chosen
            .or_else(|| here.there.with(|there| there.window))
            .unwrap_or(WINDOW)
    });
    let aside = move || {
        let choices = WINDOWS.map(|(tokens, name)| {
            let href = move || {
                let address = here.address.get();
                let window = Some(tokens);
                MindAddress { window, ..address }.href()
            };
            let is_chosen = move || window.get() == tokens;
            view! {
                <a href=href aria-current=move || is_chosen().then_some("true") data-noscroll="true">{name}</a>
            }
        });
        view! {
            <p>"of its mind, when a session begins"</p>
            <nav class="btns push" aria-label="The model's window, in tokens">{choices.into_iter().collect_view()}</nav>
        }
    };
    view! {
        <div class="lens">
            <Sect id="h-lens" title="What the agent will see" aside>
                <Transition>
                    {alive(move || loaded.get().flatten().map(|outcome| match outcome {
                        Ok(shown) => view! { <Shown shown window=window.get_untracked()/> }.into_any(),
                        Err(problem) => view! { <Refused problem/> }.into_any(),
                    }))}
                </Transition>
            </Sect>
        </div>
    }
}

#[component]
fn Shown(shown: MindInjected, window: u64) -> impl IntoView {
    let blocks = blocks(&shown);
    let used = u64::from(shown.document_chars + shown.note_chars);
    let most = shown.budget.chars as u64;
    let (tokens, budget) = (u64::from(shown.tokens), u64::from(shown.budget.tokens));
    // The whole is the model's window, of which the budget is a small part.
    let whole = window.max(budget);
    let share = |part: u64| format!("--v:{:.2}", percent(part, whole));
    let cut = match (shown.was_cut, shown.notes_left_out) {
        (false, 0) => None,
        (true, 0) => Some("The document was cut to fit, from the sections that weigh least; search finds the rest.".to_owned()),
        (is_cut, left) => {
            let left = many(left as usize, "note");
            let document = if is_cut { "The document was cut to fit, and " } else { "" };
            Some(format!("{document}{left} left out: there is no room. Search finds them."))
        }
    };
    let bar = blocks.iter().map(|block| {
        view! { <i data-from=block.from.name() style=format!("--n:{}", block.chars)></i> }
    });
    let bar = bar.collect_view();
    let key = blocks.into_iter().map(|block| {
        view! { <div data-from=block.from.name()><dt dir="auto">{block.name}</dt><dd>{grouped(block.chars)}</dd></div> }
    });
    let wedge = format!("M0 0V10M{:.2} 0 100 10", percent(budget, whole));
    let text = serde_json::Value::String(shown.text);
    view! {
        <p class="lens-said">
            <b class="num">{grouped(tokens)}</b> " of " <span class="num">{grouped(budget)}</span> " tokens, "
            {grouped(used)} " of " {grouped(most)} " characters"
            {cut.map(|cut| view! { ". " <span>{cut}</span> })}
        </p>
        <div class="lens-window" aria-hidden="true">
            <i style=share(tokens)></i>
            <b style=share(budget)></b>
            <span class="lens-mark" style=share(budget)>{format!("a mind may take {} tokens", grouped(budget))}</span>
            <span class="lens-free">{format!("window of {}", grouped(whole))}</span>
        </div>
        <svg class="lens-wedge" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><path d=wedge></path></svg>
        <div class="lens-bar" aria-hidden="true">{bar}</div>
        <dl class="lens-key" aria-label="Characters by part">{key.collect_view()}</dl>
        <details class="fold">
            <summary><Glyph icon=Icon::Right/>"The text as the agent gets it"</summary>
            <Json label="The text" value=text/>
        </details>
    }
}

/// A part in per cent of the whole.
fn percent(part: u64, whole: u64) -> f64 {
    #[expect(
        clippy::cast_precision_loss,
        reason = "tokens of one window fit a float"
    )]
    let percent = part as f64 * 100.0 / whole.max(1) as f64;
    percent.clamp(0.0, 100.0)
}

#[cfg(test)]
mod tests {
    use engine::mind::budget::Budget;

    use super::*;

    #[test]
    fn all_of_the_budget_is_told() {
        let document = "# Working Memory State\n\n_Last dream: never | Mood: calm_\n\n## The Bond\n\nMara.\n\n## Mine\n\nKeep.\n";
        let notes = "\n## Unsynthesized Notes (pending dream consolidation)\n\n- one\n";
        let count = |text: &str| u32::try_from(text.chars().count()).unwrap();
        let shown = MindInjected {
            agent: "ada".into(),
            text: format!("{document}{notes}"),
            number: Some(1),
            budget: Budget::of_window(32_000),
            document_chars: count(document),
            note_chars: count(notes),
            tokens: 40,
            was_cut: false,
            notes_shown: 1,
            notes_left_out: 0,
        };
        let blocks = blocks(&shown);
        let names: Vec<&str> = blocks.iter().map(|block| block.name.as_str()).collect();
        assert_eq!(
            names,
            ["Headings", "The Bond", "Mine", "Notes that wait", "Free"]
        );
        let sum: u64 = blocks.iter().map(|block| block.chars).sum();
        assert_eq!(sum, 3_200);
        assert_eq!(blocks[1].chars, 5);
    }
}
