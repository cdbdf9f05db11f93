//! Loci's own format: every fact of a workflow and every blob it refers to, one per line. Each line carries a hash of
//! itself and the line before it, so that a file is rejected, with the line number, if anything was changed, moved,
//! inserted or cut off.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};

/// Version of the format.
const VERSION: u32 = 1;

/// Content of a file.
#[derive(Debug, Default)]
pub struct File {
    /// Id of the workflow.
    pub workflow: String,
    /// Facts in their order, as they were written.
    pub facts: Vec<Box<RawValue>>,
    /// Blobs by their SHA-256.
    pub blobs: Vec<(String, Vec<u8>)>,
}

/// Reason for which a file is rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// Line number, from 1.
    pub line: usize,
    /// Description of the error.
    pub why: String,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

/// One line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    link: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    loci: Option<Box<RawValue>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fact: Option<Box<RawValue>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    blob: Option<Box<RawValue>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    end: Option<Box<RawValue>>,
}

/// First line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    version: u32,
    workflow: String,
}

/// Line of a blob.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Blob {
    sha256: String,
    base64: String,
}

/// Last line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct End {
    facts: usize,
    blobs: usize,
}

/// Writes a file.
///
/// # Errors
/// Returns an error if a value cannot be serialized; no value of Loci is like that.
pub fn write(file: &File) -> serde_json::Result<String> {
    let mut text = Chained::default();
    let head = Head {
        version: VERSION,
        workflow: file.workflow.clone(),
    };
    text.line("loci", &serde_json::to_string(&head)?)?;
    for fact in &file.facts {
        text.line("fact", fact.get())?;
    }
    for (sha256, bytes) in &file.blobs {
        let blob = Blob {
            sha256: sha256.clone(),
            base64: BASE64.encode(bytes),
        };
        text.line("blob", &serde_json::to_string(&blob)?)?;
    }
    let end = End {
        facts: file.facts.len(),
        blobs: file.blobs.len(),
    };
    text.line("end", &serde_json::to_string(&end)?)?;
    Ok(text.text)
}

#[derive(Default)]
struct Chained {
    text: String,
    link: String,
}

impl Chained {
    fn line(&mut self, kind: &str, value: &str) -> serde_json::Result<()> {
        self.link = link(&self.link, kind, value);
        let value = Some(RawValue::from_string(value.to_owned())?);
        let mut line = Line {
            link: self.link.clone(),
            loci: None,
            fact: None,
            blob: None,
            end: None,
        };
        match kind {
            "loci" => line.loci = value,
            "fact" => line.fact = value,
            "blob" => line.blob = value,
            _ => line.end = value,
        }
        self.text.push_str(&serde_json::to_string(&line)?);
        self.text.push('\n');
        Ok(())
    }
}

