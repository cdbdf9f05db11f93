//! `settings_get`.

use crate::workspace::Workspace;
use crate::workspace::settings::{Origins, Overrides, Settings, configured};
use kernel::prelude::*;

/// Gives the workspace's settings in force and where each comes from.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SettingsGet {}

/// Settings and where they come from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct InForce {
    /// The settings in force.
    pub settings: Settings,
    /// Where each comes from.
    pub origins: Origins,
    /// What of them is without effect, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

impl InForce {
    /// What is in force under a configuration and what people set.
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
    let mut in_force = InForce::of(&configured(view.services.defaults()), &state.settings);
    in_force.warnings.extend(view.services.warnings());
    Ok(in_force)
}
