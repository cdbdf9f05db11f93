//! Items that need a person, kept in the operation's order while they change: most blocking first, then longest
//! waiting.

use std::hash::{DefaultHasher, Hash, Hasher};

use engine::workflow::attention::{Item, ItemKind};
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

/// Returns the id of an item on pages that list or show several, without the prefix of its element.
#[must_use]
pub fn row_id(item: &Item) -> String {
    format!("{}.{}", item.workflow, item.item)
}

/// Returns the version of an item as a page compares it: it changes with the title, the detail and the start. The
/// start of a vacant lead is ignored, because it moves with every fact.
#[must_use]
pub fn version(item: &Item) -> String {
    let since = (item.kind != ItemKind::LeadVacant).then_some(item.since.0);
    let mut hasher = DefaultHasher::new();
    (&item.title, &item.detail, since).hash(&mut hasher);
    format!("{:x}", hasher.finish())
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
        1 => parts.push("blocks 1 task".into()),
        n => parts.push(format!("blocks {n} tasks")),
    }
    parts.join(", ")
}
