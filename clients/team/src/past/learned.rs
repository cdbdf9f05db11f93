//! Promotes a learning of `slug` as the librarian: the changed decision, because its reason applies to other commands,
//! too. The other learnings are left for a person.

use serde_json::json;

use crate::crew::Crew;

/// Promotes the learning.
pub fn keep(crew: &Crew, workflow: &str) -> Option<()> {
    let mut librarian = crew.member("lib-ivo", "slug");
    let of = json!({ "workflow": workflow, "status": "open" });
    let learned = librarian.also("learning_list", &of)?;
    let mut learned = learned["items"].as_array()?.iter();
    let decision = learned.find(|learning| learning["kind"] == "decision")?;
    librarian.also(
        "learning_promote",
        &json!({ "workflow": workflow, "learning": decision["id"], "core": "team" }),
    )?;
    Some(())
}