/// Returns the hash of a line, chained to the hash of the line before it.
fn link(before: &str, kind: &str, value: &str) -> String {
    let mut hasher = Sha256::new();
    for part in [before, kind, value] {
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    // Half of the hash is enough against collisions.
    hex(&hasher.finalize()[..16])
}

/// Formats bytes in lower-case hexadecimal.
fn hex(bytes: &[u8]) -> String {
    use fmt::Write as _;
    let mut hex = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        // Writing to a string cannot fail.
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}

/// Reads a whole file, or nothing of it.
///
/// # Errors
/// Returns the first line that differs from what was written.
pub fn read(text: &str) -> Result<File, Wrong> {
    let mut file = File::default();
    let mut before = String::new();
    let mut end = None;
    let mut last = 0;
    // Editors add a byte order mark and trailing white space.
    let text = text.trim_start_matches('\u{feff}').trim_end();
    for (at, line) in text.lines().enumerate() {
        last = at + 1;
        let wrong = |why: &str| Wrong {
            line: last,
            why: why.into(),
        };
        if end.is_some() {
            return Err(wrong("nothing comes behind the end"));
        }
        let line: Line = serde_json::from_str(line)
            .map_err(|error| wrong(&format!("not a line of Loci's format: {error}")))?;
        let values = [
            ("loci", &line.loci),
            ("fact", &line.fact),
            ("blob", &line.blob),
            ("end", &line.end),
        ];
        let mut values = values
            .into_iter()
            .filter_map(|(kind, value)| Some((kind, value.as_ref()?)));
        let (Some((kind, value)), None) = (values.next(), values.next()) else {
            return Err(wrong("expected one of loci, fact, blob and end"));
        };
        if (at == 0) != (kind == "loci") {
            return Err(wrong(
                "expected the first line, and that line first, to say `loci`",
            ));
        }
        if link(&before, kind, value.get()) != line.link {
            let secret = if value.get().contains("[redacted:") {
                " (a secret in it may have been replaced on the way in)"
            } else {
                ""
            };
            return Err(wrong(&format!(
                "this line, or its place behind the one before it, is not as it was written{secret}"
            )));
        }
        let misfit = |error: serde_json::Error| wrong(&error.to_string());
        match kind {
            "loci" => {
                let head: Head = serde_json::from_str(value.get()).map_err(misfit)?;
                if head.version != VERSION {
                    let detail = format!(
                        "version {} of the format is not known, only {VERSION}",
                        head.version
                    );
                    return Err(wrong(&detail));
                }
                file.workflow = head.workflow;
            }
            "fact" if file.blobs.is_empty() => file.facts.push(value.clone()),
            "fact" => return Err(wrong("facts come before blobs")),
            "blob" => {
                let blob: Blob = serde_json::from_str(value.get()).map_err(misfit)?;
                let bytes = BASE64.decode(&blob.base64);
                let bytes = bytes.map_err(|error| wrong(&format!("not Base64: {error}")))?;
                let sum = hex(&Sha256::digest(&bytes));
                if sum != blob.sha256 {
                    return Err(wrong("the blob is not the one of this SHA-256"));
                }
                file.blobs.push((sum, bytes));
            }
            _ => end = Some(serde_json::from_str::<End>(value.get()).map_err(misfit)?),
        }
        before = line.link;
    }
    match end {
        Some(end) if end.facts == file.facts.len() && end.blobs == file.blobs.len() => Ok(file),
        Some(_) => Err(Wrong {
            line: last,
            why: "the end counts other facts and blobs than there are".into(),
        }),
        None => Err(Wrong {
            line: last + 1,
            why: "the file is cut off: its end is missing".into(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file() -> File {
        let raw = |text: &str| RawValue::from_string(text.into()).unwrap();
        let blob = b"bytes \xff".to_vec();
        let sum = hex(&Sha256::digest(&blob));
        File {
            workflow: "01J".into(),
            facts: vec![raw(r#"{"n": 1}"#), raw(r#"{"n":2,"t":"a\nb"}"#), raw("[3]")],
            blobs: vec![(sum, blob)],
        }
    }

    #[test]
    fn what_is_written_is_read_byte_for_byte() {
        let text = write(&file()).unwrap();
        let back = read(&text).unwrap();
        assert_eq!(back.facts[0].get(), r#"{"n": 1}"#);
        assert_eq!(write(&back).unwrap(), text);
        for edited in [
            format!("\u{feff}{text}"),
            format!("{text}\n\r\n "),
            text.trim_end().replace('\n', "\r\n"),
        ] {
            assert_eq!(write(&read(&edited).unwrap()).unwrap(), text);
        }
    }

    #[test]
    fn the_line_that_is_wrong_is_named() {
        let text = write(&file()).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let join = |lines: &[&str]| lines.join("\n") + "\n";
        let wrong = |text: &str| read(text).unwrap_err().line;
        assert_eq!(wrong(""), 1);
        assert_eq!(wrong("hello"), 1);
        assert_eq!(wrong(&text.replace("\"n\":2", "\"n\":3")), 3);
        assert_eq!(
            wrong(&join(&[
                lines[0], lines[2], lines[1], lines[3], lines[4], lines[5]
            ])),
            2
        );
        assert_eq!(
            wrong(&join(&[lines[0], lines[2], lines[3], lines[4], lines[5]])),
            2
        );
        assert_eq!(wrong(&join(&lines[1..])), 1);
        assert_eq!(wrong(&join(&[lines[0], lines[0]])), 2);
        for cut in 1..lines.len() {
            assert_eq!(wrong(&join(&lines[..cut])), cut + 1, "cut to {cut}");
        }
        assert_eq!(wrong(&format!("{text}{text}")), lines.len() + 1);
        for at in (0..text.len())
            .step_by(7)
            .filter(|at| text.is_char_boundary(*at))
        {
            assert!(read(&text[..at]).is_err(), "cut at byte {at}");
        }
    }
}
