//! State of the files that the user added: their importer, progress and reports.

use std::collections::BTreeMap;

use engine::imported::Report;
use engine::imported::cut::Kind;
use leptos::prelude::*;
use serde_json::{Map, Value};

use super::kinds::IMPORTERS;

/// One file.
#[derive(Clone, Debug, PartialEq)]
pub struct One {
    /// Number of the file on this page.
    pub id: u32,
    /// Name of the file, with its folders if the browser reports them.
    pub name: String,
    /// Size in bytes.
    pub bytes: f64,
    /// Importer of the file: an index in [`IMPORTERS`].
    pub importer: usize,
    /// Fingerprint of the content; empty until the file is read.
    pub mark: String,
    /// Progress of the file. A signal of its own, so that a change updates one row only.
    pub state: ArcRwSignal<State>,
}

/// Progress of a file.
#[derive(Clone, Debug, PartialEq)]
pub enum State {
    /// Its kind is being detected.
    Read,
    /// Added, neither previewed nor imported.
    Waits,
    /// Being read and sent.
    Going,
    /// Previewed.
    Looked(Box<Report>),
    /// Imported in part before the user stopped, with the address of the result.
    Stopped(Box<Report>, Option<String>),
    /// Imported, with the address of the result.
    Taken(Box<Report>, Option<String>),
    /// Rejected, with the reason.
    Refused(String),
}

/// Action on the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Preview the import.
    Look,
    /// Import.
    Import,
}

/// Result for the files of one kind that were previewed or imported together.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// Sum of all reports.
    pub report: Report,
    /// Remarks on single files, each with the file's name.
    pub noted: Vec<(String, String)>,
    /// Field values of the form. The import uses the values of the preview.
    pub given: Map<String, Value>,
}

/// All files of the page.
#[derive(Clone, Copy)]
pub struct Batch {
    /// Files.
    pub files: RwSignal<Vec<One>>,
    /// Number of additions whose contents are still being detected.
    pub reading: RwSignal<usize>,
    /// Progress of the running action, in percent.
    pub going: RwSignal<Option<u8>>,
    /// True if the user wants to stop.
    pub stop: RwSignal<bool>,
    /// Results by importer, an index in [`IMPORTERS`].
    pub told: RwSignal<BTreeMap<usize, Told>>,
    /// Other message to show.
    pub said: RwSignal<String>,
    /// File whose kind the user is choosing: its row stays in place meanwhile.
    pub held: RwSignal<Option<u32>>,
}

impl Batch {
    /// Creates an empty batch.
    pub fn new() -> Self {
        Self {
            files: RwSignal::new(Vec::new()),
            reading: RwSignal::new(0),
            going: RwSignal::new(None),
            stop: RwSignal::new(false),
            told: RwSignal::new(BTreeMap::new()),
            said: RwSignal::new(String::new()),
            held: RwSignal::new(None),
        }
    }

    /// Returns the files of this importer.
    pub fn of(self, importer: usize) -> Vec<One> {
        let files = self.files.get_untracked().into_iter();
        files.filter(|one| one.importer == importer).collect()
    }

    /// Returns the number of files of this importer.
    pub fn count(self, importer: usize) -> usize {
        let is_its = |one: &&One| one.importer == importer;
        self.files.with(|files| files.iter().filter(is_its).count())
    }

    /// Discards the preview of this importer, because its files or fields changed.
    pub fn forget(self, importer: usize) {
        if self
            .told
            .with_untracked(|told| told.contains_key(&importer))
        {
            self.told.update(|told| {
                told.remove(&importer);
            });
            for one in self.of(importer) {
                one.state.set(State::Waits);
            }
        }
    }

