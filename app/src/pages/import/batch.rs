//! The files that somebody gave, and how far each of them is. Reads none.

use engine::imported::Report;
use leptos::prelude::*;

use super::kinds::IMPORTERS;

/// One file.
#[derive(Clone, Debug, PartialEq)]
pub struct One {
    /// Its number on this page.
    pub id: u32,
    /// Its name.
    pub name: String,
    /// How long it is.
    pub bytes: f64,
    /// As what it is taken in: a place in [`IMPORTERS`].
    pub importer: usize,
    /// How far it is.
    pub state: State,
    /// Where what was taken in is now.
    pub place: Option<String>,
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
    /// So much of it was taken in before somebody stopped it.
    Stopped(Box<Report>),
    /// It is taken in.
    Taken(Box<Report>),
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

/// All of them.
#[derive(Clone, Copy)]
pub struct Batch {
    /// The files.
    pub files: RwSignal<Vec<One>>,
    /// How far it is while something is done with them, in percent.
    pub going: RwSignal<Option<u8>>,
    /// Whether somebody wants it to stop.
    pub stop: RwSignal<bool>,
    /// What became of those that were looked at or taken in together.
    pub told: RwSignal<Option<Report>>,
    /// What else is to be said.
    pub said: RwSignal<String>,
}

impl Batch {
    /// None yet.
    pub fn new() -> Self {
        Self {
            files: RwSignal::new(Vec::new()),
            going: RwSignal::new(None),
            stop: RwSignal::new(false),
            told: RwSignal::new(None),
            said: RwSignal::new(String::new()),
        }
    }

    /// How many are taken in as this.
    pub fn count(self, importer: usize) -> usize {
        let is_its = |one: &&One| one.importer == importer;
        self.files.with(|files| files.iter().filter(is_its).count())
    }

    /// Whether it is still being found out what some of them hold.
    pub fn is_reading(self) -> bool {
        let reads = |one: &One| one.state == State::Read;
        self.files.with(|files| files.iter().any(reads))
    }

    /// What was looked at is not what stands there any more.
    pub fn forget(self) {
        if self.told.with_untracked(Option::is_some) {
            self.told.set(None);
            self.files.update(|files| {
                for one in files {
                    one.state = State::Waits;
                    one.place = None;
                }
            });
        }
    }

    /// Changes one file.
    pub fn change(self, id: u32, change: impl FnOnce(&mut One)) {
        self.files.try_update(|files| {
            if let Some(one) = files.iter_mut().find(|one| one.id == id) {
                change(one);
            }
        });
    }
}

impl One {
    /// What is said of it.
    pub fn said(&self) -> String {
        let kept = IMPORTERS[self.importer].kept;
        match &self.state {
            State::Read => "Being read …".into(),
            State::Waits => String::new(),
            State::Going => "Going on …".into(),
            State::Looked(report) => format!("{} {}", summed(report), aside(report, kept)),
            State::Taken(report) => format!("Taken in: {} {}", summed(report), aside(report, kept)),
            State::Stopped(report) => {
                format!(
                    "Stopped. Taken in so far: {} {}",
                    summed(report),
                    aside(report, kept)
                )
            }
            State::Refused(why) => why.clone(),
        }
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
