//! Rejects passwords that are easy to guess.

use kernel::unseen::is_unseen;
use kernel::{Error, Result};

/// Minimum number of visible characters in a password.
const MIN_VISIBLE: usize = 8;
/// Minimum number of different characters.
const MIN_DIFFERENT: usize = 4;
/// Minimum number of runs. A run is a character that is repeated or continues along an alphabet or a keyboard.
const MIN_RUNS: usize = 4;
/// Maximum length of a password in bytes. A longer one is an attempt to keep the hash busy.
pub const MAX_BYTES: usize = 1024;

/// Letter rows of a keyboard.
const ROWS: [&str; 3] = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];
/// Common passwords, also rejected with trailing digits or signs.
const COMMON: [&str; 23] = [
    "admin",
    "baseball",
    "changeme",
    "computer",
    "dragon",
    "football",
    "iloveyou",
    "letmein",
    "master",
    "michael",
    "monkey",
    "p@ssw0rd",
    "passw0rd",
    "password",
    "princess",
    "secret",
    "starwars",
    "sunshine",
    "superman",
    "trustno",
    "welcome",
    "whatever",
    "zaq1xsw2cde3",
];
/// Keyboard walks that change the row with each step.
const WALKS: [&str; 4] = ["1q2w3e4r", "1qaz2wsx", "q1w2e3r4", "qaz1wsx2"];

/// Validates a password: not short, not weak, and not too long to be hashed.
///
/// # Errors
/// `invalid` with a sentence that says how to fix it.
pub fn check(name: &str, password: &str) -> Result<()> {
    weakness(name, password).map_or(Ok(()), |detail| Err(Error::field("/password", detail)))
}

fn weakness(name: &str, password: &str) -> Option<String> {
    if password.len() > MAX_BYTES {
        return Some(format!("A password has at most {MAX_BYTES} bytes."));
    }
    if password.contains('\0') {
        return Some("A password must not contain the character U+0000.".into());
    }
    let seen = |c: &char| !c.is_whitespace() && !c.is_control() && !is_unseen(*c);
    let visible: Vec<char> = password.chars().filter(seen).collect();
    if visible.len() < MIN_VISIBLE {
        return Some(format!(
            "A password has at least {MIN_VISIBLE} characters, spaces and characters that nobody sees not counted."
        ));
    }
    let lower: Vec<char> = visible.iter().flat_map(|c| c.to_lowercase()).collect();
    let mut different = lower.clone();
    different.sort_unstable();
    different.dedup();
    if different.len() < MIN_DIFFERENT || runs(&lower) < MIN_RUNS {
        return Some(
            "This password repeats characters or follows an alphabet or a keyboard, so it is guessed first. Take several \
             words instead."
                .into(),
        );
    }
    let text: String = lower.iter().collect();
    let word = text.trim_end_matches(|c: char| !c.is_alphabetic());
    let is_common = COMMON.contains(&word) || WALKS.iter().any(|walk| text.starts_with(walk));
    let is_name = text == name.to_lowercase();
    (is_common || is_name).then(|| {
        "This password is one of those that are guessed first. Take several words instead.".into()
    })
}

/// Counts the runs.
fn runs(text: &[char]) -> usize {
    let ends = text.windows(2).filter(|pair| !goes_on(pair[0], pair[1]));
    1 + ends.count()
}

/// Returns true if a character repeats the one before or is its neighbour in an alphabet or on a keyboard.
fn goes_on(before: char, after: char) -> bool {
    u32::from(before).abs_diff(u32::from(after)) <= 1
        || ROWS.iter().any(|row| {
            let place = |c| row.find(c);
            matches!((place(before), place(after)), (Some(a), Some(b)) if a.abs_diff(b) == 1)
        })
        || matches!((before, after), ('9', '0') | ('0', '9'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_that_are_guessed_first_are_refused() {
        for password in [
            "1234567",
            "12345678",
            "1234567890",
            "87654321",
            "        ",
            "a b c d e f g",
            "\u{202e}\u{202e}\u{202e}\u{202e}\u{202e}\u{202e}\u{202e}\u{202e}",
            "seven77\u{200b}",
            "aaaaaaaa",
            "abababab",
            "12341234",
            "abcd1234",
            "qwertyuiop",
            "Qwerty123",
            "asdfghjkl",
            "1q2w3e4r5t",
            "Password",
            "password123!",
            "P@ssw0rd2026",
            "ILoveYou!!",
            "marakovacs",
        ] {
            assert!(weakness("MaraKovacs", password).is_some(), "{password:?}");
        }
        assert!(weakness("mara", &"word".repeat(257)).is_some());
    }

    #[test]
    fn the_character_nul_is_refused() {
        assert!(weakness("mara", "correct\0 horse").is_some());
        assert_eq!(weakness("mara", "correct horse\u{1}"), None);
    }

    #[test]
    fn words_and_random_characters_are_taken() {
        for password in [
            "correct horse",
            "battery staple",
            "another one",
            "marakovacs",
            "\u{e4}\u{f6}\u{fc}\u{df}\u{e4}\u{f6}\u{fc}\u{df}",
            "\u{6b63}\u{786e}\u{9a6c}\u{7535}\u{6c60}\u{8ba2}\u{4e66}\u{9489}",
            "x7#kQ9!z",
            "5f2c81d09ab34e67",
            "passwords are hard",
        ] {
            assert_eq!(weakness("mara", password), None, "{password:?}");
        }
        assert_eq!(weakness("mara", &"word".repeat(256)), None);
    }
}
