//! What the team did before somebody looks: what it knows, what it talked about, and the work on `slug`, an earlier
//! command. All of it is posted at once.

mod known;
mod learned;
mod minds;
mod pads;
mod slug;
mod talks;
mod texts;
mod words;

use crate::bench::Bench;
use crate::crew::Crew;

/// Plays it, unless it is there from an earlier play; gives the memory cores that there are.
pub fn play(crew: &Crew, bench: &Bench) -> Vec<String> {
    let mut lead = crew.member("orch", "slug");
    let known = known::keep(&mut lead);
    if known.is_new {
        pads::write(&mut lead);
        talks::hold(crew);
        if let Some(workflow) = slug::make(crew, bench, &known.cores) {
            learned::keep(crew, &workflow);
        }
        known::amend(&mut lead, crew);
        minds::fill(crew);
        known::summarise(&mut lead);
    }
    known.cores
}
