//! Tests of Loci's own format: facts are restored byte for byte.

use exchange::loci::{File, read, write};
use proptest::prelude::*;
use serde_json::json;
use serde_json::value::to_raw_value;

use crate::texts::hostile;

proptest! {
    #[test]
    fn any_text_comes_back_byte_for_byte(texts in prop::collection::vec(hostile(), 0..6)) {
        let facts = texts.iter().map(|text| to_raw_value(&json!({text.as_str(): text})).unwrap());
        let file = File {
            workflow: "01J".into(),
            facts: facts.collect(),
            ..File::default()
        };
        let text = write(&file).unwrap();
        let back = read(&text).unwrap();
        for (before, after) in file.facts.iter().zip(&back.facts) {
            prop_assert_eq!(before.get(), after.get());
        }
        prop_assert_eq!(write(&back).unwrap(), text);
    }
}
