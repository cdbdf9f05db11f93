//! Descriptions of a core's facts, in words.

use crate::crystal::facts::Event;
use crate::words::short;
use kernel::event::Event as _;
use kernel::fact::Fact;

/// Describes a fact. `None` if it cannot be read.
pub(crate) fn describe(fact: &Fact) -> Option<String> {
    Some(match Event::read(&fact.kind, fact.schema, &fact.body) {
        Event::CoreCreated(_) => format!("created the core {}", fact.stream.id()),
        Event::CoreEdited(_) => "changed the readers of promoted memories".into(),
        Event::CoreShared(_) => "changed the readers of these memories".into(),
        Event::CrystalAdded(body) => format!("remembered: {}", short(&body.record.text)),
        Event::CrystalEdited(body) => format!("changed a memory: {}", short(&body.record.text)),
        Event::CoreGoverned(_) => "changed the writers and the approval rules".into(),
        Event::CrystalProposed(body) => {
            format!("proposed to remember: {}", short(&body.record.text))
        }
        Event::CrystalApproved(body) => format!("approved the memory {}", body.id),
        Event::CrystalRejected(body) => match &body.reason {
            Some(why) => format!("rejected the memory {}: {}", body.id, short(why)),
            None => format!("rejected the memory {}", body.id),
        },
        Event::RulingsTold(body) => {
            format!("notified {} of verdicts on its memories", body.agent)
        }
        Event::CrystalsForgotten(body) => format!("forgot {}", memories(body.ids.len())),
        Event::CrystalsRecalled(body) => {
            let (agent, what) = (&body.agent, memories(body.ids.len()));
            match body.task {
                Some(task) => format!("recorded that {agent} received {what} for {task}"),
                None => format!("recorded that {agent} recalled {what}"),
            }
        }
        Event::Unreadable(_) => return None,
    })
}

fn memories(count: usize) -> String {
    match count {
        1 => "a memory".into(),
        n => format!("{n} memories"),
    }
}
