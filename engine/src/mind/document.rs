//! Reads the document of a mind from any Markdown, including edits by people, and writes it back. Unknown content is
//! kept.

use std::fmt;

use crate::mind::section::Section;

/// Title of the part that dreams write.
pub const TITLE: &str = "Working Memory State";
/// Heading under which the first dream writes, below a person's text.
const GENERATED: &str = "Dream-Generated";
/// Divider between a person's text and the part that dreams write.
const DIVIDER: &str = "---

<!-- Dream-generated working memory follows. Subsequent dream cycles will
     gradually integrate the above content. -->

## Dream-Generated";
/// Beginning of a header line.
const LAST_DREAM: &str = "_Last dream:";

/// The line below the title, with the last dream and the mood.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// Time of the last dream, as written.
    pub last_dream: String,
    /// Mood in words.
    pub mood: String,
}

/// A document, split into its parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    /// A person's text above the title, which dreams take over gradually.
    pub before: String,
    /// Time and mood of the last dream.
    pub header: Option<Header>,
    /// Text between the header and the first section.
    pub intro: String,
    /// Sections of the document in order, each once.
    pub sections: Vec<(Section, String)>,
    /// Sections with other names, made by a person: heading and text.
    pub others: Vec<(String, String)>,
}

/// The part of a document that a line begins.
enum Opens {
    Title,
    Header(Header),
    Generated,
    Section(Section),
    Other(String),
    Nothing,
}

impl Document {
    /// Reads any Markdown. A text without a known section is a person's text.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let lines: Vec<&str> = text.split('\n').collect();
        let marks = marks(&lines);
        let begins = |at: &usize| {
            matches!(
                marks[*at],
                Opens::Title | Opens::Header(_) | Opens::Section(_)
            )
        };
        // Everything above the divider is a person's text, with any headings.
        let divider = marks
            .iter()
            .position(|opens| matches!(opens, Opens::Generated))
            .filter(|at| (*at..lines.len()).any(|at| begins(&at)));
        let mut after = divider.unwrap_or(0)..lines.len();
        let Some(start) = after.find(begins) else {
            return Self {
                before: text.trim_end().trim_start_matches('\n').to_owned(),
                ..Self::default()
            };
        };
        let mut document = Self {
            before: without_divider(&lines[..start].join("\n")),
            ..Self::default()
        };
        let mut text: Vec<&str> = Vec::new();
        let mut part = Opens::Nothing;
        for (at, line) in lines.iter().enumerate().skip(start) {
            match &marks[at] {
                Opens::Nothing => text.push(line),
                Opens::Title | Opens::Generated => {}
                Opens::Header(header) => {
                    // A second header is part of a person's text.
                    if document.header.is_some() {
                        text.push(line);
                    } else {
                        document.header = Some(header.clone());
                    }
                }
                Opens::Section(section) => {
                    document.put(&part, &text);
                    text.clear();
                    part = Opens::Section(*section);
                }
                Opens::Other(heading) => {
                    document.put(&part, &text);
                    text.clear();
                    part = Opens::Other(heading.clone());
                }
            }
        }
        document.put(&part, &text);
        document.sections.sort_by_key(|(section, _)| *section);
        document
    }

    fn put(&mut self, part: &Opens, lines: &[&str]) {
        let text = lines.join("\n");
        let text = text.trim_end().trim_start_matches('\n');
        match part {
            Opens::Section(section) => match self.text_mut(*section) {
                // The section occurs twice: both texts are kept.
                Some(known) => join(known, text),
                None => self.sections.push((*section, text.to_owned())),
            },
            Opens::Other(heading) => self.others.push((heading.clone(), text.to_owned())),
            _ => join(&mut self.intro, text),
        }
    }

    /// Returns the text of a section, or `None` if the document does not have it.
    #[must_use]
    pub fn text(&self, section: Section) -> Option<&str> {
        let mut sections = self.sections.iter();
        let found = sections.find(|(known, _)| *known == section);
        found.map(|(_, text)| text.as_str())
    }

    fn text_mut(&mut self, section: Section) -> Option<&mut String> {
        let mut sections = self.sections.iter_mut();
        let found = sections.find(|(known, _)| *known == section);
        found.map(|(_, text)| text)
    }

    /// Sets the text of a section and adds the section if it is missing.
    pub fn set(&mut self, section: Section, text: impl Into<String>) {
        let text = text.into();
        if let Some(known) = self.text_mut(section) {
            *known = text;
            return;
        }
        self.sections.push((section, text));
        self.sections.sort_by_key(|(section, _)| *section);
    }

    /// Returns true if a dream has written in the document. Otherwise all of it is a person's text.
    #[must_use]
    pub fn is_dreamt(&self) -> bool {
        self.header.is_some() || !self.sections.is_empty()
    }

    /// Returns all text below headings, without the headings.
    #[must_use]
    pub fn substance(&self) -> String {
        let sections = self.sections.iter().map(|(_, text)| text);
        let others = self.others.iter().map(|(_, text)| text);
        let texts = [&self.before, &self.intro].into_iter();
        let all: Vec<&str> = texts
            .chain(sections)
            .chain(others)
            .map(|text| text.trim())
            .filter(|text| !text.is_empty())
            .collect();
        all.join("\n")
    }
}

