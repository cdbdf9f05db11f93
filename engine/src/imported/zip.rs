//! ZIP archives of data exports: unpacks the conversations in them, within limits.

use std::io::Read as _;

use flate2::Crc;
use flate2::read::DeflateDecoder;
use kernel::error::{Code, Error, Result};

/// Maximum number of entries in an archive.
pub const MAX_ENTRIES: usize = 100_000;
/// Maximum ratio of the unpacked to the packed size of an entry.
pub const MAX_RATIO: usize = 200;
/// Unpacked size in bytes up to which the ratio is not checked.
const SMALL: usize = 1024 * 1024;

/// Signatures of an archive, of an entry of its directory, and of the end of the directory.
pub const BEGIN: &[u8] = b"PK\x03\x04";
const ENTRY: &[u8] = b"PK\x01\x02";
const END: &[u8] = b"PK\x05\x06";
/// Sizes of these records in bytes, without names and comments.
const BEGIN_BYTES: usize = 30;
const ENTRY_BYTES: usize = 46;
const END_BYTES: usize = 22;
/// Maximum length of an archive's comment, in bytes.
const MAX_COMMENT: usize = 65_535;

/// Name of the file with the conversations of a data export.
const CONVERSATIONS: &str = "conversations.json";

/// An entry of an archive.
struct Entry<'a> {
    name: String,
    is_encrypted: bool,
    method: u16,
    crc: u32,
    packed: usize,
    unpacked: usize,
    bytes: &'a [u8],
    begin: usize,
}

/// Unpacks the conversations of a data export: `conversations.json`, or its numbered parts in order. An archive with a
/// single JSON file is read as that file. `most` limits the total unpacked size in bytes.
///
/// # Errors
/// Returns `invalid` if the archive is damaged, encrypted, or contains none of these files; `too_large` above a limit.
pub fn unpack(archive: &[u8], most: usize) -> Result<Vec<Vec<u8>>> {
    let mut entries = entries(archive)?;
    entries.retain(|entry| is_json(&entry.name));
    let is_its = |entry: &Entry<'_>| is_conversations(&entry.name);
    if entries.iter().any(is_its) {
        entries.retain(is_its);
    } else if entries.len() != 1 {
        return Err(Error::invalid(format!(
            "is a ZIP archive without {CONVERSATIONS}: unpack it, and import the files that you want"
        )));
    }
    entries.sort_by(|one, other| one.name.cmp(&other.name));
    let all = entries
        .iter()
        .try_fold(0_usize, |all, entry| all.checked_add(entry.unpacked));
    if all.is_none_or(|all| all > most) {
        let mib = most / (1024 * 1024);
        return Err(too_large(format!(
            "unpacks to more than {mib} MiB: unpack it, and import its files"
        )));
    }
    entries.iter().map(Entry::unpack).collect()
}

fn too_large(detail: String) -> Error {
    Error::new(Code::TooLarge, detail)
}

fn damage_error() -> Error {
    Error::invalid("is a ZIP archive that is damaged: download it again, or unpack it")
}

/// Returns the name of a file without its folders.
fn base(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or_default()
}

/// Returns true if a file may contain JSON. Archives of macOS contain hidden copies of each file.
fn is_json(name: &str) -> bool {
    let base = base(name).to_lowercase();
    let is_hidden = base.starts_with('.') || name.starts_with("__MACOSX/");
    !is_hidden && [".json", ".jsonl"].iter().any(|end| base.ends_with(end))
}

/// Returns true if a file is `conversations.json` or a numbered part of it, such as `conversations-001.json`.
fn is_conversations(name: &str) -> bool {
    let base = base(name);
    let number = base
        .strip_prefix("conversations-")
        .and_then(|rest| rest.strip_suffix(".json"));
    let is_part =
        number.is_some_and(|n| !n.is_empty() && n.bytes().all(|byte| byte.is_ascii_digit()));
    base == CONVERSATIONS || is_part
}

fn number<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..at.checked_add(N)?)?.try_into().ok()
}

fn short(bytes: &[u8], at: usize) -> Option<u16> {
    number(bytes, at).map(u16::from_le_bytes)
}

