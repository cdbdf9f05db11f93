//! References in a conversation. They are not stored: the results of tools are replayed message by message, and
//! each reference is resolved against the entities that were tracked at that time.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use engine::entity::{Entities, Entity, EntityKey, Mention};
use engine::session::Message;
use engine::workspace::settings::Settings;
use leptos::prelude::*;

use super::entities::anchor;
use super::scene::scene;
use super::tool::Answers;
use crate::parts::markdown::{blocks, words};

/// References of each message that has some, by message id.
pub type Mentions = HashMap<Arc<str>, Arc<[Mention]>>;

/// Resolves the references in users' messages. Assumes that the entities tracked before the first loaded message
/// are those that are tracked now and appear in no loaded message.
pub fn mentions(
    messages: &[Arc<Message>],
    answers: &Answers,
    now: &Entities,
    settings: &Settings,
) -> Mentions {
    let seen: HashSet<EntityKey> = answers
        .values()
        .flat_map(|answer| answer.found.iter().map(Entity::key))
        .collect();
    let before = now.iter().filter(|entity| !seen.contains(&entity.key()));
    let mut tracked: Entities = before.cloned().collect();
    let mut found = Mentions::new();
    for message in messages {
        if let Some(answer) = answers.get(&message.id) {
            // The first entity of a result is the most likely next reference.
            let recent: Vec<Entity> = answer.found.iter().rev().cloned().collect();
            tracked.take(&answer.deleted, &recent, settings.entity_limit as usize);
        } else if &*message.role == "user" {
            let all = telling(&message.text(), &tracked, settings);
            if !all.is_empty() {
                found.insert(message.id.clone(), all.into());
            }
        }
    }
    found
}

/// Returns the relevant references: the first to each entity, outside of code.
fn telling(text: &str, tracked: &Entities, settings: &Settings) -> Vec<Mention> {
    let mut all = tracked.mentions(text, &settings.entity_rules);
    if all.is_empty() {
        return all;
    }
    let words = words(&blocks(text));
    let mut told = HashSet::new();
    all.retain(|mention| {
        let within = words.partition_point(|part| part.end < mention.at.end);
        let part = words.get(within);
        let is_said = part.is_some_and(|part| part.start <= mention.at.start);
        let entities = mention.to.entities.iter();
        is_said && entities.filter(|entity| told.insert(entity.key())).count() > 0
    });
    all
}

/// Renders a part of a message with its references marked.
pub fn render_marked(text: &str, part: Range<usize>, mentions: &[Mention]) -> AnyView {
    let mut at = part.start;
    let mut marked = Vec::new();
    for mention in mentions {
        // A reference across two parts is not marked.
        if mention.at.start < at || mention.at.end > part.end {
            continue;
        }
        marked.push(text[at..mention.at.start].to_owned().into_any());
        let words = text[mention.at.clone()].to_owned();
        marked.push(mention_link(words, mention.clone()).into_any());
        at = mention.at.end;
    }
    marked.push(text[at..part.end].to_owned().into_any());
    marked.into_any()
}

/// A reference with its entity; a link to the entity's row while it is tracked.
fn mention_link(words: String, mention: Mention) -> impl IntoView {
    let all = mention.to.entities;
    let Some(first) = all.first() else {
        return words.into_any();
    };
    let is_tracked = scene().view.entities.get(&first.kind, &first.id).is_some();
    let href = format!("#{}", anchor(first));
    let id = match (all.len(), mention.to.ambiguous) {
        (1, false) => first.id.clone(),
        (1, true) => format!("{}?", first.id),
        (n, _) => format!("{} and {} more", first.id, n - 1),
    };
    let names = |all: &[Entity]| {
        let names = all.iter().map(|entity| entity.name.as_str());
        names.collect::<Vec<_>>().join(", ")
    };
    let title = if mention.to.ambiguous {
        format!(
            "{}; it could be any of: {}",
            first.name,
            names(&mention.to.choices)
        )
    } else {
        names(&all)
    };
    if is_tracked {
        view! { <a class="ref ref--it" href=href title=title rel="external">{words} " " <span>{id}</span></a> }
            .into_any()
    } else {
        view! { <span class="ref ref--it" title=title>{words} " " <span>{id}</span></span> }
            .into_any()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use engine::entity::Entities;
    use engine::session::Message;
    use engine::workspace::settings::Settings;

    use super::mentions;
    use crate::pages::session::tool::answers;

    fn message(nth: usize, role: &str, text: &str) -> Arc<Message> {
        Arc::new(Message {
            id: nth.to_string().into(),
            role: role.into(),
            name: (role == "tool").then(|| "cms_searchImages".into()),
            content: text.into(),
            ..Message::default()
        })
    }

    /// Returns the references marked in the last message: their words and the entity's id.
    fn marked(lines: &[(&str, &str)]) -> Vec<(String, String)> {
        let lines = lines.iter().enumerate();
        let messages: Vec<_> = lines
            .map(|(nth, (role, text))| message(nth, role, text))
            .collect();
        let settings = Settings::default();
        let answers = answers(&messages, &settings);
        let all = mentions(&messages, &answers, &Entities::default(), &settings);
        let Some(last) = messages.last() else {
            return Vec::new();
        };
        let found = all
            .get(&last.id)
            .map(|all| all.to_vec())
            .unwrap_or_default();
        let words = found.into_iter().map(|mention| {
            let id = mention
                .to
                .entity
                .map(|entity| entity.id)
                .unwrap_or_default();
            (last.text()[mention.at].to_owned(), id)
        });
        words.collect()
    }

    #[test]
    fn what_is_meant_is_what_the_engine_means() {
        let images = r#"{"images":[{"id":"img-1","name":"ridge"},{"id":"img-2","name":"hut"}]}"#;
        for (said, expected) in [
            ("Make that image darker.", vec![("that image", "img-1")]),
            ("Crop it, turn it, keep it.", vec![("it", "img-1")]),
            (
                "Run `crop it`.\n```\ncrop it\n```\nThen send it.",
                vec![("it", "img-1")],
            ),
            (
                "Drop the second image and it.",
                vec![("the second image", "img-2"), ("it", "img-1")],
            ),
            ("Nothing of that kind.", vec![]),
        ] {
            let expected: Vec<_> = expected
                .into_iter()
                .map(|(words, id)| (words.to_owned(), id.to_owned()))
                .collect();
            assert_eq!(
                marked(&[("tool", images), ("user", said)]),
                expected,
                "{said}"
            );
        }
    }
}
