//! Laws of the built-in writer for every conversation: limits, determinism, linear growth.

use engine::summary::{Request, WriterError, extractive};
use kernel::ports::tokens::{Encoding, Tokens};
use proptest::prelude::*;

use crate::shared::cpu::worked;
use crate::summary::harness::{Words, line, request};

/// Generates content: sentences, lists, other scripts, and noise.
fn content() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        "[a-z]{1,9}",
        "[A-Z][a-z]{2,6}",
        "[0-9]{1,4}",
        Just("decided".into())
    ];
    let sentence = (prop::collection::vec(word, 1..14), "[.!?…]{0,2}")
        .prop_map(|(words, end)| words.join(" ") + &end);
    prop_oneof![
        6 => prop::collection::vec(sentence, 1..6).prop_map(|sentences| sentences.join(" ")),
        1 => "\\PC{0,80}",
        1 => "[はいえ。！a-z \\n]{0,60}",
    ]
}

fn requests() -> impl Strategy<Value = Request> {
    let role = prop_oneof![
        Just("user"),
        Just("assistant"),
        Just("tool"),
        Just("critic")
    ];
    let messages = prop::collection::vec((role, content()), 0..20);
    (content(), messages, 8_u32..200).prop_map(|(previous, messages, budget)| {
        let messages = messages.iter().map(|(role, said)| (*role, said.as_str()));
        request(&previous, &messages.collect::<Vec<_>>(), budget)
    })
}

/// Returns a text in lower case without white space and speaker names, for comparison.
fn bare(text: &str) -> String {
    text.split_whitespace().collect::<String>().to_lowercase()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn the_built_in_writer_keeps_its_laws(request in requests()) {
        let first = extractive(&request, &Words);
        prop_assert_eq!(&first, &extractive(&request, &Words), "the same again");
        let source: Vec<&str> = [request.previous.as_str()]
            .into_iter()
            .chain(request.messages.iter().map(|message| message.content.as_str()))
            .collect();
        if source.iter().all(|text| text.trim().is_empty()) {
            prop_assert_eq!(first, Err(WriterError::Empty));
            return Ok(());
        }
        let text = first.unwrap().text;
        prop_assert!(!text.trim().is_empty());
        prop_assert!(Words.count(&text) <= request.budget, "{} tokens", Words.count(&text));
        // Every line quotes the source; a shortened sentence may begin with a capital.
        let sources: Vec<String> = source.iter().map(|text| bare(text)).collect();
        let sources = sources.concat();
        for line in text.lines() {
            let said = ["user: ", "assistant: ", "tool: ", "critic: "]
                .into_iter()
                .find_map(|role| line.strip_prefix(role))
                .unwrap_or(line);
            for word in said.split_whitespace() {
                // A shortened sentence has its final punctuation after another word.
                let word = word.trim_end_matches(['.', '!']).to_lowercase();
                prop_assert!(sources.contains(&word), "{word:?} is not in the source");
            }
        }
    }
}

/// A tokenizer that counts words, and the bytes that it processed.
#[derive(Default)]
struct Counted(std::sync::atomic::AtomicUsize);

impl Tokens for Counted {
    fn count_in(&self, encoding: Encoding, text: &str) -> u32 {
        self.0
            .fetch_add(text.len(), std::sync::atomic::Ordering::Relaxed);
        Words.count_in(encoding, text)
    }
}

#[test]
fn the_work_grows_as_the_text_does() {
    let changes = |n: usize| {
        format!("Actually, the deadline of part {n} moved to May {n}, so we must not wait.")
    };
    let questions =
        |n: usize| format!("Which of the {n} parts is due? Never mind, it is number {n}.");
    let leave = |n: usize| format!("Hm. May I touch part {n}? Let me think.");
    let contrary = |n: usize| format!("Do not touch part {n}. You may touch part {n} now.");
    let settings = |n: usize| format!("timeout = {n}s");
    for sentence in [
        &changes as &dyn Fn(usize) -> String,
        &questions,
        &leave,
        &contrary,
        &settings,
    ] {
        let cost = |many: usize| {
            let mut request = request("", &[], 300);
            let said = (0..many).map(|n| line(["user", "assistant"][n % 2], &sentence(n)));
            request.messages = said.collect();
            let (tokens, began) = (Counted::default(), worked());
            extractive(&request, &tokens).unwrap();
            (tokens.0.into_inner(), worked().saturating_sub(began))
        };
        let (mut few, mut many) = (cost(400), cost(3_200));
        assert!(many.0 <= 12 * few.0, "{few:?} {many:?}");
        // The best of several runs: in the first one caches are cold.
        for _ in 0..3 {
            if many.1 <= 24 * few.1 {
                break;
            }
            (few, many) = (few.min(cost(400)), many.min(cost(3_200)));
        }
        // Eight times the text: quadratic growth takes 64 times as long.
        assert!(many.1 <= 24 * few.1, "{few:?} {many:?}");
    }
}
