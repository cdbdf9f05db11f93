//! Lines about an agent's past work in a workflow: reviews of its attempts, reviews that it gave, failures, results.

use crate::mind::dream::item::{Item, Role};
use crate::mind::dream::material::{Done, Material, Work};
use crate::mind::dream::notes::attribution;
use crate::mind::dream::words::{plain, quote, telling};
use crate::mind::dream::work::{Keep, QUOTED, SHORT, id, name, what};
use crate::workflow::TaskStatus;
use crate::workflow::task::ReviewStatus;

/// Adds the lines about reviews, failures and the result of a task.
pub fn behind(material: &Material, work: &Work, task: &Done, items: &mut Vec<Item>) {
    came_back(material, work, task, items);
    add_reviews(material, work, task, items);
    add_failures(material, work, task, items);
    add_result(material, work, task, items);
}

/// Adds lines about reviews of the agent's attempts that asked for changes or rejected them.
fn came_back(material: &Material, work: &Work, task: &Done, items: &mut Vec<Item>) {
    let title = plain(&task.title, 60);
    for (count, review) in task.reviews.iter().enumerate() {
        if review.status == ReviewStatus::Approved || review.comments.trim().is_empty() {
            continue;
        }
        let is_open = count + 1 == task.reviews.len() && !task.status.is_terminal();
        let (role, verb) = if is_open && task.is_mine {
            (Role::SentBack, "sent it back")
        } else if review.status == ReviewStatus::Rejected {
            (Role::Friction, "rejected it")
        } else {
            (Role::Friction, "had sent it back")
        };
        let by = plain(&review.by, 60);
        let says = format!(
            "{}: {by} {verb}, {}{}",
            what(task),
            quote(&review.comments, QUOTED),
            attribution(Some(&review.by), review.at)
        );
        let text = format!(
            "{by} {verb} to {}: {} of {}: {}",
            material.agent,
            what(task),
            name(work),
            review.comments
        );
        let id = id(work, &format!("{}.review.{}", task.no, review.at.0));
        let keep = Keep::of(
            work,
            (&task.no, task.version),
            "review",
            &text,
            0.8,
            review.at,
        )
        .with_valence(id, -0.5);
        items.push(
            Item::new(role, &says, &review.comments, 0.8, review.at)
                .about(&title)
                .with_keep(keep.memory()),
        );
    }
}

/// Adds lines about the agent's reviews of others' attempts.
fn add_reviews(material: &Material, work: &Work, task: &Done, items: &mut Vec<Item>) {
    let title = plain(&task.title, 60);
    for (whose, review) in &task.given {
        // Approvals appear in the counts. One gets a line of its own only if its comment says something.
        if review.status == ReviewStatus::Approved && telling(&review.comments).len() < 3 {
            continue;
        }
        let verdict = match review.status {
            ReviewStatus::Approved => "approved",
            ReviewStatus::NeedsRework => "sent back",
            ReviewStatus::Rejected => "rejected",
        };
        let remarks = if review.comments.trim().is_empty() {
            String::new()
        } else {
            format!(", {}", quote(&review.comments, QUOTED))
        };
        let of = plain(whose, 60);
        let says = format!(
            "reviewed {} of {of}: {verdict}{remarks} ({})",
            what(task),
            review.at.date()
        );
        let text = format!(
            "{} reviewed {} of {}, by {of}: {verdict}. {}",
            material.agent,
            what(task),
            name(work),
            review.comments
        );
        let id = id(work, &format!("{}.review.{}", task.no, review.at.0));
        let keep = Keep::of(
            work,
            (&task.no, task.version),
            "review",
            &text,
            0.6,
            review.at,
        )
        .with_valence(id, 0.0);
        items.push(
            Item::new(Role::Done, &says, &text, 0.6, review.at)
                .about(&title)
                .with_keep(keep.memory()),
        );
    }
}

/// Adds a line for each failed attempt of the agent.
fn add_failures(material: &Material, work: &Work, task: &Done, items: &mut Vec<Item>) {
    let title = plain(&task.title, 60);
    for (at, error) in &task.failures {
        let says = format!("{}: {} ({})", what(task), quote(error, QUOTED), at.date());
        let text = format!(
            "{} of {} failed for {}: {error}",
            what(task),
            name(work),
            material.agent
        );
        let id = id(work, &format!("{}.failed.{}", task.no, at.0));
        let keep = Keep::of(work, (&task.no, task.version), "failure", &text, 0.75, *at)
            .with_valence(id, -0.5);
        items.push(
            Item::new(Role::Failure, &says, error, 0.75, *at)
                .about(&title)
                .with_keep(keep.memory()),
        );
    }
}

/// Adds a line with the result of a completed task and its first next step.
fn add_result(material: &Material, work: &Work, task: &Done, items: &mut Vec<Item>) {
    let title = plain(&task.title, 60);
    let Some(result) = task
        .result
        .as_deref()
        .filter(|_| task.status == TaskStatus::Completed)
    else {
        return;
    };
    let mut says = format!("{}: {}", what(task), quote(result, QUOTED));
    if let Some(next) = task.next.first() {
        let follows = format!(" Next: {}", quote(next, SHORT));
        says.push_str(&follows);
    }
    let when = format!(" ({})", task.since.date());
    says.push_str(&when);
    let next = task.next.join("; ");
    let text = format!(
        "{} finished {} of {}: {result}{}{next}",
        material.agent,
        what(task),
        name(work),
        if next.is_empty() { "" } else { "\nNext: " },
    );
    let id = id(work, &task.no);
    let keep = Keep::of(
        work,
        (&task.no, task.version),
        "result",
        &text,
        0.6,
        task.since,
    )
    .with_valence(id, 0.3);
    items.push(
        Item::new(Role::Done, &says, result, 0.6, task.since)
            .about(&title)
            .with_keep(keep.memory()),
    );
}
