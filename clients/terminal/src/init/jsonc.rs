//! Parser for the structure of JSON with comments: precise enough to add and remove a member without changing the rest.

use std::ops::Range;

use serde_json::Value;

/// White space of JSON; other texts have more.
pub const SPACE: [char; 4] = [' ', '\t', '\r', '\n'];
/// Maximum nesting depth of values.
const DEEPEST: usize = 64;

/// Object or list with its position.
#[derive(Debug)]
pub struct Object {
    /// True for a list.
    pub is_list: bool,
    /// Range from its first to its last bracket.
    pub span: Range<usize>,
    /// Members; those of a list have no name.
    pub members: Vec<Member>,
    /// End of its content, including comments.
    pub end: usize,
}

/// Member of an object or a list.
#[derive(Debug)]
pub struct Member {
    /// Name of the member.
    pub name: String,
    /// Range of the member, from its name on.
    pub span: Range<usize>,
    /// Range of the value.
    pub value: Range<usize>,
    /// Structure of the value, if it is an object or a list.
    pub object: Option<Object>,
    /// Position of the comma after it, if there is one.
    pub comma: Option<usize>,
}

impl Object {
    /// Returns the member with this name.
    pub fn member(&self, name: &str) -> Option<&Member> {
        self.members.iter().find(|member| member.name == name)
    }
}

/// Returns the value of a member, without its comments.
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

/// Parses a text whose value is an object.
///
/// # Errors
/// Returns the line of the syntax error.
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
    /// End of the last text that is not white space; comments count as text.
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

    /// Advances by this many bytes, which are no white space.
    fn pass(&mut self, bytes: usize) {
        self.at += bytes;
        self.solid = self.at;
    }

    /// Skips white space and comments.
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
