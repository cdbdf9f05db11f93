//! `entity_resolve`: what "it" means.

use crate::conversation::ops::key;
use crate::conversation::ops::tracked::tracked;
use crate::entity::Resolution;
use crate::session::key::SessionKey;
use crate::workspace::settings::Settings;
use kernel::prelude::*;

/// The most bytes of a phrase.
const BYTES: usize = 4_096;

/// Says what a phrase refers to: "this page" is the newest page, "it" the newest entity of any type,
/// "the second image" counts from the newest, "the images" are all. When several fit, the newest is given
/// with `ambiguous` and the choices to ask about.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EntityResolve {
    /// The session's id, or its whole key as answers give it.
    #[schemars(with = "crate::session::SessionName")]
    pub session: String,
    /// The namespace it belongs to.
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub namespace: Option<String>,
    /// The user whose session it is.
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub user_id: Option<String>,
    /// The phrase, or the sentence it is in: its first reference counts.
    #[schemars(length(min = 1, max = BYTES), regex(pattern = r"\S"))]
    pub phrase: String,
}

/// What the phrase refers to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Resolved {
    /// Which session.
    pub session: SessionKey,
    /// The entity, or why there is none.
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
        let entities = tracked(&view, &key).await?;
        let settings = Settings::seen_by(&view).await?;
        Ok(Resolved {
            resolution: entities.resolve(&op.phrase, &settings.entity_rules),
            session: key,
        })
    })
}
