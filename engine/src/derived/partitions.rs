//! Partitions of summary views that may include erased memories.

use std::collections::BTreeSet;

use super::{Derivation, Walk, takes};
use crate::crystal::{self, Crystal};
use crate::summary_view::facts::Event;
use crate::summary_view::{Group, SummaryView};
use kernel::error::Result;
use kernel::event::Event as _;
use kernel::memory::Memory as _;
use kernel::view::Erase;

/// Finds the partitions that may ever have included the memories in facts of a core.
pub(super) async fn follow(walk: &mut Walk<'_>, what: &Erase) -> Result<()> {
    let views = walk.streams(SummaryView::KIND).await?;
    if views.is_empty() {
        return Ok(());
    }
    let mut records: Vec<Crystal> = Vec::new();
    for fact in walk.read(what.stream()).await? {
        if takes(what, fact.version) {
            match crystal::Event::read(&fact.kind, fact.schema, &fact.body) {
                crystal::Event::CrystalAdded(body) => records.push(body.record),
                crystal::Event::CrystalEdited(body) => records.push(body.record),
                _ => {}
            }
        }
    }
    for stream in views {
        let Some(view) = walk.state::<SummaryView>(&stream).await? else {
            continue;
        };
        let Some(definition) = &view.definition else {
            continue;
        };
        // The time window is ignored: a memory may have been in it once.
        let filters = definition.filters_at(walk.view.now)?;
        let groups: BTreeSet<Group> = records
            .iter()
            .filter(|record| crystal::find::admits(&filters, record))
            .filter_map(|record| definition.group_of(record))
            .collect();
        if groups.is_empty() {
            continue;
        }
        for fact in walk.read(&stream).await? {
            if let Event::PartitionWritten(body) = Event::read(&fact.kind, fact.schema, &fact.body)
                && groups.contains(&body.group)
            {
                walk.facts(Derivation::Partition, &stream, None, [fact.version]);
            }
        }
    }
    Ok(())
}
