//! `settings_get`: returns the settings in force.

use crate::workspace::Workspace;
use crate::workspace::settings::{Origins, Overrides, Settings, server_overrides};
use kernel::prelude::*;

/// Returns the workspace's settings in force, each with its origin.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SettingsGet {}

/// Settings in force with their origins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct InForce {
    /// The settings in force.
    pub settings: Settings,
    /// Origin of each setting.
    pub origins: Origins,
    /// Settings without effect, with the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

impl InForce {
    /// Returns the settings in force for a configuration and the workspace's own settings.
    #[must_use]
    pub fn of(configured: &Overrides, own: &Overrides) -> Self {
        let settings = Settings::in_force(configured, own);
        Self {
            warnings: settings.warnings(configured),
            origins: Origins::of(configured, own),
            settings,
        }
    }
}

impl Operation for SettingsGet {
    type Output = InForce;
    const SPEC: Spec = spec!(Read "settings_get" Access::ALL).with(&[Trait::Unlisted]);
    const HOW: How<Self> = How::Run(|_, view| Box::pin(run(view)));
}

async fn run(view: View) -> Result<InForce> {
    let (state, _) = view.state::<Workspace>(&StreamId::workspace()).await?;
    let mut in_force = InForce::of(&server_overrides(view.services.defaults()), &state.settings);
    in_force.warnings.extend(view.services.warnings());
    Ok(in_force)
}
