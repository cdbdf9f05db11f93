//! Forms that answer a question of an agent, or approve or refuse its request.

use engine::workflow::ops::approval_give::ApprovalGive;
use engine::workflow::ops::question_answer::QuestionAnswer;
use engine::workflow::people::{Approval, Question};
use leptos::prelude::*;

use super::Chosen;
use super::acts::act;
use super::hidden_fields::{HiddenFields, form_id};
use super::next::Course;
use crate::pages::answered::Post;
use crate::pages::ask::why_not;
use crate::parts::{Area, Need, Radios};

/// Form for the answer: one of the options, or free text.
#[component]
pub fn AnswerQuestion(
    /// Question to answer.
    question: Question,
    /// Item of the question.
    item: StoredValue<Chosen>,
    /// Course through the queue.
    course: Course,
) -> impl IntoView {
    let action = act::<QuestionAnswer>(course, item);
    let pending = action.pending();
    if let Some(why) = why_not::<QuestionAnswer>() {
        return view! { <div class="verdict"><h3>"Your answer"</h3><p class="btn-why">{why}</p></div> }
            .into_any();
    }
    let no = StoredValue::new(question.id.to_string());
    let options = question
        .options
        .into_iter()
        .zip(1..)
        .map(|(option, digit)| {
            let key = (digit < 10).then(|| digit.to_string());
            let (pressed, told, value) = (key.clone(), key.clone(), option.clone());
            view! {
                <button
                    class="btn"
                    type="submit"
                    name="answer"
                    value=value
                    data-key=pressed
                    aria-keyshortcuts=told
                >
                    {option}
                    " "
                    {key.map(|key| view! { <kbd>{key}</kbd> })}
                </button>
            }
        })
        .collect::<Vec<_>>();
    let has_options = !options.is_empty();
    view! {
        <div class="verdict verdict--bench">
            <h3>"Your answer"</h3>
            {has_options
                .then(|| {
                    view! {
                        <Post action id=form_id("choose", item) class="options">
                            <HiddenFields course item />
                            <input type="hidden" name="question" value=no.get_value() />
                            {options}
                        </Post>
                    }
                })}
            <Post action id=form_id("answer", item)>
                <HiddenFields course item />
                <input type="hidden" name="question" value=no.get_value() />
                <Area
                    label=if has_options { "In other words" } else { "Answer" }
                    name="answer"
                    rows=4
                    need=Need::Required
                />
                <p class="verdict-foot">
                    <span>"It reaches the agent with its next call."</span>
                    <button class="btn btn--primary" type="submit" disabled=pending>"Answer"</button>
                </p>
            </Post>
        </div>
    }
    .into_any()
}

/// Answers to a request: the posted value, and the label.
const WORDS: [(&str, &str); 2] = [("approved", "Approve"), ("refused", "Refuse")];

/// Form that approves or refuses. Neither is preselected.
#[component]
pub fn GiveApproval(
    /// Request to answer.
    approval: Approval,
    /// Item of the request.
    item: StoredValue<Chosen>,
    /// Course through the queue.
    course: Course,
) -> impl IntoView {
    let action = act::<ApprovalGive>(course, item);
    let pending = action.pending();
    if let Some(why) = why_not::<ApprovalGive>() {
        return view! { <div class="verdict"><h3>"Your word"</h3><p class="btn-why">{why}</p></div> }
            .into_any();
    }
    view! {
        <Post action id=form_id("word", item) class="verdict verdict--bench">
            <h3>"Your word"</h3>
            <HiddenFields course item />
            <input type="hidden" name="approval" value=approval.id.to_string() />
            <input type="hidden" name="if_version" value=approval.changed.to_string() />
            <Radios legend="Verdict" name="status" choices=&WORDS class="seg seg--rows" />
            <Area label="Comment" name="comments" rows=4 hint="A refusal needs one." />
            <p class="verdict-foot">
                <span>"It reaches the agent with its next call."</span>
                <button class="btn btn--primary" type="submit" disabled=pending>"Send"</button>
            </p>
        </Post>
    }
    .into_any()
}
