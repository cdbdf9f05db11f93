//! What arguments bring along from elsewhere: files, and standard input, which one argument alone can have. Knows
//! nothing of what is done with it.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use kernel::{Code, Error, Result};
use serde_json::Value;

/// The most bytes that are read: no operation takes more.
const MOST: u64 = 32 * 1024 * 1024;

/// Where arguments are read from besides the command line.
pub struct Input<R> {
    standard: Option<R>,
}

impl<R: Read> Input<R> {
    /// With that as standard input.
    pub fn new(standard: R) -> Self {
        Self {
            standard: Some(standard),
        }
    }

    /// A text that was given to `flag`: itself, all of standard input where it is `-`, or of a file that is there where
    /// it is `@` and its path. Who is spoken to as `@ben` is no file.
    ///
    /// # Errors
    /// What cannot be read, and what looks like the path of a file that is not there.
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

    /// What a file is to hold: the same, and `@` always stands before a path.
    ///
    /// # Errors
    /// What cannot be read.
    pub fn content(&mut self, flag: &str, given: &str) -> Result<String> {
        match given.strip_prefix('@') {
            Some(path) => file(flag, path),
            None if given == "-" => self.standard(flag),
            None => Ok(given.to_owned()),
        }
    }

    /// JSON that was given to `flag`: itself, of a file where it is `@` and a path, or standard input where it is `-`.
    ///
    /// # Errors
    /// What cannot be read, and what is no JSON.
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
        let text = bounded(standard, flag, "standard input")?;
        if text.is_empty() {
            return Err(Error::invalid(format!(
                "{flag}: standard input is empty; the command before it may have failed. For an empty text give \"\""
            )));
        }
        Ok(text)
    }
}

/// Whether a word looks like a path: something in it stands below another thing, or its end is that of a file's name.
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
    bounded(file, flag, path)
}

fn bounded(reader: impl Read, flag: &str, place: &str) -> Result<String> {
    let mut bytes = Vec::new();
    let read = reader.take(MOST + 1).read_to_end(&mut bytes);
    read.map_err(|error| Error::invalid(format!("{flag}: {place}: {error}")))?;
    if bytes.len() as u64 > MOST {
        let most = MOST / 1024 / 1024;
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
