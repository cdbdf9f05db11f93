//! Another week: a town's archive that scans and describes old letters. Three agents write long and short notes in
//! three languages, with lists, tables, code and addresses, change their minds, and log their work all day. Their
//! questions were written before any dream was viewed.

use kernel::Time;
use serde_json::json;

use crate::minds::harness::{World, mara};
use crate::minds::questions::Asked;
use crate::minds::script::Fate::{Done, Open};
use crate::minds::script::{HOUR, Task, create, decide, note, work};
use crate::minds::week::judged;
use engine::workspace::ops::agent_register::AgentRegister;

/// A Monday at 8:00.
const MONDAY: Time = Time(1_800_259_200_000);

const QUESTIONS: [(&str, [Asked; 12]); 3] = [
    (
        "scan-lin",
        [
            (
                "At which resolution are letters before 1800 scanned, and why?",
                &["600 dpi", "ausfranst"],
            ),
            (
                "Which scanner must not take thick volumes, and why?",
                &["scanner 2", "blatt 40"],
            ),
            (
                "What is the glass cleaned with, and what not?",
                &["isopropanol", "glasrein"],
            ),
            (
                "How is a batch renamed, and not before what?",
                &["mv \"$f\"", "checksum.txt"],
            ),
            (
                "Which colour profile do we use, and where is it?",
                &["ecirgb v2", "profiles.example.org"],
            ),
            (
                "Which format have copies for the reading room now, and why?",
                &["jpeg2000 statt tiff", "platte ist voll"],
            ),
            ("Where did I stop?", &["blatt 212"]),
            (
                "Where is the map that was between 198 and 199?",
                &["198 und 199", "restaurierung"],
            ),
            (
                "What do I not know about the scanner?",
                &["kalibrierung", "stromausfall"],
            ),
            ("What is due, and when?", &["donnerstag 12 uhr", "bis /16"]),
            (
                "Who checks my batches, and how do I reach her?",
                &["checks my batches", "4417"],
            ),
            ("How does moiré go away?", &["15 grad"]),
        ],
    ),
    (
        "katalog-jo",
        [
            (
                "What about names of the living?",
                &["living persons", "blacked out"],
            ),
            (
                "What does the director want to see before anything is published?",
                &["first ten herself"],
            ),
            ("In which field does the date go?", &["264$c"]),
            (
                "Who describes the French letters, and when is he there?",
                &["delacroix", "mercredi"],
            ),
            (
                "How are signatures written, and why?",
                &["underscores", "break the import"],
            ),
            ("Why did the import stop?", &["record 388", "17xx"]),
            ("What do I have to ask Lin?", &["own record"]),
            ("How far is the name index?", &["a to k"]),
            (
                "What did the vendor promise, and where is the ticket?",
                &["88213", "3 march"],
            ),
            ("When should I read Kurrent?", &["kurrent in the morning"]),
            ("What confuses visitors?", &["bestand"]),
            ("Who alone may merge GND entries?", &["verbundzentrale"]),
        ],
    ),
    (
        "kurator",
        [
            ("What do the boxes cost?", &["1,240"]),
            (
                "When does the exhibition open, and when do lenders need reports?",
                &["14 may", "four weeks before"],
            ),
            ("What climate has the depot?", &["\"rh\": 48", "18.5"]),
            ("What about Basel?", &["basel", "nicht unterschrieben"]),
            (
                "Glass or acrylic in room 3, and why?",
                &["back to glass in room 3", "400 kg"],
            ),
            ("What was it before?", &["acrylic"]),
            ("How do I reach the director?", &["phone over mail"]),
            ("What does the sponsor want?", &["page 2"]),
            ("What is the next step with Basel?", &["dr. meili"]),
            (
                "What do I not know about the loans?",
                &["insures the loans"],
            ),
            (
                "Which letters are shown, and why?",
                &["24 letters to anna", "envelopes"],
            ),
            ("How many children may come at once?", &["12 kinder"]),
        ],
    ),
];

/// Notes of a day: agent, importance, text.
type Day = &'static [(&'static str, f64, &'static str)];

