//! Random secrets for the tests. They are generated at run time, so that no scanner mistakes this folder for a leak.

/// Lower-case letters, capitals and digits.
pub const MIXED: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
/// Lower-case letters and capitals.
pub const LETTERS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
/// Lower-case letters and digits.
pub const SMALL: &str = "abcdefghijklmnopqrstuvwxyz0123456789";
/// Capitals and digits.
pub const CAPITALS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
/// Base 32, as Amazon writes it.
pub const BASE32: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
/// Hexadecimal digits.
pub const HEX: &str = "0123456789abcdef";
/// Digits without zero.
pub const DIGITS: &str = "123456789";

/// Returns random characters, the same for each seed in each run.
pub fn random(alphabet: &str, length: usize, seed: u64) -> String {
    let alphabet = alphabet.as_bytes();
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x2545_f491_4f6c_dd1d;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state >> 33).unwrap()
    };
    (0..length)
        .map(|_| char::from(alphabet[next() % alphabet.len()]))
        .collect()
}

/// Returns a random UUID.
pub fn uuid(seed: u64) -> String {
    let hex = random(HEX, 32, seed);
    let (first, second, last) = (&hex[..8], &hex[8..12], &hex[20..]);
    format!(
        "{first}-{second}-4{}-a{}-{last}",
        &hex[13..16],
        &hex[17..20]
    )
}
