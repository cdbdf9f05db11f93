//! Checks for one task if it waits for a person, by the same rules as the inbox.

use engine::numbers::{ApprovalNo, DecisionNo, QuestionNo, TaskNo};
use engine::workflow::attention::Item;
use engine::workflow::people::Subject;
use engine::workflow::{Status, Workflow};

/// Returns true if an open item is about the task: a review, a failure, a question, an approval or an expired
/// lease.
pub fn needs_person(workflow: &Workflow, no: TaskNo) -> bool {
    if workflow.status != Status::Active {
        return false;
    }
    let derived = workflow.derived();
    let asked = derived.open_questions.iter().any(|open| {
        let question = workflow.questions.get(QuestionNo(*open));
        question.is_some_and(|question| question.task == Some(no))
    });
    let consented = derived.open_approvals.iter().any(|open| {
        let approval = workflow.approvals.get(ApprovalNo(*open));
        approval.is_some_and(|approval| approval.subject == Subject::Task(no))
    });
    derived.wanting.contains(&no.0) || asked || consented
}

/// Returns the open request for approval of a decision.
pub fn request_of(workflow: &Workflow, decision: DecisionNo) -> Option<Item> {
    let open = workflow.derived().open_approvals.iter().find(|open| {
        let approval = workflow.approvals.get(ApprovalNo(**open));
        approval.is_some_and(|approval| approval.subject == Subject::Decision(decision))
    })?;
    workflow.find_item(&format!("approval:{}", ApprovalNo(*open)))
}
