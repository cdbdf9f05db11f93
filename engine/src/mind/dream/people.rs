//! Makes lines about the agent's role, its reviewers and colleagues, and its results. All of them are counted from
//! work.

use std::collections::BTreeMap;

use crate::mind::dream::item::{Item, Role};
use crate::mind::dream::material::{Material, Work};
use crate::mind::dream::words::{plain, quote};
use crate::workflow::TaskStatus;
use crate::workflow::task::ReviewStatus;

/// Maximum number of people in lines of each kind.
const MAX_PEOPLE: usize = 5;

/// Counts of review verdicts.
#[derive(Default)]
struct Verdicts {
    approved: u32,
    sent_back: u32,
}

/// Returns the lines about the agent and the people around it.
#[must_use]
pub fn items(material: &Material) -> Vec<Item> {
    let mut items = vec![who(material)];
    items.extend(reviewers(material));
    items.extend(review_items(material));
    items.extend(leads(material));
    items.extend(team(material));
    items.extend(colleagues(material));
    items.extend(figures(material));
    items.extend(lead_item(material));
    let reported = material.niche.iter();
    items.extend(reported.map(|line| Item::new(Role::Figures, line, line, 0.6, material.now)));
    items
}

fn line(role: Role, says: &str, importance: f64, material: &Material) -> Item {
    Item::new(role, says, says, importance, material.now)
}

fn who(material: &Material) -> Item {
    let role = material
        .role
        .map_or_else(String::new, |role| format!(", {role} here"));
    let mut groups: BTreeMap<&str, u32> = BTreeMap::new();
    let mut able: BTreeMap<&str, u32> = BTreeMap::new();
    for task in material.work.iter().flat_map(|work| &work.tasks) {
        if task.status == TaskStatus::Completed && task.attempts > 0 {
            if let Some(group) = &task.group {
                *groups.entry(group).or_default() += 1;
            }
            for name in &task.capabilities {
                *able.entry(name).or_default() += 1;
            }
        }
    }
    let mut says = format!("I am {}{role}.", plain(&material.agent, 60));
    if let Some(most) = most(&groups) {
        let of = format!(" Most of what I finished was in {most}.");
        says.push_str(&of);
    }
    if let Some(most) = most(&able) {
        let took = format!(" What it took: {most}.");
        says.push_str(&took);
    }
    line(Role::Who, &says, 0.9, material)
}

/// Returns the three most frequent names with their counts.
fn most(counts: &BTreeMap<&str, u32>) -> Option<String> {
    let mut counts: Vec<(&str, u32)> = counts.iter().map(|(name, n)| (*name, *n)).collect();
    counts.sort_by(|one, other| other.1.cmp(&one.1).then(one.0.cmp(other.0)));
    let names: Vec<String> = counts
        .into_iter()
        .take(3)
        .map(|(name, n)| format!("{} ({n})", quote(name, 40)))
        .collect();
    (!names.is_empty()).then(|| names.join(", "))
}

fn reviewers(material: &Material) -> Vec<Item> {
    let mut by: BTreeMap<&str, Verdicts> = BTreeMap::new();
    let tasks = material.work.iter().flat_map(|work| &work.tasks);
    for review in tasks.flat_map(|task| &task.reviews) {
        let verdicts = by.entry(&review.by).or_default();
        match review.status {
            ReviewStatus::Approved => verdicts.approved += 1,
            ReviewStatus::NeedsRework | ReviewStatus::Rejected => verdicts.sent_back += 1,
        }
    }
    let mut by: Vec<(&str, Verdicts)> = by.into_iter().collect();
    by.sort_by_key(|(_, verdicts)| std::cmp::Reverse(verdicts.approved + verdicts.sent_back));
    by.into_iter()
        .take(MAX_PEOPLE)
        .map(|(name, verdicts)| {
            let says = format!(
                "{} reviews my work: {} approved, {} sent back.",
                plain(name, 60),
                verdicts.approved,
                verdicts.sent_back
            );
            line(Role::Reviewer, &says, 0.9, material)
        })
        .collect()
}

/// Returns lines about the authors whose work the agent reviews.
fn review_items(material: &Material) -> Vec<Item> {
    let mut by: BTreeMap<&str, Verdicts> = BTreeMap::new();
    let tasks = material.work.iter().flat_map(|work| &work.tasks);
    for (whose, review) in tasks.flat_map(|task| &task.given) {
        let verdicts = by.entry(whose).or_default();
        match review.status {
            ReviewStatus::Approved => verdicts.approved += 1,
            ReviewStatus::NeedsRework | ReviewStatus::Rejected => verdicts.sent_back += 1,
        }
    }
    by.into_iter()
        .filter(|(whose, _)| !whose.is_empty())
        .take(MAX_PEOPLE)
        .map(|(whose, verdicts)| {
            let says = format!(
                "I review the work of {}: {} approved, {} sent back.",
                plain(whose, 60),
                verdicts.approved,
                verdicts.sent_back
            );
            line(Role::Colleague, &says, 0.8, material)
        })
        .collect()
}

