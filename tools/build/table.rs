//! Converts the weights to the tables in the binary: each piece's vector in bytes with a scale, and the pieces. The
//! same weights produce the same bytes on every machine.

use std::fs;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use crate::Done;
use crate::weights::Weights;

/// Number of pieces in the vocabulary.
const PIECES: usize = 32_000;
/// Dimensions of a vector.
const DIMENSIONS: usize = 256;

#[derive(Deserialize)]
struct Tokenizer {
    model: Model,
}

#[derive(Deserialize)]
struct Model {
    vocab: serde_json::Map<String, Value>,
}

/// Writes `scales.bin`, `vectors.bin` and `pieces.txt` into `out`.
pub fn write(weights: &Weights, out: &Path) -> Done<()> {
    let (scales, vectors) = table(&fs::read(&weights.vectors)?)?;
    fs::write(out.join("scales.bin"), scales)?;
    fs::write(out.join("vectors.bin"), vectors)?;
    fs::write(out.join("pieces.txt"), pieces(&fs::read(&weights.pieces)?)?)?;
    Ok(())
}

/// Returns the pieces in the order of their numbers, one per line.
fn pieces(json: &[u8]) -> Done<String> {
    let tokenizer: Tokenizer = serde_json::from_slice(json)?;
    let mut pieces = vec![String::new(); PIECES];
    for (piece, number) in tokenizer.model.vocab {
        let number = number
            .as_u64()
            .and_then(|number| usize::try_from(number).ok());
        let place = number.and_then(|number| pieces.get_mut(number));
        let place = place.ok_or_else(|| format!("the piece {piece:?} has no number"))?;
        if piece.is_empty() || piece.contains('\n') || !place.is_empty() {
            return Err(format!("the piece {piece:?} is odd").into());
        }
        *place = piece;
    }
    Ok(pieces.join("\n"))
}

/// Returns a scale for each piece, and its vector with one byte per dimension.
fn table(safetensors: &[u8]) -> Done<(Vec<u8>, Vec<u8>)> {
    let (length, rest) = safetensors.split_first_chunk::<8>().ok_or("too short")?;
    let header = usize::try_from(u64::from_le_bytes(*length))?;
    let numbers = rest.get(header..).ok_or("too short")?;
    if numbers.len() != PIECES * DIMENSIONS * 2 {
        return Err("the table of vectors is of another size".into());
    }
    let mut scales = Vec::with_capacity(PIECES * 4);
    let mut vectors = Vec::with_capacity(PIECES * DIMENSIONS);
    for row in numbers.chunks_exact(DIMENSIONS * 2) {
        let row: Vec<f32> = row
            .chunks_exact(2)
            .map(|two| half(u16::from_le_bytes([two[0], two[1]])))
            .collect();
        let largest = row.iter().fold(0.0_f32, |most, x| most.max(x.abs()));
        let scale = largest / f32::from(i8::MAX);
        scales.extend(scale.to_le_bytes());
        #[expect(
            clippy::cast_possible_truncation,
            reason = "between -127 and 127 by the scale"
        )]
        let bytes = row.iter().map(|x| (x / scale).round() as i8);
        vectors.extend(bytes.flat_map(i8::to_le_bytes));
    }
    Ok((scales, vectors))
}

/// Converts a number of 16 bits (IEEE 754 binary16).
fn half(bits: u16) -> f32 {
    let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
    let exponent = i32::from(bits >> 10 & 0x1f);
    let fraction = f32::from(bits & 0x3ff) / 1024.0;
    match exponent {
        0 => sign * fraction * 2.0_f32.powi(-14),
        exponent => sign * (1.0 + fraction) * 2.0_f32.powi(exponent - 15),
    }
}
