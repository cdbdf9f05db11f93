//! Adds and removes one member of a JSON file: everything else keeps its place, its white space and its comments, and
//! removing restores the original file.

use serde_json::Value;

use super::jsonc::{self, Member, Object, SPACE};

/// Place of a member: the names of the objects that contain it, and its key.
pub struct Place<'a> {
    /// Containing objects, outermost first, the last of which may be a list. Missing ones are created.
    pub within: &'a [&'a str],
    /// Key of the member.
    pub key: Key<'a>,
}

/// Key that identifies a member.
#[derive(Clone, Copy)]
pub enum Key<'a> {
    /// Name in an object.
    Name(&'a str),
    /// Item of a list with this member, whose text matches the expected one; either the item itself, or an item of a
    /// list within it.
    With(&'a str, &'a str, fn(&str, &str) -> bool),
}

/// Path of members to one, each with the object or list that contains it.
type Way<'o> = Vec<(&'o Object, &'o Member)>;

impl Key<'_> {
    /// Returns the path to the member from the object or list that contains it.
    fn find<'o>(self, text: &str, object: &'o Object) -> Option<Way<'o>> {
        match self {
            Self::Name(name) => object.member(name).map(|member| vec![(object, member)]),
            Self::With(name, expected, is_known) => {
                let is_it = |item: &Object| {
                    let known = item.member(name).map(|known| jsonc::value(text, known));
                    known.is_some_and(|known| {
                        known
                            .as_str()
                            .is_some_and(|known| is_known(known, expected))
                    })
                };
                object.members.iter().find_map(|item| {
                    let own = item.object.as_ref().filter(|own| !own.is_list)?;
                    if is_it(own) {
                        return Some(vec![(object, item)]);
                    }
                    own.members.iter().find_map(|list| {
                        let inner = list.object.as_ref().filter(|inner| inner.is_list)?;
                        let mut items = inner.members.iter();
                        let found = items.find(|inner| inner.object.as_ref().is_some_and(is_it))?;
                        Some(vec![(object, item), (own, list), (inner, found)])
                    })
                })
            }
        }
    }

    /// Returns the text before the value.
    fn label(self) -> String {
        match self {
            Self::Name(name) => format!("{}: ", Value::from(name)),
            Self::With(..) => String::new(),
        }
    }

    /// Returns an object or list that contains only this value.
    fn around(self, value: &Value) -> Value {
        match self {
            Self::Name(name) => {
                Value::Object([(name.to_owned(), value.clone())].into_iter().collect())
            }
            Self::With(..) => Value::Array(vec![value.clone()]),
        }
    }
}

/// Formatting of a file.
struct Style<'a> {
    newline: &'a str,
    indent: String,
}

impl<'a> Style<'a> {
    fn of(text: &'a str, root: &Object) -> Self {
        let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
        let first = root.members.first().map(|member| member.span.start);
        let before = first.map(|start| &text[..start]).unwrap_or_default();
        let indent = before.rsplit_once('\n').map(|(_, indent)| indent);
        let indent = indent.filter(|indent| !indent.is_empty() && indent.trim().is_empty());
        Self {
            newline,
            indent: indent.unwrap_or("  ").to_owned(),
        }
    }

    /// Formats a value for an object at this depth, after its label, over several lines.
    fn on_lines(&self, label: &str, value: &Value, depth: usize) -> String {
        let text = format!("{label}{value:#}");
        let mut out = String::new();
        for line in text.lines() {
            let inner = line.trim_start();
            if !out.is_empty() {
                out.push_str(self.newline);
                // The printed value is indented by two spaces per level.
                let steps = depth + 1 + (line.len() - inner.len()) / 2;
                out.push_str(&self.indent.repeat(steps));
            }
            out.push_str(inner);
        }
        out
    }
}

/// Returns the names of a text's members.
///
/// # Errors
/// Returns an error if the text cannot be read.
pub fn names(text: &str) -> Result<Vec<String>, String> {
    let root = jsonc::read(text)?;
    Ok(root.members.into_iter().map(|member| member.name).collect())
}

/// Returns the existing value, without its comments.
///
/// # Errors
/// Returns an error if the text cannot be read, or the place has a value of another type.
pub fn current_value(text: &str, place: &Place) -> Result<Option<Value>, String> {
    let root = jsonc::read(text)?;
    let way = way(text, &root, place)?;
    Ok(way.and_then(|way| way.last().map(|(_, member)| jsonc::value(text, member))))
}

/// Adds the member. A member that is identified by its name gets this value; an existing item of a list is kept.
///
/// # Errors
/// Same as [`current_value`].
pub fn put(text: Option<&str>, place: &Place, value: &Value) -> Result<String, String> {
    let Some(text) = text else {
        let root = nest(place.within, place.key, value);
        return Ok(format!("{root:#}\n"));
    };
    let root = jsonc::read(text)?;
    let style = Style::of(text, &root);
    let Some(way) = way(text, &root, place)? else {
        let (object, depth) = holder(&root, place)?;
        let missing = &place.within[depth..];
        let new = (place.key, value);
        return Ok(with_member(text, object, &style, depth, missing, new));
    };
    match (place.key, way.last()) {
        (Key::Name(_), Some((_, member))) if jsonc::value(text, member) != *value => {
            let new = style.on_lines("", value, place.within.len());
            Ok(with(text, member.value.clone(), &new))
        }
        _ => Ok(text.to_owned()),
    }
}

