//! Digest day by day: completed tasks, decisions, discoveries, artifacts and questions, and the agents at work,
//! each with its link.

use std::sync::Arc;

use engine::workflow::digest::{Day, Few, Named, Worked};
use kernel::page::Page;
use leptos::prelude::*;
use time::Date;
use time::macros::format_description;

use super::scene::Scene;
use crate::pages::ask::Loaded;
use crate::pages::trouble::RefusalBox;
use crate::pages::words::many;
use crate::parts::{Empty, Glyph, Icon, Sect, Status, group_digits, line};
use crate::paths::{self, View};

/// Renders the list of the days.
pub fn digest(scene: &Scene, days: Loaded<Page<Day>>) -> AnyView {
    let body = match days {
        Ok(page) if page.items.is_empty() => {
            view! { <Empty title="No earlier activity."/> }.into_any()
        }
        Ok(page) => {
            let before = page.next_cursor.and_then(|cursor| cursor.parse().ok());
            let earlier = before.map(|position: u64| {
                let href = scene.href(|address| address.before = Some(position));
                view! { <p class="pages"><a class="btn" href=href rel="next">"Earlier days"</a></p> }
            });
            let days: Vec<_> = page.items.into_iter().map(|one| day(scene, one)).collect();
            view! { {days} {earlier} }.into_any()
        }
        Err(problem) => view! { <RefusalBox problem/> }.into_any(),
    };
    view! { <section class="view flow" tabindex="0" aria-label="Digest">{body}</section> }
        .into_any()
}

fn day(scene: &Scene, day: Day) -> AnyView {
    let (first, last) = (day.first_version, day.last_version);
    let then = scene.href(|address| {
        address.at = Some(last);
        address.before = None;
    });
    let versions = if first == last {
        format!("v{last}")
    } else {
        format!("v{first} to v{last}")
    };
    let head = Arc::new((count(day.facts, "fact"), then, versions));
    let aside = move || {
        let (facts, href, versions) = (*head).clone();
        view! {
            <p class="push">{facts} ", " <a class="id" href=href title="Workflow at the end of that day">{versions}</a></p>
        }
    };
    let replaced = Few {
        count: day.decisions_superseded.count,
        left_out: day.decisions_superseded.left_out,
        items: day
            .decisions_superseded
            .items
            .into_iter()
            .map(without_name)
            .collect(),
    };
    let (done, failed) = (Some(Status::Completed), Some(Status::Failed));
    let things = [
        ("Completed", Icon::Completed, done, day.tasks_completed),
        ("Failed", Icon::Failed, failed, day.tasks_failed),
        ("Decided", Icon::Decision, None, day.decisions_recorded),
        ("Decisions replaced", Icon::Decision, None, replaced),
        ("Discovered", Icon::Discovery, None, day.discoveries),
        ("Questions", Icon::Question, None, day.questions_asked),
        ("Answers", Icon::Check, None, day.questions_answered),
        ("Reviews", Icon::Review, None, day.reviews),
        ("Nudges", Icon::Nudge, None, day.nudges),
    ];
    let things = things.map(|(title, icon, tone, few)| {
        block(title, icon, tone, few, |Named { id, text }| {
            let href = scene.href_of_thing(&id);
            view! { <li><a class="id" href=href>{id}</a> " " {line(&text)}</li> }.into_any()
        })
    });
    let artifacts = scene.address.viewing(View::Artifacts).href();
    let files = block("Files", Icon::Artifact, None, day.artifacts, |made| {
        let href = artifacts.clone();
        view! { <li><a href=href dir="auto">{made.path}</a> " " <span class="id">"v" {made.version}</span></li> }
            .into_any()
    });
    let people = block("Active", Icon::Agent, None, day.who, worker);
    let added = (day.tasks_added > 0).then(|| {
        view! { <p class="quiet">{format!("{} added.", count(day.tasks_added, "task"))}</p> }
    });
    view! {
        <Sect id=format!("h-{}", day.date) title=in_words(&day.date) aside>
            <div class="digest">{things.into_iter().collect_view()} {files} {people} {added}</div>
        </Sect>
    }
    .into_any()
}

fn without_name(id: String) -> Named {
    let text = String::new();
    Named { id, text }
}

/// Formats a date for people: "21 November 2026".
fn in_words(date: &str) -> String {
    Date::parse(date, format_description!("[year]-[month]-[day]")).map_or_else(
        |_| date.to_owned(),
        |date| crate::parts::day(date.midnight().assume_utc().unix_timestamp() * 1_000),
    )
}

fn count(number: impl Into<u64>, noun: &str) -> String {
    many(usize::try_from(number.into()).unwrap_or(usize::MAX), noun)
}

/// Block of a day; empty if nothing of its kind happened.
fn block<T>(
    title: &'static str,
    icon: Icon,
    tone: Option<Status>,
    few: Few<T>,
    row: impl FnMut(T) -> AnyView,
) -> AnyView {
    if few.count == 0 {
        return ().into_any();
    }
    let more = few.left_out;
    let more = (more > 0).then(|| format!("and {} more", group_digits(more.into())));
    let rows: Vec<_> = few.items.into_iter().map(row).collect();
    view! {
        <div class="digest-block" data-status=tone.map(Status::name)>
            <h3><Glyph icon/>{title}</h3>
            <ul>
                {rows}
                {more.map(|more| view! { <li class="quiet">{more}</li> })}
            </ul>
        </div>
    }
    .into_any()
}

fn worker(Worked { actor, facts }: Worked) -> AnyView {
    let name = if actor.role.is_agent() {
        view! { <a href=paths::agent(&actor.id) dir="auto">{actor.id.clone()}</a> }.into_any()
    } else {
        view! { <span dir="auto">{actor.id}</span> }.into_any()
    };
    view! { <li>{name} " " <span class="quiet">{count(facts, "fact")}</span></li> }.into_any()
}

#[cfg(test)]
mod tests {
    use super::in_words;

    #[test]
    fn dates_are_written_out() {
        assert_eq!(in_words("2026-11-05"), "5 November 2026");
        assert_eq!(in_words("today"), "today");
    }
}
