//! `learning_promote`: promotes a learning to long-term memory.

use crate::crystal::entry::Fate;
use crate::crystal::filter::{Filters, Tag};
use crate::crystal::find::{Query, find};
use crate::crystal::one::{Current, current};
use crate::crystal::ops::{CoreName, core_stream, memory_off_error};
use crate::crystal::rank::Boost;
use crate::crystal::record::{NewCrystal, Provenance};
use crate::crystal::rules::{Added, Duplicates, put_own};
use crate::crystal::similar::Shape;
use crate::crystal::supersede::supersede;
use crate::crystal::{Core, CrystalKind, owner, stream};
use crate::learning::ops::learning_edit::{TOPICS, check};
use crate::learning::ops::{KEEPERS, LEAN, LearningNow, must_be_open, on_learning};
use crate::learning::row::find_learning;
use crate::workflow::facts::{LearningEdited, LearningPromoted};
use crate::workflow::learning::{self, Edit, Entry, LearningKind, LearningName, LearningRef};
use crate::workflow::ops::{TextLine, read};
use crate::workflow::{self, Workflow};
use crate::workspace::settings::Settings;
use kernel::prelude::*;
use serde_json::{Map, Value};

/// Number of similar memories of the core to compare.
const COMPARED: usize = 5;
/// Number of characters of the text used as the query.
const ASKED: usize = 400;

/// Promotes a learning to a core of long-term memory, with its provenance. This is done once: if the core has the same
/// text, exactly or nearly, no memory is written, and the response names the existing one.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LearningPromote {
    /// Id of the workflow; optional if `learning` names it.
    pub workflow: Option<Id>,
    /// Name of the learning.
    pub learning: LearningRef,
    /// The core to keep it in. Default: the suggested one. It must exist, unless it is the suggested one.
    #[schemars(with = "Option<CoreName>")]
    pub core: Option<String>,
    /// The text to remember. Default: as suggested.
    #[schemars(regex(pattern = r"\S"))]
    pub text: Option<String>,
    /// Topics. Default: as suggested.
    #[schemars(with = "Option<Vec<TextLine>>", length(max = TOPICS))]
    pub topics: Option<Vec<String>>,
    /// Importance, 0 to 1. Default: as suggested.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub importance: Option<f64>,
    /// A memory of the core with nearly the same text, looked up before the decision.
    #[serde(skip)]
    pub similar: Option<String>,
    /// The memories of the core that it supersedes, looked up before the decision.
    #[serde(skip)]
    pub old: Vec<Current>,
}

impl LearningPromote {
    fn edit(&self) -> Edit {
        Edit {
            core: self.core.clone(),
            text: self.text.clone(),
            topics: self.topics.clone(),
            importance: self.importance,
        }
    }
}

impl Operation for LearningPromote {
    type Output = LearningNow;
    const SPEC: Spec = spec!(Write "learning_promote" KEEPERS, LEAN)
        .everyday(&["workflow", "learning", "core", "text"])
        .refuses(&["dismissed", "promoted", "switched_off"]);
    const HOW: How<Self> = How::Decide(decide);
    const PREPARE: Option<Prepare<Self>> = Some(|op, view| Box::pin(prepare(op, view)));
}

/// Looks up similar and superseded memories.
async fn prepare(mut op: LearningPromote, view: View) -> Result<LearningPromote> {
    check(&op.edit())?;
    let workflow = read(&view, op.learning.workflow(op.workflow)?).await?;
    let Some(entry) = wording(&workflow, &op) else {
        return Ok(op);
    };
    let query = Query {
        text: Some(entry.text.chars().take(ASKED).collect()),
        filters: Filters {
            core: Some(Tag::eq(&entry.core)),
            ..Filters::default()
        },
        distance: Some(1.0),
        boost: Boost::None,
        offset: 0,
        limit: COMPARED,
    };
    let found = find(&view, &query).await?;
    let says = Shape::of(&entry.text);
    let mut hits = found.hits.into_iter();
    let same = hits.find(|hit| Shape::of(&hit.memory.text).says_the_same(&says));
    op.similar = same.map(|hit| hit.memory.id);
    let ids = earlier(&workflow, op.learning.name, &entry.core);
    op.old = standing(&view, &entry.core, &ids).await?;
    Ok(op)
}

