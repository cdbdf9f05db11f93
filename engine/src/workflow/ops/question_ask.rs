//! `question_ask`.

use crate::numbers::{Ref, TaskNo};
use crate::workflow::facts::QuestionAsked;
use crate::workflow::ops::{TextLine, active, check_line, check_text, find_held};
use crate::workflow::people::Question;
use kernel::prelude::*;
use kernel::time::{DAY, SECOND};

/// Maximum time until a deadline.
const LONGEST: i64 = 365 * DAY;
/// Maximum number of options.
const MAX_OPTIONS: usize = 20;

/// Asks a person a question. If the caller holds the task, its lease is parked until the answer; the answer is
/// delivered like a nudge.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct QuestionAsk {
    /// Id of the workflow.
    pub workflow: Id,
    /// Task that waits for the answer.
    pub task: Option<Ref<TaskNo>>,
    /// The question.
    #[schemars(regex(pattern = r"\S"))]
    pub question: String,
    /// Answers to choose from, at most 20; other answers are allowed, too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<TextLine>", length(max = MAX_OPTIONS))]
    pub options: Vec<String>,
    /// Answer that applies when the deadline passes.
    #[schemars(regex(pattern = r"\S"))]
    pub default: Option<String>,
    /// Time, within the next year, at which `default`, which is then required, becomes the answer.
    pub deadline: Option<Time>,
    /// Deadline in seconds from now.
    #[schemars(range(min = 1, max = 31_536_000))]
    pub deadline_seconds: Option<u32>,
    /// Id of my lease, if I hold the task.
    pub lease: Option<String>,
}

/// Question that was asked.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Asked {
    /// Id of the workflow.
    pub workflow: Id,
    /// The question.
    pub question: Question,
    /// True if the task's lease is parked until the answer.
    pub parked: bool,
}

impl Operation for QuestionAsk {
    type Output = Asked;
    const SPEC: Spec = spec!(Write "question_ask" Access::AGENTS, &["question.id", "parked"])
        .with(&[Trait::AsksPerson])
        .everyday(&["workflow", "question", "options", "task", "lease"])
        .refuses(&["ended", "lease_lost"]);
    const HOW: How<Self> = How::Decide(decide);

    fn text_to_count(&self) -> Option<String> {
        Some(format!("{}\n{}", self.question, self.options.join("\n")))
    }
}

fn decide(op: &QuestionAsk, tx: &mut Tx) -> Result<Asked> {
    check_text("/question", &op.question)?;
    if op.options.len() > MAX_OPTIONS {
        let detail = format!("must have at most {MAX_OPTIONS} entries");
        return Err(Error::field("/options", detail));
    }
    for (at, option) in op.options.iter().enumerate() {
        check_line(&format!("/options/{at}"), option)?;
    }
    let draft = active(tx, op.workflow)?;
    let deadline = deadline(op, draft.cx.now)?;
    if deadline.is_some() && op.default.is_none() {
        let detail = "a deadline needs the answer that counts when it passes: say the `default`, or leave the \
                      deadline out and wait as long as it takes";
        return Err(Error::field("/default", detail));
    }
    if let Some(default) = &op.default {
        check_text("/default", default)?;
        if deadline.is_none() {
            let detail = "a default needs a deadline after which it is the answer";
            return Err(Error::field("/default", detail));
        }
        if !op.options.is_empty() && !op.options.contains(default) {
            return Err(Error::field("/default", "expected one of `options`"));
        }
    }
    let task = match op.task {
        Some(task) => Some(draft.tasks.find(task.within(op.workflow)?)?.clone()),
        None => None,
    };
    if let Some(task) = &task {
        let asker = &draft.cx.actor.id;
        let is_holder = task
            .lease
            .as_ref()
            .is_some_and(|lease| lease.holder == *asker);
        if is_holder || op.lease.is_some() {
            find_held(draft, task.id, op.lease.as_deref())?;
        }
    }
    let id = draft.questions.another()?;
    let task = task.map(|task| task.id);
    draft.record(QuestionAsked {
        id,
        task,
        question: op.question.clone(),
        options: op.options.clone(),
        default: op.default.clone(),
        deadline,
        tokens: draft.cx.tokens,
    });
    let parked = task
        .and_then(|no| draft.tasks.get(no))
        .is_some_and(|task| task.waits_for == Some(id));
    Ok(Asked {
        workflow: op.workflow,
        question: draft.questions.find(id)?.clone(),
        parked,
    })
}

fn deadline(op: &QuestionAsk, now: Time) -> Result<Option<Time>> {
    let (deadline, field) = match (op.deadline, op.deadline_seconds) {
        (None, None) => return Ok(None),
        (Some(at), None) => (at, "/deadline"),
        (None, Some(seconds)) => (now.plus(i64::from(seconds) * SECOND), "/deadline_seconds"),
        (Some(_), Some(_)) => {
            let detail = "give either `deadline` or `deadline_seconds`";
            return Err(Error::field("/deadline_seconds", detail));
        }
    };
    if deadline <= now || deadline.since(now) > LONGEST {
        return Err(Error::field(
            field,
            "expected a moment within the next year",
        ));
    }
    Ok(Some(deadline))
}
