//! Synchronizes the files of a mirror with the server. An edit is sent to the server, or stored as a conflict file,
//! before the file is overwritten.

use kernel::Result;

use super::folder::{Base, Folder, Found, Look};
use super::kind::Kind;
use super::mind::{Mind, Texts};
use super::passage::{self, MAX_PASSAGES};
use super::plan::{Sides, Step, step};
use crate::client::Server;
use crate::watch::passes;
use crate::{output, refusal, shown};

/// Number of checks with the same version after which a file counts as complete.
const LOOKS: u32 = 3;
/// The same for a file whose last line has no line break, so more text may follow.
const LOOKS_OPEN: u32 = 15;
/// Maximum number of consecutive steps for a file that is changed all the time.
const STEPS: usize = 50;

/// Mirror of a mind.
pub struct Mirror<'a> {
    server: &'a Server,
    mind: Mind,
    folder: Folder,
    files: Vec<File>,
    /// True if an edit was rejected and is no longer in its file.
    is_refused: bool,
}

/// State of a file.
struct File {
    kind: Kind,
    /// True once the file was synchronized, with its version then.
    known: (bool, Option<Look>),
    /// Latest version, and the number of checks that found it.
    newer: (Option<Look>, u32),
    /// Last known content of the replaced file, with its version.
    before: Option<(String, Option<Look>)>,
    /// Content that was rejected as a first version.
    refused: Option<String>,
    /// Reported problem.
    trouble: Option<String>,
}

/// Result of processing an edit.
struct Taken {
    /// Message.
    words: String,
    /// True to store the text as a conflict file, too.
    keep: bool,
    /// True if a part of it was rejected.
    refused: bool,
}

impl<'a> Mirror<'a> {
    /// Creates a mirror of a mind in a folder.
    #[must_use]
    pub fn new(server: &'a Server, mind: Mind, folder: Folder) -> Self {
        let file = |kind| File {
            kind,
            known: (false, None),
            newer: (None, 0),
            before: None,
            refused: None,
            trouble: None,
        };
        let files = mind.kinds().map(file).collect();
        Self {
            server,
            mind,
            folder,
            files,
            is_refused: false,
        }
    }

    /// Returns the streams whose facts change the files; empty, which means all, while the mind does not exist.
    #[must_use]
    pub fn streams(&self) -> Vec<String> {
        self.mind.streams()
    }

    /// Returns true if a file has a problem, or an edit was rejected.
    #[must_use]
    pub fn had_trouble(&self) -> bool {
        self.is_refused || self.files.iter().any(|file| file.trouble.is_some())
    }

    /// Checks the files; returns true if one was edited and seems complete.
    pub fn is_written(&mut self) -> bool {
        let mut is_written = false;
        for file in &mut self.files {
            file.look_at_last(&self.folder);
            let now = self.folder.look(file.kind);
            if now == file.known.1 {
                file.newer = (now, 0);
                continue;
            }
            let (before, count) = file.newer;
            file.newer = (now, if before == now { count + 1 } else { 1 });
            is_written |= file.newer.1 >= LOOKS && file.newer.1 == file.looks(&self.folder);
        }
        is_written
    }

    /// Synchronizes all files with the server.
    ///
    /// # Errors
    /// Returns the server's error if it cannot be read, or does not accept edits now.
    pub async fn bring(&mut self) -> Result<()> {
        let mut texts = self.mind.texts(self.server).await?;
        for at in 0..self.files.len() {
            // An accepted edit changes the server's content, so it is read again.
            let mut steps = 0;
            while self.step(at, &texts).await? {
                steps += 1;
                if steps == STEPS {
                    self.files[at].fails("is written all the time; it is left alone for now");
                    break;
                }
                texts = self.mind.texts(self.server).await?;
            }
        }
        Ok(())
    }

    /// Does the next step for a file; returns true if another one follows.
    async fn step(&mut self, at: usize, texts: &Texts) -> Result<bool> {
        let file = &mut self.files[at];
        let kind = file.kind;
        let look = self.folder.look(kind);
        if file.is_being_written(&self.folder, look) {
            return Ok(false);
        }
        let found = match self.folder.read(kind) {
            Found::Nothing => None,
            Found::Text(text) => Some(text),
            Found::Odd(why) => {
                file.known = (true, look);
                file.fails(&format!("{why}; it is left alone"));
                return Ok(false);
            }
        };
        if self.folder.look(kind) != look {
            return Ok(false);
        }
        let base = self.folder.base(kind);
        let sides = Sides {
            base: base.as_ref().map(|base| base.text.as_str()),
            found: found.as_deref(),
            server: texts.of(kind),
        };
        let new = found.as_deref().unwrap_or_default();
        let (done, again) = match step(kind, sides) {
            Step::Rest => (Ok(look), false),
            Step::Remember => (self.folder.remember(kind, new).map(|()| look), false),
            Step::Write => {
                let text = sides.server.unwrap_or_default();
                let put = self.folder.put(kind, text, look);
                match &put {
                    // A concurrent edit takes precedence.
                    Ok(None) => return Ok(true),
                    Ok(Some(_)) => {
                        file.before = Some((new.to_owned(), None));
                        file.says("written");
                        file.look_at_last(&self.folder);
                    }
                    Err(_) => {}
                }
                (put, false)
            }
            Step::Seed if file.refused.as_deref() == Some(new) => {
                file.known = (true, look);
                return Ok(false);
            }
            step => {
                let waiting = texts.of(Kind::Scratch).unwrap_or_default();
                let texts = (base.as_ref(), new, waiting);
                let taken = take(self.server, &self.mind, (step, kind), texts);
                let taken = taken.await?;
                let file = &mut self.files[at];
                if taken.refused && step == Step::Seed {
                    // The file is kept, so that it can become the first version once it is corrected.
                    file.known = (true, look);
                    file.refused = Some(new.to_owned());
                    file.fails(&format!("{}; it is left as it is", taken.words));
                    return Ok(false);
                }
                self.is_refused |= taken.refused;
                (
                    file.record_taken(&self.folder, &taken, new).map(|()| look),
                    true,
                )
            }
        };
        let file = &mut self.files[at];
        match done {
            Ok(look) => {
                file.known = (true, look);
                file.trouble = None;
                Ok(again)
            }
            Err(error) => {
                file.fails(&format!("cannot be kept: {error}"));
                Ok(false)
            }
        }
    }
}

