//! `mind_list`.

use crate::mind::fold::MindRow;
use crate::mind::mood::words;
use crate::mind::report::DreamRow;
use crate::mind::section::Levels;
use crate::mind::state::Mind;
use crate::session::message::is_false;
use kernel::access::restricted;
use kernel::memory::{DELETED, Memory as _};
use kernel::page::{self, Page};
use kernel::ports::index::ListQuery;
use kernel::prelude::*;

/// Lists the minds that the caller may read, most recently changed first: an agent its own, orchestrators and
/// people all.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MindList {
    /// Only those whose document has these words, outside The Bond.
    pub query: Option<String>,
    /// Instead those that were deleted and can still be brought back; only people see them.
    #[serde(default, skip_serializing_if = "is_false")]
    pub deleted: bool,
    /// How many, 1 to 200; 50 when not given.
    #[schemars(range(min = 1, max = 200))]
    pub limit: Option<u32>,
    /// The `next_cursor` of the page before.
    pub cursor: Option<String>,
}

/// A mind as lists show it.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MindListed {
    /// Whose it is.
    pub agent: String,
    /// The number of the document's version; none before the first dream.
    pub number: Option<u32>,
    /// The document's characters.
    pub chars: u32,
    /// How many notes wait for a dream.
    pub notes: u32,
    /// Its mood in words.
    pub mood: String,
    /// The levels of its mood now.
    pub levels: Levels,
    /// The last dream.
    pub dream: Option<DreamRow>,
    /// When Loci next looks whether there is enough to dream of.
    pub look_at: Option<Time>,
    /// When something last happened.
    pub updated_at: Time,
    /// When it is erased unless brought back, once it is deleted.
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
        reader: restricted(actor).map(str::to_owned),
        cursor: op.cursor,
        limit: page::limit(op.limit)?,
        ..ListQuery::default()
    };
    let listed = view.list(query, |entry| Ok(Some(shown(entry.shown()?, view.now))));
    listed.await
}

fn shown(row: MindRow, now: Time) -> MindListed {
    let levels = row.mood.faded(now);
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
