//! Whole sentences with the entities that they refer to; many of them are traps.

use engine::entity::{Entities, Entity, Rules};

use crate::entity::harness::tracked;

/// Tracked entities, most recent first. Half of the names are common words.
pub const TRACKED: [&str; 8] = [
    "section sec-1 Hero",
    "page p-1 About us",
    "page p-2 Contact",
    "image i-1 mountain.jpg",
    "image i-2 lake.jpg",
    "post b-1 News",
    "page p-3 Home",
    "task t-1 IT",
];

/// One sentence per line, followed by the ids that it refers to; `?` if ambiguous, `-` for none.
const SENTENCES: &str = "\
Add a button to it | sec-1
Now make it bigger. | sec-1
Delete this one | sec-1
Duplicate the last one | sec-1
Rename the one you just created | sec-1
Undo that | sec-1
Change its title | sec-1
it's too big, shrink it | sec-1
Is it published? | sec-1
Don't publish it yet | sec-1
The client wants it plain | sec-1
DELETE IT NOW | sec-1
Delete that page | p-1?
Publish the page you just created | p-1
Crop the first image | i-1
Remove the second one | p-1
Rename the second page | p-2
Show the oldest page | p-3
Open the homepage | p-3
Translate the home page | p-3
Crop the picture | i-1?
Use this photo instead | i-1?
Both pictures are too dark | i-1 i-2
Resize both images | i-1 i-2
Resize the two photos | i-1 i-2
Check each page for typos | p-1 p-2 p-3
Add a footer to every page | p-1 p-2 p-3
Publish all pages | p-1 p-2 p-3
Those two pages are done | p-1 p-2
Swap these two images | i-1 i-2
Look at the page's title | p-1?
The section's heading is wrong | sec-1
Contact me about the post | b-1
Any news on that post? | b-1
Tell us about the section | sec-1
I'm going home, so finish it | sec-1
Ask IT to restart it | sec-1
You are my hero, now publish the post | b-1
On Home, make it bigger | sec-1
Put the news on the homepage | p-3
Rename \"Contact\" to \"Reach us\" | p-2
Open “News” | b-1
Update the Contact page | p-2
Is the contact page live? | p-2
Make the Hero section taller | sec-1
Publish the News post | b-1
Move the button to Contact | p-2
Please open News | b-1
Assign somebody to IT | t-1
Open About us | p-1
Delete mountain.jpg | i-1
Move it under p-3 | sec-1
Rename (p-2), please | p-2
Contact | p-2
contact | p-2
delete contact | p-2
Copy the Contact page's header to it | p-2
Copy that image to the Contact page | i-1?
Contact me tomorrow | -
Please contact the team | -
No news is good news | -
I am at home | -
It is raining again | -
It's time to go home | -
It seems that nobody is here | -
It is important to test first | -
Make it plain that we are closed | -
I find it hard to believe you | -
It took us three days to get there | -
It doesn't matter | -
It looks like a storm | -
Was it raining in Rome? | -
It turns out that we are late | -
It was decided that we stop | -
Call it a day | -
It is raining, so delete the post | b-1
It seems that the section is too long | sec-1
I think that we should stop | -
That is fine, thanks | -
See you this week | -
Every day the same | -
We are on the same page | -
Page after page of nothing | -
Add a new page | -
Create another image | -
Ask her about the colours | -
Hello there | -
Run `rm it` and stop | -
See https://example.org/it/that-page for more | -
Is https://example.org/it the link of the post? | b-1
Not that page, the other one | p-2
Not the first image but the second one | i-2
Delete the section, not the page | sec-1
Instead of the post, publish the section | sec-1
Before you publish it, rename the Contact page | p-2
When it is ready, publish the post | b-1
The pricing page needs work | p-1?
Delete that widget | -
Delete that. Page two is fine. | sec-1
The picture by the section | i-1?
Find the last picture | i-1
Rename the latest page | p-1
THAT POST, PLEASE! | b-1
Is this section's text ok? | sec-1
Make the hero bigger | sec-1?
Open it and the Contact page | sec-1
Move them to the top | sec-1
What about us? | -
We decided that it must be ready. | -
As it is, nothing works | -
";

