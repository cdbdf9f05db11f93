//! Ids of Task Master's tasks in a plan: `tag/task.subtask`, in which the tag `master` is omitted. Original ids may
//! contain any character, so the separators are escaped in them.

/// Tag whose tasks have ids without a tag.
pub const MASTER: &str = "master";

/// Escapes the separators in a part of an id.
pub(super) fn escape(part: &str) -> String {
    part.replace('%', "%25")
        .replace('/', "%2F")
        .replace('.', "%2E")
}

/// Restores an escaped part of an id.
pub(super) fn plain(part: &str) -> String {
    part.replace("%2E", ".")
        .replace("%2F", "/")
        .replace("%25", "%")
}

/// Returns the prefix of the ids of a tag's tasks.
pub(super) fn within(tag: &str) -> String {
    match tag {
        MASTER => String::new(),
        tag => format!("{}/", tag.replace('%', "%25").replace('/', "%2F")),
    }
}

/// Returns the original tag of a task.
pub(super) fn tag(name: &str) -> String {
    name.split_once('/')
        .map_or_else(|| MASTER.into(), |(tag, _)| plain(tag))
}

/// Returns an id without its tag.
pub(super) fn id(name: &str) -> &str {
    name.split_once('/').map_or(name, |(_, id)| id)
}

/// Returns the id of the parent, if the task is a subtask.
pub(super) fn parent(name: &str) -> Option<&str> {
    let (parent, _) = id(name).rsplit_once('.')?;
    Some(&name[..name.len() - id(name).len() + parent.len()])
}

/// Returns the id of the task that `name` depends on: a subtask refers to its siblings by number, and to all other
/// tasks in full. A number that is no sibling's is the number of a task.
pub(super) fn dependency_name(name: &str, on: &str, is_there: impl Fn(&str) -> bool) -> String {
    let within = &name[..name.len() - id(name).len()];
    let whole = format!("{within}{}", escape(on));
    if let Some(parent) = parent(name)
        && !on.contains('.')
    {
        let sibling = format!("{parent}.{}", escape(on));
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
    let of = |(at, _)| format!("{within}{}.{}", escape(&on[..at]), escape(&on[at + 1..]));
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
            assert_eq!(plain(&escape(part)), part);
        }
    }
}
