//! `summary_partition_list`.

use crate::summary_view::Group;
use crate::summary_view::ops::{PartitionShown, read};
use kernel::prelude::*;

/// Lists the written partitions of a summary view.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SummaryPartitionList {
    /// Id of the view.
    pub view: String,
    /// Only groups with these values. A field that the view does not group by matches no group.
    #[serde(default, skip_serializing_if = "Group::is_empty")]
    pub group: Group,
}

/// Partitions of a view.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Partitions {
    /// Partitions, ordered by the values of their groups.
    pub items: Vec<PartitionShown>,
}

impl Operation for SummaryPartitionList {
    type Output = Partitions;
    const SPEC: Spec = spec!(Read "summary_partition_list" Access::ALL);
    const HOW: How<Self> = How::Run(run);
}

fn run(op: SummaryPartitionList, view: View) -> Fut<'static, Result<Partitions>> {
    Box::pin(async move {
        let state = read(&view, &op.view).await?;
        let wanted = state.partitions.values().filter(|partition| {
            let mut wanted = op.group.iter();
            wanted.all(|(field, value)| partition.group.get(field) == Some(value))
        });
        let items = wanted.map(|partition| PartitionShown::of(&op.view, partition));
        Ok(Partitions {
            items: items.collect(),
        })
    })
}