const DAYS: [Day; 5] = [
    &[
        (
            "scan-lin",
            0.7,
            "Frau Okafor möchte, dass Briefe vor 1800 nur mit 600 dpi gescannt werden, weil die Tinte sonst ausfranst.",
        ),
        (
            "scan-lin",
            0.8,
            "Scanner 2 zieht ab Blatt 40 schief ein, erst nach zehn Minuten Pause geht es wieder. Nicht für Bände über 300 Blatt verwenden!",
        ),
        (
            "scan-lin",
            0.7,
            "Checklist before a batch:\n- white balance card\n- glass cleaned with isopropanol, never with Glasrein\n- folder name = signature with underscores, e.g. `B_1743_002`\n- first image is the ruler",
        ),
        (
            "katalog-jo",
            0.7,
            "Long meeting with the reading room today. Most of it was about the new chairs, the noise of the heating and the question who waters the plants in August, which nobody wanted to answer. Then there was a list of broken lamps. In the end the director said that names of living persons must be blacked out in anything that goes online, without exception, and that she wants to see the first ten herself before anything is published.",
        ),
        (
            "katalog-jo",
            0.7,
            "Signature scheme: use hyphens in all signatures, B-1743-002",
        ),
        (
            "katalog-jo",
            0.6,
            "Mapping of fields:\n| field | is |\n|---|---|\n| `245$a` | title |\n| `245$b` | subtitle |\n| `264$c` | date as [1743] |\n| `700` | persons with GND id |",
        ),
        (
            "kurator",
            0.7,
            "| item | EUR |\n|---|---|\n| boxes | 1,240 |\n| glass | 310 |\n| transport | 4,900 |",
        ),
        (
            "kurator",
            0.9,
            "Exhibition opens 14 May; lenders need the condition reports four weeks before",
        ),
        (
            "kurator",
            0.6,
            "Set points of the depot: {\"room\": \"2.14\", \"climate\": {\"rh\": 48, \"t\": 18.5}}",
        ),
    ],
    &[
        (
            "scan-lin",
            0.6,
            "To rename a batch:\n```sh\nfor f in *.tif; do mv \"$f\" \"B_1743_$f\"; done\n```\nOnly after checksum.txt is written.",
        ),
        (
            "scan-lin",
            0.6,
            "The colour profile we use is at https://profiles.example.org/ecirgb_v2.icc (eciRGB v2), not sRGB",
        ),
        (
            "scan-lin",
            0.8,
            "Wir haben entschieden: TIFF statt JPEG2000 für die Lesesaalkopien, weil der Betrachter im Lesesaal kein JP2 kann.",
        ),
        (
            "katalog-jo",
            0.8,
            "Correction: signatures are written with underscores, B_1743_002, as the scanner's folders are; hyphens break the import",
        ),
        (
            "katalog-jo",
            0.6,
            "Les lettres en français sont décrites par M. Delacroix, il vient le mercredi après-midi",
        ),
        (
            "kurator",
            0.8,
            "We go with acrylic instead of glass in room 3, since the floor carries only 250 kg per square metre",
        ),
        (
            "kurator",
            0.7,
            "Frau Okafor (director) prefers phone over mail, mornings only",
        ),
    ],
    &[
        (
            "scan-lin",
            0.7,
            "Jo checks my batches, she answers fastest on the phone, extension 4417",
        ),
        (
            "scan-lin",
            0.6,
            "Warum verliert der Scanner die Kalibrierung nach jedem Stromausfall?",
        ),
        (
            "katalog-jo",
            0.8,
            "Import of 412 records failed at record 388: the date '17??' is not valid EDTF, write 17XX",
        ),
        (
            "katalog-jo",
            0.7,
            "The vendor's support: ticket #88213, https://support.example.com/t/88213, they promised a patch for the sorting of umlauts by 3 March",
        ),
        (
            "katalog-jo",
            0.5,
            "I am slow with old German handwriting after 4 pm; do Kurrent in the morning",
        ),
        (
            "kurator",
            0.9,
            "ACHTUNG: Leihvertrag mit Basel ist NICHT unterschrieben, keine Transporte!",
        ),
        (
            "kurator",
            0.7,
            "👍 sponsor Brandt agreed to pay the catalogue if the logo is on page 2, not on the cover",
        ),
    ],
    &[
        (
            "scan-lin",
            0.8,
            "Seit heute doch JPEG2000 statt TIFF für die Lesesaalkopien: der neue Betrachter kann es, und die Platte ist voll.",
        ),
        (
            "scan-lin",
            0.7,
            "Endlich: der Moiré-Effekt verschwindet mit um 15 Grad gedrehter Vorlage",
        ),
        (
            "katalog-jo",
            0.7,
            "Visitors say the search page is confusing because 'Bestand' means nothing to them",
        ),
        (
            "katalog-jo",
            0.9,
            "Never merge two GND entries yourself; only the Verbundzentrale may.",
        ),
        (
            "kurator",
            0.8,
            "Back to glass in room 3: the engineer measured 400 kg per square metre, and acrylic scratches",
        ),
        ("kurator", 0.6, "Who insures the loans on their way back?"),
        (
            "kurator",
            0.5,
            "Kinderführung: höchstens 12 Kinder auf einmal, Taschen in die Garderobe",
        ),
    ],
    &[
        (
            "scan-lin",
            0.9,
            "Band 1743/17 ist halb fertig, weiter ab Blatt 212; die Karte zwischen 198 und 199 ist herausgelöst und liegt bei der Restaurierung",
        ),
        (
            "scan-lin",
            0.8,
            "Abgabe an den Katalog bis Donnerstag 12 Uhr: Signaturen B 1743/1 bis /16",
        ),
        (
            "katalog-jo",
            0.7,
            "TODO: ask Lin whether the map in 1743/17 gets its own record",
        ),
        (
            "katalog-jo",
            0.8,
            "Halfway through the name index: A to K are done, next is L",
        ),
        (
            "kurator",
            0.8,
            "Waiting for Basel: the third reminder went out on Tuesday, next step is to call Dr. Meili",
        ),
    ],
];

