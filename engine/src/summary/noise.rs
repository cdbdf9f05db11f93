//! Finds the lines of a message that are not speech: logs, stack traces, code, output of compilers and shells.

/// Levels in lines of logs.
const LEVELS: [&str; 14] = [
    "TRACE", "DEBUG", "INFO", "NOTICE", "WARN", "WARNING", "ERROR", "ERR", "FATAL", "CRITICAL",
    "SEVERE", "[info]", "[warn]", "[error]",
];
/// Beginnings of lines that a program wrote.
const BEGINS: [&str; 42] = [
    "Traceback (",
    "Caused by:",
    "goroutine ",
    "thread '",
    "File \"",
    "diff --git",
    "index ",
    "@@ ",
    "+++ ",
    "--- a/",
    "$ ",
    "> ",
    "Compiling ",
    "Finished ",
    "Running ",
    "Downloading ",
    "Downloaded ",
    "Installing ",
    "test result:",
    "error[",
    "error:",
    "warning:",
    "npm ",
    "yarn ",
    "import ",
    "from ",
    "def ",
    "class ",
    "fn ",
    "pub ",
    "const ",
    "let ",
    "var ",
    "return ",
    "use ",
    "#include",
    "SELECT",
    "INSERT ",
    "UPDATE ",
    "CREATE ",
    "<",
    "*/",
];
/// Beginnings with which people also begin sentences.
const ALSO_SPEECH: [&str; 14] = [
    "from ", "class ", "let ", "use ", "index ", "return ", "import ", "pub ", "var ", "yarn ",
    "npm ", "Running ", "> ", "warning:",
];

/// Returns the lines of a message, each with true if it is not speech.
pub(super) fn lines(text: &str) -> Vec<(&str, bool)> {
    let mut in_fence = false;
    let mut lines: Vec<(&str, bool)> = Vec::new();
    for line in text.lines() {
        let marks = line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~");
        in_fence ^= marks;
        if !marks && !line.trim().is_empty() {
            lines.push((line, in_fence || is_noise(line)));
        }
    }
    // Among the lines of a log, lines that are no sentences belong to it.
    let programs = lines.iter().filter(|(_, is_noise)| *is_noise).count();
    if programs >= 3 && programs * 2 > lines.len() {
        for (line, is_noise) in &mut lines {
            *is_noise |= !line.trim_end().ends_with(['.', '!', '?', ':']);
        }
    }
    lines
}

/// Returns true if a program wrote a line, or it is written for one.
pub(super) fn is_noise(line: &str) -> bool {
    let line = line.trim();
    let begins = BEGINS.iter().any(|begin| {
        line.starts_with(begin)
            && (!ALSO_SPEECH.contains(begin) || line.ends_with([';', '{', ')', '}', ':']))
    });
    begins || is_marks(line) || is_frame(line) || is_log(line) || is_code(line) || is_blob(line)
}

/// Returns true if it has as many marks as code. Marks within names, numbers and sentences do not count.
fn is_marks(line: &str) -> bool {
    const WITHIN: &str = "-._/:,'’?!€$£%";
    let letters = line.chars().filter(|c| c.is_alphanumeric()).count();
    let is_mark = |c: &char| !c.is_whitespace() && !c.is_alphanumeric() && !WITHIN.contains(*c);
    let marks = line.chars().filter(is_mark).count();
    letters == 0 || marks * 4 > letters
}

/// Returns true for a line of a stack trace: `at name (place)`, `0: 0x55 name`.
fn is_frame(line: &str) -> bool {
    let at = line.strip_prefix("at ").is_some_and(|rest| {
        rest.ends_with(')') || rest.contains("::") || rest.contains(".rs:") || rest.contains(".js:")
    });
    let numbered = line
        .trim_start_matches('#')
        .split_once([':', ' '])
        .is_some_and(|(number, rest)| {
            number.parse::<u16>().is_ok()
                && (rest.contains("::") || rest.trim_start().starts_with("0x"))
        });
    at || numbered || line.starts_with("... ") && line.ends_with(" more")
}

