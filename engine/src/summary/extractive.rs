//! The writer that is built in: it picks the sentences that tell most and leaves them as they are.
//! The same request always gives the same summary. Needs no model, no key and no network.

use std::borrow::Cow;

use serde_json::Value;

use crate::entity::extract::NAMES;
use crate::ports::tokens::Tokens;
use crate::summary::score::{Sentence, worths};
use crate::summary::{EXTRACTIVE, Line, Request, WriterError, Written, sentences};

/// How much of its worth a sentence loses that says what was said; what tells something stays worth
/// more than what tells nothing.
const REPEATS: f64 = 0.5;
/// How much of a likeness counts when the sentence has a detail of its own: another day, another name.
const DIFFERS: f64 = 0.5;
/// Sentences that share more of their words than this, and every detail, say the same.
const SAME: f64 = 0.8;
/// Sentences worth less than this are left out, unless there are no others.
const FLOOR: f64 = 0.12;
/// With this begins a line that says which tool a message calls: `[calls name with {}]`.
const CALLS: &str = "\n[calls ";
/// After so many sentences that do not fit, the summary is full.
const MISSES: usize = 12;

/// Writes the summary of `request`: at most its budget of tokens, in the order of the source.
///
/// # Errors
/// [`WriterError::Empty`] when there is nothing to summarise.
pub fn extractive(request: &Request, tokens: &dyn Tokens) -> Result<Written, WriterError> {
    let contents: Vec<_> = request
        .messages
        .iter()
        .map(|line| parts(&line.content))
        .collect();
    let sentences = gather(request, &contents);
    let mut chosen = choose(&sentences, request.budget, tokens);
    // Joined texts have other tokens than their parts: what is too much goes, the weakest first.
    let mut text = join(&sentences, &chosen);
    while tokens.count(&text) > request.budget && chosen.len() > 1 {
        chosen.pop();
        text = join(&sentences, &chosen);
    }
    if text.is_empty() || tokens.count(&text) > request.budget {
        let best = chosen.first().copied().unwrap_or(0);
        let Some(sentence) = sentences.get(best) else {
            return Err(WriterError::Empty);
        };
        text = cut(sentence.text, request.budget, tokens);
    }
    if text.is_empty() {
        return Err(WriterError::Empty);
    }
    Ok(Written {
        text,
        writer: EXTRACTIVE.into(),
        fallback: None,
    })
}

/// All sentences: those of the summary so far, then those of the messages.
fn gather<'a>(request: &'a Request, contents: &'a [Vec<Cow<str>>]) -> Vec<Sentence<'a>> {
    let known = request.previous.lines().flat_map(|line| {
        let (role, rest) = speaker(line, &request.messages);
        split(role, rest, true)
    });
    let new = request.messages.iter().zip(contents);
    let new = new.flat_map(|(message, parts)| parts.iter().map(move |part| (message, part)));
    let new = new.flat_map(|(message, content)| {
        let sentences = split(message.role.trim(), content, false).into_iter();
        let is_data = matches!(content, Cow::Owned(_));
        sentences.map(move |sentence| {
            if is_data {
                sentence.of_data()
            } else {
                sentence
            }
        })
    });
    known.chain(new).collect()
}

/// What is said in a message, and after it the tools that it calls.
fn parts(content: &str) -> Vec<Cow<'_, str>> {
    let mut lines = content.split(CALLS);
    let said = lines.next().unwrap_or_default();
    let calls = lines.map(|call| {
        let call = call.trim_end().trim_end_matches(']');
        let (name, with) = call.split_once(" with ").unwrap_or((call, ""));
        match prose(with) {
            Cow::Owned(with) => format!("called {name}: {with}").into(),
            Cow::Borrowed(_) => format!("called {name}").into(),
        }
    });
    [prose(said)].into_iter().chain(calls).collect()
}

/// A message as prose: of a document that a tool returned, what it names and says, without its marks.
fn prose(content: &str) -> Cow<'_, str> {
    let json = serde_json::from_str(content).ok();
    let document = json.filter(|json: &Value| json.is_object() || json.is_array());
    let mut parts = Vec::new();
    if let Some(document) = &document {
        tell("", document, &mut parts);
    }
    if parts.is_empty() {
        return content.into();
    }
    parts.join(", ").into()
}

/// Tells a value of a document: a thing by its name and id, another field by its key.
fn tell(key: &str, value: &Value, parts: &mut Vec<String>) {
    match value {
        Value::Null => {}
        Value::Array(items) => {
            for item in items {
                tell(key, item, parts);
            }
        }
        Value::Object(fields) => {
            let named = NAMES
                .iter()
                .find_map(|name| Some((*name, fields.get(*name)?.as_str()?)));
            let named = named.zip(fields.get("id").map(bare));
            if let Some(((_, name), id)) = &named {
                parts.push(format!("{name} ({id})"));
            }
            let told = named.map(|((key, _), _)| [key, "id"]).unwrap_or_default();
            for (key, value) in fields {
                if !told.contains(&key.as_str()) {
                    tell(key, value, parts);
                }
            }
        }
        value => parts.push(format!("{key} {}", bare(value)).trim().to_owned()),
    }
}

/// A value without quotes.
fn bare(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), ToOwned::to_owned)
}

fn split<'a>(role: &'a str, text: &'a str, known: bool) -> Vec<Sentence<'a>> {
    sentences::of(text)
        .into_iter()
        .enumerate()
        .map(|(place, text)| Sentence::new(text, role, known, place))
        .collect()
}

