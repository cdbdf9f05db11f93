//! Tests for merging two scripts as the tools generate them.

use super::{LOAD_PACK, Packed, join};

const BINDING: &str = r#"import * as import1 from "./__wasm_split.js"
import * as import2 from "./__wasm_split.js"
import { copy } from "./snippets/copy.js";
const imports = { "./__wasm_split.js": import1, "./__wasm_split.js": import2 };
export { initSync };
"#;

const LOADING: &str = r#"import { initSync } from "./main.js";
function makeLoad(fetcher, deps) {}
/* inbox, minds */
const __chunk_2 = makeLoad(() => fetch("./chunk_2.wasm"));
export const __wasm_split_load_inbox = wrap([__chunk_2]);
"#;

fn packed(name: &str, parts: &[(&str, usize)]) -> Packed {
    Packed {
        name: name.to_owned(),
        address: format!("/pkg/pack_{name}.0.bin"),
        parts: parts
            .iter()
            .map(|(name, end)| ((*name).to_owned(), *end))
            .collect(),
    }
}

#[test]
fn the_scripts_become_one_that_loads_packs() {
    let packs = [
        packed("common", &[("chunk_2", 10)]),
        packed("inbox", &[("chunk_3", 20), ("split_inbox", 25)]),
    ];
    let joined = join(BINDING, LOADING, &packs).unwrap();
    let expected = format!(
        r#"import {{ copy }} from "./snippets/copy.js";
const imports = {{ "./__wasm_split.js": import1, "./__wasm_split.js": import2 }};
export {{ initSync }};
function makeLoad(fetcher, deps) {{}}
{LOAD_PACK}const common = makeLoad(pack("/pkg/pack_common.0.bin", [["chunk_2", 10]]), []);
const __wasm_split_load_inbox = wrapAsyncCb(makeLoad(pack("/pkg/pack_inbox.0.bin", [["chunk_3", 20], ["split_inbox", 25]]), [common]));
const import1 = {{ __wasm_split_load_inbox }};
const import2 = {{ __wasm_split_load_inbox }};
"#
    );
    assert_eq!(joined, expected);
}

#[test]
fn what_no_longer_fits_together_is_refused() {
    let packs = [packed("inbox", &[("split_inbox", 5)])];
    assert!(join(BINDING, LOADING, &packs).is_ok());
    assert!(join("export { initSync };", LOADING, &packs).is_err());
    assert!(join(BINDING, "", &packs).is_err());
    assert!(join(BINDING, LOADING, &[]).is_err());
}
