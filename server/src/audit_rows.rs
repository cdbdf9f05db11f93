//! Formatting of audit rows: lines of JSON, or a table that is safe to open in a spreadsheet.

use engine::activity::Happening;
use kernel::{Error, Result};

/// Format of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Form {
    /// One JSON object a line.
    #[value(name = "jsonl")]
    JsonLines,
    /// Comma-separated values with a head (RFC 4180).
    Csv,
}

impl Form {
    /// Returns the text before the rows.
    #[must_use]
    pub const fn head(self) -> &'static str {
        match self {
            Self::JsonLines => "",
            Self::Csv => "at,kind,actor,role,door,request,summary,body\r\n",
        }
    }

    /// Formats a row with its line ending.
    ///
    /// # Errors
    /// Returns `internal` if it cannot be serialized, which no row does.
    pub fn row(self, happening: &Happening) -> Result<String> {
        match self {
            Self::JsonLines => line(happening),
            Self::Csv => Ok(table_row(happening)),
        }
    }
}

fn line(happening: &Happening) -> Result<String> {
    let json = serde_json::to_string(happening)
        .map_err(|error| Error::internal(format!("a fact has no JSON form: {error}")))?;
    Ok(json + "\n")
}

fn table_row(happening: &Happening) -> String {
    let cells = [
        happening.at.to_string(),
        happening.kind.clone(),
        happening.actor.id.clone(),
        happening.actor.role.name().to_owned(),
        format!("{:?}", happening.door).to_lowercase(),
        happening.request.clone(),
        happening.summary.clone(),
        happening.body.to_string(),
    ];
    let cells: Vec<String> = cells.iter().map(|text| cell(text)).collect();
    cells.join(",") + "\r\n"
}

/// Characters that a spreadsheet may take for the beginning of a formula and execute, including full-width forms.
const FORMULA: [char; 11] = [
    '=', '+', '-', '@', '\t', '\r', '\n', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}',
];

fn cell(text: &str) -> String {
    let begins = text.trim_start_matches([' ', '\u{a0}', '\u{feff}']);
    let guard = if begins.starts_with(FORMULA) { "'" } else { "" };
    format!("\"{guard}{}\"", text.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::cell;

    #[test]
    fn no_cell_is_a_formula_or_ends_early() {
        for (text, written) in [
            ("mara", "\"mara\""),
            ("", "\"\""),
            ("=1+1", "\"'=1+1\""),
            (" =1+1", "\"' =1+1\""),
            ("\u{ff1d}1", "\"'\u{ff1d}1\""),
            ("@SUM(A1)", "\"'@SUM(A1)\""),
            ("-2", "\"'-2\""),
            ("+2", "\"'+2\""),
            ("\t=1", "\"'\t=1\""),
            ("\n=1", "\"'\n=1\""),
            ("a=1", "\"a=1\""),
            ("a \"b\", c\r\nd", "\"a \"\"b\"\", c\r\nd\""),
        ] {
            assert_eq!(cell(text), written);
        }
    }
}
