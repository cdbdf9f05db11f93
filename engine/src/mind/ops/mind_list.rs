//! `mind_list`.

use crate::mind::fold::MindRow;
use crate::mind::mood::words;
use crate::mind::report::DreamRow;
use crate::mind::section::Levels;
use crate::mind::state::Mind;
use crate::session::message::is_false;
use kernel::access::reader_name;
use kernel::memory::{DELETED, Memory as _};
use kernel::page::{self, Page};
use kernel::ports::index::{ListOrder, ListQuery};
use kernel::prelude::*;

/// Lists the minds that the caller may read: agents their own, orchestrators and people all.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MindList {
    /// Only minds whose document has these words, outside The Bond.
    pub query: Option<String>,
    /// Lists only deleted minds that can still be restored. Only for people.
    #[serde(default, skip_serializing_if = "is_false")]
    pub deleted: bool,
    /// `changed`: most recently changed first (default). `id`: each item exactly once, whatever changes between pages.
    pub order: Option<ListOrder>,
    /// Page size, 1 to 200. Default: 50.
    #[schemars(range(min = 1, max = 200))]
    pub limit: Option<u32>,
    /// `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

/// List entry of a mind.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MindListed {
    /// Name of the agent.
    pub agent: String,
    /// Number of the document's version. Absent without a document.
    pub number: Option<u32>,
    /// Length of the document in characters.
    pub chars: u32,
    /// Number of notes that wait for a dream.
    pub notes: u32,
    /// Mood in words.
    pub mood: String,
    /// Current levels of the mood.
    pub levels: Levels,
    /// Last dream.
    pub dream: Option<DreamRow>,
    /// Time of the next check for a dream.
    pub look_at: Option<Time>,
    /// Time of the last change.
    pub updated_at: Time,
    /// Time at which the deleted mind is erased unless restored.
    pub purge_at: Option<Time>,
}

impl Operation for MindList {
    type Output = Page<MindListed>;
    const SPEC: Spec = spec!(Read "mind_list" Access::ALL);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));
}

async fn run(op: MindList, view: View) -> Result<Page<MindListed>> {
    let actor = view.actor()?;
    if op.deleted && !actor.role.is_person() {
        return Err(Error::forbidden("Only people see what was deleted."));
    }
    let status = if op.deleted { DELETED } else { "active" };
    let query = ListQuery {
        kind: Mind::KIND,
        status: Some(status.into()),
        query: op.query,
        reader: reader_name(actor).map(str::to_owned),
        order: op.order.unwrap_or_default(),
        cursor: op.cursor,
        limit: page::limit(op.limit)?,
        ..ListQuery::default()
    };
    let listed = view.list(query, |entry| {
        Ok(Some(list_row(entry.parse_row()?, view.now)))
    });
    listed.await
}

fn list_row(row: MindRow, now: Time) -> MindListed {
    let levels = row.mood.decay(now);
    MindListed {
        agent: row.agent,
        number: row.number,
        chars: row.chars,
        notes: row.notes,
        mood: words(&levels),
        levels,
        dream: row.dream,
        look_at: row.look_at,
        updated_at: row.updated_at,
        purge_at: row.purge_at,
    }
}
