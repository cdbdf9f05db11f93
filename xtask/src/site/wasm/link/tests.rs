//! Two scripts as the tools write them, and what becomes of them.

use super::{join, rename};

const BINDING: &str = r#"import * as import1 from "./__wasm_split.js"
import * as import2 from "./__wasm_split.js"
import { copy } from "./snippets/copy.js";
const imports = { "./__wasm_split.js": import1, "./__wasm_split.js": import2 };
export { initSync };
"#;

const LOADING: &str = r#"import { initSync } from "./main.js";
const __chunk_2 = makeLoad(() => fetch("./chunk_2.wasm"));
export const __wasm_split_load_inbox = wrap([__chunk_2]);
"#;

#[test]
fn the_scripts_become_one() {
    let joined = join(BINDING, LOADING).unwrap();
    assert_eq!(
        joined,
        r#"import { copy } from "./snippets/copy.js";
const imports = { "./__wasm_split.js": import1, "./__wasm_split.js": import2 };
export { initSync };
const __chunk_2 = makeLoad(() => fetch("./chunk_2.wasm"));
const __wasm_split_load_inbox = wrap([__chunk_2]);
const import1 = { __wasm_split_load_inbox };
const import2 = { __wasm_split_load_inbox };
"#
    );
}

#[test]
fn parts_are_loaded_from_their_addresses() {
    let script = rename(LOADING, "chunk_2.wasm", "/pkg/chunk_2.abc.wasm").unwrap();
    assert!(script.contains(r#"fetch("/pkg/chunk_2.abc.wasm")"#));
}

#[test]
fn what_no_longer_fits_together_is_refused() {
    assert!(join("export { initSync };", LOADING).is_err());
    assert!(join(BINDING, "").is_err());
    assert!(rename(LOADING, "chunk_3.wasm", "/pkg/chunk_3.abc.wasm").is_err());
}
