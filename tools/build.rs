//! Builds the table of the built-in embedder from the weights in a Python package, which is downloaded by name like
//! any other dependency and cached.

#[path = "build/table.rs"]
mod table;
#[path = "build/weights.rs"]
mod weights;

use std::env;
use std::error::Error;
use std::path::PathBuf;

/// Result of a build step.
type Done<T> = Result<T, Box<dyn Error>>;

fn main() -> Done<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-env-changed={}", weights::ELSEWHERE);
    let weights = weights::have()?;
    for file in [&weights.vectors, &weights.pieces] {
        println!("cargo::rerun-if-changed={}", file.display());
    }
    let out = PathBuf::from(env::var("OUT_DIR")?);
    table::write(&weights, &out)
}