/// Returns an agent's log entry for an hour.
fn logged(who: &str, day: usize, hour: usize) -> String {
    let n = day * 8 + hour;
    match who {
        "scan-lin" => format!(
            "B 1743/{}: Blatt {} bis {} gescannt, {} Bilder, keine Ausfälle",
            n % 16 + 1,
            n * 20,
            n * 20 + 19,
            n * 3 + 20
        ),
        "katalog-jo" => format!(
            "Described letters {} to {} of B 1743/{}, {} new persons",
            n * 12,
            n * 12 + 11,
            n % 16 + 1,
            n % 5
        ),
        _ => format!(
            "Mail number {n}: answered visitors' questions about opening hours and group {}",
            n % 7
        ),
    }
}

fn tasks() -> Vec<Task> {
    vec![
        (
            "Choose the letters",
            "Plan",
            "scan-lin",
            Done,
            "24 letters are chosen and measured.",
        ),
        (
            "Write the labels",
            "Texts",
            "katalog-jo",
            Done,
            "Labels in three languages, 60 words each.",
        ),
        (
            "Scan the envelopes",
            "Images",
            "scan-lin",
            Open("9 of 24 envelopes are scanned."),
            "",
        ),
    ]
}

async fn week(world: &World) {
    for (name, role) in [
        ("orch", "orchestrator"),
        ("scan-lin", "worker"),
        ("katalog-jo", "worker"),
        ("kurator", "worker"),
    ] {
        let op = json!({ "name": name, "role": role });
        world.ok::<AgentRegister>(&mara(), op).await;
    }
    let tasks = tasks();
    let exhibition = create(
        world,
        "Exhibition of letters",
        "Visitors read letters.",
        "No original under more than 50 lux",
        &tasks,
    )
    .await;
    let why = [
        "Which letters are shown",
        "the 24 letters to Anna",
        "they have their envelopes",
    ];
    decide(world, "kurator", exhibition, why, &[]).await;
    for (day, notes) in DAYS.iter().enumerate() {
        for hour in 0..8 {
            for who in ["scan-lin", "katalog-jo", "kurator"] {
                note(world, who, 0.4, &logged(who, day, hour)).await;
                let own: Vec<_> = notes.iter().filter(|(name, ..)| *name == who).collect();
                if let Some((_, importance, words)) = own.get(hour) {
                    note(world, who, *importance, words).await;
                }
            }
            world.pass(HOUR).await;
        }
        if let Some(task) = tasks.get(day) {
            work(world, exhibition, day, task).await;
        }
        world.pass(15 * HOUR).await;
    }
    for agent in ["scan-lin", "katalog-jo", "kurator"] {
        world.dream_now(agent).await;
    }
}

#[tokio::test]
async fn after_a_week_of_another_kind_each_mind_answers_too() {
    let world = World::new(MONDAY).await;
    week(&world).await;
    judged(&world, &QUESTIONS).await;
}
