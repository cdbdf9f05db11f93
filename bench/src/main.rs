//! Benchmarks: one table of Loci's performance compared with the machine's baselines, measured in the same run. No
//! figure is asserted: other load on a machine moves absolute times, and the table is for people.
//!
//! `cargo xtask bench` runs it; `cargo xtask bench -- claims start` runs the rows whose names match. With `eval` and
//! files it measures recall quality instead, with `tokens` the token cost of a worker. It measures the binary in the
//! same folder. It is a crate of its own, so that a measurement rebuilds nothing.

mod baseline;
mod contexts;
mod eval;
mod growth;
mod large;
mod line;
mod many;
mod memory;
mod minds;
mod mixed;
mod nodes;
mod pages;
mod price;
mod search;
mod server;
mod sessions;
mod start;
mod writes;

/// Any error ends the run.
pub type Done<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// One line of the table.
pub struct Row {
    what: &'static str,
    ours: String,
    baseline: String,
    figure: f64,
    goal: &'static str,
    met: bool,
}

impl Row {
    /// Creates a ratio that should be at least `goal`.
    #[must_use]
    pub fn at_least(
        what: &'static str,
        ours: f64,
        baseline: f64,
        goal: f64,
        says: &'static str,
    ) -> Self {
        let figure = ours / baseline;
        let (ours, baseline) = (group(ours), group(baseline));
        Self {
            what,
            ours,
            baseline,
            figure,
            goal: says,
            met: figure >= goal,
        }
    }

    /// Creates a ratio that should be at most `goal`.
    #[must_use]
    pub fn at_most(
        what: &'static str,
        ours: f64,
        baseline: f64,
        goal: f64,
        says: &'static str,
    ) -> Self {
        let row = Self::at_least(what, ours, baseline, 0.0, says);
        Self {
            met: row.figure <= goal,
            ..row
        }
    }

    /// Creates an absolute figure that should be at most `goal`.
    #[must_use]
    pub fn figure(what: &'static str, figure: f64, goal: f64, says: &'static str) -> Self {
        let dash = || String::from("–");
        Self {
            what,
            ours: dash(),
            baseline: dash(),
            figure,
            goal: says,
            met: figure <= goal,
        }
    }
}

fn group(number: f64) -> String {
    if number < 100.0 {
        format!("{number:.2}")
    } else {
        format!("{number:.0}")
    }
}

type Bench = fn() -> Done<Vec<Row>>;

const BENCHES: [(&str, Bench); 14] = [
    ("writes", writes::run),
    ("contexts", contexts::run),
    ("pages", pages::run),
    ("claims", writes::claims),
    ("start", start::run),
    ("memory", memory::run),
    ("sessions", sessions::run),
    ("search", search::run),
    ("minds", minds::run),
    ("growth", growth::run),
    ("mixed", mixed::run),
    ("many", many::run),
    ("nodes", nodes::run),
    (LARGE, large::run),
];
/// Runs only if it is named: it takes most of an hour and 30 GB of disk space.
const LARGE: &str = "large";

fn load() -> String {
    std::fs::read_to_string("/proc/loadavg")
        .unwrap_or_default()
        .trim()
        .to_owned()
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let other = match arguments.split_first() {
        Some((first, rest)) if first == "eval" => Some(eval::run(rest)),
        Some((first, _)) if first == "tokens" => Some(price::run()),
        _ => None,
    };
    if let Some(done) = other {
        if let Err(error) = done {
            eprintln!("{error}");
            std::process::exit(1);
        }
        return;
    }
    let wanted: Vec<&String> = (arguments.iter())
        .filter(|argument| !argument.starts_with('-'))
        .collect();
    println!("load before: {}", load());
    println!(
        "{:<62} {:>12} {:>12} {:>9}  goal",
        "what", "ours", "baseline", "figure"
    );
    let mut failed = false;
    for (name, bench) in BENCHES {
        let is_wanted = match wanted.as_slice() {
            [] => name != LARGE,
            wanted => wanted.iter().any(|wanted| name.contains(wanted.as_str())),
        };
        if !is_wanted {
            continue;
        }
        match bench() {
            Ok(rows) => {
                for row in rows {
                    let mark = if row.met { "" } else { "  missed" };
                    println!(
                        "{:<62} {:>12} {:>12} {:>9.3}  {}{mark}",
                        row.what, row.ours, row.baseline, row.figure, row.goal
                    );
                }
            }
            Err(error) => {
                failed = true;
                println!("{name}: could not be measured: {error}");
            }
        }
    }
    println!("load after: {}", load());
    if failed {
        std::process::exit(1);
    }
}
