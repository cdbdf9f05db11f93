//! Built-in writer: selects the most informative sentences and leaves them unchanged. The same request always gives the
//! same summary. Needs no model, key or network.

use std::borrow::Cow;

use serde_json::Value;

use crate::entity::extract::NAMES;
use crate::summary::changes::{Standing, standings};
use crate::summary::choose::{Chosen, choose};
use crate::summary::sentence::{Sentence, continues, is_tool, label};
use crate::summary::settings::setting;
use crate::summary::unit::{Unit, units};
use crate::summary::{EXTRACTIVE, Line, Request, WriterError, Written, noise, sentences};
use kernel::ports::tokens::Tokens;

/// Beginning of a line with a tool call of a message: `[calls name with {}]`.
const CALLS: &str = "\n[calls ";
/// Maximum number of settings in a message; more are a file.
const SETTINGS: usize = 4;
/// Prefix of a statement of which a part was changed later.
const PARTLY: &str = "(partly superseded) ";

/// Writes the summary of `request`: at most its budget of tokens, in the order of the source.
///
/// # Errors
/// Returns [`WriterError::Empty`] if there is nothing to summarise.
pub fn extractive(request: &Request, tokens: &dyn Tokens) -> Result<Written, WriterError> {
    let contents: Vec<_> = request
        .messages
        .iter()
        .map(|line| parts(&line.content))
        .collect();
    let sentences = gather(request, &contents);
    let units = units(&sentences);
    let standings = standings(&units, &sentences);
    let mut chosen = choose(&units, &standings, &sentences, request.budget, tokens);
    // A joined text has other tokens than its parts, so the weakest are removed until it fits.
    let join = |chosen: &[Chosen]| join(&sentences, &units, &standings, chosen);
    let mut text = join(&chosen);
    while tokens.count(&text) > request.budget && chosen.len() > 1 {
        chosen.pop();
        text = join(&chosen);
    }
    if text.is_empty() || tokens.count(&text) > request.budget {
        let best = chosen.first().and_then(|best| units.get(best.at));
        let last = best.and_then(|unit| unit.sentences.last());
        let Some(sentence) = last.and_then(|place| sentences.get(*place)) else {
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

/// Returns all sentences: those of the current summary, then those of the messages.
fn gather<'a>(request: &'a Request, contents: &'a [Vec<Cow<str>>]) -> Vec<Sentence<'a>> {
    let usual = usual(request);
    let mut all = Vec::new();
    for line in request.previous.lines() {
        let (role, rest) = speaker(line, &request.messages);
        split(role, rest, &mut all, |sentence| Sentence {
            known: true,
            is_noise: noise::is_noise(rest) && (is_tool(role) || setting(rest).is_none()),
            // A summary may have sentences in several languages.
            language: sentences::language(sentence.text).unwrap_or(usual),
            ..sentence
        });
    }
    for (message, parts) in request.messages.iter().zip(contents) {
        for (part, content) in parts.iter().enumerate() {
            let is_data = matches!(content, Cow::Owned(_));
            let language = sentences::language(content).unwrap_or(usual);
            let first = all.len();
            let lines = noise::lines(content);
            let sets = !is_tool(message.role.trim()) && are_settings(&lines);
            for (line, is_noise) in lines {
                let is_noise = is_noise && !sets;
                split(message.role.trim(), line, &mut all, |sentence| Sentence {
                    // The message contains the tool calls; the summary needs only their results.
                    is_noise: is_noise || part > 0,
                    is_data,
                    language,
                    ..sentence
                });
            }
            let crowd = all.len() - first;
            for (place, sentence) in all[first..].iter_mut().enumerate() {
                sentence.place = place;
                sentence.crowd = crowd;
            }
        }
    }
    all
}

/// Returns true if the lines of a message that look like a program are a few settings, as people write them.
fn are_settings(lines: &[(&str, bool)]) -> bool {
    let mut noise = lines.iter().filter(|(_, is_noise)| *is_noise);
    let is_set = |(line, _): &(&str, bool)| setting(line).is_some();
    noise.clone().count() <= SETTINGS && noise.all(is_set)
}

/// Returns the language of the conversation, for texts that are too short to tell their own.
fn usual(request: &Request) -> &'static str {
    let said = request
        .messages
        .iter()
        .filter(|line| !is_tool(line.role.trim()));
    let mut texts = said
        .map(|line| line.content.as_str())
        .chain([request.previous.as_str()]);
    texts.find_map(sentences::language).unwrap_or("en")
}

fn split<'a>(
    role: &'a str,
    line: &'a str,
    all: &mut Vec<Sentence<'a>>,
    known: impl Fn(Sentence<'a>) -> Sentence<'a>,
) {
    for (place, text) in sentences::of(line).into_iter().enumerate() {
        let sentence = Sentence {
            text,
            role,
            known: false,
            place,
            crowd: 0,
            is_noise: false,
            is_data: false,
            language: "en",
        };
        all.push(known(sentence));
    }
}

/// Returns the speaker of a line of an earlier summary, as [`join`] wrote it, and the rest of the line.
fn speaker<'a>(line: &'a str, messages: &[Line]) -> (&'a str, &'a str) {
    const ROLES: [&str; 6] = [
        "user",
        "assistant",
        "system",
        "developer",
        "tool",
        "function",
    ];
    match line.split_once(": ") {
        Some((role, rest))
            if ROLES.contains(&role.split_once(" (").map_or(role, |(role, _)| role))
                || messages.iter().any(|message| message.role == role) =>
        {
            (role, rest)
        }
        _ => ("", line),
    }
}

/// Writes the chosen units in the order of the source, with each run of one speaker under its name.
fn join(
    sentences: &[Sentence],
    units: &[Unit],
    standings: &[Standing],
    chosen: &[Chosen],
) -> String {
    let mut order: Vec<&Chosen> = chosen.iter().collect();
    order.sort_unstable_by_key(|chosen| chosen.at);
    let said = order.iter().flat_map(|chosen| {
        let is_partly = matches!(standings[chosen.at], Standing::Partly { .. });
        let places = &units[chosen.at].sentences;
        let last = places.last();
        let parts = places.iter().zip(&chosen.texts);
        let parts = parts.filter(|(_, text)| !text.is_empty());
        parts.map(move |(place, text)| (*place, &**text, is_partly && Some(place) == last))
    });
    let said: Vec<(usize, &str, bool)> = said.collect();
    let mut text = String::new();
    for run in said.chunk_by(|one, next| continues(&sentences[one.0], &sentences[next.0])) {
        text.push_str(&label(sentences[run[0].0].role));
        for (nth, (_, sentence, is_partly)) in run.iter().enumerate() {
            text.push_str(if nth > 0 { " " } else { "" });
            text.push_str(if *is_partly && !sentence.starts_with(PARTLY) {
                PARTLY
            } else {
                ""
            });
            text.push_str(sentence);
        }
    }
    text.trim_start_matches('\n').to_owned()
}

/// Splits a message into its text and the tools that it calls.
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

/// Returns a message as prose: of a JSON document its names and values, without the syntax.
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

/// Writes a value of a document: an object by its name and id, another field by its key.
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

/// Returns a value without quotes.
fn bare(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), ToOwned::to_owned)
}

/// Returns the beginning of a sentence that fits, cut between words if possible.
fn cut(sentence: &str, budget: u32, tokens: &dyn Tokens) -> String {
    let ends: Vec<usize> = sentence
        .char_indices()
        .map(|(at, _)| at)
        .skip(1)
        .chain([sentence.len()])
        .collect();
    // The longest prefix that fits. Longer prefixes hardly ever have fewer tokens.
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
