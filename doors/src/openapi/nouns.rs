//! Descriptions of the nouns that group the operations.

const ABOUT: [(&str, &str); 37] = [
    ("activity", "Recorded facts, newest first."),
    ("agent", "The agents that are known, and pausing one."),
    ("approval", "Decisions that wait for a person."),
    ("artifact", "What tasks produce: versioned files and texts."),
    (
        "audit",
        "Sign-ins, and changes of tokens, people and settings.",
    ),
    ("changes", "Waiting for the next facts."),
    ("context", "The prompt for an agent, within a token budget."),
    ("core", "Collections of long-term memories."),
    (
        "decision",
        "Choices made in a workflow, with their reasons.",
    ),
    (
        "discovery",
        "Findings that affect other tasks of a workflow.",
    ),
    ("dream", "The runs that merge notes into a mind."),
    (
        "entity",
        "What “it” and “that page” refer to in a conversation.",
    ),
    ("events", "The live feed of all facts."),
    ("inbox", "What waits for a person."),
    ("item", "Snoozing an item of the inbox."),
    ("job", "Background jobs."),
    ("learning", "What a workflow taught its team."),
    (
        "memory",
        "Long-term memories: writing, searching, reviewing, erasing.",
    ),
    ("mind", "What an agent knows about itself between sessions."),
    ("mood", "Signals that change the mood of a mind."),
    (
        "niche",
        "Figures that an agent reports from where it trades.",
    ),
    ("note", "Notes for the next dream."),
    ("nudge", "Messages to a running agent."),
    ("purge", "Erasing a stream permanently."),
    ("question", "Questions to people, and their answers."),
    ("redact", "Erasing the body of one fact."),
    ("restore", "Restoring a deleted workflow."),
    (
        "scratchpad",
        "Small JSON documents with an optional schema.",
    ),
    ("session", "Conversations: messages, summary, data, forks."),
    ("settings", "Settings of the workspace."),
    ("summary", "Summary views: memories summarised by group."),
    (
        "task",
        "The work in a workflow: planning, claiming, completing, reviewing.",
    ),
    ("token", "Tokens of agents."),
    ("usage", "Tokens and costs that an agent used."),
    ("warning", "Warnings of a workflow."),
    ("webhook", "Addresses that receive facts."),
    (
        "workflow",
        "Goals of a team: planning, leading, importing, completing.",
    ),
];

/// Returns the description of a noun; empty if there is none.
pub fn about(noun: &str) -> &'static str {
    let known = ABOUT.iter().find(|(name, _)| *name == noun);
    known.map_or("", |(_, about)| about)
}

#[cfg(test)]
mod tests {
    use super::ABOUT;
    use crate::openapi::DOCUMENT;

    #[test]
    fn every_noun_is_described() {
        let tags = DOCUMENT["tags"].as_array().unwrap();
        let names: Vec<_> = tags
            .iter()
            .map(|tag| tag["name"].as_str().unwrap())
            .collect();
        assert_eq!(names, ABOUT.map(|(name, _)| name));
    }
}
