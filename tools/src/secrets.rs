//! Finds secrets in texts, plain or raw JSON.
//!
//! One pass over the text finds keywords of secrets: the beginning of a token, a name that promises a secret, the mark
//! of an address. Rules examine only these places, and no text twice. So the work is linear in the length of the text,
//! whatever the text is.

mod around;
mod block;
mod header;
mod name;
mod named;
mod phrase;
mod shape;
mod shapes;
mod value;

use std::borrow::Cow;
use std::cmp::Reverse;
use std::ops::Range;

use aho_corasick::{AhoCorasick, AhoCorasickKind, BuildError, MatchKind};
use kernel::ports::secrets::Secrets;

use shape::Shape;

/// Secret in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Found {
    at: Range<usize>,
    kind: &'static str,
    /// Precedence of the rule: if two find the same text, the lower one is more specific.
    rank: usize,
}

/// Rule that a keyword triggers.
#[derive(Clone, Copy, Debug)]
enum Lead {
    /// Token of the shape with this index.
    Shape(usize),
    /// Other secret, found by this function.
    Look(Look),
}

/// Examines a place in the text.
type Look = fn(&mut Scan<'_>, Range<usize>);

/// Keywords of secrets without a shape of their own.
const LOOKS: [(&[&str], Look); 13] = [
    (&["-----begin "], block::pem),
    (&["putty-user-key-file-"], block::putty),
    (&["eyj"], shape::jwt),
    (&["://"], header::address),
    (&["authorization", "bearer "], header::authorization),
    (&["cookie"], header::cookies),
    (&["curl", "wget", "http", "lynx"], header::client),
    (&[" -u", "--user", " -a "], header::sign_in),
    (&["mysql", "mariadb", "sshpass"], header::password_option),
    (&["auth"], header::registry_login),
    (&["loci_session"], header::own_session),
    (&phrase::WORDS, phrase::look),
    (&name::WORDS, named::look),
];

/// Position up to which each rule has examined the text, so that nothing is examined twice.
#[derive(Default)]
struct Seen {
    pem: usize,
    putty: usize,
    jwt: usize,
    cookies: usize,
    names: usize,
    options: usize,
    /// Position of the last program that authenticates with an option.
    client: Option<usize>,
    /// Last run of characters of values: every value that begins in it ends with it.
    given: Range<usize>,
    parameter: Range<usize>,
    credentials: Range<usize>,
}

/// State while scanning a text.
struct Scan<'a> {
    text: &'a str,
    seen: Seen,
    found: Vec<Found>,
}

impl<'a> Scan<'a> {
    fn bytes(&self) -> &'a [u8] {
        self.text.as_bytes()
    }

    fn add(&mut self, at: Range<usize>, kind: &'static str) {
        let rank = usize::MAX;
        self.found.push(Found { at, kind, rank });
    }
}

/// Finds secrets by the shapes of tokens and by the names of values.
#[derive(Debug)]
pub struct PatternSecrets {
    words: AhoCorasick,
    /// Rule of each keyword.
    leads: Vec<Lead>,
    shapes: Vec<Shape>,
}

impl PatternSecrets {
    /// Builds the keyword table. Patterns are compiled when a text first needs them.
    ///
    /// # Errors
    /// Returns an error if the table cannot be built.
    pub fn new() -> Result<Self, BuildError> {
        let shapes: Vec<Shape> = shapes::all().collect();
        let tokens = shapes.iter().enumerate().flat_map(|(at, shape)| {
            let words = shape.words();
            words.map(move |word| (word, Lead::Shape(at)))
        });
        let looks = LOOKS.iter().flat_map(|(words, look)| {
            let words = words.iter();
            words.map(|word| (*word, Lead::Look(*look)))
        });
        let (words, leads): (Vec<&str>, Vec<Lead>) = tokens.chain(looks).unzip();
        let words = AhoCorasick::builder()
            .match_kind(MatchKind::Standard)
            .kind(Some(AhoCorasickKind::DFA))
            .ascii_case_insensitive(true)
            .build(words)?;
        Ok(Self {
            words,
            leads,
            shapes,
        })
    }

    /// Returns the secrets, sorted and without overlaps.
    fn find(&self, text: &str) -> Vec<Found> {
        let mut scan = Scan {
            text,
            seen: Seen::default(),
            found: Vec::new(),
        };
        let mut tried = Vec::new();
        for word in self.words.find_overlapping_iter(text) {
            match self.leads.get(word.pattern().as_usize()) {
                Some(Lead::Look(look)) => look(&mut scan, word.range()),
                Some(Lead::Shape(at)) => {
                    if tried.is_empty() {
                        tried.resize(self.shapes.len(), 0);
                    }
                    if let (Some(shape), Some(tried)) = (self.shapes.get(*at), tried.get_mut(*at)) {
                        let found = shape.find(text, word.start(), tried);
                        let rank = *at;
                        scan.found
                            .extend(found.map(|(at, kind)| Found { at, kind, rank }));
                    }
                }
                None => {}
            }
        }
        apart(scan.found)
    }
}

/// Merges overlapping secrets: if two rules find parts of the same secret, all of it is replaced. The kind is that of
/// the more specific rule.
fn apart(mut found: Vec<Found>) -> Vec<Found> {
    found.sort_by_key(|one| (one.at.start, Reverse(one.at.end), one.rank));
    let mut kept: Vec<Found> = Vec::with_capacity(found.len());
    for one in found {
        match kept.last_mut() {
            Some(last) if one.at.start < last.at.end => {
                last.at.end = last.at.end.max(one.at.end);
                if is_vague(last.kind) {
                    last.kind = one.kind;
                }
            }
            _ => kept.push(one),
        }
    }
    kept
}

/// Returns true if a kind only describes the place of a secret, not its type.
fn is_vague(kind: &str) -> bool {
    [named::KIND, header::AUTHORIZATION, header::COOKIE].contains(&kind)
}

impl Secrets for PatternSecrets {
    fn redact<'a>(&self, text: &'a str) -> (Cow<'a, str>, u32) {
        let found = self.find(text);
        if found.is_empty() {
            return (Cow::Borrowed(text), 0);
        }
        let mut clean = String::with_capacity(text.len());
        let mut from = 0;
        for Found { at, kind, .. } in &found {
            clean.push_str(&text[from..at.start]);
            clean.push_str("[redacted:");
            clean.push_str(kind);
            clean.push(']');
            from = at.end;
        }
        clean.push_str(&text[from..]);
        let count = u32::try_from(found.len()).unwrap_or(u32::MAX);
        (Cow::Owned(clean), count)
    }
}