/// Who speaks in a line of an earlier summary, as [`join`] wrote it.
fn speaker<'a>(line: &'a str, messages: &[Line]) -> (&'a str, &'a str) {
    const USUAL: [&str; 4] = ["user", "assistant", "system", "tool"];
    match line.split_once(": ") {
        Some((role, rest))
            if USUAL.contains(&role) || messages.iter().any(|message| message.role == role) =>
        {
            (role, rest)
        }
        _ => ("", line),
    }
}

/// The sentences to keep, the best first. Of what was known before, only so much comes first that what
/// is new has room: else the decisions of the beginning would keep all later ones out.
fn choose(sentences: &[Sentence], budget: u32, tokens: &dyn Tokens) -> Vec<usize> {
    let mut choice = Choice {
        sentences,
        tokens,
        worths: worths(sentences),
        likeness: vec![0.0; sentences.len()],
        budget,
        chosen: Vec::new(),
    };
    let late = choice.fill((0..sentences.len()).collect(), budget / 3 * 2);
    choice.fill(late, budget);
    if choice.chosen.is_empty() {
        let all: Vec<usize> = (0..sentences.len()).collect();
        choice.chosen.extend(choice.best(&all));
    }
    choice.chosen
}

/// Sentences that are being chosen.
struct Choice<'a> {
    sentences: &'a [Sentence<'a>],
    tokens: &'a dyn Tokens,
    worths: Vec<f64>,
    /// How much each sentence is like the chosen one that it is most like, from 0 to 1.
    likeness: Vec<f64>,
    /// The tokens that are left.
    budget: u32,
    chosen: Vec<usize>,
}

impl Choice<'_> {
    /// Chooses from `open` while there is room, `share` tokens of it for what was known; what was known
    /// and is over its share comes back.
    fn fill(&mut self, mut open: Vec<usize>, mut share: u32) -> Vec<usize> {
        let (mut late, mut misses) = (Vec::new(), 0);
        while misses < MISSES
            && let Some(at) = self.best(&open)
            && (self.worth(at) >= FLOOR || self.chosen.is_empty())
        {
            open.retain(|other| *other != at);
            let sentence = &self.sentences[at];
            let cost = self.tokens.count(sentence.text).saturating_add(1);
            if cost > self.budget {
                misses += 1;
            } else if sentence.known && cost > share {
                late.push(at);
            } else {
                self.budget -= cost;
                share -= if sentence.known { cost } else { 0 };
                self.chosen.push(at);
                open.retain(|other| self.is_new(*other, sentence));
                late.retain(|other| self.is_new(*other, sentence));
            }
        }
        late
    }

    fn worth(&self, at: usize) -> f64 {
        self.worths[at] * (1.0 - REPEATS * self.likeness[at])
    }

    /// The best of `open`; of two that are worth the same the earlier one.
    fn best(&self, open: &[usize]) -> Option<usize> {
        open.iter().copied().reduce(|best, other| {
            if self.worth(other) > self.worth(best) {
                other
            } else {
                best
            }
        })
    }

    /// Whether a sentence does not say what `chosen` says; how alike they are is written down.
    fn is_new(&mut self, at: usize, chosen: &Sentence) -> bool {
        let sentence = &self.sentences[at];
        let alike = alike(sentence, chosen);
        let differs = !sentence.details.is_subset(&chosen.words);
        let likeness = if differs { DIFFERS * alike } else { alike };
        self.likeness[at] = self.likeness[at].max(likeness);
        differs || alike <= SAME
    }
}

/// How many of the words of the shorter sentence the other one has too, from 0 to 1.
fn alike(one: &Sentence, other: &Sentence) -> f64 {
    let fewer = one.words.len().min(other.words.len());
    if fewer == 0 {
        return f64::from(u8::from(one.text == other.text));
    }
    let shared = one.words.intersection(&other.words).count();
    let count = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
    count(shared) / count(fewer)
}

/// The chosen sentences in the order of the source; whose they are stands before them where it matters.
fn join(sentences: &[Sentence], chosen: &[usize]) -> String {
    let mut order = chosen.to_vec();
    order.sort_unstable();
    let mut text = String::new();
    let mut was_named = false;
    for run in order.chunk_by(|one, next| sentences[*one].role == sentences[*next].role) {
        let role = sentences[run[0]].role;
        let is_named = !role.is_empty() && run.iter().any(|at| sentences[*at].needs_speaker());
        let goes_on = !was_named && !is_named && text.ends_with(['.', '!', '?', '…']);
        if !text.is_empty() {
            text.push(if goes_on { ' ' } else { '\n' });
        }
        if is_named {
            text.push_str(role);
            text.push_str(": ");
        }
        let said: Vec<&str> = run.iter().map(|at| sentences[*at].text).collect();
        text.push_str(&said.join(" "));
        was_named = is_named;
    }
    text
}

/// As much of a sentence as fits, between words where it can be.
fn cut(sentence: &str, budget: u32, tokens: &dyn Tokens) -> String {
    let ends: Vec<usize> = sentence
        .char_indices()
        .map(|(at, _)| at)
        .skip(1)
        .chain([sentence.len()])
        .collect();
    // The longest beginning that fits; a longer one never has fewer tokens worth speaking of.
    let fitting = ends.partition_point(|end| tokens.count(&sentence[..*end]) <= budget);
    let Some(&end) = fitting.checked_sub(1).and_then(|at| ends.get(at)) else {
        return String::new();
    };
    let whole = &sentence[..end];
    let last_space = whole
        .rfind(char::is_whitespace)
        .filter(|at| end < sentence.len() && *at > 0);
    let mut text = last_space
        .map_or(whole, |at| &whole[..at])
        .trim_end()
        .to_owned();
    while tokens.count(&text) > budget {
        text.pop();
    }
    text
}
