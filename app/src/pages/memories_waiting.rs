//! Memories of agents that wait for approval, one line per core: in the inbox and in the overview.

use engine::crystal::ops::memory_waiting::CoreWaiting;
use leptos::prelude::*;

use crate::pages::crystal::core_word;
use crate::pages::words::many;
use crate::parts::{Glyph, Icon, Since};
use crate::paths;

/// Returns the id of a core on pages that list its memories, without the prefix of its element.
#[must_use]
pub fn row_id(core: &str) -> String {
    format!("core:{core}")
}

/// Returns the total number of waiting memories.
#[must_use]
pub fn count(waiting: &[CoreWaiting]) -> usize {
    waiting.iter().map(|core| core.count as usize).sum()
}

/// Returns the number of waiting memories and their authors: "3 memories", "ada and noor".
fn count_and_authors(core: &CoreWaiting) -> (String, String) {
    let from: Vec<&str> = core.from.iter().map(String::as_str).collect();
    let from = match from.as_slice() {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [one, other] => format!("{one} and {other}"),
        [one, rest @ ..] => format!("{one} and {} others", rest.len()),
    };
    (many(core.count as usize, "memory"), from)
}

/// Line of a core in the inbox.
pub fn queue_row(core: CoreWaiting, is_current: bool) -> impl IntoView {
    let (what, from) = count_and_authors(&core);
    let row = row_id(&core.core);
    view! {
        <li id=format!("row-{row}") data-row=row>
            <a
                class="qitem"
                href=paths::inbox_memories(&core.core)
                aria-current=is_current.then_some("true")
                data-key=is_current.then_some("Enter")
            >
                <span class="qkind"><Glyph icon=Icon::Approval/>"Approval"</span>
                <Since at=core.since.0/>
                <b>{what}" to approve"</b>
                <span>{from}" in "{core_word(&core.core)}</span>
            </a>
        </li>
    }
}

/// Line of a core in the overview.
pub fn needs_row(core: CoreWaiting, current: bool) -> impl IntoView {
    let (what, from) = count_and_authors(&core);
    let href = paths::inbox_memories(&core.core);
    let row = href.clone();
    let class = if current {
        "btn btn--primary"
    } else {
        "btn btn--quiet btn--end"
    };
    let label = format!("Decide: {what}");
    view! {
        <li class="ask" data-row=row aria-current=current.then_some("true")>
            <span class="ask-kind"><Glyph icon=Icon::Approval/>"Approval"</span>
            <div>
                <h3><a href=href.clone()>{what}" to approve"</a></h3>
                <p class="ask-ctx">{core_word(&core.core)}", by "<b>{from}</b>"."</p>
            </div>
            <Since at=core.since.0/>
            <div class="ask-do"><a class=class href=href aria-label=label>"Decide"</a></div>
        </li>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::Time;

    #[test]
    fn who_wants_them_is_said_in_a_few_words() {
        for (names, count, what, who) in [
            (&["ada"][..], 1, "1 memory", "ada"),
            (&["ada", "noor"], 3, "3 memories", "ada and noor"),
            (
                &["ada", "noor", "omar"],
                12,
                "12 memories",
                "ada and 2 others",
            ),
        ] {
            let core = CoreWaiting {
                core: "team".into(),
                count,
                since: Time(0),
                from: names.iter().map(ToString::to_string).collect(),
            };
            assert_eq!(
                count_and_authors(&core),
                (what.to_owned(), who.to_owned()),
                "{names:?}"
            );
        }
    }
}
