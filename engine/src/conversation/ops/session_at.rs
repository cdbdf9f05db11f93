//! `session_at`: returns a past version of a session.

use crate::conversation::ops::key;
use crate::conversation::ops::session_get::SessionView;
use crate::conversation::ops::versions::at_version;
use crate::session::window;
use crate::workspace::settings::Settings;
use kernel::prelude::*;

/// Returns a session as it was at one of its versions, with the messages that were folded later.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionAt {
    /// Session id, or its whole key as returned in responses.
    #[schemars(with = "crate::session::SessionName")]
    pub session: String,
    /// Namespace of the session.
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub namespace: Option<String>,
    /// User of the session.
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub user_id: Option<String>,
    /// The version, between the first one of the session and the current one.
    #[schemars(range(min = 1))]
    pub version: Version,
    /// Include images and files as they were sent. Default: true; otherwise placeholders such as `[image, image/png, 45
    /// KB]` replace their data.
    pub media: Option<bool>,
}

impl Operation for SessionAt {
    type Output = SessionView;
    const SPEC: Spec = spec!(Read "session_at" Access::ALL).with(&[Trait::Confined]);
    const HOW: How<Self> = How::Run(run);

    crate::confine::of_session!();
}

fn run(op: SessionAt, view: View) -> Fut<'static, Result<SessionView>> {
    Box::pin(async move {
        let key = key(&op.session, op.namespace.as_ref(), op.user_id.as_ref())?;
        let session = at_version(&view, &key, Some(op.version)).await?;
        let settings = Settings::for_view(&view).await?;
        let window = window::of(&session, &settings);
        let then = SessionView::of(&session, None, window, &settings);
        then.with_media(&view, op.media).await
    })
}
