//! Path patterns with a test for common paths. Exact for `?`, `*`, `**`, `[a-z]` and `{a,b}`; ignores case. A pattern
//! matches the paths that it names and everything inside of them.

/// Maximum number of patterns that the alternatives of one are expanded to; with more, the pattern is cut before them.
const ALTERNATIVES: usize = 32;

/// Parsed pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glob {
    is_absolute: bool,
    /// Folders before the first wildcard.
    prefix: Vec<String>,
    /// Expansions without alternatives, each as a list of path parts.
    ways: Vec<Vec<Part>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    /// `**`: any number of folders.
    Folders,
    /// One folder or file.
    Name(Vec<Piece>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    /// `*`: any number of characters.
    Any,
    /// One character of these sorted ranges.
    One(Vec<(char, char)>),
}

impl Glob {
    /// Parses a pattern. Normalizes it first: `./a//b/` and `a\b` are `a/b`.
    #[must_use]
    pub fn new(pattern: &str) -> Self {
        let text = pattern.trim().replace('\\', "/").to_lowercase();
        let is_absolute = text.starts_with('/');
        let ways: Vec<Vec<Part>> = expand_braces(&text).iter().map(|way| parts(way)).collect();
        let is_pattern = |part: &&str| part.contains(['*', '?', '[', '{', '}']);
        let plain: Vec<&str> = text
            .split('/')
            .take_while(|part| !is_pattern(part))
            .collect();
        let mut prefix: Vec<String> = Vec::new();
        for part in plain {
            step(&mut prefix, part, str::to_owned);
        }
        // A pattern with `..` after a wildcard may leave any folder, so it has no prefix.
        if text
            .split('/')
            .skip_while(|part| !is_pattern(part))
            .any(|part| part == "..")
        {
            prefix.clear();
        }
        Self {
            is_absolute,
            prefix,
            ways,
        }
    }

    /// Returns true if a path matches both patterns.
    #[must_use]
    pub fn meets(&self, other: &Self) -> bool {
        self.is_absolute == other.is_absolute
            && self.ways.iter().any(|one| {
                other
                    .ways
                    .iter()
                    .any(|two| meet(one, two) || is_inside(one, two) || is_inside(two, one))
            })
    }

    /// Returns the cost of comparing this pattern with one of weight 1.
    #[must_use]
    pub fn weight(&self) -> usize {
        let parts = self.ways.iter().flatten();
        let pieces = parts.map(|part| match part {
            Part::Folders => 1,
            Part::Name(pieces) => pieces.len() + 1,
        });
        pieces.sum::<usize>() + 1
    }

    /// Returns the folders before the first wildcard as a text that begins with the key of every parent folder.
    #[must_use]
    pub fn key(&self) -> String {
        let root = if self.is_absolute { "/" } else { "./" };
        let mut key = root.to_owned();
        for folder in &self.prefix {
            key.push_str(folder);
            key.push('/');
        }
        key
    }
}

/// Appends a part of a path to the parts before it; resolves `.` and `..`.
fn step<T>(before: &mut Vec<T>, part: &str, make: impl FnOnce(&str) -> T) {
    match part {
        "" | "." => {}
        ".." => {
            before.pop();
        }
        part => before.push(make(part)),
    }
}

fn parts(way: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    for part in way.split('/') {
        step(&mut parts, part, |part| match part {
            "**" => Part::Folders,
            part => Part::Name(pieces(part)),
        });
    }
    // A pattern also matches everything inside, except if it is named like a file.
    let last = way.rsplit('/').find(|part| !matches!(*part, "" | "."));
    if !last.is_some_and(is_file) {
        parts.push(Part::Folders);
    }
    parts.dedup_by(|two, one| *one == Part::Folders && *two == Part::Folders);
    parts
}

/// Returns true if a name has a file extension: `lib.rs`, `*.md`.
fn is_file(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(stem, end)| {
        let is_end = |c: char| c.is_ascii_alphanumeric() || c == '*';
        !stem.is_empty()
            && stem != "."
            && !end.is_empty()
            && end.len() <= 8
            && end.chars().all(is_end)
    })
}

fn pieces(part: &str) -> Vec<Piece> {
    let mut rest = part.chars();
    let mut pieces = Vec::new();
    while let Some(letter) = rest.next() {
        let piece = match letter {
            '*' => Piece::Any,
            '?' => Piece::One(vec![('\0', char::MAX)]),
            '[' => match class(rest.as_str()) {
                Some((ranges, after)) => {
                    rest = after.chars();
                    Piece::One(ranges)
                }
                None => Piece::One(vec![('[', '[')]),
            },
            letter => Piece::One(vec![(letter, letter)]),
        };
        if piece != Piece::Any || pieces.last() != Some(&Piece::Any) {
            pieces.push(piece);
        }
    }
    pieces
}

