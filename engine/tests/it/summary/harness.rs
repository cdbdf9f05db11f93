//! Requests for the built-in writer, and a tokenizer for them.

use engine::summary::{Line, Prompt, Request, extractive};
use kernel::ports::tokens::{Encoding, Tokens};

/// A tokenizer that counts words and punctuation, as a rough approximation.
pub struct Words;

impl Tokens for Words {
    fn count_in(&self, _: Encoding, text: &str) -> u32 {
        let mut count = 0;
        let mut in_word = false;
        for c in text.chars() {
            let word = c.is_alphanumeric();
            count += u32::from(word && !in_word) + u32::from(!word && !c.is_whitespace());
            in_word = word;
        }
        count
    }
}

pub fn line(role: &str, content: &str) -> Line {
    Line {
        role: role.into(),
        content: content.into(),
    }
}

pub fn request(previous: &str, messages: &[(&str, &str)], budget: u32) -> Request {
    Request {
        previous: previous.into(),
        messages: messages
            .iter()
            .map(|(role, content)| line(role, content))
            .collect(),
        model: String::new(),
        window: 16_000,
        prompt: Prompt::default(),
        budget,
        most: budget,
    }
}

pub fn write(request: &Request) -> String {
    let written = extractive(request, &Words).unwrap();
    assert_eq!(
        (written.writer.as_str(), written.fallback),
        ("extractive", None)
    );
    written.text
}
