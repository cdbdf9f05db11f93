//! `learning_edit`: edits a learning.

use crate::crystal::ops::{CoreName, core_stream};
use crate::learning::ops::{KEEPERS, LEAN, LearningNow, must_be_open, on_learning};
use crate::workflow::facts::LearningEdited;
use crate::workflow::learning::{Edit, LearningRef};
use crate::workflow::ops::{TextLine, check_line, check_text};
use kernel::prelude::*;

/// Maximum length of the text, in bytes, as for every text.
const TEXT_BYTES: usize = 256 * 1024;
/// Maximum number of topics.
pub(super) const TOPICS: usize = 100;

/// Edits the suggested wording or core of a learning. Absent arguments leave values unchanged.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LearningEdit {
    /// Id of the workflow; optional if `learning` names it.
    pub workflow: Option<Id>,
    /// Name of the learning.
    pub learning: LearningRef,
    /// The core to keep it in.
    #[schemars(with = "Option<CoreName>")]
    pub core: Option<String>,
    /// The text to remember.
    #[schemars(length(max = TEXT_BYTES), regex(pattern = r"\S"))]
    pub text: Option<String>,
    /// Topics of the learning.
    #[schemars(with = "Option<Vec<TextLine>>", length(max = TOPICS))]
    pub topics: Option<Vec<String>>,
    /// Importance, 0 to 1.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub importance: Option<f64>,
}

impl Operation for LearningEdit {
    type Output = LearningNow;
    const SPEC: Spec =
        spec!(Write "learning_edit" KEEPERS, LEAN).refuses(&["dismissed", "promoted"]);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &LearningEdit, tx: &mut Tx) -> Result<LearningNow> {
    let edit = Edit {
        core: op.core.clone(),
        text: op.text.clone(),
        topics: op.topics.clone(),
        importance: op.importance,
    };
    check(&edit)?;
    if edit == Edit::default() {
        let detail = "say what is to be otherwise: `text`, `core`, `topics` or `importance`";
        return Err(Error::field("/text", detail));
    }
    let (draft, row) = on_learning(tx, op.workflow, op.learning)?;
    must_be_open(&row)?;
    let id = row.id;
    draft.record(LearningEdited { id, edit });
    LearningNow::of(draft, id)
}

/// Validates an edit against the limits of memories.
pub(super) fn check(edit: &Edit) -> Result<()> {
    if let Some(core) = &edit.core {
        core_stream("/core", core)?;
    }
    if let Some(text) = &edit.text {
        check_text("/text", text)?;
        if text.len() > TEXT_BYTES {
            let detail = format!("expected at most {TEXT_BYTES} bytes");
            return Err(Error::field("/text", detail));
        }
    }
    if let Some(topics) = &edit.topics {
        if topics.len() > TOPICS {
            let detail = format!("expected at most {TOPICS}");
            return Err(Error::field("/topics", detail));
        }
        for (at, topic) in topics.iter().enumerate() {
            check_line(&format!("/topics/{at}"), topic)?;
        }
    }
    if edit.importance.is_some_and(|n| !(0.0..=1.0).contains(&n)) {
        return Err(Error::field("/importance", "expected 0 to 1"));
    }
    Ok(())
}
