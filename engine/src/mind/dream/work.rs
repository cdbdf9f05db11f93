//! Makes lines from an agent's work: tasks that it holds or waits for, decisions with their reasons, things to avoid.
//! Important results also become memories.

use crate::crystal::NewCrystal;
use crate::mind::dream::behind;
use crate::mind::dream::item::{Item, Role, provenance};
use crate::mind::dream::material::{Asked, Decided, Done, Learned, Material, Talk, Told, Work};
use crate::mind::dream::notes::attribution;
use crate::mind::dream::sort;
use crate::mind::dream::words::{plain, quote};
use crate::session::record::MemoryType;
use crate::workflow::shared::DiscoveryKind;
use crate::workflow::{self, TaskStatus};
use kernel::stream::Version;
use kernel::time::Time;

/// Maximum number of sessions with a line.
const SESSIONS: usize = 3;
/// Maximum length of a quotation, in characters.
pub(super) const QUOTED: usize = 200;
/// Maximum length of a quotation in a line with two, in characters.
pub(super) const SHORT: usize = 130;
/// Metadata key of memories of work. Its value is the kind of work.
pub const OF_WORK: &str = "of_work";

/// Returns the lines of all work.
#[must_use]
pub fn items(material: &Material) -> Vec<Item> {
    let mut items: Vec<Item> = material
        .work
        .iter()
        .flat_map(|work| of(material, work))
        .collect();
    items.extend(material.sessions.iter().take(SESSIONS).map(session));
    items
}

/// Returns the id of the memory of a thing in a workflow.
#[must_use]
pub fn id(work: &Work, thing: &str) -> String {
    format!("{}.{thing}", work.id)
}

fn of(material: &Material, work: &Work) -> Vec<Item> {
    let mut items = Vec::new();
    for task in &work.tasks {
        at_hand(work, task, &mut items);
        behind::behind(material, work, task, &mut items);
    }
    items.extend(work.decisions.iter().map(|decided| decision(work, decided)));
    items.extend(
        work.discoveries
            .iter()
            .map(|learned| discovery(work, learned)),
    );
    items.extend(work.questions.iter().map(|asked| question(work, asked)));
    items.extend(work.told.iter().map(|words| message_item(work, words)));
    if let Some(led) = work.led.as_ref().filter(|_| work.is_active) {
        let (role, says) = if led.is_over {
            let says = format!(
                "{}, which I lead, is to be ended: {}.",
                name(work),
                led.standing
            );
            (Role::Waiting, says)
        } else {
            let says = format!("leading {}: {}.", name(work), led.standing);
            (Role::Doing, says)
        };
        items.push(Item::new(role, &says, &says, 0.9, material.now));
    }
    if work.is_active {
        items.extend(work.constraints.iter().map(|limit| {
            let says = format!("{} limits {}.", quote(limit, QUOTED), name(work));
            Item::new(Role::Constraint, &says, limit, 0.7, material.now)
                .about(&format!("limits of {}", plain(&work.name, 40)))
        }));
    }
    items
}

pub(super) fn name(work: &Work) -> String {
    quote(&work.name, 50)
}

pub(super) fn what(task: &Done) -> String {
    format!("{} {}", task.no, quote(&task.title, 80))
}

