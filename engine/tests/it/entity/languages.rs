//! Phrases in languages other than English, and common names of media.

use engine::entity::Rules;

use crate::entity::harness::tracked;

#[test]
fn phrases_in_german_spanish_and_french_are_understood() {
    let entities = tracked(&[
        "section sec-456 Hero",
        "page page-123 About Us",
        "image img-789 mountain.jpg",
        "page page-456 Contact",
        "image img-2 lake.jpg",
    ]);
    for (phrase, expected) in [
        ("Lösche diese Seite", vec!["About Us"]),
        ("Kannst du die zweite Seite umbenennen?", vec!["Contact"]),
        ("Füge das Bild in den Abschnitt ein", vec!["mountain.jpg"]),
        ("Lösche diesen Abschnitt", vec!["Hero"]),
        ("alle Bilder", vec!["mountain.jpg", "lake.jpg"]),
        ("diese Bilder", vec!["mountain.jpg", "lake.jpg"]),
        ("die Contact Seite", vec!["Contact"]),
        ("Borra esa página", vec!["About Us"]),
        ("borra la página anterior", vec!["Contact"]),
        ("todas las imágenes", vec!["mountain.jpg", "lake.jpg"]),
        ("Supprime cette image", vec!["mountain.jpg"]),
        ("Supprime l'image précédente", vec!["lake.jpg"]),
        ("la deuxième page", vec!["Contact"]),
        ("toutes les images", vec!["mountain.jpg", "lake.jpg"]),
        ("ces images", vec!["mountain.jpg", "lake.jpg"]),
    ] {
        let resolved = entities.resolve(phrase, &Rules::default());
        let names = resolved.entities.iter().map(|entity| entity.name.as_str());
        assert_eq!(
            names.collect::<Vec<_>>(),
            expected,
            "{phrase}: {resolved:?}"
        );
    }
}

#[test]
fn words_of_other_languages_alone_are_no_reference() {
    let entities = tracked(&["page page-123 About Us", "image img-2 lake.jpg"]);
    for phrase in [
        "Wie spät ist es?",
        "Die Besprechung war gut",
        "Qué hora es",
        "la reunión",
        "Il fait beau",
        "die",
        "une image",
        "eine Seite",
    ] {
        let resolved = entities.resolve(phrase, &Rules::default());
        assert_eq!(resolved.entity, None, "{phrase}: {resolved:?}");
    }
}

#[test]
fn files_are_media_and_images() {
    let entities = tracked(&[
        "media m-1 logo.svg",
        "page page-123 About Us",
        "media m-2 talk.mp4",
    ]);
    for (phrase, expected) in [
        ("delete these files", vec!["logo.svg", "talk.mp4"]),
        ("this file", vec!["logo.svg"]),
        ("diese Dateien", vec!["logo.svg", "talk.mp4"]),
    ] {
        let resolved = entities.resolve(phrase, &Rules::default());
        let names = resolved.entities.iter().map(|entity| entity.name.as_str());
        assert_eq!(
            names.collect::<Vec<_>>(),
            expected,
            "{phrase}: {resolved:?}"
        );
    }
    let images = tracked(&["image img-2 lake.jpg", "page page-123 About Us"]);
    let resolved = images.resolve("this file", &Rules::default());
    assert_eq!(resolved.entity.unwrap().name, "lake.jpg");
}
