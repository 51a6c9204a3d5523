//! Embeds every `lang/LANGUAGE/*.ftl`, so that a new language or area needs no code.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

#[allow(
    clippy::unnecessary_debug_formatting,
    reason = "the output is Rust source, where paths are quoted and escaped"
)]
fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=lang");
    let mut code = String::from("&[\n");
    for language in sorted(Path::new("lang"))? {
        println!("cargo::rerun-if-changed={}", language.display());
        for area in sorted(&language)? {
            println!("cargo::rerun-if-changed={}", area.display());
            if area.extension().is_some_and(|ending| ending == "ftl") {
                let tag = text(Path::new(language.file_name().unwrap_or_default()))?;
                let (name, full) = (text(&area)?, text(&fs::canonicalize(&area)?)?);
                let _ = writeln!(code, "    ({tag}, {name}, include_str!({full})),");
            }
        }
    }
    code.push(']');
    let folder = env::var_os("OUT_DIR")
        .map(PathBuf::from)
        .unwrap_or_default();
    fs::write(folder.join("resources.rs"), code)
}

/// The path as a literal.
fn text(path: &Path) -> io::Result<String> {
    let path = path.to_str().ok_or(io::ErrorKind::InvalidFilename)?;
    Ok(format!("{path:?}"))
}

/// The entries of a folder by name, so that builds repeat.
fn sorted(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries: io::Result<Vec<_>> = fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect();
    let mut entries = entries?;
    entries.sort();
    Ok(entries)
}
