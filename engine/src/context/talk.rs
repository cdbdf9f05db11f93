//! The blocks of a session: its summary, its entities, and the newest messages.

use std::sync::Arc;

use crate::context::part::{Counter, Filled, Part, Piece, Speaker};
use crate::entity::render::block;
use crate::entity::{Entities, Entity};
use crate::fence::{data, escape_tags};
use crate::session::message::{Message, prompt_text};
use crate::session::state::Session;
use crate::workflow::context::Omitted;
use crate::workflow::context::omitted::Tally;

/// Minimum tokens of a summary: the larger of 800, at most half of the budget, and this percentage of the budget.
const MIN_SUMMARY: u32 = 800;
const SUMMARY_SHARE: u32 = 15;
/// Number of steps in which the room for messages changes, so that the prompt's beginning stays stable.
const STEPS: u32 = 16;

/// Builds the block of the summary. Beyond its share it gets the room that all others leave. It is cut from the oldest
/// line on.
pub(super) fn summary(session: &Arc<Session>, budget: u32, counter: &Counter) -> Option<Part> {
    let text = session
        .context
        .as_deref()
        .filter(|text| !text.trim().is_empty())?;
    let text = escape_tags(text).trim().to_owned();
    let (stream, version) = (session.key.stream(), session.context_version);
    let (of, counter) = (stream.clone(), counter.clone());
    let folded = omit_folded(session);
    let fill = move |room: u32| {
        let mut filled = Filled::default();
        let mut cut = Tally::default();
        if let Some(piece) = newest_of(&text, room, &counter) {
            if piece.cut > 0 {
                cut.add(piece.source.clone(), piece.cut);
            }
            filled.pieces.push(piece.from(&of, version));
        } else {
            cut.add("summary".into(), counter.count(&text));
        }
        let told = cut.summarize("session_summary", "cut: its oldest part has no room");
        filled.omitted.extend(told);
        filled.omitted.extend(folded.clone());
        filled
    };
    Some(Part {
        slot: 40,
        name: "session_summary",
        title: "Summary of the session",
        min: MIN_SUMMARY
            .min(budget / 2)
            .max(budget / 100 * SUMMARY_SHARE),
        max: budget,
        is_pinned: false,
        streams: vec![(stream, version)],
        fill: Box::new(fill),
    })
}

/// Returns a summary, or its newest lines if not all fit; `None` if not even the end of the last line fits.
fn newest_of(text: &str, room: u32, counter: &Counter) -> Option<Piece> {
    const HEAD: &str = "What was said before, in short:";
    let piece = |text: &str| Piece::of(text, "summary", "the session's summary", counter);
    let whole = piece(&format!("{HEAD}\n{text}"));
    if whole.tokens <= room {
        return Some(whole);
    }
    let lines: Vec<&str> = text.lines().collect();
    let from = |first: usize| {
        let rest = lines[first..].join("\n");
        let cut = whole.tokens.saturating_sub(counter.count(&rest));
        let text = format!("{HEAD}\n[cut here: {cut} more tokens before this]\n{rest}");
        Piece {
            cut,
            ..piece(&text)
        }
    };
    // Fewer lines are shorter: a binary search finds the first line that fits.
    let (mut long, mut fits) = (0, lines.len());
    while fits - long > 1 {
        let between = long.midpoint(fits);
        if from(between).tokens <= room {
            fits = between;
        } else {
            long = between;
        }
    }
    if fits < lines.len() {
        return Some(from(fits));
    }
    piece(&format!("{HEAD}\n{}", lines.last()?)).shorten(room, counter)
}

/// Returns the messages that are only present as a summary, as an omission.
fn omit_folded(session: &Session) -> Option<Omitted> {
    let all = || session.summaries.iter();
    let count = all().map(|summary| u64::from(summary.messages)).sum();
    // A summary's folded tokens include the previous summary.
    let before = all().rev().skip(1).map(|summary| u64::from(summary.tokens));
    let folded: u64 = all().map(|summary| summary.folded_tokens).sum();
    let tokens = folded.saturating_sub(before.sum());
    (count > 0).then(|| Omitted {
        kind: "messages".into(),
        count,
        what: Vec::new(),
        tokens,
        why: "folded into the summary of the session".into(),
        get: "`session_folded`".into(),
    })
}