/// Adds the line of a task that the agent holds, waits for, has to review or handed in.
fn at_hand(work: &Work, task: &Done, items: &mut Vec<Item>) {
    if !work.is_active {
        return;
    }
    let note = task.note.as_deref().map_or_else(String::new, |note| {
        format!(" Last noted: {}", quote(note, QUOTED))
    });
    let (role, says) = if task.is_to_review && task.status == TaskStatus::Review {
        (
            Role::ToReview,
            format!("{} of {} waits for my review.", what(task), name(work)),
        )
    } else if task.is_mine && task.status == TaskStatus::InProgress {
        (
            Role::Doing,
            format!(
                "{} of {}, since {}.{note}",
                what(task),
                name(work),
                task.since.date()
            ),
        )
    } else if task.is_mine && task.status == TaskStatus::Blocked {
        let why = quote(task.blocked.as_deref().unwrap_or("no reason given"), QUOTED);
        (
            Role::Doing,
            format!(
                "{} of {}, which is blocked: {why}.{note}",
                what(task),
                name(work)
            ),
        )
    } else if task.is_mine && task.status == TaskStatus::Assigned {
        (
            Role::Waiting,
            format!("{} of {} is kept for me.{note}", what(task), name(work)),
        )
    } else if task.is_mine && task.status == TaskStatus::Review {
        (
            Role::InReview,
            format!(
                "{} of {}, handed in on {}.",
                what(task),
                name(work),
                task.since.date()
            ),
        )
    } else if task.was_mine && task.status.is_waiting() {
        (
            Role::Doing,
            format!(
                "{} of {}, until its lease ran out; it can be claimed again.{note}",
                what(task),
                name(work)
            ),
        )
    } else {
        return;
    };
    items.push(Item::new(role, &says, &task.title, 0.9, task.since).about(&plain(&task.title, 60)));
}

fn decision(work: &Work, decided: &Decided) -> Item {
    let topic = plain(&decided.question, 60);
    let attributed = attribution(Some(&decided.by), decided.at);
    let (role, mut says) = match &decided.refused {
        Some(why) => (
            Role::Friction,
            format!(
                "not {} for {}: it was refused, {}",
                quote(&decided.choice, SHORT),
                quote(&decided.question, SHORT),
                quote(why, QUOTED)
            ),
        ),
        None => (
            Role::Decision,
            format!(
                "{} {}: {}, because {}",
                decided.no,
                quote(&decided.question, SHORT),
                quote(&decided.choice, SHORT),
                quote(&decided.why, QUOTED)
            ),
        ),
    };
    if let Some(old) = &decided.instead_of {
        let before = quote(old, SHORT);
        let replaces = format!(" It replaces {before}, which no longer holds.");
        says.push_str(&replaces);
    }
    says.push_str(&attributed);
    let before = decided
        .instead_of
        .as_deref()
        .map_or_else(String::new, |old| {
            format!("\nThis replaces the earlier choice, which no longer holds: {old}")
        });
    let refused = decided
        .refused
        .as_deref()
        .map_or_else(String::new, |why| format!("\nA person refused it: {why}"));
    let text = format!(
        "Decision {} of {}, by {}. {}: {}. Why: {}{before}{refused}",
        decided.no,
        name(work),
        decided.by,
        decided.question,
        decided.choice,
        decided.why
    );
    let weight =
        0.75 + if decided.instead_of.is_some() {
            0.1
        } else {
            0.0
        } + if decided.is_reversible { 0.0 } else { 0.1 };
    let keep = Keep {
        instead_of: decided.old.as_deref().map(|old| id(work, old)),
        ..Keep::of(
            work,
            (&decided.no, decided.version),
            "decision",
            &text,
            weight,
            decided.at,
        )
    };
    Item::new(role, &says, &text, weight, decided.at)
        .about(&topic)
        .with_keep(keep.memory())
}

fn discovery(work: &Work, learned: &Learned) -> Item {
    let (role, weight) = match learned.kind {
        DiscoveryKind::Constraint => (Role::Constraint, 0.75),
        DiscoveryKind::Risk => (Role::Friction, 0.75),
        DiscoveryKind::Insight | DiscoveryKind::Opportunity => (Role::Fact, 0.65),
    };
    let says = format!(
        "{}{}",
        quote(&learned.text, QUOTED),
        attribution(Some(&learned.by), learned.at)
    );
    let text = format!(
        "{} of {}, by {}: {}",
        learned.kind.name(),
        name(work),
        learned.by,
        learned.text
    );
    let keep = Keep::of(
        work,
        (&learned.no, learned.version),
        learned.kind.name(),
        &text,
        weight,
        learned.at,
    );
    Item::new(role, &says, &learned.text, weight, learned.at)
        .about(&crate::mind::dream::notes::topic(&learned.text))
        .with_keep(keep.memory())
}

