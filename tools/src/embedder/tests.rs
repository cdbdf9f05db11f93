use kernel::ports::embedder::{Embedder, cosine, quantise};
use proptest::prelude::*;
use serde::Deserialize;

use super::{DIMENSIONS, StaticEmbedder, pieces};

/// Output of the reference tokenizer.
const TOKENS: &str = include_str!("../../tests/embedder/tokens.jsonl");

#[derive(Deserialize)]
struct Line {
    text: String,
    ids: Vec<u16>,
}

#[test]
fn texts_are_cut_as_the_reference_cuts_them() {
    let lines: Vec<Line> = TOKENS
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(lines.len() > 300);
    for Line { text, ids } in lines {
        assert_eq!(pieces::of(&text), ids, "{text:?}");
    }
}

#[test]
fn vectors_are_those_of_the_reference() {
    for (text, begins) in [
        (
            "The user prefers Impressionist art",
            [0.21604, 0.04581, 0.05195, -0.0838, 0.03693, 0.07798],
        ),
        (
            "which art",
            [0.06577, 0.05737, -0.02743, -0.08466, -0.01409, 0.0997],
        ),
        (
            "他每天早上喝绿茶",
            [0.026, 0.1058, -0.00764, -0.08908, 0.07929, 0.02857],
        ),
    ] {
        let vector = StaticEmbedder::vector(text);
        for (ours, theirs) in vector.iter().zip(begins) {
            assert!((ours - theirs).abs() < 2e-3, "{text}: {vector:?}");
        }
    }
}

/// Another order of addition, or another rounding, would produce another index on another machine.
#[test]
fn vectors_have_the_same_bytes_everywhere() {
    let texts = ["", "Mara hikes every Sunday", "他每天早上喝绿茶", "a\u{0}b"];
    let bytes = texts.map(|text| {
        let vector = StaticEmbedder::vector(text);
        let bytes: Vec<u8> = vector.iter().flat_map(|x| x.to_le_bytes()).collect();
        blake3::hash(&bytes).to_hex()[..16].to_owned()
    });
    assert_eq!(
        bytes,
        [
            "d6fd9de5bccf223f",
            "36bde7ad8ca9e778",
            "b9449c8c79d3eedc",
            "2e5db4e3cfa4e63e"
        ]
    );
}

#[test]
fn what_means_the_same_is_nearer() {
    let vector = |text: &str| quantise(&StaticEmbedder::vector(text));
    let asked = vector("Who likes hiking?");
    let near = cosine(&asked, &vector("Mara hikes every Sunday"));
    let far = cosine(&asked, &vector("the table of tokens"));
    assert!(near > far + 0.2, "{near} {far}");
}

#[test]
fn only_the_beginning_of_a_text_counts() {
    let begin = "word ".repeat(160);
    let long = format!("{begin}{}", "else ".repeat(50_000));
    assert_eq!(
        StaticEmbedder::vector(&long),
        StaticEmbedder::vector(begin.trim_end())
    );
    assert_eq!(StaticEmbedder::vector(""), vec![0.0; DIMENSIONS]);
}

#[test]
fn an_embedder_gives_a_vector_for_each_text() {
    let embedder = StaticEmbedder;
    let vectors = futures_now(embedder.embed(&["one", "two"])).unwrap();
    assert_eq!(
        vectors,
        [StaticEmbedder::vector("one"), StaticEmbedder::vector("two")]
    );
    assert_eq!(
        futures_now(embedder.ask("one")).unwrap(),
        StaticEmbedder::vector("one")
    );
    assert!(embedder.is_immediate());
}

/// Returns the result of a future that does not wait.
fn futures_now<T>(mut future: kernel::future::Fut<'_, T>) -> T {
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    match future.as_mut().poll(&mut context) {
        std::task::Poll::Ready(value) => value,
        std::task::Poll::Pending => panic!("it waits for something"),
    }
}

proptest! {
    /// The pieces of any text restore the text.
    #[test]
    fn pieces_lose_nothing(text in "\\PC{0,200}|[a-z \u{2581}é語🎉\n]{0,300}|[<s>/unk ]{0,40}") {
        let mut said = Vec::new();
        for piece in pieces::of(&text) {
            said.extend(pieces::bytes(piece));
        }
        let said = String::from_utf8(said).unwrap();
        // Every part between special pieces has a prefix.
        let plain = |text: &str| text.replace(['▁', ' '], "");
        prop_assert_eq!(plain(&said), plain(&text));
    }

    #[test]
    fn vectors_have_unit_length(text in "\\PC{1,200}") {
        let length: f32 = StaticEmbedder::vector(&text).iter().map(|x| x * x).sum();
        prop_assert!((length - 1.0).abs() < 1e-4, "{}", length);
    }
}
