//! Where things are in JSON with comments: enough to put a member in and to take it out again, with everything else
//! as it was. Knows nothing of what is put in.

use std::ops::Range;

use serde_json::Value;

/// What JSON takes for space; there is more in other texts.
pub const SPACE: [char; 4] = [' ', '\t', '\r', '\n'];
/// How deep values may stand one in the other.
const DEEPEST: usize = 64;

/// An object or a list, and where it stands.
#[derive(Debug)]
pub struct Object {
    /// Whether it is a list.
    pub is_list: bool,
    /// From its first to its last bracket.
    pub span: Range<usize>,
    /// Its members; those of a list have no name.
    pub members: Vec<Member>,
    /// Where what it holds ends, comments too.
    pub end: usize,
}

/// A member of an object or a list.
#[derive(Debug)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// All of it, from its name on.
    pub span: Range<usize>,
    /// Its value.
    pub value: Range<usize>,
    /// The value, where it is an object or a list.
    pub object: Option<Object>,
    /// Where the comma behind it stands, if there is one.
    pub comma: Option<usize>,
}

impl Object {
    /// The member of that name.
    pub fn member(&self, name: &str) -> Option<&Member> {
        self.members.iter().find(|member| member.name == name)
    }
}

/// The value of a member, without its comments.
pub fn value(text: &str, member: &Member) -> Value {
    match &member.object {
        Some(object) if object.is_list => {
            let items = object.members.iter();
            items.map(|item| value(text, item)).collect()
        }
        Some(object) => {
            let members = object.members.iter();
            let members = members.map(|inner| (inner.name.clone(), value(text, inner)));
            Value::Object(members.collect())
        }
        None => serde_json::from_str(&text[member.value.clone()]).unwrap_or_default(),
    }
}

/// Reads a text whose value is an object.
///
/// # Errors
/// With the line of what cannot be read.
pub fn read(text: &str) -> Result<Object, String> {
    let mut reader = Reader {
        text,
        at: if text.starts_with('\u{feff}') { 3 } else { 0 },
        solid: 0,
    };
    let read = reader.document();
    read.map_err(|what| {
        let line = text[..reader.at.min(text.len())].matches('\n').count() + 1;
        format!("line {line}: {what}")
    })
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// Where the last thing that is no space ends.
    solid: usize,
}

impl Reader<'_> {
    fn document(&mut self) -> Result<Object, String> {
        self.space()?;
        if self.peek() != Some(b'{') {
            return Err("expected an object".into());
        }
        let object = self.object(0)?;
        self.space()?;
        match self.peek() {
            None => Ok(object),
            Some(_) => Err("expected nothing behind the object".into()),
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Goes on by so many bytes, which are no space.
    fn pass(&mut self, bytes: usize) {
        self.at += bytes;
        self.solid = self.at;
    }

    /// Passes spaces and comments.
    fn space(&mut self) -> Result<(), String> {
        loop {
            let rest = &self.text[self.at..];
            if rest.starts_with(SPACE) {
                self.at += 1;
            } else if rest.starts_with("//") {
                let end = rest.find('\n').unwrap_or(rest.len());
                self.pass(rest[..end].trim_end_matches(SPACE).len());
            } else if rest.starts_with("/*") {
                let end = rest.find("*/").ok_or("a comment has no end")?;
                self.pass(end + 2);
            } else {
                return Ok(());
            }
        }
    }

    fn object(&mut self, depth: usize) -> Result<Object, String> {
        let start = self.at;
        let is_list = self.peek() == Some(b'[');
        let close = if is_list { b']' } else { b'}' };
        self.pass(1);
        let mut members: Vec<Member> = Vec::new();
        loop {
            self.space()?;
            let last = members.last_mut();
            let may_follow = last.as_ref().is_none_or(|last| last.comma.is_some());
            match (self.peek(), last) {
                (Some(found), _) if found == close => {
                    let end = self.solid;
                    self.pass(1);
                    let span = start..self.at;
                    return Ok(Object {
                        is_list,
                        span,
                        members,
                        end,
                    });
                }
                (Some(b','), Some(last)) if !may_follow => {
                    last.comma = Some(self.at);
                    self.pass(1);
                }
                (Some(found), _) if may_follow && (is_list || found == b'"') => {
                    let member = self.member(depth, is_list)?;
                    if !is_list && members.iter().any(|known| known.name == member.name) {
                        return Err(format!("{:?} is there twice", member.name));
                    }
                    members.push(member);
                }
                _ => return Err("expected a member, a comma or a closing bracket".into()),
            }
        }
    }

    fn member(&mut self, depth: usize, in_list: bool) -> Result<Member, String> {
        let start = self.at;
        let mut name = String::new();
        if !in_list {
            name = self.string()?;
            self.space()?;
            if self.peek() != Some(b':') {
                return Err("expected a colon".into());
            }
            self.pass(1);
            self.space()?;
        }
        let from = self.at;
        let object = self.value(depth + 1)?;
        Ok(Member {
            name,
            span: start..self.at,
            value: from..self.at,
            object,
            comma: None,
        })
    }

    fn value(&mut self, depth: usize) -> Result<Option<Object>, String> {
        if depth > DEEPEST {
            return Err(format!("more than {DEEPEST} values one in the other"));
        }
        match self.peek() {
            Some(b'{' | b'[') => self.object(depth).map(Some),
            Some(b'"') => self.string().map(|_| None),
            _ => {
                let rest = &self.text[self.at..];
                let is_part = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
                let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
                if serde_json::from_str::<Value>(&rest[..end]).is_err() {
                    return Err("expected a value".into());
                }
                self.pass(end);
                Ok(None)
            }
        }
    }

    fn string(&mut self) -> Result<String, String> {
        let rest = &self.text[self.at..];
        let mut escaped = false;
        let end = rest[1..].find(|c| {
            let ends = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            ends
        });
        let end = end.ok_or("a text has no end")? + 2;
        let text = serde_json::from_str(&rest[..end]);
        let text = text.map_err(|_| "a text is not as JSON has it")?;
        self.pass(end);
        Ok(text)
    }
}
