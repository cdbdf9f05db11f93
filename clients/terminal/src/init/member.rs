//! One member of a JSON file, put in and taken out again: what was there keeps its place, its spaces and its comments,
//! and after taking out is what it was before. Knows nothing of what the member means.

use serde_json::Value;

use super::jsonc::{self, Member, Object};

/// Where a member stands: the names of the objects that hold it, and its own.
pub struct Place<'a> {
    /// The objects, outermost first; those that are not there are made.
    pub within: &'a [&'a str],
    /// Its own name.
    pub name: &'a str,
}

/// How a file is written.
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

    /// A member of an object that is `depth` steps in, on lines of its own.
    fn on_lines(&self, name: &str, value: &Value, depth: usize) -> String {
        let text = format!("{}: {value:#}", Value::from(name));
        let mut out = String::new();
        for line in text.lines() {
            let inner = line.trim_start();
            if !out.is_empty() {
                out.push_str(self.newline);
                // What is printed is moved in by two spaces a step.
                let steps = depth + 1 + (line.len() - inner.len()) / 2;
                out.push_str(&self.indent.repeat(steps));
            }
            out.push_str(inner);
        }
        out
    }
}

/// The text with the member as it is to be.
///
/// # Errors
/// When the text cannot be read, or something else stands in the way.
pub fn put(text: Option<&str>, place: &Place, value: &Value) -> Result<String, String> {
    let Some(text) = text else {
        let names = place.within.iter().rev();
        let root = names.fold(of_one(place.name, value), |inner, name| {
            of_one(name, &inner)
        });
        return Ok(format!("{root:#}\n"));
    };
    let root = jsonc::read(text)?;
    let style = Style::of(text, &root);
    let mut object = &root;
    for (depth, name) in place.within.iter().enumerate() {
        let Some(member) = object.member(name) else {
            let missing = &place.within[depth..];
            return Ok(added(
                text,
                object,
                &style,
                depth,
                missing,
                (place.name, value),
            ));
        };
        object = inner(member)?;
    }
    let depth = place.within.len();
    let Some(member) = object.member(place.name) else {
        return Ok(added(text, object, &style, depth, &[], (place.name, value)));
    };
    let known: Option<Value> = serde_json::from_str(&text[member.value.clone()]).ok();
    if known.as_ref() == Some(value) {
        return Ok(text.to_owned());
    }
    let new = style.on_lines(place.name, value, depth);
    Ok(with(text, member.span.clone(), &new))
}

/// The text without the member, and without the objects that were made for it; nothing when nothing else was there.
///
/// # Errors
/// As [`put`].
pub fn take(text: &str, place: &Place) -> Result<Option<String>, String> {
    let root = jsonc::read(text)?;
    let mut way = vec![&root];
    for name in place.within {
        let object = *way.last().unwrap_or(&&root);
        match object.member(name) {
            Some(member) => way.push(inner(member)?),
            None => return Ok(Some(text.to_owned())),
        }
    }
    let mut name = place.name;
    let mut names = place.within.iter().rev();
    while let Some(object) = way.pop() {
        let Some(member) = object.member(name) else {
            return Ok(Some(text.to_owned()));
        };
        if object.members.len() > 1 || !is_made(text, object, member) {
            return Ok(Some(removed(text, object, member)));
        }
        match names.next() {
            Some(outer) => name = outer,
            None => return Ok(None),
        }
    }
    Ok(Some(text.to_owned()))
}

fn of_one(name: &str, value: &Value) -> Value {
    Value::Object([(name.to_owned(), value.clone())].into_iter().collect())
}

fn inner(member: &Member) -> Result<&Object, String> {
    let object = member.object.as_ref();
    object.ok_or_else(|| format!("{:?} is not an object", member.name))
}

fn with(text: &str, span: std::ops::Range<usize>, new: &str) -> String {
    format!("{}{new}{}", &text[..span.start], &text[span.end..])
}

/// Whether an object is on one line.
fn is_flat(text: &str, object: &Object) -> bool {
    !text[object.span.clone()].contains('\n')
}

/// The text with a new last member of an object that is `depth` steps in, within new objects of the `missing` names.
///
/// In an object that was there and is empty it stands right behind the brace; in one that is made for it there is
/// space between. By this [`is_made`] knows one from the other.
fn added(
    text: &str,
    object: &Object,
    style: &Style,
    depth: usize,
    missing: &[&str],
    (name, value): (&str, &Value),
) -> String {
    let quoted = |name: &str| Value::from(name).to_string();
    let flat = || {
        let member = format!("{}: {value}", quoted(name));
        let names = missing.iter().rev();
        names.fold(member, |member, name| {
            format!("{}: {{ {member} }}", quoted(name))
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
        let names = missing.iter().chain([&name]).copied().collect::<Vec<_>>();
        let inner = names[1..].iter().rev();
        let value = inner.fold(value.clone(), |value, name| of_one(name, &value));
        (space, style.on_lines(names[0], &value, depth))
    };
    let mut new = with(text, object.end..object.end, &format!("{space}{member}"));
    // The comma is where the file has it: behind the last member too, or between two.
    if last.comma.is_some() {
        new.insert(object.end + space.len() + member.len(), ',');
    } else {
        new.insert(last.span.end, ',');
    }
    new
}

/// Whether an object of one member was made for that member.
fn is_made(text: &str, object: &Object, member: &Member) -> bool {
    let before = &text[object.span.start + 1..member.span.start];
    let after = &text[member.span.end..object.span.end - 1];
    !before.is_empty() && before.trim().is_empty() && after.trim().is_empty()
}

/// The text without a member: what [`added`] put in, comma and space.
fn removed(text: &str, object: &Object, member: &Member) -> String {
    let start = text[..member.span.start].trim_end().len();
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