impl File {
    /// Returns true if the file is being edited and may be incomplete.
    fn is_being_written(&self, folder: &Folder, now: Option<Look>) -> bool {
        let (is_met, known) = self.known;
        let (newer, count) = self.newer;
        is_met && now != known && (newer != now || count < self.looks(folder))
    }

    /// Returns the number of equal checks before the file is read.
    fn looks(&self, folder: &Folder) -> u32 {
        if folder.is_ended(self.kind) {
            LOOKS
        } else {
            LOOKS_OPEN
        }
    }

    /// Stores late edits of the replaced file: an editor may have had it open.
    fn look_at_last(&mut self, folder: &Folder) {
        let Some((text, look)) = &mut self.before else {
            return;
        };
        let now = folder.look_at_last(self.kind);
        if now == *look {
            return;
        }
        *look = now;
        let new = folder.read_last(self.kind);
        let Some(new) = new.filter(|new| new != text && !new.trim().is_empty()) else {
            return;
        };
        let kept = folder.keep(self.kind, &new);
        *text = new;
        match kept {
            Ok(name) => self.warns(&format!(
                "was written just before it was brought up to date; {name} has that text"
            )),
            Err(error) => self.fails(&format!("cannot be kept: {error}")),
        }
    }

    /// Stores an edit as synchronized, and prints the result.
    fn record_taken(&self, folder: &Folder, taken: &Taken, text: &str) -> std::io::Result<()> {
        let Taken { words, keep, .. } = taken;
        if *keep {
            let name = folder.keep(self.kind, text)?;
            self.warns(&format!("{words}; {name} has the text"));
        } else {
            self.says(words);
        }
        folder.remember(self.kind, text)
    }

    /// Prints a message. A failure is ignored, because the files are the result.
    fn says(&self, words: &str) {
        let name = self.kind.name();
        drop(output::print(&format!("{name}: {}", shown::line(words))));
    }

    fn warns(&self, words: &str) {
        let name = self.kind.name();
        output::mention(format_args!("loci: {name}: {}", shown::line(words)));
    }

    /// Prints a problem once.
    fn fails(&mut self, why: &str) {
        if self.trouble.as_deref() != Some(why) {
            self.warns(why);
        }
        self.trouble = Some(why.to_owned());
    }
}

/// Sends an edit to the server; `waiting` has the server's notes.
async fn take(
    server: &Server,
    mind: &Mind,
    (step, kind): (Step, Kind),
    (base, new, waiting): (Option<&Base>, &str, &str),
) -> Result<Taken> {
    let taken = |words: &str, keep: bool| Taken {
        words: words.to_owned(),
        keep,
        refused: false,
    };
    let refused = |words: String| Taken {
        words,
        keep: true,
        refused: true,
    };
    if step == Step::Keep {
        let words = "the server has another text, so what is new in this one is not known";
        return Ok(taken(words, true));
    }
    if step == Step::Seed {
        return match lasting(mind.seed(server, new).await)? {
            None => Ok(taken("is the first version of the document", false)),
            Some(why) => Ok(refused(format!("was not taken in: {why}"))),
        };
    }
    let passages = passage::new(kind, base.map_or("", |base| base.text.as_str()), new);
    let passages = passage::new_passages(kind, passages, new, waiting);
    let count = passages.len();
    if count > MAX_PASSAGES {
        return Ok(refused(format!(
            "has {count} new passages, and no more than {MAX_PASSAGES} become notes at once: none did"
        )));
    }
    let mut faults = Vec::new();
    for passage in &passages {
        // A rejected passage does not affect the following ones.
        faults.extend(lasting(mind.note(server, kind, base, passage).await)?);
    }
    let notes = match count - faults.len() {
        0 if count > 0 => String::new(),
        0 => "nothing in it is new; ".to_owned(),
        1 => "1 new passage is a note now; ".to_owned(),
        notes => format!("{notes} new passages are notes now; "),
    };
    if let Some(why) = faults.first() {
        let which = match faults.len() {
            1 => "1 passage was".to_owned(),
            many => format!("{many} passages were"),
        };
        return Ok(refused(format!("{notes}{which} not taken in: {why}")));
    }
    if step == Step::TakeAndKeep {
        let why = "only people change a document, on the mind's page";
        return Ok(taken(&format!("{notes}{why}"), true));
    }
    Ok(taken(notes.trim_end_matches("; "), false))
}

/// Returns the message of a permanent rejection; a temporary error is returned as one.
fn lasting(done: Result<()>) -> Result<Option<String>> {
    match done {
        Ok(()) => Ok(None),
        Err(error) if passes(&error) => Err(error),
        Err(error) => Ok(Some(refusal::lines(&error))),
    }
}
