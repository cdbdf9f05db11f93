use std::fmt::Write;

use super::{COLUMNS, DEPTH, Kind, NODES, Node, Tick, blocks, line, split, words};

/// Formats a tree in short: `p(a em(b))`.
fn short(text: &str, nodes: &[Node]) -> String {
    let mut all = String::new();
    for (nth, node) in nodes.iter().enumerate() {
        if nth > 0 {
            all.push(' ');
        }
        let name = match &node.kind {
            Kind::Text => {
                let _ = write!(all, "{:?}", &text[node.at.clone()]);
                continue;
            }
            Kind::Words(words) => {
                let _ = write!(all, "~{words:?}");
                continue;
            }
            Kind::Code => "code".into(),
            Kind::Block => "block".into(),
            Kind::Paragraph => "p".into(),
            Kind::Heading(level) => format!("h{level}"),
            Kind::Quote => "quote".into(),
            Kind::List(None) => "ul".into(),
            Kind::List(Some(first)) => format!("ol{first}"),
            Kind::Item(None) => "li".into(),
            Kind::Item(Some(Tick::Open)) => "todo".into(),
            Kind::Item(Some(Tick::Done)) => "done".into(),
            Kind::Rule => "hr".into(),
            Kind::Table => "table".into(),
            Kind::Head => "head".into(),
            Kind::Row => "row".into(),
            Kind::Cell(side) => format!("{side:?}").to_lowercase(),
            Kind::Emphasis => "em".into(),
            Kind::Strong => "strong".into(),
            Kind::Struck => "del".into(),
            Kind::Link(target) => match (&target.href, &target.shown) {
                (Some(href), Some(shown)) => format!("a[{href} {shown}]"),
                (Some(href), None) => format!("a[{href}]"),
                (None, shown) => format!("to[{}]", shown.as_deref().unwrap_or_default()),
            },
        };
        let _ = write!(all, "{name}({})", short(text, &node.inside));
    }
    all
}