    /// Changes the importer of a file. Discards the previews of both importers.
    pub fn choose(self, id: u32, importer: usize) {
        let known = self.files.with_untracked(|files| {
            let one = files.iter().find(|one| one.id == id)?;
            Some(one.importer)
        });
        let Some(before) = known.filter(|before| *before != importer) else {
            return;
        };
        self.forget(before);
        self.forget(importer);
        self.files.update(|files| {
            for one in files.iter_mut().filter(|one| one.id == id) {
                one.importer = importer;
                one.state.set(State::Waits);
            }
        });
    }
}

/// Returns the name under which a file is imported. A conversation without a title takes this name: two files of
/// one name with different content get two names, distinguished by their folders or else by their fingerprint.
pub fn import_name(files: &[One], one: &One) -> String {
    let (stem, end) = split_extension(&one.name);
    let is_namesake =
        |other: &&One| other.importer == one.importer && split_extension(&other.name).0 == stem;
    let first = files.iter().find(is_namesake);
    let is_taken = first.is_some_and(|first| first.mark != one.mark);
    if !is_taken {
        return format!("{stem}{end}");
    }
    match one.name.rsplit_once('/') {
        Some((folders, _)) => format!("{}.{stem}{end}", folders.replace('/', ".")),
        None => format!("{stem}.{}{end}", one.mark),
    }
}

/// Splits a file name without its folders into stem and extension, without control characters.
fn split_extension(name: &str) -> (String, String) {
    let name = name.rsplit('/').next().unwrap_or_default();
    let (stem, end) = match name.rsplit_once('.') {
        Some((stem, end)) => (stem, format!(".{end}")),
        None => (name, String::new()),
    };
    let is_plain = |c: &char| !c.is_control();
    let stem: String = stem.chars().filter(is_plain).collect();
    let end = end.chars().filter(is_plain).collect();
    match stem.trim() {
        "" => ("file".into(), end),
        stem => (stem.into(), end),
    }
}

impl One {
    /// Returns the status text of the file.
    pub fn status_text(&self) -> String {
        let kept = IMPORTERS[self.importer].kept;
        match self.state.get() {
            State::Read => "Being read …".into(),
            State::Waits => String::new(),
            State::Going => "Going on …".into(),
            State::Looked(report) => format!("{} {}", format_counts(&report), aside(&report, kept)),
            State::Taken(report, _) => {
                format!(
                    "Taken in: {} {}",
                    format_counts(&report),
                    aside(&report, kept)
                )
            }
            State::Stopped(report, _) => format!(
                "Stopped. Taken in so far: {} {}",
                format_counts(&report),
                aside(&report, kept)
            ),
            State::Refused(why) => why,
        }
    }

    /// Returns the address of the data imported from the file.
    pub fn place(&self) -> Option<String> {
        match self.state.get() {
            State::Taken(_, place) | State::Stopped(_, place) => place,
            _ => None,
        }
    }

    /// Returns the name of the file's conversation among these files, if it differs from the file name.
    pub fn new_name(&self, files: &[Self]) -> Option<String> {
        // A row holds its file as it was when it was added.
        let now = files.iter().find(|one| one.id == self.id)?;
        let is_talk = IMPORTERS[now.importer].kind == Some(Kind::Conversations);
        let called = import_name(files, now);
        let (stem, _) = called.rsplit_once('.').unwrap_or((&called, ""));
        let is_another = split_extension(&now.name).0 != stem;
        (is_talk && is_another).then(|| stem.to_owned())
    }

    /// Returns the size as text.
    pub fn length(&self) -> String {
        let kib = self.bytes / 1024.0;
        match kib {
            kib if kib >= 1024.0 => format!("{:.1} MiB", kib / 1024.0),
            kib if kib >= 1.0 => format!("{kib:.0} KiB"),
            _ => format!("{} bytes", self.bytes),
        }
    }
}

/// Returns the numbers of new, changed and unchanged entries.
pub fn format_counts(report: &Report) -> String {
    let Report {
        created,
        changed,
        unchanged,
        ..
    } = report;
    if created + changed + unchanged == 0 {
        return "Nothing in it can be taken in.".into();
    }
    format!("{created} new, {changed} changed, {unchanged} as before.")
}

