//! `item_snooze`.

use crate::workflow::attention::Item;
use crate::workflow::facts::ItemSnoozed;
use crate::workflow::ops::active;
use kernel::prelude::*;
use kernel::time::{DAY, SECOND};

/// Maximum duration of a snooze.
const LONGEST: i64 = 90 * DAY;

/// Snoozes an inbox item until the given time.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ItemSnooze {
    /// Id of the workflow.
    pub workflow: Id,
    /// The item, such as `review:T7`.
    pub item: String,
    /// End of the snooze, within the next 90 days; give either `until` or `seconds`.
    pub until: Option<Time>,
    /// Duration in seconds from now; 0 ends the snooze.
    #[schemars(range(min = 0, max = 7_776_000))]
    pub seconds: Option<u32>,
}

/// Snoozed item.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Snoozed {
    /// The item.
    pub item: Item,
}

impl Operation for ItemSnooze {
    type Output = Snoozed;
    const SPEC: Spec = spec!(Write "item_snooze" Access::PEOPLE).refuses(&["ended"]);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &ItemSnooze, tx: &mut Tx) -> Result<Snoozed> {
    let draft = active(tx, op.workflow)?;
    let now = draft.cx.now;
    let until = match (op.until, op.seconds) {
        (Some(until), None) => until,
        (None, Some(seconds)) => now.plus(i64::from(seconds) * SECOND),
        _ => return Err(Error::field("/until", "give either `until` or `seconds`")),
    };
    if until < now || until.since(now) > LONGEST {
        return Err(Error::field(
            "/until",
            "expected a moment within the next 90 days",
        ));
    }
    let missing = || {
        Error::not_found(format!(
            "Nothing waits for a person as {}. `inbox_list` lists what does.",
            op.item
        ))
    };
    draft.find_item(&op.item).ok_or_else(missing)?;
    draft.record(ItemSnoozed {
        item: op.item.clone(),
        until,
    });
    Ok(Snoozed {
        item: draft.find_item(&op.item).ok_or_else(missing)?,
    })
}