fn leads(material: &Material) -> Vec<Item> {
    let led = |work: &&Work| {
        work.is_active
            && work
                .lead
                .as_deref()
                .is_some_and(|lead| lead != material.agent)
    };
    let mut by: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for work in material.work.iter().filter(led) {
        if let Some(lead) = &work.lead {
            by.entry(lead).or_default().push(quote(&work.name, 50));
        }
    }
    by.into_iter()
        .take(MAX_PEOPLE)
        .map(|(lead, mut names)| {
            names.truncate(3);
            let says = format!("{} leads {}.", plain(lead, 60), names.join(", "));
            line(Role::Colleague, &says, 0.75, material)
        })
        .collect()
}

/// Returns lines about the agents in workflows that the agent leads.
fn team(material: &Material) -> Vec<Item> {
    let mut by: BTreeMap<&str, (u32, u32)> = BTreeMap::new();
    let led = material.work.iter().filter(|work| work.is_active);
    for (name, done, open) in led
        .filter_map(|work| work.led.as_ref())
        .flat_map(|led| &led.team)
    {
        let counts = by.entry(name).or_default();
        counts.0 += done;
        counts.1 += open;
    }
    let mut by: Vec<(&str, (u32, u32))> = by.into_iter().collect();
    by.sort_by_key(|(_, (done, open))| std::cmp::Reverse(done + open));
    by.into_iter()
        .take(MAX_PEOPLE)
        .map(|(name, (done, open))| {
            let name = plain(name, 60);
            let says = format!("{name}, in what I lead: {done} done, {open} in hand.");
            line(Role::Colleague, &says, 0.75, material)
        })
        .collect()
}

/// Returns lines about the assignees of tasks before and after the agent's tasks.
fn colleagues(material: &Material) -> Vec<Item> {
    let mut by: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, title) in material.work.iter().flat_map(|work| &work.neighbours) {
        let titles = by.entry(name).or_default();
        if !titles.contains(&title.as_str()) {
            titles.push(title);
        }
    }
    let mut by: Vec<(&str, Vec<&str>)> = by.into_iter().collect();
    by.sort_by_key(|(_, titles)| std::cmp::Reverse(titles.len()));
    by.into_iter()
        .take(MAX_PEOPLE)
        .map(|(name, titles)| {
            let shown: Vec<String> = titles
                .iter()
                .take(3)
                .map(|title| quote(title, 60))
                .collect();
            let more = titles.len().saturating_sub(shown.len());
            let more = if more > 0 {
                format!(" and {more} more")
            } else {
                String::new()
            };
            let says = format!(
                "{}, next to my tasks: {}{more}.",
                plain(name, 60),
                shown.join(", ")
            );
            line(Role::Colleague, &says, 0.65, material)
        })
        .collect()
}

/// Returns a line about the progress of workflows that the agent leads.
fn lead_item(material: &Material) -> Option<Item> {
    let led: Vec<_> = material
        .work
        .iter()
        .filter_map(|work| work.led.as_ref())
        .collect();
    let (done, all) = led
        .iter()
        .fold((0, 0), |(done, all), led| (done + led.done, all + led.all));
    let of = match led.len() {
        0 => return None,
        1 => "one workflow".to_owned(),
        n => format!("{n} workflows"),
    };
    let says = format!("Led {of}: {done} of {all} tasks are done.");
    Some(line(Role::Figures, &says, 0.8, material))
}

/// Returns a line with the agent's finished tasks, reviews and failures.
fn figures(material: &Material) -> Option<Item> {
    let (mut done, mut passed, mut sent_back, mut failed, mut workflows) =
        (0_u32, 0_u32, 0_u32, 0_u32, 0_u32);
    for work in &material.work {
        let before = done;
        for task in &work.tasks {
            if task.status == TaskStatus::Completed && task.result.is_some() {
                done += 1;
            }
            failed += u32::try_from(task.failures.len()).unwrap_or(u32::MAX);
            let back =
                |status| matches!(status, ReviewStatus::NeedsRework | ReviewStatus::Rejected);
            if task.reviews.iter().any(|review| back(review.status)) {
                sent_back += 1;
            } else if !task.reviews.is_empty() {
                passed += 1;
            }
        }
        workflows += u32::from(done > before);
    }
    if done == 0 && sent_back == 0 && failed == 0 {
        return None;
    }
    let reviewed = passed + sent_back;
    let share = (sent_back * 100).checked_div(reviewed);
    let rate = share.map_or_else(String::new, |share| {
        format!(" Of {reviewed} that were reviewed {passed} passed at once and {sent_back} came back ({share} %).")
    });
    let failed = match failed {
        0 => String::new(),
        1 => " One attempt failed.".into(),
        n => format!(" {n} attempts failed."),
    };
    let tasks = if done == 1 { "task" } else { "tasks" };
    let places = if workflows == 1 {
        "workflow"
    } else {
        "workflows"
    };
    let says = format!("{done} {tasks} finished in {workflows} {places}.{rate}{failed}");
    Some(line(Role::Figures, &says, 0.8, material))
}
