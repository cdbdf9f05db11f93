//! What the librarian keeps of `slug` for whoever works next: the decision that was changed, because its reason holds
//! for other commands too. The rest is left for a person to look at.

use serde_json::json;

use crate::crew::Crew;

/// Keeps it.
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