/// Formats a resolution as in the table.
fn resolved(entities: &Entities, sentence: &str) -> String {
    let resolution = entities.resolve(sentence, &Rules::default());
    if resolution.entities.is_empty() {
        assert!(
            resolution.say.is_some(),
            "{sentence}: why there is none is said"
        );
        return "-".into();
    }
    let ids = resolution.entities.iter().map(|entity| entity.id.as_str());
    let mark = if resolution.ambiguous { "?" } else { "" };
    ids.collect::<Vec<_>>().join(" ") + mark
}

#[test]
fn sentences_refer_to_what_people_mean() {
    assert!(SENTENCES.lines().count() >= 76);
    check(&tracked(&TRACKED), SENTENCES);
}

/// Compares each line of a table with the resolution of its sentence.
pub fn check(entities: &Entities, table: &str) {
    let lines: Vec<&str> = table.lines().collect();
    let wrong: Vec<String> = lines
        .iter()
        .filter_map(|line| {
            let (sentence, expected) = line.split_once(" | ").unwrap();
            let found = resolved(entities, sentence);
            (found != expected).then(|| format!("{line}, but {found}"))
        })
        .collect();
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        lines.len(),
        wrong.join("\n")
    );
}

#[test]
fn what_was_shown_together_is_equally_recent() {
    let image = |n: u32| Entity::new("image", format!("i-{n}"), format!("{n}.jpg"));
    let page = Entity::new("page", "p-1", "About");
    let mut entities = Entities::default();
    entities.observe(std::slice::from_ref(&page), 10);
    entities.observe(&[image(3), image(2), image(1)], 10);
    for phrase in ["delete it", "that one", "this"] {
        let found = entities.resolve(phrase, &Rules::default());
        let choices: Vec<&str> = found.choices.iter().map(|one| one.id.as_str()).collect();
        assert!(found.ambiguous, "{phrase}: {found:?}");
        assert_eq!(choices, ["i-1", "i-2", "i-3"], "{phrase}");
        assert_eq!(found.entity.unwrap().id, "i-1", "{phrase}");
    }
    for phrase in ["the first one", "the last one", "the second one"] {
        assert!(!entities.resolve(phrase, &Rules::default()).ambiguous);
    }
    // An entity observed alone becomes the newest; the others stay a group.
    entities.observe(&[image(2)], 10);
    assert!(!entities.resolve("it", &Rules::default()).ambiguous);
    entities.forget("image", "i-2");
    let rest = entities.resolve("it", &Rules::default());
    assert_eq!((rest.ambiguous, rest.choices.len()), (true, 2));
    entities.forget("image", "i-3");
    let alone = entities.resolve("it", &Rules::default());
    assert_eq!(
        (alone.ambiguous, alone.entity.unwrap().id),
        (false, "i-1".into())
    );
}

#[test]
fn words_for_a_type_are_the_tables() {
    let entities = tracked(&["image i-1 a.jpg", "page p-1 About"]);
    let rules: Rules = serde_json::from_value(serde_json::json!([
        { "match": "Image", "type": "image" },
        { "match": "Bild", "type": "image" },
        { "match": "HeroShot", "type": "image" },
    ]))
    .unwrap();
    for phrase in ["crop the Bild", "that hero shot", "the image"] {
        let found = entities.resolve(phrase, &rules).entity;
        assert_eq!(found.map(|one| one.id).as_deref(), Some("i-1"), "{phrase}");
    }
    let none = entities.resolve("that picture", &rules);
    assert_eq!(none.entity, None, "the table says no picture");
}

#[test]
fn a_page_marks_what_the_sentence_refers_to() {
    let entities = tracked(&TRACKED);
    for (text, expected) in [
        (
            "Not that page, the other one",
            vec![("the other one", "p-2")],
        ),
        (
            "It is raining, so crop this picture.",
            vec![("this picture", "i-1")],
        ),
        ("Ask IT to restart it", vec![("it", "sec-1")]),
        ("Look at https://a.example/it and at `it`.", vec![]),
        (
            "Publish the page's image",
            vec![("the page's image", "i-1")],
        ),
    ] {
        let marks = entities.mentions(text, &Rules::default());
        let found: Vec<(&str, &str)> = marks
            .iter()
            .map(|mark| (&text[mark.at.clone()], mark.to.entities[0].id.as_str()))
            .collect();
        assert_eq!(found, expected, "{text}");
    }
}
