//! `entity_resolve`: resolves references such as "it".

use crate::conversation::ops::key;
use crate::conversation::ops::tracked::read_entities;
use crate::entity::Resolution;
use crate::session::key::SessionKey;
use crate::workspace::settings::Settings;
use kernel::prelude::*;

/// Maximum length of a phrase, in bytes.
const BYTES: usize = 4_096;

/// Resolves a phrase to an entity: "this page" is the newest page, "it" the newest entity of any type, "the second
/// image" counts from the newest, "the images" are all. If several fit, the newest is returned with `ambiguous` and the
/// choices to ask about.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EntityResolve {
    /// Session id, or its whole key as returned in responses.
    #[schemars(with = "crate::session::SessionName")]
    pub session: String,
    /// Namespace of the session.
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub namespace: Option<String>,
    /// User of the session.
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub user_id: Option<String>,
    /// The phrase, or a sentence that contains it; its first reference counts.
    #[schemars(length(min = 1, max = BYTES), regex(pattern = r"\S"))]
    pub phrase: String,
}

/// A resolved phrase.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Resolved {
    /// Key of the session.
    pub session: SessionKey,
    /// The entity, or the reason why there is none.
    #[serde(flatten)]
    pub resolution: Resolution,
}

impl Operation for EntityResolve {
    type Output = Resolved;
    const SPEC: Spec = spec!(Read "entity_resolve" Access::ALL).with(&[Trait::Confined]);
    const HOW: How<Self> = How::Run(run);

    crate::confine::of_session!();
}

fn run(op: EntityResolve, view: View) -> Fut<'static, Result<Resolved>> {
    Box::pin(async move {
        let key = key(&op.session, op.namespace.as_ref(), op.user_id.as_ref())?;
        if op.phrase.trim().is_empty() || op.phrase.len() > BYTES {
            let detail = format!("expected a phrase of at most {BYTES} bytes, such as: that page");
            return Err(Error::field("/phrase", detail));
        }
        let entities = read_entities(&view, &key).await?;
        let settings = Settings::for_view(&view).await?;
        Ok(Resolved {
            resolution: entities.resolve(&op.phrase, &settings.entity_rules),
            session: key,
        })
    })
}
