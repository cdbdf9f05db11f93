//! Unicode's normal forms and character classes. A server has its own tables for them; a page asks the browser,
//! which has them already.

/// A text with characters of another form as the usual ones (NFKC), letters whole.
#[must_use]
pub fn nfkc(text: &str) -> String {
    normal(text, Form::Nfkc)
}

/// A text with characters of another form as the usual ones (NFKD), letters apart from their accents.
#[must_use]
pub fn nfkd(text: &str) -> String {
    normal(text, Form::Nfkd)
}

#[derive(Clone, Copy)]
enum Form {
    Nfkc,
    Nfkd,
}

#[cfg(not(target_arch = "wasm32"))]
fn normal(text: &str, form: Form) -> String {
    use unicode_normalization::UnicodeNormalization as _;
    match form {
        Form::Nfkc => text.nfkc().collect(),
        Form::Nfkd => text.nfkd().collect(),
    }
}

#[cfg(target_arch = "wasm32")]
fn normal(text: &str, form: Form) -> String {
    let form = match form {
        Form::Nfkc => "NFKC",
        Form::Nfkd => "NFKD",
    };
    js_sys::JsString::from(text).normalize(form).into()
}

/// Whether a character is a mark upon another one (`Mn`, `Mc`, `Me`) or controls the format (`Cf`).
#[must_use]
pub fn is_mark_or_format(c: char) -> bool {
    !c.is_ascii() && is_listed(c)
}

#[cfg(not(target_arch = "wasm32"))]
fn is_listed(c: char) -> bool {
    use unicode_general_category::{GeneralCategory, get_general_category};
    matches!(
        get_general_category(c),
        GeneralCategory::NonspacingMark
            | GeneralCategory::SpacingMark
            | GeneralCategory::EnclosingMark
            | GeneralCategory::Format
    )
}

#[cfg(target_arch = "wasm32")]
fn is_listed(c: char) -> bool {
    js_sys::RegExp::new(r"^[\p{M}\p{Cf}]$", "u").test(c.encode_utf8(&mut [0; 4]))
}
