//! Describes the facts of a mind in words.

use crate::mind::facts::{AskedBy, Event, MoodConsolidated, MoodSignalled, PointersChecked};
use crate::words::{short, with};
use kernel::event::Event as _;
use kernel::fact::Fact;

/// Describes a fact. Returns `None` if the fact cannot be read.
#[must_use]
pub fn describe(fact: &Fact) -> Option<String> {
    let agent = fact.stream.id();
    Some(match Event::read(&fact.kind, fact.schema, &fact.body) {
        Event::MindSeeded(body) => format!(
            "created the mind of {agent} from imported text, in {}",
            match body.crystals {
                1 => "one memory".into(),
                many => format!("{many} memories"),
            }
        ),
        Event::NoteWritten(body) => format!("noted: {}", short(&body.text)),
        Event::MoodSignalled(body) => describe_signals(agent, &body),
        Event::MoodConsolidated(body) => describe_consolidation(agent, &body),
        Event::NicheReported(_) => format!("reported the niche of {agent}"),
        Event::SearchMissed(body) => {
            let queries: Vec<String> = body.queries.iter().map(|query| short(query)).collect();
            format!(
                "noted that {agent} found nothing for: {}",
                queries.join("; ")
            )
        }
        Event::MindStirred(_) => format!("noted that {agent} has new memories"),
        Event::MindLooked(_) => format!("checked if {agent} is due for a dream"),
        Event::DocumentEdited(body) => match body.section {
            Some(section) => format!("changed {} of the mind of {agent}", section.title()),
            None => format!("changed the mind of {agent}"),
        },
        Event::VersionRestored(body) => {
            format!("restored version {} of the mind of {agent}", body.of)
        }
        Event::SectionLocked(body) => {
            format!("locked {} of the mind of {agent}", body.section.title())
        }
        Event::SectionUnlocked(body) => {
            format!("unlocked {} of the mind of {agent}", body.section.title())
        }
        Event::DreamAsked(body) => match body.by {
            AskedBy::Hand => format!("requested a dream for {agent}"),
            AskedBy::Time => format!("scheduled a dream for {agent}"),
        },
        Event::DreamKept(body) => format!(
            "dreamt for {agent}: version {}, {} merged",
            body.number,
            format_count(body.counts.notes, "note")
        ),
        Event::DreamRefused(body) => with(
            format!("dreamt for {agent}; the draft was rejected"),
            body.note.as_deref().map(ToOwned::to_owned).as_ref(),
        ),
        Event::PointersChecked(body) => describe_check(agent, &body),
        Event::JobTaken(body) => body.words(),
        Event::JobRenewed(body) => body.words(),
        Event::JobFailed(body) => body.words(),
        Event::JobStopped(body) => body.words(),
        Event::JobResumed(body) => body.words(),
        Event::MindDeleted(_) => format!("deleted the mind of {agent}"),
        Event::MindRestored(_) => format!("restored the mind of {agent}"),
        Event::Unreadable(_) => return None,
    })
}

fn describe_signals(agent: &str, body: &MoodSignalled) -> String {
    let said = body.signals.iter().map(|felt| match &felt.reason {
        Some(reason) => format!("{} ({})", felt.signal.name(), short(reason)),
        None => felt.signal.name().into(),
    });
    let said: Vec<String> = said.collect();
    format!("recorded mood signals of {agent}: {}", said.join(", "))
}

fn describe_consolidation(agent: &str, body: &MoodConsolidated) -> String {
    if body.spikes.is_empty() {
        return format!("found no spikes in the mood of {agent}");
    }
    let spikes = body.spikes.iter().map(|spike| spike.hormone.name());
    let spikes: Vec<&str> = spikes.collect();
    format!(
        "recorded spikes in the mood of {agent}: {}",
        spikes.join(", ")
    )
}

fn describe_check(agent: &str, body: &PointersChecked) -> String {
    let repaired = body
        .changes
        .iter()
        .filter(|change| change.now.is_some())
        .count();
    let count = |many: usize| u32::try_from(many).unwrap_or(u32::MAX);
    match (count(body.changes.len() - repaired), count(repaired)) {
        (0, 0) => format!("checked the pointers of {agent}: all are valid"),
        (dropped, 0) => format!("dropped {} of {agent}", format_count(dropped, "pointer")),
        (0, repaired) => format!("repaired {} of {agent}", format_count(repaired, "pointer")),
        (dropped, repaired) => format!(
            "dropped {} of {agent} and repaired {}",
            format_count(dropped, "pointer"),
            format_count(repaired, "pointer")
        ),
    }
}

fn format_count(many: u32, thing: &str) -> String {
    match many {
        1 => format!("one {thing}"),
        many => format!("{many} {thing}s"),
    }
}