/// Builds the block of the entities, most recent first. It says so if there are none, because the guidance refers to
/// it.
pub(super) fn entities(session: &Arc<Session>, counter: &Counter) -> Part {
    let (session, counter) = (session.clone(), counter.clone());
    let (stream, version) = (session.key.stream(), session.version);
    let streams = vec![(stream.clone(), version)];
    let fill = move |room: u32| {
        let mut filled = Filled::default();
        let mut left_out = Tally::default();
        let all: Vec<&Entity> = session.entities.iter().collect();
        let first = |many: usize| {
            let first: Entities = all[..many].iter().copied().cloned().collect();
            let text = escape_tags(&block(&first)).into_owned();
            Piece::of(&text, "entities", "what was touched last", &counter)
        };
        // More entities are longer: a binary search finds the number that fits.
        let (mut many, mut too_many) = (0, all.len() + 1);
        while too_many - many > 1 {
            let between = many.midpoint(too_many);
            if first(between).tokens <= room {
                many = between;
            } else {
                too_many = between;
            }
        }
        for entity in &all[many..] {
            left_out.add(entity.id.clone(), counter.count(&entity.name));
        }
        if many > 0 || all.is_empty() && first(0).tokens <= room {
            filled.pieces.push(first(many).from(&stream, version));
        }
        let told = left_out.summarize("entities", "left out: touched longest ago");
        filled.omitted.extend(told);
        filled
    };
    Part {
        slot: 150,
        name: "entities",
        title: "Entities",
        min: 0,
        max: 300,
        is_pinned: false,
        streams,
        fill: Box::new(fill),
    }
}

/// Form of messages in a context.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Lines in a block of text, each with its author.
    Lines,
    /// Separate messages. Messages of other roles than user and assistant come from Loci, between these tags.
    Messages {
        /// Opening tag.
        open: String,
        /// Closing tag.
        close: String,
    },
}

/// Builds the block of the newest messages. `older` more messages are only in long-term memory.
pub(super) fn messages(
    session: &Arc<Session>,
    older: u32,
    budget: u32,
    form: Form,
    counter: &Counter,
) -> Option<Part> {
    session.messages.last()?;
    let (stream, version) = (session.key.stream(), session.said);
    let (session, counter) = (session.clone(), counter.clone());
    let fill = move |room: u32| {
        let newest = Newest::of(&session, room, &form, &counter);
        let pieces = newest.within(room, budget / STEPS, &form, &counter);
        let mut filled = Filled::default();
        let mut left_out = Tally::default();
        let missing = session.messages.len() - pieces.len();
        let stays: u64 = pieces.iter().map(|piece| u64::from(piece.tokens)).sum();
        let tokens = session.messages.tokens().saturating_sub(stays);
        let count = u64::try_from(missing).unwrap_or(u64::MAX);
        left_out.all(count, tokens);
        left_out.unseen(older.into(), pieces.iter().map(|piece| piece.tokens));
        let mut cut = Tally::default();
        for piece in pieces.iter().filter(|piece| piece.cut > 0) {
            cut.add(piece.source.clone(), piece.cut);
        }
        let told = [
            cut.summarize("messages", "cut: longer than the room for messages"),
            left_out.summarize("messages", "left out: older than those that fit"),
        ];
        filled.omitted.extend(told.into_iter().flatten());
        filled.pieces = pieces;
        filled
    };
    Some(Part {
        slot: 275,
        name: "messages",
        title: "Messages",
        min: 200,
        max: budget,
        is_pinned: false,
        streams: vec![(stream, version)],
        fill: Box::new(fill),
    })
}

/// The newest messages, newest first, up to the first one that does not fit.
struct Newest<'a> {
    said: Vec<(&'a Message, Piece)>,
    /// Stored token count of the messages before them.
    before: u64,
    is_all: bool,
}

