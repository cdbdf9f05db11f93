//! Configuration of the language model: any endpoint that speaks the OpenAI API. Without one Loci writes summaries and
//! dreams itself.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use clap::Args;
use engine::workspace::settings::Overrides;
use serde::Deserialize;

use crate::config::{Public, within};
use crate::failure::Failure;

/// Default model.
const MODEL: &str = "gpt-4o-mini";
/// Variable with the model's name in other servers.
const OTHER_MODEL: &str = "GENERATION_MODEL";
/// Maximum timeout in seconds.
const LONGEST: u64 = 86_400;
/// Default timeout in seconds.
const TIMEOUT: u64 = 60;

/// The flags of a language model; in the file they stand in `[llm]`.
#[derive(Args, Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LlmFlags {
    /// Base address of an endpoint of the OpenAI API, such as `https://api.openai.com/v1`. It writes summaries,
    /// extracts memories and drafts dreams. Without it, or when it fails, Loci writes summaries and dreams
    /// itself.
    #[arg(
        id = "llm_url",
        long = "llm-url",
        env = "LOCI_LLM_URL",
        value_name = "URL"
    )]
    pub url: Option<String>,
    /// Name of the model. [default: gpt-4o-mini]
    #[arg(
        id = "llm_model",
        long = "llm-model",
        env = "LOCI_LLM_MODEL",
        value_name = "MODEL"
    )]
    pub model: Option<String>,
    /// Key of the endpoint. Prefer the variable: other processes can see flags.
    #[arg(
        id = "llm_key",
        long = "llm-key",
        env = "LOCI_LLM_KEY",
        value_name = "KEY",
        hide_env_values = true
    )]
    pub key: Option<Secret>,
    /// Seconds that a response may take. [default: 60]
    #[arg(
        id = "llm_timeout",
        long = "llm-timeout",
        env = "LOCI_LLM_TIMEOUT",
        value_name = "SECONDS"
    )]
    pub timeout: Option<u64>,
    /// File with the prompt for dreams, with `{document}`, `{notes}` and `{work}`. Read at the start of the
    /// server. The settings page overrides it.
    #[arg(
        id = "dream_prompt_file",
        long = "dream-prompt-file",
        env = "LOCI_DREAM_PROMPT_FILE",
        value_name = "FILE"
    )]
    pub dream_prompt_file: Option<PathBuf>,
}

