//! Parses forms with files, as browsers post them. A file becomes the text of its field.

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, header};
use kernel::{Error, Result};
use multer::Multipart;

use super::CONTENT_BYTES;

/// Content type of such a form.
pub const TYPE: &str = "multipart/form-data";
/// Maximum number of fields.
const FIELDS: usize = 100;

/// File with the name of its field.
pub type File = (String, Bytes);

/// Parses the fields and the files of a form.
///
/// # Errors
/// `invalid` if the body is not such a form.
pub async fn fields(
    headers: &HeaderMap,
    body: Bytes,
) -> Result<(Vec<(String, String)>, Vec<File>)> {
    let odd = |error: multer::Error| Error::invalid(format!("The form cannot be read: {error}."));
    let kind = headers.get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let boundary = multer::parse_boundary(kind).map_err(odd)?;
    let mut form = Multipart::new(Body::from(body).into_data_stream(), boundary);
    let (mut fields, mut files) = (Vec::new(), Vec::new());
    while let Some(field) = form.next_field().await.map_err(odd)? {
        if fields.len() + files.len() == FIELDS {
            return Err(Error::invalid(format!(
                "The form has more than {FIELDS} fields."
            )));
        }
        let name = field.name().unwrap_or_default().to_owned();
        let is_file = field.file_name().is_some();
        let bytes = field.bytes().await.map_err(odd)?;
        if is_file {
            files.push((name, bytes));
            continue;
        }
        let text = String::from_utf8(bytes.into());
        let text = text.map_err(|_| Error::field(format!("/{name}"), "is not UTF-8"))?;
        fields.push((name, text));
    }
    // Browsers also send fields without a chosen file.
    files.retain(|(_, bytes)| !bytes.is_empty());
    Ok((fields, files))
}

/// Replaces the values of fields with the texts of their files.
///
/// # Errors
/// `invalid` if a file is not text, or its field has a typed value, too.
pub fn take_in(fields: &mut Vec<(String, String)>, files: Vec<File>) -> Result<()> {
    for (name, bytes) in files {
        let at = |detail: String| Error::field(format!("/{name}"), detail);
        let text = engine::imported::text_within(bytes.into(), CONTENT_BYTES)
            .map_err(|error| at(error.detail))?;
        let is_its = |(known, _): &&mut (String, String)| *known == name;
        match fields.iter_mut().find(is_its) {
            Some((_, typed)) if !typed.trim().is_empty() => {
                let detail = "a file was chosen and a text is there: send one of the two";
                return Err(at(detail.into()));
            }
            Some((_, typed)) => *typed = text,
            None => fields.push((name, text)),
        }
    }
    Ok(())
}
