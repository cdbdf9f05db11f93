//! Work on `slug`: four tasks, with a test that failed, a guide that was sent back and a decision that was changed. The
//! same members do it in the same way as later, without waiting for anybody.

use serde_json::{Value, json};

use super::texts;
use crate::bench::Bench;
use crate::crew::Crew;
use crate::member::Member;

/// Members that take part.
struct Cast {
    orch: Member,
    ada: Member,
    tam: Member,
    wren: Member,
    noor: Member,
}

/// Does all tasks, and returns the workflow; an error ends the work.
pub fn make(crew: &Crew, bench: &Bench, cores: &[String]) -> Option<String> {
    let mut cast = Cast {
        orch: crew.member("orch", "slug"),
        ada: crew.member("dev-ada", "slug"),
        tam: crew.member("dev-tam", "slug"),
        wren: crew.member("docs-wren", "slug"),
        noor: crew.member("qa-noor", "slug"),
    };
    let made = cast.orch.also("workflow_create", &plan(cores))?;
    let workflow = made["workflow"].as_str()?.to_owned();
    for member in [
        &mut cast.orch,
        &mut cast.ada,
        &mut cast.tam,
        &mut cast.wren,
        &mut cast.noor,
    ] {
        member.workflow.clone_from(&workflow);
    }
    decide(&mut cast)?;
    write(&mut cast, bench)?;
    explain(&mut cast, bench)?;
    let lease = claim(&mut cast.wren, "T4")?;
    let about = "What is in 1.0";
    bench.write(
        &mut cast.wren,
        "T4",
        "document",
        "RELEASE",
        about,
        texts::RELEASE,
    )?;
    hand_in(&mut cast.wren, "T4", &lease, "Released 1.0.")?;
    let reason = json!({ "reason": "Released, with a guide and four tests." });
    cast.orch.must("workflow_complete", reason)?;
    Some(workflow)
}

fn plan(cores: &[String]) -> Value {
    let mut plan = json!({
        "name": "slug, titles to file names",
        "goal": "Write `slug`: a command that turns a title into a file name.",
        "constraints": ["POSIX shell, nothing to install", "Every part has a test"],
        "tasks": [
            { "key": "range", "title": "Decide what a file name may contain", "group": "Design",
              "estimate_minutes": 10, "acceptance": ["The decision is recorded with its reason"] },
            { "key": "slug", "title": "Titles to file names", "group": "Core", "depends_on": ["range"],
              "estimate_minutes": 20, "paths": ["slug.sh"], "retries": 2,
              "acceptance": ["`Notes  for May` is notes-for-may"] },
            { "key": "guide", "title": "A guide to slug", "group": "Docs", "depends_on": ["range"],
              "estimate_minutes": 10, "needs_review": true, "acceptance": ["Shows an example"] },
            { "key": "release", "title": "Release slug 1.0", "group": "Release",
              "depends_on": ["slug", "guide"], "estimate_minutes": 5,
              "acceptance": ["A list of what is in it"] },
        ],
    });
    if !cores.is_empty() {
        plan["memory_core_refs"] = json!(cores);
    }
    plan
}

fn claim(me: &mut Member, task: &str) -> Option<String> {
    let claimed = me.must("task_claim", json!({ "task": task }))?;
    let lease = claimed["lease"]["id"].as_str().map(str::to_owned);
    let usage = json!({
        "task": task, "window": 200_000, "window_used": 31_000, "tokens_in": 4_100, "tokens_out": 620,
        "cost": 0.017,
    });
    me.must("usage_report", usage)?;
    lease
}

fn hand_in(me: &mut Member, task: &str, lease: &str, summary: &str) -> Option<()> {
    let done = json!({ "task": task, "lease": lease, "summary": summary });
    me.must("task_complete", done).map(|_| ())
}

fn decide(cast: &mut Cast) -> Option<()> {
    let lease = claim(&mut cast.ada, "T1")?;
    cast.ada.must(
        "discovery_record",
        json!({
            "type": "constraint",
            "content": "tr works on bytes: letters with accents come out as two broken signs.",
        }),
    )?;
    let decided = cast.ada.must(
        "decision_record",
        json!({
            "question": "What becomes of letters that are not ASCII?",
            "choice": "A hyphen, like any other sign",
            "alternatives": ["Refuse the title", "A table of letters without their accents"],
            "rationale": "It needs no table and never fails.",
        }),
    )?;
    hand_in(
        &mut cast.ada,
        "T1",
        &lease,
        "Decided: letters, digits and single hyphens.",
    )?;
    let said = cast.orch.must(
        "nudge_send",
        json!({
            "target": "dev-ada",
            "message": "Mara has titles with accents. Do not drop letters unseen: refuse such a title.",
        }),
    )?;
    cast.ada.must(
        "decision_supersede",
        json!({
            "decision": decided["decision"]["id"],
            "choice": "Refuse the title with an error",
            "alternatives": ["A hyphen, like any other sign"],
            "rationale": "Two titles could become the same file name, and nobody would see that a letter is missing.",
        }),
    )?;
    let nudge = &said["nudge"]["id"];
    cast.ada.must(
        "nudge_acknowledge",
        json!({ "nudge": nudge, "acted": true, "note": "Recorded in place of the first decision." }),
    )?;
    Some(())
}

fn write(cast: &mut Cast, bench: &Bench) -> Option<()> {
    let me = &mut cast.tam;
    let about = "Titles to file names";
    let lease = claim(me, "T2")?;
    bench.write(
        me,
        "T2",
        "test",
        "tests/slug.sh",
        "Tests of slug",
        texts::TEST,
    )?;
    bench.write(me, "T2", "code", "slug.sh", about, texts::SLUG_1)?;
    let mut lease = lease;
    if let Err(error) = bench.run("tests/slug.sh") {
        me.must(
            "task_fail",
            json!({ "task": "T2", "lease": lease, "error": error }),
        )?;
        lease = claim(me, "T2")?;
        bench.write(me, "T2", "code", "slug.sh", about, texts::SLUG_2)?;
    }
    let said = bench.run("tests/slug.sh").unwrap_or_else(|error| error);
    me.must(
        "discovery_record",
        json!({
            "type": "insight", "affects_tasks": ["T2"],
            "content": "One sed expression makes one hyphen of all that stands between two words; tr alone cannot.",
        }),
    )?;
    hand_in(me, "T2", &lease, &format!("Done. {said}."))
}

fn explain(cast: &mut Cast, bench: &Bench) -> Option<()> {
    let me = &mut cast.wren;
    let lease = claim(me, "T3")?;
    bench.write(
        me,
        "T3",
        "document",
        "README.md",
        "The guide",
        texts::GUIDE_1,
    )?;
    hand_in(me, "T3", &lease, "A first guide.")?;
    cast.noor.must(
        "task_review",
        json!({
            "task": "T3", "status": "needs_rework",
            "comments": "Show an example, as the acceptance asks.",
        }),
    )?;
    let lease = claim(me, "T3")?;
    bench.write(
        me,
        "T3",
        "document",
        "README.md",
        "The guide",
        texts::GUIDE_2,
    )?;
    hand_in(me, "T3", &lease, "The guide shows an example now.")?;
    let fine = json!({ "task": "T3", "status": "approved", "comments": "Clear now." });
    cast.noor.must("task_review", fine).map(|_| ())
}
