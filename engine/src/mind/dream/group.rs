//! Puts the facts of one topic into one line, so that readers find them together and labels take less room.

use std::collections::BTreeMap;

use crate::mind::dream::item::{Item, Role};
use crate::mind::dream::topics::topics;

/// Maximum number of facts in a line.
const MAX_FACTS: usize = 5;

/// Returns the lines of items in their order. A line with several facts takes the place of the first of them.
#[must_use]
pub fn lines(items: &[&Item]) -> Vec<String> {
    let facts: Vec<(usize, &str)> = items
        .iter()
        .enumerate()
        .filter_map(|(at, item)| Some((at, item.brief.as_deref()?)))
        .collect();
    let texts: Vec<&str> = facts
        .iter()
        .map(|(at, _)| items[*at].text.as_str())
        .collect();
    let mut grouped: BTreeMap<usize, Option<String>> = BTreeMap::new();
    for topic in topics(&texts, MAX_FACTS) {
        let briefs: Vec<&str> = topic
            .members
            .iter()
            .map(|member| facts[*member].1)
            .collect();
        let line = format!(
            "- **{}.** {}: {}",
            Role::Fact.label(),
            capitalize(&topic.name()),
            briefs.join("; ")
        );
        let mut places = topic.members.iter().map(|member| facts[*member].0);
        grouped.extend(places.next().map(|first| (first, Some(line))));
        grouped.extend(places.map(|place| (place, None)));
    }
    let lines = items.iter().enumerate().filter_map(|(at, item)| {
        let own = || Some(item.line.clone());
        grouped.get(&at).map_or_else(own, Clone::clone)
    });
    lines.collect()
}

fn capitalize(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(chars).collect()
}

#[cfg(test)]
mod tests {
    use super::lines;
    use crate::mind::dream::item::{Item, Role};
    use kernel::time::Time;

    fn fact(text: &str) -> Item {
        let mut item = Item::new(Role::Fact, &format!("“{text}” (1 Jan)"), text, 0.5, Time(0));
        item.brief = Some(format!("“{text}” (1 Jan)"));
        item
    }

    #[test]
    fn facts_of_one_topic_are_one_line() {
        let items = [
            fact("The budget is 64,000 euros"),
            fact("Parcel labels come from DHL"),
            fact("Of the budget a third is left"),
            Item::new(
                Role::Done,
                "the budget plan",
                "the budget plan",
                0.5,
                Time(0),
            ),
        ];
        let items: Vec<&Item> = items.iter().collect();
        assert_eq!(
            lines(&items),
            [
                "- **Noted.** Budget: “The budget is 64,000 euros” (1 Jan); “Of the budget a third is left” (1 Jan)",
                "- **Noted.** “Parcel labels come from DHL” (1 Jan)",
                "- **Done.** the budget plan",
            ]
        );
    }
}
