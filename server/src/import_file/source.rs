//! Content of an uploaded file: decodes it, detects its importer, and splits it into parts.

use app::pages::import::{Importer, MAX_FILE_MIB, MAX_WHOLE_MIB, importer_of};
use engine::imported::check_weight;
use engine::imported::cut::{Cut, Kind, Wish};
use kernel::{Code, Error, Result};
use ring::digest::{SHA256, digest};
use serde_json::json;
use tokio::sync::Semaphore;

use super::{Lines, MIB, Step, with_command};

/// Maximum size of the text in a ZIP archive, in bytes.
const MAX_TEXT_BYTES: usize = 2 * MAX_FILE_MIB * MIB;

/// Held while a file is parsed: its parse tree may be many times as large as the file, so only one is parsed at a time.
static PARSING: Semaphore = Semaphore::const_new(1);

/// An uploaded file.
pub struct Source {
    /// Importer that the caller chose.
    pub importer: &'static Importer,
    /// Purpose of the upload.
    pub step: Step,
    /// Name of the file; empty for a pasted text.
    pub name: String,
    /// Content.
    pub bytes: Vec<u8>,
    /// Format that the caller chose.
    pub format: Option<String>,
    /// Session that the caller chose.
    pub session: Option<String>,
}

/// Content that is ready to be imported.
pub enum Text {
    /// As one text, with the name of its file.
    Whole(String, String),
    /// In parts.
    Parts(Cut),
}

/// Content with what was detected.
struct Parsed {
    text: Text,
    importer: Option<&'static str>,
}

impl Source {
    /// Parses the file, and sends the line with its importer and fingerprint.
    ///
    /// # Errors
    /// Returns `invalid` if the file is not text, has an unknown format or is empty, and `too_large` if it takes too
    /// much memory.
    pub async fn read(self, lines: &Lines) -> Result<Text> {
        let importer = self.importer;
        let turn = PARSING.acquire().await;
        let task = tokio::task::spawn_blocking(move || {
            let fingerprint = fingerprint(&self.bytes);
            (fingerprint, self.parse())
        });
        let (fingerprint, parsed) = task
            .await
            .map_err(|error| Error::internal(format!("a file was not parsed: {error}")))?;
        drop(turn);
        let detected = parsed.as_ref().map_or(None, |parsed| parsed.importer);
        let line = json!({ "importer": detected, "fingerprint": fingerprint });
        lines.send(&line).await;
        match parsed {
            Ok(parsed) => Ok(parsed.text),
            Err(error) => Err(with_command(error, importer)),
        }
    }

    fn parse(self) -> Result<Parsed> {
        let Self {
            importer,
            step,
            name,
            bytes,
            format,
            session,
        } = self;
        let is_whole = !importer.parts || name.is_empty();
        if step != Step::Detect && is_whole && bytes.len() > MAX_WHOLE_MIB * MIB {
            let detail = format!("The file is larger than {MAX_WHOLE_MIB} MiB.");
            return Err(Error::new(Code::TooLarge, detail));
        }
        let text = engine::imported::text_within(bytes, MAX_TEXT_BYTES).map_err(about_file)?;
        let detected = detect(&text, &name, importer);
        let text = match step {
            Step::Detect => Text::Whole(String::new(), name),
            Step::Preview | Step::Import if is_whole => {
                if text.trim().is_empty() {
                    return Err(about_file(Error::invalid("is empty")));
                }
                Text::Whole(text, name)
            }
            Step::Preview | Step::Import => {
                check_weight(&text).map_err(about_file)?;
                let wish = Wish {
                    kind: importer.kind,
                    format,
                    session,
                };
                Text::Parts(Cut::of(&text, Some(&name), &wish).map_err(about_file)?)
            }
        };
        Ok(Parsed {
            text,
            importer: detected,
        })
    }
}

/// Returns the importer of a text if it is certain. Markdown may also be a mind, if that is chosen.
fn detect(text: &str, name: &str, chosen: &Importer) -> Option<&'static str> {
    let kind = Kind::of(text, Some(name))?;
    let is_mind = chosen.kind.is_none() && kind == Kind::Memories && is_markdown(name);
    (!is_mind).then(|| importer_of(kind))?.map(|one| one.name)
}

fn is_markdown(name: &str) -> bool {
    let (_, extension) = name.rsplit_once('.').unwrap_or_default();
    ["md", "markdown"]
        .iter()
        .any(|one| extension.eq_ignore_ascii_case(one))
}

/// Returns the beginning of a hash of the content, which tells two files of one name apart.
fn fingerprint(bytes: &[u8]) -> String {
    let hash = digest(&SHA256, bytes);
    let begin = hash.as_ref().first_chunk().copied();
    format!("{:08x}", u32::from_be_bytes(begin.unwrap_or_default()))
}

/// States an error about a file as a sentence. Errors about other fields stay as they are.
fn about_file(mut error: Error) -> Error {
    let fields = std::mem::take(&mut error.extra.fields);
    match &fields[..] {
        [] => error.detail = format!("The file {}.", error.detail.trim_end_matches('.')),
        [fault] if fault.pointer == "/content" || fault.pointer == "/format" => {
            error.detail = format!("The file {}.", fault.detail.trim_end_matches('.'));
        }
        _ => error.extra.fields = fields,
    }
    error
}

#[cfg(test)]
mod tests {
    use app::pages::import::importer;

    use super::*;

    #[test]
    fn markdown_is_a_mind_only_where_that_is_chosen() {
        let found = |text, name, chosen| detect(text, name, importer(chosen).unwrap());
        assert_eq!(found("# Zoo", "a.md", "workflow"), Some("memories"));
        assert_eq!(found("# Zoo", "a.MD", "mind"), None);
        assert_eq!(found("# Zoo", "a.txt", "mind"), None);
        let chat = r#"[{"role":"user","content":"hi"}]"#;
        assert_eq!(found(chat, "a.json", "mind"), Some("sessions"));
        assert_eq!(found(r#"{"tasks":[]}"#, "a.json", "mind"), Some("workflow"));
    }

    #[test]
    fn errors_about_the_file_are_sentences() {
        let stated = |error| about_file(error).detail;
        assert_eq!(stated(Error::invalid("is empty")), "The file is empty.");
        let format = Error::field("/format", "is in no known format.");
        assert_eq!(stated(format), "The file is in no known format.");
        let session = about_file(Error::field("/session", "is too long"));
        assert_eq!(session.extra.fields[0].detail, "is too long");
    }

    #[test]
    fn a_fingerprint_is_that_of_the_content() {
        assert_eq!(fingerprint(b""), "e3b0c442");
        assert_eq!(fingerprint(b"abc"), "ba7816bf");
    }
}
