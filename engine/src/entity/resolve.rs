//! What a phrase refers to: "it", "that page", "the second image". Rules of the language alone; no
//! map of references is kept, because the order of the list already says what is newest.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::entity::{Entities, Entity, Rules, render, words};

mod expletive;
mod found;
mod grammar;
mod mentions;
mod named;
mod said;

pub use mentions::Mention;
pub(super) use mentions::mentions;

use grammar::{Count, Reference, What};

/// What a phrase refers to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Resolution {
    /// The entity, or the newest of several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entity: Option<Entity>,
    /// All that the phrase refers to, most recent first: one unless it is a plural.
    pub entities: Vec<Entity>,
    /// Whether the phrase could as well mean another of `choices`; `entity` is the newest of them.
    pub ambiguous: bool,
    /// What to choose from when it is ambiguous.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<Entity>,
    /// What to ask when it is ambiguous, or why there is nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub say: Option<String>,
}

impl Resolution {
    fn one(entity: &Entity) -> Self {
        Self::several(vec![entity.clone()])
    }

    fn several(entities: Vec<Entity>) -> Self {
        Self {
            entity: entities.first().cloned(),
            entities,
            ..Self::default()
        }
    }

    fn nothing(say: impl Into<String>) -> Self {
        Self {
            say: Some(say.into()),
            ..Self::default()
        }
    }

    fn unsure(kind: &str, choices: Vec<Entity>) -> Self {
        let named: Vec<String> = choices
            .iter()
            .map(|choice| {
                let mut line = String::new();
                render::entity(&mut line, choice);
                line
            })
            .collect();
        let say = match named.split_last() {
            Some((last, rest)) if !rest.is_empty() => {
                format!("Which {kind}: {} or {last}?", rest.join(", "))
            }
            _ => format!("Is it {}?", named.join("")),
        };
        Self {
            entity: choices.first().cloned(),
            entities: choices.first().cloned().into_iter().collect(),
            ambiguous: true,
            choices,
            say: Some(say),
        }
    }
}

/// Resolves the first reference in `phrase`, which may be a whole sentence. What is named for certain counts as
/// one; a name that may be a word of every day counts where there is none.
pub(super) fn resolve(entities: &Entities, phrase: &str, rules: &Rules) -> Resolution {
    match found::first(entities, phrase, rules) {
        Some(Meant::Named(named)) => match named.as_slice() {
            [one] => Resolution::one(one),
            several => Resolution::unsure("one", several.iter().copied().cloned().collect()),
        },
        Some(Meant::Perhaps(named)) => {
            Resolution::unsure("one", named.into_iter().cloned().collect())
        }
        Some(Meant::Reference(reference)) => meant(entities, &reference),
        None => Resolution::nothing(
            "Nothing in this refers to anything tracked: expected it, this page, the second image.",
        ),
    }
}

/// What a phrase means before it is looked up.
enum Meant<'a> {
    /// Something that it names.
    Named(Vec<&'a Entity>),
    /// The same, by a word that may be no name.
    Perhaps(Vec<&'a Entity>),
    /// Something that it points at.
    Reference(Reference),
}

fn meant(entities: &Entities, reference: &Reference) -> Resolution {
    let (kind, pool) = match &reference.what {
        What::Unknown(noun) => {
            return Resolution::nothing(format!(
                "No {noun} is tracked: ask which one is meant, or search for it."
            ));
        }
        What::Kind(kind) => (kind.clone(), of_kind(entities, kind)),
        What::Any | What::One => ("entity".into(), entities.iter().collect()),
        // "Them" are those of the type that was touched last.
        What::Them => match entities.iter().next() {
            Some(newest) => (newest.kind.clone(), entities.of(&newest.kind).collect()),
            None => ("entity".into(), Vec::new()),
        },
    };
    if pool.is_empty() {
        return Resolution::nothing(format!(
            "No {kind} is tracked: ask which one is meant, or search for it."
        ));
    }
    let described: Vec<&Entity> = match reference.described.as_slice() {
        [] => pool.clone(),
        described => pool
            .iter()
            .copied()
            .filter(|entity| named::has_words(entity, described))
            .collect(),
    };
    if described.is_empty() {
        // Nothing is called so: the newest may be meant all the same.
        return Resolution::unsure(&kind, pool.into_iter().cloned().collect());
    }
    match reference.count {
        Count::All => Resolution::several(described.into_iter().cloned().collect()),
        Count::Newest(n) => Resolution::several(described.into_iter().take(n).cloned().collect()),
        Count::Nth(n) => match described.get(n - 1) {
            Some(entity) => Resolution::one(entity),
            None => Resolution::nothing(format!(
                "Only {} tracked, counted from the newest.",
                match described.len() {
                    1 => format!("one {kind} is"),
                    n => format!("{n} {} are", words::plural(&kind)),
                }
            )),
        },
        Count::Oldest => described
            .last()
            .map_or_else(Resolution::default, |e| Resolution::one(e)),
        Count::One if matches!(reference.what, What::Any | What::One) => {
            match entities.newest().collect::<Vec<_>>().as_slice() {
                [newest] => Resolution::one(newest),
                // They were shown together: none of them is more recent.
                several => Resolution::unsure(
                    common(several).unwrap_or("one"),
                    several.iter().copied().cloned().collect(),
                ),
            }
        }
        Count::One if described.len() == 1 => Resolution::one(described[0]),
        Count::One => Resolution::unsure(&kind, described.into_iter().cloned().collect()),
    }
}

/// The type that they all have.
fn common<'a>(entities: &[&'a Entity]) -> Option<&'a str> {
    let kind = entities.first()?.kind.as_str();
    entities.iter().all(|one| one.kind == kind).then_some(kind)
}

/// Those of a type; an image may have been tracked as media, and the other way round.
fn of_kind<'a>(entities: &'a Entities, kind: &str) -> Vec<&'a Entity> {
    let own: Vec<&Entity> = entities.of(kind).collect();
    if !own.is_empty() {
        return own;
    }
    match kind {
        "image" => entities.of("media").collect(),
        "media" => entities.of("image").collect(),
        _ => own,
    }
}
