//! `settings_set`: changes settings.

use crate::workspace::ops::settings_get::InForce;
use crate::workspace::settings::{Overrides, Settings, changes, server_overrides};
use crate::workspace::{SettingsChanged, Workspace};
use kernel::prelude::*;

/// Changes settings of the workspace. Absent settings stay as they are.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SettingsSet {
    /// The new values.
    #[serde(default)]
    pub settings: Overrides,
    /// Names of settings to reset to the server's configuration.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reset: Vec<String>,
}

impl Operation for SettingsSet {
    type Output = InForce;
    const SPEC: Spec =
        spec!(Write "settings_set" Access::OWNERS).with(&[Trait::MakesRoom, Trait::Repeatable]);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &SettingsSet, tx: &mut Tx) -> Result<InForce> {
    op.settings
        .check()
        .map_err(|error| error.within("/settings"))?;
    let draft = tx.draft::<Workspace>(&StreamId::workspace())?;
    let cx = draft.cx.clone();
    let configured = server_overrides(&cx.defaults);
    let mut settings = draft.settings.clone();
    settings.reset(&op.reset)?;
    let settings = settings.with(op.settings.clone());
    let together = Settings::in_force(&configured, &settings);
    together
        .check(&op.settings)
        .map_err(|error| error.within("/settings"))?;
    if settings != draft.settings {
        let before = Settings::in_force(&configured, &draft.settings);
        let changes = changes(&draft.settings, &settings, &before, &together)?;
        draft.record(SettingsChanged { settings, changes });
    }
    Ok(InForce::of(&configured, &draft.settings))
}
