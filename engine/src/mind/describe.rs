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
            "began the mind of {agent} with what was written before, in {}",
            match body.crystals {
                1 => "one memory".into(),
                many => format!("{many} memories"),
            }
        ),
        Event::NoteWritten(body) => format!("noted: {}", short(&body.text)),
        Event::MoodSignalled(body) => describe_signals(agent, &body),
        Event::MoodConsolidated(body) => describe_consolidation(agent, &body),
        Event::NicheReported(_) => format!("reported how {agent} does among others"),
        Event::SearchMissed(body) => {
            let queries: Vec<String> = body.queries.iter().map(|query| short(query)).collect();
            format!(
                "noted that {agent} found nothing for: {}",
                queries.join("; ")
            )
        }
        Event::MindStirred(_) => format!("noted that {agent} has new memories"),
        Event::MindLooked(_) => format!("looked whether {agent} has enough to dream of"),
        Event::DocumentEdited(body) => match body.section {
            Some(section) => format!("changed {} of the mind of {agent}", section.title()),
            None => format!("changed the mind of {agent}"),
        },
        Event::VersionRestored(body) => {
            format!("made version {} the mind of {agent} again", body.of)
        }
        Event::SectionLocked(body) => {
            format!("locked {} of the mind of {agent}", body.section.title())
        }
        Event::SectionUnlocked(body) => {
            format!("unlocked {} of the mind of {agent}", body.section.title())
        }
        Event::DreamAsked(body) => match body.by {
            AskedBy::Hand => format!("wanted {agent} to dream"),
            AskedBy::Time => format!("found that it is time for {agent} to dream"),
        },
        Event::DreamKept(body) => format!(
            "dreamt for {agent}: version {}, {} taken in",
            body.number,
            format_count(body.counts.notes, "note")
        ),
        Event::DreamRefused(body) => with(
            format!("dreamt for {agent}, and the draft was refused"),
            body.note.as_deref().map(ToOwned::to_owned).as_ref(),
        ),
        Event::PointersChecked(body) => describe_check(agent, &body),
        Event::JobTaken(body) => body.words(),
        Event::JobRenewed(body) => body.words(),
        Event::JobFailed(body) => body.words(),
        Event::JobStopped(body) => body.words(),
        Event::JobResumed(body) => body.words(),
        Event::MindDeleted(_) => format!("deleted the mind of {agent}"),
        Event::MindRestored(_) => format!("brought the mind of {agent} back"),
        Event::Unreadable(_) => return None,
    })
}

fn describe_signals(agent: &str, body: &MoodSignalled) -> String {
    let said = body.signals.iter().map(|felt| match &felt.reason {
        Some(reason) => format!("{} ({})", felt.signal.name(), short(reason)),
        None => felt.signal.name().into(),
    });
    let said: Vec<String> = said.collect();
    format!("noted what {agent} felt: {}", said.join(", "))
}

fn describe_consolidation(agent: &str, body: &MoodConsolidated) -> String {
    if body.spikes.is_empty() {
        return format!("found nothing to note in the mood of {agent}");
    }
    let spikes = body.spikes.iter().map(|spike| spike.hormone.name());
    let spikes: Vec<&str> = spikes.collect();
    format!(
        "noted what spiked in the mood of {agent}: {}",
        spikes.join(", ")
    )
}

fn describe_check(agent: &str, body: &PointersChecked) -> String {
    let mended = body
        .changes
        .iter()
        .filter(|change| change.now.is_some())
        .count();
    let count = |many: usize| u32::try_from(many).unwrap_or(u32::MAX);
    match (count(body.changes.len() - mended), count(mended)) {
        (0, 0) => format!("tried the pointers of {agent}: all lead where they should"),
        (dropped, 0) => format!("dropped {} of {agent}", format_count(dropped, "pointer")),
        (0, mended) => format!("mended {} of {agent}", format_count(mended, "pointer")),
        (dropped, mended) => format!(
            "dropped {} of {agent} and mended {}",
            format_count(dropped, "pointer"),
            format_count(mended, "pointer")
        ),
    }
}

fn format_count(many: u32, thing: &str) -> String {
    match many {
        1 => format!("one {thing}"),
        many => format!("{many} {thing}s"),
    }
}
