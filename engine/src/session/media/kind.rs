//! Kinds of data in messages, with their token prices and placeholders.

use std::fmt::Write as _;

/// A kind of data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MediaKind {
    /// An image.
    Image,
    /// Audio.
    Audio,
    /// A video.
    Video,
    /// A document or any other file.
    File,
    /// A signature, or reasoning that only its provider can read.
    Reasoning,
}

impl MediaKind {
    /// Returns the token price in a context window. Dimensions, durations and page counts are not read, so each price
    /// is that of a large one:
    ///
    /// - an image 1,600: Anthropic charges width × height / 750, at most about 1,600; `OpenAI` 85 + 170 for each of at
    ///   most 8 tiles, 1,445; Gemini 258 for each tile;
    /// - audio 1,920: a minute at Gemini's 32 a second; `OpenAI` charges 10 a second;
    /// - a video 2,630: ten seconds at Gemini's 263 a second;
    /// - a file 3,000: a dense page of a PDF at Anthropic, which charges 1,500 to 3,000; Gemini charges 258;
    /// - encrypted reasoning 400, its typical length: providers count only the part that they keep.
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

    /// Returns the kind by media type if this one is only `File`.
    #[must_use]
    pub fn or(self, media_type: &str) -> Self {
        match self {
            Self::File => Self::of_type(media_type),
            kind => kind,
        }
    }

    /// Returns the name used in placeholders.
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

    /// Returns the kind for a media type.
    #[must_use]
    pub fn of_type(media_type: &str) -> Self {
        match media_type.split_once('/').map(|(main, _)| main) {
            Some("image") => Self::Image,
            Some("audio") => Self::Audio,
            Some("video") => Self::Video,
            _ => Self::File,
        }
    }

    /// Detects the kind and media type of a file from the beginning of its base64.
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

/// Data found in a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// JSON pointer to the string that holds the data or its address.
    pub pointer: String,
    /// Byte range of the data within that string; empty for an address.
    pub range: std::ops::Range<usize>,
    /// Kind of the data.
    pub kind: MediaKind,
    /// Media type; empty if unknown.
    pub media_type: String,
}

impl Found {
    /// Returns true if the value holds the data itself.
    #[must_use]
    pub fn is_data(&self) -> bool {
        !self.range.is_empty()
    }

    /// Returns the approximate size of the decoded data, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.range.len() / 4 * 3
    }

    /// Returns the text that replaces the data.
    #[must_use]
    pub fn placeholder(&self) -> String {
        let mut text = format!("[{}", self.kind.name());
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "/+-._".contains(c);
        if !self.media_type.is_empty() && self.media_type.chars().all(is_plain) {
            text.push_str(", ");
            text.extend(self.media_type.chars().take(64));
        }
        // Writing to a string cannot fail.
        let _ = match self.bytes() {
            bytes if bytes < 1_024 => write!(text, ", {bytes} bytes]"),
            bytes if bytes < 1_024 * 1_024 => write!(text, ", {} KB]", bytes / 1_024),
            bytes => write!(text, ", {} MB]", bytes / 1_024 / 1_024),
        };
        text
    }
}
