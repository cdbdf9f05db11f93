//! Finds references to tracked entities in a text: "it", "that image", "the two pages". For readers of the text: names
//! need no mark, and a description that fits only perhaps gets none.

use std::ops::Range;

use crate::entity::resolve::{Resolution, found, resolve_reference};
use crate::entity::{Entities, Rules};

/// A reference in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// Byte range of the reference in the text.
    pub at: Range<usize>,
    /// Resolution, with at least one entity.
    pub to: Resolution,
}

/// Returns the references in a text, in order: those that [`resolve`](super::resolve) chooses from, except names.
pub(in crate::entity) fn mentions(entities: &Entities, text: &str, rules: &Rules) -> Vec<Mention> {
    if entities.is_empty() {
        return Vec::new();
    }
    let mut mentions = Vec::new();
    for (at, reference) in found::references(entities, text, rules) {
        let to = resolve_reference(entities, &reference);
        // A description that is still ambiguous probably means something that is not tracked.
        let is_guess = to.ambiguous && !reference.described.is_empty();
        if !to.entities.is_empty() && !is_guess {
            mentions.push(Mention { at, to });
        }
    }
    mentions
}

#[cfg(test)]
mod tests {
    use super::{Entities, Rules, mentions};
    use crate::entity::Entity;

    fn marked(text: &str) -> Vec<(String, Vec<String>, bool)> {
        let tracked: Entities = [
            Entity::new("image", "img-301", "ridge-dawn.jpg"),
            Entity::new("section", "sec-441", "The founding story"),
            Entity::new("image", "img-317", "hut.jpg"),
            Entity::new("page", "page-123", "About us"),
        ]
        .into_iter()
        .collect();
        mentions(&tracked, text, &Rules::default())
            .into_iter()
            .map(|mention| {
                let ids = mention.to.entities.into_iter().map(|entity| entity.id);
                (
                    text[mention.at].to_owned(),
                    ids.collect(),
                    mention.to.ambiguous,
                )
            })
            .collect()
    }

    #[test]
    fn references_are_found_where_they_stand() {
        let one = |said: &str, id: &str, unsure| (said.to_owned(), vec![id.to_owned()], unsure);
        for (text, expected) in [
            (
                "Add a hero section to it, please.",
                vec![one("it", "img-301", false)],
            ),
            (
                "Good. Make that image darker, and drop the second paragraph of the section.",
                vec![
                    one("that image", "img-301", true),
                    one("the section", "sec-441", false),
                ],
            ),
            (
                "Is the About page done? Über it.",
                vec![
                    one("the About page", "page-123", false),
                    one("it", "img-301", false),
                ],
            ),
            (
                "Delete both images",
                vec![(
                    "both images".to_owned(),
                    vec!["img-301".to_owned(), "img-317".to_owned()],
                    false,
                )],
            ),
            ("Make the contact page and a new image.", vec![]),
            ("We decided that it must be ready.", vec![]),
            ("Nothing here. Page after page.", vec![]),
            ("", vec![]),
        ] {
            assert_eq!(marked(text), expected, "{text}");
        }
    }

    #[test]
    fn nothing_tracked_is_nothing_marked() {
        let none = Entities::default();
        assert_eq!(mentions(&none, "Move it.", &Rules::default()), []);
    }
}
