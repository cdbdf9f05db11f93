//! Upload of files: each file is read, split and sent part after part, with progress, and can be stopped between
//! two parts. Imported parts stay, and no entry is imported twice.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::Duration;

use engine::imported::Report;
use engine::imported::cut::Wish;
use kernel::{Code, Error, Result};
use leptos::prelude::*;
use serde_json::Value;

use super::batch::{Aim, Batch, One, State, Told, import_name};
use super::browser::{bytes, fields, paint};
use super::kinds::{IMPORTERS, Importer, report_of};
use super::reader::{Ready, ready};
use super::report::TOLD;
use super::take::{LONGER, PARTED, WHOLE, get_file, sentence, too_long};
use super::{CHANGED, LOOK, STOP};
use crate::call::rest;
use crate::call::wire::{Way, send};
use crate::pages::lead::lead_to;

/// Retries of a part while the server is busy: number of attempts, and longest wait in seconds.
const ATTEMPTS: u32 = 8;
const LONGEST: u64 = 60;

/// Previews or imports the files of an importer one after the other. The import uses the files and field values of
/// the preview.
pub fn run(batch: Batch, importer: usize, aim: Aim) {
    if batch.going.with_untracked(Option::is_some) {
        return;
    }
    let given = match aim {
        Aim::Look => fields(),
        Aim::Import => {
            let looked = |told: &BTreeMap<usize, Told>| Some(told.get(&importer)?.given.clone());
            let Some(given) = batch.told.with_untracked(looked) else {
                return;
            };
            given
        }
    };
    let files = batch.of(importer);
    batch.going.set(Some(0));
    batch.stop.set(false);
    batch.said.set(String::new());
    lead_to(STOP);
    leptos::task::spawn_local(async move {
        let all: f64 = files.iter().map(|one| one.bytes.max(1.0)).sum();
        let mut work = Work {
            batch,
            importer: &IMPORTERS[importer],
            aim,
            told: Told {
                report: Report {
                    dry_run: aim == Aim::Look,
                    ..Report::default()
                },
                noted: Vec::new(),
                given,
            },
            has_answer: false,
            before: 0.0,
            all,
            several: files.len() > 1,
        };
        for one in &files {
            if work.is_stopped() {
                break;
            }
            let bytes = one.bytes.max(1.0);
            // A retry skips files that are imported already.
            let is_done =
                matches!(one.state.get_untracked(), State::Taken(..)) && aim == Aim::Import;
            if !is_done && work.file(one).await.is_break() {
                break;
            }
            work.before += bytes;
        }
        work.end(importer, &files);
    });
}

/// A running action on the files.
struct Work {
    batch: Batch,
    importer: &'static Importer,
    aim: Aim,
    /// Sum of the results.
    told: Told,
    /// True if there is any result.
    has_answer: bool,
    /// Bytes of the files before this one, and of all files.
    before: f64,
    all: f64,
    several: bool,
}

/// Result of one file.
struct Sent {
    report: Report,
    place: Option<String>,
    /// True if any part, or every part, was sent.
    any: bool,
    all: bool,
}

impl Work {
    /// Returns true if the user stopped the action or left the page.
    fn is_stopped(&self) -> bool {
        self.batch.stop.try_get_untracked().unwrap_or(true)
    }

