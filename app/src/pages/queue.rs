//! What needs somebody, kept in order while it changes: most blocking first, then longest waiting. The
//! order is the operation's own.

use engine::workflow::attention::Item;
use engine::workflow::ops::inbox_list::InboxList;
use kernel::Id;

use crate::pages::ask::{Loaded, ask};
use crate::paths;

/// Items of one workflow that need a person, including snoozed items.
///
/// # Errors
/// What the operation refuses.
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

/// Takes what a workflow needs now in the place of what it needed before.
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

/// The address of an item.
#[must_use]
pub fn address(item: &Item) -> String {
    paths::inbox_item(item.workflow, &item.item)
}

/// The name under which lists keep an item.
#[must_use]
pub fn key(item: &Item) -> (Id, String) {
    (item.workflow, item.item.clone())
}

/// Where it is, in a line: the workflow, the thing, who it comes from, what it holds up.
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