impl fmt::Display for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_dreamt() && self.intro.is_empty() && self.others.is_empty() {
            return f.write_str(&self.before);
        }
        if !self.before.is_empty() {
            write_closed(f, &self.before)?;
            write!(f, "\n\n{DIVIDER}\n\n")?;
        }
        write!(f, "# {TITLE}")?;
        if let Some(header) = &self.header {
            write!(f, "\n\n{header}")?;
        }
        if !self.intro.is_empty() {
            f.write_str("\n\n")?;
            write_closed(f, &self.intro)?;
        }
        for (section, text) in &self.sections {
            write!(f, "\n\n## {}", section.title())?;
            if !text.is_empty() {
                f.write_str("\n\n")?;
                write_closed(f, text)?;
            }
        }
        for (heading, text) in &self.others {
            write!(f, "\n\n{heading}")?;
            if !text.is_empty() {
                f.write_str("\n\n")?;
                write_closed(f, text)?;
            }
        }
        f.write_str("\n")
    }
}

/// Writes a part. Closes an open code block, because the text below would become code.
fn write_closed(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_str(text)?;
    match open_fence(text) {
        Some(fence) => write!(f, "\n{fence}"),
        None => Ok(()),
    }
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{LAST_DREAM} {} | Mood: {}_", self.last_dream, self.mood)
    }
}

fn join(known: &mut String, text: &str) {
    if text.is_empty() {
        return;
    }
    if !known.is_empty() {
        known.push_str("\n\n");
    }
    known.push_str(text);
}

/// The code block that contains the current line, if any: its fence character and the length of the fence.
#[derive(Default)]
pub(crate) struct Fence(Option<(char, usize)>);

impl Fence {
    /// Returns true if the next line is in a code block or closes it.
    pub(crate) fn is_open(&self) -> bool {
        self.0.is_some()
    }

    /// Reads the next line. Returns true if it opens, closes or is in a code block.
    pub(crate) fn takes(&mut self, line: &str) -> bool {
        let bare = line.trim_start();
        let indent = line.len() - bare.len();
        let mark = bare.chars().next().filter(|c| matches!(c, '`' | '~'));
        let run = mark.map_or(0, |mark| bare.chars().take_while(|c| *c == mark).count());
        match (self.0, mark) {
            (Some((open, length)), Some(mark)) if mark == open && run >= length => {
                if bare.trim_end().chars().all(|c| c == mark) {
                    self.0 = None;
                }
                true
            }
            (None, Some(mark)) if run >= 3 && indent < 4 => {
                self.0 = Some((mark, run));
                true
            }
            (open, _) => open.is_some(),
        }
    }
}

/// Returns the fence that closes the code block left open at the end of the text, if there is one.
#[must_use]
pub fn open_fence(text: &str) -> Option<String> {
    let mut fence = Fence::default();
    for line in text.lines() {
        fence.takes(line);
    }
    let (mark, length) = fence.0?;
    Some(mark.to_string().repeat(length))
}

