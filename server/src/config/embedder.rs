//! Configuration of the embedder: any endpoint that speaks the OpenAI API. Without one Loci uses its built-in model.

use std::time::Duration;

use clap::Args;
use serde::Deserialize;

use crate::config::llm::is_address;
use crate::config::{Secret, within};
use crate::failure::Failure;

/// Default model.
const MODEL: &str = "text-embedding-3-small";
/// Variable with the model's name in other servers.
const OTHER_MODEL: &str = "EMBEDDING_MODEL";
/// Maximum length of a model's name in bytes: it is stored with each vector.
const LONGEST_MODEL: usize = 200;
/// Maximum timeout in seconds.
const LONGEST: u64 = 86_400;
/// Default timeout in seconds.
const TIMEOUT: u64 = 60;

/// The flags of an embedder; in the file they stand in `[embedder]`.
#[derive(Args, Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EmbedderFlags {
    /// Base address of an endpoint of the OpenAI API, such as `https://api.openai.com/v1`, that computes the
    /// vectors for search. Without it Loci uses its built-in model.
    #[arg(
        id = "embedder_url",
        long = "embedder-url",
        env = "LOCI_EMBEDDER_URL",
        value_name = "URL"
    )]
    pub url: Option<String>,
    /// Name of the model. After a change all texts are embedded again in the background.
    /// [default: text-embedding-3-small]
    #[arg(
        id = "embedder_model",
        long = "embedder-model",
        env = "LOCI_EMBEDDER_MODEL",
        value_name = "MODEL"
    )]
    pub model: Option<String>,
    /// Key of the endpoint. Prefer the variable: other processes can see flags.
    #[arg(
        id = "embedder_key",
        long = "embedder-key",
        env = "LOCI_EMBEDDER_KEY",
        value_name = "KEY",
        hide_env_values = true
    )]
    pub key: Option<Secret>,
    /// Seconds that the vectors of a batch of texts may take. A search waits at most one second and then
    /// uses words only. [default: 60]
    #[arg(
        id = "embedder_timeout",
        long = "embedder-timeout",
        env = "LOCI_EMBEDDER_TIMEOUT",
        value_name = "SECONDS"
    )]
    pub timeout: Option<u64>,
}

/// An endpoint that computes embeddings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Embedding {
    /// Base address of the endpoint, without a trailing slash.
    pub url: String,
    /// Name of the model.
    pub model: String,
    /// API key, if the endpoint requires one.
    pub key: Option<Secret>,
    /// Timeout of a request.
    pub timeout: Duration,
}

impl Embedding {
    /// Merges flags, file and variables. Returns `None` without an address.
    ///
    /// # Errors
    /// Returns an error if the address or the model's name is invalid.
    pub(super) fn new(
        flags: EmbedderFlags,
        file: EmbedderFlags,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Option<Self>, Failure> {
        let given = |text: &String| !text.trim().is_empty();
        let Some(url) = flags.url.or(file.url).filter(given) else {
            return Ok(None);
        };
        let url = url.trim().trim_end_matches('/');
        let url = url.strip_suffix("/embeddings").unwrap_or(url);
        if !is_address(url) {
            return Err(Failure::usage(format!(
                "the embedder's address {url:?} is not one: expected http(s)://host/path, such as \
                 https://api.openai.com/v1, without a question mark"
            )));
        }
        let timeout = flags.timeout.or(file.timeout).unwrap_or(TIMEOUT);
        let timeout = within("embedder-timeout", timeout, 1, LONGEST)?;
        let model = flags
            .model
            .or_else(|| variable(OTHER_MODEL))
            .or(file.model)
            .filter(given)
            .unwrap_or_else(|| MODEL.into());
        let model = model.trim();
        if model.len() > LONGEST_MODEL || model.contains(char::is_control) {
            return Err(Failure::usage(format!(
                "--embedder-model {model:?}: expected the name of a model, at most {LONGEST_MODEL} bytes"
            )));
        }
        Ok(Some(Self {
            url: url.to_owned(),
            model: model.to_owned(),
            key: flags.key.or(file.key).filter(|key| !key.is_empty()),
            timeout: Duration::from_secs(timeout),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flags(url: &str) -> EmbedderFlags {
        EmbedderFlags {
            url: Some(url.into()),
            ..EmbedderFlags::default()
        }
    }

    fn read(flags: EmbedderFlags) -> Result<Option<Embedding>, Failure> {
        Embedding::new(flags, EmbedderFlags::default(), |_| None)
    }

    #[test]
    fn an_endpoint_is_asked_only_when_its_address_is_known() {
        assert_eq!(read(EmbedderFlags::default()).unwrap(), None);
        let one = read(flags("https://x.example/v1/embeddings/"));
        let one = one.unwrap().unwrap();
        assert_eq!(
            (one.url.as_str(), one.model.as_str(), one.timeout.as_secs()),
            ("https://x.example/v1", MODEL, TIMEOUT)
        );
        let named = |name: &str| (name == OTHER_MODEL).then(|| " other ".into());
        let file = EmbedderFlags {
            model: Some("filed".into()),
            timeout: Some(5),
            ..EmbedderFlags::default()
        };
        let one = Embedding::new(flags("http://[::1]:1"), file, named);
        let one = one.unwrap().unwrap();
        assert_eq!((one.model.as_str(), one.timeout.as_secs()), ("other", 5));
    }

    #[test]
    fn what_cannot_be_is_refused() {
        for wrong in ["x.example", "ftp://x/", "http://x/v1?key=1", "http://a b/"] {
            assert!(read(flags(wrong)).is_err(), "{wrong}");
        }
        for wrong in ["a\nb".to_owned(), "m".repeat(LONGEST_MODEL + 1)] {
            let model = EmbedderFlags {
                model: Some(wrong),
                ..flags("http://x")
            };
            let said = read(model).unwrap_err().to_string();
            assert!(said.starts_with("--embedder-model "), "{said}");
        }
        let never = EmbedderFlags {
            timeout: Some(0),
            ..flags("http://x")
        };
        let said = read(never).unwrap_err().to_string();
        assert!(said.starts_with("--embedder-timeout 0: expected"), "{said}");
    }

    #[test]
    fn a_key_is_not_printed() {
        let flags = EmbedderFlags {
            key: Some("sk-123".parse().unwrap()),
            ..flags("http://x")
        };
        let read = read(flags.clone()).unwrap();
        assert!(!format!("{flags:?} {read:?}").contains("sk-123"));
        assert_eq!(read.unwrap().key.unwrap().expose(), "sk-123");
    }
}
