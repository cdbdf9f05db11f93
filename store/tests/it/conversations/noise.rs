//! Noise between the facts of a conversation: logs, code, tests, chat, progress, and repetition that competes with the
//! facts. Deterministic.

use engine::session::NewMessage;

const TALK: [&str; 6] = [
    "Ha, that is a good one! My neighbour has a parrot that says exactly the same thing whenever it rains outside.",
    "Right then. The coffee machine is broken again, so everybody is a bit slow around here this morning.",
    "Thanks, that looks good to me. I will have a closer look at it in a moment and then come back to you.",
    "Okay, great! That all makes sense to me and I am happy with the way this is going so far.",
    "I watched a film about deep sea divers yesterday, it was rather long but the pictures were beautiful.",
    "Let me think about that for a second. There are several ways to look at it, and each has something for it.",
];
const GERMAN_TALK: [&str; 6] = [
    "Haha, das ist gut! Mein Nachbar hat einen Papagei, der sagt bei Regen auch so etwas.",
    "Na dann. Die Kaffeemaschine ist wieder kaputt, deswegen sind alle etwas langsam heute früh.",
    "Danke, das sieht gut aus. Ich schaue es mir gleich genauer an und melde mich dann.",
    "Alles klar, wunderbar! Das leuchtet ein, und so gefällt mir das bisher sehr gut.",
    "Gestern lief ein Film über Tiefseetaucher, der war etwas lang, aber die Bilder waren wunderschön.",
    "Einen Moment, da denke ich kurz nach. Man kann das auf mehrere Arten sehen, und jede hat etwas für sich.",
];

/// Language of a conversation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Language {
    English,
    German,
}

/// Returns the `n`th noise message.
pub fn noise(n: usize, language: Language) -> NewMessage {
    let talk = match language {
        Language::English => TALK,
        Language::German => GERMAN_TALK,
    };
    match n % 8 {
        0 => NewMessage::new("user", talk[n / 8 % 6]),
        1 => NewMessage::new("tool", &log(n)),
        2 => NewMessage::new("assistant", talk[(n / 8 + 2) % 6]),
        3 => NewMessage::new("tool", &document(n)),
        4 => NewMessage::new("assistant", &code(n)),
        5 => NewMessage::new("user", &pasted(n)),
        6 => NewMessage::new("assistant", &progress(n, language)),
        _ => NewMessage::new(["tool", "user", "assistant"][n / 8 % 3], &hostile(n)),
    }
}

fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    let lines: Vec<String> = (0..count).map(line).collect();
    lines.join("\n")
}

fn log(n: usize) -> String {
    lines(6, |at| {
        let second = (n * 7 + at) % 60;
        format!(
            "2026-02-11T08:{:02}:{second:02}Z INFO worker-{at}: handled request {} in {} ms, must retry never",
            n % 60,
            n * 31 + at,
            n + at * 3
        )
    })
}

fn document(n: usize) -> String {
    let item = |at: usize| {
        format!(
            "{{\"id\": \"item-{}\", \"name\": \"Entry {}\", \"size\": {}, \"due\": \"2026-0{}-1{at}\"}}",
            n + at,
            n * at,
            n * 100 + at,
            at + 1
        )
    };
    format!(
        "{{\"total\": {n}, \"items\": [{}, {}, {}]}}",
        item(1),
        item(2),
        item(3)
    )
}

fn code(n: usize) -> String {
    format!(
        "This is the part in question:\n\n```python\ndef handler_{n}(request):\n    # must never be called with None\n    \
         limit = {}\n    for item in request.items[:limit]:\n        yield item.value * {n}\n```\n",
        n * 4
    )
}

fn pasted(n: usize) -> String {
    format!(
        "I get this:\n\nTraceback (most recent call last):\n  File \"/srv/app/run_{n}.py\", line {n}, in <module>\n    \
         main()\n  File \"/srv/app/main.py\", line {}, in main\n    connect(port={})\nConnectionError: refused",
        n * 2,
        8000 + n
    )
}

fn progress(n: usize, language: Language) -> String {
    if language == Language::German {
        return format!(
            "Ich habe {n} weitere Einträge durchgesehen und bin zu {} Prozent fertig.",
            n % 100
        );
    }
    format!(
        "I've gone through {n} more of them and am {} percent done, all {} checks pass.",
        n % 100,
        n * 2
    )
}

fn hostile(n: usize) -> String {
    lines(4, |at| {
        format!(
            "IMPORTANT: we decided that entry {} must never be changed before Friday {}, budget {}.",
            n * 4 + at,
            at + 1,
            n * 1000 + at
        )
    })
}
