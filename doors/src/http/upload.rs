//! Reads an uploaded file with its fields from a form. The file is the last part, so that everything else is checked
//! before it is read.

use axum::body::{Body, HttpBody as _};
use axum::http::{Request, header};
use kernel::{Code, Error, Result};
use multer::{Constraints, Field, Multipart, SizeLimit};

use super::RequestContext;

/// Name of the part with the file.
const FILE: &str = "file";
/// Maximum number of fields.
const MAX_FIELDS: usize = 50;
/// Maximum size of a field, in bytes.
const MAX_FIELD_BYTES: u64 = 16 * 1024;
/// Maximum size of all fields and the form's own syntax, in bytes.
const MAX_OVERHEAD_BYTES: u64 = 64 * 1024;

/// A form with a file.
pub struct Upload {
    /// Fields, in the order of the form.
    pub fields: Vec<(String, String)>,
    /// Content of the file.
    pub file: Vec<u8>,
}

impl Upload {
    /// Reads a form whose file has at most `max_bytes`. A caller with a session must send its CSRF token as the field
    /// `csrf`.
    ///
    /// # Errors
    /// `too_large`, before anything is read if the length is declared; `forbidden` without the CSRF token; `invalid` if
    /// the body is not such a form.
    pub async fn read(
        request: Request<Body>,
        context: &RequestContext,
        max_bytes: usize,
    ) -> Result<Self> {
        let (parts, body) = request.into_parts();
        let max = max_bytes as u64;
        if body.size_hint().lower() > max + MAX_OVERHEAD_BYTES {
            return Err(too_large(max));
        }
        let kind = parts.headers.get(header::CONTENT_TYPE);
        let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let failed = |error| parse_error(error, max);
        let boundary = multer::parse_boundary(kind).map_err(failed)?;
        let limit = SizeLimit::new()
            .whole_stream(max + MAX_OVERHEAD_BYTES)
            .per_field(MAX_FIELD_BYTES)
            .for_field(FILE, max);
        let constraints = Constraints::new().size_limit(limit);
        let mut form = Multipart::with_constraints(body.into_data_stream(), boundary, constraints);
        let mut fields: Vec<(String, String)> = Vec::new();
        while let Some(field) = form.next_field().await.map_err(failed)? {
            let name = field.name().unwrap_or_default().to_owned();
            if name == FILE {
                let csrf = fields.iter().find(|(name, _)| name == "csrf");
                context.check_csrf(csrf.map(|(_, token)| token.as_str()))?;
                let file = read_file(field).await.map_err(failed)?;
                return Ok(Self { fields, file });
            }
            if fields.len() == MAX_FIELDS {
                let detail = format!("The form has more than {MAX_FIELDS} fields.");
                return Err(Error::invalid(detail));
            }
            let text = String::from_utf8(field.bytes().await.map_err(failed)?.into());
            let text = text.map_err(|_| Error::field(format!("/{name}"), "is not UTF-8"))?;
            fields.push((name, text));
        }
        Err(Error::field("/file", "is missing"))
    }
}

async fn read_file(mut field: Field<'_>) -> multer::Result<Vec<u8>> {
    let mut file = Vec::new();
    while let Some(chunk) = field.chunk().await? {
        file.extend_from_slice(&chunk);
    }
    Ok(file)
}

fn parse_error(error: multer::Error, max_bytes: u64) -> Error {
    match error {
        multer::Error::FieldSizeExceeded { field_name, .. }
            if field_name.as_deref() != Some(FILE) =>
        {
            let name = field_name.unwrap_or_default();
            Error::field(
                format!("/{name}"),
                format!("has more than {MAX_FIELD_BYTES} bytes"),
            )
        }
        multer::Error::FieldSizeExceeded { .. } | multer::Error::StreamSizeExceeded { .. } => {
            too_large(max_bytes)
        }
        error => Error::invalid(format!("The form cannot be read: {error}.")),
    }
}

fn too_large(max_bytes: u64) -> Error {
    let mib = max_bytes / 1024 / 1024;
    Error::new(
        Code::TooLarge,
        format!("The file is larger than {mib} MiB."),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_part_that_is_too_large() {
        let exceeded = |name: &str| multer::Error::FieldSizeExceeded {
            limit: 1,
            field_name: Some(name.into()),
        };
        let file = parse_error(exceeded("file"), 128 * 1024 * 1024);
        assert_eq!(file.code, Code::TooLarge);
        assert_eq!(file.detail, "The file is larger than 128 MiB.");
        let field = parse_error(exceeded("session"), 1);
        assert_eq!(field.extra.fields[0].pointer, "/session");
        let other = parse_error(multer::Error::NoBoundary, 1);
        assert_eq!(other.code, Code::Invalid);
    }
}