impl<'a> Newest<'a> {
    fn of(session: &'a Session, room: u32, form: &Form, counter: &Counter) -> Self {
        let stream = session.key.stream();
        let mut newest = Self {
            said: Vec::new(),
            before: session.messages.tokens(),
            is_all: true,
        };
        let mut tokens: u32 = 0;
        for message in session.messages.iter().rev() {
            let piece = message_piece(message, form, counter).from(&stream, message.version);
            tokens = tokens.saturating_add(piece.tokens);
            if tokens > room && !newest.said.is_empty() {
                newest.is_all = false;
                break;
            }
            newest.before -= u64::from(message.tokens);
            newest.said.push((message, piece));
        }
        newest
    }

    /// Returns the messages to show, oldest first. If not all fit, the first one is at a multiple of half the room, so
    /// that it stays the same until that much more was said; and it is never a tool's result without its call. The
    /// newest message is always included, cut if necessary.
    fn within(mut self, room: u32, unit: u32, form: &Form, counter: &Counter) -> Vec<Piece> {
        let tokens = |said: &[(&Message, Piece)]| -> u64 {
            said.iter().map(|(_, piece)| u64::from(piece.tokens)).sum()
        };
        if !self.is_all || tokens(&self.said) > room.into() {
            let room = match room / unit.max(1) * unit {
                0 => room,
                whole => whole,
            };
            while self.said.len() > 1 && tokens(&self.said) > room.into() {
                self.drop_oldest();
            }
            let step = u64::from(room / 2).max(1);
            let begin = self.before.div_ceil(step) * step;
            while self.said.len() > 1 && self.before < begin {
                self.drop_oldest();
            }
        }
        while self.said.len() > 1 && self.said.last().is_some_and(|(said, _)| said.is_result()) {
            if self.before == 0 {
                break;
            }
            self.drop_oldest();
        }
        let said = self.said.into_iter().rev();
        said.filter_map(|(message, piece)| {
            if piece.tokens <= room {
                return Some(piece);
            }
            cut_piece(message, piece, room, form, counter)
        })
        .collect()
    }

    fn drop_oldest(&mut self) {
        if let Some((message, _)) = self.said.pop() {
            self.before += u64::from(message.tokens);
        }
    }
}

const WHY: &str = "a recent message";

fn message_piece(message: &Message, form: &Form, counter: &Counter) -> Piece {
    let text = prompt_text(&message.role, &message.content, &message.tool_calls);
    let Form::Messages { open, close } = form else {
        return Piece::of(&data(&text), &*message.id, WHY, counter);
    };
    let speaker = match &*message.role {
        "assistant" => Speaker::Assistant,
        "user" => Speaker::User,
        // Messages of other roles are reported by Loci, so that no user can imitate them.
        _ => {
            let text = format!("{open}{}\n{close}", data(&text).trim_end());
            return Piece::of_message(text, Speaker::Loci, &*message.id, WHY, counter);
        }
    };
    let text = text.split_once(": ").map_or("", |(_, said)| said);
    let text = if text.trim().is_empty() {
        "(nothing)"
    } else {
        text
    };
    let text = escape_tags(text).into_owned();
    Piece::of_message(text, speaker, &*message.id, WHY, counter)
}

/// Returns the beginning of a message that exceeds its room, between its tags if it has some.
fn cut_piece(
    message: &Message,
    piece: Piece,
    room: u32,
    form: &Form,
    counter: &Counter,
) -> Option<Piece> {
    let Form::Messages { open, close } = form else {
        return piece.shorten(room, counter);
    };
    if piece.speaker != Speaker::Loci {
        return piece.shorten(room, counter);
    }
    let inside = room.checked_sub(counter.count(open) + counter.count(close))?;
    let text = prompt_text(&message.role, &message.content, &message.tool_calls);
    let begin = Piece::of(&data(&text), &*message.id, WHY, counter).shorten(inside, counter)?;
    let text = format!("{open}{}{close}", begin.text);
    let shown = Piece::of_message(text, Speaker::Loci, &*message.id, WHY, counter);
    Some(Piece {
        cut: begin.cut,
        from: piece.from,
        ..shown
    })
}
