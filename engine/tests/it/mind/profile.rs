//! The document with five sections: omits Phenotype and Niche and keeps their lines.

use engine::mind::Section;
use engine::mind::document::Document;
use engine::mind::ops::mind_edit::MindEdit;
use engine::workspace::ops::settings_set::SettingsSet;
use kernel::time::HOUR;
use kernel::{Actor, Role};
use serde_json::json;

use crate::mind::harness::{ada, mara, note};
use crate::mind::hub::Running;

fn sections(text: &str) -> Vec<Section> {
    let document = Document::read(text);
    document
        .sections
        .iter()
        .map(|(section, _)| *section)
        .collect()
}

async fn choose(running: &Running, profile: &str) {
    let set = json!({ "settings": { "dream_profile": profile } });
    let set: SettingsSet = serde_json::from_value(set).unwrap();
    running.ok(&Actor::new("olga", Role::Owner), set).await;
}

/// Returns a mind of ada with a note about herself and a person's line in a section.
async fn lived(section: &str) -> Running {
    let running = Running::start().await;
    running
        .ok(&ada(), note("I tend to write the schema first"))
        .await;
    running.dream().await;
    let number = running.mind("ada").await.number();
    let edit = json!({
        "agent": "ada", "number": number, "section": section, "text": "- Ada answers within a day, and never after six in the evening",
    });
    let edit: MindEdit = serde_json::from_value(edit).unwrap();
    running.ok(&mara(), edit).await;
    running
}

#[tokio::test]
async fn the_form_with_five_sections_can_be_chosen_and_keeps_all_lines() {
    for section in ["phenotype", "niche"] {
        let running = lived(section).await;
        running.wait(HOUR);
        let seven = running.dream().await;
        assert_eq!(sections(&seven).len(), 7, "{seven}");
        choose(&running, "five").await;
        running.wait(HOUR);
        let five = running.dream().await;
        assert_eq!(
            sections(&five),
            [
                Section::Bond,
                Section::ActiveContext,
                Section::CrystalPointers,
                Section::CuriosityGaps,
                Section::EmergingSkills,
            ],
            "{five}"
        );
        let theirs = "- Ada answers within a day, and never after six in the evening";
        assert_eq!(five.matches(theirs).count(), 1, "{five}");
        choose(&running, "seven").await;
        running.wait(HOUR);
        let seven = running.dream().await;
        assert_eq!(sections(&seven).len(), 7, "{seven}");
        assert!(
            seven.contains("- Ada answers within a day, and never after six in the evening"),
            "{seven}"
        );
    }
}

#[tokio::test]
async fn a_note_about_oneself_has_a_place_in_five_sections() {
    let running = Running::start().await;
    choose(&running, "five").await;
    let said = "I tend to write the schema first, and the handlers once it is reviewed";
    running.ok(&ada(), note(said)).await;
    let five = running.dream().await;
    assert_eq!(sections(&five).len(), 5, "{five}");
    assert_eq!(five.matches(said).count(), 1, "{five}");
}

#[test]
fn another_number_of_sections_is_refused() {
    let set = json!({ "settings": { "dream_profile": "six" } });
    assert!(serde_json::from_value::<SettingsSet>(set).is_err());
}
