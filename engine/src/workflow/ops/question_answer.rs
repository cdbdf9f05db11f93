//! `question_answer`.

use crate::numbers::{QuestionNo, Ref};
use crate::workflow::facts::QuestionAnswered;
use crate::workflow::ops::{active, check_text, draft};
use crate::workflow::people::Question;
use kernel::prelude::*;

/// Answers an agent's question. Only the first answer counts; a task that waited for it continues.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct QuestionAnswer {
    /// Id of the workflow; optional if `question` names it.
    pub workflow: Option<Id>,
    /// The question.
    pub question: Ref<QuestionNo>,
    /// Answer: one of the options, or free text.
    #[schemars(regex(pattern = r"\S"))]
    pub answer: String,
}

/// The question with its answer.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AnswerGiven {
    /// Id of the workflow.
    pub workflow: Id,
    /// The question.
    pub question: Question,
}

impl Operation for QuestionAnswer {
    type Output = AnswerGiven;
    const SPEC: Spec = spec!(Write "question_answer" Access::PEOPLE, &["question.id"]).refuses(&[
        "answered",
        "ended",
        "withdrawn",
    ]);
    const HOW: How<Self> = How::Decide(decide);

    fn text_to_count(&self) -> Option<String> {
        Some(self.answer.clone())
    }
}

fn decide(op: &QuestionAnswer, tx: &mut Tx) -> Result<AnswerGiven> {
    check_text("/answer", &op.answer)?;
    let workflow = op.question.workflow(op.workflow)?;
    let no = op.question.number;
    if let Some(gone) = &draft(tx, workflow)?.questions.find(no)?.withdrawn {
        return Err(Error::conflict("withdrawn", gone.words(no)));
    }
    let draft = active(tx, workflow)?;
    let question = draft.questions.find(no)?;
    if let (Some(answer), Some(by)) = (&question.answer, &question.answered_by) {
        return Err(Error::conflict(
            "answered",
            describe_answer(question, &by.id, answer),
        ));
    }
    draft.expect_of(no, question.changed)?;
    draft.record(QuestionAnswered {
        id: no,
        answer: op.answer.clone(),
        tokens: draft.cx.tokens,
    });
    Ok(AnswerGiven {
        workflow,
        question: draft.questions.find(no)?.clone(),
    })
}

/// Explains who answered, if the answer was delivered, and how to add something.
fn describe_answer(question: &Question, by: &str, answer: &str) -> String {
    let (no, asker) = (question.id, &question.asked_by.id);
    let at = question
        .answered_at
        .map_or_else(String::new, |at| format!(" at {at}"));
    let arrived = match question.delivered_at {
        Some(at) => format!("{asker} got the answer as {no} in its inbox at {at}"),
        None => format!("{asker} gets the answer as {no} in its inbox with its next call"),
    };
    format!(
        "{by} answered {no} already{at}: {answer}. {arrived}. To tell {asker} more or otherwise, send it a \
         nudge with `nudge_send`."
    )
}