fn long(bytes: &[u8], at: usize) -> Option<u32> {
    number(bytes, at).map(u32::from_le_bytes)
}

fn size(bytes: &[u8], at: usize) -> Option<usize> {
    usize::try_from(long(bytes, at)?).ok()
}

/// Returns the entries in the directory of an archive.
fn entries(archive: &[u8]) -> Result<Vec<Entry<'_>>> {
    let first = archive.len().saturating_sub(END_BYTES + MAX_COMMENT);
    let last = archive.len().saturating_sub(END_BYTES);
    let is_end = |at: &usize| archive[*at..].starts_with(END);
    let end = (first..=last).rev().find(is_end).ok_or_else(damage_error)?;
    let many = usize::from(short(archive, end + 10).ok_or_else(damage_error)?);
    let mut at = size(archive, end + 16).ok_or_else(damage_error)?;
    if many == usize::from(u16::MAX) || long(archive, end + 16) == Some(u32::MAX) {
        return Err(Error::invalid(
            "is a ZIP archive of the form for very large ones: unpack it, and import its files",
        ));
    }
    if many > MAX_ENTRIES {
        return Err(too_large(format!(
            "has more than {MAX_ENTRIES} entries: unpack it, and import its files"
        )));
    }
    let mut entries = Vec::new();
    for _ in 0..many {
        let (entry, next) = entry(archive, at).ok_or_else(damage_error)?;
        at = next;
        entries.push(entry);
    }
    Ok(entries)
}

/// Parses the directory entry at an offset. Returns it with the offset after it.
fn entry(archive: &[u8], at: usize) -> Option<(Entry<'_>, usize)> {
    if !archive.get(at..)?.starts_with(ENTRY) {
        return None;
    }
    let length = |offset: usize| short(archive, at + offset).map(usize::from);
    let name = at + ENTRY_BYTES;
    let behind = name + length(28)?;
    let entry = Entry {
        name: String::from_utf8_lossy(archive.get(name..behind)?).into_owned(),
        is_encrypted: short(archive, at + 8)? & 1 == 1,
        method: short(archive, at + 10)?,
        crc: long(archive, at + 16)?,
        packed: size(archive, at + 20)?,
        unpacked: size(archive, at + 24)?,
        bytes: archive,
        begin: size(archive, at + 42)?,
    };
    Some((entry, behind + length(30)? + length(32)?))
}

impl Entry<'_> {
    fn unpack(&self) -> Result<Vec<u8>> {
        if self.is_encrypted {
            return Err(Error::invalid(
                "is an encrypted ZIP archive: unpack it, and import its files",
            ));
        }
        if self.unpacked > SMALL && self.unpacked / MAX_RATIO > self.packed {
            return Err(too_large(format!(
                "unpacks to more than {MAX_RATIO} times its size: unpack it, and import its files"
            )));
        }
        let packed = self.raw_bytes().ok_or_else(damage_error)?;
        let mut unpacked = Vec::new();
        match self.method {
            0 => unpacked.extend_from_slice(packed),
            8 => {
                // Data beyond the size in the directory is not read to its end.
                let most = self.unpacked as u64 + 1;
                let mut decoder = DeflateDecoder::new(packed).take(most);
                decoder
                    .read_to_end(&mut unpacked)
                    .map_err(|_| damage_error())?;
            }
            method => {
                return Err(Error::invalid(format!(
                    "is a ZIP archive packed by method {method}: unpack it, and import its files"
                )));
            }
        }
        let mut crc = Crc::new();
        crc.update(&unpacked);
        if unpacked.len() != self.unpacked || crc.sum() != self.crc {
            return Err(damage_error());
        }
        Ok(unpacked)
    }

    fn raw_bytes(&self) -> Option<&[u8]> {
        let head = self.bytes.get(self.begin..)?;
        if !head.starts_with(BEGIN) {
            return None;
        }
        let names = usize::from(short(head, 26)?) + usize::from(short(head, 28)?);
        head.get(BEGIN_BYTES + names..)?.get(..self.packed)
    }
}
