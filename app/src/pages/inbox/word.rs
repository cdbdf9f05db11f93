//! Forms that answer a question of an agent, or approve or refuse its request.

use engine::workflow::ops::approval_give::ApprovalGive;
use engine::workflow::ops::question_answer::QuestionAnswer;
use kernel::operation::Operation;
use leptos::prelude::*;

use super::form::{ItemForm, form_id, unavailable};
use super::open_item::OpenItem;
use crate::pages::ask::why_not;
use crate::pages::queue::key;
use crate::parts::{Area, Need, Radios};

/// Form for the answer: one of the options, or free text.
pub fn answer_question(shown: OpenItem) -> impl IntoView {
    let item = key(&shown.thing.item);
    let Some(question) = shown.thing.question else {
        return ().into_any();
    };
    if let Some(why) = why_not::<QuestionAnswer>() {
        return unavailable("Your answer", why);
    }
    let hidden = vec![("question", question.id.to_string())];
    let options: Vec<_> = question
        .options
        .into_iter()
        .zip(1..)
        .map(|(option, digit)| {
            let key = (digit < 10).then(|| digit.to_string());
            let shown_key = key.clone().map(|key| view! { <kbd>{key}</kbd> });
            view! {
                <button
                    class="btn"
                    type="submit"
                    name="answer"
                    value=option
                    data-key=key.clone()
                    aria-keyshortcuts=key
                >
                    {option.clone()}
                    " "
                    {shown_key}
                </button>
            }
        })
        .collect();
    let (choose, answer) = (form_id("choose", &item), form_id("answer", &item));
    let label = if options.is_empty() {
        "Answer"
    } else {
        "Other answer"
    };
    let options = (!options.is_empty()).then(|| {
        let hidden = hidden.clone();
        view! { <ItemForm spec=QuestionAnswer::SPEC id=choose hidden class="options">{options}</ItemForm> }
    });
    view! {
        <div class="verdict verdict--bench">
            <h3>"Your answer"</h3>
            {options}
            <ItemForm spec=QuestionAnswer::SPEC id=answer hidden>
                <Area label name="answer" rows=4 need=Need::Required />
                <p class="verdict-foot">
                    <span>"Delivered with the agent's next call."</span>
                    <button class="btn btn--primary" type="submit">"Answer"</button>
                </p>
            </ItemForm>
        </div>
    }
    .into_any()
}

/// Answers to a request: the posted value, and the label.
const DECISIONS: [(&str, &str); 2] = [("approved", "Approve"), ("refused", "Refuse")];

/// Form that approves or refuses. Neither is preselected.
pub fn give_approval(shown: OpenItem) -> impl IntoView {
    let id = form_id("word", &key(&shown.thing.item));
    let Some(approval) = shown.thing.approval else {
        return ().into_any();
    };
    if let Some(why) = why_not::<ApprovalGive>() {
        return unavailable("Your decision", why);
    }
    let hidden = vec![
        ("approval", approval.id.to_string()),
        ("if_version", approval.changed.to_string()),
    ];
    view! {
        <ItemForm spec=ApprovalGive::SPEC id hidden class="verdict verdict--bench">
            <h3>"Your decision"</h3>
            <Radios legend="Decision" name="status" choices=&DECISIONS class="seg seg--rows" />
            <Area label="Comment" name="comments" rows=4 hint="Required to refuse." />
            <p class="verdict-foot">
                <span>"Delivered with the agent's next call."</span>
                <button class="btn btn--primary" type="submit">"Send"</button>
            </p>
        </ItemForm>
    }
    .into_any()
}
