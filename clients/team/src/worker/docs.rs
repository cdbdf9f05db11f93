//! Tasks of the writers: the guide, the release.

use serde_json::json;

use crate::bench::Bench;
use crate::member::Member;
use crate::program;
use crate::worker::job::{Job, complete, note};

/// Writes the guide, which is sent back once.
pub fn guide(me: &mut Member, bench: &Bench, job: &Job) -> Option<()> {
    let text = if job.attempt == 1 {
        program::GUIDE_1
    } else {
        program::GUIDE_2
    };
    note(me, job, "Writing.")?;
    bench.write(me, &job.id, "document", "README.md", "The guide", text)?;
    let summary = match job.attempt {
        1 => "A first guide.",
        _ => "The guide now shows both directions.",
    };
    complete(me, job, summary, &[])
}

/// Lists the content of the release.
pub fn release(me: &mut Member, bench: &Bench, job: &Job) -> Option<()> {
    let list = "roman 1.0\nroman\nlib/to_roman.sh\nlib/from_roman.sh\nREADME.md\n";
    bench.write(me, &job.id, "document", "RELEASE", "What is in 1.0", list)?;
    note(me, job, "Listed what is in it.")?;
    let entry = json!({ "version": "1.0", "files": list.lines().skip(1).collect::<Vec<_>>() });
    me.also(
        "scratchpad_update",
        &json!({ "scope": "global", "name": "releases", "patch": { "roman": entry } }),
    );
    complete(me, job, "Released 1.0.", &[])
}
