//! Text that a person wrote before the first dream: no dream drops a line of it unless a pointer leads to it.

use engine::crystal::Lifecycle;
use engine::crystal::ops::memory_search::MemorySearch;
use engine::mind::budget::Budget;
use engine::mind::document::Document;
use engine::mind::ops::mind_seed::MindSeed;
use engine::mind::ops::note_write::NoteWrite;
use kernel::Time;
use kernel::ports::tokens::Tokens as _;
use serde_json::json;
use tools::BpeTokens;

use crate::minds::harness::{World, mara, worker};
use crate::minds::script::begin;

const BEGIN: Time = Time(1_800_259_200_000);
const HOUR: i64 = 3_600_000;

/// Subjects of a person's notes.
const THINGS: [&str; 20] = [
    "Dentist",
    "Tax invoices",
    "Wifi",
    "Boat insurance",
    "Piano tuner",
    "Greenhouse",
    "Printer",
    "Passport",
    "Espresso machine",
    "Bicycle",
    "Chimney sweep",
    "Allergies",
    "Landlord",
    "Beehives",
    "Telescope",
    "Car tyres",
    "Choir",
    "Solar panels",
    "Library card",
    "Sourdough",
];
const SAYS: [&str; 12] = [
    "Dr. Kim, Tuesdays after four",
    "in the blue folder on the shelf",
    "the password is on the fridge",
    "renew it in March with Hansa",
    "comes twice a year, call Olsen",
    "water it every second day",
    "paper jams unless the tray is half full",
    "expires in 2029, copy in the safe",
    "descale it monthly with citric acid",
    "the key is under the third pot",
    "pays by the twentieth of each month",
    "ask Ingrid before lending it",
];

/// Returns `lines` lines under headings, each on its own subject.
fn written(lines: usize) -> Vec<String> {
    (0..lines)
        .map(|n| {
            let (thing, says) = (
                THINGS[n % THINGS.len()],
                SAYS[(n * 7 + n / 20) % SAYS.len()],
            );
            let more = SAYS[(n * 5 + 3) % SAYS.len()];
            let says = format!("{says}; {more}; noted in the week {n} of the old calendar");
            match n / THINGS.len() {
                0 => format!("- {thing}: {says}"),
                more => format!("- {thing} of {}: {says}", NAMES[more % NAMES.len()]),
            }
        })
        .collect()
}

const NAMES: [&str; 11] = [
    "Aunt Berta",
    "Carlos",
    "the Dunns",
    "Edith",
    "Farouk",
    "Grandma",
    "Hiroshi",
    "Irina",
    "Jonas",
    "Katya",
    "Lars",
];

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the text of a list item.
fn said(line: &str) -> String {
    squeezed(line.trim_start_matches(['-', ' ']))
}

/// Returns the lines that are neither in the document nor found by one of its pointers.
async fn lost(world: &World, lines: &[String]) -> Vec<String> {
    let mind = world.mind("dev-ada").await;
    let text = squeezed(mind.text());
    let mut found = String::new();
    for pointer in &mind.pointers {
        assert!(mind.text().contains(&pointer.line()), "{}", pointer.line());
        let search = json!({"query": pointer.keywords, "limit": 5});
        let hits = world
            .ok::<MemorySearch>(&worker("dev-ada"), search)
            .await
            .items;
        for hit in hits {
            found.push_str(&squeezed(&hit.memory.text));
            found.push('\n');
        }
    }
    let is_lost = |line: &&String| {
        let says = said(line);
        !text.contains(&says) && !found.contains(&says)
    };
    lines.iter().filter(is_lost).cloned().collect()
}

async fn seeded(lines: &[String]) -> World {
    let world = World::new(BEGIN).await;
    begin(&world).await;
    let parts: Vec<String> = lines
        .chunks(25)
        .enumerate()
        .map(|(n, part)| format!("## Part {n}\n\n{}", part.join("\n")))
        .collect();
    let seed =
        json!({"agent": "dev-ada", "markdown": format!("# Memory\n\n{}\n", parts.join("\n\n"))});
    world.ok::<MindSeed>(&mara(), seed).await;
    world
}

#[tokio::test]
async fn no_line_of_a_persons_text_is_lost_whatever_is_dreamt() {
    for (lines, dreams) in [(20, 4), (60, 12), (200, 12)] {
        let lines = written(lines);
        let world = seeded(&lines).await;
        let mut was_led = false;
        for n in 0..dreams {
            world.pass(HOUR).await;
            for m in 0..6 {
                let note = json!({"note": format!("{} of the {} moved to {}", SAYS[(n + m * 5) % SAYS.len()], THINGS[(n * 3 + m) % THINGS.len()], NAMES[(n * 2 + m) % NAMES.len()])});
                world.ok::<NoteWrite>(&worker("dev-ada"), note).await;
            }
            world.dream_now("dev-ada").await;
            let lost = lost(&world, &lines).await;
            let mind = world.mind("dev-ada").await;
            assert!(
                lost.is_empty(),
                "{} lines, dream {n}: {} are lost, such as {:?} with {:#?}",
                lines.len(),
                lost.len(),
                lost.first(),
                mind.pointers
            );
            let text = squeezed(mind.text());
            let out = lines.iter().any(|line| !text.contains(&said(line)));
            was_led |= out;
            // Nothing is dropped while there is room for it.
            let used = Document::read(mind.text());
            let used = Document {
                before: String::new(),
                ..used
            }
            .to_string();
            let budget = Budget::default();
            let tokens = BpeTokens::new().count(&used);
            assert!(
                !out || tokens * 10 >= budget.tokens * 8
                    || used.chars().count() * 10 >= budget.chars * 8,
                "{} lines, dream {n}: {tokens} tokens, {} characters",
                lines.len(),
                used.chars().count()
            );
            let dream = mind.dreams.back().unwrap();
            assert!(dream.number.is_some(), "{dream:?}");
        }
        assert_eq!(was_led, lines.len() > 20, "{} lines", lines.len());
    }
}

#[tokio::test]
async fn what_is_seeded_is_consolidated_though_nobody_recalled_it() {
    let world = seeded(&written(20)).await;
    let ada = worker("dev-ada");
    let wish = json!({"query": "dentist", "filters": {"lifecycle": ["consolidated"]}});
    for recalls in 0..3 {
        let found = world.ok::<MemorySearch>(&ada, wish.clone()).await.items;
        let memory = &found.first().expect("it is found as such").memory;
        assert_eq!(
            (memory.access_count, memory.lifecycle),
            (recalls, Some(Lifecycle::Consolidated))
        );
        world.hub.write_receipts().await;
    }
}