/// Returns true for a line of a log: it begins with a time, has a level near its beginning, or assigns many keys.
fn is_log(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let first = words.next().unwrap_or_default();
    let bare = first.trim_matches(['[', ']', '(', ')', ',']);
    let digits = bare.bytes().filter(u8::is_ascii_digit).count();
    let is_stamp =
        digits >= 6 && bare.contains([':', '-']) && bare.bytes().all(|b| !b.is_ascii_lowercase());
    let has_level = line.split_whitespace().take(4).any(|word| {
        let bare = word.trim_matches(['[', ']', ':', '|', '<', '>']);
        LEVELS.contains(&bare) || LEVELS.contains(&word) || bare.starts_with("level=")
    });
    let pairs = line.split_whitespace().filter(|word| {
        word.split_once('=')
            .is_some_and(|(key, value)| !value.is_empty() && key.starts_with(char::is_alphabetic))
    });
    let ends =
        line.ends_with("... ok") || line.ends_with("... FAILED") || line.ends_with("... ignored");
    let level_first =
        has_level && (is_stamp || LEVELS.contains(&bare) || digits >= 4 || first.starts_with('['));
    let is_dated = is_stamp && (digits >= 10 || words.next().is_some_and(is_clock));
    is_dated || level_first || pairs.count() >= 3 || ends
}

/// Returns true for `10:00:00`, also with fractions of a second.
fn is_clock(word: &str) -> bool {
    word.matches(':').count() == 2 && word.starts_with(|c: char| c.is_ascii_digit())
}

/// Returns true for a line of code: it ends like a statement, or contains what no sentence does.
fn is_code(line: &str) -> bool {
    let ends = line.ends_with([';', '{', '}']) || line.ends_with(");") || line.ends_with("],");
    ends && !line.contains(". ")
        || [
            "();", " => ", " -> {", " := ", " == ", " != ", "});", "</", "/>",
        ]
        .iter()
        .any(|mark| line.contains(mark))
        || is_assignment(line)
        || line.ends_with("]:")
        || line.ends_with("):")
        || line.starts_with("//")
        || line.starts_with("+ ") && line.contains(['(', '=', ';'])
}

/// Returns true for an assignment such as `limit = 80`.
fn is_assignment(line: &str) -> bool {
    line.split_once(" = ").is_some_and(|(name, _)| {
        let is_name =
            |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '[' | ']' | '-');
        !name.is_empty()
            && name.split(' ').count() <= 2
            && name.chars().all(|c| is_name(c) || c == ' ')
    })
}

/// Returns true for a line with a very long word: a hash, a key, encoded data.
fn is_blob(line: &str) -> bool {
    line.split_whitespace().any(|word| {
        word.len() >= 40
            && !word.contains(['/', '.', '-'])
            && word.is_ascii()
            && word.bytes().any(|b| b.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::lines;

    #[test]
    fn what_programs_write_is_known() {
        for line in [
            "2026-03-01T10:00:00Z INFO request handled in 12 ms",
            "[2026-03-01 10:00:00] worker 3 started",
            "ERROR connection refused",
            "    at com.example.Main.run(Main.java:12)",
            "  12: core::panicking::panic",
            "test auth::works ... ok",
            "   Compiling serde v1.0.200",
            "let x = foo(1);",
            "limit = 80",
            "for item in request.items[:80]:",
            "GET /x status=200 took=12 bytes=81",
            "| a | b | --- |",
            "if (a) {",
            "```",
        ] {
            assert!(lines(line).iter().all(|(_, is_noise)| *is_noise), "{line}");
        }
        for line in [
            "We deploy on 12 May at 10:00.",
            "Let me see.",
            "From Berlin we go to Rome.",
            "Use Postgres 16 for it.",
            "Path: /var/lib/loci",
            "The port is 8443.",
            "No new packages!",
            "- The budget is $3,000 (max).",
            "eu-north-1.",
            "2026-03-01 is the launch date.",
            "An ERROR in step 3 means that we must roll back.",
        ] {
            assert_eq!(lines(line), [(line, false)], "{line}");
        }
        let fenced = "Look:\n```\nmust never be\n```\nFine.";
        assert_eq!(
            lines(fenced),
            [("Look:", false), ("must never be", true), ("Fine.", false)]
        );
    }
}
