//! Splits messages that exceed the model's window into parts that fit one request each.

use std::collections::VecDeque;

use crate::summary::{Line, Request};
use kernel::ports::tokens::Tokens;

/// Share of a window kept free, in percent, because models count tokens differently from Loci.
const SPARE: u32 = 15;
/// Minimum number of tokens of messages in a request.
const MIN_MESSAGE_TOKENS: u32 = 32;

/// Returns the number of tokens of messages that fit a request, in addition to `previous`, the current summary, the
/// rest of the prompt and the response.
#[must_use]
pub fn room(request: &Request, previous: &str, tokens: &dyn Tokens) -> u32 {
    let taken = tokens.count(&request.prompt.fill(previous, ""));
    let whole = u64::from(request.window) * u64::from(100 - SPARE) / 100;
    let whole = u32::try_from(whole).unwrap_or(u32::MAX);
    whole.saturating_sub(taken).saturating_sub(request.budget)
}

/// Takes the next messages that fit `room` tokens. If the first message alone does not fit, takes its beginning and
/// leaves the rest as the next one. Returns `None` if there is no room.
#[must_use]
pub fn next(left: &mut VecDeque<Line>, room: u32, tokens: &dyn Tokens) -> Option<Vec<Line>> {
    let mut part = Vec::new();
    let mut free = room;
    while let Some(line) = left.pop_front() {
        // A line feed separates it from the previous one.
        let size = tokens.count(&text(&line)).saturating_add(1);
        if size <= free {
            free -= size;
            part.push(line);
            continue;
        }
        left.push_front(line);
        if part.is_empty() {
            part.push(begin(left, room, tokens)?);
        }
        break;
    }
    Some(part)
}

fn text(line: &Line) -> String {
    format!("{}: {}", line.role, line.content)
}

/// Takes the beginning that fits from the first message.
fn begin(left: &mut VecDeque<Line>, room: u32, tokens: &dyn Tokens) -> Option<Line> {
    if room < MIN_MESSAGE_TOKENS {
        return None;
    }
    let line = left.front_mut()?;
    let mut head = line.clone();
    loop {
        // Halves the text until it fits, whatever its tokens are.
        let half = head.content.len() / 2;
        let end = head.content.floor_char_boundary(half);
        if end == 0 {
            return None;
        }
        head.content.truncate(end);
        if tokens.count(&text(&head)) < room {
            // Prefers a cut between words.
            if let Some(space) = head.content.rfind(char::is_whitespace).filter(|at| *at > 0) {
                head.content.truncate(space);
            }
            line.content.drain(..head.content.len());
            return Some(head);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::ports::tokens::Encoding;

    /// Counts one token per word.
    struct Words;

    impl Tokens for Words {
        fn count_in(&self, _: Encoding, text: &str) -> u32 {
            u32::try_from(text.split_whitespace().count()).unwrap_or(u32::MAX)
        }
    }

    fn line(content: &str) -> Line {
        Line {
            role: "user".into(),
            content: content.into(),
        }
    }

    fn all(lines: Vec<Line>, room: u32) -> Option<Vec<Vec<Line>>> {
        let mut left: VecDeque<Line> = lines.into();
        let mut parts = Vec::new();
        while !left.is_empty() {
            parts.push(next(&mut left, room, &Words)?);
        }
        Some(parts)
    }

    #[test]
    fn parts_fit_and_hold_every_message_in_order() {
        let lines: Vec<Line> = (0..40).map(|n| line(&"w ".repeat(n % 9 + 1))).collect();
        let parts = all(lines.clone(), 40).unwrap();
        assert!(parts.len() > 1);
        for part in &parts {
            let size = |line: &Line| Words.count(&text(line)) + 1;
            assert!(!part.is_empty() && part.iter().map(size).sum::<u32>() <= 40);
        }
        assert_eq!(parts.concat(), lines);
        assert_eq!(all(lines.clone(), 10_000).unwrap(), [lines]);
    }

    #[test]
    fn a_message_that_does_not_fit_is_cut_between_words() {
        let words: Vec<String> = (0..500).map(|n| format!("wörd{n}")).collect();
        let long = line(&words.join(" "));
        let parts = all(vec![line("a"), long.clone(), line("b")], 64).unwrap();
        let lines = parts.concat();
        assert!(lines.iter().all(|line| line.role == "user"));
        let inner = &lines[1..lines.len() - 1];
        let pieces = inner.iter().map(|line| line.content.as_str());
        assert_eq!(pieces.clone().collect::<String>(), long.content);
        let whole = pieces.flat_map(str::split_whitespace);
        assert_eq!(whole.collect::<Vec<_>>(), words);
        assert!(parts.iter().all(|part| Words.count(&text(&part[0])) <= 64));
    }

    #[test]
    fn without_room_there_is_no_part() {
        assert_eq!(
            all(vec![line(&"w ".repeat(50))], MIN_MESSAGE_TOKENS - 1),
            None
        );
        assert_eq!(all(Vec::new(), 0), Some(Vec::new()));
    }
}
