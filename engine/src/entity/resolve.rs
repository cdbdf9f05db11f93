//! What a phrase refers to: "it", "that page", "the second image". Rules of the language alone; no
//! map of references is kept, because the order of the list already says what is newest.

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

/// What a phrase refers to.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Resolution {
    /// The entity, or the newest of several.
    pub entity: Option<Entity>,
    /// All that the phrase refers to, most recent first: one unless it is a plural.
    pub entities: Vec<Entity>,
    /// Whether the phrase could as well mean another of `choices`; `entity` is the newest of them.
    pub ambiguous: bool,
    /// What to choose from when it is ambiguous.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<Entity>,
    /// What to ask when it is ambiguous, or why there is nothing.
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
        What::Any | What::One => ("entity".into(), order::shown(entities)),
        // "Them" are those of the type that was touched last.
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
        // Nothing is called so: the newest may be meant all the same.
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
            let picked = order::picked(&described, reference.count);
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

/// The type that they all have.
fn common<'a>(entities: &[&'a Entity]) -> Option<&'a str> {
    let kind = entities.first()?.kind.as_str();
    entities.iter().all(|one| one.kind == kind).then_some(kind)
}

/// Those of a type; an image may have been tracked as media, and the other way round.
fn of_kind<'a>(entities: &'a Entities, kind: &str) -> Vec<Described<'a>> {
    let of = |kind: &str| -> Vec<Described<'a>> {
        let all = order::shown(entities).into_iter();
        all.filter(|(_, entity)| entity.kind == kind).collect()
    };
    let own = of(kind);
    match kind {
        "image" if own.is_empty() => of("media"),
        "media" if own.is_empty() => of("image"),
        _ => own,
    }
}
