//! Program of the example team: `roman`, numbers to Roman numerals and back, in shell. It is really written, run and
//! tested in a folder.

/// Numbers to numerals.
pub const TO_ROMAN: &str = r#"# to_roman NUMBER: prints the numeral of a number from 1 to 3999.
to_roman() {
  number=$1
  numeral=
  for pair in 1000:M 900:CM 500:D 400:CD 100:C 90:XC 50:L 40:XL 10:X 9:IX 5:V 4:IV 1:I; do
    while [ "$number" -ge "${pair%%:*}" ]; do
      numeral=$numeral${pair#*:}
      number=$((number - ${pair%%:*}))
    done
  done
  printf '%s\n' "$numeral"
}
"#;

/// Numerals to numbers, first version: it adds letters up and forgets that IV is four.
pub const FROM_ROMAN_1: &str = r#"# from_roman NUMERAL: prints the number of a numeral.
from_roman() {
  rest=$1
  number=0
  while [ -n "$rest" ]; do
    letter=${rest%"${rest#?}"}
    rest=${rest#?}
    case $letter in
      M) worth=1000 ;; D) worth=500 ;; C) worth=100 ;; L) worth=50 ;;
      X) worth=10 ;; V) worth=5 ;; I) worth=1 ;; *) return 1 ;;
    esac
    number=$((number + worth))
  done
  printf '%s\n' "$number"
}
"#;

/// Numerals to numbers, second version: subtracts a smaller letter before a larger one, and accepts only what
/// `to_roman` would write.
pub const FROM_ROMAN_2: &str = r#"# from_roman NUMERAL: prints the number of a numeral, or fails when it is none.
from_roman() {
  given=$1
  rest=$1
  sum=0
  before=0
  while [ -n "$rest" ]; do
    letter=${rest%"${rest#?}"}
    rest=${rest#?}
    case $letter in
      M) worth=1000 ;; D) worth=500 ;; C) worth=100 ;; L) worth=50 ;;
      X) worth=10 ;; V) worth=5 ;; I) worth=1 ;; *) return 1 ;;
    esac
    sum=$((sum + worth))
    if [ "$before" -lt "$worth" ]; then sum=$((sum - 2 * before)); fi
    before=$worth
  done
  [ "$sum" -ge 1 ] && [ "$sum" -le 3999 ] || return 1
  [ "$(to_roman "$sum")" = "$given" ] || return 1
  printf '%s\n' "$sum"
}
"#;

/// Third version: also accepts lower-case letters.
pub const FROM_ROMAN_3: &str = r#"# from_roman NUMERAL: prints the number of a numeral in either case, or fails when it is none.
from_roman() {
  given=$(printf '%s' "$1" | tr 'a-z' 'A-Z')
  rest=$given
  sum=0
  before=0
  while [ -n "$rest" ]; do
    letter=${rest%"${rest#?}"}
    rest=${rest#?}
    case $letter in
      M) worth=1000 ;; D) worth=500 ;; C) worth=100 ;; L) worth=50 ;;
      X) worth=10 ;; V) worth=5 ;; I) worth=1 ;; *) return 1 ;;
    esac
    sum=$((sum + worth))
    if [ "$before" -lt "$worth" ]; then sum=$((sum - 2 * before)); fi
    before=$worth
  done
  [ "$sum" -ge 1 ] && [ "$sum" -le 3999 ] || return 1
  [ "$(to_roman "$sum")" = "$given" ] || return 1
  printf '%s\n' "$sum"
}
"#;

/// Tests of `to_roman`.
pub const TEST_TO: &str = r#". ./lib/to_roman.sh
failed=0
for pair in 1:I 4:IV 9:IX 14:XIV 40:XL 90:XC 400:CD 1994:MCMXCIV 3999:MMMCMXCIX; do
  got=$(to_roman "${pair%%:*}")
  [ "$got" = "${pair#*:}" ] || { echo "to_roman ${pair%%:*}: expected ${pair#*:}, got $got"; failed=1; }
done
[ "$failed" = 0 ] && echo "to_roman: 9 passed"
exit $failed
"#;

/// Tests of `from_roman`.
pub const TEST_FROM: &str = r#". ./lib/to_roman.sh
. ./lib/from_roman.sh
failed=0
for pair in I:1 IV:4 IX:9 XL:40 MCMXCIV:1994 MMMCMXCIX:3999; do
  got=$(from_roman "${pair%%:*}")
  [ "$got" = "${pair#*:}" ] || { echo "from_roman ${pair%%:*}: expected ${pair#*:}, got $got"; failed=1; }
done
for wrong in IIII VX ABC; do
  if from_roman "$wrong" > /dev/null; then echo "from_roman $wrong: expected a refusal"; failed=1; fi
done
[ "$failed" = 0 ] && echo "from_roman: 9 passed"
exit $failed
"#;

/// The command; `@ZERO@` is replaced with its handling of 0.
pub const COMMAND: &str = r#"#!/bin/sh
# roman VALUE: a number becomes a numeral, a numeral a number.
here=$(dirname "$0")
. "$here/lib/to_roman.sh"
. "$here/lib/from_roman.sh"
case ${1-} in
  '') echo "usage: roman VALUE" >&2; exit 2 ;;
  *[!0-9]*) from_roman "$1" || { echo "roman: '$1' is not a numeral" >&2; exit 1; } ;;
  *)
    if [ "$1" -lt 1 ] || [ "$1" -gt 3999 ]; then
      @ZERO@
    fi
    to_roman "$1"
    ;;
esac
"#;

/// Tests of the command.
pub const TEST_COMMAND: &str = r#"failed=0
check() {
  got=$(sh ./roman "$1" 2> /dev/null)
  [ "$got" = "$2" ] || { echo "roman $1: expected '$2', got '$got'"; failed=1; }
}
check 2026 MMXXVI
check MMXXVI 2026
check 0 ''
check 4000 ''
check IIII ''
[ "$failed" = 0 ] && echo "roman: 5 passed"
exit $failed
"#;

/// Guide before the review asked for an example.
pub const GUIDE_1: &str = "# roman\n\nTurns numbers into Roman numerals and back.\n";

/// Guide as it was accepted.
pub const GUIDE_2: &str = "# roman\n\nTurns numbers into Roman numerals and back.\n\n    \
    $ sh roman 1994\n    MCMXCIV\n    $ sh roman MCMXCIV\n    1994\n\n\
    Numbers from 1 to 3999. Anything else is refused with an error.\n";
