//! Formats of webhook messages.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Format of a webhook's messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "WebhookFormat")]
pub enum Format {
    /// `type`, `timestamp` and `data`, signed according to Standard Webhooks.
    #[default]
    Standard,
    /// Messages for Slack's incoming webhooks.
    Slack,
    /// Messages for Discord's webhooks.
    Discord,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 3] = [Self::Standard, Self::Slack, Self::Discord];

    /// Returns the name used in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Slack => "slack",
            Self::Discord => "discord",
        }
    }
}
