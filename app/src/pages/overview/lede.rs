//! Head of the overview: a sentence before any figure. Only the number of items that need a person has the accent
//! color.

use engine::crystal::ops::memory_waiting::CoreWaiting;
use engine::workflow::attention::Item;
use leptos::prelude::*;

use super::roster::quiet;
use super::scene::Crew;
use crate::moment::moment;
use crate::pages::memories_waiting::count as waiting;
use crate::pages::words::{begin, count, long, many};
use crate::paths;

/// Renders the head of the page from the items that need a person, the cores with waiting memories, and the agents.
pub fn lede(items: &[Item], memories: &[CoreWaiting], agents: &Crew) -> AnyView {
    let now = moment().now.0;
    let needs = items.len() + waiting(memories);
    let things = match needs {
        0 => "Nothing".to_owned(),
        1 => "One thing".to_owned(),
        n => format!("{} things", begin(&count(n))),
    };
    let verb = if needs < 2 { " needs you" } else { " need you" };
    view! {
        <header class="folio">
            <div>
                <h1>
                    <span class=(needs > 0).then_some("rubric")>{things}</span>
                    {verb}
                </h1>
                <p class="lede">
                    {describe_wait(items, memories, now)} {blocking(items, needs)} {describe_work(agents, items)}
                </p>
            </div>
        </header>
    }
    .into_any()
}

fn describe_wait(items: &[Item], memories: &[CoreWaiting], now: i64) -> String {
    let since = memories.iter().map(|core| core.since.0);
    let oldest = items.iter().map(|item| item.since.0).chain(since).min();
    oldest
        .map(|since| {
            let length = long(now.saturating_sub(since));
            match items.len() + waiting(memories) {
                1 => format!("It has waited {length}. "),
                _ => format!("The oldest has waited {length}. "),
            }
        })
        .unwrap_or_default()
}

/// Names the item that blocks the most tasks, out of `needs` waiting items, memories included.
fn blocking(items: &[Item], needs: usize) -> impl IntoView + use<> {
    let first = items.iter().find(|item| item.holds_up > 0)?;
    Some(view! {
        {describe_blocking(first, needs)}
        <a href=paths::workflow(first.workflow)>{first.workflow_name.clone()}</a>
        ". "
    })
}

fn describe_blocking(first: &Item, needs: usize) -> String {
    let tasks = many(first.holds_up as usize, "task");
    if needs == 1 {
        format!("It blocks {tasks} of ")
    } else {
        format!("One of them blocks {tasks} of ")
    }
}

fn describe_work(agents: &Crew, items: &[Item]) -> String {
    let (all, working) = (agents.all, agents.working);
    let be = |n: usize| if n == 1 { "is" } else { "are" };
    let said = match (all, working) {
        (0, _) => return "No agents yet.".into(),
        (1, 0) => "The agent is idle".to_owned(),
        (1, _) => "The agent is working".to_owned(),
        (_, 0) => format!("None of the {} agents is working", count(all)),
        (_, working) if working == all => format!("All {} agents are working", count(all)),
        _ => format!(
            "{} of {} agents {} working",
            begin(&count(working)),
            count(all),
            be(working)
        ),
    };
    let gone = match quiet(items).len() {
        0 => String::new(),
        1 => ", and one stopped responding".to_owned(),
        n => format!(", and {} stopped responding", count(n)),
    };
    format!("{said}{gone}.")
}

#[cfg(test)]
mod tests {
    use engine::workflow::attention::{Item, ItemKind};
    use kernel::{Id, Time};

    use super::describe_blocking;

    #[test]
    fn a_blocking_item_is_one_of_all_that_wait() {
        let item = Item {
            item: "review:T1".into(),
            kind: ItemKind::Review,
            workflow: Id::default(),
            workflow_name: "Roman".into(),
            thing: "T1".into(),
            title: "Guide".into(),
            detail: String::new(),
            from: None,
            since: Time(0),
            holds_up: 2,
            snoozed_until: None,
        };
        assert_eq!(describe_blocking(&item, 1), "It blocks 2 tasks of ");
        // The other item may be a memory, which blocks no work.
        assert_eq!(
            describe_blocking(&item, 2),
            "One of them blocks 2 tasks of "
        );
    }
}
