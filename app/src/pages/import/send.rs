//! Files on their way from the browser into operations: read, cut, and sent part after part, so that it can be said
//! how far it is, and stopped between two of them. What was taken in stays so, and nothing comes twice.

use std::cell::RefCell;
use std::collections::BTreeMap;

use engine::imported::Report;
use engine::imported::cut::Wish;
use kernel::{Code, Error, Result};
use leptos::prelude::*;
use serde_json::{Map, Value};
use web_sys::{File, FileList};

use super::batch::{Aim, Batch, One, State};
use super::browser::{bytes, fields, paint, rest};
use super::kinds::{IMPORTERS, Importer, report_of};
use super::reader::{Ready, kind, ready};
use crate::call::wire::{Way, send};

/// How many files wait at most.
const MOST: usize = 200;
/// The most bytes of a file that goes in parts, and of one that goes as a whole.
const PARTED: f64 = 128.0 * 1024.0 * 1024.0;
const WHOLE: f64 = 32.0 * 1024.0 * 1024.0;
/// What takes files that are longer than the page takes in parts.
const LONGER: &str = "; `loci import` takes longer ones";
/// How often a part is sent again to a server that is busy, and how long it rests at most, in seconds.
const ATTEMPTS: u32 = 8;
const LONGEST: u64 = 60;
thread_local! {
    /// The files by their numbers: a browser's file is no value of ours.
    static HELD: RefCell<BTreeMap<u32, File>> = const { RefCell::new(BTreeMap::new()) };
}

/// Lets go of all files.
pub fn let_go() {
    HELD.with_borrow_mut(BTreeMap::clear);
}

/// Takes files that were given while this kind of thing is shown; `lead` leads to the kind of which they all are.
pub fn take(files: &FileList, batch: Batch, shown: usize, lead: impl Fn(usize) + 'static) {
    let all = (0..files.length()).filter_map(|at| files.get(at));
    let left = MOST.saturating_sub(batch.files.with_untracked(Vec::len));
    let (given, all) = (files.length() as usize, all.take(left).collect::<Vec<_>>());
    batch.forget();
    batch.said.set(if given > all.len() {
        format!("{MOST} files are taken at once; the others are left out.")
    } else {
        String::new()
    });
    let held: Vec<(u32, File)> = all.into_iter().map(|file| (hold(&file), file)).collect();
    batch.files.update(|files| {
        files.extend(held.iter().map(|(id, file)| One {
            id: *id,
            name: file.name(),
            bytes: file.size(),
            importer: shown,
            state: State::Read,
            place: None,
        }));
    });
    leptos::task::spawn_local(async move {
        let mut all = Vec::new();
        for (id, file) in held {
            paint().await;
            let found = recognised(&file, shown).await;
            all.extend(found.as_ref().ok().copied().flatten());
            batch.change(id, |one| match found {
                Ok(found) => {
                    // What a person chose meanwhile stays.
                    if one.importer == shown {
                        one.importer = found.unwrap_or(shown);
                    }
                    one.state = State::Waits;
                }
                Err(error) => one.state = State::Refused(sentence(&error)),
            });
        }
        if let Some(first) = all.first().filter(|_| !all.contains(&shown)) {
            lead(*first);
        }
    });
}

/// Holds a file; gives its number.
fn hold(file: &File) -> u32 {
    HELD.with_borrow_mut(|held| {
        let id = held.last_key_value().map_or(0, |(id, _)| id + 1);
        held.insert(id, file.clone());
        id
    })
}

/// As what a file is taken in, where that is certain.
async fn recognised(file: &File, shown: usize) -> Result<Option<usize>> {
    if file.size() > PARTED {
        return Err(too_long(PARTED, LONGER));
    }
    let Some(kind) = kind(bytes(file).await?, file.name()).await? else {
        return Ok(None);
    };
    if IMPORTERS[shown].kind.is_none() && is_markdown(&file.name()) {
        return Ok(Some(shown));
    }
    Ok(IMPORTERS.iter().position(|one| one.kind == Some(kind)))
}

