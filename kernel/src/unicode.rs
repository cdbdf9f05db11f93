//! Unicode normalization, character classes, and the folded form in which search compares texts.

use std::borrow::Cow;

use unicode_general_category::{GeneralCategory, get_general_category};
use unicode_normalization::UnicodeNormalization as _;

/// Replaces compatibility characters and composes letters (NFKC).
#[must_use]
pub fn nfkc(text: &str) -> String {
    text.nfkc().collect()
}

/// Replaces compatibility characters and separates letters from their accents (NFKD).
#[must_use]
pub fn nfkd(text: &str) -> String {
    text.nfkd().collect()
}

/// Composes letters, so that equal texts have equal bytes (NFC).
#[must_use]
pub fn nfc(text: &str) -> String {
    text.nfc().collect()
}

/// Returns the form in which two texts are compared for equality: trimmed, with letters composed. Keeps case and inner
/// white space, which can carry meaning, as in code.
#[must_use]
pub fn same_text(text: &str) -> Cow<'_, str> {
    let text = text.trim();
    if text.is_ascii() {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(nfc(text))
    }
}

/// Returns true for combining marks (`Mn`, `Mc`, `Me`) and format controls (`Cf`).
#[must_use]
pub fn is_mark_or_format(c: char) -> bool {
    !c.is_ascii()
        && matches!(
            get_general_category(c),
            GeneralCategory::NonspacingMark
                | GeneralCategory::SpacingMark
                | GeneralCategory::EnclosingMark
                | GeneralCategory::Format
        )
}

/// Returns the form in which search compares texts: compatibility characters (half and full width, ligatures) replaced,
/// case folded in full (`Straße` is `strasse`), digits of any script as ASCII digits, letters composed. Drops the
/// accents, strokes and points of Latin, Greek, Cyrillic, Hebrew and Arabic, because people omit them; keeps the marks of
/// all other scripts, which are letters (vowel signs, viramas).
#[must_use]
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut folded = String::with_capacity(text.len());
    for c in nfkd(text).chars().filter(|c| !is_ignored(*c)) {
        match digit(c) {
            _ if c.is_ascii() => folded.push(c.to_ascii_lowercase()),
            Some(digit) => folded.push(digit),
            // The capital of ß is SS, but the small letter of ẞ is ß: so down, up and down.
            None => {
                let upper = c.to_lowercase().flat_map(char::to_uppercase);
                for lower in upper.flat_map(char::to_lowercase) {
                    match basic_letters(lower) {
                        Some(letters) => folded.push_str(letters),
                        None => folded.push(lower),
                    }
                }
            }
        }
    }
    nfc(&folded)
}

/// Returns the letters that people type for a Latin letter with a stroke or a ligature, which Unicode does not decompose.
const fn basic_letters(c: char) -> Option<&'static str> {
    Some(match c {
        'æ' => "ae",
        'œ' => "oe",
        'þ' => "th",
        'ƀ' => "b",
        'đ' | 'ð' => "d",
        'ǥ' => "g",
        'ħ' => "h",
        'ɨ' => "i",
        'ł' | 'ƚ' => "l",
        'ø' => "o",
        'ŧ' => "t",
        'ʉ' => "u",
        'ƶ' => "z",
        _ => return None,
    })
}

/// Returns true if [`fold`] drops a character: accents and points of scripts in which people omit them, and format
/// controls.
const fn is_ignored(c: char) -> bool {
    matches!(c,
        '\u{AD}' | '\u{300}'..='\u{36F}' | '\u{483}'..='\u{489}'
        | '\u{591}'..='\u{5BD}' | '\u{5BF}' | '\u{5C1}' | '\u{5C2}' | '\u{5C4}' | '\u{5C5}' | '\u{5C7}'
        | '\u{610}'..='\u{61A}' | '\u{61C}' | '\u{640}' | '\u{64B}'..='\u{65F}' | '\u{670}'
        | '\u{6D6}'..='\u{6DC}' | '\u{6DF}'..='\u{6E4}' | '\u{6E7}' | '\u{6E8}' | '\u{6EA}'..='\u{6ED}'
        | '\u{8CA}'..='\u{8E1}' | '\u{8E3}'..='\u{8FF}' | '\u{115F}' | '\u{1160}'
        | '\u{180B}'..='\u{180F}' | '\u{1AB0}'..='\u{1AFF}' | '\u{1DC0}'..='\u{1DFF}'
        | '\u{200C}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
        | '\u{20D0}'..='\u{20FF}' | '\u{2DE0}'..='\u{2DFF}' | '\u{A66F}'..='\u{A672}'
        | '\u{A674}'..='\u{A67D}' | '\u{A69E}' | '\u{A69F}' | '\u{FB1E}'
        | '\u{FE00}'..='\u{FE0F}' | '\u{FE20}'..='\u{FE2F}' | '\u{FEFF}'
        | '\u{1F3FB}'..='\u{1F3FF}' | '\u{E0000}'..='\u{E0FFF}')
}

