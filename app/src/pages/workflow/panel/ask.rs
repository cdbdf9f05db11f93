//! Questions of agents about the task, with their answers or a form to answer.

use engine::numbers::{QuestionNo, TaskNo};
use engine::workflow::ops::question_answer::QuestionAnswer;
use engine::workflow::people::Question;
use kernel::operation::Operation;
use leptos::prelude::*;

use super::super::refusal::active;
use super::super::scene::scene;
use crate::pages::act::Act;
use crate::parts::{Ago, Field, Glyph, Icon, Label, Level, Need, Sect, prose};

/// Questions about one task.
#[component]
pub fn Questions(no: TaskNo) -> impl IntoView {
    let questions: Vec<Question> = scene().state.with_untracked(|workflow| {
        let asked = workflow.derived().questions_of.get(&no.0);
        asked
            .into_iter()
            .flatten()
            .filter_map(|no| workflow.questions.get(QuestionNo(*no)).cloned())
            .collect()
    });
    (!questions.is_empty()).then(|| {
        let cards = questions.into_iter();
        let cards = cards.map(|question| view! { <QuestionCard question/> });
        view! { <Sect id="h-questions" title="Questions" level=Level::Three>{cards.collect_view()}</Sect> }
    })
}

/// One question.
#[component]
pub fn QuestionCard(question: Question) -> impl IntoView {
    let scene = scene();
    let Question {
        id,
        asked_by,
        asked_at,
        question,
        options,
        default,
        deadline,
        answer,
        answered_by,
        withdrawn,
        ..
    } = question;
    let otherwise = deadline.zip(default).map(|(at, default)| {
        view! {
            <p class="btn-why">
                "If unanswered: “" {default} "”, "
                <Ago at=Signal::stored(at.0) now=scene.clock()/> "."
            </p>
        }
    });
    let is_past = scene.past.is_some();
    let is_open = answer.is_none() && withdrawn.is_none() && !is_past;
    let below = match (answer, withdrawn) {
        (None, Some(gone)) => view! { <p class="said">{gone.words(id)}</p> }.into_any(),
        (Some(answer), _) => {
            let by = answered_by.map(|by| by.id).unwrap_or_default();
            view! { <div class="said"><b>{by}": "</b>{prose(&answer, 4)}</div> }.into_any()
        }
        (None, None) if is_past => ().into_any(),
        (None, None) => view! { <Answer no=id options/> {otherwise} }.into_any(),
    };
    view! {
        <div class=if is_open { "asked verdict" } else { "asked" }>
            <p>
                <Glyph icon=Icon::Question/>
                " " <b>{asked_by.id}</b> " asks, " <Ago at=Signal::stored(asked_at.0) now=scene.clock()/>
            </p>
            <div class="said">{prose(&question, 4)}</div>
            {below}
        </div>
    }
}

#[component]
fn Answer(no: QuestionNo, options: Vec<String>) -> impl IntoView {
    let why = active(scene(), &QuestionAnswer::SPEC);
    let is_refused = why.is_some();
    let answers = options
        .into_iter()
        .map(|option| {
            view! {
                <button class="btn" type="submit" name="answer" value=option disabled=is_refused>
                    {option.clone()}
                </button>
            }
        })
        .collect::<Vec<_>>();
    let hidden = || vec![("question", no.to_string())];
    // Each option is a form of its own, so that the text field is not required to choose one.
    let choose = (!answers.is_empty()).then(|| {
        view! { <Act spec=QuestionAnswer::SPEC id=format!("choose-{no}") hidden=hidden() class="btns btns--start">{answers}</Act> }
    });
    view! {
        {choose}
        <Act spec=QuestionAnswer::SPEC id=format!("say-{no}") hidden=hidden() class="form-line">
            <Field label=format!("Answer to {no}") labelled=Label::Hidden name="answer" id=format!("answer-{no}") placeholder="Answer in words" need=Need::Required/>
            <button class="btn" type="submit" disabled=is_refused>"Answer"</button>
            {why.map(|why| view! { <span class="btn-why">{why}</span> })}
        </Act>
    }
}