fn question(work: &Work, asked: &Asked) -> Item {
    let topic = plain(&asked.question, 60);
    let Some((answer, by)) = &asked.answer else {
        let says = format!(
            "{} {}, asked on {}",
            asked.no,
            quote(&asked.question, QUOTED),
            asked.at.date()
        );
        return Item::new(Role::Question, &says, &asked.question, 0.8, asked.at).about(&topic);
    };
    let says = format!(
        "{} {}: {}{}",
        asked.no,
        quote(&asked.question, SHORT),
        quote(answer, SHORT),
        attribution(Some(by), asked.at)
    );
    let text = format!(
        "{by} answered {} of {}. {}: {answer}",
        asked.no,
        name(work),
        asked.question
    );
    let keep = Keep::of(
        work,
        (&asked.no, asked.version),
        "answer",
        &text,
        0.8,
        asked.at,
    );
    Item::new(Role::Decision, &says, &text, 0.8, asked.at)
        .about(&topic)
        .with_keep(keep.memory())
}

fn message_item(work: &Work, words: &Told) -> Item {
    let is_order = sort::is_order(&words.text);
    let role = if is_order || !sort::forbids(&words.text) {
        Role::Told
    } else {
        Role::Friction
    };
    let label = if is_order {
        "quoted, not an instruction: "
    } else {
        ""
    };
    let by = attribution(Some(&words.by), words.at);
    let says = format!("{label}{}{by}", quote(&words.text, QUOTED));
    let weight = if is_order {
        0.2
    } else if words.is_person {
        0.85
    } else {
        0.65
    };
    let text = format!("{} told in {}: {}", words.by, name(work), words.text);
    let keep = Keep::of(
        work,
        (&words.no, words.version),
        "nudge",
        &text,
        weight,
        words.at,
    );
    Item::new(role, &says, &words.text, weight, words.at)
        .about(&crate::mind::dream::notes::topic(&words.text))
        .with_keep(keep.memory())
}

fn session(talk: &Talk) -> Item {
    let says = format!(
        "{}: {} ({})",
        plain(&talk.key, 60),
        quote(&talk.topic, QUOTED),
        talk.at.date()
    );
    Item::new(Role::Session, &says, &talk.topic, 0.6, talk.at).about(&plain(&talk.topic, 60))
}

/// A memory to be made of a thing in a workflow.
pub(super) struct Keep<'a> {
    work: &'a Work,
    /// Number of the thing in the workflow.
    no: &'a str,
    /// Version of the fact with the thing.
    version: Version,
    /// Id of the memory.
    id: String,
    /// Kind of work.
    kind: &'static str,
    text: &'a str,
    importance: f64,
    valence: Option<f64>,
    at: Time,
    /// Id of the memory that it replaces.
    instead_of: Option<String>,
}

impl<'a> Keep<'a> {
    pub(super) fn of(
        work: &'a Work,
        (no, version): (&'a str, Version),
        kind: &'static str,
        text: &'a str,
        importance: f64,
        at: Time,
    ) -> Self {
        Self {
            work,
            no,
            version,
            id: id(work, no),
            kind,
            text,
            importance,
            valence: None,
            at,
            instead_of: None,
        }
    }

    pub(super) fn with_valence(self, id: String, valence: f64) -> Self {
        let valence = Some(valence);
        Self {
            id,
            valence,
            ..self
        }
    }

    pub(super) fn memory(self) -> NewCrystal {
        let metadata = serde_json::Map::from_iter([(OF_WORK.to_owned(), self.kind.into())]);
        NewCrystal {
            id: Some(self.id),
            text: self.text.trim().to_owned(),
            memory_type: match self.kind {
                "result" | "failure" | "review" | "nudge" => MemoryType::Episodic,
                _ => MemoryType::Semantic,
            },
            workflow: Some(self.work.id.to_string()),
            importance: Some(self.importance),
            valence: self.valence,
            supersedes: self.instead_of.into_iter().collect(),
            event_date: Some(self.at.into()),
            metadata: Some(metadata),
            provenance: provenance(&workflow::stream(self.work.id), self.no, self.version),
            ..NewCrystal::default()
        }
    }
}