/// Zeros of the scripts with their own decimal digits, sorted; the other nine digits follow each.
const ZEROS: [u32; 46] = [
    0x30, 0x660, 0x6F0, 0x7C0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66,
    0xDE6, 0xE50, 0xED0, 0xF20, 0x1040, 0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0, 0x1A80, 0x1A90,
    0x1B50, 0x1BB0, 0x1C40, 0x1C50, 0xA620, 0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0, 0xFF10,
    0x104A0, 0x10D30, 0x11066, 0x110F0, 0x11136, 0x111D0, 0x11450, 0x114D0, 0x1E950,
];

/// Converts a decimal digit of any script to an ASCII digit.
#[must_use]
pub fn digit(c: char) -> Option<char> {
    if c.is_ascii() {
        return c.is_ascii_digit().then_some(c);
    }
    let code = u32::from(c);
    let script = ZEROS.partition_point(|zero| *zero <= code).checked_sub(1)?;
    char::from_digit(code - ZEROS[script], 10)
}

/// Returns true for a picture with a meaning of its own, such as 🍕 or ✅.
#[must_use]
pub const fn is_pictograph(c: char) -> bool {
    matches!(c,
        '\u{231A}' | '\u{231B}' | '\u{2328}' | '\u{23CF}' | '\u{23E9}'..='\u{23FA}'
        | '\u{25FB}'..='\u{25FE}' | '\u{2600}'..='\u{27BF}' | '\u{2B1B}' | '\u{2B1C}'
        | '\u{2B50}' | '\u{2B55}' | '\u{1F000}'..='\u{1FAFF}')
        && !is_ignored(c)
}

#[cfg(test)]
mod tests {
    use super::{ZEROS, digit, fold, is_pictograph};

    #[test]
    fn texts_of_every_script_are_folded() {
        for (text, expected) in [
            ("STRASSE", "strasse"),
            ("Straße", "strasse"),
            ("STRAẞE", "strasse"),
            ("Café naïve", "cafe naive"),
            ("cafe\u{301}", "cafe"),
            ("ΟΔΟΣ οδός", "οδοσ οδοσ"),
            ("Ёлка", "елка"),
            ("Łódź ŁÓDŹ", "lodz lodz"),
            ("cœur CŒUR Æsir ǽ", "coeur coeur aesir ae"),
            ("Þór Đặng Reykjavík Suður", "thor dang reykjavik sudur"),
            ("Smørrebrød Ħal Ŧ Ǿ", "smorrebrod hal t o"),
            ("İstanbul", "istanbul"),
            ("ﬁle", "file"),
            ("शिक्षा", "शिक्षा"),
            ("दान", "दान"),
            ("தமிழ்", "தமிழ்"),
            ("\u{1109}\u{1165}\u{110B}\u{116E}\u{11AF}", "서울"),
            ("ｶﾞﾗｽ", "ガラス"),
            ("ＡＢＣ１２３", "abc123"),
            ("١٢٣ ۴۵ ६७ ๘๙", "123 45 67 89"),
            ("مُحَمَّد", "محمد"),
            ("שָׁלוֹם", "שלום"),
            ("می\u{200C}خواهم", "میخواهم"),
            ("👍🏽 ❤\u{FE0F}", "👍 ❤"),
            ("so\u{AD}ft\u{E0041}", "soft"),
        ] {
            assert_eq!(fold(text), expected, "{text}");
        }
    }

    #[test]
    fn digits_are_ten_behind_each_zero() {
        assert!(ZEROS.is_sorted());
        for zero in ZEROS {
            let zero = char::from_u32(zero).unwrap();
            assert!(zero.is_numeric(), "{zero}");
            assert_eq!(digit(zero), Some('0'), "{zero}");
        }
        for (c, expected) in [
            ('٩', Some('9')),
            ('५', Some('5')),
            ('x', None),
            ('一', None),
        ] {
            assert_eq!(digit(c), expected, "{c}");
        }
    }

    #[test]
    fn pictures_are_no_arrows_and_no_modifiers() {
        for (c, expected) in [('🍕', true), ('✅', true), ('→', false), ('🏽', false)] {
            assert_eq!(is_pictograph(c), expected, "{c}");
        }
    }
}
