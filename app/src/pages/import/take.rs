//! Adding files to the page: holds them and detects their kinds.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use kernel::{Code, Error, Result};
use leptos::prelude::*;
use web_sys::{File, FileList};

use super::batch::{Batch, One, State};
use super::browser::{bytes, paint};
use super::kinds::IMPORTERS;
use super::reader::kind;

/// Maximum number of files.
const MAX_FILES: usize = 200;
/// Maximum size of a file that is sent in parts, in bytes.
pub const PARTED: f64 = 128.0 * 1024.0 * 1024.0;
/// Maximum size of a file that is sent whole, in bytes.
pub const WHOLE: f64 = 32.0 * 1024.0 * 1024.0;
/// Hint at the command that accepts larger files.
pub const LONGER: &str = "; `loci import` takes longer ones";

thread_local! {
    /// Files by number: a browser's `File` cannot be stored in a signal.
    static HELD: RefCell<BTreeMap<u32, File>> = const { RefCell::new(BTreeMap::new()) };
}

/// Returns the file with this number.
pub fn get_file(id: u32) -> Option<File> {
    HELD.with_borrow(|held| held.get(&id).cloned())
}

/// Releases all files.
pub fn let_go() {
    HELD.with_borrow_mut(BTreeMap::clear);
}

/// Adds files while importer `shown` is shown; calls `lead` with the importer to open if all files are of one other
/// kind.
pub fn take(files: &FileList, batch: Batch, shown: usize, lead: impl Fn(usize) + 'static) {
    let all = (0..files.length()).filter_map(|at| files.get(at));
    let left = MAX_FILES.saturating_sub(batch.files.with_untracked(Vec::len));
    let (given, all) = (files.length() as usize, all.take(left).collect::<Vec<_>>());
    batch.forget(shown);
    batch.said.set(if given > all.len() {
        format!("{MAX_FILES} files are taken at once; the others are left out.")
    } else {
        String::new()
    });
    let held: Vec<(u32, File)> = all.into_iter().map(|file| (hold(&file), file)).collect();
    let new: Vec<One> = held
        .iter()
        .map(|(id, file)| One {
            id: *id,
            name: path(file),
            bytes: file.size(),
            importer: shown,
            mark: String::new(),
            state: ArcRwSignal::new(State::Read),
        })
        .collect();
    batch
        .files
        .update(|files| files.extend(new.iter().cloned()));
    batch.reading.update(|reading| *reading += 1);
    leptos::task::spawn_local(async move {
        // The list changes once, after all files are read: each change would scan the whole list.
        let mut found = BTreeMap::new();
        for (one, (_, file)) in new.iter().zip(&held) {
            paint().await;
            let state = match detect(file, shown).await {
                Ok(known) => {
                    found.insert(one.id, known);
                    State::Waits
                }
                Err(error) => State::Refused(sentence(&error)),
            };
            one.state.set(state);
        }
        let kinds: Vec<usize> = found.values().filter_map(|known| known.kind).collect();
        for kind in &kinds {
            batch.forget(*kind);
        }
        batch.files.try_update(|files| {
            for one in files {
                let Some(known) = found.remove(&one.id) else {
                    continue;
                };
                one.mark = known.mark;
                // A kind that the user chose meanwhile stays.
                if one.importer == shown {
                    one.importer = known.kind.unwrap_or(shown);
                }
            }
        });
        batch.reading.try_update(|reading| *reading -= 1);
        if let Some(first) = kinds.first().filter(|_| !kinds.contains(&shown)) {
            lead(*first);
        }
    });
}

/// Returns a file's name, with its folders if the browser reports them.
fn path(file: &File) -> String {
    let within = js_sys::Reflect::get(file, &"webkitRelativePath".into()).ok();
    let within = within.and_then(|within| within.as_string());
    within
        .filter(|within| !within.is_empty())
        .unwrap_or_else(|| file.name())
}

/// Detected properties of a file.
struct Known {
    /// Importer of the file, if it is certain.
    kind: Option<usize>,
    /// Fingerprint of the content.
    mark: String,
}

/// Holds a file and returns its number.
fn hold(file: &File) -> u32 {
    HELD.with_borrow_mut(|held| {
        let id = held.last_key_value().map_or(0, |(id, _)| id + 1);
        held.insert(id, file.clone());
        id
    })
}

/// Detects the kind and fingerprint of a file.
async fn detect(file: &File, shown: usize) -> Result<Known> {
    if file.size() > PARTED {
        return Err(too_long(PARTED, LONGER));
    }
    let bytes = bytes(file).await?;
    let mark = mark(&bytes);
    let found = kind(bytes, file.name()).await?;
    let is_text = IMPORTERS[shown].kind.is_none() && is_markdown(&file.name());
    let kind = found.and_then(|found| {
        let its = IMPORTERS.iter().position(|one| one.kind == Some(found));
        if is_text { Some(shown) } else { its }
    });
    Ok(Known { kind, mark })
}

fn mark(bytes: &[u8]) -> String {
    let mut hash = DefaultHasher::new();
    bytes.hash(&mut hash);
    format!("{:08x}", hash.finish() >> 32)
}

fn is_markdown(name: &str) -> bool {
    let (_, extension) = name.rsplit_once('.').unwrap_or_default();
    ["md", "markdown"]
        .iter()
        .any(|one| extension.eq_ignore_ascii_case(one))
}

/// Removes one file.
pub fn leave_out(batch: Batch, id: u32) {
    HELD.with_borrow_mut(|held| held.remove(&id));
    let files = batch.files.get_untracked();
    if let Some(one) = files.iter().find(|one| one.id == id) {
        batch.forget(one.importer);
    }
    batch.files.update(|files| files.retain(|one| one.id != id));
}

/// Error for a file that is too large.
pub fn too_long(most: f64, longer: &str) -> Error {
    let most = most / 1024.0 / 1024.0;
    let detail = format!("has more than {most} MiB, the most that is taken here{longer}");
    Error::new(Code::TooLarge, detail)
}

/// Returns an error as a sentence; faults of the text are stated about the file.
pub fn sentence(error: &Error) -> String {
    let detail = match error
        .extra
        .fields
        .first()
        .map(|fault| (&fault.pointer[..], fault))
    {
        None | Some(("", _)) => error.detail.clone(),
        Some(("/content" | "/markdown", fault)) => fault.detail.clone(),
        Some((pointer, fault)) => {
            let name = pointer.trim_start_matches('/').replace('_', " ");
            format!("{name}: {}", fault.detail)
        }
    };
    let mut letters = detail.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    let text: String = first.chain(letters).collect();
    if text.ends_with(['.', '?', '!']) {
        return text;
    }
    format!("{text}.")
}
