//! The kinds of what is no text, their prices and their placeholders.

use std::fmt::Write as _;

/// A kind of what is no text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MediaKind {
    /// A picture.
    Image,
    /// Sound.
    Audio,
    /// A video.
    Video,
    /// A document or any other file.
    File,
    /// A signature, or reasoning that only its provider can read.
    Reasoning,
}

impl MediaKind {
    /// The tokens that one takes of a window. Sizes, lengths and pages are not read, so each is the price of a
    /// large one:
    ///
    /// - an image 1,600: Anthropic takes width × height / 750, at most about 1,600; `OpenAI` 85 + 170 for each
    ///   of at most 8 tiles, 1,445; Gemini 258 for each tile;
    /// - audio 1,920: a minute at Gemini's 32 a second; `OpenAI` takes 10 a second;
    /// - a video 2,630: ten seconds at Gemini's 263 a second;
    /// - a file 3,000: a dense page of a PDF at Anthropic, which takes 1,500 to 3,000; Gemini takes 258;
    /// - encrypted reasoning 400, a usual length of it: providers count what they keep of it.
    #[must_use]
    pub const fn tokens(self) -> u32 {
        match self {
            Self::Image => 1_600,
            Self::Audio => 1_920,
            Self::Video => 2_630,
            Self::File => 3_000,
            Self::Reasoning => 400,
        }
    }

    /// The kind by the media type, where the form says only that it is a file.
    #[must_use]
    pub fn or(self, media_type: &str) -> Self {
        match self {
            Self::File => Self::of_type(media_type),
            kind => kind,
        }
    }

    /// Its name in placeholders.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Image => "image",
            Self::Audio => "audio",
            Self::Video => "video",
            Self::File => "file",
            Self::Reasoning => "encrypted reasoning",
        }
    }

    /// The kind of that media type.
    #[must_use]
    pub fn of_type(media_type: &str) -> Self {
        match media_type.split_once('/').map(|(main, _)| main) {
            Some("image") => Self::Image,
            Some("audio") => Self::Audio,
            Some("video") => Self::Video,
            _ => Self::File,
        }
    }

    /// The kind of a file that begins like this in base64.
    #[must_use]
    pub fn of_beginning(data: &str) -> (Self, &'static str) {
        const KNOWN: [(&str, MediaKind, &str); 7] = [
            ("iVBORw0KGgo", MediaKind::Image, "image/png"),
            ("/9j/", MediaKind::Image, "image/jpeg"),
            ("R0lGOD", MediaKind::Image, "image/gif"),
            ("UklGR", MediaKind::Image, "image/webp"),
            ("JVBERi0", MediaKind::File, "application/pdf"),
            ("SUQz", MediaKind::Audio, "audio/mpeg"),
            ("T2dnUw", MediaKind::Audio, "audio/ogg"),
        ];
        let mut known = KNOWN.iter();
        let found = known.find(|(begin, ..)| data.starts_with(begin));
        found.map_or((Self::File, ""), |(_, kind, media_type)| {
            (*kind, *media_type)
        })
    }
}

/// Something in a value that is no text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The JSON pointer to the string that holds it or names it.
    pub pointer: String,
    /// The bytes of that string that are data; empty where it is only named, as by an address.
    pub range: std::ops::Range<usize>,
    /// What it is.
    pub kind: MediaKind,
    /// Its media type, where that is known.
    pub media_type: String,
}

impl Found {
    /// Whether the value holds it.
    #[must_use]
    pub fn is_data(&self) -> bool {
        !self.range.is_empty()
    }

    /// The bytes of a file that has so much base64.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.range.len() / 4 * 3
    }

    /// The text that stands for it.
    #[must_use]
    pub fn placeholder(&self) -> String {
        let mut text = format!("[{}", self.kind.name());
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "/+-._".contains(c);
        if !self.media_type.is_empty() && self.media_type.chars().all(is_plain) {
            text.push_str(", ");
            text.extend(self.media_type.chars().take(64));
        }
        // Writing into a text cannot fail.
        let _ = match self.bytes() {
            bytes if bytes < 1_024 => write!(text, ", {bytes} bytes]"),
            bytes if bytes < 1_024 * 1_024 => write!(text, ", {} KB]", bytes / 1_024),
            bytes => write!(text, ", {} MB]", bytes / 1_024 / 1_024),
        };
        text
    }
}
