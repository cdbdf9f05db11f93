//! Reads a file of another tool and splits it into parts.

use std::io::Read as _;
use std::path::Path;

use engine::imported::cut::{Cut, Kind, Wish};
use kernel::{Code, Error, Result};

/// Maximum size of a file, in bytes.
const MAX_BYTES: u64 = 1024 * 1024 * 1024;
/// Path that means standard input.
const STANDARD: &str = "-";

/// File, ready to be sent.
pub struct File {
    /// Name as it was given.
    pub name: String,
    /// Parts of the file.
    pub cut: Cut,
}

impl File {
    /// Reads a file; returns one entry for each kind of data in it.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, has an unknown format, or is empty.
    pub fn read(path: &Path, wish: &Wish) -> Result<Vec<Self>> {
        let name = path.display().to_string();
        let file = path.file_name().and_then(|name| name.to_str());
        let file = file.filter(|file| *file != STANDARD);
        let cuts = bytes(path)
            .and_then(engine::imported::text)
            .and_then(|text| Cut::all_of(&text, file, wish));
        match cuts {
            Ok(cuts) => {
                let name = |cut| Self {
                    name: name.clone(),
                    cut,
                };
                Ok(cuts.into_iter().map(name).collect())
            }
            Err(error) => Err(Error {
                detail: format!("{name}: {}", in_flags(&error)),
                ..error
            }),
        }
    }

    /// Returns the operation that imports it.
    pub const fn operation(&self) -> &'static str {
        match self.cut.kind {
            Kind::Workflow => "workflow_import",
            Kind::Conversations => "session_import",
            Kind::Memories => "memory_import",
        }
    }

    /// Returns true if that operation has an argument of this name.
    pub fn takes(&self, argument: &str) -> bool {
        matches!(self.cut.kind, Kind::Memories) || argument != super::CORE
    }
}

/// Formats an error with the command line's names of arguments.
fn in_flags(error: &Error) -> String {
    match error.extra.fields.first() {
        Some(fault) if !fault.pointer.is_empty() => {
            format!("--{}: {}", &fault.pointer[1..], fault.detail)
        }
        _ => error.detail.clone(),
    }
}

fn bytes(path: &Path) -> Result<Vec<u8>> {
    let failed = |error: std::io::Error| Error::invalid(error.to_string());
    let mut bytes = Vec::new();
    let read = if path.as_os_str() == STANDARD {
        std::io::stdin()
            .lock()
            .take(MAX_BYTES + 1)
            .read_to_end(&mut bytes)
    } else {
        let file = std::fs::File::open(path).map_err(failed)?;
        file.take(MAX_BYTES + 1).read_to_end(&mut bytes)
    };
    read.map_err(failed)?;
    if bytes.len() as u64 > MAX_BYTES {
        let most = MAX_BYTES / 1024 / 1024;
        return Err(Error::new(
            Code::TooLarge,
            format!("has more than {most} MiB"),
        ));
    }
    Ok(bytes)
}
