//! Assembles a draft: the whole built-in one, or the frame around a language model's text. Both have the same header,
//! keep locked sections and people's lines, and have only pointers whose search finds their memory.

use std::collections::BTreeSet;

use crate::crystal::NewCrystal;
use crate::mind::blocks::{blocks, join_blocks};
use crate::mind::document::{Document, Header};
use crate::mind::dream::item::Item;
use crate::mind::dream::material::Material;
use crate::mind::dream::old;
use crate::mind::dream::plan::{Plan, SEARCH, memory_of, plan, put_pointers, text_in_budget};
use crate::mind::dream::point::{Pointed, Seek, point};
use crate::mind::dream::rest::Rest;
use crate::mind::guard;
use crate::mind::marks::Marks;
use crate::mind::pointer::Pointer;
use crate::mind::section::{Profile, Section};
use kernel::error::Result;
use kernel::future::Fut;
use kernel::ports::tokens::Tokens;

/// Reserve for longer pointers when a document is planned a second time, in characters.
const SLACK: usize = 160;
/// Importance of a line that a model left out.
const LEFT_OUT: f64 = 0.5;

/// A draft of a document.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    /// Text of the document.
    pub text: String,
    /// Pointers of the document.
    pub pointed: Pointed,
    /// Number of memories of the agent that the document includes in full.
    pub replayed: u32,
    /// Number of skills in the document.
    pub skills: u32,
    /// Number of gaps in the document.
    pub gaps: u32,
    /// Number of notes and memories without a line because later ones settle them.
    pub settled: usize,
    /// Pairs of memories that say nearly the same, the one to keep first.
    pub doubles: Vec<(String, String)>,
    /// Notes and memories without a line and without a pointer.
    pub rest: Option<Rest>,
}

