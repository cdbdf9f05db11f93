//! Open items that need a person, by the same rules as the inbox.

use std::collections::BTreeSet;

use engine::numbers::{ApprovalNo, DecisionNo, QuestionNo, TaskNo};
use engine::workflow::attention::Item;
use engine::workflow::people::Subject;
use engine::workflow::{Status, Workflow};

/// Returns the tasks with an open item: a review, a failure, a question, an approval or an expired lease.
pub fn tasks_for_people(workflow: &Workflow) -> BTreeSet<TaskNo> {
    if workflow.status != Status::Active {
        return BTreeSet::new();
    }
    let derived = workflow.derived();
    let asked = derived.open_questions.iter().filter_map(|open| {
        let question = workflow.questions.get(QuestionNo(*open));
        question.and_then(|question| question.task)
    });
    let requested = derived.open_approvals.iter().filter_map(|open| {
        match workflow.approvals.get(ApprovalNo(*open))?.subject {
            Subject::Task(no) => Some(no),
            _ => None,
        }
    });
    let wanting = derived.wanting.iter().map(|no| TaskNo(*no));
    wanting.chain(asked).chain(requested).collect()
}

/// Returns the open request for approval of a decision.
pub fn request_of(workflow: &Workflow, decision: DecisionNo) -> Option<Item> {
    let open = workflow.derived().open_approvals.iter().find(|open| {
        let approval = workflow.approvals.get(ApprovalNo(**open));
        approval.is_some_and(|approval| approval.subject == Subject::Decision(decision))
    })?;
    workflow.find_item(&format!("approval:{}", ApprovalNo(*open)))
}
