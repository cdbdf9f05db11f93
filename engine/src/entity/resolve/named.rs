//! References by name or id: "the About us page", "page-123". A name may be a common word ("Contact", "News"), so it
//! needs a mark that makes it a name.

use crate::entity::resolve::grammar::{self, Nouns};
use crate::entity::resolve::languages;
use crate::entity::resolve::said::{self, Word};
use crate::entity::{Entities, Entity};
use kernel::unicode::{fold, is_mark_or_format};

/// Verbs of commands, after which a name may have no capital: "open contact".
const COMMANDS: [&str; 16] = [
    "open",
    "delete",
    "remove",
    "edit",
    "update",
    "rename",
    "publish",
    "unpublish",
    "show",
    "duplicate",
    "move",
    "hide",
    "archive",
    "restore",
    "copy",
    "preview",
];
/// Verbs after a capitalised first word that may be a name: "Contact needs a title".
const VERBS: [&str; 16] = [
    "is", "isn't", "was", "has", "needs", "need", "looks", "should", "must", "can", "could",
    "will", "would", "does", "doesn't", "shows",
];
/// Common words that a name of several words may consist of: "about us".
const TALK: [&str; 24] = [
    "about", "us", "me", "you", "we", "our", "my", "your", "the", "a", "of", "to", "in", "at",
    "on", "and", "how", "it", "is", "all", "home", "what", "why", "for",
];

/// Maximum length of a file extension, in letters: `jpeg`, `xhtml`.
const MAX_EXTENSION: usize = 5;
/// Words before a name that is used as a noun: "the logo".
const DETERMINERS: [&str; 5] = ["the", "this", "that", "my", "our"];

/// Certainty that a name is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Surely {
    /// It may be a common word: needs a question.
    Perhaps,
    /// It looks like a name; an explicit reference takes precedence.
    Likely,
    /// It is quoted, next to its type, an id, or no common word.
    Certainly,
}

/// Names of the tracked entities.
pub(super) struct Names<'a> {
    known: Vec<(&'a Entity, Vec<String>)>,
    /// Names of files without their extensions: "logo" of `logo.svg`.
    stems: Vec<(&'a Entity, Vec<String>)>,
    /// True if the text's capitals mean nothing.
    shouted: bool,
    /// The text without the marks around it, which may be just a name.
    pub whole: String,
    /// The text without the space around it, which may be just an id.
    bare: String,
}

/// A name in a text.
pub(super) struct Named<'a> {
    /// Entities with that name.
    pub all: Vec<&'a Entity>,
    /// Certainty.
    pub surely: Surely,
    /// Number of words of the name.
    pub words: usize,
}

impl<'a> Names<'a> {
    pub fn new(entities: &'a Entities, text: &str) -> Self {
        let folded = |name: &str| {
            let words = said::words(name).into_iter();
            words.map(|word| fold(&word)).collect::<Vec<_>>()
        };
        let known = entities.iter();
        let known = known.map(|entity| (entity, folded(&entity.name)));
        let stems = entities.iter();
        let stems = stems.filter_map(|entity| Some((entity, folded(stem(&entity.name)?))));
        let is_mark = |c: char| !c.is_alphanumeric() && !is_mark_or_format(c);
        Self {
            known: known.collect(),
            stems: stems.collect(),
            shouted: said::is_shouted(text),
            whole: fold(text.trim_matches(is_mark)),
            bare: text.trim().to_owned(),
        }
    }

