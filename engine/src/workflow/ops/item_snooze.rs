//! `item_snooze`.

use crate::workflow::attention::Item;
use crate::workflow::facts::ItemSnoozed;
use crate::workflow::ops::active;
use kernel::prelude::*;
use kernel::time::{DAY, SECOND};

/// How long an item can be put off.
const LONGEST: i64 = 90 * DAY;

/// Puts an inbox item off: it stays out of sight until then.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ItemSnooze {
    /// The workflow.
    pub workflow: Id,
    /// The item, such as `review:T7`.
    pub item: String,
    /// Until when.
    pub until: Option<Time>,
    /// The same, in seconds from now; 0 brings it back.
    #[schemars(range(min = 0, max = 7_776_000))]
    pub seconds: Option<u32>,
}

/// The item that was put off.
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
