//! Questions of agents about the task, with their answers or a form to answer.

use engine::numbers::TaskNo;
use engine::workflow::ops::question_answer::QuestionAnswer;
use engine::workflow::people::Question;
use kernel::operation::Operation;
use leptos::prelude::*;

use super::super::refusal::refusal;
use super::super::scene::scene;
use crate::pages::act::{Act, Press};
use crate::parts::{Ago, Field, Glyph, Icon, Label, Level, Need, Sect, prose};

/// Questions about one task.
#[component]
pub fn Questions(no: TaskNo) -> impl IntoView {
    let questions = scene().read(move |workflow| {
        let asked = workflow.derived().questions_of.get(&no.0);
        asked
            .into_iter()
            .flatten()
            .filter_map(|no| {
                workflow
                    .questions
                    .get(engine::numbers::QuestionNo(*no))
                    .cloned()
            })
            .collect::<Vec<_>>()
    });
    let any = Memo::new(move |_| questions.with(|all| !all.is_empty()));
    move || {
        any.get().then(|| {
            view! {
                <Sect id="h-questions" title="Questions" level=Level::Three>
                    <For
                        each=move || questions.get()
                        key=|question| (question.id, question.answer.is_some(), question.withdrawn.is_some())
                        children=|question| view! { <QuestionCard question/> }
                    />
                </Sect>
            }
        })
    }
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
                "Without an answer it will be “" {default} "”, "
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
fn Answer(no: engine::numbers::QuestionNo, options: Vec<String>) -> impl IntoView {
    let scene = scene();
    let refusal = refusal::<QuestionAnswer>(scene, move |workflow| {
        let question = workflow.questions.get(no)?;
        question
            .answer
            .is_some()
            .then(|| format!("{no} is answered."))
    });
    let answers = options
        .into_iter()
        .map(|option| {
            let value = option.clone();
            view! {
                <button class="btn" type="submit" name="answer" value=value disabled=move || refusal.with(Option::is_some)>
                    {option}
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
            <Press label="Answer".to_owned() refusal/>
        </Act>
    }
}