    /// Returns the name at the word `at`, the longest of several.
    pub fn at(&self, text: &str, clause: &[Word], at: usize, nouns: &Nouns) -> Option<Named<'a>> {
        let named = |(entity, name): &(&'a Entity, Vec<String>)| {
            let found = self.by_id(text, clause, at, entity, nouns).or_else(|| {
                let surely = self.by_name(text, clause, at, (entity, name), nouns)?;
                Some((name.len(), surely))
            });
            found.map(|(words, surely)| (*entity, words, surely))
        };
        let by_stem = |(entity, stem): &(&'a Entity, Vec<String>)| {
            is_file(clause, at, stem, nouns).then_some((*entity, stem.len(), Surely::Likely))
        };
        let named = self.known.iter().filter_map(named);
        let mut best: Option<Named<'a>> = None;
        for (entity, words, surely) in named.chain(self.stems.iter().filter_map(by_stem)) {
            let rank = (surely, words);
            match &mut best {
                Some(known) if (known.surely, known.words) == rank => known.all.push(entity),
                Some(known) if (known.surely, known.words) > rank => {}
                _ => {
                    best = Some(Named {
                        all: vec![entity],
                        surely,
                        words,
                    });
                }
            }
        }
        best
    }

    fn by_name(
        &self,
        text: &str,
        clause: &[Word],
        at: usize,
        (entity, name): (&Entity, &[String]),
        nouns: &Nouns,
    ) -> Option<Surely> {
        let part = clause.get(at..at + name.len())?;
        let (first, last) = (part.first()?, part.last()?);
        if part
            .iter()
            .zip(name)
            .any(|(word, name)| fold(&word.low) != *name)
        {
            return None;
        }
        let place = first.at.start..last.at.end;
        if said::is_quoted(text, &place) {
            return Some(Surely::Certainly);
        }
        // A page called "Page" or "This" must not match every phrase.
        let is_grammar = name.iter().all(|word| grammar::is_grammar(word, nouns));
        let is_cased = !self.shouted && text[place].trim_end_matches(['\'', '’']) == entity.name;
        if is_grammar && !(is_cased && name.len() == 1 && is_capital(&entity.name)) {
            return None;
        }
        let before = at.checked_sub(1).and_then(|before| clause.get(before));
        let low = |word: Option<&Word>| word.map_or(String::new(), |word| word.low.clone());
        let is_kind = |word: &str| is_noun_of(word, entity, nouns);
        let after = clause.get(at + name.len());
        let is_the = DETERMINERS.contains(&&*low(before));
        let called = matches!(&*low(before), "called" | "named" | "titled");
        // "The page contact" is a name, "the page contact form" is not.
        let ends =
            is_cased || last.owns || after.is_none_or(|after| grammar::ends_name(&after.low));
        let typed = is_kind(&low(after)) && !last.owns
            || is_kind(&low(before)) && ends
            || is_the && low(after) == "one"
            || called;
        let is_talk = name.iter().all(|word| TALK.contains(&word.as_str()));
        let tells = name.len() > 1 && (!is_talk || is_cased)
            || name
                .iter()
                .any(|word| word.contains(|c: char| c.is_ascii_digit()));
        if typed && !is_grammar || tells || self.is_whole(entity) {
            return Some(Surely::Certainly);
        }
        let commanded = at == 1 && COMMANDS.contains(&low(before).as_str());
        if commanded && !is_grammar && after.is_none() {
            return Some(Surely::Likely);
        }
        if is_cased
            && is_capital(&entity.name)
            && (!first.begins || last.owns || is_all_capital(&entity.name))
        {
            return Some(Surely::Likely);
        }
        let acts =
            is_cased && first.begins && (after.is_none() || VERBS.contains(&low(after).as_str()));
        (!is_grammar && (is_the || acts)).then_some(Surely::Perhaps)
    }

    /// Returns the number of words and the certainty of the id at the word `at`, if it is not part of a longer word.
    fn by_id(
        &self,
        text: &str,
        clause: &[Word],
        at: usize,
        entity: &Entity,
        nouns: &Nouns,
    ) -> Option<(usize, Surely)> {
        let (id, word) = (entity.id.as_str(), clause.get(at)?);
        let from = word.at.start;
        if !text[from..].starts_with(id) {
            return None;
        }
        let joins = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
        let before = text[..from].chars().next_back();
        let end = from + id.len();
        let after = text[end..].chars().next();
        if before.is_some_and(joins) || after.is_some_and(joins) {
            return None;
        }
        let words = clause[at..].iter().take_while(|word| word.at.start < end);
        let words = words.count();
        let has_digit = id.contains(|c: char| c.is_ascii_digit());
        let joined = id.contains(['-', '_', ':', '.']);
        let telling = has_digit && id.len() > 3 || joined && id.len() > 2;
        if self.bare == id || telling {
            return Some((words, Surely::Certainly));
        }
        // A short number is more likely a count than an id, and a short word a plain word, unless the words before make
        // it an id: "page 7", "the page with the id pa".
        let next = clause.get(at + words);
        let ends = next.is_none_or(|next| grammar::ends_name(&next.low));
        if !has_digit && (!ends || grammar::is_grammar(&word.low, nouns)) {
            return None;
        }
        let before = at
            .checked_sub(1)
            .map(|before| clause[before].low.as_str())?;
        if before == "id" || is_noun_of(before, entity, nouns) {
            return Some((words, Surely::Certainly));
        }
        let commanded = at == 1 && COMMANDS.contains(&before) && next.is_none();
        commanded.then_some((words, Surely::Likely))
    }

    /// Returns true if a certain id is at the word `at`.
    pub fn is_id_at(&self, text: &str, clause: &[Word], at: usize, nouns: &Nouns) -> bool {
        let mut known = self.known.iter();
        known.any(|(entity, _)| {
            let id = self.by_id(text, clause, at, entity, nouns);
            id.is_some_and(|(_, surely)| surely == Surely::Certainly)
        })
    }

    fn is_whole(&self, entity: &Entity) -> bool {
        self.whole == fold(&entity.name)
    }
}

