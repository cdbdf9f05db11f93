//! Items that need a person, kept in the operation's order while they change: most blocking first, then longest
//! waiting.

use engine::workflow::attention::Item;
use engine::workflow::ops::inbox_list::InboxList;
use kernel::Id;

use crate::pages::ask::{Loaded, ask};
use crate::paths;

/// Loads the items of one workflow that need a person, including snoozed items.
///
/// # Errors
/// Returns the operation's refusal.
pub async fn of_workflow(workflow: Id) -> Loaded<Vec<Item>> {
    let page = ask(InboxList {
        workflow: Some(workflow),
        include_snoozed: true,
        limit: Some(200),
        ..InboxList::default()
    })
    .await?;
    Ok(page.items)
}

/// Replaces the items of a workflow by `news`, and sorts the list.
pub fn merge(items: &mut Vec<Item>, workflow: Id, news: Vec<Item>) {
    items.retain(|item| item.workflow != workflow);
    items.extend(news);
    items.sort_by(|a, b| {
        (std::cmp::Reverse(a.holds_up), a.since, a.workflow, &a.item).cmp(&(
            std::cmp::Reverse(b.holds_up),
            b.since,
            b.workflow,
            &b.item,
        ))
    });
}

/// Returns the address of an item.
#[must_use]
pub fn address(item: &Item) -> String {
    paths::inbox_item(item.workflow, &item.item)
}

/// Returns the key of an item in lists.
#[must_use]
pub fn key(item: &Item) -> (Id, String) {
    (item.workflow, item.item.clone())
}

/// Describes the origin of an item in a line: task, sender, and number of blocked tasks.
#[must_use]
pub fn origin(item: &Item) -> String {
    let mut parts: Vec<String> = Vec::new();
    if !item.thing.is_empty() {
        parts.push(item.thing.clone());
    }
    parts.extend(item.from.clone());
    match item.holds_up {
        0 => {}
        1 => parts.push("holds up 1 task".into()),
        n => parts.push(format!("holds up {n} tasks")),
    }
    parts.join(", ")
}
