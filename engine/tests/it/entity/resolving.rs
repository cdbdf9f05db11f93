//! Entities that phrases refer to.

use std::time::Duration;

use engine::entity::{Entities, Rules};

use crate::entity::harness::tracked;
use crate::shared::cpu::worked;

#[test]
fn phrases_refer_to_the_newest() {
    let entities = tracked(&[
        "section sec-456 Hero",
        "page page-123 About Us",
        "page page-456 Contact",
        "image img-789 mountain.jpg",
        "page page-789 Home",
        "image img-2 lake.jpg",
    ]);
    for (phrase, expected) in [
        ("it", "Hero"),
        ("Now add a hero image to it", "Hero"),
        ("Add an image to it", "Hero"),
        ("that", "Hero"),
        ("that one", "Hero"),
        ("delete that now", "Hero"),
        ("this section", "Hero"),
        ("the section", "Hero"),
        ("section", "Hero"),
        ("the latest page", "About Us"),
        ("the first page", "About Us"),
        ("the second page", "Contact"),
        ("2nd page", "Contact"),
        ("the previous page", "Contact"),
        ("the third page", "Home"),
        ("the oldest page", "Home"),
        ("the first image", "mountain.jpg"),
        ("the second image", "lake.jpg"),
        ("the last image", "mountain.jpg"),
        ("the last one", "Hero"),
        ("the second one", "About Us"),
        ("the Contact page", "Contact"),
        ("contact", "Contact"),
        ("page-789", "Home"),
        ("rename (page-789), please", "Home"),
        ("the about us page", "About Us"),
        ("lake.jpg", "lake.jpg"),
    ] {
        let resolved = entities.resolve(phrase, &Rules::default());
        let name = resolved.entity.as_ref().map(|entity| entity.name.as_str());
        assert_eq!(name, Some(expected), "{phrase}: {resolved:?}");
        assert!(!resolved.ambiguous, "{phrase}: {resolved:?}");
        assert_eq!(resolved.entities.len(), 1, "{phrase}");
    }
}

#[test]
fn plurals_refer_to_all() {
    let entities = tracked(&[
        "image i-1 a.jpg",
        "page p-1 About",
        "image i-2 b.jpg",
        "image i-3 c.jpg",
    ]);
    for (phrase, expected) in [
        ("the images", vec!["a.jpg", "b.jpg", "c.jpg"]),
        ("those images", vec!["a.jpg", "b.jpg", "c.jpg"]),
        ("all images", vec!["a.jpg", "b.jpg", "c.jpg"]),
        ("images", vec!["a.jpg", "b.jpg", "c.jpg"]),
        ("both images", vec!["a.jpg", "b.jpg"]),
        ("the last two images", vec!["a.jpg", "b.jpg"]),
        ("resize them", vec!["a.jpg", "b.jpg", "c.jpg"]),
        ("move these to the top", vec!["a.jpg", "b.jpg", "c.jpg"]),
        ("all of them", vec!["a.jpg", "b.jpg", "c.jpg"]),
        ("delete all of those", vec!["a.jpg", "b.jpg", "c.jpg"]),
        ("delete all those now", vec!["a.jpg", "b.jpg", "c.jpg"]),
        ("both of them", vec!["a.jpg", "b.jpg"]),
        ("the second of them", vec!["b.jpg"]),
        ("all of it", vec!["a.jpg"]),
        ("all of the pages", vec!["About"]),
        (
            "delete everything",
            vec!["a.jpg", "About", "b.jpg", "c.jpg"],
        ),
        ("the pages", vec!["About"]),
    ] {
        let resolved = entities.resolve(phrase, &Rules::default());
        let names: Vec<&str> = resolved.entities.iter().map(|e| e.name.as_str()).collect();
        assert_eq!(names, expected, "{phrase}");
        assert!(!resolved.ambiguous, "{phrase}");
    }
}

#[test]
fn several_of_a_type_are_asked_about() {
    let entities = tracked(&[
        "page page-123 About Us",
        "page page-456 Contact",
        "page page-789 Home",
    ]);
    let resolved = entities.resolve("Delete that page", &Rules::default());
    assert_eq!(
        resolved.entity.unwrap().id,
        "page-123",
        "the newest by default"
    );
    assert!(resolved.ambiguous);
    assert_eq!(resolved.choices.len(), 3);
    assert_eq!(
        resolved.say.unwrap(),
        "Which page: \"About Us\" (page-123), \"Contact\" (page-456) or \"Home\" (page-789)?"
    );
    let unknown = entities.resolve("the pricing page", &Rules::default());
    assert!(unknown.ambiguous, "no page is called so: {unknown:?}");
    let twins = tracked(&["page a Home", "section b Home"]);
    assert!(twins.resolve("Home", &Rules::default()).ambiguous);
    let page = twins.resolve("the Home page", &Rules::default());
    assert_eq!(
        (page.ambiguous, page.entity.unwrap().id.as_str()),
        (false, "a")
    );
}

#[test]
fn what_is_not_tracked_is_said() {
    let entities = tracked(&["image i-1 a.jpg"]);
    let two = tracked(&["entry e-1 a", "entry e-2 b"]);
    for (entities, phrase, part) in [
        (&entities, "Update that page", "No page is tracked"),
        (&entities, "that widget", "No widget is tracked"),
        (&entities, "the second image", "Only one image is tracked"),
        (&two, "the third of them", "Only 2 entries are tracked"),
        (&entities, "hello there", "Nothing in this refers"),
        (&entities, "", "Nothing in this refers"),
        (&Entities::default(), "it", "No entity is tracked"),
        (&Entities::default(), "them", "No entity is tracked"),
    ] {
        let resolved = entities.resolve(phrase, &Rules::default());
        assert_eq!(resolved.entity, None, "{phrase}");
        assert!(
            resolved.entities.is_empty() && !resolved.ambiguous,
            "{phrase}"
        );
        let say = resolved.say.unwrap();
        assert!(say.contains(part), "{phrase}: {say}");
    }
    let media = tracked(&["media m-1 clip.mp4"]);
    let image = media.resolve("that image", &Rules::default());
    assert_eq!(
        image.entity.unwrap().id,
        "m-1",
        "an image may be tracked as media"
    );
}

/// Returns the processor time for a text, the best of three runs.
fn spent(entities: &Entities, text: &str) -> Duration {
    let once = |_| {
        let began = worked();
        std::hint::black_box((
            entities.resolve(text, &Rules::default()),
            entities.mentions(text, &Rules::default()),
        ));
        worked().saturating_sub(began)
    };
    (0..3).map(once).min().unwrap()
}

#[test]
fn a_hostile_text_is_looked_through_once() {
    let entities = tracked(&[
        "page page-123 About Us",
        "image 7 it it it",
        "section s-1 `",
    ]);
    for (before, unit) in [
        (" ", "it "),
        ("`", "x "),
        ("", "`a` "),
        ("", "it is a very very "),
        ("", "the very first "),
        ("", "the first and "),
        ("", "what about that "),
        ("", "it will really be really "),
        ("", "about us "),
        ("", "://"),
        ("", "page-123"),
        ("", "\"it"),
    ] {
        let text = |bytes: usize| {
            let half = bytes / 2;
            format!("{}{}", before.repeat(half), unit.repeat(half / unit.len()))
        };
        let (one, eight) = (
            spent(&entities, &text(8_000)),
            spent(&entities, &text(64_000)),
        );
        // Quadratic growth would be 64 times.
        let most = one.max(Duration::from_millis(2)) * 32;
        assert!(eight < most, "{unit:?}: {one:?}, then {eight:?}");
    }
}