/// Returns the name of a file without its extension.
fn stem(name: &str) -> Option<&str> {
    let (stem, extension) = name.rsplit_once('.')?;
    let is_extension = (1..=MAX_EXTENSION).contains(&extension.len())
        && extension.bytes().all(|byte| byte.is_ascii_alphanumeric());
    (is_extension && !stem.trim().is_empty()).then_some(stem)
}

/// Returns true if the words at `at` name the file of that stem: "the logo", "our team photo".
fn is_file(clause: &[Word], at: usize, stem: &[String], nouns: &Nouns) -> bool {
    let said = clause.get(at..at + stem.len()).unwrap_or_default();
    let before = at.checked_sub(1).and_then(|before| clause.get(before));
    let is_the = before.is_some_and(|word| {
        let english = languages::determiner(&word.low);
        DETERMINERS.contains(&english.unwrap_or(&word.low))
    });
    let is_grammar = stem.iter().all(|word| grammar::is_grammar(word, nouns));
    let is_same = said
        .iter()
        .map(|word| fold(&word.low))
        .eq(stem.iter().cloned());
    is_the && is_same && !stem.is_empty() && !is_grammar
}

/// Returns true if a word is a noun for the entity's type.
fn is_noun_of(word: &str, entity: &Entity, nouns: &Nouns) -> bool {
    let noun = nouns.kind(word);
    noun.is_some_and(|noun| noun.kind == entity.kind)
}

fn is_capital(name: &str) -> bool {
    name.chars().next().is_some_and(char::is_uppercase)
}

fn is_all_capital(name: &str) -> bool {
    name.chars().count() > 1 && name.chars().all(char::is_uppercase)
}

/// Among entities with this name, prefers those whose type is named next to it; otherwise keeps all.
pub(super) fn prefer_typed<'a>(
    named: &[&'a Entity],
    beside: &[Word],
    nouns: &Nouns,
) -> Vec<&'a Entity> {
    let says = |kind: &str| {
        let mut said = beside.iter().filter_map(|word| nouns.kind(&word.low));
        said.any(|noun| noun.kind == kind)
    };
    let typed: Vec<&Entity> = named
        .iter()
        .copied()
        .filter(|one| says(&one.kind))
        .collect();
    if typed.is_empty() {
        named.to_vec()
    } else {
        typed
    }
}

/// Returns true if the entity's name contains all of these words.
pub(super) fn has_words(entity: &Entity, described: &[String]) -> bool {
    let name: Vec<String> = said::words(&entity.name)
        .iter()
        .map(|word| fold(word))
        .collect();
    let described: Vec<String> = described.iter().map(|word| fold(word)).collect();
    let joined = |word: &str| format!("{word}{}", entity.kind);
    described
        .iter()
        .all(|word| name.contains(word) || name.contains(&joined(word)))
}