#[test]
fn markdown_is_set_and_all_else_is_words() {
    for (text, expected) in [
        ("", ""),
        ("plain <b>text</b>", r#"p("plain <b>text</b>")"#),
        (
            "<div onclick=x>\na\n</div>",
            r#"p("<div onclick=x>\na\n</div>")"#,
        ),
        ("<!-- no -->", r#"p("<!-- no -->")"#),
        ("a\nb", r#"p("a\nb")"#),
        ("a  \nb", r#"p("a" "\nb")"#),
        ("a\n\nb", r#"p("a") p("b")"#),
        ("write `roman`: a", r#"p("write " code("roman") ": a")"#),
        ("``a ` b``", r#"p(code("a ` b"))"#),
        ("one ` alone", r#"p("one ` alone")"#),
        ("`a\n\nb`", r#"p("`a") p("b`")"#),
        (
            "So:\n```sh\nls `x`\n\npwd\n```\nand on",
            r#"p("So:") block("ls `x`\n\npwd") p("and on")"#,
        ),
        ("```\nnever closed", r#"block("never closed")"#),
        ("```\n```", "block()"),
        (
            "*a* **b** ~~c~~ d_e_f",
            r#"p(em("a") " " strong("b") " " del("c") " d_e_f")"#,
        ),
        ("- a\n- b\n  - c", r#"ul(li("a") li("b" ul(li("c"))))"#),
        ("3. a\n4. b", r#"ol3(li("a") li("b"))"#),
        ("- [ ] a\n- [x] b", r#"ul(todo("a") done("b"))"#),
        ("> a\n> b", r#"quote(p("a\n" "b"))"#),
        ("***", "hr()"),
        (
            "|a|b|c|\n|-|:-:|-:|\n|1|`2`|\n",
            r#"table(head(start("a") middle("b") end("c")) row(start("1") middle(code("2")) end()))"#,
        ),
        (
            "### a\n# b\n### c\n###### d\n## e",
            r#"h1("a") h1("b") h2("c") h3("d") h2("e")"#,
        ),
        ("a\n===", r#"h1("a")"#),
        (
            "&amp; &lt;b&gt; \\*c\\*",
            r#"p("&" " " ~"<" "b" ~">" " " "*c" "*")"#,
        ),
        (
            "[a](https://b.org/c)",
            r#"p(a[https://b.org/c b.org]("a"))"#,
        ),
        (
            "[https://a.org/](https://b.org/)",
            r#"p(a[https://b.org/ b.org]("https://a.org/"))"#,
        ),
        (
            "<https://b.org/>",
            r#"p(a[https://b.org/]("https://b.org/"))"#,
        ),
        ("<a@b.org>", r#"p(a[mailto:a@b.org]("a@b.org"))"#),
        ("[a](javascript:x)", r#"p(to[javascript:x]("a"))"#),
        ("[a](#b)", r#"p(to[]("a"))"#),
        (
            "![a](https://b.org/c.png)",
            r#"p(a[https://b.org/c.png b.org]("a"))"#,
        ),
        (
            "[a][b]\n\n[b]: https://c.org/",
            r#"p(a[https://c.org/ c.org]("a"))"#,
        ),
        ("[a]", r#"p("[a]")"#),
        ("# a {#main}", r#"h1("a {#main}")"#),
        ("a[^1]\n\n[^1]: b", r#"p("a" to[b]("^1"))"#),
    ] {
        assert_eq!(short(text, &blocks(text)), expected, "{text}");
    }
}

#[test]
fn a_line_stays_a_line() {
    for (text, expected) in [
        ("", ""),
        ("# 12 fails", r##""# 12 fails""##),
        ("1. Plan", r#""1. Plan""#),
        ("- `a` of *b*", r#""- " code("a") " of " em("b")"#),
        ("    a", r#""    a""#),
        (", a", r#"", a""#),
        ("*a*", r#"em("a")"#),
        ("_a_ **\"b\"**", r#"em("a") " " strong("\"b\"")"#),
        ("a\n===\n\n|b|\n|-|", r#""a\n===\n\n|b|\n|-|""#),
        ("<div>", r#""<div>""#),
        ("[a](https://b.org/)", r#"a[https://b.org/ b.org]("a")"#),
        ("[a]: https://b.org/", r#""[a]: https://b.org/""#),
        ("```sh\nls\n```", r#"code("sh\nls\n")"#),
        ("`` ` ü", r#""`` ` ü""#),
    ] {
        assert_eq!(short(text, &line(text)), expected, "{text}");
    }
}

#[test]
fn what_is_parted_is_of_its_kind_on_both_sides() {
    for (text, at, before, after) in [
        (
            "So:\n```\none\ntwo\n```\non",
            "two",
            r#"p("So:") block("one\n")"#,
            r#"block("two") p("on")"#,
        ),
        (
            "a **bc** d",
            "c",
            r#"p("a " strong("b"))"#,
            r#"p(strong("c") " d")"#,
        ),
        (
            "1. a\n2. b\n3. c d\n4. e",
            "d",
            r#"ol1(li("a") li("b") li("c "))"#,
            r#"ol3(li("d") li("e"))"#,
        ),
        (
            "1. a\n2. b\n\nc",
            "c",
            r#"ol1(li("a") li("b"))"#,
            r#"p("c")"#,
        ),
        (
            "|a|\n|-|\n|b|\n|c|\n|d|",
            "c",
            r#"table(head(start("a")) row(start("b")) row(start("c")))"#,
            r#"table(row(start("d")))"#,
        ),
        (
            "[a b](https://c.org/) d",
            "b",
            r#"p(a[https://c.org/ c.org]("a b"))"#,
            r#"p(" d")"#,
        ),
    ] {
        let end = text.find(at).unwrap_or_default();
        let (first, rest) = split(blocks(text), end);
        assert_eq!(short(text, &first), before, "{text}");
        assert_eq!(short(text, &rest), after, "{text}");
    }
}

#[test]
fn words_are_neither_code_nor_in_links() {
    let text = "it `it` [it](https://a.org/) *it*\n\n    it";
    let found = words(&blocks(text)).into_iter();
    let found: Vec<_> = found.map(|at| &text[at]).collect();
    assert_eq!(found, ["it ", " ", " ", "it"]);
}

/// Patterns of hostile texts: prefix, repeated unit, suffix, and a second unit repeated as often after it.
const SHAPES: &[(&str, &str, &str, &str)] = &[
    ("", "`", "", ""),
    ("", "`a\n\n", "", ""),
    ("", "`a ``b ", "", ""),
    ("", "```x\n", "", ""),
    ("", "```x\ny\n```\n", "", ""),
    ("", "~~~\n", "", ""),
    ("", "[", "", ""),
    ("", "[a](", "", ""),
    ("", "![[]()", "", ""),
    ("", "[", "a", "](b)"),
    ("", "[a][", "", ""),
    ("", "[a](<b", "", ""),
    ("", "*", "", ""),
    ("", "*a ", "", ""),
    ("", "*a**b", "", ""),
    ("", "a**b", "", "c* "),
    ("", "*a_ ", "", ""),
    ("", "~a ~~b", "", ""),
    ("", ">", "", ""),
    ("", ">", "a", "\nb"),
    ("", "> ", "a", "\nb"),
    ("", "- ", "a", "\nb"),
    ("", "- * ", "a", "\nb"),
    ("", "1. ", "a", "\n"),
    ("", "> - ", "a", "\n\n"),
    ("", "- a\n\n", "", ""),
    ("", "- [ ] a\n", "", ""),
    ("", "|a", "|\n", "|-"),
    ("a|b\n-|-\n", "c|d\n", "", ""),
    ("|a|b|c|d|e|f|g|h|\n|-|-|-|-|-|-|-|-|\n", "|\n", "", ""),
    ("", "a|\n-|-\n\n", "", ""),
    ("", "|", "", ""),
    ("", "\n", "", ""),
    ("", " ", "a", ""),
    ("", "\t", "a", ""),
    ("", "[a]: x '\n", "", ""),
    (
        "[a]: https://example.org/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n\n",
        "[a] ",
        "",
        "",
    ),
    ("", "<", "", ""),
    ("", "<a b='", "", ""),
    ("", "a <!--", "", ""),
    ("", "a <![CDATA[", "", ""),
    ("", "<div>\n\n", "", ""),
    ("", "&", "", ""),
    ("", "&amp;", "", ""),
    ("", "a&amp;", "", ""),
    ("", "\\", "", ""),
    ("", "\\*", "", ""),
    ("", "# a\n", "", ""),
    ("", "a\n===\n", "", ""),
    ("", "<http:a", "", ""),
    ("", "<a@b.", "", ""),
    ("", "a", "", ""),
    ("", "\u{202e}", "", ""),
    ("", "\0", "", ""),
    ("", "é*", "", ""),
];

fn hostile(shape: (&str, &str, &str, &str), bytes: usize) -> String {
    let (before, unit, between, after) = shape;
    let each = if after.is_empty() { bytes } else { bytes / 2 };
    let first = unit.repeat(each / unit.len());
    let then = after.repeat(each / after.len().max(1));
    format!("{before}{first}{between}{then}")
}

/// Asserts the invariants of every tree.
fn holds(text: &str, nodes: &[Node]) {
    let (mut all, mut deepest) = (0, 0);
    let mut open: Vec<(&Node, usize)> = nodes.iter().map(|node| (node, 1)).collect();
    while let Some((node, depth)) = open.pop() {
        (all, deepest) = (all + 1, deepest.max(depth));
        assert!(text.get(node.at.clone()).is_some(), "{:?}", node.at);
        for part in &node.inside {
            let is_within = node.at.start <= part.at.start && part.at.end <= node.at.end;
            assert!(is_within, "{part:?} is outside of {:?}", node.at);
        }
        if let Kind::Link(target) = &node.kind
            && let Some(href) = &target.href
        {
            let starts = ["http://", "https://", "mailto:", "/"];
            let href = href.to_ascii_lowercase();
            assert!(starts.iter().any(|start| href.starts_with(start)), "{href}");
            assert!(!href.starts_with("//"), "{href}");
        }
        open.extend(node.inside.iter().map(|node| (node, depth + 1)));
    }
    assert!(all <= NODES + 2, "{all} nodes");
    assert!(deepest <= DEPTH + 2, "{deepest} deep");
}

/// Returns the letters and digits of a text.
fn letters(text: &str) -> String {
    text.chars()
        .filter(|letter| letter.is_alphanumeric())
        .collect()
}

fn said(text: &str, nodes: &[Node], all: &mut String) {
    for node in nodes {
        match &node.kind {
            Kind::Text => all.push_str(&text[node.at.clone()]),
            Kind::Words(words) => all.push_str(words),
            _ => said(text, &node.inside, all),
        }
    }
}

#[test]
fn a_hostile_text_gives_a_small_tree_and_loses_no_word() {
    for shape in SHAPES {
        // A parser with quadratic time would not finish here.
        for bytes in [100, 2_000, 300_000] {
            let text = hostile(*shape, bytes);
            for nodes in [blocks(&text), line(&text)] {
                holds(&text, &nodes);
            }
        }
        // Only shapes without addresses, character references and info strings of code fences.
        if !["[a]: ", "](", "&", "<", "```x"]
            .iter()
            .any(|mark| hostile(*shape, 100).contains(mark))
        {
            let text = hostile(*shape, 20_000);
            for nodes in [blocks(&text), line(&text)] {
                let mut all = String::new();
                said(&text, &nodes, &mut all);
                let numbers = |text: &str| letters(text).replace('1', "");
                assert_eq!(numbers(&all), numbers(&text), "{shape:?}");
            }
        }
    }
}

#[test]
fn what_a_tab_indents_is_within_what_it_is_in() {
    for text in [
        ">>>>\t+\t+ + + x",
        ">\t-\tx",
        "-\t>\t1.\tx",
        ">>\t```\n>>\tx",
        "1.\t>\tx\n\t>\ty",
    ] {
        holds(text, &blocks(text));
        holds(text, &line(text));
    }
}

#[test]
fn a_wide_table_is_shown_as_it_was_written() {
    for (columns, is_table) in [(COLUMNS, true), (COLUMNS + 1, false), (10_000, false)] {
        let text = format!(
            "{}|\n{}|\n{}|\n\nend",
            "|a".repeat(columns),
            "|-".repeat(columns),
            "|b".repeat(columns)
        );
        let nodes = blocks(&text);
        assert_eq!(nodes.len(), 2, "{columns}");
        assert_eq!(nodes[0].kind == Kind::Table, is_table, "{columns}");
        holds(&text, &nodes);
    }
}