/// Returns true if the line, outside of code, is a heading of the document or its header line.
#[must_use]
pub fn is_frame(line: &str) -> bool {
    !matches!(opens(line.trim(), true), Opens::Nothing)
}

/// Classifies each line by the part it begins. Lines in code blocks begin nothing.
fn marks(lines: &[&str]) -> Vec<Opens> {
    let mut fence = Fence::default();
    let mut is_inside = false;
    let mut marks = Vec::with_capacity(lines.len());
    for line in lines {
        let bare = line.trim_start();
        let opens = if fence.takes(line) || line.len() - bare.len() > 3 {
            Opens::Nothing
        } else {
            opens(bare, is_inside)
        };
        is_inside |= matches!(opens, Opens::Title | Opens::Header(_) | Opens::Section(_));
        marks.push(opens);
    }
    marks
}

/// Returns the text with the content of a section replaced by one line, below each heading of that section.
#[must_use]
pub fn without(text: &str, section: Section, instead: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let lines: Vec<&str> = text.split('\n').collect();
    let mut kept: Vec<&str> = Vec::with_capacity(lines.len());
    let (mut is_within, mut is_told) = (false, false);
    for (line, opens) in lines.iter().zip(marks(&lines)) {
        match opens {
            Opens::Nothing if is_within => {
                if !line.trim().is_empty() && !is_told {
                    kept.extend(["", instead, ""]);
                    is_told = true;
                }
                continue;
            }
            Opens::Section(opened) => (is_within, is_told) = (opened == section, false),
            // The rule above the divider was removed with the section that a person wrote there.
            Opens::Other(_) | Opens::Generated => is_within = false,
            Opens::Title | Opens::Header(_) | Opens::Nothing => {}
        }
        kept.push(line);
    }
    kept.join("\n")
}

/// Consecutive lines that are all in one section (its headings included) or all outside of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// True if the lines are in the section.
    pub is_of_it: bool,
    /// Text of the lines.
    pub text: String,
}

/// Splits a text into runs of lines inside and outside of a section, in order. No line is lost.
#[must_use]
pub fn runs(text: &str, section: Section) -> Vec<Run> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let lines: Vec<&str> = text.split('\n').collect();
    let mut runs: Vec<Run> = Vec::new();
    let mut is_of_it = false;
    for (line, opens) in lines.iter().zip(marks(&lines)) {
        match opens {
            Opens::Section(opened) => is_of_it = opened == section,
            Opens::Other(_) | Opens::Generated => is_of_it = false,
            Opens::Title | Opens::Header(_) | Opens::Nothing => {}
        }
        match runs.last_mut() {
            Some(run) if run.is_of_it == is_of_it => {
                run.text.push('\n');
                run.text.push_str(line);
            }
            _ => runs.push(Run {
                is_of_it,
                text: (*line).to_owned(),
            }),
        }
    }
    runs
}

fn opens(line: &str, is_inside: bool) -> Opens {
    if let Some(header) = header(line) {
        return Opens::Header(header);
    }
    let level = line.chars().take_while(|c| *c == '#').count();
    let text = line[level..].trim();
    if !(1..=6).contains(&level) || !line[level..].starts_with([' ', '\t']) {
        return Opens::Nothing;
    }
    if level == 1 && text.eq_ignore_ascii_case(TITLE) {
        return Opens::Title;
    }
    if level <= 2 && text == GENERATED {
        return Opens::Generated;
    }
    match Section::of_heading(text) {
        Some(section) if level <= 3 => Opens::Section(section),
        // Deeper headings are part of a section. Outside the state other headings are not parsed.
        _ if is_inside && level <= 2 => Opens::Other(line.trim_end().into()),
        _ => Opens::Nothing,
    }
}

fn header(line: &str) -> Option<Header> {
    let line = line.trim_end();
    let rest = line.strip_prefix(LAST_DREAM)?;
    let rest = rest.strip_suffix('_').unwrap_or(rest);
    let (last_dream, mood) = rest.split_once("| Mood:").unwrap_or((rest, ""));
    Some(Header {
        last_dream: last_dream.trim().to_owned(),
        mood: mood.trim().to_owned(),
    })
}

