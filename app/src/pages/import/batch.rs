//! The files that somebody gave, and how far each of them is. Reads none.

use std::collections::BTreeMap;

use engine::imported::Report;
use engine::imported::cut::Kind;
use leptos::prelude::*;
use serde_json::{Map, Value};

use super::kinds::IMPORTERS;

/// One file.
#[derive(Clone, Debug, PartialEq)]
pub struct One {
    /// Its number on this page.
    pub id: u32,
    /// Its name, with its folders where the browser tells them.
    pub name: String,
    /// How long it is.
    pub bytes: f64,
    /// As what it is taken in: a place in [`IMPORTERS`].
    pub importer: usize,
    /// What tells its content from others; empty until it is read.
    pub mark: String,
    /// How far it is. By itself, so that what changes of one file is its row alone.
    pub state: ArcRwSignal<State>,
}

/// How far a file is.
#[derive(Clone, Debug, PartialEq)]
pub enum State {
    /// What it holds is being found out.
    Read,
    /// Nothing was done with it.
    Waits,
    /// It is read and sent.
    Going,
    /// It was looked at.
    Looked(Box<Report>),
    /// So much of it was taken in before somebody stopped it, and where that is now.
    Stopped(Box<Report>, Option<String>),
    /// It is taken in, and where it is now.
    Taken(Box<Report>, Option<String>),
    /// It cannot be taken in, with the reason.
    Refused(String),
}

/// What is to be done with the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// To say what would become of them.
    Look,
    /// To take them in.
    Import,
}

/// What became of the files of one kind that were looked at or taken in together.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// All of it.
    pub report: Report,
    /// What should be known of one of several files, each with its name.
    pub noted: Vec<(String, String)>,
    /// What stood in the form. What is taken in is what was looked at, under these words.
    pub given: Map<String, Value>,
}

/// All of them.
#[derive(Clone, Copy)]
pub struct Batch {
    /// The files.
    pub files: RwSignal<Vec<One>>,
    /// How many times files were given whose contents are still being found out.
    pub reading: RwSignal<usize>,
    /// How far it is while something is done with them, in percent.
    pub going: RwSignal<Option<u8>>,
    /// Whether somebody wants it to stop.
    pub stop: RwSignal<bool>,
    /// What became of those of each kind, a place in [`IMPORTERS`].
    pub told: RwSignal<BTreeMap<usize, Told>>,
    /// What else is to be said.
    pub said: RwSignal<String>,
    /// The file about whose kind somebody is deciding: its row stays where it is meanwhile.
    pub held: RwSignal<Option<u32>>,
}

impl Batch {
    /// None yet.
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

    /// Those that are taken in as this.
    pub fn of(self, importer: usize) -> Vec<One> {
        let files = self.files.get_untracked().into_iter();
        files.filter(|one| one.importer == importer).collect()
    }

    /// How many are taken in as this.
    pub fn count(self, importer: usize) -> usize {
        let is_its = |one: &&One| one.importer == importer;
        self.files.with(|files| files.iter().filter(is_its).count())
    }

    /// What was looked at is not what stands there any more.
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

    /// Changes what is to be taken in as what. What was looked at of both kinds is not what stands there any more.
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

/// The name under which a file is read. A conversation without a name of its own is called by it: two files of one
/// name that hold different things have two, told apart by their folders, else by what they hold.
pub fn called(files: &[One], one: &One) -> String {
    let (stem, end) = parted(&one.name);
    let is_namesake =
        |other: &&One| other.importer == one.importer && parted(&other.name).0 == stem;
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

/// A file's name without its folders, in a line: before its ending, and that.
fn parted(name: &str) -> (String, String) {
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
    /// What is said of it.
    pub fn said(&self) -> String {
        let kept = IMPORTERS[self.importer].kept;
        match self.state.get() {
            State::Read => "Being read …".into(),
            State::Waits => String::new(),
            State::Going => "Going on …".into(),
            State::Looked(report) => format!("{} {}", summed(&report), aside(&report, kept)),
            State::Taken(report, _) => {
                format!("Taken in: {} {}", summed(&report), aside(&report, kept))
            }
            State::Stopped(report, _) => format!(
                "Stopped. Taken in so far: {} {}",
                summed(&report),
                aside(&report, kept)
            ),
            State::Refused(why) => why,
        }
    }

    /// Where what was taken in of it is now.
    pub fn place(&self) -> Option<String> {
        match self.state.get() {
            State::Taken(_, place) | State::Stopped(_, place) => place,
            _ => None,
        }
    }

    /// What its conversation is called among these files, when that is not the file's name.
    pub fn renamed(&self, files: &[Self]) -> Option<String> {
        // A row knows its file as it was when it came.
        let now = files.iter().find(|one| one.id == self.id)?;
        let is_talk = IMPORTERS[now.importer].kind == Some(Kind::Conversations);
        let called = called(files, now);
        let (stem, _) = called.rsplit_once('.').unwrap_or((&called, ""));
        let is_another = parted(&now.name).0 != stem;
        (is_talk && is_another).then(|| stem.to_owned())
    }

    /// How long it is.
    pub fn length(&self) -> String {
        let kib = self.bytes / 1024.0;
        match kib {
            kib if kib >= 1024.0 => format!("{:.1} MiB", kib / 1024.0),
            kib if kib >= 1.0 => format!("{kib:.0} KiB"),
            _ => format!("{} bytes", self.bytes),
        }
    }
}

/// How much is new.
pub fn summed(report: &Report) -> String {
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

/// How much is set aside, and where that is kept.
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
            // The same again goes on in the same place.
            (
                &[("a.json", "1"), ("a.json", "2"), ("a.json", "1")],
                &["a.json", "a.2.json", "a.json"],
            ),
            // A conversation is called without the ending.
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
            let found: Vec<_> = files.iter().map(|one| called(&files, one)).collect();
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