/// Removes the member, and the objects that were created for it. Returns `None` if the text had nothing else.
///
/// # Errors
/// Same as [`current_value`].
pub fn take(text: &str, place: &Place) -> Result<Option<String>, String> {
    let root = jsonc::read(text)?;
    let Some(mut way) = way(text, &root, place)? else {
        return Ok(Some(text.to_owned()));
    };
    // Other items in the same list are kept; without others, the list and its item were created for the member.
    if let Some((list, item)) = way.last().filter(|(list, _)| list.members.len() > 1) {
        return Ok(Some(without_member(text, list, item)));
    }
    way.truncate(place.within.len() + 1);
    // Removes the outermost object that was created for the member, or the member itself.
    while let Some((object, member)) = way.pop() {
        if object.members.len() > 1 || !is_made(text, object, member) {
            return Ok(Some(without_member(text, object, member)));
        }
    }
    Ok(None)
}

/// Returns the innermost existing object on the path to a place, and its depth.
fn holder<'o>(root: &'o Object, place: &Place) -> Result<(&'o Object, usize), String> {
    let mut object = root;
    for (depth, name) in place.within.iter().enumerate() {
        let Some(member) = object.member(name) else {
            return Ok((object, depth));
        };
        object = inner(member, depth + 1, place)?;
    }
    Ok((object, place.within.len()))
}

/// Returns the path to a member from the root, if it exists.
fn way<'o>(text: &str, root: &'o Object, place: &Place) -> Result<Option<Way<'o>>, String> {
    let (object, depth) = holder(root, place)?;
    if depth < place.within.len() {
        return Ok(None);
    }
    let mut outer = root;
    let mut way = Vec::new();
    for name in place.within {
        if let Some(member) = outer.member(name) {
            way.push((outer, member));
            outer = member.object.as_ref().unwrap_or(outer);
        }
    }
    let found = place.key.find(text, object);
    Ok(found.map(|found| way.into_iter().chain(found).collect()))
}

/// Wraps a value in objects of these names.
fn nest(within: &[&str], key: Key, value: &Value) -> Value {
    let names = within.iter().rev();
    names.fold(key.around(value), |inner, name| {
        Key::Name(name).around(&inner)
    })
}

/// Returns the content of a member that contains others, at this depth.
fn inner<'o>(member: &'o Member, depth: usize, place: &Place) -> Result<&'o Object, String> {
    let is_list = depth == place.within.len() && matches!(place.key, Key::With(..));
    let object = member.object.as_ref();
    let what = if is_list { "a list" } else { "an object" };
    object
        .filter(|object| object.is_list == is_list)
        .ok_or_else(|| format!("{:?} is not {what}", member.name))
}

fn with(text: &str, span: std::ops::Range<usize>, new: &str) -> String {
    format!("{}{new}{}", &text[..span.start], &text[span.end..])
}

/// Returns true if an object is on one line.
fn is_flat(text: &str, object: &Object) -> bool {
    !text[object.span.clone()].contains('\n')
}

/// Adds a last member to an object at this depth, within new objects of the `missing` names.
///
/// In an existing empty object it is added right after the brace; a created object has white space there. [`is_made`]
/// distinguishes them by that.
fn with_member(
    text: &str,
    object: &Object,
    style: &Style,
    depth: usize,
    missing: &[&str],
    (key, value): (Key, &Value),
) -> String {
    let flat = || {
        let member = format!("{}{value}", key.label());
        let mut brackets = match key {
            Key::Name(_) => ("{", "}"),
            Key::With(..) => ("[", "]"),
        };
        let names = missing.iter().rev();
        names.fold(member, |member, name| {
            let (open, close) = std::mem::replace(&mut brackets, ("{", "}"));
            format!("{}{open} {member} {close}", Key::Name(name).label())
        })
    };
    let Some(last) = object.members.last() else {
        let at = object.span.start + 1;
        return with(text, at..at, &flat());
    };
    let (space, member) = if is_flat(text, object) {
        (" ".to_owned(), flat())
    } else {
        let space = format!("{}{}", style.newline, style.indent.repeat(depth + 1));
        let member = match missing {
            [first, rest @ ..] => {
                let label = Key::Name(first).label();
                style.on_lines(&label, &nest(rest, key, value), depth)
            }
            [] => style.on_lines(&key.label(), value, depth),
        };
        (space, member)
    };
    let mut new = with(text, object.end..object.end, &format!("{space}{member}"));
    // Trailing commas follow the style of the file.
    if last.comma.is_some() {
        new.insert(object.end + space.len() + member.len(), ',');
    } else {
        new.insert(last.span.end, ',');
    }
    new
}

/// Returns true if an object of one member was created for that member.
fn is_made(text: &str, object: &Object, member: &Member) -> bool {
    let before = &text[object.span.start + 1..member.span.start];
    let after = &text[member.span.end..object.span.end - 1];
    let is_space = |text: &str| text.trim_matches(SPACE).is_empty();
    !before.is_empty() && is_space(before) && is_space(after)
}

/// Removes a member with the comma and the white space that [`with_member`] inserted.
fn without_member(text: &str, object: &Object, member: &Member) -> String {
    let start = text[..member.span.start].trim_end_matches(SPACE).len();
    let end = member.comma.map_or(member.span.end, |comma| comma + 1);
    let mut new = with(text, start..end, "");
    if member.comma.is_none() {
        let mut before = object.members.iter().rev().skip(1);
        if let Some(comma) = before.next().and_then(|before| before.comma) {
            new.remove(comma);
        }
    }
    new
}
