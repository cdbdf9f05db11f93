//! Questions of agents about the task, with their answers or a form to answer.

use engine::numbers::{QuestionNo, TaskNo};
use engine::workflow::ops::question_answer::QuestionAnswer;
use engine::workflow::people::Question;
use kernel::operation::Operation;
use leptos::prelude::*;

use super::super::refusal::active;
use super::super::scene::Scene;
use crate::pages::act::Act;
use crate::parts::{Field, Glyph, Icon, Label, Level, Need, Sect, prose};

/// Maximum number of settled questions shown; open ones are all shown.
const SETTLED: usize = 20;

/// Renders the questions about one task.
pub fn questions(scene: &Scene, no: TaskNo) -> Option<AnyView> {
    let workflow = &scene.workflow;
    let asked = workflow.derived().questions_of.get(&no.0)?.iter();
    let asked = asked.filter_map(|no| workflow.questions.get(QuestionNo(*no)));
    let asked: Vec<_> = asked.collect();
    let older = asked.len().saturating_sub(SETTLED);
    let asked = asked.into_iter().enumerate();
    let cards: Vec<_> = asked
        .filter(|(nth, question)| *nth >= older || is_open(question))
        .map(|(_, question)| card(scene, question))
        .collect();
    if cards.is_empty() {
        return None;
    }
    let section =
        view! { <Sect id="h-questions" title="Questions" level=Level::Three>{cards}</Sect> };
    Some(section.into_any())
}

const fn is_open(question: &Question) -> bool {
    question.answer.is_none() && question.withdrawn.is_none()
}

/// One question.
fn card(scene: &Scene, question: &Question) -> AnyView {
    let is_open = is_open(question) && !scene.is_past();
    let below = match (&question.answer, &question.withdrawn) {
        (Some(answer), _) => {
            let by = question.answered_by.as_ref().map(|by| by.id.clone());
            view! { <div class="said"><b>{by}": "</b>{prose(answer, 4)}</div> }.into_any()
        }
        (None, Some(gone)) => view! { <p class="said">{gone.words(question.id)}</p> }.into_any(),
        (None, None) if scene.is_past() => ().into_any(),
        (None, None) => answer(scene, question),
    };
    view! {
        <div class=if is_open { "asked verdict" } else { "asked" }>
            <p>
                <Glyph icon=Icon::Question/>
                " " <b>{question.asked_by.id.clone()}</b> " asks, " {scene.ago(question.asked_at)}
            </p>
            <div class="said">{prose(&question.question, 4)}</div>
            {below}
        </div>
    }
    .into_any()
}

/// Forms for the answer: one with the options, and one for text, which is not required to choose an option.
fn answer(scene: &Scene, question: &Question) -> AnyView {
    let spec = QuestionAnswer::SPEC;
    let why = active(scene, &spec);
    let is_refused = why.is_some();
    let no = question.id;
    let options: Vec<_> = question
        .options
        .iter()
        .map(|option| {
            view! {
                <button class="btn" type="submit" name="answer" value=option.clone() disabled=is_refused>
                    {option.clone()}
                </button>
            }
        })
        .collect();
    let hidden = || vec![("question", no.to_string())];
    let choose = (!options.is_empty()).then(|| {
        view! { <Act spec id=format!("choose-{no}") hidden=hidden() class="btns btns--start">{options}</Act> }
    });
    let otherwise = question.deadline.zip(question.default.as_ref());
    let otherwise = otherwise.map(|(at, default)| {
        view! {
            <p class="btn-why">"If unanswered: “" {default.clone()} "”, " {scene.ago(at)} "."</p>
        }
    });
    view! {
        {choose}
        <Act spec id=format!("say-{no}") hidden=hidden() class="form-line">
            <Field label=format!("Answer to {no}") labelled=Label::Hidden name="answer" id=format!("answer-{no}") placeholder="Answer in words" need=Need::Required/>
            <button class="btn" type="submit" disabled=is_refused>"Answer"</button>
            {why.map(|why| view! { <span class="btn-why">{why}</span> })}
        </Act>
        {otherwise}
    }
    .into_any()
}
