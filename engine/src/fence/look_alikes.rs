//! Characters that look like those of a tag. The brackets and slashes are the confusables of `<`, `/` and `\\` in
//! Unicode's `confusables.txt`, and the symbols whose names contain LESS-THAN, PRECEDES, NORMAL SUBGROUP or
//! LEFT(-POINTING) ANGLE, POINTER or TRIANGLE; SOLIDUS, SLASH, SET MINUS or DIAGONAL. Letters with a stroke, music,
//! sign writing, and slashes inside other signs are excluded.

/// Returns true for less-than signs of any width. They open a tag even without a slash.
pub(super) fn is_ascii_open(c: char) -> bool {
    matches!(c, '<' | '\u{fe64}' | '\u{ff1c}')
}

/// Returns true if a character looks like the beginning of a tag, at least before a slash.
pub(super) fn is_open(c: char) -> bool {
    matches!(
        c,
        '<' | '\u{ab}' | '\u{2c2}' | '\u{1438}' | '\u{16b2}' | '\u{2039}' | '\u{2264}' | '\u{2266}' | '\u{2268}' | '\u{226a}' | '\u{226e}' | '\u{2270}' | '\u{2272}' | '\u{2274}' | '\u{2276}'..='\u{227a}' | '\u{227c}' | '\u{227e}' | '\u{2280}' | '\u{22b0}' | '\u{22b2}' | '\u{22b4}' | '\u{22d6}' | '\u{22d8}' | '\u{22da}'..='\u{22dc}' | '\u{22de}' | '\u{22e0}' | '\u{22e6}' | '\u{22e8}' | '\u{22ea}' | '\u{22ec}' | '\u{2329}' | '\u{2343}' | '\u{23ea}' | '\u{23ee}' | '\u{23f4}' | '\u{25c0}'..='\u{25c5}' | '\u{276c}' | '\u{276e}' | '\u{2770}' | '\u{27e8}' | '\u{27ea}' | '\u{2976}' | '\u{2977}' | '\u{2991}' | '\u{2993}' | '\u{2996}' | '\u{29c0}' | '\u{29fc}' | '\u{2a79}' | '\u{2a7b}' | '\u{2a7d}' | '\u{2a7f}' | '\u{2a81}' | '\u{2a83}' | '\u{2a85}' | '\u{2a87}' | '\u{2a89}' | '\u{2a8b}'..='\u{2a8d}' | '\u{2a8f}'..='\u{2a95}' | '\u{2a97}' | '\u{2a99}' | '\u{2a9b}' | '\u{2a9d}' | '\u{2a9f}' | '\u{2aa1}' | '\u{2aa3}'..='\u{2aa6}' | '\u{2aa8}' | '\u{2aaf}' | '\u{2ab1}' | '\u{2ab3}' | '\u{2ab5}' | '\u{2ab7}' | '\u{2ab9}' | '\u{2abb}' | '\u{2af7}' | '\u{2af9}' | '\u{2bc7}' | '\u{3008}' | '\u{300a}' | '\u{3031}' | '\u{304f}' | '\u{3111}' | '\u{fe3d}' | '\u{fe3f}' | '\u{fe64}' | '\u{ff1c}' | '\u{1d236}' | '\u{1f780}'
    )
}

/// Returns true if a character looks like a slash.
pub(super) fn is_slash(c: char) -> bool {
    matches!(
        c,
        '/' | '\\' | '\u{1735}' | '\u{2041}' | '\u{2044}' | '\u{2215}' | '\u{2216}' | '\u{2298}' | '\u{233f}'..='\u{2342}' | '\u{2349}' | '\u{244a}' | '\u{2571}'..='\u{2573}' | '\u{26de}' | '\u{27cb}' | '\u{27cd}' | '\u{292b}' | '\u{292c}' | '\u{29f5}'..='\u{29f9}' | '\u{2aee}' | '\u{2afb}' | '\u{2afd}' | '\u{2cc6}' | '\u{2cc7}' | '\u{2e4a}' | '\u{2f02}' | '\u{2f03}' | '\u{3033}' | '\u{30ce}' | '\u{31d3}' | '\u{31d4}' | '\u{4e36}' | '\u{4e3f}' | '\u{fe68}' | '\u{ff0f}' | '\u{ff3c}' | '\u{ff89}' | '\u{1d20f}' | '\u{1d23a}' | '\u{1d23b}' | '\u{1f67c}' | '\u{1f67d}' | '\u{1fb3c}'..='\u{1fb67}' | '\u{1fba0}'..='\u{1fbae}' | '\u{1fbbd}'..='\u{1fbbf}'
    )
}

/// Pairs of a letter and the Latin letter that it looks like.
const TWINS: &str = "аaсcԁdеeһhіiјjкkӏlмmоoрpԛqѕsтtυuνvѵvԝwхxуyΑAΕEΙIΜMΟOΡPΤTΝNΥYοoαaιiκkρpАAВBСCЕEНHІIМMОOРPТTЅSУYԌGɡgɑaıiɩiᴀaʙbᴄcᴅdᴇeɢgʜhɪiᴋkʟlᴍmɴnᴏoᴘpʀrꜱsᴛtᴜuᴡwʏyᴠvꜰføođdłlŧtħhᎪAᏴBᏟCᎠDᎬEᏀGᎻHᏦKᏞLᎷMᏢPᎡRᏚSᎢTᎳWꓮAꓐBꓚCꓓDꓰEꓖGꓧHꓲIꓗKꓡLꓟMꓠNꓳOꓑPꓣRꓢSꓔTꓴUꓪWꓬYօoսuոnհhցgгrςcⲟoⲙm";

/// Returns the Latin letter that a character looks like.
pub(super) fn latin(c: char) -> char {
    if c.is_ascii() {
        return c;
    }
    let mut twins = TWINS.chars();
    let found = std::iter::from_fn(|| twins.next().zip(twins.next()));
    let mut found = found.filter(|(twin, _)| *twin == c);
    found.next().map_or(c, |(_, latin)| latin)
}
