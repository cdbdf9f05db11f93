//! What tasks of Task Master are called in a plan: `tag/task.subtask`, in which the tag `master` goes without saying.
//! Ids are texts of any form there, so that what separates these is escaped in them.

/// The tag whose tasks go by their ids alone.
pub const MASTER: &str = "master";

/// A part of a name, without what separates parts.
pub(super) fn escaped(part: &str) -> String {
    part.replace('%', "%25")
        .replace('/', "%2F")
        .replace('.', "%2E")
}

/// A part of a name, as it was written.
pub(super) fn plain(part: &str) -> String {
    part.replace("%2E", ".")
        .replace("%2F", "/")
        .replace("%25", "%")
}

/// What the names of a tag's tasks begin with.
pub(super) fn within(tag: &str) -> String {
    match tag {
        MASTER => String::new(),
        tag => format!("{}/", tag.replace('%', "%25").replace('/', "%2F")),
    }
}

/// The tag of a task by its name, as it was written.
pub(super) fn tag(name: &str) -> String {
    name.split_once('/')
        .map_or_else(|| MASTER.into(), |(tag, _)| plain(tag))
}

/// A name without its tag.
pub(super) fn id(name: &str) -> &str {
    name.split_once('/').map_or(name, |(_, id)| id)
}

/// The name of the task that it is a part of, if it is a subtask.
pub(super) fn parent(name: &str) -> Option<&str> {
    let (parent, _) = id(name).rsplit_once('.')?;
    Some(&name[..name.len() - id(name).len() + parent.len()])
}

/// The name of the task on which one depends that is called `name`: a subtask names its siblings by their numbers, and
/// all others in full. A number that is no sibling's is the number of a task.
pub(super) fn needed(name: &str, on: &str, is_there: impl Fn(&str) -> bool) -> String {
    let within = &name[..name.len() - id(name).len()];
    let whole = format!("{within}{}", escaped(on));
    if let Some(parent) = parent(name)
        && !on.contains('.')
    {
        let sibling = format!("{parent}.{}", escaped(on));
        let is_sibling = is_there(&sibling) && sibling != name;
        return if !is_sibling && is_there(&whole) {
            whole
        } else {
            sibling
        };
    }
    if is_there(&whole) {
        return whole;
    }
    let of = |(at, _)| format!("{within}{}.{}", escaped(&on[..at]), escaped(&on[at + 1..]));
    let mut subtasks = on.rmatch_indices('.').map(of);
    let usual = subtasks.next().unwrap_or(whole);
    if is_there(&usual) {
        return usual;
    }
    subtasks.find(|name| is_there(name)).unwrap_or(usual)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_names_are_told_apart() {
        for (name, of, parent_of, id_of) in [
            ("3", "master", None, "3"),
            ("3.1", "master", Some("3"), "3.1"),
            ("later/3.1", "later", Some("later/3"), "3.1"),
            ("v1.0/3", "v1.0", None, "3"),
            ("a%2Fb/1%2E2.%2F", "a/b", Some("a%2Fb/1%2E2"), "1%2E2.%2F"),
        ] {
            assert_eq!(
                (tag(name).as_str(), parent(name), id(name)),
                (of, parent_of, id_of)
            );
        }
        for part in ["", "1", "1.2", "a/b", "%2E", "%252E", "é.%"] {
            assert_eq!(plain(&escaped(part)), part);
        }
    }
}
