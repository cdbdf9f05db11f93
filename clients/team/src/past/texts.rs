//! Program of the earlier work: `slug`, titles to file names. It is really written, run and tested.

/// First version: it does not merge several signs in a row into one hyphen.
pub const SLUG_1: &str = r#"# slug TITLE: prints a title as a file name.
slug() {
  printf '%s' "$1" | tr 'A-Z' 'a-z' | tr -c 'a-z0-9' '-'
}
"#;

/// Second version: one hyphen between two words, none at the ends, and only ASCII.
pub const SLUG_2: &str = r#"# slug TITLE: prints a title as a file name, or fails when a letter would be lost.
LC_ALL=C
slug() {
  case $1 in *[!\ -~]*) echo "slug: '$1' has letters that a file name cannot keep" >&2; return 1 ;; esac
  printf '%s\n' "$1" | tr 'A-Z' 'a-z' | sed -e 's/[^a-z0-9][^a-z0-9]*/-/g' -e 's/^-//' -e 's/-$//'
}
"#;

/// Test of the program.
pub const TEST: &str = r#". ./slug.sh
failed=0
check() {
  got=$(slug "$1" 2> /dev/null)
  [ "$got" = "$2" ] || { echo "slug '$1': expected '$2', got '$got'"; failed=1; }
}
check 'Notes  for May' notes-for-may
check 'Release 1.0' release-1-0
check ' Spaces ' spaces
check 'Café' ''
[ "$failed" = 0 ] && echo "slug: 4 passed"
exit $failed
"#;

/// Guide before the review asked for an example.
pub const GUIDE_1: &str = "# slug\n\nTurns a title into a file name.\n";

/// Guide as it was accepted.
pub const GUIDE_2: &str = "# slug\n\nTurns a title into a file name.\n\n    \
    $ sh slug 'Notes for May'\n    notes-for-may\n\n\
    A title with letters that would be lost is refused with an error.\n";

/// Content of the release.
pub const RELEASE: &str = "slug 1.0\nslug.sh\ntests/slug.sh\nREADME.md\n";