/// Reads the setting `dream_prompt` from a file.
///
/// # Errors
/// Returns an error if the file cannot be read or is not a valid prompt.
pub(super) fn dream_prompt(path: &Path) -> Result<Option<String>, Failure> {
    let named =
        |why: String| Failure::usage(format!("--dream-prompt-file {}: {why}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| named(error.to_string()))?;
    let made = Overrides {
        dream_prompt: Some(text),
        ..Overrides::default()
    };
    made.check().map_err(|error| named(error.detail))?;
    Ok(made.dream_prompt)
}

/// A text that is never printed.
#[derive(Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Secret(String);

impl Secret {
    /// Returns the text, for sending it to the endpoint.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromStr for Secret {
    type Err = std::convert::Infallible;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Self(text.trim().into()))
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

/// An endpoint with a language model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Llm {
    /// Base address of the endpoint, without a trailing slash.
    pub url: String,
    /// Name of the model.
    pub model: String,
    /// API key, if the endpoint requires one.
    pub key: Option<Secret>,
    /// Timeout of a request.
    pub timeout: Duration,
}

impl Llm {
    /// Merges flags, file and variables. Returns `None` without an address.
    ///
    /// # Errors
    /// Returns an error if the address is invalid.
    pub(super) fn new(
        flags: LlmFlags,
        file: LlmFlags,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Option<Self>, Failure> {
        let given = |text: &String| !text.trim().is_empty();
        let Some(url) = flags.url.or(file.url).filter(given) else {
            return Ok(None);
        };
        let url = url.trim().trim_end_matches('/');
        let url = url.strip_suffix("/chat/completions").unwrap_or(url);
        if !is_address(url) {
            return Err(Failure::usage(format!(
                "the language model's address {url:?} is not one: expected http(s)://host/path, such as \
                 https://api.openai.com/v1, without a question mark"
            )));
        }
        let timeout = flags.timeout.or(file.timeout).unwrap_or(TIMEOUT);
        let timeout = within("llm-timeout", timeout, 1, LONGEST)?;
        let model = flags
            .model
            .or_else(|| variable(OTHER_MODEL))
            .or(file.model)
            .filter(given);
        Ok(Some(Self {
            url: url.to_owned(),
            model: model.unwrap_or_else(|| MODEL.into()),
            key: flags.key.or(file.key).filter(|key| !key.is_empty()),
            timeout: Duration::from_secs(timeout),
        }))
    }
}

/// Returns true if `url` is an origin with an optional path.
pub(super) fn is_address(url: &str) -> bool {
    let Some((scheme, rest)) = url.split_once("://") else {
        return false;
    };
    let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
    let path_fits = path
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || "-._~/%:@".contains(c));
    Public::parse(&format!("{scheme}://{authority}")).is_some() && path_fits
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flags(url: &str) -> LlmFlags {
        LlmFlags {
            url: Some(url.into()),
            ..LlmFlags::default()
        }
    }

    #[test]
    fn a_model_is_asked_only_when_its_address_is_known() {
        let none = |_: &str| None;
        assert_eq!(
            Llm::new(LlmFlags::default(), LlmFlags::default(), none).unwrap(),
            None
        );
        let llm = Llm::new(
            flags("https://x.example/v1/chat/completions"),
            LlmFlags::default(),
            none,
        );
        let llm = llm.unwrap().unwrap();
        assert_eq!(
            (llm.url.as_str(), llm.model.as_str()),
            ("https://x.example/v1", MODEL)
        );
        let named = |name: &str| (name == OTHER_MODEL).then(|| "other".into());
        let llm = Llm::new(flags("http://127.0.0.1:1/"), LlmFlags::default(), named);
        assert_eq!(llm.unwrap().unwrap().model, "other");
        let own = LlmFlags {
            model: Some("own".into()),
            ..flags("http://[::1]:1")
        };
        assert_eq!(
            Llm::new(own, LlmFlags::default(), named)
                .unwrap()
                .unwrap()
                .model,
            "own"
        );
        for wrong in ["x.example", "ftp://x/", "http://x/v1?key=1", "http://a b/"] {
            assert!(
                Llm::new(flags(wrong), LlmFlags::default(), none).is_err(),
                "{wrong}"
            );
        }
    }

    #[test]
    fn a_prompt_for_dreams_is_a_file_with_what_it_needs() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("dream.md");
        for (text, lacks) in [
            (None, "--dream-prompt-file"),
            (
                Some("Dream {document}"),
                "must contain {document}, {notes} and {work}",
            ),
        ] {
            if let Some(text) = text {
                std::fs::write(&path, text).unwrap();
            }
            let refused = dream_prompt(&path).unwrap_err().message;
            assert!(
                refused.contains(lacks) && refused.contains("dream.md"),
                "{refused}"
            );
        }
        let own = "Dream {document} {notes} {work}";
        std::fs::write(&path, own).unwrap();
        assert_eq!(dream_prompt(&path).unwrap().as_deref(), Some(own));
    }

    #[test]
    fn a_key_is_not_printed() {
        let key = "sk-123".parse::<Secret>().unwrap();
        let flags = LlmFlags {
            key: Some(key),
            ..flags("http://x")
        };
        let llm = Llm::new(flags.clone(), LlmFlags::default(), |_| None).unwrap();
        assert!(!format!("{flags:?} {llm:?}").contains("sk-123"));
        assert_eq!(llm.unwrap().key.unwrap().expose(), "sk-123");
    }
}
