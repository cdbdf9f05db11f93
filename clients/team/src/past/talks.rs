//! Conversations of the members about `slug`, each with the one who gave it work. The orchestrator's conversation
//! exceeds its context window, so its beginning is summarized.

use std::time::Duration;

use super::words;
use crate::crew::Crew;
use crate::talk::{Kept, Line, Opening};

/// Context window of the orchestrator's conversation, in tokens.
const WINDOW: u32 = 1_000;
/// Interval between the ends of the conversations, which are held at the same time.
const MINUTE: Duration = Duration::from_mins(1);

/// Conversation, and the steps of its work.
struct Talk {
    name: &'static str,
    lines: &'static [Line<'static>],
    keeps: &'static [Kept<'static>],
    steps: &'static [&'static str],
}

const TALKS: [Talk; 5] = [
    Talk {
        name: "orch",
        lines: &words::ORCH,
        keeps: &words::ORCH_KEEPS,
        steps: &["Plan slug", "Get the guide reviewed", "Release it"],
    },
    Talk {
        name: "dev-ada",
        lines: &words::ADA,
        keeps: &words::ADA_KEEPS,
        steps: &[
            "Read what others do with accents",
            "Record the decision with its reason",
        ],
    },
    Talk {
        name: "dev-tam",
        lines: &words::TAM,
        keeps: &words::TAM_KEEPS,
        steps: &["Write the test first", "Write slug.sh", "Run the test"],
    },
    Talk {
        name: "docs-wren",
        lines: &words::WREN,
        keeps: &words::WREN_KEEPS,
        steps: &["Write the guide", "Add an example", "List what is in 1.0"],
    },
    Talk {
        name: "qa-noor",
        lines: &words::NOOR,
        keeps: &words::NOOR_KEEPS,
        steps: &["Review the guide", "Run its example"],
    },
];

/// Holds the conversations.
pub fn hold(crew: &Crew) {
    for (minutes, talk) in (5..).zip(&TALKS) {
        let is_lead = talk.name == "orch";
        let mut member = crew.member(talk.name, "slug");
        member.open_talk(&Opening {
            user: is_lead.then_some("mara"),
            window: is_lead.then_some(WINDOW),
            lines: talk.lines,
            ended: MINUTE * minutes,
            memories: talk.keeps,
        });
        member.open_pad();
        member.plans("slug", talk.steps);
        member.is_through();
    }
}