fn is_markdown(name: &str) -> bool {
    let (_, extension) = name.rsplit_once('.').unwrap_or_default();
    ["md", "markdown"]
        .iter()
        .any(|one| extension.eq_ignore_ascii_case(one))
}

/// Lets go of one file.
pub fn leave_out(batch: Batch, id: u32) {
    HELD.with_borrow_mut(|held| held.remove(&id));
    batch.forget();
    batch.files.update(|files| files.retain(|one| one.id != id));
}

/// Looks at the files of a kind one after the other, or takes them in.
pub fn run(batch: Batch, importer: usize, aim: Aim) {
    if batch.going.with_untracked(Option::is_some) {
        return;
    }
    let given = fields();
    let files = batch.files.get_untracked().into_iter();
    let files: Vec<One> = files.filter(|one| one.importer == importer).collect();
    batch.going.set(Some(0));
    batch.stop.set(false);
    batch.said.set(String::new());
    leptos::task::spawn_local(async move {
        let all: f64 = files.iter().map(|one| one.bytes.max(1.0)).sum();
        let mut work = Work {
            batch,
            importer: &IMPORTERS[importer],
            aim,
            given,
            whole: Report {
                dry_run: aim == Aim::Look,
                ..Report::default()
            },
            has_answer: false,
            before: 0.0,
            all,
            several: files.len() > 1,
        };
        for one in files {
            if work.is_stopped() {
                break;
            }
            let bytes = one.bytes.max(1.0);
            // What is taken in already needs not be sent again to go on.
            let is_done = matches!(one.state, State::Taken(_)) && aim == Aim::Import;
            if !is_done && work.file(&one).await.is_break() {
                break;
            }
            work.before += bytes;
        }
        if work.is_stopped() && aim == Aim::Import {
            let percent = batch
                .going
                .try_get_untracked()
                .flatten()
                .unwrap_or_default();
            batch.said.try_set(format!(
                "Stopped at {percent} %. What was sent is taken in; go on whenever you like, nothing comes twice."
            ));
        }
        let is_half_seen = work.is_stopped() && aim == Aim::Look;
        let is_told = work.has_answer && !is_half_seen;
        let told = is_told.then_some(work.whole);
        batch.told.try_set(told);
        batch.going.try_set(None);
    });
}

/// What is done with the files.
struct Work {
    batch: Batch,
    importer: &'static Importer,
    aim: Aim,
    given: Map<String, Value>,
    /// What became of all of them.
    whole: Report,
    /// Whether there is any of that.
    has_answer: bool,
    /// The bytes of the files before this one, and of all.
    before: f64,
    all: f64,
    several: bool,
}

impl Work {
    /// Whether somebody wants it to stop, or has left the page.
    fn is_stopped(&self) -> bool {
        self.batch.stop.try_get_untracked().unwrap_or(true)
    }

    /// Does one file; breaks off where the others would fare no better.
    async fn file(&mut self, one: &One) -> std::ops::ControlFlow<()> {
        self.batch.change(one.id, |one| one.state = State::Going);
        paint().await;
        let mut report = Report {
            dry_run: self.aim == Aim::Look,
            ..Report::default()
        };
        let done = self.parts(one, &mut report).await;
        let is_written = self.aim == Aim::Import && report != Report::default();
        if done.is_ok() || is_written {
            let mut part = report.clone();
            if self.several {
                for note in &mut part.notes {
                    *note = format!("{}: {note}", one.name);
                }
            }
            self.whole.add(part);
            self.has_answer = true;
        }
        let report = Box::new(report);
        let (state, place, goes_on) = match done {
            Ok((place, true)) => {
                let state = match self.aim {
                    Aim::Look => State::Looked(report),
                    Aim::Import => State::Taken(report),
                };
                (state, place, true)
            }
            Ok((place, false)) if self.aim == Aim::Import => (State::Stopped(report), place, false),
            Ok((_, false)) => (State::Waits, None, false),
            Err(error) => {
                let goes_on = !matches!(
                    error.code,
                    Code::Unavailable | Code::Unauthenticated | Code::RateLimited
                );
                let why = if is_written {
                    format!("{} What was sent before is taken in.", sentence(&error))
                } else {
                    sentence(&error)
                };
                (State::Refused(why), None, goes_on)
            }
        };
        self.batch.change(one.id, |one| {
            one.state = state;
            one.place = place;
        });
        if goes_on {
            return std::ops::ControlFlow::Continue(());
        }
        std::ops::ControlFlow::Break(())
    }

