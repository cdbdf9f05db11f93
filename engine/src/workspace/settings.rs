//! The workspace's settings. The settings page overrides the server's configuration, which overrides the built-in
//! defaults.

use std::borrow::Cow;
use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::entity::Rules;
use crate::summary::WriterError;
use crate::workspace::Workspace;
use kernel::configured::Configured;
use kernel::error::{Error, FieldFault, Result};
use kernel::stream::StreamId;
use kernel::tx::Tx;
use kernel::view::View;

/// Declares each setting once: its type, default and valid values.
macro_rules! settings {
    ($(
        $(#[doc = $doc:literal])*
        $(#[schemars($bounds:meta)])?
        $name:ident: $type:ty = $usual:expr, $expected:literal, $fits:expr;
    )+) => {
        /// The settings in force.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
        pub struct Settings {
            $( $(#[doc = $doc])* $(#[schemars($bounds)])? pub $name: $type, )+
        }

        impl Default for Settings {
            fn default() -> Self {
                Self { $( $name: $usual, )+ }
            }
        }

        /// Settings of which some are set; the others follow the next level.
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct Overrides {
            $(
                $(#[doc = $doc])*
                $(#[schemars($bounds)])?
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub $name: Option<$type>,
            )+
        }

        impl Settings {
            /// Returns the settings in force: `own` overrides `configured`, which overrides the defaults.
            #[must_use]
            pub fn in_force(configured: &Overrides, own: &Overrides) -> Self {
                Self {
                    $( $name: own.$name.as_ref().or(configured.$name.as_ref()).cloned()
                        .unwrap_or_else(|| $usual), )+
                }
            }
        }

        impl Overrides {
            /// Names of the settings.
            pub const NAMES: &'static [&'static str] = &[ $( stringify!($name) ),+ ];

            /// Validates the values.
            ///
            /// # Errors
            /// Returns `invalid`, naming each invalid setting.
            pub fn check(&self) -> Result<()> {
                let mut faults = Vec::new();
                $(
                    let fits: fn(&$type) -> bool = $fits;
                    if self.$name.as_ref().is_some_and(|value| !fits(value)) {
                        faults.push((stringify!($name), $expected));
                    }
                )+
                refuse(faults)
            }

            /// Resets the named settings.
            ///
            /// # Errors
            /// Returns `invalid` for an unknown name.
            pub fn reset(&mut self, names: &[String]) -> Result<()> {
                for (at, name) in names.iter().enumerate() {
                    match name.as_str() {
                        $( stringify!($name) => self.$name = None, )+
                        _ => return Err(Error::field(format!("/reset/{at}"), "is no setting")),
                    }
                }
                Ok(())
            }

            /// Returns these settings, overridden by those of `newer`.
            #[must_use]
            pub fn with(self, newer: Self) -> Self {
                Self { $( $name: newer.$name.or(self.$name), )+ }
            }
        }

        /// Origin of each setting in force.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
        pub struct Origins {
            $( $(#[doc = $doc])* pub $name: Origin, )+
        }

        impl Origins {
            /// Returns the origins of the settings of [`Settings::in_force`].
            #[must_use]
            pub fn of(configured: &Overrides, own: &Overrides) -> Self {
                Self {
                    $( $name: Origin::of(own.$name.is_some(), configured.$name.is_some()), )+
                }
            }
        }
    };
}

settings! {
    /// Share of a model's context window above which the oldest messages of a session are summarised.
    #[schemars(range(min = 0.1, max = 0.95))]
    summarization_threshold: f64 = 0.7, "expected 0.1 to 0.95", |share| (0.1..=0.95).contains(share);
    /// Share of the window whose newest messages are not summarised. Less than `summarization_threshold`.
    #[schemars(range(min = 0.05, max = 0.9))]
    summarization_keep: f64 = 0.4, "expected 0.05 to 0.9", |share| (0.05..=0.9).contains(share);
    /// Prompt for summaries, with `{prev_summary}` and `{messages_joined}`. Empty: the built-in prompt.
    summarization_prompt: String = String::new(),
        "must contain {prev_summary} and {messages_joined}, or be empty",
        |prompt| prompt.is_empty() || PLACEHOLDERS.iter().all(|hole| prompt.contains(hole));
    /// Context windows in tokens by the prefix of a model's name, in addition to the built-in ones.
    context_windows: BTreeMap<String, u32> = BTreeMap::new(),
        "expected names of models with windows of 1 token or more",
        |windows| windows.iter().all(|(name, tokens)| !name.trim().is_empty() && *tokens > 0);
    /// Language model for summaries, dreams and extracted memories. Needs an endpoint in the server's
    /// configuration. Empty: Loci writes summaries and dreams itself and extracts nothing.
    #[schemars(length(max = 256))]
    generation_model: String = String::new(), "expected a model's name, or nothing",
        |model| model.len() <= 256;
    /// Promotes memories of sessions to long-term memory.
    long_term_memory: bool = true, "expected true or false", |_| true;
    /// Stores messages as searchable long-term memories, from which an expired session can be rebuilt.
    index_messages: bool = false, "expected true or false", |_| true;
    /// Readers of what sessions promote: `core` (readers of the namespace's core) or `session` (readers of the
    /// session only). A core's own setting wins.
    promoted_readers: PromotedReaders = PromotedReaders::default(), "expected core or session", |_| true;
    /// Maximum number of entities that a session tracks.
    #[schemars(range(min = 1, max = 100))]
    entity_limit: u32 = 10, "expected 1 to 100", |limit| (1..=100).contains(limit);
    /// Rules that map tools to types of entities, most specific first.
    entity_rules: Rules = Rules::default(),
        "expected at most 100 rules {match, type}, such as {\"match\": \"Page\", \"type\": \"page\"}",
        |rules| rules.check("").is_ok();
    /// Runs dreams on a schedule. Requested dreams always run.
    dream_enabled: bool = true, "expected true or false", |_| true;
    /// Minutes between two scheduled dreams of a mind.
    #[schemars(range(min = 5, max = 10_080))]
    dream_interval_minutes: u32 = 120, "expected 5 to 10080", |minutes| (5..=10_080).contains(minutes);
    /// Prompt for dreams that a language model drafts, with `{document}`, `{notes}` and `{work}`. Empty: the
    /// built-in prompt.
    dream_prompt: String = String::new(),
        "must contain {document}, {notes} and {work} and have at most 32 KB, or be empty",
        |prompt| prompt.trim().is_empty()
            || DREAMS.iter().all(|hole| prompt.contains(hole)) && prompt.len() <= 32 * 1024;
    /// Number of new notes, memories and task outcomes that a scheduled dream of a mind needs.
    #[schemars(range(min = 1, max = 1_000))]
    dream_min_notes: u32 = 5, "expected 1 to 1000", |many| (1..=1_000).contains(many);
    /// Sections of the documents that dreams write: `seven`, or `five` (without Phenotype and Niche, whose notes and
    /// people's lines move to The Bond and Active Context).
    dream_profile: Profile = Profile::default(), "expected seven or five", |_| true;
    /// Sources of dreams besides notes: `all` (memories, workflows, sessions) or `memories`.
    dream_sources: DreamSources = DreamSources::default(), "expected all or memories", |_| true;
    /// Instructions for agents at the start of contexts. Empty: the built-in instructions.
    #[schemars(length(max = 1_200))]
    context_guidance: String = String::new(), "expected at most 1200 bytes", |words| words.len() <= 1_200;
    /// Days for which a deleted session, scratchpad or core can be restored. 0 erases at once.
    #[schemars(range(min = 0, max = 365))]
    restore_days: u32 = 7, "expected 0 to 365", |days| *days <= 365;
}

/// A setting that was changed or reset.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SettingChange {
    /// Name of the setting.
    pub setting: String,
    /// Previous value in force.
    pub before: Value,
    /// New value in force; unchanged if the setting only became explicit, or was reset to the same value.
    pub after: Value,
}

/// Returns the settings that differ between `old` and `new`, with their values in force before and after.
///
/// # Errors
/// Returns `internal` if a setting has no JSON form, which never happens.
pub fn changes(
    old: &Overrides,
    new: &Overrides,
    before: &Settings,
    after: &Settings,
) -> Result<Vec<SettingChange>> {
    let (old, new) = (json(old)?, json(new)?);
    let (before, after) = (json(before)?, json(after)?);
    let names = Overrides::NAMES.iter();
    Ok(names
        .filter(|name| old.get(**name) != new.get(**name))
        .map(|name| SettingChange {
            setting: (*name).into(),
            before: before.get(*name).cloned().unwrap_or_default(),
            after: after.get(*name).cloned().unwrap_or_default(),
        })
        .collect())
}

fn json(settings: &impl Serialize) -> Result<Value> {
    serde_json::to_value(settings)
        .map_err(|error| Error::internal(format!("settings have no JSON form: {error}")))
}

impl Overrides {
    /// Returns true if the server is configured with a language model, whose name is then configured with it.
    #[must_use]
    pub fn has_model(&self) -> bool {
        let model = self.generation_model.as_ref();
        model.is_some_and(|model| !model.is_empty())
    }
}

impl Settings {
    /// Returns the settings in force, for a decision.
    ///
    /// # Errors
    /// Returns an error if the workspace's state is not loaded; the decision then runs again.
    pub fn of(tx: &mut Tx) -> Result<Self> {
        let state = tx.read::<Workspace>(&StreamId::workspace())?;
        Ok(Self::in_force(
            &server_overrides(&tx.cx.defaults),
            &state.settings,
        ))
    }

    /// Returns the settings in force, for a read.
    ///
    /// # Errors
    /// Returns `unavailable` if the log cannot be read.
    pub async fn for_view(view: &View) -> Result<Self> {
        let loaded = view.services.state(&StreamId::workspace()).await?;
        let state = loaded.state.downcast::<Workspace>();
        let state = state.map_err(|_| Error::internal("the workspace is of another memory"))?;
        let configured = server_overrides(view.services.defaults());
        Ok(Self::in_force(&configured, &state.settings))
    }

    /// Validates combinations of these settings, of which those in `made` are new.
    ///
    /// # Errors
    /// Returns `invalid`, naming a new setting.
    pub fn check(&self, made: &Overrides) -> Result<()> {
        let (keep, above) = (self.summarization_keep, self.summarization_threshold);
        if keep < above {
            return Ok(());
        }
        let name = match (made.summarization_keep, made.summarization_threshold) {
            (Some(_), _) => "summarization_keep",
            (None, Some(_)) => "summarization_threshold",
            (None, None) => return Ok(()),
        };
        let detail = format!(
            "summarization_keep ({keep}) must be less than summarization_threshold ({above}): of a session \
             that is full all would be kept"
        );
        Err(Error::field(format!("/{name}"), detail))
    }

    /// Returns warnings about settings that have no effect with this configuration.
    #[must_use]
    pub fn warnings(&self, configured: &Overrides) -> Vec<String> {
        if configured.has_model() {
            return Vec::new();
        }
        let idle = [
            ("generation_model", &self.generation_model),
            ("summarization_prompt", &self.summarization_prompt),
            ("dream_prompt", &self.dream_prompt),
        ];
        let idle = idle.into_iter().filter(|(_, value)| !value.is_empty());
        idle.map(|(name, _)| {
            format!(
                "{name} is for a language model, and {}: until one is, Loci writes summaries itself.",
                WriterError::Missing
            )
        })
        .collect()
    }
}

/// Returns the server's configuration.
#[must_use]
pub fn server_overrides(with: &Configured) -> Cow<'_, Overrides> {
    with.get()
        .map_or_else(|| Cow::Owned(Overrides::default()), Cow::Borrowed)
}

/// Readers of memories that sessions promote.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PromotedReaders {
    /// Readers of the core of the memory's namespace, such as a team.
    #[default]
    Core,
    /// Readers of the source session.
    Session,
}

/// The sections of a mind's document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Profile {
    /// All seven.
    #[default]
    Seven,
    /// Without Phenotype and Niche.
    Five,
}

/// Sources of dreams in addition to notes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DreamSources {
    /// The agent's memories, its workflows and its sessions.
    #[default]
    All,
    /// Its memories alone.
    Memories,
}

/// Placeholders that a prompt for summaries must contain.
pub const PLACEHOLDERS: [&str; 2] = ["{prev_summary}", "{messages_joined}"];

/// Placeholders that a prompt for dreams must contain.
pub const DREAMS: [&str; 3] = ["{document}", "{notes}", "{work}"];

/// Origin of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// Built-in default.
    BuiltIn,
    /// Configuration file, environment or flags of the server.
    Configuration,
    /// Set in the workspace.
    Workspace,
}

impl Origin {
    fn of(is_own: impl Into<bool>, is_configured: impl Into<bool>) -> Self {
        match (is_own.into(), is_configured.into()) {
            (true, _) => Self::Workspace,
            (false, true) => Self::Configuration,
            (false, false) => Self::BuiltIn,
        }
    }
}

fn refuse(faults: Vec<(&'static str, &'static str)>) -> Result<()> {
    let Some((name, expected)) = faults.first() else {
        return Ok(());
    };
    let mut error = Error::invalid(format!("/{name}: {expected}"));
    error.extra.fields = faults
        .into_iter()
        .map(|(name, expected)| FieldFault {
            pointer: format!("/{name}"),
            detail: expected.into(),
        })
        .collect();
    Err(error)
}