/// Returns the numbers of skipped and quarantined entries, and the place of the latter.
pub fn aside(report: &Report, kept: &str) -> String {
    let (set_aside, quarantined) = (report.set_aside, report.quarantined);
    let cannot = match quarantined {
        0 => String::new(),
        1 => "One thing cannot be taken in".into(),
        more => format!("{more} things cannot be taken in"),
    };
    let verb = match (quarantined, report.dry_run) {
        (0, _) => "",
        (1, true) => "; it would be kept whole, ",
        (_, true) => "; they would be kept whole, ",
        (1, false) => "; it is kept whole, ",
        (_, false) => "; they are kept whole, ",
    };
    let kept = if quarantined > 0 { kept } else { "" };
    let edges = match set_aside {
        0 => "",
        1 => "One edge would close a cycle and is left out.",
        _ => "Edges that would close a cycle are left out.",
    };
    let end = if quarantined > 0 { ". " } else { "" };
    format!("{cannot}{verb}{kept}{end}{edges}")
        .trim()
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(id: u32, name: &str, mark: &str) -> One {
        One {
            id,
            name: name.into(),
            bytes: 1.0,
            importer: 1,
            mark: mark.into(),
            state: ArcRwSignal::new(State::Waits),
        }
    }

    #[test]
    fn files_of_one_name_that_hold_different_things_are_told_apart() {
        for (files, names) in [
            (
                &[("a.json", "1"), ("b.json", "2")][..],
                &["a.json", "b.json"][..],
            ),
            (&[("a.json", "1"), ("a.json", "2")], &["a.json", "a.2.json"]),
            // The same content continues under the same name.
            (
                &[("a.json", "1"), ("a.json", "2"), ("a.json", "1")],
                &["a.json", "a.2.json", "a.json"],
            ),
            // A conversation takes the name without the extension.
            (
                &[("a.json", "1"), ("a.jsonl", "2")],
                &["a.json", "a.2.jsonl"],
            ),
            (
                &[("x/g/a.json", "1"), ("x/h/a.json", "2")],
                &["a.json", "x.h.a.json"],
            ),
            (
                &[(" .jsonl", "1"), ("li\nne.jsonl", "2"), ("plain", "3")],
                &["file.jsonl", "line.jsonl", "plain"],
            ),
            (
                &[(".jsonl", "1"), ("..", "2"), ("", "3")],
                &["file.jsonl", "..", "file.3"],
            ),
        ] {
            let numbered = (0..).zip(files);
            let files: Vec<One> = numbered
                .map(|(id, (name, mark))| one(id, name, mark))
                .collect();
            let found: Vec<_> = files.iter().map(|one| import_name(&files, one)).collect();
            assert_eq!(found, names);
        }
    }

    #[test]
    fn what_is_told_belongs_to_its_kind() {
        let owner = Owner::new();
        owner.set();
        let batch = Batch::new();
        batch.files.set(vec![
            one(0, "a", "1"),
            One {
                importer: 2,
                ..one(1, "b", "2")
            },
        ]);
        let told = Told {
            report: Report::default(),
            noted: Vec::new(),
            given: Map::new(),
        };
        batch
            .told
            .set(BTreeMap::from([(1, told.clone()), (2, told)]));
        let [first, second] = [1, 2].map(|at| batch.of(at).remove(0));
        first.state.set(State::Going);
        second.state.set(State::Going);
        batch.forget(2);
        assert_eq!(first.state.get_untracked(), State::Going);
        assert_eq!(second.state.get_untracked(), State::Waits);
        batch.choose(1, 1);
        assert!(batch.told.with_untracked(BTreeMap::is_empty));
        assert_eq!((batch.of(1).len(), batch.of(2).len()), (2, 0));
    }
}