/// Returns a person's text without the divider that the first dream wrote below it.
fn without_divider(text: &str) -> String {
    let bare = text.trim_end();
    let known = bare.strip_suffix(DIVIDER).or_else(|| {
        // A person may have moved the comment or the rule.
        bare.strip_suffix(GENERATED)?.trim_end().strip_suffix("##")
    });
    known
        .unwrap_or(bare)
        .trim_end()
        .trim_start_matches('\n')
        .to_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};

    use super::{Document, Header, runs, without};
    use crate::mind::section::Section;

    const WHOLE: &str = "# Working Memory State

_Last dream: 2026-03-12T16:00:00Z | Mood: motivated, socially engaged_

## The Bond

Mara reviews in the morning.

## Active Context

- **In progress.** T7

## Crystal Pointers

- Past: CORS → search: `CORS P2P`

## Curiosity Gaps

## Emerging Skills
";

    #[test]
    fn a_dreams_document_comes_back_byte_by_byte() {
        let document = Document::read(WHOLE);
        let header = document.header.clone().unwrap();
        assert_eq!(header.last_dream, "2026-03-12T16:00:00Z");
        assert_eq!(header.mood, "motivated, socially engaged");
        assert_eq!(document.sections.len(), 5);
        assert_eq!(document.text(Section::CuriosityGaps), Some(""));
        assert_eq!(document.text(Section::Niche), None);
        assert_eq!(document.to_string(), WHOLE);
    }

    #[test]
    fn a_section_is_left_out_wherever_it_stands() {
        for (text, left) in [
            (
                "# W\n\n## The Bond\n\nmine\n### deep\nmine\n\n## Active Context\n\nwork",
                "# W\n\n## The Bond\n\n…\n\n## Active Context\n\nwork",
            ),
            (
                "## bond:\nmine\n## The Bond\nmine\n## Tools\nx",
                "## bond:\n\n…\n\n## The Bond\n\n…\n\n## Tools\nx",
            ),
            (
                "## The Bond\n```\n## Active Context\n```\nmine",
                "## The Bond\n\n…\n",
            ),
            ("## The Bond\n\n## Tools", "## The Bond\n## Tools"),
            (
                "## The Bond\nmine\n\n---\n\n## Dream-Generated\n\n# Working Memory State\n\n## The Bond\nmine\n",
                "## The Bond\n\n…\n\n## Dream-Generated\n\n# Working Memory State\n\n## The Bond\n\n…\n",
            ),
            ("nothing of it", "nothing of it"),
        ] {
            assert_eq!(without(text, Section::Bond, "…"), left, "{text:?}");
        }
    }

    #[test]
    fn what_stands_in_a_section_is_parted_from_the_rest() {
        let text = "mine\n## bond:\ntabs\n### deep\nspaces\n## Tools\n```\n## The Bond\n```\n# The Bond\nlast";
        let runs: Vec<(bool, String)> = runs(text, Section::Bond)
            .into_iter()
            .map(|run| (run.is_of_it, run.text))
            .collect();
        let expected = [
            (false, "mine"),
            (true, "## bond:\ntabs\n### deep\nspaces"),
            (false, "## Tools\n```\n## The Bond\n```"),
            (true, "# The Bond\nlast"),
        ];
        assert_eq!(
            runs,
            expected.map(|(is_of_it, text)| (is_of_it, text.to_owned()))
        );
    }

    #[test]
    fn a_persons_text_is_theirs() {
        for text in [
            "",
            "# My notes\n\nTabs, never spaces.\n\n## People\n\n- Mara",
            "just words",
            "---\n\n## Dream-Generated\n\nmine",
        ] {
            let document = Document::read(text);
            assert!(!document.is_dreamt(), "{text:?}");
            assert_eq!(document.to_string(), text, "{text:?}");
        }
    }

    #[test]
    fn below_a_persons_text_stands_the_divider() {
        let mut document = Document::read("# Mine\n\nTabs.\n\n");
        document.header = Some(Header {
            last_dream: "2026-03-12T16:00:00Z".into(),
            mood: "calm".into(),
        });
        document.set(Section::Bond, "Mara likes tabs.");
        let text = document.to_string();
        assert!(
            text.starts_with(
                "# Mine\n\nTabs.\n\n---\n\n<!-- Dream-generated working memory follows."
            )
        );
        assert!(text.contains("\n\n## Dream-Generated\n\n# Working Memory State\n\n_Last dream: "));
        let again = Document::read(&text);
        assert_eq!(again.before, "# Mine\n\nTabs.");
        assert_eq!(again, document);
    }

    #[test]
    fn a_persons_headings_above_the_divider_are_theirs() {
        let mut document = Document {
            before: "## Active Context\n\nmy own".into(),
            ..Document::default()
        };
        document.set(Section::Bond, "Mara");
        let again = Document::read(&document.to_string());
        assert_eq!(again, document);
    }

    #[test]
    fn odd_edits_lose_nothing() {
        for (edited, expected) in [
            // Sections in another order, with other headings.
            (
                "## Active Context\nwork\n# The bond:\npeople",
                vec![(Section::Bond, "people"), (Section::ActiveContext, "work")],
            ),
            // The same section twice.
            (
                "## The Bond\none\n## The Bond (Oxytocin-Weighted)\ntwo",
                vec![(Section::Bond, "one\n\ntwo")],
            ),
            // A heading in a code block is code.
            (
                "## The Bond\n```md\n## Active Context\n```\nrest",
                vec![(Section::Bond, "```md\n## Active Context\n```\nrest")],
            ),
            // A code block that is never closed.
            (
                "## The Bond\n~~~\n## Active Context",
                vec![(Section::Bond, "~~~\n## Active Context")],
            ),
            // Deeper headings belong to the section.
            (
                "## The Bond\n### Mara\ntabs\n#### more",
                vec![(Section::Bond, "### Mara\ntabs\n#### more")],
            ),
            // CRLF line ends.
            (
                "## The Bond\r\none\r\ntwo\r\n",
                vec![(Section::Bond, "one\ntwo")],
            ),
        ] {
            let document = Document::read(edited);
            let sections: Vec<(Section, &str)> = document
                .sections
                .iter()
                .map(|(section, text)| (*section, text.as_str()))
                .collect();
            assert_eq!(sections, expected, "{edited:?}");
        }
    }

    #[test]
    fn a_persons_own_sections_and_words_between_stay() {
        let document = Document::read(
            "my preface\n\n# Working Memory State\n_Last dream: never_\nkeep me\n## The Bond\nMara\n## House rules\nno meetings",
        );
        assert_eq!(document.before, "my preface");
        assert_eq!(document.intro, "keep me");
        assert_eq!(
            document.others,
            [("## House rules".into(), "no meetings".into())]
        );
        assert_eq!(Document::read(&document.to_string()), document);
    }

    proptest! {
        #[test]
        fn no_word_is_lost_and_what_is_written_reads_the_same(
            lines in proptest::collection::vec(
                proptest::prop_oneof![
                    proptest::strategy::Just("## The Bond".to_owned()),
                    proptest::strategy::Just("# Active Context".to_owned()),
                    proptest::strategy::Just("# Working Memory State".to_owned()),
                    proptest::strategy::Just("_Last dream: now | Mood: calm_".to_owned()),
                    proptest::strategy::Just("```".to_owned()),
                    proptest::strategy::Just("---".to_owned()),
                    proptest::strategy::Just("## Mine".to_owned()),
                    "word[0-9]{3}( [a-z]{3}){0,3}",
                    any::<String>(),
                ],
                0..30,
            )
        ) {
            let text = lines.join("\n");
            let once = Document::read(&text);
            let written = once.to_string();
            for word in lines.iter().filter(|line| line.starts_with("word")) {
                prop_assert!(written.contains(word.as_str()), "{word} is lost in {written:?}");
            }
            let twice = Document::read(&written).to_string();
            prop_assert_eq!(&Document::read(&twice).to_string(), &twice);
        }
    }
}
