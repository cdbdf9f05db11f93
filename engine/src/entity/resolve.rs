//! Resolves references: "it", "that page", "the second image". Uses rules of the language alone; no map of references
//! is kept, because the order of the list already says which entity is newest.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::entity::{Entities, Entity, Rules, render, words};

mod counts;
mod expletive;
mod found;
mod grammar;
mod languages;
mod mentions;
mod named;
mod order;
mod said;

pub use mentions::Mention;
pub(super) use mentions::mentions;

use counts::Count;
use grammar::{Reference, What};
use order::Described;

/// Result of resolving a phrase.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Resolution {
    /// The entity, or the newest of several.
    pub entity: Option<Entity>,
    /// All entities that the phrase refers to, most recent first: one unless it is a plural.
    pub entities: Vec<Entity>,
    /// True if the phrase could equally mean another of `choices`; `entity` is the newest of them.
    pub ambiguous: bool,
    /// Possible entities if it is ambiguous.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<Entity>,
    /// Question to ask if it is ambiguous, or the reason if nothing was found.
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

/// Resolves the first reference in `phrase`, which may be a whole sentence. A certain name counts as a reference; a
/// name that may be a common word counts if there is no reference.
pub(super) fn resolve(entities: &Entities, phrase: &str, rules: &Rules) -> Resolution {
    match found::first(entities, phrase, rules) {
        Some(Meant::Named(named)) => match named.as_slice() {
            [one] => Resolution::one(one),
            several => Resolution::unsure("one", several.iter().copied().cloned().collect()),
        },
        Some(Meant::Perhaps(named)) => {
            Resolution::unsure("one", named.into_iter().cloned().collect())
        }
        Some(Meant::Reference(reference)) => resolve_reference(entities, &reference),
        None => Resolution::nothing(
            "Nothing in this refers to anything tracked: expected it, this page, the second image.",
        ),
    }
}

/// Meaning of a phrase before the lookup.
enum Meant<'a> {
    /// Entities that it names.
    Named(Vec<&'a Entity>),
    /// Entities that it names with a word that may not be a name.
    Perhaps(Vec<&'a Entity>),
    /// A reference.
    Reference(Reference),
}

fn resolve_reference(entities: &Entities, reference: &Reference) -> Resolution {
    let (kind, pool) = match &reference.what {
        What::Unknown(noun) => {
            return Resolution::nothing(format!(
                "No {noun} is tracked: ask which one is meant, or search for it."
            ));
        }
        What::Kind(kind) => (kind.clone(), of_kind(entities, kind)),
        What::Any | What::One => ("entity".into(), order::by_recency(entities)),
        // "Them" are the entities of the type that was touched last.
        What::Them => match entities.iter().next() {
            Some(newest) => (newest.kind.clone(), of_kind(entities, &newest.kind)),
            None => ("entity".into(), Vec::new()),
        },
    };
    if pool.is_empty() {
        return Resolution::nothing(format!(
            "No {kind} is tracked: ask which one is meant, or search for it."
        ));
    }
    let described: Vec<Described> = pool
        .iter()
        .copied()
        .filter(|(_, entity)| named::has_words(entity, &reference.described))
        .collect();
    let cloned = |all: &[Described]| all.iter().map(|(_, entity)| (*entity).clone()).collect();
    if described.is_empty() {
        // No entity has this description, but the newest may still be meant.
        return Resolution::unsure(&kind, cloned(&pool));
    }
    match reference.count {
        Count::All => Resolution::several(cloned(&described)),
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
        Count::One if described.len() == 1 => Resolution::one(described[0].1),
        Count::One => Resolution::unsure(&kind, cloned(&described)),
        Count::At(..) | Count::Few(..) => {
            let picked = order::pick(&described, reference.count);
            if picked.is_empty() {
                return Resolution::nothing(too_few(&kind, described.len()));
            }
            Resolution::several(picked.into_iter().cloned().collect())
        }
    }
}

fn too_few(kind: &str, tracked: usize) -> String {
    match tracked {
        1 => format!("Only one {kind} is tracked."),
        n => format!("Only {n} {} are tracked.", words::plural(kind)),
    }
}

/// Returns the type that all of them have.
fn common<'a>(entities: &[&'a Entity]) -> Option<&'a str> {
    let kind = entities.first()?.kind.as_str();
    entities.iter().all(|one| one.kind == kind).then_some(kind)
}

/// Returns the entities of a type. An image may be tracked as media, and vice versa.
fn of_kind<'a>(entities: &'a Entities, kind: &str) -> Vec<Described<'a>> {
    let of = |kind: &str| -> Vec<Described<'a>> {
        let all = order::by_recency(entities).into_iter();
        all.filter(|(_, entity)| entity.kind == kind).collect()
    };
    let own = of(kind);
    match kind {
        "image" if own.is_empty() => of("media"),
        "media" if own.is_empty() => of("image"),
        _ => own,
    }
}
