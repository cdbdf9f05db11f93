//! Unicode's normal forms. A server has its own tables for them; a page asks the browser, which has them already.

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