/// Drafts with the built-in dreamer. `anew` plans a second time, with the given number of characters for pointers.
///
/// # Errors
/// Returns an error if a search fails.
pub async fn draft_built_in(
    material: &Material,
    mut plan: Plan,
    anew: &(dyn Fn(usize) -> Fut<'static, Result<Plan>> + Sync),
    tokens: &dyn Tokens,
    seek: &dyn Seek,
) -> Result<Draft> {
    let mut pointed = Pointed::default();
    if !material.locked.contains(&Section::CrystalPointers) {
        pointed = pointers(material, &mut plan, tokens, seek).await?;
        // Room that the pointers leave over is used for lines that did not fit.
        let has = length(&plan, &pointed, tokens) + SLACK;
        if has < plan.pointers_room && !plan.out.is_empty() {
            let mut fuller = anew(has).await?;
            let led = pointers(material, &mut fuller, tokens, seek).await?;
            // With more lines in the document there may be too little room for a pointer to the rest.
            if leads_to_all(&fuller, &led) {
                (plan, pointed) = (fuller, led);
            }
        }
    }
    Ok(Draft {
        text: plan.document.to_string(),
        rest: Rest::of(&plan.out, &plan.shown, &pointed),
        pointed,
        replayed: plan.replayed,
        skills: plan.skills,
        gaps: plan.gaps,
        settled: plan.settled,
        doubles: plan.doubles,
    })
}

/// Makes pointers to the items that are not in the plan's document.
async fn pointers(
    material: &Material,
    plan: &mut Plan,
    tokens: &dyn Tokens,
    seek: &dyn Seek,
) -> Result<Pointed> {
    put_pointers(&mut plan.document, &plan.theirs, &[], None);
    let has = text_in_budget(material, &plan.document).chars().count();
    let room = plan.budget.chars.saturating_sub(has + 100);
    let most = guard::POINTERS.saturating_sub(plan.theirs.len());
    let out: Vec<Item> = plan
        .out
        .iter()
        .filter(|item| !item.is_struck(&material.marks))
        .cloned()
        .collect();
    let mut pointed = point(&out, &material.pointers, &plan.told, room, most, seek).await?;
    pointed
        .pointers
        .retain(|pointer| !material.marks.is_struck(&pointer.line()));
    fit(material, plan, &mut pointed, tokens);
    Ok(pointed)
}

/// Returns true if a pointer leads to each part of a person's text that fell out.
fn leads_to_all(plan: &Plan, pointed: &Pointed) -> bool {
    let fallen = plan.out.iter().filter(|item| item.is_seed);
    let mut sources = fallen.filter_map(|item| item.source.as_ref());
    sources.all(|source| {
        let is_of_it = |pointer: &Pointer| pointer.source == *source;
        pointed.pointers.iter().any(is_of_it) || pointed.led.contains(source)
    })
}

/// Returns the characters of the budget that the pointers take, the larger of their length and their token count.
fn length(plan: &Plan, pointed: &Pointed, tokens: &dyn Tokens) -> usize {
    let lines: Vec<String> = pointed.pointers.iter().map(Pointer::line).collect();
    let text = format!("{SEARCH}\n\n{}", lines.join("\n"));
    let of_tokens =
        plan.budget.chars * tokens.count(&text) as usize / plan.budget.tokens.max(1) as usize;
    text.chars().count().max(of_tokens)
}

/// Drops the last pointers until the document is within its token budget.
fn fit(material: &Material, plan: &mut Plan, pointed: &mut Pointed, tokens: &dyn Tokens) {
    loop {
        let rest = Rest::of(&plan.out, &plan.shown, pointed);
        put_pointers(&mut plan.document, &plan.theirs, &pointed.pointers, rest);
        let text = text_in_budget(material, &plan.document);
        if plan.budget.holds(&text, tokens) {
            return;
        }
        if pointed.pointers.pop().is_none() {
            put_pointers(&mut plan.document, &plan.theirs, &[], None);
            return;
        }
    }
}

/// Returns the memories that must be stored before the draft can point to them.
#[must_use]
pub fn to_remember(
    material: &Material,
    model: Option<&str>,
    tokens: &dyn Tokens,
) -> Vec<NewCrystal> {
    let mut remember = plan(material, tokens).remember;
    let Some(text) = model else {
        return remember;
    };
    // The model drops other lines than the built-in dreamer, so only memories of work are kept.
    remember.retain(|new| new.provenance.is_some());
    let draft = put_right(material, text);
    let before = Document::read(&material.document);
    for item in old::take(material, &before).items {
        if item.source.is_none() && !draft.to_string().contains(item.text.trim()) {
            remember.push(memory_of(&item, LEFT_OUT));
        }
    }
    remember
}

/// Turns a model's text into a document with our header, with locked sections and people's lines unchanged, below the
/// part of a person's text that is not taken over yet.
#[must_use]
pub fn put_right(material: &Material, text: &str) -> Document {
    let before = Document::read(&material.document);
    // Control characters are not readable, except tabs and line ends.
    let is_read = |c: &char| !c.is_control() || matches!(c, '\n' | '\t');
    let text: String = text.replace('\r', "\n").chars().filter(is_read).collect();
    let mut document = Document::read(strip_fence(&text));
    document.header = Some(Header {
        last_dream: material.now.to_second(),
        mood: material.mood.clone(),
    });
    if material.is_first {
        // Text outside of the sections would count as a person's text in later dreams.
        document.intro.clear();
        document.others.clear();
        document.before.clone_from(&material.document);
    } else {
        document.before = old::take(material, &before).before;
        document.others.clone_from(&before.others);
        document.intro.clone_from(&before.intro);
    }
    document
        .sections
        .retain(|(section, _)| material.profile.sections().contains(section));
    if !material.is_first {
        keep_theirs(
            &before,
            &material.marks,
            &material.locked,
            material.profile,
            &mut document,
        );
    }
    document
}

/// Restores locked sections and people's lines, and removes lines that people struck out.
pub fn keep_theirs(
    before: &Document,
    marks: &Marks,
    locked: &BTreeSet<Section>,
    profile: Profile,
    document: &mut Document,
) {
    for (section, text) in &before.sections {
        if locked.contains(section) {
            document.set(*section, text.clone());
            continue;
        }
        let place = place_of(*section, profile, locked);
        let is_extra = !profile.sections().contains(&place);
        let now = match document.text(place) {
            Some(now) => now,
            None if is_extra => "",
            None => continue,
        };
        let is_there = |line: &str| document.sections.iter().any(|(_, text)| has(text, line));
        let all = blocks(text);
        let lost: Vec<String> = all
            .iter()
            .filter_map(|block| find_lost(block, marks, &is_there))
            .collect();
        if is_extra && lost.is_empty() {
            continue;
        }
        let stays: Vec<&str> = now.lines().filter(|line| !marks.is_struck(line)).collect();
        let stays = stays.join("\n");
        let parts = lost.iter().map(String::as_str).chain([stays.trim()]);
        let text = join_blocks(parts.filter(|part| !part.is_empty()));
        document.set(place, text);
    }
}

/// Returns the section that takes a section's lines: the section itself if all others are locked.
fn place_of(section: Section, profile: Profile, locked: &BTreeSet<Section>) -> Section {
    let place = profile.place(section, locked);
    if locked.contains(&place) {
        section
    } else {
        place
    }
}

/// Returns the lines of a block that people wrote and that are missing. A code block is returned whole.
fn find_lost(block: &str, marks: &Marks, is_there: &dyn Fn(&str) -> bool) -> Option<String> {
    let is_lost = |line: &&str| marks.is_written(line) && !is_there(line);
    let lines: Vec<&str> = block.lines().filter(is_lost).collect();
    let is_code = block.trim_start().starts_with("```") || block.trim_start().starts_with("~~~");
    if lines.is_empty() {
        return None;
    }
    Some(if is_code {
        block.to_owned()
    } else {
        lines.join("\n")
    })
}

fn has(text: &str, line: &str) -> bool {
    text.lines().any(|known| known.trim() == line.trim())
}

/// Removes the code fence that models like to put around a text.
fn strip_fence(text: &str) -> &str {
    let text = text.trim();
    let Some(inner) = text
        .strip_prefix("```")
        .and_then(|rest| rest.strip_suffix("```"))
    else {
        return text;
    };
    match inner.split_once('\n') {
        Some((_, inner)) => inner.trim(),
        None => text,
    }
}
