//! Validation of the endpoint's response: one vector per text, each once, all with the same number of dimensions, each
//! with a direction.

use serde::Deserialize;
use serde_json::Value;

use super::error::EmbedderError;

/// Maximum number of dimensions.
const MAX_DIMENSIONS: usize = 8192;
/// Plausible lengths of vectors: models return about unit length, none a thousand times that.
const LENGTHS: std::ops::RangeInclusive<f64> = 1e-6..=1e6;

#[derive(Deserialize)]
struct Answer {
    data: Vec<One>,
}

#[derive(Deserialize)]
struct One {
    index: Option<usize>,
    embedding: Vec<f64>,
}

/// Returns the vectors of `count` texts in order, with unit length and `expected` dimensions if given.
///
/// # Errors
/// Returns the fault of the response; nothing of it is used.
pub(super) fn read(
    bytes: &[u8],
    count: usize,
    expected: Option<usize>,
) -> Result<Vec<Vec<f32>>, EmbedderError> {
    let answer: Answer = serde_json::from_slice(bytes)
        .map_err(|_| EmbedderError::Odd("it is not the JSON of an embeddings answer"))?;
    if answer.data.len() != count {
        return Err(EmbedderError::Odd("it has not one vector for each text"));
    }
    let mut places: Vec<Option<Vec<f32>>> = vec![None; count];
    let mut dimensions = expected;
    let are_numbered = answer.data.iter().any(|one| one.index.is_some());
    for (nth, one) in answer.data.into_iter().enumerate() {
        let place = if are_numbered { one.index } else { Some(nth) };
        let place = place.and_then(|place| places.get_mut(place));
        let place = place.filter(|place| place.is_none());
        let place = place.ok_or(EmbedderError::Odd(
            "its vectors are not numbered from 0, each with a number of its own",
        ))?;
        let found = one.embedding.len();
        if found == 0 || found > MAX_DIMENSIONS {
            return Err(EmbedderError::Odd(
                "its vectors are of no length that models make",
            ));
        }
        let dimensions = *dimensions.get_or_insert(found);
        if found != dimensions {
            return Err(match expected {
                Some(expected) => EmbedderError::OtherLength { found, expected },
                None => EmbedderError::Odd("its vectors are not all of the same length"),
            });
        }
        *place = Some(unit(&one.embedding)?);
    }
    Ok(places.into_iter().flatten().collect())
}

/// Scales a vector to unit length.
fn unit(vector: &[f64]) -> Result<Vec<f32>, EmbedderError> {
    let length = vector.iter().map(|x| x * x).sum::<f64>().sqrt();
    if !LENGTHS.contains(&length) {
        return Err(EmbedderError::Odd(
            "a vector is of zeros, or of numbers that no model makes",
        ));
    }
    #[expect(clippy::cast_possible_truncation, reason = "between -1 and 1")]
    let unit = vector.iter().map(|x| (x / length) as f32);
    Ok(unit.collect())
}

/// Returns the number of tokens that the endpoint reports.
pub(super) fn tokens(bytes: &[u8]) -> Option<u64> {
    #[derive(Deserialize)]
    struct Told {
        usage: Option<Value>,
    }
    let told: Told = serde_json::from_slice(bytes).ok()?;
    told.usage?.get("total_tokens")?.as_u64()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read_json(
        answer: &Value,
        count: usize,
        expected: Option<usize>,
    ) -> Result<Vec<Vec<f32>>, EmbedderError> {
        read(answer.to_string().as_bytes(), count, expected)
    }

    #[test]
    fn vectors_come_in_the_order_of_their_texts() {
        let (a, b) = (json!([3.0, 4.0]), json!([0, -2]));
        let plain = json!({ "data": [{ "embedding": a }, { "embedding": b }] });
        let turned = json!({
            "object": "list",
            "data": [{ "index": 1, "embedding": b }, { "index": 0, "embedding": a, "object": "embedding" }],
            "usage": { "prompt_tokens": 7, "total_tokens": 7 },
        });
        for answer in [&plain, &turned] {
            let vectors = read_json(answer, 2, Some(2)).unwrap();
            assert_eq!(vectors, [[0.6, 0.8], [0.0, -1.0]], "{answer}");
        }
        assert_eq!(tokens(turned.to_string().as_bytes()), Some(7));
        assert_eq!(tokens(plain.to_string().as_bytes()), None);
    }

    #[test]
    fn nothing_of_a_wrong_answer_is_believed() {
        let good = json!({ "index": 0, "embedding": [1.0, 0.0] });
        let second = |index: Value, embedding: Value| json!({ "data": [good, { "index": index, "embedding": embedding }] });
        let wrong = [
            json!({}),
            json!([]),
            json!("vectors"),
            json!({ "data": {} }),
            json!({ "data": [] }),
            json!({ "data": [good] }),
            json!({ "data": [good, good] }),
            json!({ "data": [good, good, good] }),
            json!({ "data": [good, { "embedding": [1.0, 0.0] }] }),
            json!({ "data": [good, { "index": 1 }] }),
            second(json!(2), json!([1.0, 0.0])),
            second(json!(-1), json!([1.0, 0.0])),
            second(json!("1"), json!([1.0, 0.0])),
            second(json!(1), json!([1.0, 0.0, 0.0])),
            second(json!(1), json!([])),
            second(json!(1), json!([0.0, 0.0])),
            second(json!(1), json!([1e-30, 0.0])),
            second(json!(1), json!([1e300, 1e300])),
            second(json!(1), json!([1e9, 0.0])),
            second(json!(1), json!([null, 1.0])),
            second(json!(1), json!(["1.0", 0.0])),
            second(json!(1), json!([[1.0], [0.0]])),
            second(json!(1), json!("AACAPwAAAAA=")),
        ];
        for answer in &wrong {
            assert!(read_json(answer, 2, None).is_err(), "{answer}");
        }
        let texts = [
            r#"{"data":[{"index":0,"embedding":[NaN,0]},{"index":1,"embedding":[1,0]}]}"#,
            r#"{"data":[{"index":0,"embedding":[1e999,0]},{"index":1,"embedding":[1,0]}]}"#,
            r#"{"data":[{"index":0,"embedding":[1,0]},{"index":1,"embedding":[1,"#,
            "<!doctype html><title>Sign in</title>",
            "",
        ];
        for text in texts {
            assert!(read(text.as_bytes(), 2, None).is_err(), "{text}");
        }
    }

    #[test]
    fn vectors_of_another_length_than_those_that_are_kept_are_refused() {
        let answer = json!({ "data": [{ "index": 0, "embedding": [1.0, 0.0] }] });
        let other = EmbedderError::OtherLength {
            found: 2,
            expected: 3,
        };
        assert_eq!(read_json(&answer, 1, Some(3)), Err(other));
        let long = json!({ "data": [{ "index": 0, "embedding": vec![1.0; MAX_DIMENSIONS + 1] }] });
        assert!(read_json(&long, 1, None).is_err());
    }
}