/// Returns the memories among `ids` that are not superseded.
async fn standing(view: &View, core: &str, ids: &[String]) -> Result<Vec<Current>> {
    let mut standing = Vec::new();
    for id in ids {
        match current(view, id, Some(core)).await {
            Ok(one) if Fate::of(&one.record).is_own() => standing.push(one),
            Ok(_) => {}
            Err(error) if error.code == Code::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(standing)
}

/// Returns the memory to write, with all edits; `None` if there is no such learning.
fn wording(workflow: &Workflow, op: &LearningPromote) -> Option<Entry> {
    let name = op.learning.name;
    let source = learning::find(workflow, name)?;
    let handled = workflow.learnings.get(&name);
    let entry = source.entry(workflow);
    let entry = match handled {
        Some(handled) => entry.with_edit(&handled.edit),
        None => entry,
    };
    Some(entry.with_edit(&op.edit()))
}

fn decide(op: &LearningPromote, tx: &mut Tx) -> Result<LearningNow> {
    check(&op.edit())?;
    if !Settings::of(tx)?.long_term_memory {
        return Err(memory_off_error());
    }
    let (draft, row) = on_learning(tx, op.workflow, op.learning)?;
    must_be_open(&row)?;
    let id = row.id;
    let workflow = draft.stream().clone();
    let (Some(source), Some(entry)) = (learning::find(draft, id), wording(draft, op)) else {
        return Err(super::missing(draft, id));
    };
    let mut memory = memory(draft, &source, &entry, &draft.cx.actor);
    let suggested = source.entry(draft).core;
    let core = stream(core_stream("/core", &entry.core)?.id());
    may_keep(tx, &core, &entry.core, &suggested)?;
    let there = tx.read::<Core>(&core)?;
    memory.supersedes.retain(|id| {
        let kept = there.crystals.get(id.as_str());
        kept.is_some_and(|kept| kept.fate.is_own())
    });
    let added = match similar(tx, op, &core)? {
        Some(known) => Added::Same(known),
        None => put_own(tx, &core, memory, Duplicates::Merge)?,
    };
    if !matches!(added, Added::Waiting(_)) {
        supersede(tx, &core, added.id(), None, &op.old)?;
    }
    let draft = tx.draft::<Workflow>(&workflow)?;
    let edit = op.edit();
    if edit != Edit::default() {
        // Lists show the text that was kept.
        draft.record(LearningEdited { id, edit });
    }
    draft.record(LearningPromoted {
        id,
        core: entry.core,
        memory: added.id().into(),
        was_known: matches!(added, Added::Same(_)),
        waits: matches!(added, Added::Waiting(_)),
    });
    let known = find_learning(draft, id).ok_or_else(|| super::missing(draft, id))?;
    Ok(LearningNow {
        learning: known.whole(),
    })
}

/// Builds the memory of a learning. Its agent is the promoting librarian, or the author of the learning if a person
/// promotes it.
fn memory(
    workflow: &Workflow,
    source: &learning::Source,
    entry: &Entry,
    by: &kernel::actor::Actor,
) -> NewCrystal {
    let author = source.author();
    let author_name = author.filter(|author| author.role.is_agent());
    let agent = if by.role.is_agent() {
        Some(by.id.clone())
    } else {
        author_name.map(|author| author.id.clone())
    };
    let mut metadata = Map::new();
    let mut note = |key: &str, value: String| {
        metadata.insert(key.into(), Value::String(value));
    };
    note("learning", format!("{}.{}", workflow.id, source.id));
    note("workflow_name", workflow.name.to_string());
    if let Some(author) = author {
        note("learned_by", author.id.clone());
    }
    NewCrystal {
        id: Some(format!("{}.{}", workflow.id, source.id)),
        text: entry.text.clone(),
        topics: entry.topics.clone(),
        importance: Some(entry.importance),
        kind: Some(match source.kind {
            LearningKind::Decision => CrystalKind::Fact,
            LearningKind::Discovery => CrystalKind::Insight,
            LearningKind::Pattern | LearningKind::Failure => CrystalKind::Pattern,
        }),
        supersedes: earlier(workflow, source.id, &entry.core),
        valence: (entry.valence != 0.0).then_some(entry.valence),
        workflow: Some(workflow.id.to_string()),
        agent,
        event_date: Some(source.at.into()),
        metadata: Some(metadata),
        provenance: Some(Provenance {
            stream: workflow::stream(workflow.id),
            message: Some(source.thing()),
            version: Some(source.changed),
        }),
        ..NewCrystal::default()
    }
}

/// Returns the memories of the core that came from decisions which this one superseded.
fn earlier(workflow: &Workflow, id: LearningName, core: &str) -> Vec<String> {
    let LearningName::Decision(no) = id else {
        return Vec::new();
    };
    let mut earlier = workflow.lineage(no);
    earlier.retain(|other| *other != no);
    let kept = earlier.into_iter().filter_map(|no| {
        let handled = workflow.learnings.get(&LearningName::Decision(no))?;
        let is_there = handled.core.as_deref() == Some(core) && !handled.was_known;
        handled.memory.clone().filter(|_| is_there)
    });
    kept.collect()
}

/// Returns the similar memory, if it still exists.
fn similar(tx: &mut Tx, op: &LearningPromote, core: &StreamId) -> Result<Option<String>> {
    let Some(known) = &op.similar else {
        return Ok(None);
    };
    let core = tx.read::<Core>(core)?;
    Ok(core
        .crystals
        .contains_key(known.as_str())
        .then(|| known.clone()))
}

/// Rejects a core that does not exist, unless it is the suggested one, and one in which the caller may not write. The
/// error does not reveal cores that the caller may not read.
fn may_keep(tx: &mut Tx, core: &StreamId, name: &str, suggested: &str) -> Result<()> {
    let state = tx.read::<Core>(core)?;
    let is_there = state.version > 0;
    let actor = &tx.cx.actor;
    if (is_there || name == suggested) && owner::may_write(&state, actor) {
        return Ok(());
    }
    if actor.role.is_person() {
        let detail = format!(
            "there is no core {name}: `core_list` has those that there are, and `core_create` makes one"
        );
        return Err(Error::field("/core", detail));
    }
    Err(Error::forbidden(format!(
        "There is no core {name} in which you may write: `core_list` has those that you may read. Name another \
         `core`, or leave it to a person."
    )))
}
