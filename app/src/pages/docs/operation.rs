//! Description of one operation: its address, examples, arguments, answer and errors, and a form that calls it.

use doors::base_path::at;
use leptos::prelude::*;

use super::reference::{Member, Operation};
use super::samples::samples;
use super::shape::{list, paragraphs, with_code};
use crate::parts::{CopyButton, textarea_text};

/// Maximum number of lines of the form's text area, unless it is enlarged.
const MAX_ROWS: usize = 16;

/// Article of an operation.
#[component]
pub fn Article(
    /// The operation.
    operation: Operation,
) -> impl IntoView {
    let name = operation.name;
    let get = operation
        .answers_get
        .then(|| view! { <span class="quiet">" also GET"</span> });
    let refusals: Vec<_> = operation
        .refusals()
        .map(|(reason, means)| view! { <div><dt><code>{reason}</code></dt><dd>{with_code(means)}</dd></div> })
        .collect();
    let refusals = (!refusals.is_empty()).then(|| {
        view! { <h3>"Refused with 409 and the reason"</h3> <dl class="members">{refusals}</dl> }
    });
    view! {
        <article id=name>
            <h2><a href=format!("#{name}")><code>{name}</code></a></h2>
            <p class="docs-way"><code>{operation.method} " " {at(operation.path)}</code> {get}</p>
            {paragraphs(operation.description())}
            {examples(operation)}
            {attempt(operation)}
            {part("Arguments", operation.arguments())}
            {part("Answer", operation.answer())}
            {refusals}
        </article>
    }
    .into_any()
}

fn part(title: &'static str, members: Vec<Member>) -> Option<AnyView> {
    (!members.is_empty()).then(|| view! { <h3>{title}</h3> {list(members)} }.into_any())
}

/// Examples of an operation, one of them open. Elements of one name close each other, without a script.
pub fn examples(operation: Operation) -> AnyView {
    let group = format!("example-{}", operation.name);
    let samples = samples(operation)
        .into_iter()
        .enumerate()
        .map(|(nth, sample)| {
            view! {
                <details name=group.clone() open=nth == 0>
                    <summary>{sample.language}</summary>
                    <pre tabindex="0"><code>{sample.text}</code></pre>
                </details>
            }
        });
    view! {
        <figure class="samples" aria-label=format!("Examples of {}", operation.name)>
            {samples.collect::<Vec<_>>()}
            <CopyButton text="" label="Copy" class="btn btn--quiet" />
        </figure>
    }
    .into_any()
}

/// Form that calls the operation. The script of the page sends it and shows the response.
fn attempt(operation: Operation) -> Option<AnyView> {
    let body = serde_json::to_string_pretty(operation.example()?).unwrap_or_default();
    let rows = (body.lines().count() + 1).min(MAX_ROWS);
    let id = format!("try-{}", operation.name);
    let form = view! {
        <details class="docs-try alive" id=id.clone()>
            <summary class="btn">"Try it"</summary>
            <form data-call=at(operation.path)>
                <label for=format!("{id}-body")>"Arguments, as JSON"</label>
                <textarea id=format!("{id}-body") name="body" rows=rows.to_string() spellcheck="false">
                    {textarea_text(body)}
                </textarea>
                <button class="btn" type="submit">"Send"</button>
                <pre role="status" tabindex="0" aria-label="Response" data-keep=""></pre>
            </form>
        </details>
    };
    Some(form.into_any())
}