    /// Handles one file; breaks if the user stopped, or if the remaining files would fail for the same reason.
    async fn file(&mut self, one: &One) -> ControlFlow<()> {
        one.state.set(State::Going);
        paint().await;
        let mut sent = Sent {
            report: Report {
                dry_run: self.aim == Aim::Look,
                ..Report::default()
            },
            place: None,
            any: false,
            all: false,
        };
        let done = self.parts(one, &mut sent).await;
        let is_written = self.aim == Aim::Import && sent.any;
        if sent.all || is_written {
            let mut part = sent.report.clone();
            if self.several {
                let notes = part.notes.drain(..);
                self.told
                    .noted
                    .extend(notes.map(|note| (one.name.clone(), note)));
            }
            self.told.report.add(part);
            self.has_answer = true;
        }
        let Sent {
            report, place, all, ..
        } = sent;
        let report = Box::new(report);
        let (state, goes_on) = match done {
            Ok(()) => match self.aim {
                Aim::Look if all => (State::Looked(report), true),
                Aim::Import if all => (State::Taken(report, place), true),
                Aim::Import if is_written => (State::Stopped(report, place), false),
                _ => (State::Waits, false),
            },
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
                (State::Refused(why), goes_on)
            }
        };
        one.state.set(state);
        if goes_on {
            return ControlFlow::Continue(());
        }
        ControlFlow::Break(())
    }

    /// Shows the result of the action.
    fn end(self, importer: usize, files: &[One]) {
        let (batch, is_stopped) = (self.batch, self.is_stopped());
        let percent = batch
            .going
            .try_get_untracked()
            .flatten()
            .unwrap_or_default();
        let is_changed = self.aim == Aim::Look && !is_stopped && fields() != self.told.given;
        let said = if is_stopped && self.aim == Aim::Import {
            format!(
                "Stopped at {percent} %. What was sent is taken in; go on whenever you like, nothing comes twice."
            )
        } else if is_changed {
            CHANGED.to_owned()
        } else {
            String::new()
        };
        batch.said.try_set(said);
        if is_changed {
            for one in files {
                one.state.set(State::Waits);
            }
        }
        let is_half_seen = self.aim == Aim::Look && (is_stopped || is_changed);
        let is_told = self.has_answer && !is_half_seen;
        // The preview stays valid if nothing could be imported.
        let keeps = self.aim == Aim::Import && !self.has_answer;
        if !keeps {
            batch.told.try_update(|told| {
                told.remove(&importer);
                if is_told {
                    told.insert(importer, self.told);
                }
            });
        }
        batch.going.try_set(None);
        lead_to(if is_told { TOLD } else { LOOK });
    }

    /// Sends a file part after part until the user stops.
    async fn parts(&self, one: &One, sent: &mut Sent) -> Result<()> {
        let file = get_file(one.id);
        let file = file.ok_or_else(|| Error::invalid("is not there any more: give it again"))?;
        let most = if self.importer.parts { PARTED } else { WHOLE };
        if file.size() > most {
            let longer = if self.importer.parts { LONGER } else { "" };
            return Err(too_long(most, longer));
        }
        let given = &self.told.given;
        let word = |name: &str| {
            let word = given.get(name).and_then(Value::as_str);
            word.map(str::to_owned)
        };
        let wish = self.importer.parts.then(|| Wish {
            kind: self.importer.kind,
            format: word("format"),
            session: word("session"),
        });
        let mut arguments = given.clone();
        arguments.insert("dry_run".into(), (self.aim == Aim::Look).into());
        // The report is not among the default fields of the response.
        arguments.insert("fields".into(), vec!["*"].into());
        let name = self
            .batch
            .files
            .try_with_untracked(|files| import_name(files, one));
        let name = name.unwrap_or_else(|| one.name.clone());
        let parts = match ready(bytes(&file).await?, name, wish).await? {
            Ready::Whole(text) => {
                if self.importer.name == "workflow" {
                    arguments.insert("source".into(), line(&one.name).into());
                }
                vec![text]
            }
            Ready::Parts(cut) => {
                arguments.remove("session");
                arguments.insert("format".into(), "loci".into());
                sent.report.notes = cut.notes;
                cut.parts
            }
        };
        let many = u32::try_from(parts.len()).unwrap_or(u32::MAX);
        for (nth, part) in (1_u32..).zip(parts) {
            if self.is_stopped() {
                return Ok(());
            }
            arguments.insert(self.importer.text.into(), part.into());
            let body = Value::Object(arguments.clone()).to_string();
            let answer = self.send(body).await?;
            let answer: Value = serde_json::from_str(&answer).unwrap_or_default();
            let part = report_of(&answer).ok_or_else(crate::call::wire::version_error)?;
            sent.report.add(part);
            sent.any = true;
            if self.aim == Aim::Import {
                sent.place = (self.importer.place)(&answer).or(sent.place.take());
            }
            let share = one.bytes * f64::from(nth) / f64::from(many);
            self.tell((self.before + share) / self.all);
        }
        sent.all = true;
        Ok(())
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

    /// Sends a part, and retries while the server is busy.
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
            rest(Duration::from_secs(pause.clamp(1, LONGEST))).await;
        }
    }
}

/// Returns a file name as one line of at most 300 characters.
fn line(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).take(300).collect()
}
