//! One Rust file as tokens: its tests, and its references to names at the crate's root. Tokens, because the content of
//! macros refers to modules too.

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, LexError, TokenStream, TokenTree};

/// Content of a file.
#[derive(Debug, Default)]
pub struct File {
    /// Path of its module.
    pub module: Vec<String>,
    /// Lines that are compiled for tests only.
    pub test_lines: BTreeSet<usize>,
    /// Test modules in files of their own.
    pub tests: Vec<Vec<String>>,
    /// Referenced names at the crate's root, with their lines.
    pub names: Vec<(String, usize)>,
    /// Names at the crate's root for items of modules, each with the top-level module.
    pub aliases: Vec<(String, String)>,
}

impl File {
    /// Parses the file of a module.
    pub fn read(module: &[String], text: &str) -> Result<Self, LexError> {
        let mut file = Self {
            module: module.to_vec(),
            ..Self::default()
        };
        file.walk(module, text.parse::<TokenStream>()?);
        Ok(file)
    }

    fn walk(&mut self, module: &[String], stream: TokenStream) {
        let tokens: Vec<TokenTree> = stream.into_iter().collect();
        let mut rest = &*tokens;
        while let Some((first, after)) = rest.split_first() {
            if is_for_tests(rest) {
                rest = self.skip(module, rest);
                continue;
            }
            rest = match rest {
                [
                    TokenTree::Ident(word),
                    TokenTree::Ident(name),
                    TokenTree::Group(body),
                    after @ ..,
                ] if word == "mod" => {
                    let inner = [module, &[name.to_string()]].concat();
                    self.walk(&inner, body.stream());
                    after
                }
                [TokenTree::Ident(word), ..] if word == "crate" || word == "super" => {
                    self.path(module, rest)
                }
                [TokenTree::Ident(word), path @ ..] if word == "use" && module.is_empty() => {
                    self.rename(path);
                    after
                }
                [TokenTree::Ident(word), _, TokenTree::Ident(name), ..]
                    if word == "macro_rules" =>
                {
                    let top = module.first().map(|top| (name.to_string(), top.clone()));
                    self.aliases.extend(top);
                    after
                }
                _ => {
                    if let TokenTree::Group(group) = first {
                        self.walk(module, group.stream());
                    }
                    after
                }
            };
        }
    }

    /// Skips an item that is for tests only; returns the tokens after it.
    fn skip<'a>(&mut self, module: &[String], tokens: &'a [TokenTree]) -> &'a [TokenTree] {
        let is_end = |token: &TokenTree| match token {
            TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
            TokenTree::Punct(mark) => mark.as_char() == ';',
            _ => false,
        };
        let end = tokens.iter().position(is_end).unwrap_or(tokens.len() - 1);
        let (item, after) = tokens.split_at(end + 1);
        if let [
            ..,
            TokenTree::Ident(word),
            TokenTree::Ident(name),
            TokenTree::Punct(_),
        ] = item
            && word == "mod"
        {
            self.tests.push([module, &[name.to_string()]].concat());
        }
        let lines = item[0].span().start().line..=tokens[end].span().end().line;
        self.test_lines.extend(lines);
        after
    }

    /// Records the name at the crate's root that a path with `crate` or `super` refers to.
    fn path<'a>(&mut self, module: &[String], tokens: &'a [TokenTree]) -> &'a [TokenTree] {
        let mut left = module.len();
        let mut rest = tokens;
        while let [TokenTree::Ident(word), after @ ..] = rest
            && let Some(after) = colons(after)
        {
            match word.to_string().as_str() {
                "crate" => left = 0,
                "super" => left = left.saturating_sub(1),
                _ => break,
            }
            rest = after;
        }
        if left == 0 {
            match rest.first() {
                Some(TokenTree::Ident(name)) => self.name(name),
                Some(TokenTree::Group(group)) => {
                    for piece in pieces(group.stream()) {
                        if let Some(TokenTree::Ident(name)) = piece.first() {
                            self.name(name);
                        }
                    }
                }
                _ => {}
            }
        }
        // A visibility, `pub(crate)`, has no path after it.
        if rest.len() == tokens.len() {
            &tokens[1..]
        } else {
            rest
        }
    }

    fn name(&mut self, name: &proc_macro2::Ident) {
        self.names
            .push((name.to_string(), name.span().start().line));
    }

    /// Records the items that a `use` imports from a module to the crate's root.
    fn rename(&mut self, path: &[TokenTree]) {
        let Some(TokenTree::Ident(module)) = path.first() else {
            return;
        };
        let module = module.to_string();
        let end = path
            .iter()
            .position(|token| matches!(token, TokenTree::Punct(mark) if mark.as_char() == ';'));
        for name in last_names(&path[..end.unwrap_or(path.len())]) {
            self.aliases.push((name, module.clone()));
        }
    }
}

/// Returns the last names of a path of `use`.
fn last_names(path: &[TokenTree]) -> Vec<String> {
    match path.last() {
        Some(TokenTree::Ident(name)) => vec![name.to_string()],
        Some(TokenTree::Group(group)) => pieces(group.stream())
            .iter()
            .flat_map(|piece| last_names(piece))
            .collect(),
        _ => Vec::new(),
    }
}

/// Splits a group at its commas.
fn pieces(group: TokenStream) -> Vec<Vec<TokenTree>> {
    let tokens: Vec<TokenTree> = group.into_iter().collect();
    tokens
        .split(|token| matches!(token, TokenTree::Punct(mark) if mark.as_char() == ','))
        .map(<[TokenTree]>::to_vec)
        .collect()
}

/// Returns the tokens after `::`.
fn colons(tokens: &[TokenTree]) -> Option<&[TokenTree]> {
    match tokens {
        [TokenTree::Punct(one), TokenTree::Punct(two), rest @ ..]
            if one.as_char() == ':' && two.as_char() == ':' =>
        {
            Some(rest)
        }
        _ => None,
    }
}

/// Returns true if the tokens begin with `#[cfg(test)]` or `#[cfg(all(test, …))]`.
fn is_for_tests(tokens: &[TokenTree]) -> bool {
    let [TokenTree::Punct(mark), TokenTree::Group(attribute), ..] = tokens else {
        return false;
    };
    let words: Vec<TokenTree> = attribute.stream().into_iter().collect();
    let [TokenTree::Ident(name), TokenTree::Group(condition)] = &*words else {
        return false;
    };
    let condition = condition.stream().to_string();
    mark.as_char() == '#'
        && name == "cfg"
        && (condition == "test" || condition.replace(' ', "").starts_with("all(test,"))
}
