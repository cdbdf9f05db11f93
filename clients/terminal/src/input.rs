//! Reads the values of arguments from files and from standard input, which only one argument can use.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use kernel::{Code, Error, Result};
use serde_json::Value;

/// Maximum size of an input, in bytes: no operation accepts more.
const MAX_BYTES: u64 = 32 * 1024 * 1024;

/// Source of values besides the command line.
pub struct Input<R> {
    standard: Option<R>,
}

impl<R: Read> Input<R> {
    /// Creates the source with this standard input.
    pub fn new(standard: R) -> Self {
        Self {
            standard: Some(standard),
        }
    }

    /// Returns the text of `flag`: the value itself; all of standard input for `-`; the content of an existing file for
    /// `@` and its path. A value such as `@ben` that is not a file is text.
    ///
    /// # Errors
    /// Returns an error if the input cannot be read, or the value looks like the path of a missing file.
    pub fn text(&mut self, flag: &str, given: &str) -> Result<String> {
        match given.strip_prefix('@') {
            Some(path) if Path::new(path).is_file() => file(flag, path),
            Some(path) if is_path(path) => Err(Error::invalid(format!(
                "{flag}: there is no file {path}; a text that begins with @ is given on standard input, with - here"
            ))),
            Some(_) => Ok(given.to_owned()),
            None => self.content(flag, given),
        }
    }

    /// Returns the content of a file argument: as above, but `@` is always followed by a path.
    ///
    /// # Errors
    /// Returns an error if the input cannot be read.
    pub fn content(&mut self, flag: &str, given: &str) -> Result<String> {
        match given.strip_prefix('@') {
            Some(path) => file(flag, path),
            None if given == "-" => self.standard(flag),
            None => Ok(given.to_owned()),
        }
    }

    /// Parses the JSON of `flag`: the value itself; a file for `@` and its path; standard input for `-`.
    ///
    /// # Errors
    /// Returns an error if the input cannot be read, or is not JSON.
    pub fn json(&mut self, flag: &str, given: &str) -> Result<Value> {
        let text = match given.strip_prefix('@') {
            Some(path) => file(flag, path)?,
            None => self.text(flag, given)?,
        };
        let json = text.strip_prefix('\u{feff}').unwrap_or(&text);
        serde_json::from_str(json).map_err(|error| {
            let hint = match given {
                "-" => "",
                _ if given.starts_with('@') => "",
                _ => "; a text stands in double quotes, a file is named as @FILE, - is standard input",
            };
            Error::invalid(format!("{flag}: is not JSON: {error}{hint}"))
        })
    }

    fn standard(&mut self, flag: &str) -> Result<String> {
        let standard = self.standard.take().ok_or_else(|| {
            Error::invalid(format!(
                "{flag}: standard input goes to one argument, and another one has it"
            ))
        })?;
        let text = read_bounded(standard, flag, "standard input")?;
        if text.is_empty() {
            return Err(Error::invalid(format!(
                "{flag}: standard input is empty; the command before it may have failed. For an empty text give \"\""
            )));
        }
        Ok(text)
    }
}

/// Returns true if a word looks like a path: it has no spaces, and a slash or a file extension.
fn is_path(word: &str) -> bool {
    let is_ending = |end: &str| {
        (1..=5).contains(&end.len())
            && end.starts_with(|c: char| c.is_ascii_alphabetic())
            && end.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    let end = word.rsplit_once('.').map(|(_, end)| end);
    !word.contains(char::is_whitespace) && (word.contains('/') || end.is_some_and(is_ending))
}

fn file(flag: &str, path: &str) -> Result<String> {
    let file =
        File::open(path).map_err(|error| Error::invalid(format!("{flag}: {path}: {error}")))?;
    read_bounded(file, flag, path)
}

fn read_bounded(reader: impl Read, flag: &str, place: &str) -> Result<String> {
    let mut bytes = Vec::new();
    let read = reader.take(MAX_BYTES + 1).read_to_end(&mut bytes);
    read.map_err(|error| Error::invalid(format!("{flag}: {place}: {error}")))?;
    if bytes.len() as u64 > MAX_BYTES {
        let most = MAX_BYTES / 1024 / 1024;
        let detail = format!("{flag}: {place} has more than {most} MiB");
        return Err(Error::new(Code::TooLarge, detail));
    }
    String::from_utf8(bytes).map_err(|_| Error::invalid(format!("{flag}: {place} is not UTF-8")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_told_from_who_is_spoken_to() {
        for (word, expected) in [
            ("ben", false),
            ("ben,please", false),
            ("ada please look at src/main.rs", false),
            ("ben.", false),
            ("ben...", false),
            ("v1.2", false),
            ("dev-ada.somewhere", false),
            ("", false),
            ("my notes.md", false),
            ("summry-typo.md", true),
            ("notes.json5", true),
            (".nothing", false),
            (".envrc", true),
            ("/nonexistent", true),
            ("src/none", true),
            ("./x", true),
        ] {
            assert_eq!(is_path(word), expected, "{word}");
            let given = format!("@{word}");
            match Input::new(&b""[..]).text("--note", &given) {
                Ok(text) => assert!(!expected && text == given, "{word}"),
                Err(error) => assert!(expected && error.detail.contains(word), "{word}"),
            }
        }
    }
}