    /// Sends a file; gives where it is now, and whether all of it was sent.
    async fn parts(&self, one: &One, report: &mut Report) -> Result<(Option<String>, bool)> {
        let file = HELD.with_borrow(|held| held.get(&one.id).cloned());
        let file = file.ok_or_else(|| Error::invalid("is not there any more: give it again"))?;
        let most = if self.importer.parts { PARTED } else { WHOLE };
        if file.size() > most {
            let longer = if self.importer.parts { LONGER } else { "" };
            return Err(too_long(most, longer));
        }
        let word = |name: &str| {
            let word = self.given.get(name).and_then(Value::as_str);
            word.map(str::to_owned)
        };
        let wish = self.importer.parts.then(|| Wish {
            kind: self.importer.kind,
            format: word("format"),
            session: word("session"),
        });
        let mut arguments = self.given.clone();
        arguments.insert("dry_run".into(), (self.aim == Aim::Look).into());
        // The report is no part of what agents are answered unasked.
        arguments.insert("fields".into(), vec!["*"].into());
        let parts = match ready(bytes(&file).await?, one.name.clone(), wish).await? {
            Ready::Whole(text) => {
                if self.importer.name == "workflow" {
                    arguments.insert("source".into(), line(&one.name).into());
                }
                vec![text]
            }
            Ready::Parts(cut) => {
                arguments.remove("session");
                arguments.insert("format".into(), "loci".into());
                report.notes = cut.notes;
                cut.parts
            }
        };
        let (mut place, many) = (None, u32::try_from(parts.len()).unwrap_or(u32::MAX));
        for (nth, part) in (1_u32..).zip(parts) {
            if self.is_stopped() {
                return Ok((place, false));
            }
            arguments.insert(self.importer.text.into(), part.into());
            let body = Value::Object(arguments.clone()).to_string();
            let answer = self.send(body).await?;
            let answer: Value = serde_json::from_str(&answer).unwrap_or_default();
            let part = report_of(&answer).ok_or_else(crate::call::wire::outdated)?;
            report.add(part);
            if self.aim == Aim::Import {
                place = (self.importer.place)(&answer).or(place);
            }
            let share = one.bytes * f64::from(nth) / f64::from(many);
            self.tell((self.before + share) / self.all);
        }
        Ok((place, true))
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a share of a whole is between 0 and 1"
    )]
    fn tell(&self, share: f64) {
        let percent = (share * 100.0).clamp(0.0, 100.0) as u8;
        self.batch.going.try_set(Some(percent));
    }

    /// Sends a part, again as long as the server is too busy to take it.
    async fn send(&self, body: String) -> Result<String> {
        let mut attempt = 1;
        loop {
            let spec = &self.importer.spec;
            let error = match send(spec.path, spec.effect, Way::Json, body.clone()).await {
                Ok(answer) => return Ok(answer),
                Err(error) => error,
            };
            let is_busy =
                error.code == Code::RateLimited || error.extra.reason.as_deref() == Some("busy");
            if !is_busy || attempt == ATTEMPTS || self.is_stopped() {
                return Err(error);
            }
            attempt += 1;
            let pause = error.extra.retry_after_seconds.unwrap_or(1);
            rest(i32::try_from(pause.clamp(1, LONGEST) * 1000).unwrap_or(1000)).await;
        }
    }
}

fn too_long(most: f64, longer: &str) -> Error {
    let most = most / 1024.0 / 1024.0;
    let detail = format!("has more than {most} MiB, the most that is taken here{longer}");
    Error::new(Code::TooLarge, detail)
}

/// A reason as a sentence; what is wrong with the text is said of the file.
fn sentence(error: &Error) -> String {
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

/// A file's name in a line.
fn line(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).take(300).collect()
}