/// Parses a character class after its opening bracket; returns its ranges and the rest of the text.
fn class(text: &str) -> Option<(Vec<(char, char)>, &str)> {
    let (is_not, text) = match text.strip_prefix(['!', '^']) {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    // A closing bracket in first position is a literal character.
    let end = text.char_indices().skip(1).find(|(_, c)| *c == ']')?.0;
    let letters: Vec<char> = text[..end].chars().collect();
    let mut ranges = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        if let Some(['-', last]) = letters.get(at + 1..at + 3) {
            if letters[at] <= *last {
                ranges.push((letters[at], *last));
            }
            at += 3;
        } else {
            ranges.push((letters[at], letters[at]));
            at += 1;
        }
    }
    ranges.sort_unstable();
    let ranges = if is_not { others(&ranges) } else { ranges };
    Some((ranges, &text[end + 1..]))
}

/// Returns the complement of sorted ranges.
fn others(ranges: &[(char, char)]) -> Vec<(char, char)> {
    let mut others = Vec::new();
    let mut from = Some('\0');
    for (first, last) in ranges {
        let Some(start) = from else { break };
        if let Some(before) = ('\0'..*first).next_back()
            && start <= before
        {
            others.push((start, before));
        }
        let after = (*last..=char::MAX).nth(1);
        from = after.map(|after| after.max(start));
    }
    others.extend(from.map(|start| (start, char::MAX)));
    others
}

/// Expands `{…}` into one pattern for each alternative. Above the limit, uses the folder before the braces instead: it
/// matches more.
fn expand_braces(text: &str) -> Vec<String> {
    let mut done = Vec::new();
    let mut left = vec![text.to_owned()];
    while let Some(way) = left.pop() {
        let Some((before, inside, after)) = braces(&way) else {
            done.push(way);
            continue;
        };
        if done.len() + left.len() + inside.clone().count() > ALTERNATIVES {
            let front = way.split('{').next().unwrap_or_default();
            let folder = front.rfind('/').map_or("", |end| &front[..=end]);
            done.push(folder.to_owned());
            continue;
        }
        left.extend(inside.map(|one| format!("{before}{one}{after}")));
    }
    done
}

/// Finds the first `{…}` without nested braces; returns the text before it, its alternatives and the text after it.
fn braces(text: &str) -> Option<(&str, std::str::Split<'_, char>, &str)> {
    let mut open = None;
    for (at, letter) in text.char_indices() {
        match (letter, open) {
            ('{', _) => open = Some(at),
            ('}', Some(start)) => {
                let inside = text[start + 1..at].split(',');
                return Some((&text[..start], inside, &text[at + 1..]));
            }
            _ => {}
        }
    }
    None
}

/// Returns true if two expansions match a common path. Compares each pair of positions once.
fn meet(one: &[Part], two: &[Part]) -> bool {
    reach(one.len(), two.len(), |at, other| {
        let (here, there) = (one.get(at), two.get(other));
        let skips = |part: Option<&Part>| part == Some(&Part::Folders);
        Next {
            one: skips(here) || (skips(there) && here.is_some()),
            two: skips(there) || (skips(here) && there.is_some()),
            both: match (here, there) {
                (Some(Part::Name(here)), Some(Part::Name(there))) => names_meet(here, there),
                _ => false,
            },
        }
    })
}

/// Returns true if `one` names, part by part, a path inside of `other`, which is a folder although it is named like a
/// file.
fn is_inside(one: &[Part], other: &[Part]) -> bool {
    let is_step = |(one, other): (&Part, &Part)| match (one, other) {
        (Part::Name(one), Part::Name(other)) => names_meet(one, other),
        _ => false,
    };
    one.len() > other.len() && one.iter().zip(other).all(is_step)
}

fn names_meet(one: &[Piece], two: &[Piece]) -> bool {
    reach(one.len(), two.len(), |at, other| {
        let (here, there) = (one.get(at), two.get(other));
        let skips = |piece: Option<&Piece>| piece == Some(&Piece::Any);
        Next {
            one: skips(here) || (skips(there) && here.is_some()),
            two: skips(there) || (skips(here) && there.is_some()),
            both: match (here, there) {
                (Some(Piece::One(here)), Some(Piece::One(there))) => here.iter().any(|here| {
                    there
                        .iter()
                        .any(|there| here.0 <= there.1 && there.0 <= here.1)
                }),
                _ => false,
            },
        }
    })
}

/// Steps that are possible from a pair of positions.
struct Next {
    one: bool,
    two: bool,
    both: bool,
}

/// Returns true if the ends of both sequences can be reached from their beginnings.
fn reach(one: usize, two: usize, next: impl Fn(usize, usize) -> Next) -> bool {
    let width = two + 1;
    let mut reached = vec![false; (one + 1) * width];
    reached[0] = true;
    for at in 0..=one {
        for other in 0..=two {
            if !reached[at * width + other] {
                continue;
            }
            let next = next(at, other);
            for (goes, at, other) in [
                (next.one, at + 1, other),
                (next.two, at, other + 1),
                (next.both, at + 1, other + 1),
            ] {
                if goes && at <= one && other <= two {
                    reached[at * width + other] = true;
                }
            }
        }
    }
    reached.last() == Some(&true)
}
