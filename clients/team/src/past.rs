//! Earlier work of the team: its knowledge, its conversations, and the work on `slug`, a previous command. All of it is
//! posted at once.

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

/// Plays the earlier work, unless an earlier play did; returns the existing memory cores.
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
