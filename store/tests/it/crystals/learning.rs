//! Learnings of workflows as memories: superseding and retracting them.

use engine::crystal::ops::memory_edit::MemoryEdit;
use engine::learning::ops::learning_promote::LearningPromote;
use engine::learning::ops::learning_reopen::LearningReopen;
use engine::workflow::ops::decision_record::DecisionRecord;
use engine::workflow::ops::decision_supersede::DecisionSupersede;
use engine::workflow::ops::workflow_create::WorkflowCreate;
use kernel::{Actor, Code, Operation, Result, Role};
use serde_json::{Value, json};

use crate::crystals::harness::{World, agent, person, query};

fn librarian() -> Actor {
    Actor::new("lib", Role::Librarian)
}

impl World {
    pub async fn did<O: Operation>(&self, actor: Actor, arguments: Value) -> Result<Value> {
        let op: O = serde_json::from_value(arguments).unwrap();
        Ok(json!(self.call(actor, op).await?))
    }

    /// Returns a workflow with one decision, whose learning is promoted by `actor`: its id and the memory's.
    pub async fn learns(&self, actor: Actor) -> (Value, String) {
        let lead = Actor::new("lead", Role::Orchestrator);
        let made = json!({ "name": "Auth", "goal": "tokens" });
        let made = self.did::<WorkflowCreate>(lead, made).await.unwrap();
        let workflow = made["workflow"].clone();
        let decision = json!({
            "workflow": workflow, "question": "Which library?", "choice": "jose",
            "alternatives": ["paseto"], "rationale": "it has types",
        });
        self.did::<DecisionRecord>(agent("ann"), decision)
            .await
            .unwrap();
        let memory = self.promotes(actor, &workflow, "L-D1").await.unwrap();
        (workflow, memory)
    }

    pub async fn promotes(&self, actor: Actor, workflow: &Value, learning: &str) -> Result<String> {
        let op = json!({ "workflow": workflow, "learning": learning });
        let kept = self.did::<LearningPromote>(actor, op).await?;
        Ok(kept["learning"]["memory"].as_str().unwrap().into())
    }

    /// Supersedes the decision of that name.
    async fn decides_anew(&self, workflow: &Value, decision: &str, choice: &str) {
        let anew = json!({
            "workflow": workflow, "decision": decision, "choice": choice, "rationale": choice,
        });
        self.did::<DecisionSupersede>(agent("ann"), anew)
            .await
            .unwrap();
    }
}

#[tokio::test]
async fn what_is_decided_anew_ends_what_was_kept_of_the_decision_before() {
    let world = World::new().await;
    let (workflow, first) = world.learns(librarian()).await;
    assert_eq!(
        world.ids(query("which library")).await,
        std::slice::from_ref(&first)
    );
    let mut kept = first;
    for (before, learning, choice) in [
        ("D1", "L-D2", "paseto, without algorithms"),
        ("D2", "L-D3", "biscuit, with rules in it"),
    ] {
        world.decides_anew(&workflow, before, choice).await;
        let next = world.promotes(librarian(), &workflow, learning).await;
        let next = next.unwrap();
        assert_eq!(
            world.ids(query("which library")).await,
            std::slice::from_ref(&next)
        );
        let old = world.get(&kept).await.unwrap();
        assert_eq!(old.superseded_by.as_ref(), Some(&next));
        kept = next;
    }
}

#[tokio::test]
async fn what_a_person_pinned_stays_when_a_librarian_opens_its_learning_again() {
    let world = World::new().await;
    let (workflow, memory) = world.learns(librarian()).await;
    let pin = MemoryEdit {
        id: memory.clone(),
        pinned: Some(true),
        ..MemoryEdit::default()
    };
    world.ok(pin).await;
    let again = json!({ "workflow": workflow, "learning": "L-D1" });
    let refused = world.did::<LearningReopen>(librarian(), again).await;
    assert_eq!(refused.unwrap_err().code, Code::Forbidden);
    // It is not replaced by a librarian's promotion either.
    world.decides_anew(&workflow, "D1", "paseto").await;
    let refused = world.promotes(librarian(), &workflow, "L-D2").await;
    assert_eq!(refused.unwrap_err().code, Code::Forbidden);
    assert_eq!(world.ids(query("which library")).await, [memory]);
    let next = world.promotes(person(), &workflow, "L-D2").await.unwrap();
    assert_eq!(
        world.ids(query("which library")).await,
        std::slice::from_ref(&next)
    );
    let again = json!({ "workflow": workflow, "learning": "L-D2" });
    world.did::<LearningReopen>(person(), again).await.unwrap();
    assert!(world.get(&next).await.is_err());
}
