//! Generator of unguessable words, from the system's randomness.

use kernel::{Error, Result};

/// Returns a word of 128 random bits, safe in addresses, cookies and headers.
///
/// # Errors
/// Returns `internal` if the system provides no randomness.
pub fn word() -> Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)
        .map_err(|error| Error::internal(format!("the system gives no randomness: {error}")))?;
    Ok(format!("{:032x}", u128::from_le_bytes(bytes)))
}

/// Compares two secrets in constant time.
#[must_use]
pub fn same(a: &str, b: &str) -> bool {
    a.len() == b.len()
        && a.bytes()
            .zip(b.bytes())
            .fold(0, |differ, (a, b)| differ | (a ^ b))
            == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_differ_and_compare() {
        let (a, b) = (word().unwrap(), word().unwrap());
        assert_ne!(a, b);
        assert_eq!(a.len(), 32);
        assert!(same(&a, &a) && !same(&a, &b) && !same(&a, "x"));
    }
}
