//! Cold builds: builds a copy of the sources from scratch, then again with one page changed, and reports both times. In
//! a copy, because the site has one place for all target folders, and because sources must not be edited.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use crate::weigh::ROWS;
use crate::weigh::cpu::{self, LOG, Note, OURSELVES, Part};
use crate::weigh::report::{Report, heaviest};
use crate::{place, step, tools};

/// A page, and the text before which a word is inserted to change its output.
const PAGE: (&str, &str) = ("app/src/pages/inbox.rs", "<Title text=\"");

/// CPU time of each part of a build, in hundredths of a second.
type PerPart = [u64; Part::ALL.len()];

/// Cost of one build.
struct Took {
    clock: Duration,
    /// CPU time of all processes, in hundredths of a second.
    cpu: u64,
    notes: Vec<Note>,
}

/// Builds twice; returns the folder of the full build.
pub fn build(report: &mut Report) -> Result<PathBuf> {
    let home = place::target().join("weigh");
    if home.exists() {
        fs::remove_dir_all(&home)?;
    }
    let folder = home.join("source");
    copy(&place::root(), &folder)?;
    let cold = measure(
        "Building with nothing built before",
        &folder,
        &home.join("cold.txt"),
    )?;
    change(&folder)?;
    let page = measure(
        "Building with one page changed",
        &folder,
        &home.join("page.txt"),
    )?;
    tell("a cold `cargo xtask build`", &cold, report);
    tell("a build after changing one page", &page, report);
    Ok(folder)
}

/// Copies the tracked and new files in their current state.
fn copy(from: &Path, to: &Path) -> Result<()> {
    let listed = Command::new("git")
        .current_dir(from)
        .args([
            "ls-files",
            "-z",
            "--cached",
            "--others",
            "--exclude-standard",
        ])
        .output()
        .context("git did not start")?;
    ensure!(listed.status.success(), "git does not list the sources");
    for path in String::from_utf8(listed.stdout)?.split_terminator('\0') {
        let (from, to) = (from.join(path), to.join(path));
        // A removed file is listed until the removal is committed.
        if from.exists() {
            fs::create_dir_all(to.parent().context("a file lies in a folder")?)?;
            fs::copy(from, to)?;
        }
    }
    Ok(())
}

fn measure(text: &str, folder: &Path, log: &Path) -> Result<Took> {
    let (started, before) = (Instant::now(), cpu::spent()?);
    let mut command = tools::cargo("run");
    command
        .args(["--quiet", "-p", "xtask", "--", "build"])
        .current_dir(folder)
        .env_remove("CARGO_TARGET_DIR")
        .env("RUSTC_WRAPPER", env::current_exe()?)
        .env("LOCI_WEIGHTS", tools::weights())
        .env(LOG, log);
    step::run(text, &mut command, "mend the errors above")?;
    let notes = fs::read_to_string(log).context("rustc was not called through this program")?;
    Ok(Took {
        clock: started.elapsed(),
        cpu: cpu::spent()?.children - before.children,
        notes: cpu::notes(&notes)?,
    })
}

/// Changes the output of a page in the copy.
fn change(folder: &Path) -> Result<()> {
    let (path, words) = PAGE;
    let path = folder.join(path);
    let text = fs::read_to_string(&path).with_context(|| format!("no {}", path.display()))?;
    ensure!(
        text.contains(words),
        "{} no longer has `{words}`",
        path.display()
    );
    fs::write(path, text.replacen(words, &format!("{words}Changed: "), 1))?;
    Ok(())
}

/// Reports the figure and its table: crates, then the rest.
fn tell(name: &str, took: &Took, report: &mut Report) {
    let clock = took.clock.as_secs_f64() / 60.0;
    let total = minutes(took.cpu);
    report.figure(
        &format!("{name}, CPU-minutes"),
        format!("{total} ({clock:.1} on the clock)"),
    );
    let is_crate = |note: &&Note| note.name != OURSELVES;
    let (compiled, ourselves): (Vec<&Note>, Vec<&Note>) = took.notes.iter().partition(is_crate);
    let mut table = crates(&compiled, ROWS);
    let noted = by_part(&compiled);
    let site: u64 = ourselves.iter().map(|note| note.cpu).sum();
    let rest = took.cpu.saturating_sub(noted.iter().sum::<u64>() + site);
    table.push(("all crates".to_owned(), noted));
    let mut table: Vec<Vec<String>> = table
        .into_iter()
        .map(|(name, parts)| {
            let cells = parts.into_iter().chain([parts.iter().sum()]).map(minutes);
            [name].into_iter().chain(cells).collect()
        })
        .collect();
    for (name, cpu) in [
        (OURSELVES, site),
        ("build scripts, C compilers, cargo", rest),
        ("all", took.cpu),
    ] {
        let none = Part::ALL.map(|_| String::new());
        table.push([&[name.to_owned()], &none[..], &[minutes(cpu)]].concat());
    }
    let head = [&["crate"], &Part::ALL.map(Part::name)[..], &["together"]].concat();
    report.table(&format!("CPU-minutes of {name}"), &head, table);
}

/// Returns the CPU time by crate and part of the build, heaviest first.
fn crates(notes: &[&Note], rows: usize) -> Vec<(String, PerPart)> {
    let mut crates = BTreeMap::<String, Vec<&Note>>::new();
    for note in notes {
        crates.entry(note.name.clone()).or_default().push(note);
    }
    let sums = crates
        .into_iter()
        .map(|(name, notes)| (name, by_part(&notes)));
    let add = |sum: &mut PerPart, more: &PerPart| {
        sum.iter_mut()
            .zip(more)
            .for_each(|(sum, more)| *sum += more);
    };
    heaviest(sums.collect(), rows, |parts| parts.iter().sum(), add)
}

fn by_part(notes: &[&Note]) -> PerPart {
    Part::ALL.map(|part| {
        let of_it = notes.iter().filter(|note| note.part == part);
        of_it.map(|note| note.cpu).sum()
    })
}

/// Formats hundredths of a second as minutes.
#[expect(clippy::cast_precision_loss, reason = "it is rounded for people")]
fn minutes(hundredths: u64) -> String {
    format!("{:.2}", hundredths as f64 / 6_000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crates_are_added_up_and_the_light_ones_are_others() {
        let notes = "server\tengine\t600\ntasks\tengine\t300\nserver\tapp\t1200\n\
            tasks\tclap\t60\ntasks\tsyn\t30\nserver\tsyn\t10\n";
        let notes = cpu::notes(notes).unwrap();
        let notes: Vec<&Note> = notes.iter().collect();
        let rows = crates(&notes, 2);
        let expected = [
            ("app", [0, 1200]),
            ("engine", [300, 600]),
            ("2 others", [90, 10]),
        ];
        assert_eq!(rows, expected.map(|(name, parts)| (name.to_owned(), parts)));
        assert_eq!(minutes(900), "0.15");
    }

    #[test]
    fn the_page_that_is_changed_can_be() {
        let folder = tempfile::tempdir().unwrap();
        copy(&place::root(), folder.path()).unwrap();
        assert!(!folder.path().join("target").exists());
        change(folder.path()).unwrap();
        let text = |root: &Path| fs::read_to_string(root.join(PAGE.0)).unwrap();
        assert_ne!(text(&place::root()), text(folder.path()));
    }
}
