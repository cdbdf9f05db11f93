//! Words of names, and their plurals.

/// Nouns whose plural is the same.
const SAME: [&str; 8] = [
    "media", "data", "metadata", "content", "news", "series", "feedback", "software",
];
/// Irregular plurals.
const ODD: [(&str, &str); 8] = [
    ("person", "people"),
    ("child", "children"),
    ("man", "men"),
    ("woman", "women"),
    ("index", "indices"),
    ("analysis", "analyses"),
    ("medium", "media"),
    ("criterion", "criteria"),
];

/// Splits a name into words, in lower case: `cms_createPage`, `list-pages` and `HTMLPage2` are split where people would
/// split them.
pub(super) fn of_name(name: &str) -> Vec<String> {
    let chars: Vec<char> = name.chars().collect();
    let mut words = Vec::new();
    let mut word = String::new();
    for (at, &c) in chars.iter().enumerate() {
        if !c.is_alphanumeric() {
            push(&mut words, &mut word);
            continue;
        }
        let before = at.checked_sub(1).map(|before| chars[before]);
        let after = chars.get(at + 1);
        let begins = c.is_uppercase()
            && before.is_some_and(|before| {
                before.is_lowercase()
                    || before.is_numeric()
                    || (before.is_uppercase() && after.is_some_and(|after| after.is_lowercase()))
            });
        if begins {
            push(&mut words, &mut word);
        }
        word.extend(c.to_lowercase());
    }
    push(&mut words, &mut word);
    words
}

fn push(words: &mut Vec<String>, word: &mut String) {
    if !word.is_empty() {
        words.push(std::mem::take(word));
    }
}

/// Returns the plural of a noun.
pub(super) fn plural(noun: &str) -> String {
    let (stem, last) = noun
        .rfind(['_', '-', ' '])
        .map_or(("", noun), |at| noun.split_at(at + 1));
    if SAME.contains(&last) {
        return noun.into();
    }
    if let Some((_, many)) = ODD.iter().find(|(one, _)| *one == last) {
        return format!("{stem}{many}");
    }
    let before_y = last
        .strip_suffix('y')
        .filter(|rest| !rest.is_empty() && !rest.ends_with(['a', 'e', 'i', 'o', 'u']));
    if let Some(rest) = before_y {
        return format!("{stem}{rest}ies");
    }
    let hisses = ["s", "x", "z", "ch", "sh"];
    if hisses.iter().any(|end| last.ends_with(end)) {
        return format!("{noun}es");
    }
    format!("{noun}s")
}

/// Returns true if `word` is `noun` or its plural, including a plural formed only with an s.
pub(super) fn is(word: &str, noun: &str) -> bool {
    word == noun || is_plural(word, noun)
}

/// Returns true if `word` is the plural of `noun` and not `noun` itself.
pub(super) fn is_plural(word: &str, noun: &str) -> bool {
    word != noun && (word == plural(noun) || word.strip_suffix('s') == Some(noun))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cut_into_words() {
        for (name, words) in [
            ("cms_createPage", "cms create page"),
            ("cms_searchImages", "cms search images"),
            ("list-pages", "list pages"),
            ("HTMLPage", "html page"),
            ("page2Section", "page2 section"),
            ("files/readMediaV2", "files read media v2"),
            ("", ""),
            ("__", ""),
        ] {
            assert_eq!(of_name(name).join(" "), words, "{name}");
        }
    }

    #[test]
    fn plurals_are_those_of_the_language() {
        for (one, many) in [
            ("page", "pages"),
            ("entry", "entries"),
            ("media", "media"),
            ("collection", "collections"),
            ("box", "boxes"),
            ("branch", "branches"),
            ("key", "keys"),
            ("person", "people"),
            ("blog_post", "blog_posts"),
            ("news-category", "news-categories"),
            ("y", "ys"),
        ] {
            assert_eq!(plural(one), many);
            assert!(is(many, one) && is(one, one), "{one}");
        }
        assert!(is("entrys", "entry"), "what only adds an s is understood");
        assert!(!is("pager", "page"));
    }
}
