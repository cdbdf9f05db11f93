//! The server's binary: its size, and its content by function name. A binary built for the measurement has names; a
//! release has none.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use object::read::elf::ElfFile64;
use object::{Object as _, ObjectSection as _, ObjectSymbol as _, SectionFlags, SymbolKind, elf};

use crate::weigh::functions::Functions;
use crate::weigh::report::{Report, megabytes};

/// Content of an executable.
struct Binary {
    /// Size as a release, without names.
    bytes: u64,
    /// Size of the machine code, in bytes.
    code: u64,
    functions: Functions,
    has_names: bool,
}

/// Measures the binary.
pub fn weigh(path: &Path, report: &mut Report) -> Result<()> {
    let binary = read(path)?;
    let (bytes, code) = (megabytes(binary.bytes), megabytes(binary.code));
    report.figure("binary, MB", format!("{bytes} ({code} of code)"));
    if binary.has_names {
        binary.functions.tell("Code of the binary", report);
    } else {
        let why = "it has no names: weigh without `--built`, or what that leaves in `target/weigh/source`";
        report.list("Code of the binary", &[why.to_owned()]);
    }
    Ok(())
}

fn read(path: &Path) -> Result<Binary> {
    let content = fs::read(path).with_context(|| format!("no {}", path.display()))?;
    let file: ElfFile64 = ElfFile64::parse(&*content).with_context(|| {
        format!(
            "{} is not a 64-bit ELF file: weigh on Linux",
            path.display()
        )
    })?;
    let mut binary = Binary {
        bytes: content.len() as u64,
        code: 0,
        functions: Functions::default(),
        has_names: false,
    };
    for section in file.sections() {
        if let SectionFlags::Elf { sh_flags } = section.flags() {
            if sh_flags & u64::from(elf::SHF_ALLOC) == 0 {
                // Sections that are not loaded are names and debug information.
                binary.bytes -= section.size();
            }
            if sh_flags & u64::from(elf::SHF_EXECINSTR) != 0 {
                binary.code += section.size();
            }
        }
    }
    // Functions with the same code may have been merged, with several names.
    let mut known = BTreeSet::new();
    for symbol in file.symbols() {
        if symbol.kind() == SymbolKind::Text && symbol.size() > 0 && known.insert(symbol.address())
        {
            binary
                .functions
                .add(symbol.name().unwrap_or_default(), symbol.size());
            binary.has_names = true;
        }
    }
    Ok(binary)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn a_binary_tells_what_is_in_it() {
        let path = std::env::current_exe().unwrap();
        let binary = read(&path).unwrap();
        assert!(binary.has_names && binary.code > 0);
        assert!(binary.code < binary.bytes && binary.bytes < fs::metadata(path).unwrap().len());
    }
}
